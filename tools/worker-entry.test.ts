import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundleForWorker, runAsWorker } from './worker-entry.ts'
import { writeFiles } from './workspace/fixture.ts'
import { withTemporaryFolder } from './workspace/pack.ts'

const findings = (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  withTemporaryFolder(async (folder) => {
    await writeFiles(folder, files)
    return (await bundleForWorker(join(folder, 'index.js'))).findings
  })

describe('worker entry', () => {
  it('accepts Node modules behind the dynamic import of the local door', async () => {
    const files = {
      'index.js': "export const open = () => import('./local/index.js')",
      'local/index.js': "export { readFile } from 'node:fs/promises'",
    }
    expect(await findings(files)).toEqual([])
  })

  it.each([
    ['directly', { 'index.js': "export { readFile } from 'node:fs/promises'" }, 'imports node:fs/promises'],
    ['without its prefix', { 'index.js': "export { join } from 'path'" }, 'imports path'],
    [
      'through a file',
      { 'index.js': "export * from './a.js'", 'a.js': "export { x } from 'node:os'" },
      'imports node:os',
    ],
    [
      'through a static import of the local door',
      { 'index.js': "export * from './local/index.js'", 'local/index.js': "export { x } from 'node:os'" },
      'imports node:os',
    ],
    [
      'through another dynamic import',
      { 'index.js': "export const a = () => import('./a.js')", 'a.js': "export { x } from 'node:os'" },
      'imports node:os',
    ],
  ])('finds a Node module reached %s', async (_name, files, finding) => {
    expect((await findings(files)).join('\n')).toContain(finding)
  })

  it('finds an import that leads nowhere', async () => {
    expect((await findings({ 'index.js': "export { a } from 'not-installed-anywhere'" }))[0]).toContain('not-installed')
  })

  it.each([
    ['runs what needs the language and the web only', 'new TextEncoder().encode("a").length === 1 ? "" : "no"', []],
    ['finds a use of process', 'process.version', ['in a worker it fails: ReferenceError: process is not defined']],
    ['finds a wrong answer', '"recalls nothing"', ['in a worker it recalls nothing']],
  ])('%s', async (_name, program, found) => {
    expect(await runAsWorker('var daybook = {}', program)).toEqual(found)
  })
})
