import { z } from 'zod'
import { recordTypeNames } from '../records/record-types.ts'
import { recordPriorities } from '../storage/records.ts'

/** The fields of a record that commands for people show. */
export const learnedSchema = z.object({
  id: z.string(),
  isNew: z.boolean(),
  type: z.enum(recordTypeNames),
  priority: z.enum(recordPriorities),
  reinforcementCount: z.number(),
  text: z.string(),
})

const foundItem = z.object({
  id: z.string(),
  layer: z.string(),
  text: z.string(),
  score: z.number().optional(),
  createdAt: z.string().optional(),
  source: z.looseObject({}).optional(),
  supersededBy: z.string().optional(),
  removed: z.literal(true).optional(),
  conflictsWith: z.array(z.string()).optional(),
})

export const foundSchema = z.object({ items: z.array(foundItem) })

export const forgottenSchema = z.object({
  removed: z.array(z.string()),
  texts: z.record(z.string(), z.string()).optional(),
  notFound: z.array(z.string()),
  counts: z.record(z.string(), z.number()).optional(),
  paths: z.array(z.string()).optional(),
  unattributed: z
    .array(
      z.object({
        path: z.string(),
        line: z.number().optional(),
        id: z.string().optional(),
        session: z.string().optional(),
        text: z.string(),
        reason: z.string(),
      }),
    )
    .optional(),
  remains: z.array(z.string()).optional(),
  dryRun: z.boolean().optional(),
})

const contextItem = z.object({
  layer: z.string(),
  id: z.string(),
  text: z.string(),
  score: z.number(),
  reason: z.string(),
})

export const contextSchema = z.object({
  stable: z.string(),
  volatile: z.string(),
  tokens: z.number(),
  degraded: z.string().optional(),
  items: z.array(contextItem),
  dropped: z.array(contextItem),
})

const other = z.object({ id: z.string(), text: z.string(), at: z.string() })

/** The origin of a statement, and what happened to it. */
const explained = z.object({
  id: z.string(),
  layer: z.string(),
  text: z.string(),
  at: z.string().optional(),
  from: z
    .object({
      session: z.string().optional(),
      messageId: z.string().optional(),
      path: z.string().optional(),
      line: z.number().optional(),
      author: z.string().optional(),
      quote: z.string().optional(),
    })
    .optional(),
  replaced: other.optional(),
  replacedBy: other.optional(),
  conflictsWith: z.array(z.string()).optional(),
  scored: z
    .object({
      record: z.string(),
      type: z.string(),
      priority: z.string(),
      score: z.number(),
      worth: z.number().optional(),
      confidence: z.number(),
      reinforcementCount: z.number(),
      accessedAt: z.string(),
      archivedAt: z.string().optional(),
    })
    .optional(),
  told: z.object({ when: z.enum(['always', 'when it fits', 'never', 'not now']), reason: z.string() }),
})

/** One context that was passed to a model, from its receipt. */
const toldContext = z.object({
  id: z.string(),
  at: z.string(),
  session: z.string().optional(),
  question: z.string().optional(),
  tokens: z.number(),
  budget: z.number(),
  isWhole: z.boolean(),
  isExact: z.boolean(),
  items: z.array(
    z.object({
      layer: z.string(),
      id: z.string().optional(),
      text: z.string().optional(),
      state: z.enum(['same', 'changed', 'forgotten']),
      tokens: z.number(),
      reason: z.string(),
    }),
  ),
  dropped: z.number(),
})
export type ToldOutput = z.output<typeof toldContext>

export const whySchema = z.object({ statements: z.array(explained), told: toldContext.optional() })
export type Why = z.output<typeof whySchema>
export type Explained = z.output<typeof explained>

export const logSchema = z.object({
  since: z.string(),
  entries: z.array(
    z.object({
      at: z.string(),
      what: z.enum(['learnt', 'replaced', 'archived', 'removed', 'summed up', 'forgotten']),
      text: z.string(),
      id: z.string().optional(),
      by: z.string().optional(),
    }),
  ),
})

export const statusSchema = z.object({
  place: z.string(),
  user: z.string().optional(),
  layers: z.array(z.string()),
  facts: z.number(),
  records: z.object({ active: z.number(), archived: z.number() }).optional(),
  notes: z.number().optional(),
  history: z.number().optional(),
  sessions: z.number(),
  lastMessageAt: z.string().optional(),
})

export const checkSchema = z.object({
  isSound: z.boolean(),
  findings: z.array(
    z.object({
      severity: z.enum(['error', 'warn', 'info']),
      place: z.string(),
      path: z.string().optional(),
      problem: z.string(),
      remedy: z.string(),
      repaired: z.boolean().optional(),
    }),
  ),
  text: z.string(),
})

export const scrubSchema = z.object({
  dryRun: z.boolean(),
  found: z.array(z.object({ layer: z.string(), rule: z.string(), count: z.number() })),
  files: z.array(z.string()),
  rows: z.number(),
  remains: z.array(z.string()),
})

export const erasedSchema = z.object({
  dryRun: z.boolean(),
  files: z.number(),
  bytes: z.number(),
  remains: z.array(z.string()),
})
