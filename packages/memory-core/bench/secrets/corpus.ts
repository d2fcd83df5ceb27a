import { secretLookAlikes } from '../../src/privacy/secret-examples.fixture.ts'
import { kinds } from './kinds.ts'
import { harmless } from './look-alikes.ts'
import { drawer, filled } from './templates.ts'

const sentences: readonly ((secret: string) => string)[] = [
  (secret) => `we use ${secret} for that`,
  (secret) => `"x-value": "${secret}",`,
  (secret) => `set it to '${secret}' and restart`,
]

/** One example of each kind: the text, and the secret in it. */
export function examples(seed = 1): { kind: string; text: string; secret: string }[] {
  const draw = drawer(seed)
  return Object.entries(kinds).map(([kind, template], turn) => {
    const [before = '', ...rest] = filled(template, draw).split('«')
    if (rest.length === 0) return { kind, text: sentences[turn % sentences.length]?.(before) ?? before, secret: before }
    const secret = rest.at(-1)?.split('»')[0] ?? ''
    return { kind, text: [before, ...rest].join('').replaceAll('»', ''), secret }
  })
}

/** Texts without a secret. */
export function harmlessTexts(seed = 2): string[] {
  const draw = drawer(seed)
  return [
    ...new Set([
      ...secretLookAlikes('tuning'),
      ...secretLookAlikes('held-out'),
      ...harmless.map((text) => filled(text, draw)),
    ]),
  ]
}
