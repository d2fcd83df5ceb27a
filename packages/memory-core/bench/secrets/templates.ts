import { lots } from '../../src/privacy/secret-examples.fixture.ts'

/** Draws characters of an alphabet, the same in every run. */
export type Draw = (length: number, alphabet: string) => string

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digit = '0123456789'

/** The alphabets that issuers use, by the names that templates have for them. */
export const alphabets = {
  l: lower,
  u: upper,
  d: digit,
  a: lower + upper,
  n: lower + upper + digit,
  w: `${lower}${upper}${digit}-_`,
  b: `${lower}${upper}${digit}+/`,
  h: `${digit}abcdef`,
  H: `${digit}ABCDEF`,
  s: lower + digit,
  U: upper + digit,
  c: `${lower}234567`,
}

const byName = new Map(Object.entries(alphabets))

/** Makes a draw from a seed. */
export function drawer(seed: number): Draw {
  const lot = lots(seed)
  return (length, alphabet) =>
    Array.from({ length }, () => alphabet[Math.floor(lot() * alphabet.length)] ?? '').join('')
}

/**
 * Fills a template: `{h:32}` are 32 hexadecimal digits made by lot, `{uuid}` is one. A prefix stands in two pieces, `gh¦p_`,
 * so that no scanner takes the source for a leak.
 */
export function filled(template: string, draw: Draw): string {
  return template
    .replaceAll('{uuid}', '{h:8}-{h:4}-4{h:3}-a{h:3}-{h:12}')
    .replaceAll(/\{(\w):(\d+)\}/g, (_, alphabet: string, length: string) =>
      draw(Number(length), byName.get(alphabet) ?? ''),
    )
    .replaceAll('¦', '')
}
