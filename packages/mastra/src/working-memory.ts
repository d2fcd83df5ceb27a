import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import {
  type MemoryConfigInternal,
  memoryDefaultOptions,
  removeWorkingMemoryTags,
  type WorkingMemoryTemplate,
} from '@mastra/core/memory'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
import type { MastraTool } from './memory-tools.ts'

/** The name of the tool in the framework's instructions to the model. */
export const workingMemoryTool = 'updateWorkingMemory'

type WorkingMemory = NonNullable<MemoryConfigInternal['workingMemory']>

/** The settings of the working memory; undefined if it is off. */
export function workingMemoryOf({ workingMemory }: MemoryConfigInternal): WorkingMemory | undefined {
  return workingMemory?.enabled ? workingMemory : undefined
}

/** The template of the working memory; null if it is off. */
export function templateOf(config: MemoryConfigInternal): WorkingMemoryTemplate | null {
  const settings = workingMemoryOf(config)
  if (!settings) return null
  if (settings.schema) return { format: 'json', content: JSON.stringify(jsonSchemaOf(settings.schema)) }
  const usual = memoryDefaultOptions.workingMemory.template
  return { format: 'markdown', content: (settings.template || usual).trim() }
}

function jsonSchemaOf(schema: unknown): unknown {
  return schema instanceof z.ZodType ? z.toJSONSchema(schema) : schema
}

/** A change of a run's working memory. */
export interface WorkingMemoryUpdate {
  threadId: string
  resourceId: string
  /** Returns the new text for the present one. */
  change: (before: string | null) => string
}

/** The part of a tool's execution context that is used. */
interface ToolRun {
  agent?: { resourceId?: string | undefined; threadId?: string | undefined } | undefined
}

/**
 * The tool with which the model rewrites its working memory; with a schema, the model gives only the fields to change.
 */
export function updateTool(
  settings: WorkingMemory,
  update: (change: WorkingMemoryUpdate) => Promise<string>,
): MastraTool {
  const isSchema = settings.schema !== undefined
  const execute = async (input: { memory: string | Record<string, unknown> }, run: ToolRun = {}): Promise<string> => {
    const { resourceId, threadId } = run.agent ?? {}
    if (!resourceId || !threadId) return 'Error: this run has no working memory. Go on without it.'
    const change = (before: string | null): string =>
      isSchema ? JSON.stringify(merged(objectOf(before), objectOf(input.memory))) : textOf(input.memory)
    return update({ threadId, resourceId, change })
  }
  const memory = isSchema
    ? z.union([z.record(z.string(), z.unknown()), z.string()]).describe('The fields to change; null removes one.')
    : z.string().describe('The whole working memory as Markdown: what is not in it is forgotten.')
  const description = isSchema
    ? 'Update the working memory with what is new about the user: only the fields that change.'
    : 'Update the working memory with what is new about the user. Replaces all of it.'
  const inputSchema = z.object({ memory })
  return createTool({ id: 'update-working-memory', description, inputSchema, execute }) as unknown as MastraTool // its input is checked by its schema
}

/** A message without the tags and tool calls of the working memory; undefined if nothing else is left. */
export function withoutWorkingMemory(message: MastraDBMessage): MastraDBMessage | undefined {
  const { content } = message
  if (!Array.isArray(content?.parts)) return message
  const parts = content.parts.flatMap((part): typeof content.parts => {
    if (part.type === 'text') return [{ ...part, text: cleaned(part.text) }]
    const isCall = part.type === 'tool-invocation'
    if (isCall && (part.toolInvocation.toolName === workingMemoryTool || part.toolInvocation.state === 'partial-call'))
      return []
    return [part]
  })
  if (parts.length === 0 && content.parts.length > 0) return undefined
  const text = content.content
  return { ...message, content: { ...content, parts, ...(text !== undefined && { content: cleaned(text) }) } }
}

function cleaned(text: string): string {
  const without = removeWorkingMemoryTags(text)
  return without === text ? text : without.trim()
}

function textOf(value: string | Record<string, unknown>): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') {
    try {
      return objectOf(JSON.parse(value))
    } catch {
      return {} // written before there was a schema
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function merged(before: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  const after = { ...before }
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete after[name]
    else if (typeof value === 'object' && !Array.isArray(value))
      after[name] = merged(objectOf(before[name]), objectOf(value))
    else after[name] = value
  }
  return after
}
