import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts } from '../storage/compare-texts.ts'
import { storedRecord } from '../testing/stored-record.ts'
import { compactLines, foldLines, itemWithReading, type JournalState, nameOf, recordWithUses } from './fold.ts'
import {
  type JournalLine,
  type JournalThing,
  journalHeader,
  parseJournalLine,
  printJournalLine,
} from './journal-line.ts'

const at = (day: number): string => `2026-03-0${day}T00:00:00.000Z`
const ids = ['1', '2', '3']
/** What makes a record one that a person removed. */
const removal = (day: number) => ({ author: 'person' as const, archivedAt: at(day), validTo: at(day) })
const lives = ['a', 'b']

const thing: fc.Arbitrary<JournalThing> = fc
  .record({
    kind: fc.constantFrom('r', 'i', 'm'),
    id: fc.constantFrom(...ids),
    life: fc.constantFrom(...lives),
    text: fc.string(),
    removedOn: fc.constantFrom(0, 0, 0, 1, 2),
    restored: fc.constantFrom(0, 0, 1, 2),
  })
  .map(({ kind, id, life, text, removedOn, restored }): JournalThing => {
    const as = `${kind}${id}${life}`
    if (kind === 'r') {
      const strength = text === '' ? Number.NEGATIVE_INFINITY : 1
      const back = restored === 0 ? {} : { restored: at(restored) }
      return { record: storedRecord(id, { text, strength, ...(removedOn > 0 ? removal(removedOn) : {}), ...back }), as }
    }
    if (kind === 'm') return { mark: [id, text], as }
    const times = { createdAt: at(1), updatedAt: at(1), accessedAt: at(1) }
    return { item: { namespace: ['n'], key: id, value: text, ...times }, as }
  })
const everyAs = (kind: string): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...lives)).map(([id, life]) => `${kind}${id}${life}`)
const anyAs = fc.constantFrom('r', 'i', 'm').chain(everyAs)
const line: fc.Arbitrary<JournalLine> = fc.record(
  {
    put: fc.array(thing, { maxLength: 3 }),
    gone: fc.array(anyAs, { maxLength: 1 }),
    pruned: fc.array(everyAs('i'), { maxLength: 1 }),
    used: fc.dictionary(everyAs('r'), fc.tuple(fc.constantFrom(at(2), at(3)), fc.integer(), fc.nat(9)), { maxKeys: 2 }),
    read: fc.dictionary(everyAs('i'), fc.tuple(fc.constantFrom(at(2), at(3))), { maxKeys: 2 }),
    quiet: fc.constant(true),
    n: fc.integer({ min: 1, max: 9 }),
    by: fc.constantFrom('ada', 'bob'),
  },
  { requiredKeys: ['n', 'by'] },
)
const lines = fc.array(line, { maxLength: 12 })

/** All that can be told of a state. */
function told(state: JournalState): unknown {
  return [...state.live]
    .map(([name, { last, lives: all }]) => {
      const { said, n, by } = last
      if ('record' in said) return [name, all, recordWithUses(state, { n, by, said }, said.record)]
      return [name, all, 'item' in said ? itemWithReading(state, { n, by, said }, said.item) : said]
    })
    .sort(([a], [b]) => compareTexts(String(a), String(b)))
}

const printed = (state: JournalState): string[] => compactLines(state).map((one) => printJournalLine(one, crc32))

