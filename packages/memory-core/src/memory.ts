import type { CheckOptions, CheckReport } from './check/check-memory.ts'
import type { Consolidation } from './consolidation/consolidation-run.ts'
import type { ContextBlock, ContextRequest } from './context/context-block.ts'
import type { Facts } from './documents/facts.ts'
import type { History } from './documents/history.ts'
import { checkNode } from './errors.ts'
import type { ForgetRequest, Forgotten } from './forgetting/forgotten.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import type { MaintenanceReport } from './maintenance/maintenance.ts'
import { checkMemoryOptions, checkStorage } from './memory/check-options.ts'
import { datedItems, type Items } from './memory/dated-items.ts'
import { type LayerGuard, loadTools, namesOn, refuseWithout, shownLayer } from './memory/layer-calls.ts'
import { createParts } from './memory/parts.ts'
import { backup, checkedMemory, log } from './memory/upkeep.ts'
import { type Message, type StoredMessage, textOf } from './message.ts'
import type { Notes } from './notes/notes.ts'
import { abortSignal, anything, checkShape, flag } from './option-checks.ts'
import type { BackupOptions, BehaviourOptions, FolderOptions, MemoryOptions, SwitchableLayer } from './options.ts'
import type { Recalled, RecallOptions } from './recall/recall.ts'
import type { Receipts } from './receipts/receipt.ts'
import type { Records } from './records/records.ts'
import type { Responses } from './responses/responses.ts'
import { type CallOptions, givenIds } from './sessions/given-messages.ts'
import type { SessionStore, Sessions } from './sessions/sessions.ts'
import { orClosed, type Storage } from './storage/storage.ts'
import type { MemoryTool } from './tools/tool-definition.ts'
import type { LogOptions, MemoryLog, ToolChoice } from './tools/tool-sources.ts'
import type { ScrubReceipt } from './upkeep/places.ts'

/** The memory of an agent: facts, history, notes, knowledge, records and sessions. */
export interface Memory {
  /**
   * Appends messages to a session. Resolves when they are on disk (one fsync). After that the search index follows,
   * records are captured from what the user said, and a session that has grown too long is consolidated, in the
   * background unless `consolidation.mode` is `inline`. Resolves to the stored messages.
   * @throws MemoryError `bad-input` for an invalid message or session key, `storage-failed` if the disk refuses
   */
  addMessages(session: string, messages: Message | readonly Message[], options?: CallOptions): Promise<StoredMessage[]>
  /** Builds the text for the model: what is part of every context, and what is recalled for this question. */
  buildContext(request: ContextRequest): Promise<ContextBlock>
  /** Searches every layer that is on, and the messages of all sessions, archives included. Costs one index query. */
  recall(query: string, options?: RecallOptions): Promise<Recalled>
  /** Consolidates a session's messages now, whatever its window; the newest messages stay in the window. */
  consolidate(session: string, options?: { signal?: AbortSignal | undefined }): Promise<Consolidation>
  /** Ends a conversation: consolidates all of it within the timeout, then empties its window. The messages stay searchable. */
  resetSession(session: string, options?: { signal?: AbortSignal | undefined }): Promise<Consolidation>
  /**
   * Maintains the records: merges duplicates, archives faded records, promotes recurring ones. Runs automatically once
   * a week, unless `maintenance.auto` is false. With `dryRun` it changes nothing and reports what it would do.
   * @throws MemoryError `layer-off` without records
   */
  maintain(options?: { dryRun?: boolean | undefined; signal?: AbortSignal | undefined }): Promise<MaintenanceReport>
  /**
   * Removes these ids, a session with all that was learned from it, or everything that contains a text: from every layer,
   * archives, kept versions, plans, caches and the bytes of the databases. Resolves to what was removed, and what a
   * person has to decide. With `dryRun` it changes nothing. Reads the layers concerned; with `text`, everything.
   * @throws MemoryError `bad-input` unless exactly one of `ids`, `session` and `text` is given, or for too short a text
   */
  forget(request: ForgetRequest): Promise<Forgotten>
  /**
   * Removes secrets that the rules did not know when they were stored, or that were written by hand: from all files,
   * archives, kept versions, records, items and cached responses. Reads everything and rebuilds derived data. With
   * `dryRun` it changes nothing.
   * @throws MemoryError `bad-input` if redaction is off
   */
  scrub(options?: { dryRun?: boolean | undefined }): Promise<ScrubReceipt>
  /** Lists what was learnt, replaced, removed, summed up and forgotten since a time, newest first. Reads every record. */
  log(options?: LogOptions): Promise<MemoryLog>
  /**
   * Checks everything that is stored: torn and damaged lines, rows with a wrong checksum, databases that are damaged,
   * empty or missing, unreadable files, leftovers of a crash. Names a remedy for each finding, and applies it with
   * `repair: true`. Reads everything; takes locks only where it finds a problem.
   */
  check(options?: CheckOptions): Promise<CheckReport>
  /**
   * Copies the memory into a new folder, which `openMemory({ directory })` opens and which appears when it is complete.
   * Everything acknowledged before the call is included; writes may continue. Derived files are left out, and rebuilt on
   * open.
   * @throws MemoryError `bad-input` if the place is taken, `storage-failed` if the disk refuses
   */
  backup(directory: string, options?: BackupOptions): Promise<void>
  /** The tools for a model that the option `tools` names, if their layers are on. The first call loads zod schemas. */
  tools(options?: { tools?: ToolChoice | undefined }): Promise<MemoryTool[]>
  /** Resolves when no work is pending: due consolidations, the search index, accesses, RECORDS.md. */
  flush(): Promise<void>
  /**
   * Flushes, then releases all handles. After a consolidation that fails, other due ones wait for the next open, so that
   * a model that hangs costs one timeout. Later calls throw MemoryError `closed`.
   */
  close(): Promise<void>
  /** The layers that are on. */
  readonly layers: readonly (SwitchableLayer | 'sessions')[]
  /** The tools that a model gets unless a call says otherwise: the option `tools`, or that of the profile. */
  readonly toolChoice: ToolChoice
  readonly facts: Facts
  readonly history: History
  readonly notes: Notes
  readonly knowledge: Knowledge
  readonly records: Records
  readonly sessions: Sessions
  readonly responses: Responses
  /** The contexts that models got, and why. */
  readonly receipts: Receipts
  /** Values by namespace and key, for frameworks that store data with a memory. */
  readonly items: Items
}

