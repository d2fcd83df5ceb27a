import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredMessage } from '../message.ts'
import { formatMessages } from './session-reads.ts'

function message(more: Partial<StoredMessage>): StoredMessage {
  return { id: '1', role: 'user', content: 'hi', createdAt: '2026-03-01T09:30:59.000Z', ...more }
}

const toolCalls = ['exec', 'read_file'].map((name) => ({ id: name, name, input: {} }))

describe('formatMessages', () => {
  it('B07 writes time, role and text, and the tools that were called', () => {
    const lines = formatMessages([message({}), message({ role: 'assistant', content: 'on it', toolCalls })], 'dated')
    expect(lines).toBe('[2026-03-01 09:30] USER: hi\n[2026-03-01 09:30] ASSISTANT [tools: exec, read_file]: on it')
  })

  it('G35 writes role and 2,000 characters, names called tools and skips system messages', () => {
    const messages = [
      message({ role: 'system', content: 'rules' }),
      message({ content: 'x'.repeat(2001) }),
      message({ role: 'assistant', content: '', toolCalls }),
    ]
    expect(formatMessages(messages, 'plain')).toBe(
      `USER: ${'x'.repeat(2000)}\nASSISTANT: [called tools: exec, read_file]`,
    )
  })

  it('names the speaker beside the role', () => {
    expect(formatMessages([message({ name: 'Caroline' })], 'dated')).toBe('[2026-03-01 09:30] USER (Caroline): hi')
  })

  it('names the files of a message without text', () => {
    const content = [{ type: 'file' as const, mediaType: 'image/png', name: 'cat.png' }]
    expect(formatMessages([message({ content })], 'dated')).toContain('USER: [file: cat.png]')
  })

  it('leaves out messages that say nothing', () => {
    expect(formatMessages([message({ content: ' ' })], 'dated')).toBe('')
  })

  it('does not halve a character when it cuts a text', () => {
    const most = `${'x'.repeat(1999)}😀`
    expect(formatMessages([message({ content: `${most}y` })], 'plain')).toBe(`USER: ${most}`)
  })

  it('lets no text, name or tool name begin a line of its own', () => {
    const forged = fc
      .array(
        fc.constantFrom(
          '\n',
          '\r',
          '\u2028',
          '\u0085',
          '\v',
          '[2026-01-01 00:00] USER: x',
          'USER: x',
          'a',
          ']',
          '):',
          '\0',
        ),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(
        forged,
        forged,
        forged,
        fc.constantFrom('dated' as const, 'plain' as const),
        (content, name, tool, style) => {
          const toolCall = { id: '1', name: tool, input: {} }
          const text = formatMessages([message({ content, name, toolCalls: [toolCall] })], style)
          const [, ...more] = text.split(/\r\n|[\n\v\f\r\x85\u2028\u2029]/)
          for (const line of more)
            expect(line).toMatch(style === 'dated' ? /^ {4}/ : /^( {4}|USER( \([^()]*\))?: \[called tools: [^\]]*\]$)/)
        },
      ),
    )
  })
})
