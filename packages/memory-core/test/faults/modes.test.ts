import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { program } from '../processes/program.ts'
import { type JobName, keeping } from './jobs.ts'
import { workplace } from './run-length.ts'

const worker = program('test/faults/worker')

/** Lets a worker do each of these jobs once under a umask, in a process of its own. */
function work(directory: string, name: string, umask: string, jobs: readonly JobName[]): void {
  const args = [process.execPath, worker, directory, name, jobs.join(','), `${jobs.length}`, '1']
  const { stdout, stderr } = spawnSync('sh', ['-c', `umask ${umask} && exec "$0" "$@"`, ...args], {
    input: 'go\n',
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout).toContain('ok run 0')
}

function modeOf(path: string): string {
  const stat = fs.statSync(path)
  return `${stat.isDirectory() ? 'directory' : 'file'} ${(stat.mode & 0o777).toString(8)}`
}

function below(directory: string): string[] {
  return fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })
}

describe.skipIf(process.platform === 'win32')('modes (skipped on Windows: it has none)', () => {
  it('fault 22: what was left open to others is closed when it is used; by itself nothing is, under the umask 000', async () => {
    const directory = await workplace()
    work(directory, 'ada', '000', keeping)
    const names = below(directory)
    expect(names).toEqual(expect.arrayContaining([join('state', 'tables.db'), join('memory', 'MEMORY.md')]))
    const modes = ['', ...names].map((name) => modeOf(join(directory, name)))
    expect([...new Set(modes)].sort()).toEqual(['directory 700', 'file 600'])

    for (const name of names) {
      const path = join(directory, name)
      fs.chmodSync(path, fs.statSync(path).isDirectory() ? 0o755 : 0o644)
    }
    work(directory, 'bob', '000', keeping)
    for (const name of ['memory/MEMORY.md', 'sessions/shared.jsonl', 'state/tables.db', '.daybook/lock.db'])
      expect([name, modeOf(join(directory, name))]).toEqual([name, 'file 600'])
    // A file that nothing was written to keeps its mode, in a folder that lets nobody in.
    const folders = below(directory)
      .filter((name) => !name.includes('/'))
      .map((name) => modeOf(join(directory, name)))
    expect([...new Set(folders)]).toEqual(['directory 700'])
  })

  it('fault 22: a directory that was there before keeps its mode, and what is below it is closed', async () => {
    const directory = await workplace()
    fs.mkdirSync(directory)
    fs.chmodSync(directory, 0o755)
    fs.writeFileSync(join(directory, 'mine.txt'), 'mine', { mode: 0o644 })
    work(directory, 'ada', '022', ['append', 'fact', 'item', 'note'])
    expect(modeOf(directory)).toBe('directory 755')
    expect(modeOf(join(directory, 'mine.txt'))).toBe('file 644')
    const names = below(directory).filter((name) => name !== 'mine.txt')
    expect([...new Set(names.map((name) => modeOf(join(directory, name))))].sort()).toEqual([
      'directory 700',
      'file 600',
    ])
  })
})
