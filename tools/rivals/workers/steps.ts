import type { ModelRun, Place } from '../drivers/driver.ts'

/** An instruction for a process, for one store in one opened memory. */
export type Step =
  /** Adds texts, one after another or all at once. Each is reported as soon as the store acknowledges it. */
  | { do: 'add'; texts: readonly string[]; place: Place; together?: boolean }
  /** Waits until this number of processes wait in the same directory, which is not the store's. */
  | { do: 'meet'; directory: string; count: number }
  | { do: 'search'; query: string; limit: number; user: string }
  | { do: 'all'; user: string }
  /** Runs outside the opened memory: stores a statement while the model gives only this answer. */
  | { do: 'model'; statement: string; answer: string }
  /** Adds and searches, and measures the time. Stops adding after a limit. */
  | { do: 'measure'; size: number; limitMs: number; questions: number }

export type Report =
  | { kind: 'added'; text: string }
  | { kind: 'refused'; text: string; error: string }
  | { kind: 'texts'; texts: readonly string[] }
  | { kind: 'model'; run: ModelRun }
  | { kind: 'measured'; measured: Measured }
  /** The store failed; later steps were not run. */
  | { kind: 'failed'; step: Step['do'] | 'open' | 'close'; error: string }
  | { kind: 'done' }

/** The costs of one store at one size; times in milliseconds. */
export interface Measured {
  /** Number of texts added before the limit. */
  stored: number
  addP50: number
  addP95: number
  perSecond: number
  /** Undefined if the store cannot search. */
  searchP50?: number
  searchP95?: number
  /** The share of questions with at least one result, from 0 to 1. */
  answered?: number
  /** Resident memory of the process and its server, in bytes, with everything stored. */
  residentBytes: number
}
