import type { Clock } from './clock.ts'
import {
  type ConsolidationOptions,
  consolidationDefaults,
  type ResolvedConsolidationOptions,
} from './consolidation/consolidation-options.ts'
import { type ContextOptions, contextDefaults, type ResolvedContextOptions } from './context/context-options.ts'
import { type FactsOptions, factsDefaults, type ResolvedFactsOptions } from './documents/facts-options.ts'
import { type HistoryOptions, historyDefaults, type ResolvedHistoryOptions } from './documents/history-options.ts'
import { MemoryError, shown } from './errors.ts'
import type { Logger, MemoryEvent } from './events.ts'
import {
  amount,
  callable,
  checkShape,
  either,
  flag,
  folder,
  oneOf,
  type Shape,
  text,
  wholeNumber,
} from './option-checks.ts'
import { type ProfileName, profiles } from './profiles.ts'
import type { PromptFunction } from './prompt.ts'
import { type ResolvedSessionsOptions, type SessionsOptions, sessionsDefaults } from './sessions/sessions-options.ts'
import type { Storage } from './storage/storage.ts'
import type { CountTokens } from './text/count-tokens.ts'

/** The options of the single layers. Each overrides the profile singly. */
export interface LayerOptions {
  facts?: FactsOptions | undefined
  history?: HistoryOptions | undefined
  sessions?: SessionsOptions | undefined
  consolidation?: ConsolidationOptions | undefined
  context?: ContextOptions | undefined
}

/** What holds for one memory as for many. */
export interface BehaviourOptions extends LayerOptions {
  /** The set of options to start from. @default 'default' */
  profile?: ProfileName | undefined
  /** The model that consolidates. Without one, consolidation quotes what was said and concludes nothing. */
  model?: PromptFunction | undefined
  /** Counts tokens; a real tokenizer may be plugged in here. @default an estimate without dependencies */
  countTokens?: CountTokens | undefined
  /** @default Date.now */
  clock?: Clock | undefined
  /** Where warnings and errors go; `console` fits. @default nowhere */
  logger?: Logger | undefined
  /** Told what happens: captures, consolidations, damage that was contained. */
  onEvent?: ((event: MemoryEvent) => void) | undefined
}

/** What `openMemory` takes: a place, and how to behave. Exactly one of `directory` and `storage` is needed. */
export interface MemoryOptions extends BehaviourOptions {
  /** A folder of this machine; it is made when it is not there. */
  directory?: string | undefined
  /** Another place: `inMemoryStorage()`, or one of yours. The memory closes it. */
  storage?: Storage | Promise<Storage> | undefined
}

/** The options of every layer, complete. */
export interface ResolvedLayers {
  facts: ResolvedFactsOptions
  history: ResolvedHistoryOptions
  sessions: ResolvedSessionsOptions
  consolidation: ResolvedConsolidationOptions
  context: ResolvedContextOptions
}

const layerShapes: Shape = {
  facts: {
    directory: folder,
    mode: oneOf('append', 'rewrite'),
    limits: { bytes: wholeNumber(256), lines: wholeNumber(1), tokens: wholeNumber(1) },
    versions: wholeNumber(0),
    minKept: amount(0, 1),
  },
  history: {
    directory: folder,
    format: oneOf('line', 'section', 'plain'),
    content: oneOf('summary', 'turns', 'both'),
    rotation: either(oneOf('none'), rotation),
    summarizer: oneOf('rule', 'llm'),
    decayRate: amount(0),
    searchArchives: flag,
  },
  sessions: {
    directory: folder,
    window: wholeNumber(0),
    keep: either(wholeNumber(0), keep),
    keepWithoutConsolidation: wholeNumber(0),
  },
  consolidation: {
    auto: flag,
    trigger: { factor: amount(1), tokens: wholeNumber(0) },
    mode: oneOf('background', 'inline'),
    reply: oneOf('json', 'bullets'),
    model: callable,
    timeoutMs: wholeNumber(1),
    onFailure: oneOf('raw-fallback', 'keep', 'drop'),
    retryMs: wholeNumber(0),
    redo: wholeNumber(0, 10),
    summary: flag,
  },
  context: {
    budget: wholeNumber(0),
    inject: oneOf('per-session', 'per-request'),
    recall: wholeNumber(0, 100),
    protocol: text,
  },
}

const commonShape: Shape = {
  ...layerShapes,
  profile: oneOf(...Object.keys(profiles)),
  model: callable,
  countTokens: callable,
  clock: callable,
  logger,
  onEvent: callable,
}

