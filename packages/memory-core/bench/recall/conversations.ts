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

/** Reads a file of conversations. */
export function readConversations(path: string): Conversations {
  return file.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** The turns of each session, in order. */
export function sessionsOf(turns: readonly Turn[]): Map<string, Turn[]> {
  const sessions = new Map<string, Turn[]>()
  for (const one of turns) sessions.set(one.sessionId, [...(sessions.get(one.sessionId) ?? []), one])
  return sessions
}
