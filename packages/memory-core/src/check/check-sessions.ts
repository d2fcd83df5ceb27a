import { MemoryError } from '../errors.ts'
import { corruptPath, segmentFile, segmentsOf, sessionFileKind } from '../sessions/session-files.ts'
import { keyInFile, parseSessionLine, printHeader, type SessionLine } from '../sessions/session-lines.ts'
import { emptyState, readAdded, unknownTime, windowOf } from '../sessions/session-state.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { isSafeName, originOfPath, safeName } from '../storage/file-checks.ts'
import { type CheckRequest, type Finding, newerFormat, type Setting, warning } from '../storage/storage.ts'

/** The damage of a JSON Lines file, and its content without it. */
interface LinesVerdict {
  problems: readonly string[]
  kept: readonly KeptLine[]
  /** The lines to set aside. */
  bad: readonly string[]
  /** Problems that rewriting does not solve. */
  lasting: readonly string[]
}

interface KeptLine {
  text: string
  read: SessionLine
}

/** A new file is empty for a moment. */
const emptyProblem =
  'it is empty: a process that died as it made it leaves such a file, and so does the loss of all that was in it'
const mostNamed = 5
/** Bytes in which the header of a copy is looked for. */
const mostHeader = 4_096

/** Checks the lines of a session's file. `key` is the session of its name, if known. */
function lookAtSession(text: string, key: string | undefined): LinesVerdict {
  const verdict = lookAtLines(text)
  const [first, ...others] = verdict.kept
  if (text === '') return { ...verdict, problems: [emptyProblem] }
  if (first?.read.kind !== 'header') return verdict
  const { header, format } = first.read
  const state = emptyState(header.key)
  readAdded(state, printed(verdict.kept))
  if (state.isMerged) return { ...verdict, problems: [...verdict.problems, 'it contains the lines of two copies'] }
  const messages = windowOf(state).length
  const problems = [...verdict.problems]
  const fixed = { ...header }
  if (state.header.lastConsolidated > messages || header.lastConsolidated > verdict.kept.length) {
    problems.push(`its header says that ${header.lastConsolidated} messages are consolidated, and it has ${messages}`)
    // Messages that are consolidated twice are better than lost ones.
    fixed.lastConsolidated = 0
  }
  if (key !== undefined && header.key !== key) {
    problems.push(`its header names another session, ${JSON.stringify(header.key.slice(0, 60))}`)
    fixed.key = key
  }
  if (problems.length === verdict.problems.length) return verdict
  const mended = { text: printHeader(fixed), read: { kind: 'header', header: fixed, format } } as const
  return { ...verdict, problems, kept: [mended, ...others] }
}

/** Checks the lines of an archive segment; `segmentOf` has the first segment with each id, and gets its own ids. */
function lookAtSegment(text: string, path: string, segmentOf: Map<string, string>): LinesVerdict {
  const verdict = lookAtLines(text)
  const isTwice = ({ read }: KeptLine): boolean => {
    if (read.kind !== 'message') return false
    const first = segmentOf.get(read.message.id) ?? path
    segmentOf.set(read.message.id, first)
    return first !== path
  }
  const twice = verdict.kept.filter(isTwice)
  if (twice.length === 0) return verdict
  return {
    ...verdict,
    problems: [...verdict.problems, `${twice.length} of its messages are in an earlier segment already`],
    kept: verdict.kept.filter((line) => !isTwice(line)),
    bad: [...verdict.bad, ...twice.map((line) => line.text)],
  }
}

function lookAtLines(text: string): LinesVerdict {
  const lines = text.split('\n')
  const kept: KeptLine[] = []
  const bad: string[] = []
  const places: number[] = []
  let isTorn = false
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const read = parseSessionLine(line, { line: index + 1, createdAt: unknownTime })
    if (read) kept.push({ text: line, read })
    else {
      bad.push(line)
      isTorn = index + 1 === lines.length
      if (!isTorn) places.push(index + 1)
    }
  }
  const problems = [...damageIn(places), ...(isTorn ? ['its end is torn off'] : [])]
  // Daybook escapes U+FFFD when it writes: a bare one is left from bytes that are not UTF-8.
  const isForeign = kept.some((line) => line.text.includes('\uFFFD'))
  const lasting = isForeign ? ['some of its bytes are no UTF-8; they are read as U+FFFD'] : []
  return { problems, kept, bad, lasting }
}

function damageIn(places: readonly number[]): string[] {
  if (places.length < 2) return places.map((line) => `line ${line} is not a message`)
  const named = places.slice(0, mostNamed).join(', ')
  const more = places.length > mostNamed ? ` and ${places.length - mostNamed} more` : ''
  return [`${places.length} lines are no messages: ${named}${more}`]
}

function printed(lines: readonly KeptLine[]): string {
  return lines.map(({ text }) => `${text}\n`).join('')
}

export type CheckedSessions = Pick<SessionStore, 'list' | 'lockName' | 'path' | 'settle'> & { directory: string }

