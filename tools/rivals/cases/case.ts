import type { Driver } from '../drivers/driver.ts'
import type { Report } from '../workers/steps.ts'

/** A store to try. */
export interface Tried {
  /** Its name in the table of drivers. */
  name: string
  driver: Driver
}

/** The result of a case. */
export interface Outcome {
  /** The short text for the table. */
  cell: string
  /** `loss`: acknowledged data was lost, mixed up or unreadable; `none`: the case does not apply; otherwise `fine`. */
  verdict: 'fine' | 'loss' | 'none'
  /** The store's first error. */
  detail?: string | undefined
}

/** A fault from practice, applied to every store in the same way. */
export interface Case {
  title: string
  /** A description in one or two sentences. */
  done: string
  /** Runs in an empty directory, and need not clean up. */
  run(tried: Tried, directory: string): Promise<Outcome>
}

/** The result of a case that does not apply. */
export const none = (cell: string): Outcome => ({ cell, verdict: 'none' })

/** The texts of the n-th list; undefined if the store failed before. */
export const listed = (reports: readonly Report[], number = 0): readonly string[] | undefined =>
  reports.flatMap((report) => (report.kind === 'texts' ? [report.texts] : []))[number]

/** The texts that the store acknowledged. */
export const added = (reports: readonly Report[]): readonly string[] =>
  reports.flatMap((report) => (report.kind === 'added' ? [report.text] : []))

/** The first error of a run, cut to one line. */
export function firstError(reports: readonly Report[]): string | undefined {
  const [error] = reports.flatMap((report) =>
    report.kind === 'refused' || report.kind === 'failed' ? [report.error] : [],
  )
  return error?.split('\n')[0]?.slice(0, 200)
}

/** Compares the acknowledged texts with the present ones. */
export function compare(acknowledged: readonly string[], present: readonly string[] | undefined): Outcome {
  const all = acknowledged.length
  if (present === undefined) return { cell: `**unreadable** (${all} lost)`, verdict: all > 0 ? 'loss' : 'fine' }
  const there = new Set(present)
  const lost = acknowledged.filter((text) => !there.has(text)).length
  if (lost > 0) return { cell: `**lost ${lost} of ${all}**`, verdict: 'loss' }
  const extra = present.length - there.size
  return { cell: `all ${all} kept${extra > 0 ? `, ${extra} twice` : ''}`, verdict: 'fine' }
}

export const sentences = (count: number, of: string): string[] =>
  Array.from({ length: count }, (_, number) => `Sentence ${number} of ${of} is kept for ada.`)

/** The user and session of most cases. */
export const place = { user: 'ada', session: 'main' }
