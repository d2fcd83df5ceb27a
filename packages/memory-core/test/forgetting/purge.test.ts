import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { analyse } from '../../src/text/analyse.ts'
import { workspace } from '../consolidation/workspace.ts'
import { filesWith } from './bytes.ts'

const word = 'Quibblefrost'

/** A memory with a record, and another connection that reads from the log of its tables. */
async function withReader() {
  const place = await workspace()
  const memory = await place.open({ consolidation: { auto: false } })
  await memory.records.learn({ text: `On ${word}` })
  const reader = new DatabaseSync(join(place.directory, 'state/tables.db'))
  onTestFinished(() => reader.close())
  reader.exec('BEGIN')
  reader.prepare('SELECT * FROM records').all()
  return { place, memory, reader }
}

it('a log that another process reads from keeps removed bytes: the receipt says so, and the next one that it is done', async () => {
  const { place, memory, reader } = await withReader()
  const { remains, counts } = await memory.forget({ text: word })
  expect(counts.records).toBe(1)
  expect(remains).toEqual([expect.stringMatching(/tables\.db-wal" still holds removed bytes, because another process/)])
  reader.exec('COMMIT')
  expect((await memory.forget({ text: word })).remains).toEqual([])
  expect(await filesWith(place.directory, [word, ...analyse(word)])).toEqual([])
}, 30_000)

it('a log that is read from for a moment is emptied after it, while the thread does other work', async () => {
  const { place, memory, reader } = await withReader()
  // If the wait blocked the thread, the reader could not end before the purge gave up.
  let ticks = 0
  const timer = setInterval(() => ++ticks === 100 && reader.exec('COMMIT'), 10)
  onTestFinished(() => clearInterval(timer))
  expect((await memory.forget({ text: word })).remains).toEqual([])
  expect(await filesWith(place.directory, [word, ...analyse(word)])).toEqual([])
}, 30_000)

it('a damaged database that was set aside is named, and half-written files of dead processes go', async () => {
  const place = await workspace()
  const memory = await place.open()
  await memory.addMessages('s', { role: 'user', content: 'x' })
  writeFileSync(join(place.directory, '.daybook/store.db.corrupt-20260101T000000000Z'), word)
  mkdirSync(join(place.directory, 'memory/.versions'), { recursive: true })
  const litter = join(place.directory, 'memory/.versions/.0123abcd-1-0123456789ab.tmp')
  writeFileSync(litter, word)
  utimesSync(litter, 1, 1)
  const { remains } = await memory.forget({ text: word })
  expect(remains).toEqual([expect.stringMatching(/store\.db\.corrupt-20260101T000000000Z" is a damaged database/)])
  expect(await filesWith(place.directory, [word])).toEqual(['.daybook/store.db.corrupt-20260101T000000000Z'])
})

it('an index of many words keeps no trace of those that went', async () => {
  const place = await workspace()
  const memory = await place.open({ consolidation: { auto: false } })
  const words = Array.from(
    { length: 600 },
    (_, at) => `w${((at + 1) * 2_654_435_761).toString(36)}q${at.toString(36)}x`,
  )
  await memory.addMessages(
    's',
    words.map((content, at) => ({ id: `m${at}`, role: 'user', content: `${content} forgetmenot` })),
  )
  await memory.addMessages(
    's',
    words.map((content) => ({ role: 'assistant', content: `kept${content.slice(0, 3)}` })),
  )
  await memory.flush()
  expect((await memory.forget({ text: 'forgetmenot' })).counts.sessions).toBe(600)
  // An index keeps of a word what differs from the word before it.
  const traces = words.map((content) => content.slice(3))
  expect(await filesWith(place.directory, [...traces, 'forgetmenot'])).toEqual([])
})
