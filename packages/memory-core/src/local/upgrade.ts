import fs from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { databaseSuffixes, isDamage, openForReading } from '../disk/database.ts'
import { placeOf } from '../disk/disk.ts'
import { replaceText } from '../disk/durable-files.ts'
import { ownerPath, writerOf } from '../disk/identity-files.ts'
import { createLockFile } from '../disk/lock-file.ts'
import { MemoryError, shown } from '../errors.ts'
import { compactLines, nameOf } from '../journal/fold.ts'
import type { JournalLine, JournalThing } from '../journal/journal-line.ts'
import { type ItemRow, unpackedItem } from '../sqlite/item-row.ts'
import { foldJournal } from '../sqlite/journal/follow-journal.ts'
import { type JournalName, journalNames, rewriteJournal } from '../sqlite/journal/journal-text.ts'
import { newLife, type RecordRow } from '../sqlite/record-row.ts'
import { unpackKey } from '../storage/pack-key.ts'
import { recordOf } from '../storage/record-rows.ts'

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
