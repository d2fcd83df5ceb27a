import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import type { Note } from './note.ts'
import { isNoteFile } from './note-files.ts'
import { currentIndex, emptyIndex, isGeneratedIndex, notesProtocol, printIndex } from './note-index.ts'

const note = (fields: Partial<Note>): Note => ({
  filename: 'a.md',
  name: 'a',
  description: 'a',
  type: 'other',
  ...fields,
})

const documented = [
  note({
    filename: 'feedback_testing.md',
    name: 'Testing Conventions',
    type: 'feedback',
    description: 'Always run pytest before committing',
  }),
  note({
    filename: 'project_auth.md',
    name: 'Auth Refactor',
    type: 'project',
    description: 'Backend auth migration status',
  }),
  note({
    filename: 'user_prefs.md',
    name: 'User Preferences',
    type: 'user',
    description: 'Editor settings and communication style',
  }),
]

/** The files that the lines of an index link to. */
function linked(index: string): string[] {
  return index.split('\n').flatMap((line) => {
    const link = /^- \[(?:[^\\[\]]|\\.)*\]\(([^()\s<>]+)\) - \S/.exec(line)?.[1]
    return link === undefined ? [] : [decodeURIComponent(link)]
  })
}

describe('printIndex', () => {
  it('L10 prints the index of the worked example, a section for each type', () => {
    expect(printIndex(documented, 200)).toBe(
      '# Memory\n\n## User\n- [User Preferences](user_prefs.md) - Editor settings and communication style\n\n' +
        '## Feedback\n- [Testing Conventions](feedback_testing.md) - Always run pytest before committing\n\n' +
        '## Project\n- [Auth Refactor](project_auth.md) - Backend auth migration status\n',
    )
  })

  it('X24 orders the sections User, Feedback, Project, Reference, Other', () => {
    const types = ['other', 'reference', 'project', 'feedback', 'user'] as const
    const index = printIndex(
      types.map((type) => note({ type, filename: `${type}.md` })),
      200,
    )
    expect(index.match(/^## .*/gm)).toEqual(['## User', '## Feedback', '## Project', '## Reference', '## Other'])
  })

  it('X25 prints (empty) when there is no note', () => {
    expect(printIndex([], 200)).toBe('# Memory\n\n(empty)\n')
    expect(isGeneratedIndex('# Memory\n')).toBe(true)
    expect(isGeneratedIndex(emptyIndex)).toBe(true)
  })

  it('L01 stays below 200 lines: what was updated longest ago is left out, and the last line says so', () => {
    const many = Array.from({ length: 300 }, (_, at) =>
      note({
        filename: `n${String(at).padStart(3, '0')}.md`,
        type: at % 2 === 0 ? 'user' : 'project',
        updated: `20${String(10 + (at % 90))}-01-01`,
      }),
    )
    const index = printIndex(many, 200)
    const lines = index.trimEnd().split('\n')
    expect(index.endsWith('\n')).toBe(true)
    expect(lines.length).toBeLessThan(200)
    expect(lines.length).toBeGreaterThan(195)
    const shown = new Set(linked(index))
    expect(lines.at(-1)).toBe(`(${300 - shown.size} more notes: memory_view with target "files" lists them all)`)
    const left = many.filter(({ filename }) => !shown.has(filename)).map(({ updated }) => updated ?? '')
    const kept = many.filter(({ filename }) => shown.has(filename)).map(({ updated }) => updated ?? '')
    const newestLeft = left.reduce((a, b) => (a > b ? a : b))
    expect(kept.every((day) => day >= newestLeft)).toBe(true)
    expect([...shown]).toEqual(
      [...many]
        .filter((one) => shown.has(one.filename))
        .sort((a, b) => (a.type === b.type ? 0 : a.type === 'user' ? -1 : 1))
        .map(({ filename }) => filename),
    )
    expect(isGeneratedIndex(index)).toBe(true)
  })

  it('L01 stays below any limit, whatever the notes', () => {
    const types = fc.constantFrom('user', 'feedback', 'project', 'reference', 'other')
    fc.assert(
      fc.property(fc.array(types, { maxLength: 60 }), fc.integer({ min: 10, max: 50 }), (list, maxLines) => {
        const index = printIndex(
          list.map((type, at) => note({ filename: `n${at}.md`, type })),
          maxLines,
        )
        expect(index.trimEnd().split('\n').length).toBeLessThan(maxLines)
        const left = Number(/^\((\d+) more/m.exec(index)?.[1] ?? 0)
        expect(linked(index).length + left).toBe(list.length)
      }),
    )
  })

  it('gives each note one line whose link leads to its file, whatever its name and description', () => {
    const text = fc.oneof(
      fc.string({ unit: anySign, maxLength: 80 }),
      fc
        .array(
          fc.constantFrom(
            '[',
            ']',
            '(',
            ')',
            '\\',
            '\n',
            '\r',
            '---',
            '<!--',
            '<b>',
            '`',
            '#',
            '- ',
            ' ',
            '\u2028',
            '\u202e',
            '\0',
            'x',
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join('')),
      fc.constantFrom('x](evil.md) - y\n- [z', '\n## User\n', 'x'.repeat(100_000), ' '.repeat(100_000)),
    )
    const filename = text.map((name) => `${name.replaceAll(/[/\\\0]/g, '').slice(0, 60)}.md`).filter(isNoteFile)
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ filename, name: text, description: text }), {
          selector: (one) => one.filename,
          maxLength: 6,
        }),
        (notes) => {
          const index = printIndex(
            notes.map((fields) => note(fields)),
            200,
          )
          expect(new Set(linked(index))).toEqual(new Set(notes.map((one) => one.filename)))
          expect(index.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(notes.length)
          expect(index.match(/^## /gm) ?? []).toHaveLength(notes.length > 0 ? 1 : 0)
          expect(index).not.toMatch(/[^\\]<[a-z!/]/i)
          expect(index.length).toBeLessThan(100 + notes.length * 1500)
          expect(isGeneratedIndex(index)).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('takes a text of a person for no generated index', () => {
    for (const text of [
      '',
      '# Memory\n\nThe user likes tea.\n',
      '# Notes\n',
      '# Memory\n\n- buy milk\n',
      '# Memory\n\n## Mine\n',
    ])
      expect(isGeneratedIndex(text)).toBe(false)
  })
})

describe('the protocol of the notes', () => {
  it('L11 has the five rules, the types and the index', () => {
    const text = `${notesProtocol}\n\n${currentIndex(printIndex(documented, 200))}`
    const rules = text.match(/^[1-5]\. .+$/gm) ?? []
    expect(rules).toHaveLength(5)
    expect(text).toMatch(/^MEMORY PROTOCOL:\n1\. /)
    expect(text).toMatch(/\n\nMEMORY TYPES:\n- user: .+\n- feedback: .+\n- project: .+\n- reference: .+\n/)
    expect(text.endsWith(`\nCurrent memory index:\n${printIndex(documented, 200)}`)).toBe(true)
    const named = [/memory index/, /memory_read/, /memory_write/, /memory_update/, /memory_delete/]
    for (const [at, words] of named.entries()) expect(rules[at]).toMatch(words)
  })
})
