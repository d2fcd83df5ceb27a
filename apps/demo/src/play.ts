import { memoryOptions, memoryTools, withMemory } from '@daybook/ai-sdk'
import {
  type BehaviourOptions,
  type Memory,
  type MemoryEvent,
  openMemory,
  redact,
  type StoredMessage,
  textOf,
} from '@daybook/memory-core'
import { isStepCount, streamText, type ToolSet, wrapLanguageModel } from 'ai'
import type { Collection, Sitting, Turn } from './conversation.ts'
import { offlineModel } from './offline-model.ts'
import { type FactsByReply, factsByReply, type PlantedFact } from './planted.ts'
import { type ProfilePlan, profilePlans } from './profile-plan.ts'
import { isTurn, type Said, saidBefore, toMessages } from './said.ts'
import { contextTokens, seenContext } from './seen-context.ts'
import { addKnowledge, toolUseFor } from './write-down.ts'

/** A model that can be wrapped. */
export type ChatModel = Parameters<typeof wrapLanguageModel>[0]['model']

/** What to play, and where. */
export interface PlayOptions {
  collection: Collection
  /** The memory's directory. What it holds of the collection already is not played again. */
  directory: string
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
/** Calls of tools on the way to one reply. */
const mostSteps = 8

/**
 * Plays a collection through the AI SDK adapter, turn by turn, on a clock that follows the turns. A run that was killed
 * goes on where it stopped.
 * @throws Error when the directory holds another conversation, or when the model answers nothing
 */
export async function play(options: PlayOptions): Promise<Played> {
  const { collection, directory, onEvent } = options
  const clock = createFollowingClock(collection.sittings[0]?.turns[0]?.at ?? 0)
  const isDefault = (options.memory?.profile ?? 'default') === 'default'
  const memory = await openMemory({
    // A year is played at once: what was told in it is kept to be looked at.
    ...(isDefault && { receipts: { days: 400 } }),
    ...options.memory,
    directory,
    clock: clock.now,
    ...(onEvent && { onEvent }),
  })
  const played: Played = { contexts: [], errors: [] }
  const plan = profilePlans[options.memory?.profile ?? 'default']
  try {
    const tools = plan.tool === undefined ? {} : memoryTools(memory, { tools: [plan.tool] })
    const performance = { options, memory, clock, played, plan, tools, facts: factsByReply(collection) }
    for (const sitting of collection.sittings) await playSitting(sitting, performance)
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
  plan: ProfilePlan
  tools: ToolSet
  facts: FactsByReply
}

async function playSitting(sitting: Sitting, performance: Performance): Promise<void> {
  const { memory, clock, options } = performance
  const { id: session, turns } = sitting
  const messages = await memory.sessions.messages(session, { archived: true })
  const stored = messages.filter(isTurn)
  refuseOther(sitting, stored, options)
  const before = saidBefore(messages, await memory.sessions.messages(session))
  const said = turns.map(({ role, text }, place) => before[place] ?? { role, content: text, steps: [] })
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
    said[place + 1] = await answer(session, said.slice(0, place + 1), reply, performance)
    acknowledge(place + 2)
  }
  const last = turns.at(-1)
  if (last) clock.follow(last.at)
  // What no reply followed: the adapter has not seen it yet.
  if (done < turns.length) await addRest(session, said, memory)
  acknowledge(turns.length)
  if (((await memory.sessions.get(session))?.messageCount ?? 0) > 0) await memory.resetSession(session)
}

async function addRest(session: string, said: readonly Said[], memory: Memory): Promise<void> {
  const stored = (await memory.sessions.messages(session, { archived: true })).filter(isTurn)
  const rest = said.slice(stored.length).map(({ role, content }) => ({ role, content }))
  if (rest.length > 0) await memory.addMessages(session, rest)
}

async function answer(
  session: string,
  said: readonly Said[],
  reply: Turn,
  { memory, clock, options, played, plan, tools, facts }: Performance,
): Promise<Said> {
  const heard = facts.get(reply.id) ?? []
  // Before the reply: a run that is killed in between replies, and writes it down, again.
  if (plan.written === 'knowledge') for (const fact of heard) await addKnowledge(memory, fact)
  const stream = streamText({
    model: withMemory(watched(options.chatModel ?? script(reply, heard, plan, clock), played.contexts), {
      memory,
      timeoutMs: patienceMs,
      onError: (error) => void played.errors.push(error),
    }),
    messages: toMessages(said),
    tools,
    stopWhen: isStepCount(mostSteps),
    providerOptions: memoryOptions({ session }),
    onError: () => undefined, // the text rejects with it
  })
  const text = await stream.text
  const responseMessages = await stream.responseMessages
  if (text.trim() === '') throw new Error(`the model answered nothing to ${JSON.stringify(said.at(-1)?.content)}`)
  return { role: 'assistant', content: text, steps: responseMessages.slice(0, -1) }
}

/** The assistant as it is written. With a tool it first writes down what it has heard. */
function script(reply: Turn, heard: readonly PlantedFact[], plan: ProfilePlan, clock: FollowingClock): ChatModel {
  const uses = heard.flatMap((fact) => toolUseFor(fact, plan) ?? [])
  return offlineModel('script', (prompt) => {
    if (uses.length > 0 && prompt.at(-1)?.role !== 'tool') return uses
    clock.follow(reply.at)
    return reply.text
  })
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

/** What is stored must be the beginning of this sitting, without secrets; a model's own answers are known by their place only. */
function refuseOther(
  { id, turns }: Sitting,
  stored: readonly StoredMessage[],
  { chatModel, directory }: PlayOptions,
): void {
  const isOther = stored.some((message, place) => {
    const turn = turns[place]
    const isWritten = turn?.role === 'user' || !chatModel
    return turn?.role !== message.role || (isWritten && textOf(message).trim() !== redact(turn.text.trim()).text)
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
