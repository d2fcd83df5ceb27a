import { type CaptureLanguage, captureLanguages } from '../statements/rules/rule-table.ts'

/** Options of capture, which takes records from user messages without being asked. */
export interface CaptureOptions {
  /**
   * Whether user messages are read; takes microseconds a message and no model. What is said while it is off is read by
   * the next memory on the same files that has it on. @default true
   */
  auto?: boolean
  /**
   * What decides whether a statement is kept. `worth`: a fitted score of what it says. `rules`: whether one of the
   * fixed patterns of a language matches. @default 'worth'
   */
  by?: 'worth' | 'rules'
  /** Languages read. @default English, German, Spanish, French, Italian, Portuguese, Dutch, Chinese, Japanese */
  languages?: readonly CaptureLanguage[]
}

export const captureDefaults: Required<CaptureOptions> = { auto: true, by: 'worth', languages: captureLanguages }
