import { type HistoryBlock, historyUnits } from '../documents/history-entry.ts'
import { isRecord, parsedJson, textsOf } from '../json.ts'
import type { FileStore } from '../storage/files.ts'
import { contentHash } from '../text/comparison.ts'

/** The ledger: one line for each applied plan, which names the messages and the lines made from them. */
export const ledgerPath = '.daybook/consolidation/applied.jsonl'

/** The lines that one consolidation wrote, and its messages. Lines are hashes, because their texts may be forgotten. */
export interface Attribution {
  plan: string
  session: string
  messages: readonly string[]
  /** {@link lineHash} of each new line of MEMORY.md. */
  facts: readonly string[]
  /** {@link lineHash} of each line of MEMORY.md that a rewrite dropped. New lines may be made from it. */
  dropped: readonly string[]
  /** {@link entryHash} of each history entry. */
  history: readonly string[]
}

export function lineHash(line: string): string {
  return contentHash(line.trim())
}

/** The hash of a history entry, independent of the file that holds it. */
export function entryHash({ at = '', text }: Pick<HistoryBlock, 'at' | 'text'>): string {
  return contentHash(`${at}\n${text}`)
}

export function entryHashes(text: string): string[] {
  return historyUnits(text)
    .filter((unit) => unit.text !== '')
    .map(entryHash)
}

/** Takes no lock: call `forget` inside the documents' guard. */
export function createLedger(files: FileStore) {
  const lines = async (): Promise<string[]> => ((await files.read(ledgerPath))?.text ?? '').split('\n')

  return {
    /** All entries, oldest first. Invalid lines are skipped. */
    read: async (): Promise<Attribution[]> => (await lines()).flatMap((line) => decode(line) ?? []),
    /** Removes these plans, these hashes from others, and invalid or empty lines. Returns how many lines change. */
    async forget(plans: ReadonlySet<string>, hashes: ReadonlySet<string>, { dryRun = false } = {}): Promise<number> {
      const all = (await lines()).filter((line) => decode(line) !== undefined)
      const kept = all.map((line) => without(line, plans, hashes))
      const changed = kept.filter((line, at) => line !== all[at]).length
      if (changed === 0 || dryRun) return changed
      const text = kept.flatMap((line) => (line === undefined ? [] : [`${line}\n`])).join('')
      if (text === '') await files.remove(ledgerPath)
      else await files.write(ledgerPath, text)
      return changed
    },
  }
}

/** A line without the forgotten hashes; undefined if it is to be removed. */
function without(line: string, plans: ReadonlySet<string>, hashes: ReadonlySet<string>): string | undefined {
  const known = decode(line)
  if (!known || plans.has(known.plan)) return undefined
  const made = [...known.facts, ...known.history]
  if (![...made, ...known.dropped].some((hash) => hashes.has(hash))) return line
  if (made.every((hash) => hashes.has(hash))) return undefined
  const value: Record<string, unknown> = JSON.parse(line)
  const left = (hash: string): boolean => !hashes.has(hash)
  const history = entriesOf(value['history']).filter(({ hash }) => left(hash))
  const changed = { facts: known.facts.filter(left), dropped: known.dropped.filter(left), history }
  return JSON.stringify({ ...value, ...changed, plan: known.plan })
}

function entriesOf(history: unknown): { path: unknown; hash: string }[] {
  const entries: unknown[] = Array.isArray(history) ? history : []
  return entries.filter(isRecord).flatMap(({ path, hash }) => (typeof hash === 'string' ? [{ path, hash }] : []))
}

/** Undefined for a line torn by a crash: its plan was applied again and has another line. */
function decode(line: string): Attribution | undefined {
  const value = parsedJson(line)
  if (!isRecord(value)) return undefined
  const { plan, session, messages, facts, dropped, history } = value
  if (typeof plan !== 'string' || typeof session !== 'string') return undefined
  return {
    plan,
    session,
    messages: textsOf(messages),
    facts: textsOf(facts),
    dropped: textsOf(dropped),
    history: entriesOf(history).map(({ hash }) => hash),
  }
}
