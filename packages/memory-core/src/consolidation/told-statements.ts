import { type StoredMessage, textOf } from '../message.ts'
import { keptWorth, toldWorth } from '../statements/english/worth.ts'
import { readStatements } from '../statements/read-statements.ts'
import type { Statement } from '../statements/statement.ts'

/** A statement and the message that makes it. */
export interface SaidStatement {
  statement: Statement
  message: StoredMessage
}

/** The most statements of one history entry. */
const mostTold = 12

/** Options for summing up a conversation. */
export interface TellingOptions {
  /** Whether statements that MEMORY.md or a record has are included. */
  withKept: boolean
  /** The day of the history entry, as YYYY-MM-DD. */
  day: string
}

/** The lasting statements of the user that are worth keeping, in their order. */
export function keptStatements(messages: readonly StoredMessage[]): SaidStatement[] {
  return saidStatements(messages).filter(({ statement }) => isKept(statement))
}

function isKept({ span, worth }: Statement): boolean {
  return span === 'lasting' && worth >= keptWorth
}

/**
 * What a conversation tells: what the user said that is worth a line in the history, at most twelve statements, the most
 * telling ones, in their order, each with its day where that is not `day`. Those that are kept elsewhere only `withKept`.
 * "" when there is none.
 */
export function tellStatements(messages: readonly StoredMessage[], { withKept, day }: TellingOptions): string {
  const told = saidStatements(messages).filter(
    ({ statement }) => statement.telling >= toldWorth && (withKept || !isKept(statement)),
  )
  const best = new Set(told.toSorted((a, b) => b.statement.telling - a.statement.telling).slice(0, mostTold))
  return told
    .filter((one) => best.has(one))
    .map(({ statement, message: { name = '', createdAt } }) => {
      const by = name.replaceAll(/[()\s]+/g, ' ').trim()
      const about = [by, createdAt.startsWith(day) ? '' : createdAt.slice(0, 10)].filter((part) => part !== '')
      return `- ${statement.text.replace(/[.\s]+$/, '')}${about.length === 0 ? '' : ` (${about.join(', ')})`}`
    })
    .join('\n')
}

/** The statements of the user that stay: no orders for one reply, none whose subject is unknown; each once. */
function saidStatements(messages: readonly StoredMessage[]): SaidStatement[] {
  const seen = new Set<string>()
  return messages.flatMap((message, at) => {
    const last = messages[at - 1]
    const before = last ? { before: { role: last.role, text: textOf(last) } } : {}
    const read = readStatements(textOf(message), { role: message.role, at: message.createdAt, ...before })
    return read.flatMap((statement) => {
      // A statement may come alone, and once more with the one that it refers to.
      const isPart = read.some(({ text }) => text !== statement.text && text.includes(statement.text))
      const isTold =
        statement.span !== 'local' && statement.isUnresolved !== true && !isPart && !seen.has(statement.text)
      seen.add(statement.text)
      return isTold ? [{ statement, message }] : []
    })
  })
}
