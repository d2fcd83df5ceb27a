import { describe, expect, it } from 'vitest'
import type { StoredRecord } from '../storage/records.ts'
import { commandsOf, printRecords } from './records-page.ts'

function record(at: number): StoredRecord {
  const time = '2026-01-01T00:00:00.000Z'
  return {
    id: `record:${at}`,
    type: 'fact',
    kind: 'semantic',
    priority: 'normal',
    text: `Fact number ${at}`,
    tags: [],
    author: 'user',
    confidence: 1,
    createdAt: time,
    accessedAt: time,
    reinforcementCount: 1,
    successCount: 0,
    failureCount: 0,
    strength: 1,
    tokens: 1,
  }
}

const records = Array.from({ length: 30 }, (_, at) => record(at))
const page = printRecords(records, 30, 0)

/** The page without these records' lines. */
function without(...numbers: readonly number[]): string {
  const isGone = (line: string): boolean => numbers.some((at) => line.startsWith(`- Fact number ${at} (`))
  return page
    .split('\n')
    .filter((line) => !isGone(line))
    .join('\n')
}

describe('X9a an edited RECORDS.md', () => {
  it('asks for what was removed and what was changed, and for nothing else', () => {
    const edited = without(3).replace('- Fact number 4 (', '- Fact number four (')
    expect(commandsOf(edited, records)).toEqual({
      archive: ['record:3'],
      change: new Map([['record:4', 'Fact number four']]),
    })
    expect(commandsOf(page, records)).toEqual({ archive: [], change: new Map() })
  })

  it('asks for nothing where most of it is gone, or its title: it is torn', () => {
    const most = Array.from({ length: 16 }, (_, at) => at)
    expect(commandsOf(without(...most.slice(1)), records).archive).toHaveLength(15)
    for (const torn of [without(...most), without(3).replace('# Records\n', ''), ''])
      expect(commandsOf(torn, records)).toEqual({ archive: [], change: new Map() })
  })

  it('archives no record whose line lost only what stands behind the text', () => {
    const edited = page.replace(/- Fact number 5 \(.*/, '- Fact number 5 (record')
    expect(commandsOf(edited, records).archive).toEqual([])
  })
})
