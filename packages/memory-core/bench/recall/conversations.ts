import { readFileSync } from 'node:fs'
import { z } from 'zod'

const turn = z.object({
  id: z.string(),
  text: z.string(),
  speaker: z.string(),
  timestamp: z.string().optional(),
  sessionId: z.string(),
})
const question = z.object({
  id: z.string().optional(),
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
export type Question = z.infer<typeof question> & { id: string }

/** Conversations with questions about them, each a memory of its own. */
export interface Conversations {
  name: string
  collections: { id: string; docs: Turn[]; queries: Question[] }[]
}

/** A turn as `addMessages` takes it. */
export interface TurnMessage {
  id: string
  role: 'user' | 'assistant'
  name?: string
  content: string
  createdAt?: string
}

/** Reads a file of conversations. A question without an id is called by its place. */
export function readConversations(path: string): Conversations {
  const { name, collections } = file.parse(JSON.parse(readFileSync(path, 'utf8')))
  const withIds = collections.map(({ queries, ...rest }) => ({
    ...rest,
    queries: queries.map((one, i) => ({ ...one, id: one.id ?? `${rest.id} ${i}` })),
  }))
  return { name, collections: withIds }
}

/** The turns of each session, in order. */
function sessionsOf(turns: readonly Turn[]): Map<string, Turn[]> {
  const sessions = new Map<string, Turn[]>()
  for (const one of turns) sessions.set(one.sessionId, [...(sessions.get(one.sessionId) ?? []), one])
  return sessions
}

/** The messages of each session: an assistant is called so, everyone else is a user. */
export function messagesOf(turns: readonly Turn[]): Map<string, TurnMessage[]> {
  const toMessage = ({ id, text, speaker, timestamp }: Turn): TurnMessage => ({
    id,
    role: speaker === 'assistant' ? 'assistant' : 'user',
    ...(speaker === 'user' || speaker === 'assistant' ? {} : { name: speaker }),
    content: text,
    ...(timestamp === undefined ? {} : { createdAt: timestamp }),
  })
  return new Map([...sessionsOf(turns)].map(([session, said]) => [session, said.map(toMessage)]))
}
