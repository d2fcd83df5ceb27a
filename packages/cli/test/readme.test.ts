import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from '@daybook/memory-core/tools'
import { afterAll, expect, it } from 'vitest'
import { daybook } from './daybook.ts'
import { plain, transcriptOf } from './transcript.ts'

const root = await mkdtemp(join(tmpdir(), 'daybook-cli-'))
const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')

afterAll(() => rm(root, { recursive: true }))

it('the first screen of the README says what the program answers', async () => {
  const steps = transcriptOf(readme)
  expect(steps.length).toBeGreaterThan(5)
  for (const { line, args, answer } of steps) {
    const { code, out } = await daybook(root, args)
    expect({ line, code, out: plain(out) }).toEqual({ line, code: 0, out: plain(answer) })
  }
})

it('the README names every command', () => {
  for (const { line } of commands) if (line) expect(readme).toMatch(new RegExp(`^\\| \`${line.name}\\b`, 'm'))
})
