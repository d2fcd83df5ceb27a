import { memoryOptions, withMemory } from '@daybook/ai-sdk'
import type { ContextBlock, Memory, StoredMessage } from '@daybook/memory-core'
import { generateText } from 'ai'
import type { Collection, Question } from './conversation.ts'
import type { ChatModel } from './play.ts'

/** A question, what the memory had to say to it, and what the model made of that. */
export interface Asked {
  question: Question
  context: ContextBlock
  answer: string
  /** Whether the planted fact stands in the context; undefined when the question has none. */
  hasPlanted: boolean | undefined
  /** Whether the answer says it. */
  saysPlanted: boolean
  /** How many of the turns that hold the evidence stand in the context. */
  evidence: number
}

/** A turn of the conversation as it is stored. */
export type StoredTurns = ReadonlyMap<string, StoredMessage>

/** Finds the stored message of each turn: the i-th turn of a session is its i-th message. */
export async function findStoredTurns(memory: Memory, { sittings }: Collection): Promise<StoredTurns> {
  const found = new Map<string, StoredMessage>()
  for (const { id, turns } of sittings) {
    const messages = await memory.sessions.messages(id, { archived: true })
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
    saysPlanted: question.answer !== undefined && answer.includes(question.answer),
    evidence: question.gold.filter((id) => isInContext(turns.get(id), context, text)).length,
  }
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
