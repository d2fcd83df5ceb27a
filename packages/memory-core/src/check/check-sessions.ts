import { MemoryError } from '../errors.ts'
import { corruptPath, sessionFileKind } from '../sessions/session-files.ts'
import { parseSessionLine } from '../sessions/session-lines.ts'
import { safeName } from '../storage/file-checks.ts'
import type { Setting } from '../storage/setting.ts'
import type { CheckRequest, Finding } from '../storage/storage.ts'
import { type LinesVerdict, lookAtSegment, lookAtSession } from './session-lines-check.ts'

/** What of the sessions a check has to know. */
export interface CheckedSessions {
  /** The folder of their files. */
  directory: string
  /** The sessions that are known by their keys. */
  list(): Promise<readonly { key: string }[]>
  lockName(key: string): string
  /** The path of a session's file. */
  path(key: string): string
  /** Brings a file in order in which the lines of two copies stand. */
  settle(path: string): Promise<boolean>
}

interface Checked {
  path: string
  /** The session, for its lock; undefined when no name leads to the file. */
  key: string | undefined
  look(text: string): LinesVerdict
}

const segmentName = /\.archive\/\d{4,9}\.jsonl$/

/** Checks the files of all sessions and their archives, line by line. Reads all of them, one at a time. */
export async function checkSessions(
  setting: Setting,
  sessions: CheckedSessions,
  { repair, signal }: CheckRequest,
): Promise<Finding[]> {
  const { files } = setting.storage
  const names = new Map((await knownSessions(sessions)).map(({ key }) => [safeName(key), key]))
  const findings: Finding[] = []
  const archived = new Map<string, Set<string>>()
  for (const { path } of await files.list(sessions.directory, { deep: true })) {
    signal?.throwIfAborted()
    if (sessionFileKind(path.slice(sessions.directory.length + 1)) === 'copy')
      findings.push(await foundCopy(setting, sessions, path, repair))
    const checked = checkedFile(path, sessions.directory, names, archived)
    if (checked) findings.push(...(await checkFile(setting, sessions, checked, repair)))
  }
  return findings
}

/** A session that only a newer Daybook can read keeps no other from being checked. */
async function knownSessions({ list }: CheckedSessions): Promise<readonly { key: string }[]> {
  try {
    return await list()
  } catch (error) {
    if (!MemoryError.isInstance(error)) throw error
    return []
  }
}

function checkedFile(
  path: string,
  directory: string,
  names: ReadonlyMap<string, string>,
  archived: Map<string, Set<string>>,
): Checked | undefined {
  const own = path.slice(directory.length + 1)
  if (sessionFileKind(own) === 'own') {
    const name = own.slice(0, -'.jsonl'.length)
    // A plain name is its own key, whatever the header says.
    const plain = isPlain(name) ? name : undefined
    return { path, key: names.get(name) ?? plain, look: (text) => lookAtSession(text, plain) }
  }
  if (!segmentName.test(own)) return undefined
  const name = own.slice(0, own.indexOf('.archive/'))
  const earlier = archived.get(name) ?? new Set<string>()
  archived.set(name, earlier)
  const before = new Set(earlier)
  return {
    path,
    key: names.get(name) ?? (isPlain(name) ? name : undefined),
    look(text) {
      // Looked at twice when something is wrong: its own ids are not earlier ones.
      const ids = new Set(before)
      const verdict = lookAtSegment(text, ids)
      for (const id of ids) earlier.add(id)
      return verdict
    },
  }
}

/**
 * What only a copy has is not told. A repair adds its lines to those of the session that its header names, which brings both
 * in order: everything of both, nothing twice, and what was removed in one of them stays away.
 */
async function foundCopy(
  { storage, clock }: Setting,
  sessions: CheckedSessions,
  path: string,
  repair: boolean,
): Promise<Finding> {
  const { files } = storage
  const found: Finding = {
    severity: 'warn',
    place: 'sessions',
    path,
    problem: 'it is no file of a session, but may be the copy that a sync tool made of one: nothing of it is told',
    remedy: 'a repair merges it into the session that its first line names, or sets it aside where there is none',
  }
  if (!repair) return found
  const text = (await files.read(path))?.text ?? ''
  const key = keyOfCopy(text)
  const own = key === undefined ? undefined : sessions.path(key)
  if (key === undefined || own === undefined || !(await files.stat(own))) {
    await files.rename(path, corruptPath(path, clock()))
    const remedy = 'it was set aside beside the sessions; move what is missing into the session, and delete it'
    return { ...found, remedy, repaired: true }
  }
  await storage.lock([sessions.lockName(key)], async () => {
    const known = new Set(((await files.read(own))?.text ?? '').split('\n'))
    const added = text.split('\n').filter((line) => line !== '' && !known.has(line))
    if (added.length > 0) await files.append(own, added.map((line) => `${line}\n`).join(''))
    await files.remove(path)
  })
  await sessions.settle(own)
  return { ...found, remedy: `it was merged into ${own}`, repaired: true }
}

/** The session that the first line of a copy names. */
function keyOfCopy(text: string): string | undefined {
  const header = parseSessionLine(text.split('\n', 1)[0] ?? '', { line: 1, createdAt: '1970-01-01T00:00:00.000Z' })
  const key = header?.kind === 'header' ? header.header.key : ''
  return key !== '' && key.isWellFormed() ? key : undefined
}

function isPlain(name: string): boolean {
  try {
    return safeName(name) === name
  } catch {
    return false // no key has such a file
  }
}

async function checkFile(
  setting: Setting,
  { lockName, settle }: CheckedSessions,
  checked: Checked,
  repair: boolean,
): Promise<Finding[]> {
  const { storage } = setting
  const first = await lookAt(setting, checked)
  if (first.length === 0) return []
  const look = (): Promise<Finding[]> => lookAt(setting, checked, repair)
  // What looks torn may be a line that another process is writing: look again under the lock.
  const found = checked.key === undefined ? first : await storage.lock([lockName(checked.key)], look)
  if (repair) await settle(checked.path)
  return found
}

async function lookAt({ storage, clock }: Setting, { path, look }: Checked, repair = false): Promise<Finding[]> {
  const stored = await storage.files.read(path)
  if (!stored) return []
  const about = { severity: 'warn' as const, place: 'sessions', path }
  try {
    const { problems, kept, bad, lasting } = look(stored.text)
    if (repair && problems.length > 0) {
      if (bad.length > 0) await storage.files.append(corruptPath(path, clock()), `${bad.join('\n')}\n`)
      if (stored.text === '') await storage.files.remove(path)
      else await storage.files.write(path, kept.map((line) => `${line}\n`).join(''), { ifVersion: stored.version })
    }
    const remedy = remedyOf(stored.text, repair)
    const mended = problems.map((problem) => ({ ...about, problem, remedy, ...(repair && { repaired: true }) }))
    return [...mended, ...lasting.map((problem) => ({ ...about, problem, remedy: 'compare it with a backup' }))]
  } catch (error) {
    if (!MemoryError.isInstance(error) || error.code !== 'newer-format') throw error
    return [{ ...about, severity: 'error', problem: error.message, remedy: 'upgrade @daybook/memory-core' }]
  }
}

function remedyOf(text: string, repair: boolean): string {
  if (text === '')
    return repair ? 'the empty file was removed' : 'compare it with a backup; a repair removes the empty file'
  return repair
    ? 'the damaged lines are in a file of their own beside it'
    : 'a repair moves the damaged lines to a file of their own; the rest is read already'
}
