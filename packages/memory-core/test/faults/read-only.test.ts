import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import fs from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { CheckReport } from '../../src/index.ts'
import { program } from '../processes/program.ts'
import { copyOf, filledDirectory, opened, type View, viewOf } from './corruption-workspace.ts'

interface Said {
  view: View
  recalled: string[]
  records: string[]
  context: string
  refused: Readonly<Record<string, string>>
  events: string[]
  report: CheckReport
}

const reader = program('test/faults/read-only-reader')
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const canMount = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0

let origin: string
let right: View
beforeAll(async () => {
  origin = await filledDirectory()
  const { memory } = await opened(origin)
  right = await viewOf(memory)
  await memory.close()
})
afterAll(() => fs.rm(origin, { recursive: true }))

async function copy(): Promise<string> {
  const directory = await copyOf(origin)
  onTestFinished(() => fs.rm(directory, { recursive: true, force: true }))
  return directory
}

/** Every file with its content, as one text. */
async function bytesOf(directory: string): Promise<string> {
  const entries = await fs.readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.sort().map(async (file) => `${file} ${await fs.readFile(file, 'base64')}`))
  return texts.join('\n')
}

function said(command: string, args: readonly string[]): Said {
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return JSON.parse(stdout)
}

/** Runs the reader where a mount of its own makes the directory read-only. */
const onReadOnlyDisk = (directory: string): Said =>
  said('unshare', [
    '-m',
    'sh',
    '-c',
    'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$1" "$2" "$0"',
    directory,
    process.execPath,
    reader,
  ])

/** Runs the reader as somebody who may look at the directory and not change it. */
async function asNobody(directory: string): Promise<Said> {
  for (const entry of await fs.readdir(directory, { recursive: true, withFileTypes: true }))
    await fs.chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  await fs.chmod(directory, 0o755)
  return said(process.execPath, [reader, directory, String(nobody)])
}

function expectReadable({ view, recalled, records, context, refused, events, report }: Said): void {
  expect(view).toEqual(right)
  expect(recalled[0]).toContain('green door')
  expect(records[0]).toContain('window 5')
  expect(context).toContain('The stove burns birch')
  expect(report).toMatchObject({ isSound: true })
  expect(events.filter((event) => !event.startsWith('info'))).toEqual(['warn read-only'])
  for (const [what, answer] of Object.entries(refused))
    expect(answer, what).toMatch(/^(storage-failed: .* is read-only: nothing was written|written$)/)
  const harmless = Object.entries(refused).filter(([, answer]) => answer === 'written')
  // Nothing to consolidate and nothing to maintain is no write.
  expect(harmless.map(([what]) => what).filter((what) => !['consolidation', 'maintenance'].includes(what))).toEqual([])
}

describe('fault 5: a memory that cannot be written to', () => {
  it.skipIf(!canMount)(
    'is read, recalled and put into contexts from a read-only disk (needs root and mount namespaces)',
    async () => {
      const directory = await copy()
      const before = await bytesOf(directory)
      expectReadable(onReadOnlyDisk(directory))
      expect(await bytesOf(directory)).toBe(before)
    },
  )

  it.skipIf(!isRoot)(
    'is read, recalled and put into contexts by somebody who may not write (needs root to be somebody else)',
    async () => {
      const directory = await copy()
      expectReadable(await asNobody(directory))
    },
  )

  it.skipIf(!canMount)('shows what a dead writer left (needs root and mount namespaces)', async () => {
    const directory = await copy()
    const { memory } = await opened(directory)
    await memory.records.learn({ text: 'Only the log knows of the owl' })
    const dead = await fs.mkdtemp(`${directory}-dead-`)
    onTestFinished(() => fs.rm(dead, { recursive: true, force: true }))
    // In one go: SQLite's journal may be gone between the listing and its copy, and a temporary file all the same.
    cpSync(directory, dead, { recursive: true, filter: (file) => !file.endsWith('.tmp') })
    await memory.close()
    expect(onReadOnlyDisk(dead).view.records).toContain('Only the log knows of the owl')
  })

  it.skipIf(!canMount)(
    'is told in whole when its tables are damaged or gone, which stay as they are (needs root and mount namespaces)',
    async () => {
      for (const damage of ['no database', '']) {
        const directory = await copy()
        await fs.writeFile(join(directory, 'state/tables.db'), damage.repeat(500))
        const script = `const { openMemory } = await import(${JSON.stringify(pathToFileURL(program('src/index')).href)})
        const events = []
        const memory = await openMemory({ directory: process.argv[1], onEvent: (event) => events.push(event.type + ' ' + event.message) })
        const found = (await memory.recall('green door')).items.map(({ text }) => text)
        const code = await memory.records.list().then(() => 'none', (error) => error.code)
        await memory.close()
        console.log(JSON.stringify({ found, code, events }))`
        const { stdout } = spawnSync(
          'unshare',
          [
            '-m',
            'sh',
            '-c',
            'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$1" --input-type=module -e "$2" "$0"',
            directory,
            process.execPath,
            script,
          ],
          { encoding: 'utf8' },
        )
        const { found, code, events } = JSON.parse(stdout)
        expect(found[0]).toContain('green door')
        expect(code).toBe('none')
        expect(events.filter((event: string) => event.startsWith('records-unreadable'))).toEqual([])
        expect(await fs.readFile(join(directory, 'state/tables.db'), 'utf8')).toBe(damage.repeat(500))
      }
    },
  )
})
