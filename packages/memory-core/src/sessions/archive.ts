import { LRUCache } from 'lru-cache'
import type { StoredMessage } from '../message.ts'
import type { FileEntry } from '../storage/files.ts'
import type { Setting } from '../storage/storage.ts'
import { byteLength, lazy } from '../text/plain-text.ts'
import { corruptPath, type OpenSession, segmentName } from './session-files.ts'
import { linkTo } from './session-lines.ts'
import {
  copyState,
  dropMessages,
  emptyState,
  printMessages,
  readAdded,
  readLine,
  type SessionState,
} from './session-state.ts'

/** The messages that left the window of a session, oldest first, in segments `0001.jsonl`, `0002.jsonl` … */
export type Archive = ReturnType<ReturnType<typeof createArchives>>

type Segment = Pick<OpenSession, 'stat' | 'state'>

const segmentBytes = 4_000_000
const segmentsInMemory = 16
/** The content of an emptied segment in a folder under version control, where files are not deleted. */
const emptySegment = '{"_type":"remove","ids":[]}'

/** The archives of all sessions. Make one for each call; writers must hold the lock of the session. */
export function createArchives(
  { storage: { files, isVersioned }, clock, report }: Setting,
  directoryOf: (session: string) => string,
) {
  const cache = new LRUCache<string, Segment>({ max: segmentsInMemory })
  /** The ids in each segment, cached for many more segments than the messages are. */
  const known = new LRUCache<string, { version: string; ids: Set<string> }>({ max: 4096 })

  /** The segments, newest first. */
  async function segments(directory: string): Promise<FileEntry[]> {
    const entries = (await files.list(directory)).filter((entry) => segmentName.test(entry.path))
    return entries.sort((a, b) => numberOf(b.path) - numberOf(a.path))
  }

  async function read(entry: FileEntry): Promise<Segment> {
    const cached = cache.get(entry.path)
    if (cached?.stat.version === entry.version) return cached
    const stored = await files.read(entry.path)
    const state = emptyState('')
    const tail = readAdded(state, stored?.text ?? '')
    if (tail !== '') readLine(state, tail)
    for (const { line } of state.corrupt) {
      const message = `line ${line} of ${entry.path} is not a message and is skipped`
      report({ type: 'line-set-aside', level: 'warn', message, path: entry.path, details: { line } })
    }
    return remember(entry.path, { stat: stored ?? entry, state })
  }

  function remember(path: string, segment: Segment): Segment {
    cache.set(path, segment)
    known.set(path, { version: segment.stat.version, ids: new Set(segment.state.messages.keys()) })
    return segment
  }

  async function idsOf(entry: FileEntry): Promise<Set<string>> {
    const ids = known.get(entry.path)
    return ids?.version === entry.version ? ids.ids : new Set((await read(entry)).state.messages.keys())
  }

  /** The messages that the last segments do not contain; a crash may have come between archiving and trimming. */
  async function missing(entries: readonly FileEntry[], messages: readonly StoredMessage[]): Promise<StoredMessage[]> {
    let left = [...messages]
    for (const entry of entries) {
      const ids = await idsOf(entry)
      const before = left.length
      left = left.filter((message) => !ids.has(message.id))
      if (left.length === before || left.length === 0) break
    }
    return left
  }

  async function addToSegment(path: string, lines: readonly string[]): Promise<void> {
    const entry = await files.stat(path)
    const before = entry && cache.get(path)
    const text = lines.join('')
    const stat = await files.append(path, text)
    if (entry && before?.stat.version !== entry.version) return
    const { state } = before ?? { state: emptyState('') }
    readAdded(state, text)
    remember(path, { state, stat })
  }

  async function replace(entry: FileEntry, segment: Segment, state: SessionState): Promise<void> {
    const { corrupt } = segment.state
    if (corrupt.length > 0)
      await files.append(corruptPath(entry.path, clock()), `${corrupt.map(({ text }) => text).join('\n')}\n`)
    const lines = printMessages(state)
    if (lines.length === 0 && !isVersioned?.()) return files.remove(entry.path)
    const text = (lines.length === 0 ? [emptySegment] : lines).map((line) => `${line}\n`)
    const stat = await files.write(entry.path, text.join(''), { ifVersion: segment.stat.version })
    remember(entry.path, { stat, state: { ...state, corrupt: [], isMerged: false, removedAbove: new Set() } })
  }

  return (session: string) => {
    const directory = directoryOf(session)
    const listed = lazy(() => segments(directory))

    async function rewrite(changes: ReadonlyMap<string, StoredMessage | undefined>): Promise<void> {
      for (const entry of changes.size === 0 ? [] : await segments(directory)) {
        const ids = await idsOf(entry)
        if (![...changes.keys()].some((id) => ids.has(id))) continue
        const segment = await read(entry)
        const state = copyState(segment.state)
        for (const [id, message] of changes) if (message && ids.has(id)) state.messages.set(id, message)
        const gone = [...changes.keys()].filter((id) => changes.get(id) === undefined)
        dropMessages(state, gone)
        await replace(entry, segment, state)
      }
    }

    return {
      /** Appends messages that the last segments do not contain, with their versions, linked to what is there. */
      async add(messages: readonly StoredMessage[], state: SessionState): Promise<void> {
        const entries = await segments(directory)
        const fresh = await missing(entries, messages)
        const ids = new Set(fresh.map((message) => message.id))
        // Archived before a crash; they may have been changed in the window since.
        const twice = messages.filter((message) => !ids.has(message.id))
        await rewrite(new Map(twice.map((message) => [message.id, message])))
        const [newest] = entries
        const last = newest && [...(await idsOf(newest))].at(-1)
        const after = new Map(state.after)
        if (fresh[0] && last !== undefined) after.set(fresh[0].id, linkTo(last))
        const number = newest ? numberOf(newest.path) : 1
        for (const [at, added] of bySegment(fresh, newest?.size ?? 0, { ...state, after }).entries())
          if (added.length > 0) await addToSegment(`${directory}/${String(number + at).padStart(4, '0')}.jsonl`, added)
      },
      /** At least `enough` messages from the end (before the message `before`), or all; oldest first. */
      async tail(enough: number, before?: string): Promise<StoredMessage[]> {
        const parts: StoredMessage[][] = []
        let found = before === undefined
        let count = 0
        for (const entry of await segments(directory)) {
          if (found && count >= enough) break
          const part = [...(await read(entry)).state.messages.values()]
          parts.unshift(part)
          const place = found ? part.length : part.findIndex((message) => message.id === before)
          found ||= place >= 0
          count += Math.max(0, place)
        }
        return parts.flat()
      },
      /** Lists the segments once. The first look-up may read every segment, later ones only what has changed. */
      async find(id: string): Promise<StoredMessage | undefined> {
        for (const entry of await listed())
          if ((await idsOf(entry)).has(id)) return (await read(entry)).state.messages.get(id)
        return undefined
      },
      /** Whether there is any segment. Reads none. */
      exists: async (): Promise<boolean> => (await segments(directory)).length > 0,
      /** Replaces messages by id; undefined removes one. Writes the segments concerned. */
      rewrite: (changes: ReadonlyMap<string, StoredMessage | undefined>): Promise<void> => rewrite(changes),
      /** Orders segments with lines of two merged copies, each message once, without `gone`. Resolves to all ids. */
      async settle(gone: ReadonlyMap<string, number>): Promise<ReadonlySet<string>> {
        const seen = new Set<string>()
        for (const entry of (await segments(directory)).reverse()) {
          const segment = await read(entry)
          const { messages, versions, isMerged } = segment.state
          const isGone = (id: string): boolean => (versions.get(id) ?? 0) <= (gone.get(id) ?? -1)
          const leaving = [...messages.keys()].filter((id) => seen.has(id) || isGone(id))
          for (const id of messages.keys()) seen.add(id)
          if (leaving.length === 0 && !isMerged) continue
          const state = copyState(segment.state)
          dropMessages(state, leaving)
          await replace(entry, segment, state)
        }
        return seen
      },
      /** Removes every segment and its damaged lines. */
      async clear(): Promise<void> {
        for (const { path } of await files.list(directory))
          if (segmentName.test(path) && isVersioned?.()) await files.write(path, `${emptySegment}\n`)
          else await files.remove(path)
      },
    }
  }
}

function numberOf(path: string): number {
  return Number(path.slice(path.lastIndexOf('/') + 1, -'.jsonl'.length))
}

/** The lines for the last segment, which are none unless all fit into it, then those for each new one. */
function bySegment(added: readonly StoredMessage[], lastSize: number, state: SessionState): string[][] {
  const messages = new Map(added.map((message) => [message.id, message]))
  const lines = printMessages({ ...state, messages }).map((line) => `${line}\n`)
  const total = lines.reduce((sum, line) => sum + byteLength(line), 0)
  let size = lastSize === 0 || lastSize + total <= segmentBytes ? lastSize : segmentBytes
  const parts: string[][] = [[]]
  for (const line of lines) {
    const length = byteLength(line)
    if (size > 0 && size + length > segmentBytes) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(line)
    size += length
  }
  return parts
}
