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

/** The name under which the framework's instructions tell the model of the tool. */
export const workingMemoryTool = 'updateWorkingMemory'

type WorkingMemory = NonNullable<MemoryConfigInternal['workingMemory']>

/** The settings of the working memory; undefined when it is off. */
export function workingMemoryOf({ workingMemory }: MemoryConfigInternal): WorkingMemory | undefined {
  return workingMemory?.enabled ? workingMemory : undefined
}

/** What the working memory should look like; null when it is off. */
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

/** Where a run's working memory is kept, and what is to be kept there. */
export interface WorkingMemoryUpdate {
  threadId: string
  resourceId: string
  /** Makes the new text out of the present one. */
  change: (before: string | null) => string
}

/** As much of what Mastra hands to a tool as is looked at. */
interface ToolRun {
  agent?: { resourceId?: string | undefined; threadId?: string | undefined } | undefined
}

/** The tool with which the model rewrites its working memory; with a schema, it gives only what is to be changed. */
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

/** A message without what was said to the working memory: it is no part of the conversation. Undefined when nothing is left. */
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
      return {} // a text of before there was a schema
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
