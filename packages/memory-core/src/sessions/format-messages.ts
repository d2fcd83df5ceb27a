import { type StoredMessage, textOf } from '../message.ts'

/**
 * The format of message lines:
 *
 * | style | lines |
 * |---|---|
 * | `dated` | `[2026-03-01 09:30] USER (Ada): text`, `[2026-03-01 09:31] ASSISTANT [tools: exec, read_file]: text` (times in UTC) |
 * | `plain` | `USER: text` of at most 2,000 characters, `ASSISTANT: [called tools: exec]`; no system messages |
 */
export type MessageStyle = 'dated' | 'plain'

const plainLength = 2000
const lineBreaks = /\r\n|[\n\v\f\r\x85\u2028\u2029]/

/**
 * Formats messages as lines for a prompt or a person, oldest first, joined by line breaks. Further lines of a text are
 * indented, so that it cannot imitate another speaker. Messages without text, files and tool calls are left out.
 */
export function formatMessages(messages: readonly StoredMessage[], style: MessageStyle): string {
  return messages.flatMap(style === 'dated' ? datedLines : plainLines).join('\n')
}

function datedLines(message: StoredMessage): string[] {
  const text = spoken(message)
  const tools = toolNames(message)
  if (text === '' && tools === '') return []
  const time = message.createdAt.slice(0, 16).replace('T', ' ')
  const called = tools === '' ? '' : ` [tools: ${tools}]`
  return [`[${time}] ${speaker(message)}${called}: ${indented(text)}`.trimEnd()]
}

function plainLines(message: StoredMessage): string[] {
  if (message.role === 'system') return []
  const text = spoken(message)
  const tools = toolNames(message)
  const lines: string[] = []
  if (text !== '') lines.push(`${speaker(message)}: ${indented(firstCharacters(text, plainLength))}`)
  if (tools !== '') lines.push(`${speaker(message)}: [called tools: ${tools}]`)
  return lines
}

function speaker(message: StoredMessage): string {
  const role = message.role.toUpperCase()
  const name = label(message.name ?? '')
  return name === '' ? role : `${role} (${name})`
}

function toolNames(message: StoredMessage): string {
  return (message.toolCalls ?? []).map((call) => label(call.name) || 'unnamed').join(', ')
}

/** A name on one line, without the characters that end it in these formats. */
function label(name: string): string {
  return firstCharacters(name.trim(), 64)
    .replace(/[\p{Cc}\u2028\u2029()[\]:,]/gu, ' ')
    .trim()
}

function spoken(message: StoredMessage): string {
  const text = textOf(message).trim()
  if (text !== '' || typeof message.content === 'string') return text
  const files = message.content.filter((part) => part.type === 'file')
  return files.map((file) => `[file: ${label(file.name ?? file.mediaType)}]`).join(' ')
}

function indented(text: string): string {
  return text.split(lineBreaks).join('\n    ')
}

/** The beginning of a text, never ending within a surrogate pair. */
function firstCharacters(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
