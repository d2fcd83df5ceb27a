import { entryHash, lineHash } from '../consolidation/attribution.ts'
import { type HistoryBlock, historyBlocks } from '../documents/history-entry.ts'
import { markdownLines, parseFacts } from '../documents/markdown.ts'
import { placeLines } from '../documents/placed-lines.ts'
import { factPassageId, historyPassageId, passagesOfNote } from '../indexing/passages-of.ts'
import type { NoteText } from '../notes/note.ts'
import { withdrawRecords } from '../records/learning.ts'
import { retryOnConflict, versionToReplace } from '../storage/file-checks.ts'
import type { Setting } from '../storage/storage.ts'
import type { Phrase } from '../text/phrase.ts'
import { rawLines } from '../text/plain-text.ts'
import type { Forgetting } from './forgotten.ts'
import { noteForgotten } from './left-lines.ts'

/**
 * Edits a file, again if it is saved in between. Keeps no version: the text must be gone. An empty file stays, because a
 * deletion conflicts in git with an addition of another copy; but a kept version has a hash of its text in its name.
 */
export async function editText(setting: Setting, path: string, edit: (text: string) => string, dryRun: boolean) {
  const { files } = setting.storage
  await retryOnConflict(async () => {
    const stored = await files.read(path)
    if (!stored) return
    const text = edit(stored.text)
    if (dryRun || text === stored.text) return
    if (text.trim() === '' && path.includes('/.versions/')) await files.remove(path)
    else await files.write(path, text, { ifVersion: await versionToReplace(setting, path, stored) })
  })
}

function withoutLines(text: string, lines: ReadonlySet<number>): string {
  const kept = rawLines(text).filter((_, line) => !lines.has(line))
  return kept.join('')
}

type Cut = (text: string) => ReadonlySet<number>

/** Removes lines from MEMORY.md and every kept version, and links of records to them; reads all records for those. */
export async function forgetFacts(parts: Forgetting, cutRows: Cut): Promise<void> {
  const cut: Cut = (text) => {
    const meant = cutRows(text)
    return wholeLines(text, (rows, index) => rows.some((_, row) => meant.has(index + row)))
  }

  async function take(path: string, place: 'facts' | 'versions'): Promise<void> {
    let found: string[] = []
    const edit = (text: string): string => {
      const lines = parts.receipt.fresh(path, cut(text))
      found = rawLines(text).filter((line, at) => lines.has(at) && line.trim() !== '')
      if (place === 'facts') parts.receipt.removed(factsOn(text, lines))
      return placeLines(text, [], lines, parts.headings)
    }
    await editText(parts.setting, path, edit, parts.receipt.dryRun)
    parts.receipt.detach([], found.map(lineHash))
    parts.receipt.count(place, place === 'facts' ? found.length : Math.min(found.length, 1), path)
  }

  await parts.guard(async () => {
    const versions = await versionPaths(parts)
    // Links in records and marks are removed first: after a crash in between, the next run still finds the lines.
    if (!parts.receipt.dryRun) await unlinkFacts(parts, [parts.facts.path, ...versions], cut)
    await take(parts.facts.path, 'facts')
    for (const path of versions) await take(path, 'versions')
  })
}

/** A fact's id is a hash, from which a short text could be guessed. */
async function unlinkFacts({ setting, records }: Forgetting, paths: readonly string[], cut: Cut): Promise<void> {
  const texts = (await setting.storage.files.readMany(paths)).map((file) => file?.text ?? '')
  const gone = new Set(texts.flatMap((text) => factsOn(text, cut(text)).map(([id]) => id)))
  const bullets = texts.flatMap((text) => {
    const lines = cut(text)
    return markdownLines(text).flatMap(({ kind, body, index }) => (kind === 'bullet' && lines.has(index) ? [body] : []))
  })
  await noteForgotten(setting.storage, bullets, [])
  if (gone.size > 0) await withdrawRecords(records, [], { isGone: (id) => gone.has(id) })
}

export function cutFacts(isMeant: (id: string, text: string) => boolean): Cut {
  return (text) => {
    const facts = parseFacts(text).filter((fact) => isMeant(factPassageId(fact.text), fact.text))
    return new Set(facts.map(({ line }) => line - 1))
  }
}

/** The lines that match, blank ones left out. A wrapped bullet may also match as a whole. */
export function linesWhere(text: string, isMeant: (line: string) => boolean): Set<number> {
  return wholeLines(text, (rows) => {
    const whole = rows.map((row) => row.trim()).join(' ')
    return whole !== '' && (isMeant(whole) || rows.some((row) => isMeant(row)))
  })
}

/** The lines of a document for which `isMeant` holds, with all rows of a wrapped bullet. */
function wholeLines(text: string, isMeant: (rows: readonly string[], index: number) => boolean): Set<number> {
  return new Set(
    markdownLines(text).flatMap(({ raw, index }) => {
      const rows = rawLines(raw).map((row) => row.trimEnd())
      return isMeant(rows, index) ? rows.map((_, row) => index + row) : []
    }),
  )
}

