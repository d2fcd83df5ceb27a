import type { Clock } from '@daybook/memory-core'
import {
  anything,
  callable,
  checkOf,
  checkOptions,
  type Fields,
  isObject,
  type OfferedTools,
  oneOf,
  text,
  toolFields,
  type WaitingOptions,
  waitingFields,
} from '@daybook/memory-core/adapters'
import type { SharedMemoryConfig } from '@mastra/core/memory'

/** Options of a `DaybookMemory`. */
export interface DaybookMemoryOptions extends Omit<OfferedTools, 'readOnly'>, WaitingOptions {
  /**
   * Mastra's own settings: `lastMessages`, `workingMemory`, `generateTitle` … `semanticRecall` and
   * `observationalMemory` are ignored.
   */
  options?: SharedMemoryConfig['options']
  /**
   * Where a resource's working memory is stored if `options.workingMemory` turns it on: `item`, a separate text beside
   * the facts; `facts`, MEMORY.md itself, which the model then rewrites as a whole. @default 'item'
   */
  workingMemory?: 'item' | 'facts'
  /** The name under which Mastra registers it. @default 'daybook' */
  id?: string
  /** Milliseconds since 1970. @default the system's */
  clock?: Clock
}

const { readOnly: _readOnly, ...offered } = toolFields
const fields: Fields = {
  ...offered,
  ...waitingFields,
  options: checkOf('an object', isObject),
  workingMemory: oneOf('item', 'facts'),
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

/** The settings of every supported version of Mastra, which checks their values itself. */
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
