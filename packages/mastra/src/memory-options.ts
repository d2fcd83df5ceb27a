import type { Clock } from '@daybook/memory-core'
import {
  anyMemory,
  anything,
  callable,
  checkOptions,
  type Fields,
  isObject,
  text,
  toolChoice,
  waitingTime,
} from '@daybook/memory-core/adapters'
import type { MemoryToolsOptions as CoreToolsOptions } from '@daybook/memory-core/tools'
import type { SharedMemoryConfig } from '@mastra/core/memory'
import type { Ownership } from './owners.ts'

/** What `DaybookMemory` takes. */
export interface DaybookMemoryOptions extends Ownership {
  /** Mastra's own settings: `lastMessages`, `workingMemory`, `generateTitle` … `semanticRecall` and `observationalMemory` are left out. */
  options?: SharedMemoryConfig['options']
  /** The memory's tools for the model, by name, `'all'`, or none. @default those of the memory: its option `tools`, or what its profile says */
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

const fields: Fields = {
  memory: anyMemory,
  user: text('a text that is not empty'),
  options: { fits: isObject, expected: 'an object' },
  tools: toolChoice,
  workingMemory: { fits: (value) => value === 'item' || value === 'facts', expected: '"item" or "facts"' },
  timeoutMs: waitingTime,
  onError: callable,
  id: text('a text that is not empty'),
  clock: callable,
}

/** @throws MemoryError `bad-option` */
export function checkMemoryOptions(options: DaybookMemoryOptions): void {
  checkOptions(options, 'DaybookMemory', fields)
  const { options: settings = {} } = options
  checkOptions(settings, 'DaybookMemory.options', settingFields, [])
  if (isObject(settings.workingMemory))
    checkOptions(settings.workingMemory, 'DaybookMemory.options.workingMemory', workingMemoryFields, [])
}

/** The settings of every version of Mastra that is supported; their values are Mastra's affair. */
const settingFields = anythingFor(
  'lastMessages',
  'workingMemory',
  'generateTitle',
  'readOnly',
  'semanticRecall',
  'observationalMemory',
  'messageHistory',
  'filterIncompleteToolCalls',
  'retainFullInput',
  'threads',
)
const workingMemoryFields = anythingFor(
  'enabled',
  'scope',
  'template',
  'schema',
  'version',
  'agentManaged',
  'useStateSignals',
  'use',
)

function anythingFor(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, anything]))
}
