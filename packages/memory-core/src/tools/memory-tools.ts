import { toJSONSchema } from 'zod'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import { didYouMean } from '../option-checks.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { commands } from './commands.ts'
import { statedBy } from './record-tools.ts'
import { bindTools, type MemoryTool, type ToolDefinition } from './tool-definition.ts'
import { defaultToolNames, type ToolChoice, type ToolSources } from './tool-sources.ts'

/** Every tool in the order in which models see them: records, notes, history, then those that explain the memory. */
export const toolDefinitions: readonly ToolDefinition[] = commands.filter(({ isForModels }) => isForModels)

/** The wanted definitions in a fixed order; by default learn, recall and forget. @throws MemoryError `bad-option` */
export function chooseTools(wanted?: ToolChoice): ToolDefinition[] {
  if (wanted === false) return []
  if (wanted === 'all') return [...toolDefinitions]
  const names: unknown = wanted ?? defaultToolNames
  const known = toolDefinitions.map(({ name }) => name)
  if (!Array.isArray(names))
    throw wrongValue('tools', names, `"all", false, or some of ${known.join(', ')}`, 'bad-option')
  const unknown: unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined || names.includes(undefined)) {
    const message = `there is no tool ${shown(unknown)}; there are ${known.join(', ')}${didYouMean(unknown, known)}`
    throw new MemoryError('bad-option', message)
  }
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

type ToolParts = 'recall' | 'forget' | 'buildContext' | 'log' | 'maintain' | 'receipts' | 'sessions' | 'layers'

/** The part of a memory that its tools need; every memory fits. */
export interface ToolMemory extends Required<Pick<ToolSources, ToolParts | 'facts' | 'records' | 'notes' | 'history'>> {
  /** The tools that a model gets unless a call says otherwise. @default memory_learn, memory_recall and memory_forget */
  readonly toolChoice?: ToolChoice | undefined
}

/** Options of {@link memoryTools}. */
export interface MemoryToolsOptions {
  /** Names of tools, `'all'`, or none. @default those of the memory: its option `tools`, or that of its profile */
  tools?: ToolChoice | undefined
  /** Called with failures that a model cannot correct; the model gets a text in any case. */
  onError?: ((error: unknown, tool: string) => void) | undefined
}

/** `memory.tools()`, synchronously. @throws MemoryError `bad-option` for an unknown name */
export function memoryTools(memory: ToolMemory, { tools, onError }: MemoryToolsOptions = {}): MemoryTool[] {
  return bindTools(chooseTools(tools ?? memory.toolChoice), toolSources(memory, onError))
}

/**
 * The definitions of the tools that a model is offered before the memory of a call is known: the wanted ones, or those
 * of the memory or memories, if their layers are on; with `readOnly`, none that writes.
 * @throws MemoryError `bad-option` for an unknown name
 */
export function offeredTools(
  { layers, toolChoice }: Pick<ToolMemory, 'layers' | 'toolChoice'>,
  { tools, readOnly = false }: { tools?: ToolChoice | undefined; readOnly?: boolean | undefined } = {},
): ToolDefinition[] {
  const isOn = (part: keyof ToolSources): boolean => {
    const layer = layerOf[part]
    return layer === undefined || layers.includes(layer)
  }
  return chooseTools(tools ?? toolChoice).filter(({ needs, writes }) => needs.every(isOn) && !(readOnly && writes))
}

/** The parts that need a layer. */
const layerOf: Partial<Record<keyof ToolSources, string>> = {
  facts: 'facts',
  records: 'records',
  maintain: 'records',
  notes: 'notes',
  history: 'history',
}

/** The sources of the tools in a memory: the layers that are on. */
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
    ...(has('facts') && { facts: memory.facts }),
    ...(has('records') && { records: memory.records, maintain: (options) => memory.maintain(options) }),
    ...(has('notes') && { notes: memory.notes }),
    ...(has('history') && { history: memory.history }),
    ...(onError && { onError }),
  }
}

/** The part of a memory that commands for people need; every memory fits. */
export interface CommandMemory extends ToolMemory, Required<Pick<ToolSources, 'check' | 'backup' | 'scrub'>> {}

/** The sources of commands for people. A fact added by a person is part of every context. */
export function personSources(memory: CommandMemory): ToolSources {
  return {
    ...toolSources(memory),
    check: (options) => memory.check(options),
    backup: (directory, options) => memory.backup(directory, options),
    scrub: (options) => memory.scrub(options),
    speaker: (text) => statedBy('person', text),
  }
}
