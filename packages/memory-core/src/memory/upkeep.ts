import type { CheckedMemory } from '../check/check-memory.ts'
import { MemoryError, shown } from '../errors.ts'
import { readLeftLines } from '../forgetting/left-lines.ts'
import { createKnowledgeFile } from '../knowledge/knowledge-file.ts'
import { abortSignal, checkShape } from '../option-checks.ts'
import type { ResolvedLayers } from '../options.ts'
import { receiptsDefaults } from '../receipts/receipt.ts'
import { receiptsLock } from '../receipts/receipts.ts'
import { createReceiptFiles, linesOf, parseReceipt, receiptPaths } from '../receipts/stored-receipt.ts'
import type { Setting } from '../storage/setting.ts'
import type { CheckRequest, Finding, Storage } from '../storage/storage.ts'
import { foldersOf, storedPlaces } from '../upkeep/places.ts'
import { mergedHistory, mergedPage, withEntriesOf, withLinesOf } from './merged-page.ts'
import type { Parts } from './parts.ts'

/** Finds lines that are not receipts. A repair removes them, because nothing is derived from receipts. */
async function checkReceipts(setting: Setting, { repair }: CheckRequest): Promise<Finding[]> {
  const { files, lock } = setting.storage
  const found: Finding[] = []
  for (const path of await receiptPaths(files)) {
    const lines = linesOf((await files.read(path))?.text ?? '')
    const damaged = lines.filter((line) => parseReceipt(line) === undefined).length
    if (damaged === 0) continue
    const problem = `${damaged} ${damaged === 1 ? 'line is not a receipt: a crash cut it short' : 'lines are not receipts'}`
    const remedy = 'a repair removes them; until then they are skipped'
    found.push({ severity: 'info', place: 'receipts', path, problem, remedy, ...(repair && { repaired: true }) })
  }
  if (repair && found.length > 0)
    await lock([receiptsLock], () => createReceiptFiles(setting, receiptsDefaults).rewrite((receipt) => receipt))
  return found
}

export interface BackupOptions {
  signal?: AbortSignal | undefined
}

/** Creates `memory.backup`. */
export function createBackup({ setting, store, layers }: Pick<Parts, 'setting' | 'store' | 'layers'>) {
  const { storage } = setting
  const folders = foldersOf(storedPlaces(layers))

  return async (directory: string, options: BackupOptions = {}): Promise<void> => {
    checkShape(options, { signal: abortSignal }, 'backup', 'bad-input')
    if (typeof directory !== 'string' || directory.trim() === '' || directory.includes('\0'))
      throw new MemoryError('bad-input', `directory is ${shown(directory)}, expected a folder such as "./backup"`)
    const { signal } = options
    signal?.throwIfAborted()
    if (storage.backup) return storage.backup(directory, { folders, signal })
    const { copyToFolder } = await import('../local/index.ts')
    const sessions = await store.list()
    const names = ['documents', 'records-page', ...sessions.map(({ key }) => store.lockName(key))]
    return copyToFolder(storage, directory, { folders, signal, names })
  }
}

/** The receipt of emptying a storage. */
export interface ErasedStorage {
  /** Number of text files; rows are not counted. */
  files: number
  bytes: number
  /** Where removed bytes can still be read, and why. */
  remains: string[]
}

/** Empties a storage that has no folder to remove: files one by one, then rows and index. */
export async function eraseStorage(storage: Storage, layers: ResolvedLayers): Promise<ErasedStorage> {
  const done = { files: 0, bytes: 0 }
  for (const directory of foldersOf(storedPlaces(layers)))
    for (const { path, size } of await storage.files.list(directory, { deep: true })) {
      await storage.files.remove(path)
      done.files += 1
      done.bytes += size
    }
  await storage.passages.clear()
  await storage.records.clear()
  await storage.items.clear([])
  return { ...done, remains: await storage.purge() }
}

/** The layers that a check covers: those that are on. */
export function checkedMemory(parts: Parts): CheckedMemory {
  const { setting, layers, files, store, consolidator } = parts
  const { on } = layers
  const path = `${layers.knowledge.directory}/knowledge.json`
  return {
    setting,
    folders: foldersOf(storedPlaces(layers)),
    sessions: { ...store, directory: layers.sessions.directory },
    documents: {
      facts: on.facts ? files.facts : undefined,
      factsBytes: parts.isPaged ? layers.facts.limits.bytes : undefined,
      history: on.history ? files.history : undefined,
      notes: on.notes ? layers.notes.directory : undefined,
      knowledge: on.knowledge
        ? {
            path,
            setAside: () =>
              createKnowledgeFile(setting, consolidator.guard, path).change((document) => ({
                document,
                answer: undefined,
              })),
          }
        : undefined,
      async merged(path, own, copy) {
        const { isFactLeft, isEntryLeft } = await readLeftLines(setting.storage)
        if (path !== files.facts.path) return mergedHistory(withEntriesOf(own, copy), isEntryLeft)
        return mergedPage(withLinesOf(own, copy), isFactLeft, Object.values(layers.facts.headings))
      },
      recover: parts.recover,
    },
    records: on.records ? setting.storage.records : undefined,
    receipts: (request) => checkReceipts(setting, request),
    reindex: parts.reindex,
  }
}
