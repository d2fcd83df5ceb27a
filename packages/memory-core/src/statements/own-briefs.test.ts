import { describe, expect, it } from 'vitest'
import { readStatements } from './read-statements.ts'

const at = '2026-10-20T10:00:00Z'
/** What is kept of a message, without the full stops at the ends. */
const kept = (text: string): string[] =>
  readStatements(text, { at })
    .filter(({ worth, span }) => worth >= 0.31 && span === 'lasting')
    .map((one) => one.text.replace(/\.$/, ''))

describe('a label before a brief', () => {
  it.each([
    'Project: booking site.',
    'Repo: shop.',
    'Client: Paola.',
    'Manager: Rick Stone (Leeds).',
    'Task: fix the build.',
    'Setup: npm workspaces.',
    'Team: me, Farida, Stig.',
    'Deadline: 14 November.',
    'Tech Stack: SvelteKit.',
    'House Rules: no shoes.',
    'Hosting: Fly.io.',
    'Kids: Leo and Mia.',
    'Project: booking site\nClient: Paola Greco\nDeadline: 14 November\n',
  ])('leaves what stands behind it: %j', (lead) => expect(kept(`${lead} We use pnpm.`)).toContain('We use pnpm'))

  it.each([
    'Bob: I prefer tea. We use pnpm.',
    "Mum: I'm vegetarian now, what can I cook?",
    'Moira: we use Zebra printers. Never call us.',
    'Boss: never email the client directly. I work from Leeds.',
    'Customer: I want a refund. I live in Bergen.',
    'Client: No. I live in Bergen. Never call me.',
    'Manager: Great. I live in Bergen.',
    'Support: we never delete your data. Always reboot first.',
    'Caroline: I moved to Bergen.',
    'Review: I hate this shop. I live in Bergen.',
    'Chapter: I live in Whitby with my two sons.',
  ])('is a speaker where it names no subject: %s', (text) => expect(kept(text)).toEqual([]))
})
