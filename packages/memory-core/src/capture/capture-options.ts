import { type CaptureLanguage, captureLanguages } from '../statements/rules/rule-table.ts'

/** What is taken from user messages without being asked. */
export interface CaptureOptions {
  /** Whether messages are looked at; costs microseconds a message and no model. @default true */
  auto?: boolean
  /**
   * What decides. `worth`: what a statement is worth, by a fitted score over what it says. `rules`: the pattern table of
   * document 003, to the letter. @default 'worth'
   */
  by?: 'worth' | 'rules'
  /** The languages whose rules are tried. @default all: English, German, Spanish, Chinese, Japanese */
  languages?: readonly CaptureLanguage[]
}

/** {@link CaptureOptions} with the defaults filled in. */
export type ResolvedCaptureOptions = Required<CaptureOptions>

/** What an option is when it is not given. */
export const captureDefaults: ResolvedCaptureOptions = { auto: true, by: 'worth', languages: captureLanguages }
