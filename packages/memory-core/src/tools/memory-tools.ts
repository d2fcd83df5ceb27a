import { toJSONSchema } from 'zod'
import type { ContextBlock, ContextRequest } from '../context/context-block.ts'
import type { Facts } from '../documents/facts.ts'
import type { History } from '../documents/history.ts'
import { MemoryError, shown } from '../errors.ts'
import type { ForgetRequest } from '../forgetting/forget-request.ts'
import type { Forgotten } from '../forgetting/forgotten.ts'
import type { MaintenanceReport } from '../maintenance/maintenance-report.ts'
import type { Notes } from '../notes/notes.ts'
import { didYouMean } from '../option-checks.ts'
import type { Recall } from '../recall/recall.ts'
import type { Receipts } from '../receipts/receipt.ts'
import type { Records } from '../records/records.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { readStatements } from '../statements/read-statements.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { commands } from './commands.ts'
import type { LogOptions, MemoryLog } from './log-entry.ts'
import type { MemoryTool } from './tool.ts'
import { bindTools, type ToolDefinition, type ToolSources } from './tool-definition.ts'

/** Every tool, in the order in which a model sees them: records, notes, history, then what explains the memory. */
export const toolDefinitions: readonly ToolDefinition[] = commands.filter(({ isForModels }) => isForModels)

/** The tools of a model by default: each further tool costs tokens with every call of the model. */
export const defaultToolNames: readonly string[] = ['memory_learn', 'memory_recall', 'memory_forget']

/**
 * The definitions that are wanted, always in the same order: `'all'`, a list of names, none (`false`), or learn, recall
 * and forget.
 * @throws MemoryError `bad-option` for a name that no tool has
 */
export function chooseTools(wanted?: 'all' | readonly string[] | false): ToolDefinition[] {
  if (wanted === false) return []
  if (wanted === 'all') return [...toolDefinitions]
  const names: unknown = wanted ?? defaultToolNames
  const known = toolDefinitions.map(({ name }) => name)
  if (!Array.isArray(names))
    throw new MemoryError(
      'bad-option',
      `tools is ${shown(names)}, expected "all", false, or some of ${known.join(', ')}`,
    )
  const unknown: unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined || names.includes(undefined))
    throw new MemoryError(
      'bad-option',
      `there is no tool ${shown(unknown)}; there are ${known.join(', ')}${didYouMean(unknown, known)}`,
    )
  return toolDefinitions.filter(({ name }) => names.includes(name))
}

/** The tokens that tools cost with every call of a model: names, descriptions and JSON schemas. */
export function toolsCost(
  tools: readonly Pick<MemoryTool, 'name' | 'description' | 'inputSchema'>[],
  countTokens: CountTokens,
): number {
  return tools.reduce((sum, { name, description, inputSchema }) => {
    const { $schema, ...schema } = toJSONSchema(inputSchema)
    return sum + countTokens(JSON.stringify({ name, description, input_schema: schema }))
  }, 0)
}

/** As much of a memory as its tools need; every memory fits. */
export interface ToolMemory {
  /** The layers that are on. */
  readonly layers: readonly string[]
  /** Which tools a model gets unless a call says otherwise. @default memory_learn, memory_recall and memory_forget */
  readonly toolChoice?: MemoryToolsOptions['tools']
  recall: Recall
  forget(request: ForgetRequest): Promise<Forgotten>
  buildContext(request: ContextRequest): Promise<ContextBlock>
  log(options?: LogOptions): Promise<MemoryLog>
  maintain(options: { dryRun: boolean; signal?: AbortSignal }): Promise<MaintenanceReport>
  readonly receipts: Receipts
  readonly records: Records
  readonly notes: Notes
  readonly history: History
  readonly facts: Facts
  readonly sessions: Sessions
}

/** Which tools, and what is called for errors inside them. */
export interface MemoryToolsOptions {
  /** Tools by name, `'all'`, or none. @default those of the memory: its option `tools`, or what its profile says */
  tools?: 'all' | readonly string[] | false | undefined
  /** Told of a failure that a model can do nothing about; the model gets a text all the same. */
  onError?: ((error: unknown, tool: string) => void) | undefined
}

/**
 * The tools of a memory: those that are wanted, as far as their layers are on. What `memory.tools()` answers, without
 * waiting.
 * @throws MemoryError `bad-option` for a name that no tool has
 */
export function memoryTools(memory: ToolMemory, { tools, onError }: MemoryToolsOptions = {}): MemoryTool[] {
  return bindTools(chooseTools(tools ?? memory.toolChoice), toolSources(memory, onError))
}

/**
 * The definitions of the tools that a model is offered, before it is known whose memory they work on: those that are
 * wanted, or else those of the memory or memories, as far as their layers are on; with `readOnly` none that writes.
 * @throws MemoryError `bad-option` for a name that no tool has
 */
export function offeredTools(
  { layers, toolChoice }: Pick<ToolMemory, 'layers' | 'toolChoice'>,
  { tools, readOnly = false }: { tools?: MemoryToolsOptions['tools']; readOnly?: boolean | undefined } = {},
): ToolDefinition[] {
  const isOn = (part: keyof ToolSources): boolean => {
    const layer = layerOf.get(part)
    return layer === undefined || layers.includes(layer)
  }
  return chooseTools(tools ?? toolChoice).filter(({ needs, writes }) => needs.every(isOn) && !(readOnly && writes))
}

/** The parts that are there only with a layer. */
const layerOf: ReadonlyMap<keyof ToolSources, string> = new Map([
  ['records', 'records'],
  ['maintain', 'records'],
  ['notes', 'notes'],
  ['history', 'history'],
  ['facts', 'facts'],
])

/** What the tools work on in a memory: the layers that are on. */
export function toolSources(memory: ToolMemory, onError?: ToolSources['onError']): ToolSources {
  const has = (layer: string): boolean => memory.layers.includes(layer)
  return {
    recall: (query, options) => memory.recall(query, options),
    forget: (request) => memory.forget(request),
    buildContext: (request) => memory.buildContext(request),
    log: (options) => memory.log(options),
    receipts: memory.receipts,
    sessions: memory.sessions,
    layers: memory.layers,
    ...(has('facts') ? { facts: memory.facts } : {}),
    ...(has('records') ? { records: memory.records, maintain: (options) => memory.maintain(options) } : {}),
    ...(has('notes') ? { notes: memory.notes } : {}),
    ...(has('history') ? { history: memory.history } : {}),
    ...(onError ? { onError } : {}),
  }
}

/** As much of a memory as the commands of a person need; every memory fits. */
export interface CommandMemory extends ToolMemory {
  check: NonNullable<ToolSources['check']>
  backup: NonNullable<ToolSources['backup']>
  scrub: NonNullable<ToolSources['scrub']>
}

/** What the commands of a person work on. A fact that a person adds is part of every context. */
export function personSources(memory: CommandMemory): ToolSources {
  return {
    ...toolSources(memory),
    check: (options) => memory.check(options),
    backup: (directory, options) => memory.backup(directory, options),
    scrub: (options) => memory.scrub(options),
    speaker: (text) => ({ author: 'person', worth: 1, about: readStatements(text)[0]?.kind ?? 'other' }),
  }
}