/**
 * Opens the memory in a directory, which is created if absent, or in a storage of yours. Completes a consolidation that
 * a crash interrupted. A directory without write permission is opened for reading and reported (`read-only`).
 * `openMemory('./workspace', options)` is short for `openMemory({ ...options, directory: './workspace' })`.
 * @throws MemoryError `bad-option` for invalid options, `storage-failed` for an unusable directory or a Node.js that is
 * too old, `newer-format` for files of a newer Daybook
 */
export async function openMemory(options: MemoryOptions): Promise<Memory>
export async function openMemory(directory: string, options?: FolderOptions): Promise<Memory>
export async function openMemory(where: MemoryOptions | string, more?: FolderOptions): Promise<Memory> {
  checkNode()
  const options: MemoryOptions = typeof where === 'string' ? { ...more, directory: where } : where
  checkMemoryOptions(options, 'openMemory', { storage: anything, git: flag })
  const { storage: given, directory = '', git = true } = options
  // Local storage is loaded on demand, because the rest runs without Node.
  const openFolder = () => import('./local/index.ts').then(({ localStorage }) => localStorage({ directory, git }))
  const storage = checkStorage(await (given === undefined ? openFolder() : given), 'openMemory')
  return orClosed(storage, () => startMemory(storage, options))
}

