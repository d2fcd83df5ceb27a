import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localStorage } from '../../local/storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { itemWrite } from '../../testing/item-write.ts'
import { storedRecord } from '../../testing/stored-record.ts'

const text = 'a crane '.repeat(100)
const numbers = Array.from({ length: 50 }, (_, number) => number)

/** Writes fifty things of a kilobyte each whose keys begin alike; those of the same key replace each other. */
const writes: Record<'records' | 'items', (storage: Storage, key: string, turn: number) => Promise<unknown>> = {
  records: ({ records }, key, turn) =>
    records.write({ put: numbers.map((n) => storedRecord(`${key}${n}`, { text: `${text}${turn}` })) }),
  items: ({ items }, key, turn) =>
    items.put(numbers.map((n) => ({ ...itemWrite(`a/${key}${n}`), value: `${text}${turn}` }))),
}

describe.each(['records', 'items'] as const)('the journal of %s', (name) => {
  async function open() {
    const root = await mkdtemp(join(tmpdir(), 'daybook-'))
    const storage = await localStorage({ directory: root })
    onTestFinished(async () => {
      await storage.close()
      await rm(root, { recursive: true })
    })
    return { storage, stat: () => fs.statSync(join(root, 'journal', `${name}.jsonl`)) }
  }

  it('is not rewritten while it only grows', async () => {
    const { storage, stat } = await open()
    await writes[name](storage, 'first', 0)
    const { ino, size } = stat()
    for (let turn = 1; turn < 12; turn++) await writes[name](storage, `k${turn}-`, turn)
    expect(stat().ino).toBe(ino)
    expect(stat().size).toBeGreaterThan(11 * size)
  })

  it('is rewritten when half as much garbage as content has gathered', async () => {
    const { storage, stat } = await open()
    await writes[name](storage, 'k', 0)
    const { size } = stat()
    const sizes: number[] = []
    for (let turn = 1; turn < 12; turn++) {
      await writes[name](storage, 'k', turn)
      sizes.push(stat().size)
    }
    expect(Math.max(...sizes)).toBeLessThan(2.2 * size)
  })
})
