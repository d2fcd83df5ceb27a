import type { StoredMessage } from '../message.ts'
import type { Setting } from '../storage/storage.ts'
import type { Archive } from './archive.ts'
import type { SessionHeader } from './session.ts'
import type { OpenSession, SessionFiles } from './session-files.ts'
import { linkTo } from './session-lines.ts'
import { applyLine, copyState, dropMessages, newestTime, windowOf } from './session-state.ts'

/** The changes of the session's header by a trim. */
export interface HeaderChange {
  /** The number of messages in the trimmed window that are consolidated already. @default 0 */
  lastConsolidated?: number
  /** The new summary; undefined removes it. */
  summary?: string | undefined
}

type ChangeHeader = (header: SessionHeader) => SessionHeader

/** Moves or removes messages of sessions. Call it inside the lock of the session. */
export type SessionTrims = ReturnType<typeof createSessionTrims>

export function createSessionTrims({ storage }: Setting, files: SessionFiles, archiveOf: (key: string) => Archive) {
  async function dropDamaged(key: string, isGone: (line: string) => boolean): Promise<void> {
    for (const path of await damagedFiles(key)) {
      const text = (await storage.files.read(path))?.text ?? ''
      const lines = text.split('\n')
      const kept = lines.filter((line) => !isGone(line))
      if (kept.length === lines.length) continue
      if (kept.every((line) => line === '')) await storage.files.remove(path)
      else await storage.files.write(path, kept.join('\n'))
    }
  }

  async function damagedFiles(key: string): Promise<string[]> {
    const own = await storage.files.list(files.path(key).replace(/\/[^/]*$/, ''))
    const archived = await storage.files.list(files.archiveDirectory(key))
    const ownPrefix = `${files.path(key)}.corrupt-`
    return [
      ...own.filter(({ path }) => path.startsWith(ownPrefix)),
      ...archived.filter(({ path }) => path.includes('.jsonl.corrupt-')),
    ].map(({ path }) => path)
  }

  async function removeAll(key: string): Promise<number> {
    const open = await files.current(key)
    const archive = archiveOf(key)
    const archived = await archive.tail(Number.POSITIVE_INFINITY)
    const gone = new Set([...archived.map((message) => message.id), ...(open?.state.messages.keys() ?? [])])
    if (open) await rewriteWithout(open, gone, ({ summary: _, ...header }) => header)
    for (const path of await damagedFiles(key)) await storage.files.remove(path)
    await archive.clear()
    return gone.size
  }

  async function rewriteWithout(open: OpenSession, ids: Iterable<string>, change: ChangeHeader): Promise<void> {
    const state = copyState(open.state)
    state.header.updatedAt = newestTime(state)
    applyLine(state, { kind: 'remove', ids: [...ids], versions: state.versions })
    state.header = change(state.header)
    await files.rewrite(open, state)
  }

  /** Changes the header, and drops old versions of messages. */
  async function fold(key: string, change: ChangeHeader): Promise<void> {
    const open = await files.current(key)
    if (open) await rewriteWithout(open, [], change)
  }

  return {
    /** Archives these messages of the window and rewrites the file; see `SessionStore.trimLocked`. */
    async archive(key: string, ids: ReadonlySet<string>, change: HeaderChange = {}): Promise<number> {
      const open = await files.current(key)
      if (!open) return 0
      const { header } = open.state
      const { lastConsolidated = 0 } = change
      const summary = 'summary' in change ? change.summary : header.summary
      const moved = windowOf(open.state).filter((message) => ids.has(message.id)).length
      if (moved === 0 && header.lastConsolidated === lastConsolidated && header.summary === summary) return 0
      // Those requested, and those set aside among them, in order.
      const messages = [...open.state.messages.values()]
      const end = messages.findLastIndex(({ id }) => ids.has(id)) + 1
      const leaving = messages.slice(0, end).filter(({ id }) => ids.has(id) || open.state.aside.has(id))
      await archiveOf(key).add(leaving, open.state)
      const state = copyState(open.state)
      const last = leaving.at(-1)
      const archived = last && { archived: linkTo(last.id) }
      Object.assign(state.header, { updatedAt: newestTime(state), lastConsolidated, ...archived, summary })
      const gone = leaving.map(({ id }) => id)
      dropMessages(state, gone)
      await files.rewrite(open, state)
      return moved
    },
    /** Removes these messages everywhere. */
    async remove(key: string, ids: readonly string[]): Promise<number> {
      const open = await files.current(key)
      const archive = archiveOf(key)
      const gone = new Map<string, StoredMessage>()
      for (const id of new Set(ids)) {
        const message = open?.state.messages.get(id) ?? (await archive.find(id))
        if (message) gone.set(id, message)
      }
      if (gone.size === 0) return 0
      if (open) await rewriteWithout(open, gone.keys(), (header) => header)
      // After the removal is on disk in the file: what a crash leaves in the archive is no longer listed.
      await archive.rewrite(new Map([...gone.keys()].map((id) => [id, undefined])))
      // The files of damaged lines may contain the messages, too.
      const traces = [...gone.values()].flatMap(({ id, content }) => [id, ...textsOf(content)])
      const quoted = traces.filter((text) => text !== '').map(traceOf)
      await dropDamaged(key, (line) => quoted.some((trace) => line.includes(trace)))
      return gone.size
    },
    removeAll: (key: string): Promise<number> => removeAll(key),
    /** Removes every file of the session, including traces of removed messages. Resolves to their paths. */
    async forget(key: string): Promise<string[]> {
      const own = (await storage.files.stat(files.path(key))) ? [files.path(key)] : []
      const segments = (await storage.files.list(files.archiveDirectory(key))).map(({ path }) => path)
      const paths = new Set([...(await damagedFiles(key)), ...segments, ...own])
      if (storage.isVersioned?.() && own.length > 0) {
        // Keeps the files with only ids, because another copy of the folder may append to them.
        await removeAll(key)
        await fold(key, ({ createdAt }) => ({ key, createdAt, lastConsolidated: 0, isForgotten: true }))
        // The session's own file goes last: after a crash, the session can still be forgotten.
      } else for (const path of paths) await storage.files.remove(path)
      return [...paths]
    },
    fold: (key: string, change: ChangeHeader): Promise<void> => fold(key, change),
  }
}

/** The text as it occurs in a line; a short one as a whole JSON string, or a removed "ok" would match "look". */
function traceOf(text: string): string {
  const quoted = JSON.stringify(text)
  return text.length < 20 ? quoted : quoted.slice(1, -1)
}

function textsOf(content: StoredMessage['content']): string[] {
  return typeof content === 'string' ? [content] : content.map((part) => (part.type === 'file' ? '' : part.text))
}
