import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { parseFrontMatter, parseNote } from './front-matter.ts'

const example = [
  '---',
  'name: User Preferences',
  'description: Editor settings and communication style',
  'type: user',
  'updated: 2026-03-25',
  '---',
  '',
  '- Prefers concise answers',
  '- Uses vim keybindings',
  '- Timezone: UTC+8',
  '',
].join('\n')

const headed = (header: string, body = 'text'): string => `---\n${header}\n---\n${body}`

describe('parseFrontMatter', () => {
  it('L03 reads the header and the text of the worked example of the document', async () => {
    expect(await parseNote('.memory/user_prefs.md', example)).toEqual({
      meta: {
        name: 'User Preferences',
        description: 'Editor settings and communication style',
        type: 'user',
        updated: '2026-03-25',
      },
      body: '- Prefers concise answers\n- Uses vim keybindings\n- Timezone: UTC+8',
      hasHeader: true,
      note: {
        filename: 'user_prefs.md',
        name: 'User Preferences',
        description: 'Editor settings and communication style',
        type: 'user',
        updated: '2026-03-25',
      },
    })
  })

  it.each([
    ['no header', '# A file\n\nof plain text \n'],
    ['nothing', ''],
    ['a header without an end', '---\nname: x\ntext'],
    ['a blank line before it', '\n---\nname: x\n---\ntext'],
    ['a list for a header', '---\n- a\n- b\n---\ntext'],
    ['a text between two rules', '---\n\nJust a paragraph.\n\n---\n\ntext'],
    ['a longer rule', '----\nname: x\n----\ntext'],
    ['nothing that can be read', '---\n{{{{ [\n---\ntext'],
  ])('L05 reads %s as {} and the whole text', async (_, text) => {
    expect(await parseFrontMatter(text)).toMatchObject({ meta: {}, body: text, hasHeader: false })
  })

  it('L05 splits each line at the first colon where the header is no YAML', async () => {
    const { meta, body } = await parseFrontMatter(
      headed('name: Build: the notes\ndescription: run `x`: then y: [z\ntype:user\nno colon here', '\n body \n'),
    )
    expect(meta).toEqual({ name: 'Build: the notes', description: 'run `x`: then y: [z', type: 'user' })
    expect(body).toBe('body')
  })

  it('L05 reads line breaks of Windows, a byte order mark, quotes and descriptions of several lines', async () => {
    const windows = `\uFEFF${example.replaceAll('\n', '\r\n')}`
    expect((await parseFrontMatter(windows)).meta).toEqual((await parseFrontMatter(example)).meta)
    const { meta } = await parseFrontMatter(
      headed('name: "a: \\"b\\" #c"\ndescription: >-\n  one\n  two\ntype: \'user\' # why\nupdated: "2026-03-25"'),
    )
    expect(meta).toEqual({ name: 'a: "b" #c', description: 'one two', type: 'user', updated: '2026-03-25' })
  })

  it('takes numbers, dates and truth values as they were written', async () => {
    const { meta } = await parseFrontMatter(
      headed('name: 007\ndescription: 1e3\ntype: true\nupdated: 2026-03-25 # day'),
    )
    expect(meta).toEqual({ name: '007', description: '1e3', type: 'true', updated: '2026-03-25' })
    expect((await parseFrontMatter(headed('{name: 7, updated: 2026-03-25}'))).meta).toEqual({
      name: '7',
      updated: '2026-03-25',
    })
  })

  it('passes over values that are no text', async () => {
    const { meta } = await parseFrontMatter(headed('name: [a, b]\ndescription: {a: b}\ntype:\nupdated: ""'))
    expect(meta).toEqual({})
  })

  it('reads an empty header, and one that ends with the file', async () => {
    expect(await parseFrontMatter('---\n---\ntext')).toEqual({ meta: {}, body: 'text', hasHeader: true })
    expect(await parseFrontMatter('---\n# only a comment\n---')).toEqual({ meta: {}, body: '', hasHeader: true })
    expect((await parseFrontMatter('---\nname: x\n---')).meta).toEqual({ name: 'x' })
  })

  it.each(['js', 'javascript', 'coffee', 'cson', 'json', 'toml', 'yaml'])(
    'executes nothing: a header marked %s is text',
    async (language) => {
      Reflect.deleteProperty(globalThis, 'daybookRan')
      const text = `---${language}\n{ name: (globalThis.daybookRan = true) }\n---\nbody`
      expect(await parseFrontMatter(text)).toEqual({ meta: {}, body: text, hasHeader: false })
      expect('daybookRan' in globalThis).toBe(false)
    },
  )

  it.each([
    '!!js/function "function () { globalThis.daybookRan = true }"',
    '!!js/undefined ""',
    '!!python/object:os.system x',
  ])('makes no object out of the tag %s', async (value) => {
    const { meta } = await parseFrontMatter(headed(`name: ok\ndescription: ${value}`))
    expect(meta.name).toBe('ok')
    expect(typeof meta.description).toBe('string')
    expect('daybookRan' in globalThis).toBe(false)
  })

  it('takes nothing from the keys of a prototype', async () => {
    const { meta } = await parseFrontMatter(
      headed('__proto__: {name: evil, polluted: 1}\nconstructor: {prototype: {polluted: 1}}\ntype: user'),
    )
    expect(meta).toEqual({ type: 'user' })
    expect('polluted' in {}).toBe(false)
  })

  it('expands no bomb of aliases', async () => {
    const levels = Array.from(
      { length: 20 },
      (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10).slice(0, -1)}]`,
    )
    const text = headed(`a0: &a0 x\n${levels.join('\n')}\nname: *a20\nexcerpt_separator: *a20\ndescription: calm`)
    const spentMs = startCpuClock()
    expect((await parseFrontMatter(text)).meta).toEqual({ description: 'calm' })
    expect(spentMs()).toBeLessThan(2000)
  })

  it('reads a header over 65,536 characters as text, and says so', async () => {
    const text = headed(`name: x\nlong: ${'y'.repeat(65_536)}`)
    expect(await parseFrontMatter(text)).toMatchObject({ meta: {}, body: text, problem: /65,536/ })
  })

  it('does not hang on hostile text of a megabyte', async () => {
    const million = 1_000_000
    const hostile = [
      `---\n${'a'.repeat(million)}`,
      `---\n${'\n'.repeat(million)}`,
      `---\n${'---x\n'.repeat(million / 5)}`,
      `---${' '.repeat(million)}x`,
      `---\n---${' '.repeat(million)}x`,
      headed(`name:${' '.repeat(60_000)}x`),
      headed(`n${' '.repeat(60_000)}x`),
      headed(`name: 1 ${'\t'.repeat(60_000)}x`),
      headed('['.repeat(60_000)),
      headed('{'.repeat(60_000)),
      headed('? '.repeat(30_000)),
      headed('- '.repeat(30_000)),
      headed(`name: "${'\\'.repeat(60_000)}`),
      headed(`name: ${'&a '.repeat(20_000)}`),
      headed(
        `b: &b {x: 1}\n${Array.from({ length: 5000 }, (_, at) => `k${at}: {<<: *b}`)
          .join('\n')
          .slice(0, 60_000)}`,
      ),
      headed('name: x', ' '.repeat(million)),
    ]
    for (const text of hostile) {
      const spentMs = startCpuClock()
      await parseFrontMatter(text)
      expect(spentMs(), text.slice(0, 20)).toBeLessThan(2000)
    }
  })

  it('never throws, and loses no text of a file without a header', async () => {
    const piece = fc.constantFrom(
      '---',
      '\n',
      '\r\n',
      'name',
      ':',
      ' ',
      '- ',
      '"',
      "'",
      '#',
      '[',
      '{',
      '|',
      '>',
      '&a',
      '*a',
      '\t',
      '!',
      '\0',
      '\ud800',
      'x',
      '%',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const text = `---\n${pieces.join('')}`
        const { body, hasHeader } = await parseFrontMatter(text)
        if (!hasHeader) expect(body).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })
})
