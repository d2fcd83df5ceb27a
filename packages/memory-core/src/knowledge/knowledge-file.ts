import { sleep } from '../async.ts'
import { MemoryError } from '../errors.ts'
import { retryOnConflict, secondLookMs, setAside } from '../storage/file-checks.ts'
import type { DocumentGuard, Setting } from '../storage/storage.ts'
import { contentHash } from '../text/content-hash.ts'
import {
  emptyKnowledge,
  hasConflict,
  type KnowledgeDocument,
  parseKnowledge,
  printKnowledge,
} from './knowledge-document.ts'

/** The new document, and the result for the caller. */
interface KnowledgeEdit<T> {
  /** Nothing is written if it is the same document. */
  document: KnowledgeDocument
  answer: T
  /** Called when the document is on disk, before it can be read. */
  written?: () => void
}

interface Loaded {
  /** Null if there is no file. */
  version: string | null
  document: KnowledgeDocument
}

/**
 * knowledge.json. An unreadable file may be one that a person is just saving: reads use the last readable state and
 * report it; writes look a second time, then move the file aside and report that, unless it is an unresolved merge.
 * Touches no disk until it is used.
 */
export function createKnowledgeFile(setting: Setting, guard: DocumentGuard, path: string) {
  const { storage, clock, report } = setting
  const { files } = storage
  const reported = new Set<string>()
  let last: Loaded | undefined

  /** Undefined if the file is corrupt. */
  async function load(): Promise<Loaded | undefined> {
    const version = (await files.stat(path))?.version ?? null
    if (last?.version === version) return last
    const stored = await files.read(path)
    if (!stored) return remember({ version: null, document: emptyKnowledge })
    const parsed = parseKnowledge(stored.text, clock())
    if (!parsed) {
      const message = `${path} is not a valid knowledge file; ${last ? 'its last valid state is used' : 'nothing of it is used'} until it is valid again, or the next change moves it aside`
      reportOnce(stored.version, { type: 'knowledge-unreadable', level: 'warn', message, path })
      return undefined
    }
    const { document, skipped } = parsed
    for (const entry of skipped) {
      const message = `entry ${entry} of ${path} is invalid, or has the id of a later one; it is skipped and stays in the file`
      const hash = contentHash(JSON.stringify(document.entries[entry - 1]))
      reportOnce(hash, { type: 'line-set-aside', level: 'warn', message, path, details: { entry } })
    }
    return remember({ version: stored.version, document })
  }

  function remember(loaded: Loaded): Loaded {
    last = loaded
    return loaded
  }

  /** Reports each damage once, however often the file is read. */
  function reportOnce(damage: string, event: Parameters<typeof report>[0]): void {
    if (!reported.has(damage)) report(event)
    reported.add(damage)
  }

  /** Call it inside the guard. */
  async function loadOrSetAside(): Promise<Loaded> {
    const loaded = (await load()) ?? (await sleep(secondLookMs).then(load))
    if (loaded) return loaded
    if (hasConflict((await files.read(path))?.text ?? ''))
      throw new MemoryError(
        'corrupt',
        `${path} has the markers of an unresolved merge: resolve it in an editor, and retry`,
      )
    const aside = await setAside(setting, path)
    const message = `${path} is not a valid knowledge file; it was moved to ${aside}, and the knowledge base starts empty`
    report({ type: 'file-quarantined', level: 'warn', message, path: aside })
    return remember({ version: null, document: emptyKnowledge })
  }

  async function changeOnce<T>(edit: (document: KnowledgeDocument) => KnowledgeEdit<T>): Promise<T> {
    const before = await loadOrSetAside()
    const { document, answer, written } = edit(before.document)
    if (document !== before.document) {
      const { version } = await files.write(path, printKnowledge(document), { ifVersion: before.version })
      remember({ version, document })
    }
    written?.()
    return answer
  }

  return {
    /** The present file, or its last readable state; one stat if it has not changed. @throws MemoryError `newer-format` */
    read: async (): Promise<KnowledgeDocument> => ((await load()) ?? last)?.document ?? emptyKnowledge,
    /** Repeats the edit if a person saves in between. @throws MemoryError `newer-format`, `version-conflict`, `corrupt` */
    change: <T>(edit: (document: KnowledgeDocument) => KnowledgeEdit<T>): Promise<T> =>
      guard(() => retryOnConflict(() => changeOnce(edit))),
  }
}
