import { createConsolidator } from '../consolidation/consolidator.ts'
import { createPlanFiles, moveLedgers } from '../consolidation/plan.ts'
import type { ContextSources } from '../context/build-context.ts'
import type { ContextRequest } from '../context/context-block.ts'
import { createSnapshots } from '../context/snapshots.ts'
import { createFacts } from '../documents/facts.ts'
import { createFactsFile } from '../documents/facts-file.ts'
import { createHistory, createHistoryFile } from '../documents/history.ts'
import type { ForgetParts } from '../forgetting/forgotten.ts'
import { createCatchUp } from '../indexing/catch-up.ts'
import { createWithRebuild } from '../indexing/marked-index.ts'
import { createKnowledge } from '../knowledge/knowledge.ts'
import { createNotes } from '../notes/notes.ts'
import { type BehaviourOptions, resolveLayers } from '../options.ts'
import { redact } from '../privacy/redact.ts'
import { createRecall } from '../recall/recall.ts'
import { createValiditySources, opposingRecords } from '../recall/validity.ts'
import { createReceipts } from '../receipts/receipts.ts'
import type { ReceiptSources } from '../receipts/show-receipt.ts'
import { createRecordBook } from '../records/record-book.ts'
import { createResponses } from '../responses/responses.ts'
import { createSemanticCache } from '../responses/semantic-cache.ts'
import { createSessions } from '../sessions/sessions.ts'
import { searchedLayers } from '../storage/passages.ts'
import type { Storage } from '../storage/storage.ts'
import { lazy } from '../text/plain-text.ts'
import { storedPlaces } from '../upkeep/places.ts'
import { documentSources, knowledgeExport, knownFacts, noteIndex, protocolOfNotes } from './document-layers.ts'
import { createRedaction } from './layer-calls.ts'
import { createPlacement, lineRanks, overLines } from './placement.ts'
import { createRecordLayer, createRecordSearch, createSaidBefore } from './record-layer.ts'
import { createAids, damageEvent, readOnlyEvent, readOnlyLayers, redactedError, settingOf } from './setting-of.ts'

export type Parts = ReturnType<typeof createParts>