/** Checks the files of all sessions and their archives, line by line. Reads all of them, one at a time. */
export async function checkSessions(
  setting: Setting,
  sessions: CheckedSessions,
  { repair, signal }: CheckRequest,
): Promise<Finding[]> {
  const { storage } = setting
  const { directory, lockName, settle } = sessions
  const keys = new Map((await knownSessions(sessions)).map(({ key }) => [safeName(key), key]))
  const findings: Finding[] = []
  let archive = { name: '', segmentOf: new Map<string, string>() }
  for (const { path } of await storage.files.list(directory, { deep: true })) {
    signal?.throwIfAborted()
    const file = path.slice(directory.length + 1)
    const kind = sessionFileKind(file)
    const name = file.replace(kind === 'own' ? /\.jsonl$/ : /\.archive\/.*$/s, '')
    // A plain name is its own key, whatever the header says; others have a hash behind `~`.
    const plain = isSafeName(name) && !name.includes('~') ? name : undefined
    const isOther = kind === 'own' && plain !== undefined && (await isCopyOfOther(setting, sessions, path))
    if (kind === 'copy' || isOther) findings.push(await foundCopy(setting, sessions, path, repair, plain))
    if (isOther || (kind !== 'own' && !segmentFile.test(file))) continue
    const key = keys.get(name) ?? plain
    if (archive.name !== name) archive = { name, segmentOf: new Map() }
    const { segmentOf } = archive
    const look: Look = (text) => (kind === 'own' ? lookAtSession(text, plain) : lookAtSegment(text, path, segmentOf))
    const first = await lookAt(setting, path, look)
    if (first.length === 0) continue
    // A torn line may be one that another process is writing: look again under the lock.
    const again = (): Promise<Finding[]> => lookAt(setting, path, look, repair)
    findings.push(...(key === undefined ? first : await storage.lock([lockName(key)], again)))
    if (repair) await settle(path)
  }
  return findings
}

type Look = (text: string) => LinesVerdict

/** A session that only a newer Daybook can read does not stop the check of others. */
async function knownSessions({ list }: CheckedSessions): Promise<readonly { key: string }[]> {
  try {
    return await list()
  } catch (error) {
    if (!MemoryError.isInstance(error)) throw error
    return []
  }
}

/** Whether a session's file has the header of another session that exists, and no archive of its own. */
async function isCopyOfOther({ storage }: Setting, { path: pathOf }: CheckedSessions, path: string): Promise<boolean> {
  const { files } = storage
  const key = keyInFile(await files.readRange(path, 0, mostHeader))
  const other = key === undefined ? path : pathOf(key)
  if (other === path || !(await files.stat(other))) return false
  return (await segmentsOf(files, originOfPath(path))).length === 0
}

/**
 * Finds copies of session files, whose lines are not used unless the copy has the plain name of a session (`plain`). A
 * repair adds the lines to the session that the copy's header names, which merges both: everything of both without
 * duplicates, except what was removed in one of them.
 */
async function foundCopy(
  { storage, clock }: Setting,
  sessions: CheckedSessions,
  path: string,
  repair: boolean,
  plain?: string,
): Promise<Finding> {
  const { files } = storage
  const problem =
    plain === undefined
      ? "it is not a session's file, but may be a sync tool's copy of one, and is not read"
      : 'its header names another session, of which it may be a copy: its messages count for both'
  const remedy = 'a repair merges it into the session that its first line names, or sets it aside where there is none'
  if (!repair) return warning('sessions', path, problem, remedy)
  const key = keyInFile((await files.read(path))?.text ?? '')
  const own = key === undefined ? undefined : sessions.path(key)
  if (key === undefined || own === undefined || !(await files.stat(own))) {
    await files.rename(path, corruptPath(path, clock()))
    const done = 'it was set aside beside the sessions; move what is missing into the session, and delete it'
    return warning('sessions', path, problem, remedy, done)
  }
  await storage.lock([key, ...(plain === undefined ? [] : [plain])].map(sessions.lockName), async () => {
    const [known, copied = []] = (await files.readMany([own, path])).map((stored) => stored?.text.split('\n'))
    const there = new Set(known)
    const added = copied.filter((line) => line !== '' && !there.has(line))
    if (added.length > 0) await files.append(own, added.map((line) => `${line}\n`).join(''))
    await files.remove(path)
  })
  await sessions.settle(own)
  return warning('sessions', path, problem, remedy, `it was merged into ${own}`)
}

async function lookAt({ storage, clock }: Setting, path: string, look: Look, repair = false): Promise<Finding[]> {
  const stored = await storage.files.read(path)
  if (!stored) return []
  try {
    const { problems, kept, bad, lasting } = look(stored.text)
    const isEmpty = stored.text === ''
    if (repair && problems.length > 0) {
      if (bad.length > 0) await storage.files.append(corruptPath(path, clock()), `${bad.join('\n')}\n`)
      if (isEmpty) await storage.files.remove(path)
      else await storage.files.write(path, printed(kept), { ifVersion: stored.version })
    }
    const remedy = isEmpty
      ? 'compare it with a backup; a repair removes the empty file'
      : 'a repair moves damaged lines to a file of their own, and corrects the rest, which is read already'
    const mended = bad.length > 0 ? 'the damaged lines are in a file of their own beside it' : 'it was corrected'
    const done = isEmpty ? 'the empty file was removed' : mended
    return [
      ...problems.map((problem) => warning('sessions', path, problem, remedy, repair && done)),
      ...lasting.map((problem) => warning('sessions', path, problem, 'compare it with a backup')),
    ]
  } catch (error) {
    return [newerFormat('sessions', path, error)]
  }
}
