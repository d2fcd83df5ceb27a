import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { parseReply, withoutThoughts } from './model-reply.ts'

const both = { historyEntry: 'They talked.', memoryUpdate: '# Facts\n- a "quoted" {brace}' }
const json = JSON.stringify({ history_entry: both.historyEntry, memory_update: both.memoryUpdate })

describe('parseReply', () => {
  it('N10 reads bare JSON', () => {
    expect(parseReply(json)).toEqual(both)
  })

  it.each([
    ['```json\n', '\n```'],
    ['Here it is:\n```\n', '\n```\nAnything else?'],
    ['```json\n', ''],
  ])('N10 takes the fence %j … %j off', (before, after) => {
    expect(parseReply(`${before}${json}${after}`)).toEqual(both)
  })

  it('N10 joins lines that are a list', () => {
    const lists = { history_entry: ['They talked.'], memory_update: ['# Facts', '- a "quoted" {brace}'] }
    expect(parseReply(JSON.stringify(lists))).toEqual(both)
    expect(parseReply('{"history_entry": [1], "memory_update": []}')).toBeUndefined()
  })

  it('N10 takes nothing from the thoughts before an answer', () => {
    const draft = '{"history_entry": "no", "memory_update": "no"}'
    expect(parseReply(withoutThoughts(`<think>Perhaps ${draft}?</think>\n${json}`))).toEqual(both)
    expect(withoutThoughts(`${draft} or\n- a\n</think>\n- b`)).toBe('\n- b')
    const said = 'They spoke of </think>.'
    expect(parseReply(withoutThoughts(JSON.stringify({ history_entry: said })))).toEqual({ historyEntry: said })
  })

  it('N10 finds the first object by its braces, those in strings not counted', () => {
    expect(parseReply(`Sure: ${json} and {"history_entry": "no"} as well }`)).toEqual(both)
    // Were it cut at a brace of these strings, the fields of the example would be found.
    for (const text of ['}', '" }', '\\" }']) {
      const example = JSON.stringify({ history_entry: 'no', memory_update: text })
      expect(parseReply(`Sure: {"example": ${example}, ${json.slice(1)} as well }`)).toEqual(both)
    }
  })

  it('N10 believes the fence before an object in the text around it', () => {
    const example = '{"history_entry": "no", "memory_update": "no"}'
    expect(parseReply(`As in ${example}:\n\`\`\`json\n${json}\n\`\`\``)).toEqual(both)
  })

  it('N10 believes the fields of the first object before those inside of it', () => {
    const inner = '"example": {"history_entry": "no", "memory_update": "no"}'
    expect(parseReply(`Sure: {${inner}, ${json.slice(1)} }`)).toEqual(both)
  })

  it('N10 takes the fields one by one out of broken JSON', () => {
    const broken = '{"history_entry": "They \\"talked\\".", oops "memory_update" : "- a\n- b"'
    expect(parseReply(broken)).toEqual({ historyEntry: 'They "talked".', memoryUpdate: '- a\n- b' })
  })

  it('N10 takes the only field that there is', () => {
    expect(parseReply('oops "history_entry": "They talked." oops')).toEqual({ historyEntry: 'They talked.' })
  })

  it('takes nothing from an answer that was cut in a field', () => {
    for (let end = json.indexOf('They'); end < json.length - 2; end++) {
      const cut = parseReply(json.slice(0, end))
      if (cut) expect(cut).toEqual({ historyEntry: both.historyEntry })
    }
    expect(parseReply(json.slice(0, json.indexOf('a \\"')))).toBeUndefined()
  })

  it.each(['', '   ', '{}', '[]', 'null', '"text"', '{', '{{{', "I can't help with that.", '{"history_entry": " "}'])(
    'answers undefined for %j',
    (text) => {
      expect(parseReply(text)).toBeUndefined()
    },
  )

  it('does not read more than a million characters', () => {
    expect(parseReply(`${' '.repeat(1_000_000)}${json}`)).toBeUndefined()
  })

  it.each([
    ['opening braces', '{'.repeat(1_000_000)],
    ['braces in an array', `{"x":[${'{'.repeat(990_000)}]}`],
    ['escaped quotes with an end', `{"history_entry": "${'\\\\"'.repeat(300_000)}"}`],
    ['closing braces', `{${'}'.repeat(999_999)}`],
    ['nested objects', '{"a":'.repeat(200_000)],
    ['quotes', `{${'"'.repeat(999_999)}`],
    ['escaped quotes', `{"history_entry": "${'\\"'.repeat(490_000)}`],
    ['backslashes', `{"history_entry": "${'\\'.repeat(990_000)}`],
    ['quotes with words', `{"history_entry": ${'"a" '.repeat(240_000)}}`],
    ['one word', `{${'a'.repeat(999_998)}}`],
    ['fences', '```\n'.repeat(250_000)],
    ['field names', '"history_entry":'.repeat(62_000)],
    ['arrays', `{"history_entry": ${'['.repeat(990_000)}`],
    ['comments', `{${'/*'.repeat(499_000)}`],
    ['line breaks', `{${'\n'.repeat(999_998)}}`],
  ])('comes to an end on a megabyte of %s', (_, text) => {
    expect(parseReply(text)?.memoryUpdate).toBeUndefined()
  })

  it('never throws, whatever the model answers', () => {
    const piece = fc.oneof(
      fc.string({ unit: anySign }),
      fc.constantFrom('{', '}', '"', '\\', '```', '"history_entry"', ':', '"memory_update"', ',', '\n', '[', '\ud800'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        parseReply(pieces.join(''))
      }),
      { numRuns: 2_000 },
    )
  })

  it('reads back every pair of texts', () => {
    const text = fc.string({ unit: anySign, minLength: 1 }).filter((value) => value.trim() !== '')
    fc.assert(
      fc.property(text, fc.string({ unit: anySign }), (history_entry, memory_update) => {
        const found = parseReply(JSON.stringify({ history_entry, memory_update }))
        expect(found).toEqual({ historyEntry: history_entry.trim(), memoryUpdate: memory_update })
      }),
    )
  })
})
