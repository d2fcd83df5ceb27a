import { givenIds } from '../sessions/given-messages.ts'
import type { SessionStore, Sessions } from '../sessions/sessions.ts'

interface SessionListener {
  changed(session: string): void
  appended(session: string): Promise<void>
  cleared(session: string): void
  /** The content of these messages changed, or is gone. */
  withdrawn(session: string, messages: readonly string[]): Promise<void>
}

/** Reports changes of sessions to the index, the context and the consolidation. */
export function watchedSessions(
  store: SessionStore,
  { changed, appended, cleared, withdrawn }: SessionListener,
): Sessions {
  async function after<T>(session: string, work: Promise<T>): Promise<T> {
    const result = await work
    changed(session)
    return result
  }
  async function afterAppend<T>(session: string, work: Promise<T>): Promise<T> {
    const result = await after(session, work)
    await appended(session)
    return result
  }
  async function clear(session: string, options?: Parameters<Sessions['clear']>[1]): Promise<number> {
    const count = await store.clear(session, options)
    if (options?.archived) await withdrawn(session, [])
    cleared(session)
    return count
  }
  return {
    list: store.list,
    get: store.get,
    messages: store.messages,
    recap: store.recap,
    describe: store.describe,
    append: (session, messages, options) => afterAppend(session, store.append(session, messages, options)),
    align: (session, messages, options) => afterAppend(session, store.align(session, messages, options)),
    async update(session, id, change, options) {
      const updated = await store.update(session, id, change, options)
      await withdrawn(session, [id])
      changed(session)
      return updated
    },
    async remove(session, ids, options) {
      const gone = givenIds(ids)
      const removed = await store.remove(session, gone, options)
      await withdrawn(session, gone)
      changed(session)
      return removed
    },
    trim: (session, keep, options) => after(session, store.trim(session, keep, options)),
    clear,
  }
}
