import type { Memory } from './memory.ts'

/** Runs a call on the memory, opening it again when it was closed meanwhile. */
export type UseMemory = <T>(call: (memory: Memory) => Promise<T>) => Promise<T>

/** A memory that is opened for each call, by `use`: whoever holds it does not notice that it was closed in between. */
export function reopeningMemory(use: UseMemory): Memory {
  return {
    addMessages: (session, messages, options) => {
      const own = copied(messages)
      return use((memory) => memory.addMessages(session, own, options))
    },
    buildContext: (request) => use((memory) => memory.buildContext(request)),
    recall: (query, options) => use((memory) => memory.recall(query, options)),
    consolidate: (session, options) => use((memory) => memory.consolidate(session, options)),
    resetSession: (session, options) => use((memory) => memory.resetSession(session, options)),
    flush: () => use((memory) => memory.flush()),
    close: () => use((memory) => memory.flush()),
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
      append: (session, messages, options) => {
        const own = copied(messages)
        return use(({ sessions }) => sessions.append(session, own, options))
      },
      align: (session, messages, options) => {
        const own = copied(messages)
        return use(({ sessions }) => sessions.align(session, own, options))
      },
      update: (session, id, change, options) => use(({ sessions }) => sessions.update(session, id, change, options)),
      describe: (session, change, options) => use(({ sessions }) => sessions.describe(session, change, options)),
      remove: (session, ids, options) => use(({ sessions }) => sessions.remove(session, ids, options)),
      trim: (session, keep, options) => use(({ sessions }) => sessions.trim(session, keep, options)),
      clear: (session, options) => use(({ sessions }) => sessions.clear(session, options)),
      recap: (session, options) => use(({ sessions }) => sessions.recap(session, options)),
    },
  }
}

/** What a caller does with his messages while the memory opens changes nothing. */
function copied<T>(messages: T): T {
  try {
    return structuredClone(messages)
  } catch {
    return messages // cannot be stored: the memory itself says why
  }
}
