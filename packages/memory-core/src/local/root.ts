import fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { databaseSuffixes, isDamage, openForReading } from '../disk/database.ts'
import {
  diskError,
  errorCode,
  makeDirectory,
  placeOf,
  readableEntries,
  readOnlyCodes,
  syncDirectory,
} from '../disk/disk.ts'
import { removeLitter, replaceText } from '../disk/durable-files.ts'
import { memoriesIn, namesIn, ownerPath, writerOf } from '../disk/identity-files.ts'
import { createLockFile } from '../disk/locks.ts'
import { MemoryError, shown } from '../errors.ts'
import { compactLines, nameOf } from '../journal/fold.ts'
import type { JournalLine, JournalThing } from '../journal/journal-line.ts'
import { isRecord, parsedJson } from '../json.ts'
import { type ItemRow, unpackedItem } from '../sqlite/item-row.ts'
import { foldJournal } from '../sqlite/journal/follow-journal.ts'
import { type JournalName, journalNames, rewriteJournal } from '../sqlite/journal/journal-text.ts'
import { newLife, type RecordRow } from '../sqlite/record-row.ts'
import type { FileStore } from '../storage/files.ts'
import { unpackKey } from '../storage/pack-key.ts'
import { recordOf } from '../storage/record-rows.ts'

/** What git ignores: files that are derived from the text files, or concern this copy alone. */
const ignored = `# Made anew from the text files, or about this copy alone.
/state/
/.daybook/*
!/.daybook/key
/receipts/
RECORDS.md
`

/** Lines that both sides added are all kept; Daybook sorts them. Notes and knowledge.json conflict like any text. */
const attributes = `# Lines that two copies have added are all kept: Daybook puts them in order.
MEMORY.md merge=union text eol=lf
HISTORY*.md merge=union text eol=lf
*.jsonl merge=union text eol=lf
*.md text eol=lf
*.json text eol=lf
`

/** A file for git, a rule by which it is recognised as Daybook's, and the folders to which it applies. */
export const gitFiles = [
  { name: '.gitignore', rule: 'RECORDS.md', text: ignored, folders: ['memory'] },
  { name: '.gitattributes', rule: 'merge=union', text: attributes, folders: ['memory', 'sessions', 'journal'] },
]

/** Each ignores itself too, so that a copy without it is not changed for git when it is opened. */
const innerIgnores = { 'state/.gitignore': '*\n', '.daybook/.gitignore': '/*\n!/key\n' }

/**
 * Prepares a memory for git. A new one gets a `.gitignore` and a `.gitattributes`; a folder that has one of its own keeps
 * it, and the rules stand in the folders inside. What is derived is ignored by files of its own in any case.
 * @throws MemoryError `bad-option` for a folder that holds the memories of users
 */
export async function prepareForGit(root: string, files: FileStore): Promise<void> {
  const isNew = ['.daybook', 'state', 'journal'].every((name) => !fs.existsSync(join(root, name)))
  if (isNew) refuseUsers(root)
  for (const { name, rule, text, folders } of isNew ? gitFiles : []) {
    const own = await files.read(name)
    if (own?.text.includes(rule)) continue
    const paths = own ? folders.map((folder) => `${folder}/${name}`) : [name]
    for (const path of paths) await writeAbsent(files, path, text)
  }
  for (const [path, text] of Object.entries(innerIgnores)) await writeAbsent(files, path, text)
}

async function writeAbsent(files: FileStore, path: string, text: string): Promise<void> {
  if (!(await files.stat(path))) await files.write(path, text)
}

/** The git directory that a folder belongs to, its own or one above it. */
export function gitFolder(directory: string): string | undefined {
  const git = join(directory, '.git')
  if (fs.existsSync(git)) return git
  return dirname(directory) === directory ? undefined : gitFolder(dirname(directory))
}

const format = 2
export const markerPath = '.daybook/daybook.json'
/** Where older versions look for the format. The folder may be deleted, so the file is written again. */
const oldMarkerPath = 'state/daybook.json'
/** The marker contains only the format, and opening recreates it. */
const wayOut = `restore it, or delete it and open the memory again: it contains only the format`

/**
 * Finds or creates the directory of a memory; returns its absolute path without symbolic links. An existing directory
 * keeps its mode, because it may contain other things; everything created in it is private to its owner.
 * @throws MemoryError `bad-option` if it cannot be a directory, `storage-failed` if the disk refuses
 */
export async function openRoot(directory: string): Promise<string> {
  const root = resolve(directory)
  try {
    await makePrivateFolder(root)
  } catch (error) {
    throw rootError(root, error)
  }
  return existingRoot(root)
}

