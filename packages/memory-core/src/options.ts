import { type ActivationOptions, activationDefaults } from './activation/candidates.ts'
import { type CaptureOptions, captureDefaults } from './capture/capture-options.ts'
import type { Clock } from './clock.ts'
import {
  type ConsolidationOptions,
  consolidationDefaults,
  type ResolvedConsolidationOptions,
} from './consolidation/choose.ts'
import { type ContextOptions, contextDefaults } from './context/context-block.ts'
import { type FactsOptions, factsDefaults, type ResolvedFactsOptions } from './documents/facts-file.ts'
import { type HistoryOptions, historyDefaults } from './documents/history-entry.ts'
import { MemoryError, shown } from './errors.ts'
import type { Logger, MemoryEvent } from './events.ts'
import { type KnowledgeOptions, knowledgeDefaults } from './knowledge/knowledge-entry.ts'
import { type MaintenanceOptions, maintenanceDefaults } from './maintenance/maintenance.ts'
import type { EmbedFunction, EmbedOptions, PromptFunction, RerankFunction, RerankOptions } from './model.ts'
import { type NotesOptions, notesDefaults } from './notes/note.ts'
import { type OrUndefined, withoutUndefined } from './option-checks.ts'
import type { RedactionOptions } from './privacy/redact.ts'
import { type ProfileName, profiles } from './profiles.ts'
import { type ReceiptsOptions, receiptsDefaults } from './receipts/receipt.ts'
import { type RecordsOptions, recordsDefaults } from './records/record-types.ts'
import { type ResponsesOptions, responsesDefaults } from './responses/responses.ts'
import { type SessionsOptions, sessionsDefaults } from './sessions/session.ts'
import type { Storage } from './storage/storage.ts'
import type { CountTokens } from './text/count-tokens.ts'
import { defaultToolNames, type ToolChoice } from './tools/tool-sources.ts'

/** The layers that can be switched off. */
export const switchableLayers = ['facts', 'history', 'notes', 'knowledge', 'records'] as const

/** A layer that can be switched off. */
export type SwitchableLayer = (typeof switchableLayers)[number]

/** The options of the layers. Each overrides the profile; `false` switches a layer off, `{}` switches it on. */
export interface LayerOptions {
  facts?: OrUndefined<FactsOptions> | false | undefined
  history?: OrUndefined<HistoryOptions> | false | undefined
  notes?: OrUndefined<NotesOptions> | false | undefined
  knowledge?: OrUndefined<KnowledgeOptions> | false | undefined
  records?: OrUndefined<RecordsOptions> | false | undefined
  sessions?: OrUndefined<SessionsOptions> | undefined
  responses?: OrUndefined<ResponsesOptions> | undefined
  capture?: OrUndefined<CaptureOptions> | undefined
  activation?: OrUndefined<ActivationOptions> | undefined
  consolidation?: OrUndefined<ConsolidationOptions> | undefined
  maintenance?: OrUndefined<MaintenanceOptions> | undefined
  /** The tools of `memory.tools()`; each costs tokens. @default memory_learn, memory_recall and memory_forget */
  tools?: ToolChoice | undefined
  context?: OrUndefined<ContextOptions> | undefined
  /**
   * Whether each context leaves a receipt, which says what the model got and why, and how long receipts are kept;
   * `false` writes none. Profiles of described systems write none unless asked to. @default on
   */
  receipts?: OrUndefined<ReceiptsOptions> | false | undefined
}

/** The options shared by `openMemory` and `openMemories`. */
export interface BehaviourOptions extends LayerOptions {
  /** The set of options to start from. @default 'default' */
  profile?: ProfileName | undefined
  /** The model that consolidates. Without one, consolidation only quotes messages. */
  model?: PromptFunction | undefined
  /** The embedder for recall by meaning. Vectors are written in the background. */
  embed?: EmbedFunction | EmbedOptions | undefined
  /** Reranks the best results of recall, which waits for it. */
  rerank?: RerankFunction | RerankOptions | undefined
  /** Counts tokens, for example with a model's own tokenizer. @default an estimate without dependencies */
  countTokens?: CountTokens | undefined
  /** @default Date.now */
  clock?: Clock | undefined
  /**
   * Whether secrets (keys, tokens, passwords, card numbers) are removed before anything is stored; rules can be added
   * and exceptions made. Applies to all layers and profiles. `memory.scrub()` cleans what was stored before. @default on
   */
  redaction?: RedactionOptions | false | undefined
  /** The destination of warnings and errors; `console` fits. @default none */
  logger?: Logger | undefined
  /** Called with events: captures, consolidations, damage. */
  onEvent?: ((event: MemoryEvent) => void) | undefined
}