describe('a journal', () => {
  it('says the same whatever the order of its lines and however often each is there', () => {
    const mixed = lines.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length })),
    )
    fc.assert(
      fc.property(mixed, ([all, some]) => {
        const state = foldLines(all)
        const other = foldLines([...some, ...all].reverse())
        expect(told(other)).toEqual(told(state))
        expect(printed(other)).toEqual(printed(state))
      }),
      { numRuns: 300 },
    )
  })

  it('says the same when it was compacted, and once more the same lines', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const state = foldLines(all)
        const compacted = foldLines(compactLines(state))
        expect(told(compacted)).toEqual(told(state))
        expect(printed(compacted)).toEqual(printed(state))
        expect(compacted.n).toBe(state.n)
      }),
    )
  })

  describe('of a record that a person removed in one copy', () => {
    const version = (n: number, by: string, fields: object): JournalLine => ({
      put: [{ record: storedRecord('1', fields), as: 'r1a' }],
      n,
      by,
    })
    const said = version(1, 'ada', {})
    const removed = version(2, 'ada', removal(2))
    const removedAt = (...all: JournalLine[]): string | undefined => {
      const thing = foldLines(all).versions.get('r1a')?.said
      return thing && 'record' in thing ? thing.record.archivedAt : undefined
    }

    it('keeps it removed when the other copy changed it later without knowing', () => {
      expect(removedAt(said, removed, version(5, 'eve', { tags: ['later'] }))).toBe(at(2))
    })

    it('has it back when it was restored, in the same copy or knowing of it', () => {
      expect(removedAt(said, removed, version(5, 'ada', {}))).toBe(undefined)
      expect(removedAt(said, removed, version(5, 'eve', { restored: at(2) }))).toBe(undefined)
      expect(removedAt(said, removed, version(5, 'eve', { restored: at(1) }))).toBe(at(2))
    })
  })

  it('keeps away what one copy removed when the other copy is merged, compacted or not', () => {
    fc.assert(
      fc.property(lines, lines, (mine, theirs) => {
        const gone = [...mine, ...theirs].flatMap((one) => one.gone ?? [])
        const merged = foldLines([...compactLines(foldLines(mine)), ...theirs])
        for (const as of gone) expect(merged.versions.has(as)).toBe(false)
      }),
    )
  })

  it('adds up what two copies have used, and each once', () => {
    const record = storedRecord('1', { reinforcementCount: 2 })
    const put: JournalLine = { put: [{ record, as: 'x' }], n: 1, by: 'ada' }
    const used = (n: number, by: string, total: number): JournalLine => ({ used: { x: [at(n), n, total] }, n, by })
    const state = foldLines([used(3, 'bob', 2), used(2, 'ada', 1), put, used(4, 'ada', 3), used(2, 'ada', 1)])
    const said = { record, as: 'x' }
    expect(recordWithUses(state, { n: 1, by: 'ada', said }, said.record)).toEqual({
      ...record,
      accessedAt: at(4),
      strength: 4,
      reinforcementCount: 7,
    })
  })

  it('names records, items and marks apart', () => {
    expect(nameOf({ mark: ['1', ''], as: 'x' })).not.toBe(nameOf({ record: storedRecord('1'), as: 'x' }))
  })
})

describe('a line of a journal', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(line, (one) => {
        expect(parseJournalLine(printJournalLine(one, crc32), crc32)).toEqual(one)
      }),
    )
  })

  it('is refused when one of its bits has flipped', () => {
    fc.assert(
      fc.property(line, fc.nat(), fc.nat(6), (one, position, bit) => {
        const text = printJournalLine(one, crc32)
        const index = position % text.length
        const flipped = String.fromCharCode(text.charCodeAt(index) ^ (1 << bit))
        const damaged = text.slice(0, index) + flipped + text.slice(index + 1)
        expect(() => parseJournalLine(damaged, crc32)).toThrow(expect.objectContaining({ code: 'corrupt' }))
      }),
      { numRuns: 1000 },
    )
  })

  it('is refused when it was cut, and taken without a checksum when a person wrote it', () => {
    const text = printJournalLine({ put: [{ record: storedRecord('1'), as: 'x' }], n: 1, by: 'ada' }, crc32)
    for (let end = 1; end < text.length; end += 1) expect(() => parseJournalLine(text.slice(0, end), crc32)).toThrow()
    const byHand = `${text.slice(0, text.indexOf(',"sum"'))}}`
    expect(parseJournalLine(byHand, crc32)).toEqual(parseJournalLine(text, crc32))
    expect(() => parseJournalLine(byHand.replace('"text"', '"txet"'), crc32)).toThrow(/txet/)
  })

  it('says nothing as a header, or empty', () => {
    expect([parseJournalLine(journalHeader, crc32), parseJournalLine('', crc32)]).toEqual([undefined, undefined])
  })
})
