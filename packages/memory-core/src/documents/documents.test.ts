import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localStorage } from '../local/index.ts'
import type { Storage } from '../storage/storage.ts'
import { createFacts } from './facts.ts'
import { createFactsFile, factsDefaults } from './facts-file.ts'
import { createHistory, createHistoryFile } from './history.ts'
import { type HistoryOptions, historyDefaults } from './history-entry.ts'

const run = promisify(execFile)

let directory: string
let storage: Storage

beforeEach(async () => {
  directory = await fs.mkdtemp(join(tmpdir(), 'daybook-documents-'))
  storage = await localStorage({ directory: join(directory, 'workspace') })
})

afterEach(async () => {
  await storage.close()
  await fs.rm(directory, { recursive: true })
})

function open(options: Partial<Required<HistoryOptions>> = {}) {
  const setting = { storage, clock: () => Date.parse('2025-01-15T10:30:00Z'), report: () => undefined }
  const resolved = { ...historyDefaults, ...options }
  const guard = <T>(fn: () => Promise<T>): Promise<T> => storage.lock(['documents'], fn)
  return {
    facts: createFacts(setting, createFactsFile(setting, factsDefaults), guard),
    history: createHistory(setting, createHistoryFile(setting, resolved), guard, resolved),
  }
}

const inMemory = (name: string): string => join(directory, 'workspace', 'memory', name)
const mode = async (path: string): Promise<string> => ((await fs.stat(path)).mode & 0o777).toString(8)

describe('documents on disk', () => {
  it('G02 makes memory/ with its parents, and writes UTF-8', async () => {
    const { facts, history } = open({ rotation: 'none', format: 'line' })
    await facts.append('- schläft in 北京')
    await history.append('größer')
    expect(await fs.readFile(inMemory('MEMORY.md'), 'utf8')).toBe('- schläft in 北京\n')
    expect(await fs.readFile(inMemory('HISTORY.md'), 'utf8')).toBe('[2025-01-15 10:30:00 UTC] größer\n')
  })

  it('B14 gives memory/ mode 0700 and its files 0600, versions included', async () => {
    const { facts, history } = open({ rotation: { by: 'month', keepMain: true } })
    await facts.replace('one')
    await facts.replace('two')
    await history.append('x')
    expect(await mode(inMemory(''))).toBe('700')
    expect(await mode(inMemory('.versions'))).toBe('700')
    const [version = ''] = await fs.readdir(inMemory('.versions'))
    for (const file of ['MEMORY.md', 'HISTORY.md', 'HISTORY-2025-01.md', join('.versions', version)])
      expect(await mode(inMemory(file))).toBe('600')
  })

  it('N03 replaces MEMORY.md by renaming a finished file over it', async () => {
    const { facts } = open()
    await facts.replace('one')
    const reader = await fs.open(inMemory('MEMORY.md'))
    await facts.replace('two')
    expect(await reader.readFile('utf8')).toBe('one')
    await reader.close()
    expect(await fs.readFile(inMemory('MEMORY.md'), 'utf8')).toBe('two')
    expect((await fs.readdir(inMemory(''))).sort()).toEqual(['.versions', 'MEMORY.md'])
  })

  it('loses none of many changes made at once', async () => {
    const { facts, history } = open()
    const other = open()
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const { facts: mine, history: log } = n % 2 ? { facts, history } : other
        return n % 4 < 2 ? mine.append({ text: `fact ${n}` }) : log.append(`entry ${n}`)
      }),
    )
    expect(await facts.list()).toHaveLength(20)
    expect(await history.list()).toHaveLength(20)
  })

  it.each(['line', 'section', 'plain'] as const)(
    'B15 is found by grep, by word and by day, in format %s',
    async (format) => {
      const { history } = open({ format, rotation: 'none' })
      await history.append('Before.', { at: '2025-01-14T09:00:00Z' })
      await history.append('User asked about Deployment.')
      await history.append('Discussed the api changes.', { at: '2025-01-16T09:00:00Z' })
      await history.append('After.', { at: '2025-01-17T09:00:00Z' })
      const file = inMemory('HISTORY.md')
      const grep = async (...args: string[]): Promise<string> => (await run('grep', [...args, file])).stdout
      expect(await grep('-i', 'deployment')).toContain('User asked about Deployment.')
      expect(await grep('-C2', 'api changes')).toContain(format === 'section' ? '2025-01-16' : 'After.')
      expect(await grep('2025-01-15')).toContain('2025-01-15')
      expect(await grep('2025-01-15')).not.toContain('2025-01-16')
    },
  )

  it('B15 lets cat show MEMORY.md as it is', async () => {
    await open().facts.append({ text: 'Prefers TypeScript', category: 'user_preference' })
    expect((await run('cat', [inMemory('MEMORY.md')])).stdout).toBe('- [user_preference] Prefers TypeScript\n')
  })
})

it('N07 needs neither model nor network: the folder imports text, statements, storage and the vocabulary only', async () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const sources = (await fs.readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(sources.length).toBeGreaterThan(5)
  for (const file of sources) {
    const source = await fs.readFile(join(folder, file), 'utf8')
    expect(source).not.toMatch(/\bfetch\(|\bimport\((?!'\.\/)/)
    for (const [, name] of source.matchAll(/from '([^']+)'/g))
      expect(name).toMatch(
        /^(?:\.\/[a-z-]+|\.\.\/(?:clock|errors|events|option-checks)|\.\.\/(?:text|statements|statements\/claims|storage)\/[a-z-]+)\.ts$/,
      )
  }
})