/** Like {@link openRoot}, but creates nothing. @throws MemoryError also `storage-failed` if it is absent */
export function existingRoot(directory: string): string {
  const root = resolve(directory)
  try {
    fs.accessSync(root, fs.constants.R_OK | fs.constants.X_OK)
    return fs.realpathSync.native(root)
  } catch (error) {
    throw rootError(root, error)
  }
}

function rootError(root: string, error: unknown): MemoryError {
  const code = errorCode(error)
  if (code !== 'EEXIST' && code !== 'ENOTDIR') return diskError(`open the directory ${shown(root)}`, error)
  const message = `directory is ${shown(root)}, but there is a file in its place or above it: choose another directory, or move the file away`
  return new MemoryError('bad-option', message, { cause: error })
}

/** Creates a directory with mode 0700, with its parents, durably. Existing ones keep their mode. */
export async function makePrivateFolder(directory: string): Promise<void> {
  for (const changed of makeDirectory(existingAbove(directory), directory)) await syncDirectory(changed)
}

/** The directory itself if it exists, else the nearest one above it that does. */
function existingAbove(directory: string): string {
  const isThere = fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory() || dirname(directory) === directory
  return isThere ? directory : existingAbove(dirname(directory))
}

/**
 * Reads the format of a directory, marks a new one, and upgrades one of an older format. A read-only directory without
 * the marker can still be read, unless its format is older.
 * @throws MemoryError `newer-format` or `corrupt`, `bad-option` for a folder that holds the memories of users
 */
export async function checkFormat(root: string, files: FileStore, isReadOnly = false): Promise<void> {
  const marker = await files.read(markerPath)
  if (marker) refuseNewer(root, marker.text)
  else refuseUsers(root)
  if (isReadOnly && !marker && isOldFolder(root))
    throw new MemoryError(
      'storage-failed',
      `${root} was last used by an older version of Daybook, and is read-only: open it once where it can be written`,
    )
  if (isReadOnly) return
  const text = `${JSON.stringify({ daybook: format })}\n`
  const mark = async (): Promise<void> => {
    await files.write(markerPath, text)
    writeOldMarker(root, text, true)
  }
  try {
    if (!marker && isOldFolder(root)) await upgradeFolder(root, () => fs.existsSync(join(root, markerPath)), mark)
    else if (!marker) await mark()
    writeOldMarker(root, text)
  } catch (error) {
    if (!(error instanceof Error && readOnlyCodes.has(errorCode(error.cause)))) throw error
  }
}

/** Only older versions read it, so a failure to write it is ignored. */
function writeOldMarker(root: string, text: string, replace = false): void {
  const file = join(root, oldMarkerPath)
  try {
    if (fs.existsSync(file) && !replace) return
    makeDirectory(root, dirname(file))
    fs.writeFileSync(file, text)
    fs.chmodSync(file, 0o600)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  }
}

/** A memory in it would make it the directory of one memory, which no user can be opened in. */
function refuseUsers(root: string): void {
  if (!namesIn(root).some((name) => memoriesIn(join(root, name)).some((found) => 'owner' in found))) return
  const message = `${root} holds the memories of users, expected the directory of one memory: name a user (openMemories, or --user), or choose another directory`
  throw new MemoryError('bad-option', message)
}

function refuseNewer(root: string, text: string): void {
  const marker = parsedJson(text)
  const found = isRecord(marker) ? marker['daybook'] : undefined
  const file = join(root, markerPath)
  if (typeof found !== 'number' || !Number.isSafeInteger(found))
    throw new MemoryError('corrupt', `${file} is ${shown(text)}, expected {"daybook":${format}}: ${wayOut}`)
  if (found <= format) return
  const message = `${root} has format ${found}, this version of Daybook reads up to ${format}: upgrade @daybook/memory-core; if no newer version was ever used here, ${file} is damaged: ${wayOut}`
  throw new MemoryError('newer-format', message)
}

/** Removes litter two levels deep; in archives, which may be numerous, a write does it. @throws `storage-failed` */
export function tidy(root: string): void {
  try {
    const own = directoriesIn(root)
    const inner = own.flatMap(directoriesIn).filter((directory) => !directory.endsWith('.archive'))
    for (const directory of [root, ...own, ...inner]) removeLitter(directory)
  } catch (error) {
    throw diskError('remove files that dead processes left', error)
  }
}

/** The directories directly in a directory; none if it is gone or this process may not read it. */
export function directoriesIn(directory: string): string[] {
  const directories = readableEntries(directory).filter((entry) => entry.isDirectory())
  return directories.map(({ name }) => join(directory, name))
}

