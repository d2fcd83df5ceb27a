import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { estimateTokens, type Memory, type ProfileName } from '@daybook/memory-core'
import type { Answers, AskedReport } from './ask.ts'
import type { Collection } from './conversation.ts'
import { openToLook } from './open-to-look.ts'
import type { Played } from './play.ts'
import { isTurn } from './said.ts'

/** What playing a conversation and asking about it came to. */
export interface Figures {
  messages: number
  /** Messages of tool loops on the way to a reply. */
  steps: number
  sessions: number
  consolidations: number
  /** How many turns were consolidated, each counted once. */
  consolidated: number
  held: Held
  /** The questions whose facts were written down while playing and are not there any more. */
  lost: string[]
  /** The tokens of everything that was said. */
  conversationTokens: number
  /** The context blocks of the model calls while playing. */
  playing: ContextSize[]
  /** Those of the questions, when everything had been said. */
  asking: ContextSize[]
  asked: AskedReport[]
  errors: unknown[]
}

/** How much each layer holds; undefined when it is off. */
export interface Held {
  facts: number | undefined
  history: number | undefined
  records: number | undefined
  notes: number | undefined
  knowledge: number | undefined
}

/** Where and how a collection was played. */
export interface PlayedIn {
  directory: string
  profile: ProfileName
}

/** The tokens of one context block, and of the whole conversation that it stands for. */
export interface ContextSize {
  tokens: number
  whole: number
}

/** Reads from disk what a collection has left there. */
export async function measure(
  collection: Collection,
  { directory, profile }: PlayedIn,
  { contexts, errors }: Played,
  { asked, lost }: Answers,
): Promise<Figures> {
  const whole = estimateTokens(collection.sittings.flatMap(({ turns }) => turns.map(({ text }) => text)).join('\n'))
  const batches = await appliedBatches(directory)
  const memory = await openToLook(collection, directory, profile)
  try {
    const sessions = collection.sittings.map(({ id }) => memory.sessions.messages(id, { archived: true }))
    const messages = (await Promise.all(sessions)).flat()
    const turns = messages.filter(isTurn).length
    return {
      messages: turns,
      steps: messages.length - turns,
      sessions: (await memory.sessions.list()).length,
      consolidations: batches.length,
      consolidated: new Set(batches.flat()).size,
      held: await heldBy(memory),
      lost,
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

async function heldBy(memory: Memory): Promise<Held> {
  const count = async (layer: keyof Held, list: () => Promise<readonly unknown[]>): Promise<number | undefined> =>
    memory.layers.includes(layer) ? (await list()).length : undefined
  return {
    facts: await count('facts', () => memory.facts.list()),
    history: await count('history', () => memory.history.list()),
    records: await count('records', () => memory.records.list({ archived: 'all', limit: 1_000 })),
    notes: await count('notes', () => memory.notes.list()),
    knowledge: await count('knowledge', () => memory.knowledge.list()),
  }
}

/** The ids of the messages of each consolidation, from the list that the memory keeps of them. */
async function appliedBatches(directory: string): Promise<string[][]> {
  const file = join(directory, '.daybook', 'consolidation', 'applied.jsonl')
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
  const sumHeld = (layer: keyof Held): number | undefined =>
    all.some(({ held }) => held[layer] === undefined) ? undefined : sum(({ held }) => held[layer] ?? 0)
  return {
    messages: sum(({ messages }) => messages),
    steps: sum(({ steps }) => steps),
    sessions: sum(({ sessions }) => sessions),
    consolidations: sum(({ consolidations }) => consolidations),
    consolidated: sum(({ consolidated }) => consolidated),
    held: {
      facts: sumHeld('facts'),
      history: sumHeld('history'),
      records: sumHeld('records'),
      notes: sumHeld('notes'),
      knowledge: sumHeld('knowledge'),
    },
    lost: all.flatMap(({ lost }) => lost),
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
