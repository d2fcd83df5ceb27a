import type { Clock } from './clock.ts'
import { type Consolidation, createConsolidator } from './consolidation/consolidator.ts'
import { createPlanFiles } from './consolidation/plan.ts'
import { createContextBuilder } from './context/build-context.ts'
import type { ContextBlock, ContextRequest } from './context/context-block.ts'
import { createFacts, type Facts } from './documents/facts.ts'
import { createFactsFile } from './documents/facts-file.ts'
import { createHistory, type History } from './documents/history.ts'
import { createHistoryFile } from './documents/history-file.ts'
import { MemoryError, shown } from './errors.ts'
import type { MemoryEvent, Report } from './events.ts'
import type { Message, StoredMessage } from './message.ts'
import {
  type BehaviourOptions,
  checkOptions,
  checkPlace,
  checkStorage,
  type MemoryOptions,
  resolveLayers,
} from './options.ts'
import { createCatchUp } from './recall/catch-up.ts'
import { createRecall, type Recalled, type RecallOptions } from './recall/recall.ts'
import type { CallOptions } from './sessions/call-options.ts'
import { createSessions, type Sessions } from './sessions/sessions.ts'
import type { Setting } from './storage/setting.ts'
import type { Storage } from './storage/storage.ts'
import { type CountTokens, estimateTokens } from './text/count-tokens.ts'
import { watchedSessions } from './watched-sessions.ts'

/** What an agent remembers: facts, a history, sessions, and what connects them. */
export interface Memory {
  /**
   * Appends messages to a session. Resolves when they are on disk (one fsync); the search index follows, and a session
   * that has grown too long is consolidated (in the background, unless `consolidation.mode` is `inline`).
   * Answers the messages as they are stored.
   * @throws MemoryError `bad-input` for a message or session key that cannot be used, `storage-failed` when the disk refuses
   */
  addMessages(session: string, messages: Message | readonly Message[], options?: CallOptions): Promise<StoredMessage[]>
  /** The text to hand to the model: what is always known, and what is recalled for this question. */
  buildContext(request: ContextRequest): Promise<ContextBlock>
  /** Searches facts, history and the messages of all sessions, archives included. Costs one index query. */
  recall(query: string, options?: RecallOptions): Promise<Recalled>
  /** Consolidates a session's messages now, whatever its window; the newest messages stay in the window. */
  consolidate(session: string, options?: { signal?: AbortSignal }): Promise<Consolidation>
  /** Ends a conversation: consolidates all of it within the timeout, then empties its window. The messages stay searchable. */
  resetSession(session: string, options?: { signal?: AbortSignal }): Promise<Consolidation>
  /** Resolves when nothing is under way: consolidations that were due, the search index. */
  flush(): Promise<void>
  /**
   * Flushes, then lets go of all handles. When a consolidation fails meanwhile, what else is due waits for the next open:
   * a model that hangs costs one timeout. Calls after it throw MemoryError `closed`.
   */
  close(): Promise<void>
  readonly facts: Facts
  readonly history: History
  readonly sessions: Sessions
}

