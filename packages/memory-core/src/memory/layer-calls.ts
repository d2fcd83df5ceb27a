import type { Facts } from '../documents/facts.ts'
import type { History } from '../documents/history.ts'
import { MemoryError } from '../errors.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { replaceFirst } from '../notes/front-matter.ts'
import { checkString } from '../notes/note.ts'
import type { Notes } from '../notes/notes.ts'
import { type SwitchableLayer, switchableLayers } from '../options.ts'
import type { KeptFields } from '../privacy/redact-value.ts'
import type { Records } from '../records/records.ts'
import type { Responses } from '../responses/responses.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { ItemStore } from '../storage/items.ts'

export interface ShownLayers {
  facts: Facts
  history: History
  notes: Notes
  knowledge: Knowledge
  records: Records
  sessions: Sessions
  responses: Responses
  items: ItemStore
}

/** The stored arguments of a call. */
export interface StoredArguments {
  places: readonly number[]
  /** Fields that are names or ids, which are stored unredacted. */
  keep?: KeptFields
  /**
   * The names of the arguments. With names, the arguments are redacted together as one object, because one of them may
   * label another as a secret.
   */
  names?: readonly string[]
  /** The method that reads the text to which the first argument is appended: the line above may label it as a secret. */
  below?: keyof Facts
  /** Another method to call instead, which gets the complete stored text; `places` are positions of its arguments. */
  through?: { method: keyof Notes; given(...args: readonly unknown[]): readonly unknown[] }
}

/** How a memory wraps one method of a layer. */
export interface LayerCall {
  /** The arguments that are stored, and so redacted; undefined if there are none. */
  stores?: StoredArguments
  /** Whether the search index is updated after the call. */
  isIndexed?: boolean
  /** Whether arguments are copied if the memory has to be opened first, because the caller may change them before that. */
  isCopied?: boolean
}

const ofMessages: KeptFields = new Set(['id', 'role', 'createdAt', 'toolCallId', 'toolCalls.id'])
const ofRecords: KeptFields = new Set(['type', 'kind', 'supersedes', 'source.session', 'source.messageId'])
/** Redacts the complete new file, because the replaced part may be the name or the value of a secret. */
const changedNote: StoredArguments = {
  places: [1],
  through: {
    method: 'edit',
    given(filename, oldText, newText) {
      const name = checkString(filename, 'filename')
      const [old, next] = [checkString(oldText, 'oldText'), checkString(newText, 'newText')]
      return [name, (text: string) => replaceFirst(name, text, old, next)]
    },
  },
}
const plain: LayerCall = {}
const indexed: LayerCall = { isIndexed: true }
const first: LayerCall = { stores: { places: [0] } }
const record: LayerCall = { ...indexed, stores: { places: [0], keep: ofRecords } }
const messages: LayerCall = { isCopied: true, stores: { places: [1], keep: ofMessages } }

/**
 * Every method of every layer. A missing method does not compile, so that its author decides what it stores. Names are
 * not redacted (sessions, ids, keys of items, the person and the framework). The file name of a note with a secret in it
 * is refused, because a redaction marker is not valid in a file name.
 */
export const layerCalls: {
  readonly [Name in keyof ShownLayers]: { readonly [Method in keyof ShownLayers[Name]]: LayerCall }
} = {
  facts: {
    read: plain,
    replace: first,
    append: { stores: { places: [0], below: 'read' } },
    list: plain,
    search: plain,
    compact: plain,
    versions: plain,
    restore: plain,
  },
  history: { append: first, list: plain, search: plain },
  notes: {
    list: plain,
    read: plain,
    write: { ...indexed, ...first },
    update: { ...indexed, stores: changedNote },
    delete: indexed,
    rename: { ...indexed, stores: { places: [1] } },
    create: { ...indexed, stores: { places: [0, 1] } },
    edit: { ...indexed, stores: { places: [1] } },
    index: plain,
  },
  knowledge: {
    add: { stores: { places: [0, 1, 2], names: ['category', 'content', 'options'] } },
    get: plain,
    search: plain,
    byCategory: plain,
    list: plain,
    remove: plain,
    clearCategory: plain,
    stats: plain,
    exportForContext: plain,
    flush: plain,
  },
  records: {
    learn: record,
    get: plain,
    list: plain,
    update: { ...indexed, stores: { places: [1], keep: ofRecords } },
    archive: indexed,
    restore: indexed,
    remove: indexed,
    recall: plain,
    reinforce: indexed,
    episode: record,
    procedure: record,
    report: indexed,
    stats: plain,
  },
  sessions: {
    list: plain,
    get: plain,
    messages: plain,
    append: messages,
    align: messages,
    update: { stores: { places: [2], keep: ofMessages } },
    describe: { stores: { places: [1] } },
    remove: plain,
    trim: plain,
    clear: plain,
    recap: plain,
  },
  responses: {
    key: plain,
    get: plain,
    put: { stores: { places: [1, 2] } },
    invalidate: plain,
    clear: plain,
    stats: plain,
  },
  items: {
    get: plain,
    put: { isCopied: true, stores: { places: [0], keep: new Set(['namespace', 'key', 'at', 'expiresAt']) } },
    remove: plain,
    clear: plain,
    search: plain,
    namespaces: plain,
    count: plain,
    prune: plain,
  },
}

export function callsOf(name: keyof ShownLayers): ReadonlyMap<string, LayerCall> {
  return new Map(Object.entries(layerCalls[name]))
}

/** @throws MemoryError `layer-off` unless all of these are on; layers that are always on pass */
export function refuseWithout(on: Readonly<Record<SwitchableLayer, boolean>>, ...names: readonly string[]): void {
  const off = switchableLayers.find((layer) => names.includes(layer) && !on[layer])
  if (off !== undefined)
    throw new MemoryError(
      'layer-off',
      `the layer ${off} is off, on are ${namesOn(on).join(', ')}: open the memory with the option "${off}: {}", or with a profile that has it`,
    )
}

export function namesOn(on: Readonly<Record<SwitchableLayer, boolean>>): SwitchableLayer[] {
  return switchableLayers.filter((layer) => on[layer])
}
