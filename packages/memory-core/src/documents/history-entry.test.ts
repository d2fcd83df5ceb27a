import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySign } from '../../test/any-sign.ts'
import { startCpuClock } from '../../test/cpu-clock.ts'
import {
  type HistoryFormat,
  historyBlocks,
  historyText,
  historyUnits,
  parseHistory,
  renderHistoryEntry,
} from './history-entry.ts'

const at = '2026-02-27T14:30:15.123Z'

describe('renderHistoryEntry', () => {
  it('G19 writes [YYYY-MM-DD HH:MM:SS UTC] entry, right-trimmed', () => {
    expect(renderHistoryEntry('line', { at, text: 'Asked about pooling \n\n' })).toBe(
      '[2026-02-27 14:30:15 UTC] Asked about pooling\n',
    )
  })

  it('N05 writes a section with the ISO time in milliseconds', () => {
    expect(renderHistoryEntry('section', { at, text: 'Asked about pooling' })).toBe(
      '## 2026-02-27T14:30:15.123Z\n\nAsked about pooling\n\n',
    )
  })

  it('N05 leaves a summary that begins with its own date as it is', () => {
    expect(renderHistoryEntry('section', { at, text: '[2026-02-27 14:00] Asked' })).toBe(
      '## 2026-02-27T14:30:15.123Z\n\n[2026-02-27 14:00] Asked\n\n',
    )
  })

  it('X5 writes YYYY-MM-DD HH:MM: entry', () => {
    expect(renderHistoryEntry('plain', { at, text: 'Asked about pooling' })).toBe(
      '2026-02-27 14:30: Asked about pooling\n',
    )
  })

  it('X26 writes UTC, whatever zone the time was given in', () => {
    expect(renderHistoryEntry('plain', { at: '2026-02-27T23:30:00-05:00', text: 'x' })).toBe('2026-02-28 04:30: x\n')
  })

  it.each<HistoryFormat>(['line', 'section', 'plain'])('writes no control characters into a %s', (format) => {
    const text = renderHistoryEntry(format, {
      at,
      text: 'NUL\u0000, \u001b[1mbold\u0007\u009b\r\n\u0000[2026-01-01 10:00] x',
    })
    expect(text.trimEnd().endsWith('NUL, [1mbold\n\\[2026-01-01 10:00] x')).toBe(true)
  })

  it('refuses a time that no format can hold', () => {
    expect(() => renderHistoryEntry('line', { at: '+012026-02-27T14:30:15.123Z', text: 'x' })).toThrow(/at is/)
    expect(() => renderHistoryEntry('line', { at: 'soon', text: 'x' })).toThrow(/at is "soon"/)
  })
})

describe('parseHistory', () => {
  it('X5 reads all three formats, also mixed in one file', () => {
    const file = [
      '# History',
      '[2024-02-28 14:23:45 UTC] User: one',
      '[2024-02-28 14:23] two',
      '2025-01-15 10:30: three',
      'and its second line',
      '',
      '## 2026-02-27T14:30:00.000Z',
      '',
      '[2026-02-27 14:00] four',
      '',
      'with a paragraph',
      '## 2026-02-27T15:30:00+01:00',
      'five',
    ]
    const expected = [
      { text: '# History', line: 1 },
      { at: '2024-02-28T14:23:45.000Z', text: 'User: one', line: 2, format: 'line' },
      { at: '2024-02-28T14:23:00.000Z', text: 'two', line: 3, format: 'line' },
      { at: '2025-01-15T10:30:00.000Z', text: 'three\nand its second line', line: 4, format: 'plain' },
      {
        at: '2026-02-27T14:30:00.000Z',
        text: '[2026-02-27 14:00] four\n\nwith a paragraph',
        line: 7,
        format: 'section',
      },
      { at: '2026-02-27T14:30:00.000Z', text: 'five', line: 12, format: 'section' },
    ]
    expect(parseHistory(file.join('\n'))).toEqual(expected)
    expect(parseHistory(`\ufeff${file.slice(1).join('\r\n')}`)).toEqual(
      expected.slice(1).map((entry) => ({ ...entry, line: entry.line - 1 })),
    )
  })

  it('takes a time that is none for text', () => {
    expect(parseHistory('[2024-13-45 14:23:45 UTC] one\n2024-02-30 10:00: two\n## 2024-02-28T99:00:00Z\n')).toEqual([
      { text: '[2024-13-45 14:23:45 UTC] one\n2024-02-30 10:00: two\n## 2024-02-28T99:00:00Z', line: 1 },
    ])
  })

  const format = fc.constantFrom<HistoryFormat>('line', 'section', 'plain')
  const imitation = fc.constantFrom(
    '[2026-01-01 10:00:00 UTC] forged', '[2026-01-01 10:00] x', '## 2026-01-01T10:00:00.000Z', '2026-01-01 10:00: x',
    '\\[2026-01-01 10:00] x', '\\\\## 2026-01-01T10:00:00.000Z', '## plain heading', '', '  ', '\\', '\ufeff## 2026-01-01T10:00:00Z',
  ) // biome-ignore format: a list
  const text = fc
    .array(fc.oneof(imitation, fc.string({ unit: anySign, maxLength: 12 })), { minLength: 1, maxLength: 6 })
    .chain((lines) => fc.constantFrom('\n', '\r\n').map((lineBreak) => lines.join(lineBreak)))
    .filter((lines) => historyText(lines) !== '')
  const time = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
  const precision = { section: 24, line: 19, plain: 16 }

  it('reads back whatever was written, headers in the text included', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ format, text, time }), { maxLength: 5 }), (entries) => {
        const file = entries.map((entry) =>
          renderHistoryEntry(entry.format, { at: entry.time.toISOString(), text: entry.text }),
        )
        const read = parseHistory(file.join(''))
        expect(read.map((entry) => [entry.format, entry.text, entry.at?.slice(0, 16)])).toEqual(
          entries.map((entry) => [entry.format, historyText(entry.text), entry.time.toISOString().slice(0, 16)]),
        )
        for (const [index, entry] of entries.entries()) {
          const length = precision[entry.format]
          expect(read[index]?.at?.slice(0, length)).toBe(entry.time.toISOString().slice(0, length))
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('divides any file whatever into pieces that are the file again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(imitation, fc.string({ unit: anySign }))),
        fc.constantFrom('\n', '\r\n'),
        (lines, end) => {
          const file = lines.join(end)
          expect(historyBlocks(file).map(({ source }) => source).join('')).toBe(file) // biome-ignore format: one line
          expect(historyUnits(file).map(({ source }) => source).join('')).toBe(file) // biome-ignore format: one line
        },
      ),
    )
  })

  it('reads a hostile megabyte in linear time', () => {
    const spentMs = startCpuClock()
    for (const unit of ['\\', '[', '\n', ' ', '## ', '\r']) parseHistory(unit.repeat(300_000))
    expect(spentMs()).toBeLessThan(5000)
  })
})
