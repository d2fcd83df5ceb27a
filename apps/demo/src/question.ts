import { memoryOptions, withMemory } from '@daybook/ai-sdk'
import type { ContextBlock, Memory, StoredMessage } from '@daybook/memory-core'
import { generateText } from 'ai'
import { type ContextLayer, contextLayers } from './context-share.ts'
import type { Collection, Question } from './conversation.ts'
import type { ChatModel } from './play.ts'
import { isTurn } from './said.ts'

/** A question, what the memory had to say to it, and what the model made of that. */
export interface Asked {
  question: Question
  context: ContextBlock
  answer: string
  /** Whether the planted fact stands in the context; undefined when the question has none. */
  hasPlanted: boolean | undefined
  /** The layers in whose words it stands. */
  plantedIn: ContextLayer[]
  /** Whether the answer says it. */
  saysPlanted: boolean
  /** How many of the turns that hold the evidence stand in the context. */
  evidence: number
}

/** A turn of the conversation as it is stored. */
export type StoredTurns = ReadonlyMap<string, StoredMessage>

/** Finds the stored message of each turn: the i-th turn of a session is its i-th message, steps of tool loops left out. */
export async function findStoredTurns(memory: Memory, { sittings }: Collection): Promise<StoredTurns> {
  const found = new Map<string, StoredMessage>()
  for (const { id, turns } of sittings) {
    const messages = (await memory.sessions.messages(id, { archived: true })).filter(isTurn)
    for (const [place, turn] of turns.entries()) {
      const message = messages[place]
      if (message) found.set(turn.id, message)
    }
  }
  return found
}

/** Asks in a session of its own, of which nothing is stored. */
export async function ask(question: Question, memory: Memory, model: ChatModel, turns: StoredTurns): Promise<Asked> {
  const context = await memory.buildContext({ query: question.text })
  const { text: answer } = await generateText({
    model: withMemory(model, { memory, timeoutMs: 60_000, onError: rethrow }),
    messages: [{ role: 'user', content: question.text }],
    providerOptions: memoryOptions({ session: `question ${question.id}`, readOnly: true }),
  })
  const text = `${context.stable}\n${context.volatile}`
  return {
    question,
    context,
    answer,
    hasPlanted: question.answer === undefined ? undefined : text.includes(question.answer),
    plantedIn: layersWith(question.answer, context),
    saysPlanted: question.answer !== undefined && answer.includes(question.answer),
    evidence: question.gold.filter((id) => isInContext(turns.get(id), context, text)).length,
  }
}

function layersWith(words: string | undefined, { items }: ContextBlock): ContextLayer[] {
  if (words === undefined) return []
  const holders = items.filter(({ text }) => text.includes(words)).map(({ layer }) => layer)
  return contextLayers.filter((layer) => holders.includes(layer))
}

/**
 * Keeps an answer in the response cache, asks again, in capitals, and says whether the cache answers the same without
 * the model.
 */
export async function answersFromCache(
  { question, answer }: Asked,
  memory: Memory,
  model: ChatModel,
): Promise<boolean> {
  const parts = { model: model.modelId, message: question.text }
  await memory.responses.put(memory.responses.key(parts), answer, parts)
  const again = memory.responses.key({ ...parts, message: question.text.toUpperCase() })
  return (await memory.responses.get(again)) === answer
}

/** Whether a tool, asked the question, answers with the planted fact. It counts as an access of what it finds. */
export async function findsPlanted({ question }: Asked, memory: Memory, name: string): Promise<boolean> {
  const tool = (await memory.tools()).find((each) => each.name === name)
  const found = await tool?.execute({ query: question.text })
  return question.answer !== undefined && (found?.includes(question.answer) ?? false)
}

/** Below this, a text may stand anywhere by chance. */
const tellingLength = 20

/** A turn is there as the recalled message itself, or word for word inside a fact or a history entry. */
function isInContext(message: StoredMessage | undefined, context: ContextBlock, text: string): boolean {
  if (!message || typeof message.content !== 'string') return false
  if (context.items.some(({ layer, id }) => layer === 'sessions' && id.endsWith(`:${message.id}`))) return true
  const said = onOneLine(message.content)
  return said.length >= tellingLength && onOneLine(text).includes(said)
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function rethrow(error: unknown): never {
  throw error
}
