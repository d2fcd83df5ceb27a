import type { Facts } from '../documents/facts.ts'
import type { History } from '../documents/history.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Notes } from '../notes/notes.ts'
import type { KeptFields } from '../privacy/redact-value.ts'
import type { Records } from '../records/records.ts'
import type { Responses } from '../responses/responses.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { ItemStore } from '../storage/items.ts'

/** The layers that a memory shows, by name. */
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

/** What a call stores of what it is given. */
export interface StoredArguments {
  /** The places of the arguments that are stored. */
  places: readonly number[]
  /** What in them names something, and is stored as it is. */
  keep?: KeptFields
}

const first: StoredArguments = { places: [0] }
const second: StoredArguments = { places: [1] }
const ofMessages: KeptFields = new Set(['id', 'role', 'createdAt', 'toolCallId', 'toolCalls.id'])
const ofRecords: KeptFields = new Set(['type', 'kind', 'supersedes', 'source.session', 'source.messageId'])
const record: StoredArguments = { places: [0], keep: ofRecords }

/**
 * What every call of every layer stores; `false` where it stores nothing that it is given. A method that is not named
 * here does not compile: whoever adds one decides. Names are not redacted (sessions, ids, keys of items, the person and
 * the framework); the file name of a note that holds a secret is refused, because the mark that takes its place cannot
 * stand in a file name.
 */
export const storedArguments: {
  readonly [Name in keyof ShownLayers]: { readonly [Method in keyof ShownLayers[Name]]: StoredArguments | false }
} = {
  facts: {
    read: false,
    replace: first,
    append: first,
    list: false,
    search: false,
    compact: false,
    versions: false,
    restore: false,
  },
  history: { append: first, list: false, search: false },
  notes: {
    list: false,
    read: false,
    write: first,
    // The old text is looked for, not stored.
    update: { places: [2] },
    delete: false,
    rename: second,
    create: { places: [0, 1] },
    edit: second,
    index: false,
  },
  knowledge: {
    add: { places: [1, 2] },
    get: false,
    search: false,
    byCategory: false,
    list: false,
    remove: false,
    clearCategory: false,
    stats: false,
    exportForContext: false,
    flush: false,
  },
  records: {
    learn: record,
    get: false,
    list: false,
    update: { places: [1], keep: ofRecords },
    archive: false,
    restore: false,
    remove: false,
    recall: false,
    reinforce: false,
    episode: record,
    procedure: record,
    report: false,
    stats: false,
  },
  sessions: {
    list: false,
    get: false,
    messages: false,
    append: { places: [1], keep: ofMessages },
    align: { places: [1], keep: ofMessages },
    update: { places: [2], keep: ofMessages },
    describe: second,
    remove: false,
    trim: false,
    clear: false,
    recap: false,
  },
  responses: { key: false, get: false, put: { places: [1, 2] }, invalidate: false, clear: false, stats: false },
  items: {
    get: false,
    put: { places: [0], keep: new Set(['namespace', 'key', 'at', 'expiresAt']) },
    remove: false,
    clear: false,
    search: false,
    namespaces: false,
    count: false,
    prune: false,
  },
}
