import { foreignMark } from './foreign-words.ts'

const emoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/gu
/** Woman and man: the last part of an emoji of a person. */
const gender = /\u200d[♀♂]/gu
/** Signs that have a place in plain writing. */
const lastPlainSign = 0x20_ff

/**
 * The emoji of a text, each once, as tokens of letters and digits: 🎸 → `ø127928`. Skin tones, joiners and variation
 * selectors do not count; 👩‍💻 is 👩 and 💻.
 */
export function emojiTokens(text: string): string[] {
  const codes = new Set<number>()
  for (const [sign] of text.replace(gender, '').matchAll(emoji)) {
    const code = sign.codePointAt(0) ?? 0
    if (code > lastPlainSign) codes.add(code)
  }
  return Array.from(codes, (code) => `${foreignMark}${code}`)
}
