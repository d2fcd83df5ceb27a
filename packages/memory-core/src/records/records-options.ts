import type { RecordType } from '../storage/records.ts'

/** How records are scored and kept. All processes that use one memory should give the same. */
export interface RecordsOptions {
  /** The folder of RECORDS.md, the page that people read, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * In so many days without access a score halves; `Infinity`: never. Records are kept by their strength, which follows
   * from this, `reinforcement` and `weights`: after a change of them each record is computed anew, once. @default 90
   */
  halfLifeDays?: number
  /**
   * What the count n of accesses multiplies a score by: `log` 1 + ln(n), `linear` n. With `linear` one record that is
   * read over and over outweighs all others. @default 'log'
   */
  reinforcement?: 'log' | 'linear'
  /** Weights of single types, above 0, in place of the table's. */
  weights?: Readonly<Partial<Record<RecordType, number>>>
  /** What counts as an access: being answered by `recall`, being put into a context for a question. @default both */
  touchOn?: readonly RecordAccess[]
  /**
   * Whether a newer statement takes the place of an older one about the same ("I moved to Munich"): the older one ends and
   * is marked. By rules of English, German and Spanish; where they are not sure, both are marked as a conflict. Costs, once,
   * one reading of all records when the first such statement is learned. @default true
   */
  supersede?: boolean
  /** Accesses are collected for so long, then written in one go; what is not written when the process dies is lost. @default 5000 */
  flushMs?: number
}

/** A way of reading a record that may count as an access. */
export type RecordAccess = 'recall' | 'activation'

/** {@link RecordsOptions} with the defaults filled in. */
export type ResolvedRecordsOptions = Required<RecordsOptions>

/** What an option is when it is not given. */
export const recordsDefaults: ResolvedRecordsOptions = {
  directory: 'memory',
  halfLifeDays: 90,
  reinforcement: 'log',
  weights: {},
  touchOn: ['recall', 'activation'],
  supersede: true,
  flushMs: 5_000,
}