/** Creates and connects the parts. Touches no disk. */
export function createParts(storage: Storage, options: BehaviourOptions) {
  const isReadOnly = storage.isReadOnly === true
  const layers = isReadOnly ? readOnlyLayers(resolveLayers(options)) : resolveLayers(options)
  const { on } = layers
  const setting = settingOf(storage, options)
  /** Whether lines of MEMORY.md have records behind them, so that each statement is stored once. */
  const isPaged = on.facts && on.records && layers.facts.mode === 'rewrite' && layers.capture.auto && !isReadOnly
  const { countTokens } = setting
  /** Whether a merge has removed text that may remain in a journal, or in the log of the index. */
  let isMerged = false
  const files = { facts: createFactsFile(setting, layers.facts), history: createHistoryFile(setting, layers.history) }
  const facts = on.facts ? files.facts : undefined
  const records = on.records ? storage.records : undefined
  const placed = isPaged ? storage.records : undefined
  const unwatch = storage.onDamage?.((table, errors) => setting.report(damageEvent(table, errors)))
  const redaction = options.redaction === false ? undefined : createRedaction(options.redaction, setting.report)
  const store = createSessions(setting, layers.sessions)
  const known = knownFacts(facts, placed)
  const sources = createValiditySources(facts, known, records, storage.records)
  const plans = createPlanFiles(storage.files, setting.report)
  const consolidator = createConsolidator({
    setting,
    ...files,
    sessions: store,
    plans,
    options: { ...layers, countTokens, isPaged },
    model: options.model,
    redacted: (proposal, session) => redaction?.written(proposal, 'consolidation', session) ?? proposal,
    shownError: (error) => redactedError(error, redaction?.redact ?? redact),
    ready: async () => (isPaged ? catchUp.now().catch(catchUp.failed) : undefined),
    overLines: async () => (placed ? overLines(placed) : () => false),
    onApplied: cleared,
  })
  const semanticCache = createSemanticCache(setting, layers.responses.ttlMs)
  const { guard } = consolidator
  const documents = {
    facts: createFacts(setting, files.facts, guard),
    history: createHistory(setting, files.history, guard, layers.history),
    notes: createNotes(setting, guard, layers.notes),
    knowledge: createKnowledge(setting, guard, layers.knowledge),
  }
  const followed = documentSources(setting, layers, files, documents.notes)
  const catchUp = createCatchUp(setting, {
    documents: followed,
    sessions: {
      directory: layers.sessions.directory,
      ...(!isReadOnly && { settle: store.settle }),
      path: store.path,
      grown,
    },
    ...(on.records && layers.capture.auto && { capture: (messages, offered) => rows.capture(messages, offered) }),
    records: on.records,
    ...(on.records &&
      !isReadOnly && {
        settling: {
          pages: [files.facts.path, `${layers.records.directory}/RECORDS.md`],
          settle: ({ versions: [version = null, page = null], revision }) => rows.settle({ version, page, revision }),
        },
      }),
    async done() {
      if (isReadOnly) return
      if (isMerged) {
        isMerged = false
        await purge()
      }
      if (layers.consolidation.auto) consolidator.look()
      if (on.records) rows.caughtUp()
      writer?.wake()
    },
  })
  const withRebuild = createWithRebuild(catchUp, storage.passages)
  const book = createRecordBook({ ...setting, countTokens }, layers.records, known)
  const placing = { setting, ...files, book, options: layers.facts, guard, onMerged }
  const placement = isPaged ? createPlacement(placing) : undefined
  const search = createRecordSearch(storage.passages, withRebuild)
  const said = createSaidBefore(storage.passages, store)
  const caughtUp = () => catchUp.now().catch(catchUp.refused)
  const rows = createRecordLayer(setting, layers, { book, search, catchUp: caughtUp, placement, said })
  const { writer, ...aids } = createAids(setting, options, withRebuild)
  const searched = searchedLayers.filter((layer) => layer === 'sessions' || on[layer])
  const recallSetting = { catchUp, withRebuild, layers: searched, clock: setting.clock, sources, ...aids }
  const recall = createRecall(storage.passages, recallSetting)
  const stable = {
    facts,
    notes: on.notes ? noteIndex(setting, layers) : undefined,
    knowledge: on.knowledge ? knowledgeExport(setting, layers, documents.knowledge) : undefined,
  }
  const notesProtocol = on.notes ? protocolOfNotes(layers) : ''
  const receiptSources: ReceiptSources = {
    files: storage.files,
    sessions: store,
    records,
    documents: followed,
    stable: async (document) =>
      (document === 'facts' ? (await stable.facts?.read())?.text : await stable[document]?.()) ?? '',
    protocols: {
      stable: [layers.context.protocol, notesProtocol].filter((text) => text !== ''),
      volatile: layers.context.protocol === '' ? [] : [layers.context.protocol],
    },
  }
  const receipts = createReceipts(setting, layers.receipts, receiptSources, plans.epoch)
  const ranks = placed && (() => lineRanks(placed, files.facts.path))
  const snapshots = createSnapshots({ ...stable, ranks, sessions: store }, layers.context.inject === 'per-session')
  const contextSources: ContextSources = {
    snapshots,
    hasNotes: on.notes,
    notesProtocol,
    told: receipts.told,
    activate: on.records ? rows.activate : undefined,
    isTellable: (about) => about === undefined || layers.facts.tell[about] !== 'never',
    others: facts && records ? (ids) => opposingRecords(ids, sources, setting.clock()) : undefined,
    catchUp: catchUp.inTime,
    sessions: store,
    recall,
    recalledLayers: searched.filter((layer) => layer !== 'records'),
    countTokens,
    options: layers.context,
  }
  /** Loaded with the first context, because a process that only stores or searches needs none of its patterns. */
  const contextBuilder = lazy(async () =>
    (await import('../context/build-context.ts')).createContextBuilder(contextSources),
  )

  function onMerged(): void {
    isMerged = true
  }

  async function purge(): Promise<void> {
    for (const message of await storage.purge({ logsOnly: true }))
      setting.report({ type: 'purge-incomplete', level: 'warn', message })
  }

  function cleared(session: string): void {
    snapshots.refresh(session)
    catchUp.soon(session)
  }

  /** Schedules a session that an earlier process left due by number; one due by tokens waits for its next message. */
  function grown(session: string, messages: number): void {
    consolidator.found(session)
    const { window, keepWithoutConsolidation } = layers.sessions
    const limit = window === 0 ? keepWithoutConsolidation : window * layers.consolidation.trigger.factor
    if (layers.consolidation.auto && messages > limit) consolidator.schedule(session)
  }

  async function renew(): Promise<void> {
    await reindex()
    if (on.records) await rows.renewPage()
  }

  async function reindex(): Promise<void> {
    await storage.passages.clear()
    catchUp.forget()
    await catchUp.now()
  }

  async function settle(): Promise<void> {
    catchUp.written()
    catchUp.forget()
    await catchUp.now()
    await flush()
  }

  async function flush(): Promise<void> {
    if (isReadOnly) return
    if (on.records) await rows.flush()
    await flushOthers()
    await writer?.idle()
  }

  async function flushOthers(): Promise<void> {
    if (on.knowledge) await documents.knowledge.flush()
    await receipts.flush()
    await semanticCache.flush()
  }

  const forgetting: ForgetParts = {
    ...{ setting, ...files, sessions: store, plans, guard, settle, renew, cleared },
    headings: layers.facts.headings,
    elsewhere: said.elsewhere,
    withdrawn: catchUp.withdrawn,
    records: book.store,
    receipts: receipts.forget,
    notes: on.notes ? documents.notes : undefined,
    knowledge: on.knowledge ? documents.knowledge : undefined,
    places: storedPlaces(layers),
    notesDirectory: layers.notes.directory,
    semanticCache,
  }

  return {
    setting,
    layers,
    isPaged,
    files,
    documents,
    rows,
    store,
    responses: createResponses(setting, layers.responses, layers.responses.file ? semanticCache : storage.items),
    redaction,
    consolidator,
    catchUp,
    recall,
    buildContext: async (request: ContextRequest) => (await contextBuilder())(request),
    receipts,
    forgetting,
    cleared,
    renew,
    reindex,
    async recover(): Promise<void> {
      await moveLedgers(setting.storage)
      if (isReadOnly) return setting.report(readOnlyEvent)
      await consolidator.recover()
      await guard(() => files.history.recover())
    },
    /** Starts to look for sessions that fell silent while the memory was closed, in the background. */
    begin(): void {
      if (layers.consolidation.auto && layers.consolidation.silentAfterMs > 0 && !isReadOnly) catchUp.begin()
    },
    flush,
    purge,
    /** Like `flush`, and starts nothing new. Failures to write are reported, so that closing goes on. */
    async stop(): Promise<void> {
      unwatch?.()
      if (isReadOnly) return
      await writer?.stop()
      if (on.records) await rows.stop()
      await flushOthers()
    },
  }
}
