import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from '@daybook/memory-core/tools'
import { afterAll, expect, it } from 'vitest'
import { daybook } from './daybook.ts'

const root = await mkdtemp(join(tmpdir(), 'daybook-cli-'))
const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')

afterAll(() => rm(root, { recursive: true }))

/** Ids, days and folders differ from run to run. */
const plain = (text: string): string =>
  text
    .replaceAll(/\b(record|fact):[0-9a-f]+/g, '$1:…')
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'DAY')
    .replaceAll(/ in \/\S+\/workspace/g, ' in …/workspace')
    .trim()

it('the first screen of the README says what the program answers', async () => {
  const transcript = /```console\n(.*?)```/s.exec(readme)?.[1] ?? ''
  const steps = transcript.split(/^\$ daybook /m).slice(1)
  expect(steps.length).toBeGreaterThan(5)
  for (const step of steps) {
    const [line = '', ...answer] = step.split('\n')
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    const { code, out } = await daybook(root, args)
    expect({ line, code, out: plain(out) }).toEqual({ line, code: 0, out: plain(answer.join('\n')) })
  }
})

it('the README names every command', () => {
  for (const { line } of commands) if (line) expect(readme).toMatch(new RegExp(`^\\| \`${line.name}\\b`, 'm'))
})
