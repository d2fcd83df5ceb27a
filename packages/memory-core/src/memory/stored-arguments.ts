import type { Facts } from '../documents/facts.ts'
import type { History } from '../documents/history.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { checkString } from '../notes/check-draft.ts'
import type { Notes } from '../notes/notes.ts'
import { replaceFirst } from '../notes/replace-first.ts'
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
  /** What the arguments are called, where one of them may say what another one is: they are looked through as one object. */
  names?: readonly string[]
  /** The call that reads what the first argument is put behind, where a line above it may say what it is. */
  below?: keyof Facts
  /** Another call that does the same, and is given all that is stored afterwards. `places` are those of its arguments. */
  through?: { method: keyof Notes; given(...args: readonly unknown[]): readonly unknown[] }
}

const first: StoredArguments = { places: [0] }
const second: StoredArguments = { places: [1] }
const ofMessages: KeptFields = new Set(['id', 'role', 'createdAt', 'toolCallId', 'toolCalls.id'])
const ofRecords: KeptFields = new Set(['type', 'kind', 'supersedes', 'source.session', 'source.messageId'])
/** The file as it will be: what is given may be the value of a name that stands there already, or its name. */
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
    append: { places: [0], below: 'read' },
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
    update: changedNote,
    delete: false,
    rename: second,
    create: { places: [0, 1] },
    edit: second,
    index: false,
  },
  knowledge: {
    add: { places: [0, 1, 2], names: ['category', 'content', 'options'] },
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
