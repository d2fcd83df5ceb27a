import { plansDirectory } from '../consolidation/plan.ts'
import { type FactsFile, wayBack } from '../documents/facts-file.ts'
import type { HistoryFile } from '../documents/history.ts'
import { isMisdated, linesOfProse, pageLines } from '../documents/placed-lines.ts'
import { MemoryError, shown } from '../errors.ts'
import { parsedJson } from '../json.ts'
import { hasConflict, parseKnowledge } from '../knowledge/knowledge-file.ts'
import { parseNote } from '../notes/front-matter.ts'
import type { Note } from '../notes/note.ts'
import { isNoteFile, noteCopies } from '../notes/note-files.ts'
import { isSemanticCache, semanticCacheLock, semanticCachePath } from '../responses/semantic-cache.ts'
import { originalOf } from '../storage/file-checks.ts'
import { type CheckRequest, type Finding, newerFormat, type Setting, warning } from '../storage/storage.ts'
import { byteLength } from '../text/plain-text.ts'

/** The documents to check; undefined ones are off. */
export interface CheckedDocuments {
  facts: FactsFile | undefined
  /** The maximum bytes of MEMORY.md. */
  factsBytes: number | undefined
  history: HistoryFile | undefined
  /** The folder of the notes. */
  notes: string | undefined
  knowledge: { path: string; setAside(): Promise<void> } | undefined
  /** The path of RECORDS.md. */
  page: string | undefined
  /** MEMORY.md, or a file of the history, and how to merge a copy of it. */
  merged(path: string, own: string, copy: string): Promise<string>
  /** Completes what a crash interrupted: plans, a rotation. */
  recover(): Promise<void>
}

/** Checks that the documents are text, and that Daybook's own parts of them can be read. */
export async function checkDocuments(
  setting: Setting,
  documents: CheckedDocuments,
  request: CheckRequest,
): Promise<Finding[]> {
  const { facts, history, notes, knowledge } = documents
  const found = [
    ...(facts ? await checkFacts(setting, facts, documents.factsBytes) : []),
    ...(facts ? await checkSetAside(setting, facts) : []),
    ...(history ? await checkTexts(setting, 'history', await history.paths()) : []),
    ...(notes === undefined ? [] : await checkNotes(setting, notes)),
    ...(knowledge ? await checkKnowledge(setting, knowledge, request) : []),
    ...(await checkCopies(setting, documents, request)),
    ...(await checkResponses(setting, request)),
    ...(await checkLeftovers(setting, history, request)),
  ]
  const hasLeftover = found.some(({ place, repaired }) => place === 'consolidation' && repaired)
  if (hasLeftover) await documents.recover()
  return found
}

async function checkFacts(
  setting: Setting,
  facts: FactsFile,
  bytes: number = Number.POSITIVE_INFINITY,
): Promise<Finding[]> {
  const { path } = facts
  try {
    const { text, version, isDamaged } = await facts.read()
    if (isDamaged) {
      const problem = 'some of its bytes are no UTF-8 or are NUL: the lines with them are not told'
      const remedy = `save it in UTF-8. Once the next call has set it aside, ${wayBack}`
      return [{ severity: 'error', place: 'facts', path, problem, remedy }]
    }
    const found = await checkTexts(setting, 'facts', [path])
    const [newest] = await facts.versions()
    if (version !== null && text === '' && newest !== undefined && newest.bytes > 0) {
      const remedy = `unless it was emptied on purpose: facts.restore(${JSON.stringify(newest.id)})`
      found.push(warning('facts', path, 'it is empty, and has earlier versions', remedy))
    }
    // Somewhere on the earth it is tomorrow already.
    const latestMs = setting.clock() + 86_400_000
    for (const { fact } of pageLines(text).filter((line) => isMisdated(line.fact, latestMs))) {
      const problem = `a line has a date that does not exist or is to come, and counts as undated: ${shown(fact)}`
      const remedy = 'a person decides: correct the date at its end, or remove it'
      found.push({ severity: 'info', place: 'facts', path, problem, remedy })
    }
    const [prose, ...others] = linesOfProse(text)
    if (prose) {
      const all = others.length === 0 ? 'is no bullet' : `and ${others.length} more are no bullets`
      const problem = `line ${prose.index + 1} ${all}: a context has it, but recall does not find it, and no newer statement replaces it: ${shown(prose.body)}`
      const remedy = 'a person decides: begin each statement with "- "'
      found.push({ severity: 'info', place: 'facts', path, problem, remedy })
    }
    const length = byteLength(text)
    const problem = `it has ${length} bytes, and its limit is ${bytes}: rules, health, identity and what people wrote never leave it`
    if (length > bytes) found.push(warning('facts', path, problem, 'shorten it by hand, or raise facts.limits.bytes'))
    return found
  } catch (error) {
    if (!MemoryError.isInstance(error) || error.code !== 'storage-failed') throw error
    const remedy = 'make it readable, or move away whatever is in its place'
    return [{ severity: 'error', place: 'facts', path, problem: error.message, remedy }]
  }
}

