import type { Driver } from '../drivers/driver.ts'
import type { Report } from '../workers/steps.ts'

/** A store that is tried. */
export interface Tried {
  /** As in the table of drivers. */
  name: string
  driver: Driver
}

/** What came of a case. */
export interface Outcome {
  /** What the table says, short. */
  cell: string
  /** `loss`: something acknowledged is gone, crossed, or cannot be read. `fine` otherwise; `none` where there is nothing to try. */
  verdict: 'fine' | 'loss' | 'none'
  /** The first error that was seen, in the store's own words. */
  detail?: string | undefined
}

/** Something that goes wrong in real life, done to each store alike. */
export interface Case {
  title: string
  /** What is done, in a sentence or two. */
  done: string
  /** Runs in an empty directory, which may be left dirty. */
  run(tried: Tried, directory: string): Promise<Outcome>
}

/** What a case answers where it does not apply. */
export const none = (cell: string): Outcome => ({ cell, verdict: 'none' })

/** The texts of the n-th list that was asked for; undefined when the store broke off before. */
export const listed = (reports: readonly Report[], number = 0): readonly string[] | undefined =>
  reports.flatMap((report) => (report.kind === 'texts' ? [report.texts] : []))[number]

/** The texts that the store said it kept. */
export const added = (reports: readonly Report[]): readonly string[] =>
  reports.flatMap((report) => (report.kind === 'added' ? [report.text] : []))

/** The first error of a run, cut to a line; texts in it are long sometimes. */
export function firstError(reports: readonly Report[]): string | undefined {
  const [error] = reports.flatMap((report) =>
    report.kind === 'refused' || report.kind === 'failed' ? [report.error] : [],
  )
  return error?.split('\n')[0]?.slice(0, 200)
}

/** Compares what was acknowledged with what is there. */
export function compare(acknowledged: readonly string[], present: readonly string[] | undefined): Outcome {
  const all = acknowledged.length
  if (present === undefined) return { cell: `**unreadable** (${all} lost)`, verdict: all > 0 ? 'loss' : 'fine' }
  const there = new Set(present)
  const lost = acknowledged.filter((text) => !there.has(text)).length
  if (lost > 0) return { cell: `**lost ${lost} of ${all}**`, verdict: 'loss' }
  const extra = present.length - there.size
  return { cell: `all ${all} kept${extra > 0 ? `, ${extra} twice` : ''}`, verdict: 'fine' }
}

/** As many sentences, all different. */
export const sentences = (count: number, of: string): string[] =>
  Array.from({ length: count }, (_, number) => `Sentence ${number} of ${of} is kept for ada.`)

/** Where most cases write. */
export const place = { user: 'ada', session: 'main' }
