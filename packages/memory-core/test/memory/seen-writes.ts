import type { FileStore } from '../../src/storage/files.ts'
import type { ItemStore } from '../../src/storage/items.ts'
import type { PassageIndex } from '../../src/storage/passages.ts'
import type { RecordStore } from '../../src/storage/records.ts'
import type { Storage } from '../../src/storage/storage.ts'
import type { VectorIndex } from '../../src/storage/vectors.ts'

interface Ports {
  files: FileStore
  records: RecordStore
  items: ItemStore
  passages: PassageIndex
  vectors: VectorIndex
}

/** Every call of every port, and whether what it is given goes to the disk; of some, what a function answers. A call that is not named here does not compile. */
const writes: { readonly [Port in keyof Ports]: { readonly [Call in keyof Ports[Port]]-?: boolean | 'answers' } } = {
  files: {
    read: false,
    readMany: false,
    readRange: false,
    stat: false,
    write: true,
    append: true,
    rename: true,
    list: false,
    remove: false,
  },
  records: {
    write: true,
    update: 'answers',
    get: false,
    list: false,
    scopes: false,
    revision: false,
    changes: false,
    count: false,
    marks: false,
    listMarks: false,
    clear: false,
  },
  items: {
    get: false,
    put: true,
    remove: false,
    clear: false,
    search: false,
    namespaces: false,
    count: false,
    prune: false,
  },
  passages: {
    life: false,
    update: true,
    search: false,
    candidates: false,
    timed: false,
    read: false,
    ids: false,
    watermarks: false,
    clear: false,
  },
  vectors: { model: false, missing: false, put: true, nearest: false },
}

/** Sees what a call, such as `files.append`, is about to write, as JSON. */
export type See = (call: string, written: string) => void

/** A storage of which every write is seen before it is done. */
export function seenWrites(storage: Storage, see: See): Storage {
  const { files, records, items, passages, vectors } = storage
  return {
    ...storage,
    files: seen('files', files, see),
    records: seen('records', records, see),
    items: seen('items', items, see),
    passages: seen('passages', passages, see),
    ...(vectors ? { vectors: seen('vectors', vectors, see) } : {}),
  }
}

function seen<Port extends object>(name: keyof Ports, port: Port, see: See): Port {
  const calls = new Map<string | symbol, boolean | 'answers'>(Object.entries(writes[name]))
  return new Proxy(port, {
    get(target, property) {
      const call: unknown = Reflect.get(target, property)
      if (typeof call !== 'function' || !calls.get(property)) return call
      const place = `${name}.${String(property)}`
      return (...args: readonly unknown[]) => {
        if (calls.get(property) === true) see(place, JSON.stringify(args))
        return Reflect.apply(
          call,
          target,
          args.map((argument) => seenResults(argument, place, see)),
        )
      }
    },
  })
}

/** A change that is given as a function writes what it answers. */
function seenResults(argument: unknown, place: string, see: See): unknown {
  if (typeof argument !== 'function') return argument
  return (...args: readonly unknown[]): unknown => {
    const result: unknown = Reflect.apply(argument, undefined, args)
    see(place, JSON.stringify([result]))
    return result
  }
}
