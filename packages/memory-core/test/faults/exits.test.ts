import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryName } from '../../src/disk/durable-files.ts'
import { openMemory } from '../../src/index.ts'
import { program } from '../processes/program.ts'
import { workplace } from './run-length.ts'

const file = program('test/faults/exit')

it.each<[string, string, readonly string[]]>([
  ['process.exit in a callback', 'callback', ['callback']],
  ['a garbage collection of what nobody closed', 'collected', ['collected']],
  ['without close, and worker threads, one of them terminated', 'thread', ['inner', 'terminated', 'outer']],
])('fault 25: %s: exit code 0, and nothing acknowledged is lost', async (_, way, names) => {
  const directory = await workplace()
  const child = spawn(process.execPath, [file, directory, way], { stdio: ['ignore', 'ignore', 'pipe'] })
  let problems = ''
  child.stderr.on('data', (text) => (problems += text))
  const [code, signal] = await once(child, 'close')
  expect([code, signal, problems]).toEqual([0, null, ''])
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  await memory.flush()
  const stored = (await memory.sessions.messages('chat', { archived: true })).map(({ id }) => id)
  expect(stored).toEqual(
    expect.arrayContaining(names.flatMap((name) => [0, 1, 2, 3, 4, 5].map((turn) => `${name}-${turn}`))),
  )
  expect(new Set(stored).size).toBe(stored.length)
  const texts = (await memory.records.list({ limit: 100 })).map(({ text }) => text)
  for (const name of names) expect(texts).toContain(`learned by ${name}`)
  await memory.close()
  expect((await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

it('fault 1: what a dead writer left half-written, two folders deep, is gone after the next open', async () => {
  const directory = await workplace()
  await (await openMemory({ directory })).close()
  const folders = ['', 'memory', '.daybook/consolidation']
  const files = folders.map((folder) => join(directory, folder, temporaryName()))
  for (const path of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'half a pl')
    await utimes(path, 1_700_000_000, 1_700_000_000)
  }
  await (await openMemory({ directory })).close()
  expect((await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
