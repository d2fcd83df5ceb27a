import type { Clock } from '@daybook/memory-core'
import type { MemoryToolsOptions as CoreToolsOptions } from '@daybook/memory-core/tools'
import type { SharedMemoryConfig } from '@mastra/core/memory'
import {
  checkOptions,
  type Fields,
  isClock,
  isFunction,
  isMemory,
  isPatience,
  isShape,
  isText,
  isToolChoice,
} from './option-checks.ts'
import type { Ownership } from './owners.ts'

/** What `DaybookMemory` takes. */
export interface DaybookMemoryOptions extends Ownership {
  /** Mastra's own settings: `lastMessages`, `workingMemory`, `generateTitle` … `semanticRecall` and `observationalMemory` are left out. */
  options?: SharedMemoryConfig['options']
  /** The memory's tools for the model, by name, `'all'`, or none. @default memory_learn, memory_recall and memory_forget */
  tools?: CoreToolsOptions['tools']
  /**
   * What the working memory of a resource is, where `options.workingMemory` turns it on: `item`, a text of its own beside
   * the facts; `facts`, MEMORY.md itself, which the model then rewrites as a whole. @default 'item'
   */
  workingMemory?: 'item' | 'facts'
  /** The most milliseconds that a run waits for what is remembered. @default 2000 */
  timeoutMs?: number
  /** Told whatever went wrong with the memory; the run goes on without it. @default `console.warn`, once for each error */
  onError?: (error: unknown) => void
  /** Under which name Mastra registers it. @default 'daybook' */
  id?: string
  /** Milliseconds since 1970. @default the system's */
  clock?: Clock
}

const fields: Fields = new Map([
  ['memory', isMemory],
  ['user', isText],
  ['options', isShape],
  ['tools', isToolChoice],
  ['workingMemory', { fits: (value) => value === 'item' || value === 'facts', expected: '"item" or "facts"' }],
  ['timeoutMs', isPatience],
  ['onError', isFunction],
  ['id', isText],
  ['clock', isClock],
])

/** @throws MemoryError `bad-option` */
export function checkMemoryOptions(options: DaybookMemoryOptions): void {
  checkOptions('DaybookMemory', options, fields)
}
