import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { parseFrontMatter, printNote, rewriteNote, withHeader, withUpdated } from './front-matter.ts'

const draft = { name: 'User Preferences', description: 'Editor settings', type: 'user', content: '- Uses vim' } as const
const words = fc
  .oneof(
    fc.string({ unit: anySign, maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom(
        'a',
        'B',
        ':',
        ' ',
        '#',
        '"',
        "'",
        '\\',
        '\n',
        '-',
        '[',
        '{',
        '%',
        '\0',
        '\u2028',
        '\ufeff',
        'é',
      ),
    }),
    fc.constantFrom(
      'true',
      'null',
      'no',
      '~',
      '1e3',
      '007',
      '2026-03-25',
      '2026-02-31',
      '---',
      'x: y',
      'x #y',
      '<<',
      '__proto__',
      '- a',
      'C#: a',
    ),
  )
  .map((text) => text.toWellFormed().trim())
  .filter((text) => text !== '')

describe('printNote', () => {
  it('L06 writes the header of the document and the text', () => {
    expect(printNote(draft, '2026-03-25')).toBe(
      '---\nname: User Preferences\ndescription: Editor settings\ntype: user\nupdated: 2026-03-25\n---\n\n- Uses vim\n',
    )
  })

  it('reads back what it wrote, whatever the texts', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, fc.string({ unit: anySign }), async (name, description, content) => {
        const text = printNote({ name, description, type: 'feedback', content }, '2026-03-25')
        const parsed = await parseFrontMatter(text)
        expect(parsed.meta).toEqual({ name, description, type: 'feedback', updated: '2026-03-25' })
        expect(parsed.body).toBe(content.toWellFormed().trim())
      }),
      { numRuns: 1000 },
    )
  })
})

describe('rewriteNote', () => {
  it('changes only what differs: other keys, their order, comments and quotes stay', async () => {
    const before =
      '---\n# mine\nupdated: 2020-01-01 # day\ntags: [a,  b]\n"name": \'User Preferences\'\ndescription: >\n  one\n  two\n\n# below\ntype:   reference\nlast: |\n  updated: no\n---\nold\n'
    expect(await rewriteNote(before, draft, '2026-03-25')).toBe(
      '---\n# mine\nupdated: 2026-03-25 # day\ntags: [a,  b]\n"name": \'User Preferences\'\ndescription: Editor settings\n\n# below\ntype:   user\nlast: |\n  updated: no\n---\n\n- Uses vim\n',
    )
  })

  it('keeps a byte order mark and the line breaks of Windows', async () => {
    const before = '\uFEFF---\r\nname: Old\r\nkey: 1\r\n---\r\nold\r\n'
    expect(await rewriteNote(before, { ...draft, content: 'a\nb' }, '2026-03-25')).toBe(
      '\uFEFF---\r\nname: User Preferences\r\nkey: 1\r\ndescription: Editor settings\r\ntype: user\r\nupdated: 2026-03-25\r\n---\r\n\r\na\r\nb\r\n',
    )
  })

  it.each(['plain', '---\n{name: x, type: user}\n---\n', '---\n- a\n---\n'])(
    'answers undefined for a header that cannot be edited: %j',
    async (text) => {
      expect(await rewriteNote(text, draft, '2026-03-25')).toBeUndefined()
    },
  )
})

describe('withUpdated', () => {
  it('changes the day and not one other byte', async () => {
    const line = fc.constantFrom(
      'name: x',
      'description: "a # b"',
      'type: user # c',
      'updated: 2020-01-01',
      "updated: '2020-01-01'   # day",
      'updated:',
      'tags:\n- a\n- b',
      'deep:\n  updated: 1\n  more: |\n    text\n\n    text',
      '# comment',
      '',
      'unknown: é',
      'aliased: &a 1\nalias: *a',
    )
    const lineBreak = fc.constantFrom('\n', '\r\n')
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(line), lineBreak, fc.boolean(), fc.string(), async (lines, eol, bom, body) => {
        const text = `${bom ? '\uFEFF' : ''}---\n${lines.map((one) => `${one}\n`).join('')}---\n${body}`.replaceAll(
          '\n',
          eol,
        )
        const before = await parseFrontMatter(text)
        fc.pre(before.hasHeader)
        const after = await withUpdated(text, '2026-03-25')
        if (lines.filter((one) => one.startsWith('updated')).length < 2)
          expect((await parseFrontMatter(after)).meta).toEqual({ ...before.meta, updated: '2026-03-25' })
        const rest = (whole: string): string => whole.replaceAll(/^updated:.*\r?\n/gm, '')
        expect(rest(after)).toBe(rest(text))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps the comment behind the day', async () => {
    expect(await withUpdated('---\nupdated: "2020-01-01"  # a # b\n---\n', '2026-03-25')).toBe(
      '---\nupdated: 2026-03-25  # a # b\n---\n',
    )
  })

  it('adds the day to a header without one, and leaves a file without a header alone', async () => {
    expect(await withUpdated('---\ntags: [x]\n---\n', '2026-03-25')).toBe('---\ntags: [x]\nupdated: 2026-03-25\n---\n')
    expect(await withUpdated('text', '2026-03-25')).toBe('text')
    expect(await withUpdated('---\n{name: x}\n---\n', '2026-03-25')).toBe('---\n{name: x}\n---\n')
  })
})

describe('withHeader', () => {
  it('gives a plain file a header out of its name and first line', async () => {
    expect(await withHeader('work~plan.md', '\n## The plan\nmore\n', '2026-03-25')).toBe(
      '---\nname: plan\ndescription: The plan\ntype: reference\nupdated: 2026-03-25\n---\n\n\n## The plan\nmore\n',
    )
    expect(await withHeader('x.md', '', '2026-03-25')).toContain('name: x\ndescription: x\n')
  })

  it('leaves a header as it is', async () => {
    expect(await withHeader('x.md', '---\ntype: odd\n---\n', '2026-03-25')).toBe('---\ntype: odd\n---\n')
  })
})
