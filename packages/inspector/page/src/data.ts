import type { Receipt, ReceiptItem, ReceiptSummary } from '@daybook/memory-core'
import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { KnownItem } from '../../src/known.ts'
import type { TimelineEvent } from '../../src/timeline.ts'

export type { KnownItem, Receipt, ReceiptItem, ReceiptSummary, TimelineEvent }

/** What the server says of itself. */
export interface About {
  title: string
  users?: string[]
}

export interface SessionRow {
  key: string
  title?: string
  summary?: string
  createdAt: string
  updatedAt: string
  messageCount: number
}

export interface SaidMessage {
  id: string
  role: string
  name?: string
  text: string
  createdAt: string
  learnt: { id: string; text: string; type: string }[]
}

export interface Conversation {
  session: SessionRow
  messages: SaidMessage[]
  receipts: ReceiptSummary[]
}

export interface Finding {
  severity: 'error' | 'warn' | 'info'
  place: string
  path?: string
  problem: string
  remedy: string
}

export interface Health {
  layers: string[]
  isSound: boolean
  findings: Finding[]
  records?: { active: number; archived: number; byType: Record<string, number>; tokens: number }
  knowledge?: { entries: number }
  upkeep?: { totals: Record<string, number> }
  sizes?: Record<string, number>
  checkMs: number
}

export interface Forgotten {
  removed: string[]
  counts: Record<string, number>
  paths: string[]
  unattributed: { path: string; line?: number; text: string; reason: string }[]
  remains: string[]
  dryRun: boolean
}

/** Whose memory is looked at, and how often it has changed since the page was opened. */
export const Looking = createContext<{ user?: string | undefined; news: number }>({ news: 0 })

/** Asks the server. @throws Error with the server's own words */
export async function ask<T>(path: string, query: Record<string, string | undefined> = {}, body?: object): Promise<T> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const url = `./api/${path}?${new URLSearchParams(given)}`
  const response = await fetch(url, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error ?? `the server answered ${response.status}`)
  return answer
}

/** What the server answers, and again whenever the memory has changed. Keeps what it had until the new answer is there. */
export function useAnswer<T>(
  path: string,
  query: Record<string, string | undefined> = {},
): { data?: T; error?: string } {
  const { user, news } = useContext(Looking)
  const key = JSON.stringify([path, query, user])
  const [state, setState] = useState<{ key: string; data?: T; error?: string }>({ key })
  useEffect(() => {
    let isCurrent = true
    ask<T>(path, { ...query, user }).then(
      (data) => isCurrent && setState({ key, data }),
      (error: Error) => isCurrent && setState({ key, error: error.message }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, news])
  return state.key === key ? state : {}
}

/** Changes something in the memory that is looked at. */
export function useChange(): <T>(path: string, body: object) => Promise<T> {
  const { user } = useContext(Looking)
  return (path, body) => ask(path, { user }, body)
}
