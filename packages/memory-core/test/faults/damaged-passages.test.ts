import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Memory, MemoryEvent, MemoryOptions } from '../../src/index.ts'
import { synonymEmbedder } from '../memory/synonym-embedder.ts'
import { opened } from './corruption-workspace.ts'

async function folder(): Promise<string> {
  const directory = await fs.mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => fs.rm(directory, { recursive: true }))
  return directory
}

function onDatabase<T>(directory: string, name: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(directory, 'state', name))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Changes letters inside rows, as a bad disk does. */
function flip(directory: string, name: 'index.db', sql: string): void {
  const changes = onDatabase(directory, name, (database) => database.prepare(sql).run().changes)
  expect(changes).toBeGreaterThan(0)
}

async function memoryAt(
  directory: string,
  options: Partial<MemoryOptions> = {},
): Promise<{ memory: Memory; events: MemoryEvent[] }> {
  const found = await opened(directory, options)
  onTestFinished(() => found.memory.close())
  return found
}

const textsOf = (found: readonly { text: string }[]): string[] => found.map(({ text }) => text)

describe('a damaged passage', () => {
  const said = 'The heron sleeps in the reeds'

  async function withDamagedPassage(options: Partial<MemoryOptions> = {}) {
    const directory = await folder()
    const { memory } = await opened(directory, options)
    await memory.addMessages('s', { id: 'm1', role: 'user', content: said })
    await memory.records.learn({ text: 'Never feed the dog', type: 'policy' })
    await memory.recall('heron')
    await memory.flush()
    await memory.close()
    return { directory, options }
  }

  it('is not recalled: the index is made anew, and that is said', async () => {
    const { directory } = await withDamagedPassage()
    flip(directory, 'index.db', "UPDATE passages SET text = replace(text, 'sleeps', 'sleepS')")
    const { memory, events } = await memoryAt(directory)
    expect(textsOf((await memory.recall('heron reeds')).items)).toContain(said)
    expect(events.filter(({ type }) => type === 'index-rebuilt')).toHaveLength(1)
    expect(textsOf((await memory.recall('heron reeds')).items)).toContain(said)
    expect(events.filter(({ type }) => type === 'index-rebuilt')).toHaveLength(1)
  })

  it.each(['id', 'layer', 'type', 'source', 'created_at'])('is noticed by its %s', async (column) => {
    const { directory } = await withDamagedPassage()
    const value = column === 'source' ? `replace(source, '"', '" ')` : `coalesce(${column}, '') || '1'`
    flip(directory, 'index.db', `UPDATE passages SET ${column} = ${value} WHERE layer = 'sessions'`)
    const { memory, events } = await memoryAt(directory)
    const { items } = await memory.recall('heron reeds')
    expect(items.find(({ text }) => text === said)).toMatchObject({ layer: 'sessions', source: { messageId: 'm1' } })
    // Those that a recall ranks by make it miss the row before it is read.
    const isUnseen = column === 'layer' && events.every(({ type }) => type !== 'index-rebuilt')
    expect(isUnseen || events.some(({ type }) => type === 'index-rebuilt')).toBe(true)
  })

  it('does not keep records from being found, nor those that are near in meaning', async () => {
    const { embed, asked } = synonymEmbedder()
    const { directory } = await withDamagedPassage({ embed })
    flip(directory, 'index.db', "UPDATE passages SET text = replace(text, 'feed', 'feeD')")
    const { memory, events } = await memoryAt(directory, { embed })
    expect(textsOf(await memory.records.recall('dog'))).toEqual(['Never feed the dog'])
    await memory.flush()
    flip(directory, 'index.db', "UPDATE passages SET text = replace(text, 'feed', 'feeD')")
    // Its text has to be embedded again, and is not: it is not the one that was written.
    await memory.recall('hound')
    await memory.flush()
    await memory.flush()
    expect(asked.flatMap(({ texts }) => texts)).not.toContain('Never feeD the dog')
    expect(textsOf((await memory.recall('hound')).items)[0]).toBe('Never feed the dog')
    expect(events.filter(({ type }) => type === 'index-rebuilt')).toHaveLength(2)
  })

  it('is found by a check', async () => {
    const { directory } = await withDamagedPassage()
    flip(directory, 'index.db', "UPDATE passages SET text = replace(text, 'sleeps', 'sleepS')")
    const { memory } = await memoryAt(directory)
    expect((await memory.check()).findings.map(({ place }) => place)).toEqual(['search index'])
    expect((await memory.check({ repair: true })).isSound).toBe(true)
    expect(await memory.check()).toMatchObject({ findings: [] })
  })
})
