import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { estimateTokens, openMemory } from '@daybook/memory-core'
import type { AskedReport } from './ask.ts'
import type { Collection } from './conversation.ts'
import type { Played } from './play.ts'

/** What playing a conversation and asking about it came to. */
export interface Figures {
  messages: number
  sessions: number
  consolidations: number
  /** How many turns were consolidated, each counted once. */
  consolidated: number
  facts: number
  historyEntries: number
  /** The tokens of everything that was said. */
  conversationTokens: number
  /** The context blocks of the model calls while playing. */
  playing: ContextSize[]
  /** Those of the questions, when everything had been said. */
  asking: ContextSize[]
  asked: AskedReport[]
  errors: unknown[]
}

/** The tokens of one context block, and of the whole conversation that it stands for. */
export interface ContextSize {
  tokens: number
  whole: number
}

/** Reads from disk what a collection has left there. */
export async function measure(
  collection: Collection,
  directory: string,
  { contexts, errors }: Played,
  asked: AskedReport[],
): Promise<Figures> {
  const whole = estimateTokens(collection.sittings.flatMap(({ turns }) => turns.map(({ text }) => text)).join('\n'))
  const batches = await appliedBatches(directory)
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  try {
    const messages = await Promise.all(
      collection.sittings.map(({ id }) => memory.sessions.messages(id, { archived: true })),
    )
    return {
      messages: messages.flat().length,
      sessions: (await memory.sessions.list()).length,
      consolidations: batches.length,
      consolidated: new Set(batches.flat()).size,
      facts: (await memory.facts.list()).length,
      historyEntries: (await memory.history.list()).length,
      conversationTokens: whole,
      playing: contexts.map((tokens) => ({ tokens, whole })),
      asking: asked.map(({ tokens }) => ({ tokens, whole })),
      asked,
      errors,
    }
  } finally {
    await memory.close()
  }
}

/** The ids of the messages of each consolidation, from the list that the memory keeps of them. */
async function appliedBatches(directory: string): Promise<string[][]> {
  const file = join(directory, 'state', 'consolidation', 'applied.jsonl')
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => messagesIn(JSON.parse(line))).filter((messages) => messages.length > 0)
}

function messagesIn(line: unknown): string[] {
  const messages = typeof line === 'object' && line !== null && 'messages' in line ? line.messages : undefined
  return Array.isArray(messages) ? messages.filter((id) => typeof id === 'string') : []
}

/** The figures of several collections together. */
export function total(all: readonly Figures[]): Figures {
  const sum = (amount: (figures: Figures) => number): number => all.reduce((left, one) => left + amount(one), 0)
  return {
    messages: sum(({ messages }) => messages),
    sessions: sum(({ sessions }) => sessions),
    consolidations: sum(({ consolidations }) => consolidations),
    consolidated: sum(({ consolidated }) => consolidated),
    facts: sum(({ facts }) => facts),
    historyEntries: sum(({ historyEntries }) => historyEntries),
    conversationTokens: sum(({ conversationTokens }) => conversationTokens),
    playing: all.flatMap(({ playing }) => playing),
    asking: all.flatMap(({ asking }) => asking),
    asked: all.flatMap(({ asked }) => asked),
    errors: all.flatMap(({ errors }) => errors),
  }
}

/** The tokens of the largest context block. */
export function largestContext({ playing, asking }: Figures): number {
  return [...playing, ...asking].reduce((most, { tokens }) => Math.max(most, tokens), 0)
}