/**
 * Opens the memory in a directory (made when it is not there) or in a storage of yours. A consolidation that a crash cut
 * short is finished first.
 * @throws MemoryError `bad-option` for options that cannot be, `storage-failed` for a directory that cannot be used,
 * `newer-format` for files of a newer Daybook
 */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  const anything = (): undefined => undefined
  checkOptions(options, 'openMemory', { directory: anything, storage: anything })
  checkPlace(options, 'openMemory')
  const { storage: given, directory = '' } = options
  const storage = checkStorage(await (given === undefined ? openDirectory(directory) : given), 'openMemory')
  try {
    return await startMemory(storage, options)
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Local storage, loaded only when it is asked for: the rest runs where there is no Node. */
export async function openDirectory(directory: string): Promise<Storage> {
  const { localStorage } = await import('./local/index.ts')
  return localStorage({ directory })
}

/** Builds a memory over a storage and finishes what a crash left. */
export async function startMemory(storage: Storage, options: BehaviourOptions): Promise<Memory> {
  const { memory, recover } = assemble(storage, options)
  await recover()
  return memory
}

function assemble(storage: Storage, options: BehaviourOptions): { memory: Memory; recover: () => Promise<void> } {
  const layers = resolveLayers(options)
  const countTokens = checkedCount(options.countTokens ?? estimateTokens)
  const setting: Setting = { storage, clock: checkedClock(options.clock ?? systemClock), report: reporter(options) }
  const factsFile = createFactsFile(setting, layers.facts)
  const historyFile = createHistoryFile(setting, layers.history)
  const store = createSessions(setting, layers.sessions)
  const consolidator = createConsolidator({
    setting,
    facts: factsFile,
    history: historyFile,
    sessions: store,
    plans: createPlanFiles(storage.files, setting.report),
    options: { ...layers, countTokens },
    model: options.model,
    onApplied: (session) => {
      context.refresh(session)
      catchUp.soon(session)
    },
  })
  const catchUp = createCatchUp(setting, {
    facts: factsFile,
    history: historyFile,
    sessionsDirectory: layers.sessions.directory,
    sessionPath: store.path,
    // What an earlier process left due, by the number of messages; what is due by tokens waits for the session's next one.
    grown: (session, messages) => {
      const { window, keepWithoutConsolidation } = layers.sessions
      const limit = window === 0 ? keepWithoutConsolidation : window * layers.consolidation.trigger.factor
      if (layers.consolidation.auto && messages > limit) consolidator.schedule(session)
    },
  })
  const recall = createRecall(storage.passages, catchUp)
  const context = createContextBuilder({
    facts: factsFile,
    sessions: store,
    recall,
    countTokens,
    options: layers.context,
  })
  const sessions = watchedSessions(store, { changed: catchUp.soon, appended: afterAppend, cleared })

  /** What the session was told before its end is not told any more. */
  function cleared(session: string): void {
    context.refresh(session)
    catchUp.soon(session)
  }

  async function resetSession(session: string, { signal }: { signal?: AbortSignal } = {}): Promise<Consolidation> {
    try {
      return await consolidator.reset(session, signal)
    } finally {
      cleared(session)
    }
  }

  async function afterAppend(session: string): Promise<void> {
    if (!layers.consolidation.auto) return
    if (layers.consolidation.mode === 'inline') await consolidator.whenDue(session)
    else consolidator.schedule(session)
  }

  /** A catch-up may find a session that an earlier process left due; what comes of it is indexed in turn. */
  async function flush(): Promise<void> {
    await catchUp.now()
    await consolidator.idle()
    await catchUp.now()
  }

  const memory: Memory = {
    addMessages: sessions.append,
    buildContext: context.build,
    recall,
    consolidate: (session, { signal } = {}) => consolidator.now(session, signal),
    resetSession,
    flush,
    close: async () => {
      await catchUp.stop()
      await consolidator.stop()
      await storage.close()
    },
    facts: createFacts(setting, factsFile, consolidator.guard),
    history: createHistory(setting, historyFile, consolidator.guard, layers.history),
    sessions,
  }
  return {
    memory,
    recover: async () => {
      await consolidator.recover()
      await consolidator.guard(() => historyFile.recover())
    },
  }
}

/** The last time that a Date can hold. */
const latestMs = 8.64e15

const systemClock: Clock = () => Date.now()

/** A clock that answers no time would be found out at the first date that is written. */
function checkedClock(clock: Clock): Clock {
  return () => {
    const ms = clock()
    if (Number.isFinite(ms) && Math.abs(ms) <= latestMs) return ms
    throw new MemoryError(
      'bad-option',
      `clock answered ${shown(ms)}, expected milliseconds since 1970 as Date.now gives them`,
    )
  }
}

/** A count that budgets can be kept with: nothing costs nothing, and what is no number is refused. */
function checkedCount(countTokens: CountTokens): CountTokens {
  return (text) => {
    const count = text === '' ? 0 : countTokens(text)
    if (Number.isFinite(count) && count >= 0) return count
    throw new MemoryError('bad-option', `countTokens answered ${shown(count)}, expected a number of tokens from 0`)
  }
}

/** Events go to whoever asked for them; nobody's fault there becomes the memory's. */
function reporter({ onEvent, logger }: Pick<BehaviourOptions, 'onEvent' | 'logger'>): Report {
  return (event: MemoryEvent) => {
    try {
      onEvent?.(event)
      const about = event.session ?? event.path
      logger?.[event.level](`daybook: ${event.message}${about === undefined ? '' : ` (${about})`}`)
    } catch {
      // A listener that throws has no one to tell.
    }
  }
}
