import { z } from 'zod'
import { recordPriorities, recordTypes } from '../storage/records.ts'

const text = z.string()
const texts = z.array(text)
const number = z.number()
const flag = z.boolean()

/** The fields of a record that commands for people show. */
export const learnedSchema = z.object({
  id: text,
  isNew: flag,
  type: z.enum(recordTypes),
  priority: z.enum(recordPriorities),
  reinforcementCount: number,
  text,
})

const item = z.object({
  id: text,
  layer: text,
  text,
  createdAt: text.optional(),
  supersededBy: text.optional(),
})

const foundItem = item.extend({
  score: number.optional(),
  source: z.looseObject({}).optional(),
  removed: z.literal(true).optional(),
  conflictsWith: texts.optional(),
})

export const foundSchema = z.object({ items: z.array(foundItem) })

/** `validTo` is when it ended, such as by a newer statement. */
export const listSchema = z.object({ items: z.array(item.extend({ validTo: text.optional() })) })

const unattributed = z.object({
  path: text,
  line: number.optional(),
  id: text.optional(),
  session: text.optional(),
  text,
  reason: text,
})

export const forgottenSchema = z.object({
  removed: texts,
  texts: z.record(text, text).optional(),
  notFound: texts,
  counts: z.record(text, number).optional(),
  paths: texts.optional(),
  unattributed: z.array(unattributed).optional(),
  remains: texts.optional(),
  dryRun: flag.optional(),
})

const contextItem = z.object({ layer: text, id: text, text, score: number, reason: text })

export const contextSchema = z.object({
  stable: text,
  volatile: text,
  tokens: number,
  degraded: text.optional(),
  items: z.array(contextItem),
  dropped: z.array(contextItem),
})

const origin = z
  .object({ session: text, messageId: text, path: text, line: number, author: text, quote: text })
  .partial()
const other = z.object({ id: text, text, at: text })
const scored = z.object({
  record: text,
  type: text,
  priority: text,
  score: number,
  worth: number.optional(),
  confidence: number,
  reinforcementCount: number,
  accessedAt: text,
  archivedAt: text.optional(),
})

/** The origin of a statement, and what happened to it. */
const explained = z.object({
  id: text,
  layer: text,
  text,
  at: text.optional(),
  from: origin.optional(),
  replaced: other.optional(),
  replacedBy: other.optional(),
  conflictsWith: texts.optional(),
  scored: scored.optional(),
  told: z.object({ when: z.enum(['always', 'when it fits', 'never', 'not now']), reason: text }),
})

const toldItem = z.object({
  layer: text,
  id: text.optional(),
  text: text.optional(),
  state: z.enum(['same', 'changed', 'forgotten']),
  tokens: number,
  reason: text,
})

/** One context that was passed to a model, from its receipt. */
const toldContext = z.object({
  id: text,
  at: text,
  session: text.optional(),
  question: text.optional(),
  tokens: number,
  budget: number,
  isWhole: flag,
  isExact: flag,
  items: z.array(toldItem),
  dropped: number,
})
export type ToldOutput = z.output<typeof toldContext>

export const whySchema = z.object({ statements: z.array(explained), told: toldContext.optional() })
export type Why = z.output<typeof whySchema>
export type Explained = z.output<typeof explained>

const what = z.enum(['learnt', 'replaced', 'archived', 'removed', 'summed up', 'forgotten'])
const logEntry = z.object({ at: text, what, text, id: text.optional(), by: text.optional() })

export const logSchema = z.object({ since: text, entries: z.array(logEntry) })

export const statusSchema = z.object({
  place: text,
  user: text.optional(),
  layers: texts,
  facts: number,
  records: z.object({ active: number, replaced: number, archived: number }).optional(),
  notes: number.optional(),
  history: number.optional(),
  sessions: number,
  lastMessageAt: text.optional(),
})

const finding = z.object({
  severity: z.enum(['error', 'warn', 'info']),
  place: text,
  path: text.optional(),
  problem: text,
  remedy: text,
  repaired: flag.optional(),
})

export const checkSchema = z.object({ isSound: flag, findings: z.array(finding), text })

export const scrubSchema = z.object({
  dryRun: flag,
  found: z.array(z.object({ layer: text, rule: text, count: number })),
  files: texts,
  rows: number,
  remains: texts,
})

export const erasedSchema = z.object({
  place: text,
  user: text.optional(),
  dryRun: flag,
  files: number,
  bytes: number,
  remains: texts,
})
