import { type Activation, createActivation, nothingActivated } from '../activation/activate.ts'
import { createAfterQuiet, createSerialQueue } from '../async.ts'
import type { Offered, SaidBefore } from '../capture/capturer.ts'
import type { CapturableMessage } from '../capture/findings.ts'
import { MemoryError } from '../errors.ts'
import { isUnreadable } from '../indexing/followers.ts'
import type { WithRebuild } from '../indexing/marked-index.ts'
import { archivedType } from '../indexing/passages-of.ts'
import { createMaintenance, type MaintenanceReport } from '../maintenance/maintenance.ts'
import { roles, textOf } from '../message.ts'
import type { ResolvedLayers } from '../options.ts'
import { termsOf, vague } from '../recall/question.ts'
import { speakerOf } from '../records/drafts.ts'
import { withdrawRecords } from '../records/learning.ts'
import { messageMarks } from '../records/marks.ts'
import type { RecordBook } from '../records/record-book.ts'
import { createRecords, type SearchRecords } from '../records/records.ts'
import { createRecordsPage } from '../records/records-page.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import type { Passage, PassageIndex } from '../storage/passages.ts'
import type { Setting } from '../storage/storage.ts'
import { analyse } from '../text/analyse.ts'
import { speakerKey, statementKey } from '../text/comparison.ts'
import { lazy } from '../text/plain-text.ts'
import type { Placement, SeenVersions } from './placement.ts'

const pauseMs = 1_000
const lookMs = 3_600_000

interface RecordParts {
  book: RecordBook
  search: SearchRecords
  catchUp: () => Promise<unknown>
  placement: Placement | undefined
  said: SaidBefore
}

/** Loaded at its first use, because a process that only asks needs none of its patterns. */
const loadCapture = lazy(() => import('../capture/capturer.ts'))

/** Creates the records with capture, activation and maintenance. Touches no disk until it is used. */
export function createRecordLayer(
  setting: Setting,
  layers: ResolvedLayers,
  { book, search, catchUp, placement, said: before }: RecordParts,
) {
  const { report } = setting
  const capturer = lazy(async () => (await loadCapture()).createCapturer(setting, book, layers.capture, before))
  const placedIds = async () => new Set((await placement?.state())?.lines.map(({ id }) => id))
  const page = createRecordsPage(setting, book, layers.records.directory, placedIds)
  const maintenance = createMaintenance(setting, book, layers.maintenance)
  const activation = createActivation(setting, book, search, layers.activation)
  const { budget } = layers.activation
  const stopping = new AbortController()
  const pause = createAfterQuiet(() => void refresh(), { quietMs: pauseMs, mostMs: pauseMs })
  const pages = createSerialQueue()
  let maintaining: Promise<void> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  /** Whether the store ever had a record; not asked again once it had. */
  let hasHeld = false

  function refresh(): Promise<void> {
    return pages.run(page.refresh).catch((error: unknown) => {
      const message = `RECORDS.md could not be written, this is retried with the next change: ${String(error)}`
      report({ type: 'records-page-failed', level: 'warn', message, error })
    })
  }

  /** Records that cannot be read are left out of the context and reported. */
  const activate: Activation = async (request) => {
    try {
      hasHeld ||= (await setting.storage.records.revision()) > 0
      if (!hasHeld) return nothingActivated
      return await activation({ ...request, budget: Math.min(budget, request.budget) })
    } catch (error) {
      if (!isUnreadable(error)) throw error
      const message = `the context has no records: ${error.message}`
      report({ type: 'records-unreadable', level: 'error', message, error })
      return nothingActivated
    }
  }

  async function maintainWhenDue(): Promise<void> {
    try {
      if (await maintenance.isDue()) tell(await maintenance.runByItself(stopping.signal))
    } catch (error) {
      // Another process is maintaining the records, or this one is closing.
      if (stopping.signal.aborted || (MemoryError.isInstance(error) && error.code === 'locked')) return
      const message = `the records could not be maintained, this is retried later: ${String(error)}`
      report({ type: 'maintenance-failed', level: 'warn', message, error })
    } finally {
      maintaining = undefined
    }
  }

  function tell({ totals, examined }: MaintenanceReport): void {
    const { merged, archived, promoted, restored = 0 } = totals
    const back = restored > 0 ? `; ${restored} came back from the archive` : ''
    const message = `of ${examined} records, ${merged} were merged, ${archived} archived and ${promoted} promoted${back}`
    report({ type: 'maintained', level: 'info', message, details: totals })
  }

  async function flush(): Promise<void> {
    await maintaining
    pause.cancel()
    await book.flush()
    await refresh()
  }

  return {
    records: createRecords(setting, book, search, catchUp),
    book,
    activate,
    async maintain(options?: Parameters<typeof maintenance.run>[0]): Promise<MaintenanceReport> {
      // Waits for a maintenance that started by itself.
      await maintaining
      const done = await maintenance.run(options)
      if (!done.dryRun) tell(done)
      return done
    },
    /** Captures records from messages that enter the index, except withdrawn ones; each message is read once. */
    async capture(messages: readonly Passage[], offered: Offered): Promise<void> {
      const said = messages.flatMap(({ source, text, createdAt }) => {
        if (!('messageId' in source) || createdAt === undefined) return []
        const role = roles.find((one) => one === source.role)
        return role === undefined ? [] : [{ ...source, role, text, createdAt }]
      })
      if (said.length > 0) await (await capturer()).take(said, offered)
    },
    /** Applies edits of the pages, then settles MEMORY.md; see {@link Placement}. Returns whether something changed. */
    async settle({ page: version, ...seen }: SeenVersions & { page: string | null }): Promise<boolean> {
      const hasObeyed = await page.obey(version)
      return (await placement?.settle(seen)) || hasObeyed
    },
    /** Removes records that only these messages state, because the messages were removed or changed. */
    async uncapture(session: string, messages: readonly string[]): Promise<void> {
      if (messages.length === 0) return
      const { capturesEnded, givenBy } = await loadCapture()
      await capturesEnded(setting.storage)
      const marks = messages.flatMap((id) => messageMarks(session, id))
      const left = [...(await book.store.marks(marks)).keys()]
      if (left.length === 0) return
      const origins = messages.map((messageId) => ({ session, messageId }))
      const remove = (await givenBy(book, before, origins)).map(({ id }) => id)
      await withdrawRecords(book.store, remove, { marks: left })
    },
    /** Called when the index is up to date: starts the page RECORDS.md and maintenance that is due. */
    caughtUp(): void {
      pause.ask()
      const now = setting.clock()
      if (maintaining || Math.abs(now - lookedAt) < lookMs) return
      lookedAt = now
      maintaining = maintainWhenDue()
    },
    /** Counts an access of the records among the results of a recall. */
    recalled(items: readonly { id: string; layer: string }[]): void {
      if (!layers.records.touchOn.includes('recall')) return
      book.touch(items.filter(({ layer }) => layer === 'records').map(({ id }) => id))
    },
    flush,
    renewPage: page.renew,
    /** Like `flush`, and aborts a running maintenance; failures to write are reported. */
    async stop(): Promise<void> {
      stopping.abort()
      await flush().catch((error: unknown) => {
        const message = `accesses of records could not be written and are lost: ${String(error)}`
        report({ type: 'records-unwritten', level: 'warn', message, error })
      })
    },
  }
}

