import { memoryOptions, withMemory } from '@daybook/ai-sdk'
import {
  type BehaviourOptions,
  type Memory,
  type MemoryEvent,
  openMemory,
  type Storage,
  type StoredMessage,
  textOf,
} from '@daybook/memory-core'
import { generateText, type ModelMessage, wrapLanguageModel } from 'ai'
import type { Collection, Sitting, Turn } from './conversation.ts'
import { offlineModel } from './offline-model.ts'
import { contextTokens, seenContext } from './seen-context.ts'

/** A model that can be wrapped. */
export type ChatModel = Parameters<typeof wrapLanguageModel>[0]['model']

/** What to play, and where. */
export interface PlayOptions {
  collection: Collection
  /** The memory's directory. What it holds of the collection already is not played again. */
  directory: string
  /** What the memory is stored in. @default local files in `directory` */
  storage?: Storage
  /** How the memory behaves. */
  memory?: Omit<BehaviourOptions, 'clock' | 'onEvent'>
  /** Answers in place of the conversation's own assistant. @default the assistant's turns as they are written */
  chatModel?: ChatModel
  /** Told of each turn as soon as it is on disk, and of those that were there before. */
  onTurn?: (turn: PlayedTurn) => void
  onEvent?: (event: MemoryEvent) => void
}

/** A turn that is on disk. */
export interface PlayedTurn {
  turn: Turn
  session: string
  /** Whether an earlier run has stored it. */
  isOld: boolean
}

/** What came of it. */
export interface Played {
  /** The tokens of the context in each model call. */
  contexts: number[]
  /** What went wrong with the memory while the model was answering. */
  errors: unknown[]
}

/** More than any disk needs: a demo waits rather than going on without its memory. */
const patienceMs = 60_000

/**
 * Plays a collection through the AI SDK adapter, turn by turn, on a clock that follows the turns. A run that was killed
 * goes on where it stopped.
 * @throws Error when the directory holds another conversation, or when the model answers nothing
 */
export async function play(options: PlayOptions): Promise<Played> {
  const { collection, directory, onEvent } = options
  const clock = createFollowingClock(collection.sittings[0]?.turns[0]?.at ?? 0)
  const memory = await openMemory({
    ...options.memory,
    ...(options.storage ? { storage: options.storage } : { directory }),
    clock: clock.now,
    ...(onEvent && { onEvent }),
  })
  const played: Played = { contexts: [], errors: [] }
  try {
    for (const sitting of collection.sittings) await playSitting(sitting, { options, memory, clock, played })
  } finally {
    await memory.close()
  }
  return played
}

interface Performance {
  options: PlayOptions
  memory: Memory
  clock: FollowingClock
  played: Played
}

async function playSitting(sitting: Sitting, performance: Performance): Promise<void> {
  const { memory, clock, options } = performance
  const { id: session, turns } = sitting
  const stored = await memory.sessions.messages(session, { archived: true })
  refuseOther(sitting, stored, options)
  const said = turns.map((turn, place) => toMessage(turn, stored[place]))
  let done = 0
  const acknowledge = (until: number, isOld = false): void => {
    for (const turn of turns.slice(done, until)) options.onTurn?.({ turn, session, isOld })
    done = until
  }
  acknowledge(stored.length, true)

  for (const [place, turn] of turns.entries()) {
    const reply = turns[place + 1]
    if (turn.role !== 'user' || reply?.role !== 'assistant' || done > place + 1) continue
    clock.follow(turn.at)
    said[place + 1] = {
      role: 'assistant',
      content: await answer(session, said.slice(0, place + 1), reply, performance),
    }
    acknowledge(place + 2)
  }
  const last = turns.at(-1)
  if (last) clock.follow(last.at)
  // What no reply followed: the adapter has not seen it yet.
  if (done < turns.length) await memory.sessions.align(session, said)
  acknowledge(turns.length)
  if (((await memory.sessions.get(session))?.messageCount ?? 0) > 0) await memory.resetSession(session)
}

async function answer(session: string, messages: Said[], reply: Turn, performance: Performance): Promise<string> {
  const { memory, clock, options, played } = performance
  const script = offlineModel('script', () => {
    clock.follow(reply.at)
    return reply.text
  })
  const { text } = await generateText({
    model: withMemory(watched(options.chatModel ?? script, played.contexts), {
      memory,
      timeoutMs: patienceMs,
      onError: (error) => void played.errors.push(error),
    }),
    messages,
    providerOptions: memoryOptions({ session }),
  })
  if (text.trim() === '') throw new Error(`the model answered nothing to ${JSON.stringify(messages.at(-1)?.content)}`)
  return text
}

/** The model, with the size of each context that it is given noted down. */
function watched(model: ChatModel, contexts: number[]): ChatModel {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      transformParams: async ({ params }) => {
        contexts.push(contextTokens(seenContext(params.prompt)))
        return params
      },
    },
  })
}

type Said = { role: 'user' | 'assistant'; content: string } & ModelMessage

function toMessage({ role, text }: Turn, stored: StoredMessage | undefined): Said {
  return { role, content: stored ? textOf(stored) : text }
}

/** What is stored must be the beginning of this sitting; a model's own answers are known by their place only. */
function refuseOther(
  { id, turns }: Sitting,
  stored: readonly StoredMessage[],
  { chatModel, directory }: PlayOptions,
): void {
  const isOther = stored.some((message, place) => {
    const turn = turns[place]
    const isWritten = turn?.role === 'user' || !chatModel
    return turn?.role !== message.role || (isWritten && textOf(message).trim() !== turn.text.trim())
  })
  if (isOther)
    throw new Error(`${directory} holds another conversation in session ${id}: choose another --directory, or --fresh`)
}

interface FollowingClock {
  now: () => number
  /** Puts it to a time, unless it has passed that already. */
  follow(at: number): void
}

function createFollowingClock(start: number): FollowingClock {
  let now = start
  return {
    now: () => now,
    follow: (at) => {
      now = Math.max(now, at)
    },
  }
}