async function checkSetAside({ storage }: Setting, { path }: FactsFile): Promise<Finding[]> {
  const beside = await storage.files.list(path.slice(0, path.lastIndexOf('/')))
  const problem = 'it is a MEMORY.md that had bytes that are no UTF-8: lines with them are not told'
  const aside = beside.filter((file) => file.path.startsWith(`${path}.corrupt-`))
  return aside.map((file) => warning('facts', file.path, problem, `${wayBack}; then delete it`))
}

async function checkTexts({ storage }: Setting, place: string, paths: readonly string[]): Promise<Finding[]> {
  const texts = await storage.files.readMany(paths)
  return paths.flatMap((path, index) => textFindings(place, path, texts[index]?.text ?? ''))
}

function textFindings(place: string, path: string, text: string): Finding[] {
  const remedy = 'open it in an editor, or take it from a backup: it is read as it is'
  return problemsOfText(text).map((problem) => warning(place, path, problem, remedy))
}

function problemsOfText(text: string): string[] {
  return [
    ...(text.includes('\uFFFD') ? ['it holds U+FFFD: some of its bytes are no UTF-8'] : []),
    ...(text.includes('\0') ? ['it holds NUL bytes'] : []),
    ...(hasConflict(text) ? ['it contains the markers of an unresolved merge conflict'] : []),
  ]
}

async function checkNotes({ storage }: Setting, directory: string): Promise<Finding[]> {
  const found: Finding[] = []
  const notes: Note[] = []
  for (const { path } of await storage.files.list(directory)) {
    const filename = path.slice(directory.length + 1)
    if (!isNoteFile(filename)) continue
    const text = (await storage.files.read(path))?.text ?? ''
    const { note, problem } = await parseNote(filename, text)
    notes.push(note)
    for (const one of [...problemsOfText(text), ...(problem === undefined ? [] : [problem])])
      found.push(warning('notes', path, one, 'correct it in an editor: it is read as plain text'))
  }
  const copies = [...noteCopies(notes)].map(([copy, own]) => copyByHand('notes', `${directory}/${copy}`, own))
  return [...found, ...copies]
}

async function checkKnowledge(
  { storage, clock }: Setting,
  { path, setAside }: NonNullable<CheckedDocuments['knowledge']>,
  { repair }: CheckRequest,
): Promise<Finding[]> {
  const text = (await storage.files.read(path))?.text
  if (text === undefined) return []
  try {
    const parsed = parseKnowledge(text, clock())
    if (parsed) {
      const remedy = 'correct it in an editor: it stays in the file and is not read'
      const skipped = parsed.skipped.map((position) => {
        const problem = `entry ${position} is not a knowledge entry, or has the id of a later one`
        return warning('knowledge', path, problem, remedy)
      })
      return [...textFindings('knowledge', path, text), ...skipped]
    }
    if (repair) await setAside()
    const problem = problemsOfText(text)[0] ?? 'it is not a knowledge file'
    const remedy = 'correct it in an editor, or let a repair move it aside, which empties the knowledge base'
    const done = repair && 'it was moved to a name of its own'
    return [{ ...warning('knowledge', path, problem, remedy, done), severity: 'error' }]
  } catch (error) {
    return [newerFormat('knowledge', path, error)]
  }
}

