import { join } from 'node:path'
import { z } from 'zod'
import { type Check, readJson } from './workspace/workspace.ts'

const turn = z.strictObject({
  id: z.string().min(1),
  text: z.string().min(1),
  speaker: z.enum(['Ada', 'Assistant']),
  timestamp: z.iso.datetime({ local: true }),
  sessionId: z.string().min(1),
})

const question = z.strictObject({
  id: z.string().min(1),
  text: z.string().min(1),
  gold: z.array(z.string()).min(1),
  category: z.enum(['single-hop', 'multi-hop', 'temporal', 'preference', 'knowledge-update']),
  timestamp: z.iso.datetime({ local: true }),
  answer: z.string().min(1),
})

const collection = z.strictObject({ id: z.string().min(1), docs: z.array(turn), queries: z.array(question) })

const conversationShape = z.strictObject({
  name: z.string(),
  source: z.string(),
  license: z.string(),
  collections: z.array(collection).length(1),
})

type Collection = z.infer<typeof collection>
type Turn = z.infer<typeof turn>

/** The minimum sizes with which the demo shows something. */
const atLeast = { turns: 140, sessions: 10, questions: 24, sharePerCategory: 2 } as const

const duplicates = (ids: readonly string[]): readonly string[] => ids.filter((id, index) => ids.indexOf(id) !== index)

const sessionFindings = (session: string, turns: readonly Turn[]): readonly string[] => {
  const findings: string[] = []
  if (turns[0]?.speaker !== 'Ada') findings.push(`${session}: does not begin with Ada`)
  if (turns.at(-1)?.speaker !== 'Assistant') findings.push(`${session}: does not end with the assistant`)
  turns.forEach((current, index) => {
    const before = turns[index - 1]
    if (before?.speaker === current.speaker) findings.push(`${current.id}: ${current.speaker} speaks twice in a row`)
  })
  return findings
}

const turnFindings = (docs: readonly Turn[]): readonly string[] => {
  const sessions = Map.groupBy(docs, (doc) => doc.sessionId)
  const findings = [...sessions].flatMap(([session, turns]) => sessionFindings(session, turns))
  const order = docs.map((doc) => doc.sessionId).filter((id, index, all) => id !== all[index - 1])
  for (const id of duplicates(order)) findings.push(`${id}: the session is interrupted by another`)
  for (const id of duplicates(docs.map((doc) => doc.id))) findings.push(`${id}: the id is used twice`)
  docs.forEach((doc, index) => {
    const before = docs[index - 1]
    if (before !== undefined && doc.timestamp < before.timestamp) findings.push(`${doc.id}: earlier than ${before.id}`)
  })
  if (docs.length < atLeast.turns) findings.push(`${docs.length} turns, expected at least ${atLeast.turns}`)
  if (sessions.size < atLeast.sessions) findings.push(`${sessions.size} sessions, expected ${atLeast.sessions}`)
  return findings
}

const questionFindings = ({ docs, queries }: Collection): readonly string[] => {
  const texts = new Map(docs.map((doc) => [doc.id, doc.text]))
  const last = docs.at(-1)?.timestamp ?? ''
  const findings = duplicates(queries.map((query) => query.id)).map((id) => `${id}: the id is used twice`)
  for (const { id, gold, answer, text, timestamp, category } of queries) {
    for (const turnId of gold) if (!texts.has(turnId)) findings.push(`${id}: no turn has the gold id ${turnId}`)
    if (!gold.some((turnId) => texts.get(turnId)?.includes(answer))) {
      findings.push(`${id}: the answer "${answer}" stands in none of ${gold.join(', ')}`)
    }
    if (text.includes(answer)) findings.push(`${id}: the question gives its answer away`)
    if (timestamp <= last) findings.push(`${id}: asked before the conversation ends`)
    if (category === 'multi-hop' && gold.length < 2) findings.push(`${id}: multi-hop needs two gold turns`)
  }
  if (queries.length < atLeast.questions) {
    findings.push(`${queries.length} questions, expected at least ${atLeast.questions}`)
  }
  for (const category of question.shape.category.options) {
    const count = queries.filter((query) => query.category === category).length
    if (count < atLeast.sharePerCategory) findings.push(`${count} questions of category ${category}, expected 2`)
  }
  return findings
}

/** Finds faults of one conversation: order, ids, sizes, and answers that are not where they are planted. */
export const conversationFindings = (value: Collection): readonly string[] => [
  ...turnFindings(value.docs),
  ...questionFindings(value),
]

/** Checks the conversation that the demo plays. */
export const checkConversation: Check = async ({ root, note }) => {
  const file = 'apps/demo/conversation/ada.json'
  const { collections } = await readJson(join(root, file), conversationShape)
  for (const { docs, queries } of collections) note(`${docs.length} turns, ${queries.length} questions`)
  return collections.flatMap(conversationFindings).map((finding) => `${file}: ${finding}`)
}
