import { type CaptureLanguage, captureLanguages } from '../statements/rules/rule-table.ts'

/** Options of capture, which takes records from user messages without being asked. */
export interface CaptureOptions {
  /** Whether user messages are read; takes microseconds a message and no model. @default true */
  auto?: boolean
  /**
   * What decides whether a statement is kept. `worth`: a fitted score of what it says. `rules`: whether one of the
   * fixed patterns of a language matches. @default 'worth'
   */
  by?: 'worth' | 'rules'
  /** Languages read. @default English, German, Spanish, French, Italian, Portuguese, Dutch, Chinese, Japanese */
  languages?: readonly CaptureLanguage[]
}

export type ResolvedCaptureOptions = Required<CaptureOptions>

export const captureDefaults: ResolvedCaptureOptions = { auto: true, by: 'worth', languages: captureLanguages }