function factsOn(text: string, lines: ReadonlySet<number>): [id: string, text: string][] {
  const facts = parseFacts(text).filter(({ line }) => lines.has(line - 1))
  return facts.map((fact) => [factPassageId(fact.text), fact.text])
}

export async function versionPaths({ facts, setting }: Pick<Forgetting, 'facts' | 'setting'>): Promise<string[]> {
  const directory = facts.path.slice(0, facts.path.lastIndexOf('/'))
  return (await setting.storage.files.list(`${directory}/.versions`)).map(({ path }) => path)
}

const prefix = 'note:'

/**
 * Removes the notes with these ids, and lists those that have the words of a forgotten statement, or a part with one of
 * the ids: the whole note would be removed.
 */
export async function forgetNotes(
  { receipt, notes, notesDirectory }: Forgetting,
  ids: ReadonlySet<string>,
  isIn: (text: string) => boolean,
): Promise<void> {
  for (const { filename, name, description } of (await notes?.list()) ?? []) {
    const id = `${prefix}${filename}`
    if (!ids.has(id)) {
      const text = (await notes?.read(filename))?.text ?? ''
      const lines = rawLines(text).map((line) => line.trimEnd())
      const part = (await passagesOfNote(filename, text)).find((one) => ids.has(one.id))
      const first = rawLines(part?.text ?? '')[0]?.trim()
      const at = lines.findIndex(first === undefined ? isIn : (line) => line.trim() === first)
      const path = `${notesDirectory}/${filename}`
      if (at >= 0) receipt.doubt({ path, line: at + 1, id, text: lines[at] ?? '', reason: 'says-more' })
      continue
    }
    if (!receipt.dryRun) await notes?.delete(filename)
    receipt.removed([[id, `${name}: ${description}`]])
    receipt.count('notes', 1)
  }
}

/** Removes a phrase from the notes: its lines, or the whole note if the header or the file name contains it. */
export async function forgetInNotes(parts: Forgetting, phrase: Phrase): Promise<void> {
  const { notes, notesDirectory, setting } = parts
  for (const { filename } of (await notes?.list()) ?? []) {
    const note = await notes?.read(filename)
    if (!notes || !note || !(phrase.isIn(filename) || phrase.isIn(note.text))) continue
    const after = withoutPhrase(note, phrase)
    if (after === undefined) parts.receipt.removed([[`${prefix}${filename}`, `${note.name}: ${note.description}`]])
    parts.receipt.count('notes', 1, `${notesDirectory}/${filename}`)
    if (parts.receipt.dryRun) continue
    if (after === undefined) await notes.delete(filename)
    else await notes.edit(filename, (text) => (text === note.text ? after : withoutLines(text, phrase.linesOf(text))))
  }
  const { files } = setting.storage
  for (const { path } of await files.list(`${notesDirectory}/.versions`)) {
    const copy = await files.read(path)
    if (!copy || !(phrase.isIn(path) || phrase.isIn(copy.text))) continue
    parts.receipt.count('versions', 1, path)
    if (!parts.receipt.dryRun) await files.remove(path)
  }
}

/** The note's text without the phrase; undefined if its header contains it, or nothing would be left. */
function withoutPhrase({ filename, text, content }: NoteText, phrase: Phrase): string | undefined {
  const start = text.lastIndexOf(content)
  if (start < 0 || phrase.isIn(filename) || phrase.isIn(text.slice(0, start))) return undefined
  const body = withoutLines(text.slice(start), phrase.linesOf(text.slice(start)))
  return body.trim() === '' ? undefined : text.slice(0, start) + body
}

/** Removes entries, and lines of others, from every file of the history. */
export async function forgetHistory(
  parts: Forgetting,
  { isGone, lines }: { isGone(entry: HistoryBlock, id: string): boolean; lines: Cut },
): Promise<void> {
  async function take(path: string): Promise<void> {
    let entries: HistoryBlock[] = []
    let shortened: HistoryBlock[] = []
    const left = ({ source }: HistoryBlock): string => withoutLines(source, lines(source))
    const edit = (text: string): string => {
      const blocks = historyBlocks(text)
      entries = blocks.filter((block) => block.text !== '' && isGone(block, historyPassageId(path, block)))
      const kept = blocks.filter((block) => !entries.includes(block))
      shortened = kept.filter((block) => left(block) !== block.source)
      return kept.map(left).join('')
    }
    await editText(parts.setting, path, edit, parts.receipt.dryRun)
    if (!parts.receipt.dryRun) await noteForgotten(parts.setting.storage, [], entries)
    parts.receipt.detach([], entries.map(entryHash))
    parts.receipt.removed(entries.map((entry) => [historyPassageId(path, entry), entry.text]))
    const changed = [...entries, ...shortened].map(({ line }) => line)
    parts.receipt.count('history', parts.receipt.fresh(path, new Set(changed)).size, path)
  }

  await parts.guard(async () => {
    for (const path of await parts.history.paths()) await take(path)
  })
}
