import { toJSONSchema } from 'zod'
import { didYouMean } from '../did-you-mean.ts'
import { MemoryError, shown } from '../errors.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { commands } from './commands.ts'
import type { MemoryTool } from './tool.ts'
import type { ToolDefinition } from './tool-definition.ts'

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
