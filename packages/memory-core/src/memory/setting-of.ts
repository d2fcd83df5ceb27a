import { checkedClock, systemClock } from '../clock.ts'
import { MemoryError } from '../errors.ts'
import { type MemoryEvent, type Report, tell } from '../events.ts'
import { vectorsWithRebuild, type WithRebuild } from '../indexing/marked-index.ts'
import { createEmbedder, createVectorWriter, type VectorWriter } from '../indexing/vector-writer.ts'
import type { BehaviourOptions, ResolvedLayers } from '../options.ts'
import { type Redact, redact } from '../privacy/redact.ts'
import { createMeaning } from '../recall/meaning.ts'
import type { RecallSetting } from '../recall/recall.ts'
import { createReranking } from '../recall/reranking.ts'
import type { Setting, Storage } from '../storage/storage.ts'
import { type CountTokens, checkedCount, estimateTokens } from '../text/count-tokens.ts'

export function settingOf(storage: Storage, options: BehaviourOptions): Setting & { countTokens: CountTokens } {
  return {
    storage,
    clock: checkedClock(options.clock ?? systemClock),
    report: reporter(options),
    countTokens: checkedCount(options.countTokens ?? estimateTokens),
  }
}

/** Passes events to listeners. A listener that throws or rejects does not make the memory fail. */
export function reporter({ onEvent, logger }: Pick<BehaviourOptions, 'onEvent' | 'logger'>): Report {
  return (given: MemoryEvent) =>
    tell(() => {
      // Messages may quote errors and models: secrets are redacted.
      const error = 'error' in given ? { error: redactedError(given.error, redact) } : {}
      const event = { ...given, message: redact(given.message).text, ...error }
      tell(onEvent, event)
      const about = event.session ?? event.path
      tell(() => logger?.[event.level](`daybook: ${event.message}${about === undefined ? '' : ` (${about})`}`))
    })
}

/** Switches off automatic writes for a read-only memory. Explicit writes fail with an error that says why. */
export function readOnlyLayers(layers: ResolvedLayers): ResolvedLayers {
  const { capture, consolidation, maintenance, records } = layers
  return {
    ...layers,
    capture: { ...capture, auto: false },
    consolidation: { ...consolidation, auto: false },
    maintenance: { ...maintenance, auto: false },
    records: { ...records, touchOn: [] },
  }
}

/** Maximum number of causes followed. */
const deepest = 8

/** The error; if it has secrets, one with redacted texts and the same code, without fields that a library added. */
export function redactedError(error: unknown, redact: Redact, depth = 0): unknown {
  if (typeof error === 'string') return redact(error).text
  if (!(error instanceof Error)) return error
  const safe = (text: string): string => redact(text).text
  const cause = depth < deepest ? redactedError(error.cause, redact, depth + 1) : undefined
  const message = safe(error.message)
  const stack = safe(error.stack ?? '')
  if (message === error.message && stack === (error.stack ?? '') && cause === error.cause && !saysMore(error, redact))
    return error
  const options = cause === undefined ? {} : { cause }
  const shown = MemoryError.isInstance(error)
    ? new MemoryError(error.code, message, options)
    : Object.assign(new Error(message, options), { name: error.name }, codeOf(error))
  return Object.assign(shown, { stack })
}

function saysMore(error: Error, redact: Redact): boolean {
  try {
    return redact(JSON.stringify({ ...error, cause: undefined })).found.length > 0
  } catch {
    return true // too deeply nested to search
  }
}

function codeOf(error: Error): { code?: string | number } {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? { code } : {}
}

export function damageEvent(table: 'records' | 'items', errors: readonly MemoryError[]): MemoryEvent {
  const [first] = errors
  const many = errors.length > 1 ? `${errors.length} ${table} are damaged and left out, the first of them: ` : ''
  return {
    type: `${table}-unreadable`,
    level: 'error',
    message: `${many}${first?.message}`,
    details: { rows: errors.length },
    error: first,
  }
}

export const readOnlyEvent: MemoryEvent = {
  type: 'read-only',
  level: 'warn',
  message: 'the directory of this memory is read-only: it can be read and recalled, but stores nothing new',
}

/** Vectors and reranking. @throws MemoryError `bad-option` if `embed` is given and the storage has no vectors */
export function createAids(
  setting: Setting,
  { embed, rerank }: BehaviourOptions,
  withRebuild: WithRebuild,
): Pick<RecallSetting, 'meaning' | 'reranking'> & { writer?: VectorWriter } {
  const { storage, report } = setting
  const reranked = rerank === undefined ? {} : { reranking: createReranking(rerank, report) }
  if (embed === undefined) return reranked
  if (!storage.vectors) {
    const message = 'embed is given, and the storage has no vectors: expected one with `vectors`, or no embed'
    throw new MemoryError('bad-option', message)
  }
  const embedder = createEmbedder(embed)
  const vectors = vectorsWithRebuild(storage.vectors, withRebuild)
  const writer = createVectorWriter(setting, vectors, embedder)
  return { ...reranked, meaning: createMeaning(vectors, embedder, report, writer.again), writer }
}
