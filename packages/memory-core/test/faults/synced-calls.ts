import { dirname } from 'node:path'

/** The calls that {@link readAcknowledgements} reads. */
export const storingCalls: readonly string[] = [
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'fsync',
  'fdatasync',
  'rename',
  'unlink',
  'rmdir',
  'openat',
  'mkdir',
]

/** What stood on the disk when a worker said that a piece of work is done. */
export interface Acknowledgement {
  /** `learn 3`. */
  work: string
  /** What was written since the piece of work before, and what was synced, in the order of the calls. */
  written: readonly string[]
  synced: readonly string[]
  /** What was written and not synced since: files, and directories whose names have changed. */
  unsynced: readonly string[]
}

interface Call {
  name: string
  /** The file of the descriptor that comes first, or "". */
  path: string
  text: string
  /** The number of its line, at which it began. */
  begin: number
}

const doing = /^(?:\d+ +)?(\w+)\((?:\d+<(.*?)>)?/
const resumed = /^(?:\d+ +)?<\.\.\. (\w+) resumed>/
/** What failed, or was never made because the process was killed as it began. */
const failed = /= (?:-1 E[A-Z]+ |\?$)/
/** Locks, the search index and shared memory are no truth; what has no name yet is told of by its rename. */
const noTruth = /\/\w+\.db|\/state(?:\/|$)|\.tmp$/

/**
 * Reads a trace of `strace -f -y` of a worker: what it had written into `directory` and what was synced each time that it
 * said `ok`. A sync counts for what was written before it began. Writes from the line `until` on are
 * not reported as unsynced: they may belong to other work that is unfinished.
 */
export function readAcknowledgements(log: string, directory: string, until = Infinity): Acknowledgement[] {
  const said: Acknowledgement[] = []
  /** The lines of the first and the last change that no sync has followed. */
  const unsynced = new Map<string, { first: number; last: number }>()
  const pending = new Map<string, Call>()
  let written: string[] = []
  let synced: string[] = []

  function leftUnsynced(): string[] {
    const left = [...unsynced].filter(([path, { first }]) => first < until && !noTruth.test(path))
    return left.map(([path]) => path)
  }

  function change(path: string, line: number): void {
    if (!path.startsWith(directory)) return
    unsynced.set(path, { first: unsynced.get(path)?.first ?? line, last: line })
    if (!noTruth.test(path)) written.push(path)
  }

  function sync({ path, begin }: Call): void {
    if (!path.startsWith(directory)) return
    synced.push(path)
    const changed = unsynced.get(path)
    if (!changed) return
    if (changed.last < begin) unsynced.delete(path)
    else if (changed.first < begin) changed.first = changed.last
  }

  function rename(text: string, line: number): void {
    const [from = '', to = ''] = pathsIn(text)
    const wasSynced = !unsynced.delete(from)
    change(to, line)
    if (wasSynced) unsynced.delete(to)
    change(dirname(to), line)
  }

  function remove(named: string, line: number): void {
    unsynced.delete(named)
    if (!noTruth.test(named)) change(dirname(named), line)
  }

  function end(call: Call, line: number, isFailed: boolean): void {
    const { name, path, text } = call
    const [named = ''] = pathsIn(text)
    if (/^p?writev?(?:64)?$/.test(name)) change(path, line)
    else if (isFailed) return
    else if (name.endsWith('sync')) sync(call)
    else if (name === 'rename') rename(text, line)
    else if (name === 'unlink' || name === 'rmdir') remove(named, line)
    else if (name === 'mkdir' || (text.includes('O_EXCL') && !noTruth.test(named))) change(dirname(named), line)
  }

  for (const [line, text] of log.split('\n').entries()) {
    const thread = text.split(' ', 1)[0] ?? ''
    const [, work] = /write\(1<[^>]*>, "ok (\w+ \d+)\\n"/.exec(text) ?? []
    if (work !== undefined) {
      said.push({ work, written, synced, unsynced: leftUnsynced() })
      written = []
      synced = []
    }
    const begun = pending.get(thread)
    const [, name = '', path = ''] = doing.exec(text) ?? []
    const call = resumed.test(text) ? begun : { name, path, text, begin: line }
    if (!call) continue
    if (text.includes('<unfinished ...>')) pending.set(thread, call)
    else end(call, line, failed.test(text))
  }
  return said
}

function pathsIn(text: string): string[] {
  return [...text.matchAll(/"(\/[^"]*)"/g)].map(([, path = '']) => path)
}
