import { readFileSync } from 'node:fs'
import { z } from 'zod'

const turn = z.object({
  id: z.string(),
  text: z.string(),
  speaker: z.string(),
  timestamp: z.string(),
  sessionId: z.string(),
})
const question = z.object({
  id: z.string(),
  text: z.string(),
  gold: z.array(z.string()),
  category: z.string(),
  timestamp: z.string().optional(),
})
const file = z.object({
  name: z.string(),
  collections: z.array(z.object({ id: z.string(), docs: z.array(turn), queries: z.array(question) })),
})

/** One turn of a conversation. */
export type Turn = z.infer<typeof turn>

/** A question, and the ids of the turns that hold its answer. */
export type Question = z.infer<typeof question>

/** Conversations with questions about them, each a memory of its own. */
export type Conversations = z.infer<typeof file>

/** A turn as `addMessages` takes it. */
export interface TurnMessage {
  id: string
  role: 'user' | 'assistant'
  name?: string
  content: string
  createdAt: string
}

/** Reads a file of conversations. */
export function readConversations(path: string): Conversations {
  return file.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** The turns of each session, in order. */
function sessionsOf(turns: readonly Turn[]): Map<string, Turn[]> {
  const sessions = new Map<string, Turn[]>()
  for (const one of turns) sessions.set(one.sessionId, [...(sessions.get(one.sessionId) ?? []), one])
  return sessions
}

/** The messages of each session: what the first speaker, or "user", says is the user's. */
export function messagesOf(turns: readonly Turn[]): Map<string, TurnMessage[]> {
  const users = new Set(['user', turns[0]?.speaker])
  const toMessage = ({ id, text, speaker, timestamp }: Turn): TurnMessage => ({
    id,
    role: users.has(speaker) ? 'user' : 'assistant',
    ...(speaker === 'user' || speaker === 'assistant' ? {} : { name: speaker }),
    content: text,
    createdAt: timestamp,
  })
  return new Map([...sessionsOf(turns)].map(([session, said]) => [session, said.map(toMessage)]))
}
