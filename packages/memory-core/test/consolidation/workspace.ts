import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Memory, type MemoryEvent, type MemoryOptions, type Message, openMemory } from '../../src/index.ts'
import { type FixedClock, fixedClock } from '../../src/testing/index.ts'

/** One line of the ledger. */
export interface LedgerLine {
  session: string
  messages: string[]
  failed?: boolean
}

/** A folder for one test, gone afterwards. */
export interface Workspace {
  directory: string
  clock: FixedClock
  /** Everything that the memories opened here have reported. */
  events: MemoryEvent[]
  open(options?: Omit<MemoryOptions, 'directory'>): Promise<Memory>
  /** A file's text, "" when there is none. */
  text(path: string): Promise<string>
  /** The lines of the ledger, damaged ones left out. */
  ledger(): Promise<LedgerLine[]>
}

/** Makes a folder; what was opened in it is closed when the test ends. */
export async function workspace(): Promise<Workspace> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
  const clock = fixedClock('2026-03-01T09:30:00.000Z')
  const events: MemoryEvent[] = []
  const opened: Memory[] = []
  onTestFinished(async () => {
    await Promise.all(opened.map((memory) => memory.close()))
    await rm(directory, { recursive: true })
  })

  async function text(path: string): Promise<string> {
    return readFile(join(directory, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
  }

  return {
    directory,
    clock,
    events,
    text,
    async open(options = {}) {
      const place = options.storage ? {} : { directory }
      const memory = await openMemory({ clock, onEvent: (event) => events.push(event), ...place, ...options })
      opened.push(memory)
      return memory
    },
    ledger: async () => (await text('.daybook/consolidation/applied.jsonl')).split('\n').flatMap(ledgerLine),
  }
}

function ledgerLine(text: string): LedgerLine[] {
  if (!text.endsWith('}')) return []
  const line: LedgerLine = JSON.parse(text)
  return [line]
}

/** Messages `m1`, `m2` … in turns of user and assistant, each with a word of its own. */
export function talk(count: number, from = 1): Message[] {
  return Array.from({ length: count }, (_, place) => {
    const number = from + place
    return { id: `m${number}`, role: number % 2 === 1 ? 'user' : 'assistant', content: `word${number} is said` }
  })
}

/** The ids of {@link talk}. */
export function ids(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, place) => `m${from + place}`)
}

/** Texts of MEMORY.md at the limit of 8,192 bytes: prose, and what costs more tokens a byte. */
export const fullMemories: readonly string[] = ['about something ', '測試', 'a.b;c ', 'a1b2', '😀'].map((word) => {
  const lines: string[] = []
  const line = (): string => `- fact ${lines.length} ${word.repeat(100).slice(0, 200).toWellFormed().trim()}`
  while (Buffer.byteLength([...lines, line(), ''].join('\n')) <= 8_192) lines.push(line())
  return `${lines.join('\n')}\n`
})

/** A model's answer to the `json` contract. */
export function reply(history: string, facts: string): string {
  return JSON.stringify({ history_entry: history, memory_update: facts })
}

/** Something that is decided from outside. */
export function gate<T = void>(): { promise: Promise<T>; open: (value: T) => void } {
  const { promise, resolve } = Promise.withResolvers<T>()
  return { promise, open: resolve }
}

/** The ids in a session's window. */
export async function windowIds(memory: Memory, session = 'chat'): Promise<string[]> {
  return (await memory.sessions.messages(session)).map((message) => message.id)
}

/** The texts of the history's entries, oldest first. */
export async function historyTexts(memory: Memory): Promise<string[]> {
  return (await memory.history.list()).map((entry) => entry.text)
}
