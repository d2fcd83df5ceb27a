import type { LayerOptions } from './options.ts'

/** A named set of options. `default` is Daybook's own; the others reproduce a described system, constants included. */
export type ProfileName = 'default' | 'grip' | 'index' | 'autobot' | 'cognitive' | 'neoclaw'

/** Facts, history and sessions alone, without tools for a model and without receipts. */
const factsAndHistory = { receipts: false, tools: false, notes: false, knowledge: false, records: false } as const
const perRequest = { inject: 'per-request', recall: 0, budget: 9_000 } as const

/**
 * The profiles, as data. Each says only where it differs from the defaults of the layers; `docs/profiles.md` compares
 * them. `index` and `cognitive` do not consolidate: their sessions are trimmed to 50 messages, and what leaves stays
 * searchable.
 */
export const profiles: Readonly<Record<ProfileName, LayerOptions>> = frozen({
  default: { knowledge: false },
  grip: {
    ...factsAndHistory,
    knowledge: { order: 'category' },
    responses: { key: 'message-and-model', file: true },
    facts: { mode: 'append', compactAt: 0.7 },
    history: { format: 'line', rotation: { by: 'size', maxBytes: 512_000 }, summarizer: 'rule' },
    sessions: { window: 10, keep: { share: 1 } },
    consolidation: {
      trigger: { factor: 2, tokens: 0 },
      mode: 'inline',
      reply: 'bullets',
      onFailure: 'keep',
      silentAfterMs: 0,
    },
  },
  index: {
    receipts: false,
    facts: false,
    history: false,
    knowledge: false,
    records: false,
    sessions: { window: 0, keepWithoutConsolidation: 50 },
    tools: ['memory_view', 'memory_read', 'memory_write', 'memory_update', 'memory_delete'],
    context: { inject: 'per-request', recall: 0, budget: 16_000 },
  },
  autobot: {
    ...factsAndHistory,
    history: { format: 'plain', rotation: 'none' },
    sessions: { window: 50, keep: { share: 0.5, min: 2, max: 10 }, keepWithoutConsolidation: 10 },
    consolidation: { trigger: { factor: 1, tokens: 0 }, onFailure: 'keep', summary: false, silentAfterMs: 0 },
    context: perRequest,
  },
  cognitive: {
    receipts: false,
    facts: false,
    history: false,
    notes: false,
    knowledge: false,
    records: { reinforcement: 'linear', touchOn: ['recall'], supersede: false },
    capture: { by: 'rules' },
    activation: { relevance: 'none' },
    maintenance: { keepFrom: 'none' },
    sessions: { window: 0, keepWithoutConsolidation: 50 },
    tools: [
      'memory_learn',
      'memory_recall',
      'memory_episode',
      'memory_procedure',
      'memory_stats',
      'memory_consolidate',
    ],
    context: { inject: 'per-request', recall: 0 },
  },
  neoclaw: {
    ...factsAndHistory,
    facts: { limits: { bytes: 8192 } },
    history: { format: 'section', rotation: { by: 'month', keepMain: true } },
    sessions: { window: 50, keep: { share: 0.5 } },
    consolidation: { trigger: { factor: 1, tokens: 0 }, timeoutMs: 30_000, summary: false, silentAfterMs: 0 },
    context: perRequest,
  },
})

function frozen<T extends object>(fields: T): T {
  for (const field of Object.values(fields)) if (typeof field === 'object' && field !== null) frozen(field)
  return Object.freeze(fields)
}
