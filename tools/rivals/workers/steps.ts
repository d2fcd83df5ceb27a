import type { ModelRun, Place } from '../drivers/driver.ts'

/** What a process is told to do with one store, in one opened memory. */
export type Step =
  /** Adds texts one after another, or all at once; each is reported as soon as the store says that it is kept. */
  | { do: 'add'; texts: readonly string[]; place: Place; together?: boolean }
  /** Waits until so many processes wait in the same directory, which is not the store's. */
  | { do: 'meet'; directory: string; count: number }
  | { do: 'search'; query: string; limit: number; user: string }
  | { do: 'all'; user: string }
  /** Not in the opened memory: a statement for a memory whose model answers only this. */
  | { do: 'model'; statement: string; answer: string }
  /** Adds and searches with the clock running; gives up adding after a time. */
  | { do: 'measure'; size: number; limitMs: number; questions: number }

/** What a process answers. */
export type Report =
  | { kind: 'added'; text: string }
  | { kind: 'refused'; text: string; error: string }
  | { kind: 'texts'; texts: readonly string[] }
  | { kind: 'model'; run: ModelRun }
  | { kind: 'measured'; measured: Measured }
  /** The store broke off; the steps behind were not done. */
  | { kind: 'failed'; step: Step['do'] | 'open' | 'close'; error: string }
  | { kind: 'done' }

/** What one store costs at one size; times in milliseconds. */
export interface Measured {
  /** How many were added before the time was over. */
  stored: number
  addP50: number
  addP95: number
  perSecond: number
  /** Undefined when the store cannot search. */
  searchP50?: number
  searchP95?: number
  /** The share of the questions that were answered with anything, from 0 to 1. */
  answered?: number
  /** Resident memory of the process and its server, in bytes, with everything stored. */
  residentBytes: number
}