function logger(value: unknown): string | undefined {
  const fits =
    isObject(value) && [value['info'], value['warn'], value['error']].every((method) => typeof method === 'function')
  return fits ? undefined : 'an object with the functions info, warn and error'
}

function rotation(value: unknown): string | undefined {
  const expected = "{ by: 'size', maxBytes } or { by: 'month', keepMain }"
  if (!isObject(value)) return expected
  const { by, ...rest } = value
  const [name, other] = Object.entries(rest)[0] ?? []
  if (Object.keys(rest).length > 1 || (by !== 'size' && by !== 'month')) return expected
  if (name === undefined || other === undefined) return undefined
  const fits =
    by === 'size'
      ? name === 'maxBytes' && wholeNumber(1)(other) === undefined
      : name === 'keepMain' && typeof other === 'boolean'
  return fits ? undefined : expected
}

function keep(value: unknown): string | undefined {
  const expected = '{ share, min, max } with a share from 0 to 1 and whole numbers'
  if (!isObject(value)) return expected
  const { share, min, max, ...rest } = value
  const fits =
    amount(0, 1)(share) === undefined &&
    [min, max].every((bound) => bound === undefined || wholeNumber(0)(bound) === undefined)
  return fits && Object.keys(rest).length === 0 ? undefined : expected
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Checks the options that one memory and many have in common. `own` are the options beside them.
 * @throws MemoryError `bad-option`
 */
export function checkOptions(options: unknown, caller: string, own: Shape): void {
  checkShape(options, { ...commonShape, ...own }, caller)
}

/** Checks that exactly one place is given. @throws MemoryError `bad-option` */
export function checkPlace(options: { directory?: unknown; storage?: unknown }, caller: string): void {
  const { directory, storage } = options
  if (directory !== undefined && storage !== undefined)
    throw new MemoryError('bad-option', `${caller} has both directory and storage, expected one of them`)
  if (storage === undefined && (typeof directory !== 'string' || directory === '' || directory.includes('\0')))
    throw new MemoryError(
      'bad-option',
      `${caller}.directory is ${shown(directory)}, expected a folder such as "./workspace", or storage instead`,
    )
}

/** Checks that a storage of the caller's own is one. @throws MemoryError `bad-option` */
export function checkStorage(storage: Storage, caller: string): Storage {
  const parts: Partial<Record<keyof Storage, unknown>> = isObject(storage) ? storage : {}
  const { files, passages, lock, lease, close } = parts
  if (isObject(files) && isObject(passages) && [lock, lease, close].every((part) => typeof part === 'function'))
    return storage
  throw new MemoryError(
    'bad-option',
    `${caller}.storage is ${shown(storage)}, expected a storage such as inMemoryStorage()`,
  )
}

/**
 * Fills in what a caller left open: from the profile, then from the defaults of the layers.
 * @throws MemoryError `bad-option` when the sessions share a folder with the documents
 */
export function resolveLayers(options: BehaviourOptions): ResolvedLayers {
  const layers = filledLayers(options)
  const { facts, history, sessions } = layers
  for (const { directory } of [facts, history])
    if (`${directory}/`.startsWith(`${sessions.directory}/`) || `${sessions.directory}/`.startsWith(`${directory}/`))
      throw new MemoryError(
        'bad-option',
        `sessions.directory is ${shown(sessions.directory)} and would hold or lie in ${shown(directory)}: give the sessions a folder of their own`,
      )
  return layers
}

function filledLayers(options: BehaviourOptions): ResolvedLayers {
  const profile = profiles[options.profile ?? 'default']
  const { trigger, limits } = { trigger: consolidationDefaults.trigger, limits: factsDefaults.limits }
  return {
    facts: {
      ...factsDefaults,
      ...profile.facts,
      ...given(options.facts),
      limits: { ...limits, ...profile.facts?.limits, ...given(options.facts?.limits) },
    },
    history: { ...historyDefaults, ...profile.history, ...given(options.history) },
    sessions: { ...sessionsDefaults, ...profile.sessions, ...given(options.sessions) },
    consolidation: {
      ...consolidationDefaults,
      ...profile.consolidation,
      ...given(options.consolidation),
      trigger: { ...trigger, ...profile.consolidation?.trigger, ...given(options.consolidation?.trigger) },
    },
    context: { ...contextDefaults, ...profile.context, ...given(options.context) },
  }
}

/** The fields that are not undefined. */
function given<T extends object>(fields: T | undefined): Partial<T> {
  const kept: Partial<T> = {}
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name]
  return kept
}
