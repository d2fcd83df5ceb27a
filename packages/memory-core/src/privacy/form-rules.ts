import { isCardNumber } from './card-number.ts'
import { isVaried, looksRandom } from './looks-random.ts'
import { readUserInfo } from './read-value.ts'
import { digits, type KnownRule, letters, type RuleStart } from './secret-rule.ts'
import { isCredential } from './secret-values.ts'
import { isWebToken } from './web-token.ts'

/** `key: `, `KEY=`, `"key": "`, `key => '`: what may stand between a name and its value. */
const assigned = `(?:\\\\?["'\`\\]]){0,2}[ \\t]{0,3}(?:=>|:=|={1,3}|:|：)[ \\t]{0,3}(?:\\\\?["'\`])?`

/** Any of some words, in any case. */
function anyOf(...words: readonly string[]): RuleStart[] {
  return words.map((text) => ({ text, isAnyCase: true }))
}

const openKey = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const closedKey = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const lineBreak = '(?:\\s|\\\\[nr])'

/** Secrets that are known by their form and their surroundings. The first rule that fits wins. */
export const formRules: readonly KnownRule[] = [
  {
    name: 'private-key',
    starts: [{ text: '-----BEGIN ' }],
    // The whole block; without its end, as many lines as look like one. No character can be read in two ways.
    pattern: new RegExp(
      `${openKey}(?:(?:[^-]|-(?!----)){0,16384}${closedKey}|(?:${lineBreak}{1,8}(?:[A-Za-z0-9+/=]{16,}|[A-Za-z-]{2,20}: [^\\n\\\\]{0,200}))*)`,
    ),
  },
  {
    name: 'json-web-token',
    starts: [{ text: 'eyJ', notAfter: `${letters}${digits}_-` }],
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{2,}(?:\.[A-Za-z0-9_-]*){0,3}/,
    isSecret: isWebToken,
  },
  {
    name: 'card-number',
    starts: [{ first: digits, second: digits, notAfter: `${letters}${digits}_.#/+%-` }],
    // All in one, or grouped as on cards.
    pattern:
      /(?<![\w.#/+%-])(?:\d{13,19}|(?<!\d{4} |[A-Z]{2}\d{2} )\d{4}(?<gap>[ -])\d{4}\k<gap>\d{4}\k<gap>\d{1,4}(?:\k<gap>\d{1,3})?|(?<!\d{4} )\d{4}(?<space>[ -])\d{6}\k<space>\d{4,5})(?!\w|[-.,:/]\d)/,
    isSecret: isCardNumber,
  },
  {
    name: 'url-password',
    starts: [{ text: '://' }],
    pattern: /(?<=[A-Za-z0-9]):\/\/(?!\[)[^\s/?#:@"'`<>\\]{0,128}:/,
    read: readUserInfo,
    isSecret: ({ secret }) => !/^(?:\$?\{.*\}|\$\(.*\)|\$\w+|<.*>|\[.*\]|\(.*\)|%\w+%|\*+|x+|\.+|….*)$/i.test(secret),
  },
  {
    name: 'authorization',
    starts: anyOf('authorization'),
    pattern:
      /(?<![A-Za-z0-9])authorization["'\]]{0,2}[ \t]{0,3}[:=,][ \t]{0,3}["'`]?(?:bearer|basic|token|apikey|digest)[ \t]+(?<secret>[A-Za-z0-9._~+/=-]{8,4096})/i,
    isSecret: (match) => isCredential(match) && /\d|[A-Z].*[a-z].*[A-Z]|=$/.test(match.secret),
  },
  {
    name: 'authorization',
    starts: anyOf('bearer'),
    pattern: /(?<![A-Za-z0-9])bearer[ \t]+(?<secret>[A-Za-z0-9._~+/=-]{16,4096})/i,
    isSecret: (match) => isCredential(match) && looksRandom(match.secret),
  },
  {
    name: 'aws-secret-key',
    starts: anyOf('aws', 'secret'),
    pattern: new RegExp(
      `(?:aws.{0,12}|secret)[ _-]?(?:secret|access)[ _-]?(?:access[ _-]?)?key${assigned}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      'i',
    ),
    isSecret: ({ secret }) => isVaried(secret),
  },
]
