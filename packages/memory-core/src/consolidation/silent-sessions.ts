import type { SessionStore } from '../sessions/sessions.ts'
import type { Setting } from '../storage/setting.ts'

/** Consolidates sessions that fell silent: chats end without anybody saying so. */
export interface SilentSessions {
  /** Says that a session is in use now: it was written, or is consolidated by who asked for it. */
  used(session: string): void
  /** Says that there is a session with messages, which this process has not written. */
  found(session: string): void
  /** Looks for silent sessions, at most once a minute, and hands on at most two. Nothing waits for it. */
  look(): void
  /** Resolves when no look is under way. */
  idle(): Promise<void>
}

/** What is needed to find and to consolidate them. */
export interface SilentSessionsParts {
  setting: Setting
  sessions: Pick<SessionStore, 'window'>
  /** How long a session has to be silent, in milliseconds; 0: silent sessions are left alone. */
  silentAfterMs: number
  /** Consolidates a session; `byRules` without a model: it was silent before silent sessions were looked for. */
  consolidate(session: string, byRules: boolean): void
  /** Whether there is a model: only then it matters since when silent sessions are looked for. */
  hasModel: boolean
}

const pauseMs = 60_000
const mostAtOnce = 2
/** The most sessions that one look reads. */
const mostRead = 20
const sincePath = '.daybook/consolidation/silent-since.json'

/** Makes it; touches no disk until the first look that has something to look at. */
export function createSilentSessions(parts: SilentSessionsParts): SilentSessions {
  const { setting, sessions, silentAfterMs, consolidate, hasModel } = parts
  const { clock, storage, report } = setting
  /** When this process first looked. */
  let startedMs: number | undefined
  /** The sessions that may have to be consolidated, with the time at which they were written last as far as it is known. */
  const waiting = new Map<string, number>()
  let lookedMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  let sinceMs: number | undefined

  /** Since when silent sessions are looked for in this memory: those of before are not worth a model's price. */
  async function since(firstMs: number): Promise<number> {
    if (!hasModel) return Number.NEGATIVE_INFINITY
    const stored = await storage.files.read(sincePath)
    const known = Number(/^\{"since":(\d+)\}$/.exec(stored?.text.trim() ?? '')?.[1] ?? Number.NaN)
    if (!Number.isNaN(known)) return known
    await storage.files.write(sincePath, `{"since":${firstMs}}\n`)
    return firstMs
  }

  /** When the session was written last; undefined when nothing of it is left to consolidate. */
  async function openSince(session: string, writtenMs: number): Promise<number | undefined> {
    const window = await sessions.window(session)
    const last = window?.messages.at(-1)
    if (!window || !last || window.header.lastConsolidated >= window.messages.length) return undefined
    return Math.max(writtenMs, Date.parse(last.createdAt))
  }

  async function lookNow(nowMs: number): Promise<void> {
    let begun = 0
    for (const [session, writtenMs] of [...waiting].slice(0, mostRead)) {
      waiting.delete(session)
      const openMs = await openSince(session, writtenMs)
      // It was used during the read: an explicit consolidation may bring a model.
      if (openMs === undefined || waiting.has(session)) continue
      if (nowMs - openMs < silentAfterMs || begun === mostAtOnce) waiting.set(session, openMs)
      else {
        begun++
        sinceMs ??= await since(startedMs ?? nowMs)
        consolidate(session, openMs < sinceMs)
      }
    }
  }

  return {
    used: (session) => void waiting.set(session, clock()),
    found(session) {
      if (!waiting.has(session)) waiting.set(session, Number.NEGATIVE_INFINITY)
    },
    look() {
      const nowMs = clock()
      startedMs ??= nowMs
      if (silentAfterMs === 0 || looking || waiting.size === 0 || Math.abs(nowMs - lookedMs) < pauseMs) return
      lookedMs = nowMs
      looking = lookNow(nowMs)
        .catch((error: unknown) => {
          const message = `silent sessions could not be looked for, it is tried again: ${String(error)}`
          report({ type: 'consolidation-failed', level: 'warn', message, error })
        })
        .finally(() => {
          looking = undefined
        })
    },
    idle: async () => looking,
  }
}
