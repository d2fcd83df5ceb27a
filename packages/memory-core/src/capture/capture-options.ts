import { type CaptureLanguage, captureLanguages } from './capture-rule.ts'

/** What is taken from user messages without being asked. */
export interface CaptureOptions {
  /** Whether messages are looked at; costs microseconds a message and no model. @default true */
  auto?: boolean
  /** The languages whose rules are tried. @default all: English, German, Spanish, Chinese, Japanese */
  languages?: readonly CaptureLanguage[]
}

/** {@link CaptureOptions} with the defaults filled in. */
export type ResolvedCaptureOptions = Required<CaptureOptions>

/** What an option is when it is not given. */
export const captureDefaults: ResolvedCaptureOptions = { auto: true, languages: captureLanguages }
