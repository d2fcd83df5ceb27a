import type { Memory } from '../memory.ts'
import type { ResolvedLayers } from '../options.ts'
import { messageAndModelKey, responseKey } from '../responses/response-key.ts'

type Layers = 'facts' | 'history' | 'notes' | 'knowledge' | 'records' | 'sessions' | 'responses' | 'receipts' | 'items'

/** The layers of a memory that is opened for each call, by `use`. */
export function reopeningLayers(
  use: <T>(call: (memory: Memory) => Promise<T>) => Promise<T>,
  layers: ResolvedLayers,
): Pick<Memory, Layers> {
  return {
    facts: {
      read: () => use(({ facts }) => facts.read()),
      replace: (text) => use(({ facts }) => facts.replace(text)),
      append: (entry) => use(({ facts }) => facts.append(entry)),
      list: (options) => use(({ facts }) => facts.list(options)),
      search: (query, options) => use(({ facts }) => facts.search(query, options)),
      compact: (threshold) => use(({ facts }) => facts.compact(threshold)),
      versions: () => use(({ facts }) => facts.versions()),
      restore: (id) => use(({ facts }) => facts.restore(id)),
    },
    history: {
      append: (text, options) => use(({ history }) => history.append(text, options)),
      list: (options) => use(({ history }) => history.list(options)),
      search: (query, options) => use(({ history }) => history.search(query, options)),
    },
    sessions: {
      list: () => use(({ sessions }) => sessions.list()),
      get: (session) => use(({ sessions }) => sessions.get(session)),
      messages: (session, options) => use(({ sessions }) => sessions.messages(session, options)),
      append: (session, messages, options) =>
        useWith(use, messages, ({ sessions }, own) => sessions.append(session, own, options)),
      align: (session, messages, options) =>
        useWith(use, messages, ({ sessions }, own) => sessions.align(session, own, options)),
      update: (session, id, change, options) => use(({ sessions }) => sessions.update(session, id, change, options)),
      describe: (session, change, options) => use(({ sessions }) => sessions.describe(session, change, options)),
      remove: (session, ids, options) => use(({ sessions }) => sessions.remove(session, ids, options)),
      trim: (session, keep, options) => use(({ sessions }) => sessions.trim(session, keep, options)),
      clear: (session, options) => use(({ sessions }) => sessions.clear(session, options)),
      recap: (session, options) => use(({ sessions }) => sessions.recap(session, options)),
    },
    notes: {
      list: () => use(({ notes }) => notes.list()),
      read: (filename) => use(({ notes }) => notes.read(filename)),
      write: (note) => use(({ notes }) => notes.write(note)),
      update: (filename, oldText, newText) => use(({ notes }) => notes.update(filename, oldText, newText)),
      delete: (filename) => use(({ notes }) => notes.delete(filename)),
      rename: (from, to) => use(({ notes }) => notes.rename(from, to)),
      create: (filename, text) => use(({ notes }) => notes.create(filename, text)),
      edit: (filename, change) => use(({ notes }) => notes.edit(filename, change)),
      index: () => use(({ notes }) => notes.index()),
    },
    knowledge: {
      add: (category, content, options) => use(({ knowledge }) => knowledge.add(category, content, options)),
      get: (id) => use(({ knowledge }) => knowledge.get(id)),
      search: (query, options) => use(({ knowledge }) => knowledge.search(query, options)),
      byCategory: (category) => use(({ knowledge }) => knowledge.byCategory(category)),
      list: () => use(({ knowledge }) => knowledge.list()),
      remove: (id) => use(({ knowledge }) => knowledge.remove(id)),
      clearCategory: (category) => use(({ knowledge }) => knowledge.clearCategory(category)),
      stats: () => use(({ knowledge }) => knowledge.stats()),
      exportForContext: (options) => use(({ knowledge }) => knowledge.exportForContext(options)),
      flush: () => use(({ knowledge }) => knowledge.flush()),
    },
    records: {
      learn: (given) => use(({ records }) => records.learn(given)),
      get: (id) => use(({ records }) => records.get(id)),
      list: (filter) => use(({ records }) => records.list(filter)),
      update: (id, change) => use(({ records }) => records.update(id, change)),
      archive: (ids) => use(({ records }) => records.archive(ids)),
      restore: (ids) => use(({ records }) => records.restore(ids)),
      remove: (ids) => use(({ records }) => records.remove(ids)),
      recall: (query, filter) => use(({ records }) => records.recall(query, filter)),
      reinforce: (ids) => use(({ records }) => records.reinforce(ids)),
      episode: (episode) => use(({ records }) => records.episode(episode)),
      procedure: (procedure) => use(({ records }) => records.procedure(procedure)),
      report: (name, outcome) => use(({ records }) => records.report(name, outcome)),
      stats: () => use(({ records }) => records.stats()),
    },
    responses: {
      key: layers.responses.key === 'full' ? responseKey : messageAndModelKey,
      get: (key) => use(({ responses }) => responses.get(key)),
      put: (key, response, details) => use(({ responses }) => responses.put(key, response, details)),
      invalidate: (key) => use(({ responses }) => responses.invalidate(key)),
      clear: () => use(({ responses }) => responses.clear()),
      stats: () => use(({ responses }) => responses.stats()),
    },
    receipts: {
      list: (filter) => use(({ receipts }) => receipts.list(filter)),
      get: (id) => use(({ receipts }) => receipts.get(id)),
    },
    items: {
      get: (namespace, keys, options) => use(({ items }) => items.get(namespace, keys, options)),
      put: (writes, options) =>
        useWith(use, { writes, options }, ({ items }, own) => items.put(own.writes, own.options)),
      remove: (namespace, keys) => use(({ items }) => items.remove(namespace, keys)),
      clear: (prefix) => use(({ items }) => items.clear(prefix)),
      search: (query) => use(({ items }) => items.search(query)),
      namespaces: (query) => use(({ items }) => items.namespaces(query)),
      count: (prefix, at) => use(({ items }) => items.count(prefix, at)),
      prune: (prefix, options) => use(({ items }) => items.prune(prefix, options)),
    },
  }
}

/**
 * Runs a call with what a caller gave. An open memory is called at once, and copies it; for one that has to be opened
 * first it is copied here: what the caller does with it meanwhile changes nothing.
 */
export function useWith<Given, T>(
  use: <R>(call: (memory: Memory) => Promise<R>) => Promise<R>,
  given: Given,
  call: (memory: Memory, own: Given) => Promise<T>,
): Promise<T> {
  let own = given
  let isCalled = false
  const result = use((memory) => {
    isCalled = true
    return call(memory, own)
  })
  if (!isCalled) own = copied(given)
  return result
}

function copied<T>(given: T): T {
  try {
    return structuredClone(given)
  } catch {
    return given // cannot be stored: the memory itself says why
  }
}
