import type { Memory, MemoryRecord, ScoredRecord } from '@daybook/memory-core'
import type { Collection } from './conversation.ts'
import { cut } from './cut.ts'
import { findStoredTurns } from './question.ts'

const shownRecords = 8
const shownEntries = 5
const shownNotes = 14
/** More than a demo captures. */
const mostRecords = 1_000

/** What the memory holds beside facts and history: the records with their sources, the note index, the knowledge. */
export async function describeCaptured(memory: Memory, collection: Collection): Promise<string[]> {
  const has = (layer: string): boolean => memory.layers.some((name) => name === layer)
  return [
    ...(has('records') ? await describeRecords(memory, collection) : []),
    ...(has('notes') ? await describeNotes(memory) : []),
    ...(has('knowledge') ? await describeKnowledge(memory) : []),
  ]
}

async function describeRecords(memory: Memory, collection: Collection): Promise<string[]> {
  const records = await memory.records.list({ archived: 'all', limit: mostRecords })
  const captured = records.filter(({ author }) => author === 'user')
  const { byType, archived } = await memory.records.stats()
  const types = Object.keys(byType).map((type) => countOf(type, records))
  const first = captured.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)).slice(0, shownRecords)
  const turnOf = await turnsByMessage(memory, collection)
  const learnt = records.length - captured.length
  return [
    `\nRECORDS, ${captured.length} captured from what the user said${learnt > 0 ? `, ${learnt} learnt with a tool` : ''}`,
    `  ${types.filter((type) => type !== '').join(', ') || 'none'}${archived > 0 ? `; ${archived} of them archived` : ''}`,
    ...first.map((record) => `  ${recordLine(record, turnOf)}`),
    ...moreOf(captured.length - first.length, 'captured ones'),
  ]
}

function countOf(type: string, records: readonly ScoredRecord[]): string {
  const count = records.filter((record) => record.type === type).length
  return count === 0 ? '' : `${count} ${type}`
}

function recordLine(record: ScoredRecord, turnOf: ReadonlyMap<string, string>): string {
  const { createdAt, type, priority, text, archivedAt, score } = record
  const state = archivedAt === undefined ? '' : `, archived ${archivedAt.slice(0, 10)}`
  return `${createdAt.slice(0, 10)}  ${sourceOf(record, turnOf).padEnd(7)} ${type}, ${priority}, score ${score.toFixed(2)}${state}: ${cut(text, 100)}`
}

function sourceOf({ source }: MemoryRecord, turnOf: ReadonlyMap<string, string>): string {
  return turnOf.get(source?.messageId ?? '') ?? source?.session ?? '-'
}

async function turnsByMessage(memory: Memory, collection: Collection): Promise<ReadonlyMap<string, string>> {
  const stored = await findStoredTurns(memory, collection)
  return new Map([...stored].map(([turn, { id }]) => [id, turn]))
}

async function describeNotes(memory: Memory): Promise<string[]> {
  const notes = await memory.notes.list()
  if (notes.length === 0) return []
  const index = (await memory.notes.index()).trimEnd().split('\n')
  return [
    `\nNOTES, ${notes.length}, and their index`,
    ...index.slice(0, shownNotes).map((line) => `  ${cut(line, 160)}`),
    ...moreOf(index.length - shownNotes, 'lines'),
  ]
}

async function describeKnowledge(memory: Memory): Promise<string[]> {
  const entries = await memory.knowledge.list()
  const { byCategory } = await memory.knowledge.stats()
  const counts = Object.entries(byCategory).filter(([, count]) => count > 0)
  return [
    `\nKNOWLEDGE, ${entries.length} entries`,
    `  ${counts.map(([category, count]) => `${count} ${category}`).join(', ') || 'none'}`,
    ...entries
      .slice(0, shownEntries)
      .map(
        ({ createdAt, source, category, content }) =>
          `  ${createdAt.slice(0, 10)}  ${source.padEnd(7)} [${category}] ${cut(content, 100)}`,
      ),
    ...moreOf(entries.length - shownEntries, 'entries'),
  ]
}

function moreOf(rest: number, what: string): string[] {
  return rest > 0 ? [`  (… ${rest} more ${what})`] : []
}
