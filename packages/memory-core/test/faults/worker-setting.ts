import type { BehaviourOptions } from '../../src/index.ts'

/** Everything on, a short window, and a history that rotates often. */
export const workerSetting = {
  knowledge: {},
  history: { rotation: { by: 'size', maxBytes: 4_000 } },
  sessions: { window: 8 },
} as const satisfies BehaviourOptions