/** Creates the search of the records. Bring the index up to date first. Costs one index query. */
export function createRecordSearch(passages: PassageIndex, withRebuild: WithRebuild): SearchRecords {
  return async (query, { limit, types, archived, telling = false, signal }) => {
    const isVague = (term: string): boolean => vague.has(term)
    const all = termsOf(query)
    const terms = telling && !analyse(query).every(isVague) ? all.filter((term) => !isVague(term)) : all
    if (terms.length === 0) return []
    signal?.throwIfAborted()
    const wanted = archived === 'no' ? types : types && [...types, ...types.map(archivedType)]
    const search = { terms, layers: ['records'] as const, limit, ...(wanted && { types: wanted }) }
    const hits = await withRebuild(() => passages.search(search))
    return hits.flatMap(({ passage: { source }, score }) => ('record' in source ? [{ id: source.record, score }] : []))
  }
}

/** Maximum passages looked through for one that states the same. */
const mostLooked = 50

export function createSaidBefore(passages: PassageIndex, sessions: Pick<SessionStore, 'recentWindow'>): SaidBefore {
  /** The messages of users with words of a text. */
  async function heard(words: string) {
    const terms = termsOf(words)
    const hits = terms.length === 0 ? [] : await passages.search({ terms, layers: ['sessions'], limit: mostLooked })
    return hits.flatMap(({ passage: { source, text, createdAt } }) =>
      'messageId' in source && source.role === 'user' ? [{ ...source, text, createdAt }] : [],
    )
  }

  return {
    async window(session) {
      const { messages = [] } = (await sessions.recentWindow(session)) ?? {}
      const said = messages.map(({ id, role, createdAt, name, content }): CapturableMessage => {
        return { session, messageId: id, role, text: textOf({ content }), createdAt, name }
      })
      return new Map(said.slice(1).flatMap(({ messageId }, at) => (said[at] ? [[messageId, said[at]]] : [])))
    },
    async elsewhere({ text, source: of }, isOther) {
      const { sentencesOf, withoutOpening } = await import('../statements/stated-sentences.ts')
      const key = statementKey(text)
      const speaker = speakerOf({ source: of })
      const said = (await heard(text)).flatMap(({ session, messageId, name, text: whole, createdAt }) => {
        if (createdAt === undefined || speakerKey(name) !== speakerKey(speaker)) return []
        if (!isOther({ session, messageId })) return []
        const sentence = sentencesOf(whole).find((one) => statementKey(withoutOpening(one)) === key)
        const quote = speaker === undefined ? {} : { quote: `${speaker}: ${sentence}` }
        return sentence === undefined ? [] : [{ source: { session, messageId, ...quote }, createdAt }]
      })
      return said.sort((a, b) => compareTexts(a.createdAt, b.createdAt))[0]
    },
    async named({ text: request, createdAt: until }, isNamed) {
      return (await heard(request)).flatMap(({ session, messageId, name, text, createdAt = until }) =>
        createdAt < until && isNamed(text, name) ? [{ session, messageId }] : [],
      )
    },
  }
}
