import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { knowledgeCategories } from './knowledge-entry.ts'
import { toKnowledgeCategory, toNoteType, toRecordType } from './mapping.ts'

/** The rows of the doc comment's tables: the names in the first column, and the two that they become. */
function documented(title: string): string[][] {
  const lines = readFileSync(new URL('mapping.ts', import.meta.url), 'utf8').split('\n')
  const start = lines.findIndex((line) => line.startsWith(` * | ${title} |`))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith(' * |'))
  return lines.slice(start + 2, end).map((line) => [...line.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name ?? ''))
}

describe('the mapping of names between layers', () => {
  it('X10 is what its tables say, from every layer to every other', () => {
    const categories = documented('knowledge, facts')
    const notes = documented('note')
    const records = documented('record')
    expect([categories.length, notes.length, records.length]).toEqual([6, 5, 7])
    for (const [name = '', record, note] of categories) {
      expect([toRecordType('facts', name), toNoteType('facts', name)], name).toEqual([record, note])
      if (name === 'user_info') continue
      expect([toRecordType('knowledge', name), toNoteType('knowledge', name)], name).toEqual([record, note])
      expect(toKnowledgeCategory('knowledge', name)).toBe(name)
    }
    for (const [name = '', category, record] of notes)
      expect([toKnowledgeCategory('notes', name), toRecordType('notes', name)], name).toEqual([category, record])
    for (const [name = '', category, note] of records) {
      expect([toKnowledgeCategory('records', name), toNoteType('records', name)], name).toEqual([category, note])
      expect(toRecordType('records', name)).toBe(name)
    }
  })

  it('X10 reads unknown knowledge as learned_fact and an unknown note as other, and refuses an unknown record', () => {
    for (const name of ['nope', '', '__proto__', 'constructor']) {
      for (const layer of ['knowledge', 'facts'] as const) {
        expect(toKnowledgeCategory(layer, name)).toBe('learned_fact')
        expect(toRecordType(layer, name)).toBe(toRecordType(layer, 'learned_fact'))
      }
      expect(toRecordType('notes', name)).toBe(toRecordType('notes', 'other'))
      expect(() => toRecordType('records', name)).toThrow(
        `the record type is ${JSON.stringify(name)}, expected policy,`,
      )
      expect(() => toNoteType('records', name)).toThrow(expect.objectContaining({ code: 'bad-input' }))
    }
  })

  it('X10 names only what can be written: five categories, four types of notes', () => {
    const categories: string[] = [...knowledgeCategories]
    for (const name of ['user', 'feedback', 'project', 'reference', 'other', 'nope']) {
      expect(categories).toContain(toKnowledgeCategory('notes', name))
      expect(['user', 'feedback', 'project', 'reference']).toContain(toNoteType('notes', name))
    }
    expect(toNoteType('notes', 'feedback')).toBe('feedback')
    expect(toNoteType('notes', 'other')).toBe('reference')
  })

  it('knows user_info as a category of facts only', () => {
    expect(toKnowledgeCategory('facts', 'user_info')).toBe('learned_fact')
    expect(toNoteType('facts', 'user_info')).toBe('user')
    expect(toNoteType('knowledge', 'user_info')).toBe('reference')
  })
})