function copyByHand(place: string, path: string, own: string): Finding {
  const problem = `it may be a sync tool's copy of ${own}, and is not told`
  return warning(place, path, problem, 'compare both by hand, and delete the copy')
}

/** Finds copies of the documents. A repair merges those of MEMORY.md and of the history's files. */
async function checkCopies(
  setting: Setting,
  { facts, history, knowledge, page, merged }: CheckedDocuments,
  { repair }: CheckRequest,
): Promise<Finding[]> {
  const { files, lock } = setting.storage
  const found: Finding[] = []

  async function merge(path: string, copy: string): Promise<void> {
    const [own, other] = await files.readMany([path, copy])
    const text = await merged(path, own?.text ?? '', other?.text ?? '')
    const ifVersion = own?.version ?? null
    if (path === facts?.path) await facts.replace(text, { ifVersion })
    else if (text !== own?.text) await files.write(path, text, { ifVersion })
    await files.remove(copy)
  }

  for (const [place, path] of [
    ...(facts ? [['facts', facts.path] as const] : []),
    ...((await history?.paths()) ?? []).map((part) => ['history', part] as const),
    ...(knowledge ? [['knowledge', knowledge.path] as const] : []),
    ...(page === undefined ? [] : [['records', page] as const]),
  ]) {
    for (const { path: copy } of await files.list(path.slice(0, path.lastIndexOf('/')))) {
      if (originalOf(copy) !== path) continue
      if (place === 'knowledge' || place === 'records') {
        found.push(copyByHand(place, copy, path))
        continue
      }
      if (repair) await lock(['documents'], () => merge(path, copy))
      const problem = `it may be a sync tool's copy of ${path}, and is not read`
      const done = repair && `it was merged into ${path}`
      found.push(warning(place, copy, problem, `a repair merges it into ${path}`, done))
    }
  }
  return found
}

/** A cache: a repair removes an unreadable file. */
async function checkResponses({ storage }: Setting, { repair }: CheckRequest): Promise<Finding[]> {
  return storage.lock([semanticCacheLock], async () => {
    const stored = await storage.files.read(semanticCachePath)
    if (!stored || (await isSemanticCache(stored.text))) return []
    if (repair) await storage.files.remove(semanticCachePath)
    const remedy = 'a repair removes it, and the next response creates it again'
    const done = repair && 'it was removed: it held a cache'
    return [warning('responses', semanticCachePath, 'it is not a file of cached responses', remedy, done)]
  })
}

/** Under the lock of the documents: a plan that another process is applying is not a leftover. */
async function checkLeftovers({ storage }: Setting, history: HistoryFile | undefined, { repair }: CheckRequest) {
  return storage.lock(['documents'], async () => {
    const found: Finding[] = []
    const finished = 'a repair, or the next opening, finishes it'
    for (const { path } of await storage.files.list(plansDirectory)) {
      const isPlan = path.endsWith('.plan.json')
      if (!isPlan && !path.endsWith('.failure.json')) continue
      if (parsedJson((await storage.files.read(path))?.text ?? '') === undefined) {
        const remedy = 'a repair, or the next opening, moves it aside: it is not applied'
        found.push(warning('consolidation', path, 'it is not JSON', remedy, repair && remedy))
      } else if (isPlan) {
        const problem = 'a consolidation was cut short'
        found.push({ ...warning('consolidation', path, problem, finished, repair && finished), severity: 'info' })
      }
    }
    if (await history?.isHalfRotated()) {
      const problem = 'a rotation of the history was cut short: entries are there twice'
      const { path: _, ...rotation } = warning('consolidation', '', problem, finished, repair && finished)
      found.push(rotation)
    }
    return found
  })
}
