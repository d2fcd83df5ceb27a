import { toJSONSchema, type ZodObject, z } from 'zod'
import { shownTime } from '../clock.ts'
import { MemoryError, shown, wrongValue } from '../errors.ts'
import { isRecord, textsOf } from '../json.ts'
import { didYouMean, withoutUndefined } from '../option-checks.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { oneLine } from '../text/plain-text.ts'
import { contextSchema, logSchema } from './command-outputs.ts'
import { noteTools } from './note-tools.ts'
import { placeCommands } from './place-commands.ts'
import { recordTools, statedBy } from './record-tools.ts'
import {
  bindTools,
  type Command,
  defineCommand,
  defineTool,
  type MemoryTool,
  type ToolDefinition,
} from './tool-definition.ts'
import { defaultToolNames, type ToolChoice, type ToolSources } from './tool-sources.ts'
import { memoryWhy } from './why.ts'

const memoryContext: Command = defineCommand({
  name: 'memory_context',
  purpose: 'Shows the context that a model would get for a question.',
  description:
    'Answers what is worth knowing now: lasting facts, and what fits the question. Use it once when a conversation begins.',
  line: { name: 'context', positional: ['query'], example: 'daybook context "how do I deploy?" --budget 500' },
  inputSchema: z.strictObject({
    query: z.string().optional().describe('The question.'),
    session: z.string().min(1).optional().describe('The conversation that it belongs to.'),
    filePath: z.string().optional().describe('The file that the user is working on.'),
    budget: z.int().min(0).optional().describe('Maximum tokens.'),
  }),
  modelSchema: z.strictObject({ query: z.string().optional().describe('The question.') }),
  outputSchema: contextSchema,
  effect: 'reads',
  needs: ['buildContext'],
  longest: 40_000,
  run: async ({ buildContext }, { query = '', ...rest }, { signal }) => ({
    ...(await buildContext({ query, ...withoutUndefined({ ...rest, signal }) })),
  }),
  print: ({ stable, volatile }) =>
    [stable, volatile].filter((part) => part !== '').join('\n\n') || 'The context would be empty.',
})

const shownText = 200

const memoryLog: Command = defineCommand({
  name: 'memory_log',
  purpose: 'Lists what was learnt, replaced and forgotten since a time.',
  description: 'Lists what the memory learnt, replaced and forgot since a time, newest first.',
  line: { name: 'log', positional: [], example: 'daybook log --since 7d' },
  inputSchema: z.strictObject({
    since: z.string().optional().describe('A date such as 2026-11-01, or 12h, 7d, 4w. Default: 7d.'),
    limit: z.int().min(1).max(1000).optional().describe('Maximum number of entries. Default: 100.'),
  }),
  outputSchema: logSchema,
  effect: 'reads',
  needs: ['log'],
  run: async ({ log }, { since, limit }) => ({ ...(await log({ since, limit })) }),
  print({ since, entries }) {
    const lines = entries.map(({ at, what, id, text, by }) => {
      const next = by === undefined ? '' : ` (now: ${oneLine(by, shownText)})`
      const name = id === undefined ? '' : `[${id}] `
      return `${shownTime(at)} ${what}: ${name}${oneLine(text, shownText)}${next}`
    })
    return lines.join('\n') || `Nothing changed since ${shownTime(since)}.`
  },
})

const longestEntry = 1_000

export const memorySearchHistory: Command = defineTool({
  name: 'memory_search_history',
  description:
    'Searches the log of past conversations: what was done, decided or discussed, and when. Use it for questions about earlier sessions. Several words find the entries that fit best, recent ones first among equals; one word finds the entries that contain it. Example: {"query":"database migration","limit":5}',
  inputSchema: z.strictObject({
    query: z.string().min(1).max(1000).describe('The words to look for.'),
    limit: z.int().min(1).max(50).optional().describe('Maximum number of entries. Default: 10.'),
  }),
  effect: 'reads',
  needs: ['history'],
  async run({ history }, { query, limit = 10 }) {
    const entries = await history.search(query, { limit })
    if (entries.length === 0) return `(nothing in the history fits ${JSON.stringify(oneLine(query, 100))})`
    return entries.map((entry) => `- ${oneLine(entry, longestEntry)}`).join('\n')
  },
})

/**
 * Everything that a model or a person can ask of a memory, each defined once: the tools of frameworks, the MCP tools and
 * the subcommands of `daybook` are generated from it. Records come first, then notes, history, and commands for people.
 */
export const commands: readonly Command[] = [
  ...recordTools,
  ...noteTools,
  memorySearchHistory,
  memoryContext,
  memoryWhy,
  memoryLog,
  ...placeCommands,
]

/** One field of a command's input, for a form or a command line. */
export interface CommandField {
  name: string
  kind: 'text' | 'number' | 'flag' | 'list'
  /** The values it can have, if they are few. */
  choices?: readonly string[]
  isRequired: boolean
  description: string
}

const kinds: Readonly<Record<string, CommandField['kind']>> = {
  integer: 'number',
  number: 'number',
  boolean: 'flag',
  array: 'list',
}

/** The fields of an input schema, in order. */
export function fieldsOf(schema: ZodObject): CommandField[] {
  const { properties = {}, required = [] } = toJSONSchema(schema)
  return Object.entries(properties).map(([name, property]) => {
    const { type = '', description = '', enum: own, items } = typeof property === 'object' ? property : {}
    const choices = textsOf(own ?? (isRecord(items) ? items['enum'] : undefined))
    const kind = kinds[String(type)] ?? 'text'
    const isRequired = required.includes(name)
    return { name, kind, ...(choices.length > 0 && { choices }), isRequired, description }
  })
}

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