/** The options of `openMemory`: a place, and the behaviour. Exactly one of `directory` and `storage` is required. */
export interface MemoryOptions extends BehaviourOptions {
  /** A folder of this machine, created if absent. */
  directory?: string | undefined
  /** Whether a new memory gets a `.gitignore`, and a `.gitattributes` to merge copies with git. @default true */
  git?: boolean | undefined
  /** Another storage: `inMemoryStorage()`, or one of your own. The memory closes it. */
  storage?: Storage | Promise<Storage> | undefined
}

/** The options of `openMemory('./folder', options)`. */
export type FolderOptions = Omit<MemoryOptions, 'directory' | 'storage'>

/** Options of `memory.backup`. */
export interface BackupOptions {
  signal?: AbortSignal | undefined
}

/** The resolved options of every layer. */
export interface ResolvedLayers {
  /** Which of the optional layers are on. */
  on: Readonly<Record<SwitchableLayer, boolean>>
  facts: ResolvedFactsOptions
  history: Required<HistoryOptions>
  notes: Required<NotesOptions>
  knowledge: Required<KnowledgeOptions>
  records: Required<RecordsOptions>
  sessions: Required<SessionsOptions>
  responses: Required<ResponsesOptions>
  capture: Required<CaptureOptions>
  activation: Required<ActivationOptions>
  consolidation: ResolvedConsolidationOptions
  maintenance: Required<MaintenanceOptions>
  tools: ToolChoice
  context: Required<ContextOptions>
  receipts: Required<ReceiptsOptions> | false
}

/** Fills in defaults; sessions are only trimmed without facts or history. @throws MemoryError `bad-option` */
export function resolveLayers(options: BehaviourOptions): ResolvedLayers {
  const layers = filledLayers(options)
  checkFolders(layers)
  const { on, sessions } = layers
  if ((on.facts && on.history) || sessions.window === 0) return layers
  return { ...layers, sessions: { ...sessions, window: 0, keepWithoutConsolidation: sessions.window } }
}

/** Sessions and notes need a folder of their own; facts, history, knowledge and records use different file names. */
function checkFolders({ facts, history, notes, knowledge, records, sessions }: ResolvedLayers): void {
  const every = Object.entries({ sessions, notes, facts, history, knowledge, records })
  for (const [layer, { directory: own }] of Object.entries({ sessions, notes })) {
    const [other, shared] =
      every.find(([name, { directory: one }]) => name !== layer && (isWithin(one, own) || isWithin(own, one))) ?? []
    if (shared) {
      const message = `${layer}.directory is ${shown(own)} and would hold or lie in ${other}.directory, ${shown(shared.directory)}: give the ${layer} a folder of their own`
      throw new MemoryError('bad-option', message)
    }
  }
}

function isWithin(folder: string, other: string): boolean {
  return `${folder}/`.startsWith(`${other}/`)
}

function filledLayers(options: BehaviourOptions): ResolvedLayers {
  const profile = profiles[options.profile ?? 'default']
  const own = (name: Exclude<keyof LayerOptions, 'tools'>): object => ({
    ...profile[name],
    ...withoutUndefined<object>(options[name]),
  })
  const isOn = (name: SwitchableLayer): [string, boolean] => [name, (options[name] ?? profile[name]) !== false]
  const activation = { ...activationDefaults, ...own('activation') }
  const [theirFacts, ownFacts] = [profile.facts || {}, options.facts || {}]
  const { limits, headings } = factsDefaults
  return {
    on: Object.fromEntries(switchableLayers.map(isOn)) as ResolvedLayers['on'],
    facts: {
      ...factsDefaults,
      ...own('facts'),
      limits: { ...limits, ...theirFacts.limits, ...withoutUndefined(ownFacts.limits) },
      headings: { ...headings, ...withoutUndefined(ownFacts.headings) },
    },
    history: { ...historyDefaults, ...own('history') },
    notes: { ...notesDefaults, ...own('notes') },
    knowledge: { ...knowledgeDefaults, ...own('knowledge') },
    records: { ...recordsDefaults, ...own('records') },
    sessions: { ...sessionsDefaults, ...own('sessions') },
    responses: { ...responsesDefaults, ...own('responses') },
    capture: { ...captureDefaults, ...own('capture') },
    activation,
    consolidation: {
      ...consolidationDefaults,
      ...own('consolidation'),
      trigger: {
        ...consolidationDefaults.trigger,
        ...profile.consolidation?.trigger,
        ...withoutUndefined(options.consolidation?.trigger),
      },
    },
    tools: options.tools ?? profile.tools ?? defaultToolNames,
    maintenance: { ...maintenanceDefaults, keepFrom: activation.minPriority, ...own('maintenance') },
    context: { ...contextDefaults, ...own('context') },
    receipts: (options.receipts ?? profile.receipts) !== false && {
      ...receiptsDefaults,
      ...withoutUndefined(options.receipts),
    },
  }
}