/** The content that replaces the old lock, so that a running process of an older version cannot lock anything here. */
const lockNote =
  'This memory was opened by a newer version of Daybook: stop this process and upgrade @daybook/memory-core.\n'

/** Whether a folder was last used by a version that kept records and items in `state/store.db`. */
export function isOldFolder(root: string): boolean {
  const marker = join(root, 'state', 'daybook.json')
  const isMarked = fs.existsSync(marker) && /"daybook":\s*1\b/.test(fs.readFileSync(marker, 'utf8'))
  return isMarked || ['store.db', 'owner.json'].some((name) => fs.existsSync(join(root, 'state', name)))
}

/**
 * Moves the rows of `state/store.db` into the journals, and everything that is not derived out of `state/`. The lock of
 * the older version is held. `mark` completes it: until then, a crash causes all steps to be repeated.
 * @throws MemoryError `corrupt` if the store is damaged
 */
export async function upgradeFolder(root: string, isMarked: () => boolean, mark: () => Promise<void>): Promise<void> {
  const state = (name: string): string => join(root, 'state', name)
  const lock = createLockFile(root, state('lock.db'))
  try {
    await lock.acquire()
  } catch (error) {
    lock.close()
    // Another process was faster, and has retired the lock.
    if (isMarked()) return
    throw error
  }
  try {
    if (isMarked()) return
    const store = state('store.db')
    if ((fs.statSync(store, { throwIfNoEntry: false })?.size ?? 0) > 0) await moveStore(root, store)
    fs.mkdirSync(join(root, '.daybook'), { recursive: true, mode: 0o700 })
    if (fs.existsSync(state('owner.json')))
      await replaceText(root, placeOf(root, ownerPath), fs.readFileSync(state('owner.json'), 'utf8'))
    for (const name of fs.readdirSync(join(root, 'state')))
      if (name.startsWith('store.db.corrupt-')) fs.renameSync(state(name), join(root, '.daybook', name))
    // The journals are durable: the remaining steps can be repeated after a crash.
    for (const suffix of databaseSuffixes.toReversed()) fs.rmSync(store + suffix, { force: true })
    await mark()
    for (const name of ['store.json', 'owner.json']) fs.rmSync(state(name), { force: true })
  } finally {
    await lock.free(false)
    lock.close()
  }
  await replaceText(root, { ...placeOf(root, 'state/x'), file: state('lock.db') }, lockNote)
  fs.rmSync(state('lock.db-held'), { force: true })
}

async function moveStore(root: string, store: string): Promise<void> {
  const things = thingsIn(store)
  const by = await writerOf(root)
  for (const name of journalNames) {
    // Lines that an interrupted upgrade wrote, or that came with a clone, are not written again.
    const { state } = await foldJournal(root, name)
    const fresh = things[name].filter((thing) => !state.live.has(nameOf(thing)))
    const lines = fresh.map((thing, index): JournalLine => ({ put: [thing], n: state.n + 1 + index, by }))
    if (lines.length > 0) await rewriteJournal(root, name, [...compactLines(state), ...lines])
  }
}

const itemsSql = `SELECT namespace, key, value, created_at AS createdAt, updated_at AS updatedAt, accessed_at AS accessedAt,
  expires_at AS expiresAt FROM items ORDER BY updated_at, namespace, key`

function thingsIn(store: string): Record<JournalName, JournalThing[]> {
  let database: DatabaseSync | undefined
  try {
    database = openForReading(store)
    const records = database.prepare('SELECT body, strength FROM records ORDER BY revision').all()
    const marks = database.prepare('SELECT key, value FROM record_marks ORDER BY key').all()
    const items = database.prepare(itemsSql).all()
    const textOf = (packed: unknown): string => unpackKey(String(packed))
    return {
      records: [
        ...(records as unknown as RecordRow[]).map((row): JournalThing => ({ record: recordOf(row), as: newLife() })),
        ...marks.map(({ key, value }): JournalThing => ({ mark: [textOf(key), textOf(value)], as: newLife() })),
      ],
      items: (items as unknown as ItemRow[]).map((row): JournalThing => ({ item: unpackedItem(row), as: newLife() })),
    }
  } catch (error) {
    if (!isDamage(error) && !(error instanceof SyntaxError)) throw error
    const wayOut = 'repair it with memory.check({ repair: true }) in the version that wrote it, or restore a backup'
    const message = `the store ${shown(store)} is damaged and was not upgraded: ${wayOut}`
    throw new MemoryError('corrupt', message, { cause: error })
  } finally {
    database?.close()
  }
}