/** Orders the steps of a turn over the parts of a memory, and completes what a crash interrupted. */
export async function startMemory(storage: Storage, options: BehaviourOptions): Promise<Memory> {
  const parts = createParts(storage, options)
  const { layers, documents, rows, catchUp, consolidator } = parts
  const { on } = layers
  /** Whether text removed from a session may remain in the log of the index. */
  let isPurgeDue = false
  const guard: LayerGuard = {
    on,
    redaction: parts.redaction,
    written: catchUp.written,
    // As before a recall, for a second at most.
    settled: async () => parts.isPaged && catchUp.inTime().catch(catchUp.failed),
  }
  const sessions = shownLayer('sessions', followed(parts.store), guard)

  /** The sessions, whose changes are passed on to the index, the context and the consolidation. */
  function followed(store: SessionStore): Sessions {
    const { list, get, messages, recap, describe } = store
    return {
      ...{ list, get, messages, recap, describe },
      append: (session, ...given) => after(store.append(session, ...given), (stored) => appended(session, stored)),
      align: (session, ...given) => after(store.align(session, ...given), ({ stored }) => appended(session, stored)),
      update: (session, id, ...given) =>
        after(store.update(session, id, ...given), (message) =>
          // Indexing reads a changed message again, and takes back what only its earlier text gave.
          layers.capture.auto && !isSilent(message) ? replaced(session) : withdrawn(session, [id]),
        ),
      async remove(session, ids, options) {
        const given = givenIds(ids)
        return after(store.remove(session, given, options), (count) => withdrawn(session, given, count > 0))
      },
      setAside: (session, ...given) => after(store.setAside(session, ...given), () => catchUp.soon(session)),
      trim: (session, ...given) => after(store.trim(session, ...given), () => catchUp.soon(session)),
      clear: (session, options) =>
        after(store.clear(session, options), async (count) => {
          if (options?.archived) await withdrawn(session, [], count > 0)
          parts.cleared(session)
        }),
    }
  }

  /** Indexes new messages soon, and consolidates a session that has grown too long. */
  async function appended(session: string, stored: readonly StoredMessage[]): Promise<void> {
    catchUp.soon(session)
    // A message without text enters no index, where what its earlier text gave would be taken back.
    const silent = stored.flatMap((message) => (message.role === 'user' && isSilent(message) ? [message.id] : []))
    if (silent.length > 0) await withdrawn(session, silent)
    consolidator.used(session)
    if (!layers.consolidation.auto) return
    if (layers.consolidation.mode === 'inline') await consolidator.whenDue(session)
    else consolidator.schedule(session)
  }

  /** Removes what was captured from messages that were removed or changed, and removed ones (none: all) from the index. */
  async function withdrawn(session: string, messages: readonly string[], isRemoved = false): Promise<void> {
    replaced(session)
    if (isRemoved) await catchUp.removed(session, messages)
    if (on.records) await rows.uncapture(session, messages)
  }

  function replaced(session: string): void {
    isPurgeDue = true
    catchUp.soon(session)
  }

  async function resetSession(session: string, given: { signal?: AbortSignal } = {}): Promise<Consolidation> {
    checkShape(given, { signal: abortSignal }, 'resetSession', 'bad-input')
    try {
      return await consolidator.reset(session, given.signal)
    } finally {
      parts.cleared(session)
    }
  }

  /** The first catch-up may find a session that an earlier process left due; the second indexes its consolidation. */
  async function flush(): Promise<void> {
    await catchUp.now()
    await consolidator.idle()
    await catchUp.now()
    await parts.flush()
    await purge()
  }

  async function purge(): Promise<void> {
    if (!isPurgeDue) return
    isPurgeDue = false
    await parts.purge()
  }

  const memory: Memory = {
    addMessages: sessions.append,
    buildContext: parts.buildContext,
    async recall(query, given) {
      const found = await parts.recall(query, given)
      if (on.records) rows.recalled(found.items)
      return found
    },
    async consolidate(session, given = {}) {
      checkShape(given, { signal: abortSignal }, 'consolidate', 'bad-input')
      refuseWithout(on, 'facts', 'history')
      return consolidator.now(session, given.signal)
    },
    resetSession,
    async maintain(given) {
      refuseWithout(on, 'records')
      return rows.maintain(given)
    },
    async forget(request) {
      const { forget } = await import('./forgetting/forget.ts')
      const forgotten = await forget(parts.forgetting, request)
      catchUp.written()
      return forgotten
    },
    scrub: async (options) => (await import('./memory/scrub.ts')).scrub({ ...parts, flush }, options),
    log: (options) => log(parts, options),
    check: async (options) => (await import('./check/check-memory.ts')).checkMemory(checkedMemory(parts), options),
    backup: (directory, options) => backup(parts, directory, options),
    async tools(given = {}) {
      checkShape(given, { tools: anything }, 'tools', 'bad-input')
      return loadTools(memory, given.tools ?? layers.tools, parts.setting.report)
    },
    layers: [...namesOn(on), 'sessions'],
    toolChoice: layers.tools,
    flush,
    close: async () => {
      // Captures and indexes the newest messages, for the next process and for people who read the files.
      await catchUp.now().catch(catchUp.failed)
      try {
        await consolidator.stop()
        // Indexes the messages that the consolidation moved, so that the next process need not.
        await catchUp.now().catch(catchUp.failed)
        await catchUp.stop()
        await parts.stop()
        await purge().catch(() => undefined) // closing empties it too, unless another process has it open
      } finally {
        await storage.close()
      }
    },
    facts: shownLayer('facts', documents.facts, guard),
    history: shownLayer('history', documents.history, guard),
    notes: shownLayer('notes', documents.notes, guard),
    knowledge: shownLayer('knowledge', documents.knowledge, guard),
    records: shownLayer('records', rows.records, guard),
    sessions,
    responses: shownLayer('responses', parts.responses, guard),
    receipts: { list: parts.receipts.list, get: parts.receipts.get },
    items: datedItems(shownLayer('items', storage.items, guard), parts.setting.clock),
  }
  await parts.recover()
  parts.begin()
  return memory
}

function isSilent(message: StoredMessage): boolean {
  return textOf(message).trim() === ''
}

async function after<T>(work: Promise<T>, then: (result: T) => Promise<void> | void): Promise<T> {
  const result = await work
  await then(result)
  return result
}
