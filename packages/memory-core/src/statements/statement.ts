import type { Role } from '../message.ts'
import type { CaptureLanguage } from './rules/rule-table.ts'

/** The subjects of statements. */
export const statementKinds = [
  'rule',
  'preference',
  'identity',
  'health',
  'home',
  'person',
  'work',
  'project',
  'decision',
  'possession',
  'skill',
  'routine',
  'goal',
  'plan',
  'event',
  'other',
] as const

/** The subject of a statement: one of {@link statementKinds}. */
export type StatementKind = (typeof statementKinds)[number]

/** Patterns that tell the kind of a statement. The first match counts. */
export type KindRows = readonly (readonly [kind: StatementKind, pattern: RegExp])[]

/** The rows of tables, which are tried one after the other. */
export function kindRows<T>(
  ...tables: readonly Readonly<Partial<Record<StatementKind, T>>>[]
): (readonly [StatementKind, T])[] {
  return tables.flatMap((table) =>
    Object.entries(table).flatMap(([name, value]) =>
      statementKinds.filter((kind) => kind === name).map((kind) => [kind, value] as const),
    ),
  )
}

/**
 * How long a statement holds. `lasting`: until something replaces it; `episode`: something that happened or is planned;
 * `local`: an order for one reply or one task.
 */
export type StatementSpan = 'lasting' | 'episode' | 'local'

/** One statement of a person, in their own words. */
export interface Statement {
  /** The clause without request, mood and filler; at most 300 characters. */
  text: string
  /** The whole sentence that it was taken from; at most 1,000 characters. */
  sentence: string
  kind: StatementKind
  span: StatementSpan
  /** The estimated probability that a careful person keeps it for other conversations, from 0 to 1. */
  worth: number
  /** The estimated probability that it is worth a line in the history, lasting or not, from 0 to 1. */
  telling: number
  /** The last day, as YYYY-MM-DD, of the plan or event it states; after that, it is in the past. */
  until?: string
  /** The user asked to remember it. */
  isExplicit?: true
  /** It must hold always and everywhere: a prohibition, a duty, an allergy or another danger to health. */
  isBinding?: true
  /** It says that something said before was wrong or is different now. */
  isCorrection?: true
  /** A request to forget: it supersedes what it names, and is never current itself. */
  isForgetting?: true
  /** The request is about what was said before it in the conversation. */
  isAboutBefore?: true
  /** It has a pronoun or an article whose noun is in an earlier sentence and could not be added. */
  isUnresolved?: true
  /** The statement of the message before that it corrects or makes a secret of. */
  replaces?: Statement
  /** It may be a guess, a story, a request or a remark of the moment; its worth is below what is kept. */
  isDoubtful?: true
}

/** How {@link readStatements} reads a text. */
export interface ReadingOptions {
  /** The author's role. Only messages of the user are read. @default 'user' */
  role?: Role
  /** The author's name, if several people talk. */
  name?: string | undefined
  /** The previous message of the conversation, which the first sentence may answer or refer to. */
  before?: { role: Role; text: string; name?: string | undefined } | undefined
  /** The text of the same speaker's previous message, which a short correction corrects; a reply may stand between. */
  own?: string | undefined
  /** Whether the conversation is talk between people, by what was said before. @default judged by `before` */
  isTalk?: boolean
  /** Whether the user played a part before; nothing is read until they leave it. @default false */
  isPlay?: boolean
  /** ISO time at which it was said, for "tomorrow" and "in May". */
  at?: string
  /** The languages whose tables are tried. @default all */
  languages?: readonly CaptureLanguage[]
}
