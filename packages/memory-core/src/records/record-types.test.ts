import { describe, expect, it } from 'vitest'
import { recordTypes } from '../storage/records.ts'
import { openRecords } from './open-records.fixture.ts'
import { recordTypeRows, recordTypeTexts } from './record-types.ts'

describe('record types', () => {
  it('C02 has the seven types of the document with their priorities', () => {
    const priorities = recordTypes.map((type) => [type, recordTypeRows[type].priority])
    expect(priorities).toEqual([
      ['policy', 'critical'],
      ['workflow', 'high'],
      ['pitfall', 'high'],
      ['architecture', 'high'],
      ['decision', 'medium'],
      ['preference', 'medium'],
      ['fact', 'normal'],
    ])
    expect(Object.keys(recordTypeRows)).toEqual(recordTypes)
  })

  it('C02 says of each type what to store, with the example of the document', () => {
    expect(recordTypes.map((type) => [recordTypeTexts[type].store, recordTypeTexts[type].example])).toEqual([
      ['Rules, constraints, non-negotiables', 'Never commit secrets'],
      ['Proven step-by-step processes', 'Deploy pipeline steps'],
      ['Mistakes to avoid, failure patterns', "Don't use ORM for bulk inserts"],
      ['System design decisions, boundaries', 'Auth is separate service'],
      ['Choices made with context', 'Chose SQLite over Postgres for X'],
      ['User likes/dislikes, style choices', 'Prefers stdlib over deps'],
      ['General knowledge, references', 'API rate limit is 100/min'],
    ])
  })

  it('C02 gives a record the priority of its type when none is named', async () => {
    const { records } = openRecords()
    const learned = await records.learn(recordTypes.map((type) => ({ type, text: `About ${type}` })))
    expect(learned.map(({ priority }) => priority)).toEqual(recordTypes.map((type) => recordTypeRows[type].priority))
    const [given] = await records.learn({ text: 'Rates change', priority: 'low' })
    expect(given).toMatchObject({ type: 'fact', priority: 'low' })
  })
})
