import { isoTime } from '../clock.ts'
import { retryOnConflict } from '../storage/file-checks.ts'
import type { Setting } from '../storage/setting.ts'
import { contentHash } from '../text/content-hash.ts'
import { emptyKnowledge, type KnowledgeDocument, parseKnowledge, printKnowledge } from './knowledge-document.ts'

/** Runs one change of the file while no other change of it runs, in this or any other process. Not re-entrant. */
export type KnowledgeGuard = <T>(fn: () => Promise<T>) => Promise<T>

/** What a document should be, and what the caller gets for it. */
interface KnowledgeEdit<T> {
  /** The same document writes nothing. */
  document: KnowledgeDocument
  answer: T
  /** Called when the document is on disk, before anybody can read it. */
  written?: () => void
}

/**
 * knowledge.json. A file that cannot be read may be one that a person is just saving: who only reads goes on with what was
 * read last and reports it; who writes looks a second time, and then moves it aside and reports that.
 */
interface KnowledgeFile {
  /** The file as it is now, or was when it could be read; costs one stat when it has not changed. @throws MemoryError `newer-format` */
  read(): Promise<KnowledgeDocument>
  /**
   * Reads, edits and writes inside the guard. The edit is made anew when a person saves the file in between.
   * @throws MemoryError `newer-format`, `version-conflict` when the file is changed again and again
   */
  change<T>(edit: (document: KnowledgeDocument) => KnowledgeEdit<T>): Promise<T>
}

interface Loaded {
  /** Null when there is no file. */
  version: string | null
  document: KnowledgeDocument
}

/** An editor that writes in place is done by then. */
const secondLookMs = 250

/** Touches no disk until it is used. */
export function createKnowledgeFile(setting: Setting, guard: KnowledgeGuard, path: string): KnowledgeFile {
  const { storage, clock, report } = setting
  const { files } = storage
  const reported = new Set<string>()
  let last: Loaded | undefined
  let unreadable: string | undefined

  /** Undefined when the file is corrupt. */
  async function load(): Promise<Loaded | undefined> {
    const version = (await files.stat(path))?.version ?? null
    if (last?.version === version) return last
    const stored = await files.read(path)
    if (!stored) return remember({ version: null, document: emptyKnowledge })
    const parsed = parseKnowledge(stored.text, clock())
    if (!parsed) {
      reportUnreadable(stored.version)
      return undefined
    }
    for (const position of parsed.skipped) reportSkipped(parsed.document, position)
    return remember({ version: stored.version, document: parsed.document })
  }

  function remember(loaded: Loaded): Loaded {
    last = loaded
    return loaded
  }

  /** Once for each text that is found. */
  function reportUnreadable(version: string): void {
    if (version === unreadable) return
    unreadable = version
    const message = `${path} is no knowledge file now; what it said before is used until it is one again, or the next change moves it aside`
    report({ type: 'knowledge-unreadable', level: 'warn', message, path })
  }

  /** Once for each damage, however often the file is read. */
  function reportSkipped({ slots }: KnowledgeDocument, position: number): void {
    const hash = contentHash(JSON.stringify(slots[position - 1]))
    if (reported.has(hash)) return
    reported.add(hash)
    const message = `entry ${position} of ${path} is no knowledge entry, or has the id of a later one; it is skipped and stays in the file`
    report({ type: 'line-set-aside', level: 'warn', message, path, details: { entry: position } })
  }

  /** Inside the guard. */
  async function loadOrSetAside(): Promise<Loaded> {
    const loaded = (await load()) ?? (await loadLater())
    if (loaded) return loaded
    const aside = await freePath(`${path}.corrupt-${isoTime(clock()).replace(/[-:.]/g, '')}`)
    await files.rename(path, aside)
    const message = `${path} is no knowledge file; it was moved to ${aside}, and the knowledge base begins anew`
    report({ type: 'file-quarantined', level: 'warn', message, path: aside })
    return remember({ version: null, document: emptyKnowledge })
  }

  async function loadLater(): Promise<Loaded | undefined> {
    await new Promise((resolve) => setTimeout(resolve, secondLookMs))
    return load()
  }

  async function freePath(wanted: string): Promise<string> {
    for (let turn = 1; ; turn++) {
      const candidate = turn === 1 ? wanted : `${wanted}-${turn}`
      if ((await files.stat(candidate)) === undefined) return candidate
    }
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
    read: async () => ((await load()) ?? last)?.document ?? emptyKnowledge,
    change: (edit) => guard(() => retryOnConflict(() => changeOnce(edit))),
  }
}
