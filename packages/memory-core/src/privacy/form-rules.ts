import { isCardNumber } from './card-number.ts'
import { isPlaceholder, isVaried, looksRandom } from './looks-random.ts'
import { isNoSecret } from './plain-passwords.ts'
import { digits, type KnownRule, letters, type RuleStart, type SecretMatch } from './secret-rule.ts'
import { isWebToken } from './web-token.ts'

/** `key: `, `KEY=`, `"key": "`, `key => '`: what may stand between a name and its value. */
const assigned = `(?:\\\\?["'\`\\]]){0,2}[ \\t]{0,3}(?:=>|:=|={1,3}|:|：|[ \\t](?:is|ist|es|est|是)[ \\t])[ \\t]{0,3}(?:\\\\?["'\`])?`
/** A value without what ends one in prose and code, and without a full stop at its end. */
const value = (least: number): string =>
  `(?<secret>[^\\s"'\`,;<>()[\\]{}\\\\|，。]{${least - 1},512}[^\\s"'\`,;<>()[\\]{}\\\\|，。.!?:])`

const passwordNames =
  'passw(?:or)?d|passphrase|passcode|pwd|passwort|kennwort|contraseña|mot de passe|пароль|密码|密碼|パスワード|비밀번호'
const passwordStarts = anyOf(
  ...['passw', 'passphrase', 'passcode', 'pwd', 'kennwort', 'contraseña', 'mot de passe'],
  ...['пароль', '密码', '密碼', 'パスワード', '비밀번호'],
)
const keptBy = [
  'api',
  'access',
  'auth',
  'secret',
  'private',
  'signing',
  'encryption',
  'master',
  'account',
  'client',
  'service',
]
const secretNames = `(?:${keptBy.join('|')})[ _-]?(?:key|secret|token)|credentials?|secret|token`

/** What stands before "token" in names of what opens nothing. */
const harmless =
  '(?<!(?:page|next|cursor|continuation|sync|csrf|xsrf|max|min|total|count|input|output|stop|pad|eos|bos|prompt)[_ -]?)'

/** Words joined by hyphens. "end-to-end" and "up-to-date" have short ones. */
function isPassphrase(text: string): boolean {
  return /^[a-z]{3,12}(?:-[a-z]{3,12}){2,7}$/i.test(text)
}

/** `password = "…"`: what stands in quotes is a value and no word of the sentence. */
function isQuotedPassword({ secret, text, index }: SecretMatch): boolean {
  const before = /[=:：>][ \t]{0,3}(["'`])$/.exec(text.slice(Math.max(0, index - 5), index))
  return before !== null && text[index + secret.length] === before[1] && secret.length >= 4 && !isNoSecret(secret)
}

function isPassword(match: SecretMatch): boolean {
  const { secret, text, index } = match
  if (isQuotedPassword(match) && !/^(?:[/~.]|[A-Za-z]:\\|\w+:\/\/)/.test(secret)) return true
  if (isPlaceholder(secret) || secret.length < 6 || /^(?:[/~.]|[A-Za-z]:\\|\w+:\/\/)/.test(secret)) return false
  if (/^\d+$/.test(secret)) return true
  if (isPassphrase(secret) && /[=:：][ \t]{0,3}["'`]?$/.test(text.slice(Math.max(0, index - 5), index))) return true
  const isMixed = /\p{L}/u.test(secret) && /[\d!@#$%^&*+?]/.test(secret)
  // In prose a hyphened word is a word ("the password is base64-encoded"), in quotes and after "=" it is a value.
  const isQuoted = /["'`=]$/.test(text.slice(Math.max(0, index - 1), index))
  return (
    isMixed &&
    (isQuoted || !/^[A-Za-z]+\d*(?:[-_/][A-Za-z0-9]+)+$/.test(secret)) &&
    !/^\d+[-–]?[A-Za-z]{1,12}$/.test(secret) &&
    !/^\d+\+$/.test(secret)
  )
}

function isAssignedSecret({ secret }: SecretMatch): boolean {
  return !isPlaceholder(secret) && isVaried(secret) && looksRandom(secret)
}

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
    pattern: /(?<=[A-Za-z0-9]):\/\/[^\s/?#:@"'`<>\\]{0,128}:(?<secret>[^\s/?#@"'`<>\\]{1,256})@(?=[^\s"'`])/,
    isSecret: ({ secret }) => !/^(?:[$%{[(]|\*+$|x+$|\.+$|…)/i.test(secret),
  },
  {
    name: 'authorization',
    starts: anyOf('authorization'),
    pattern:
      /(?<![A-Za-z0-9])authorization["'\]]{0,2}[ \t]{0,3}[:=,][ \t]{0,3}["'`]?(?:bearer|basic|token|apikey|digest)[ \t]+(?<secret>[A-Za-z0-9._~+/=-]{8,4096})/i,
    isSecret: ({ secret }) => !isPlaceholder(secret) && /\d|[A-Z].*[a-z].*[A-Z]|=$/.test(secret) && isVaried(secret),
  },
  {
    name: 'authorization',
    starts: anyOf('bearer'),
    pattern: /(?<![A-Za-z0-9])bearer[ \t]+(?<secret>[A-Za-z0-9._~+/=-]{16,4096})/i,
    isSecret: ({ secret }) => !isPlaceholder(secret) && looksRandom(secret),
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
  {
    name: 'password',
    starts: passwordStarts,
    pattern: new RegExp(`(?:${passwordNames})${assigned}${value(4)}`, 'iu'),
    isSecret: isPassword,
  },
  {
    name: 'password',
    starts: passwordStarts,
    // `password for staging is: …`, and on a line of its own below its name.
    pattern: new RegExp(
      `(?:${passwordNames})(?: (?:for|of|to|on|für|para|pour) [^\\n:=]{1,40}?(?: (?:is|ist|es|est):?|:|=)[ \\t]{1,3}["'\`]?|["'\`]?[ \\t]{0,3}[:：=][ \\t]{0,3}\\r?\\n[ \\t]{0,12}(?=\\S{6,512}[ \\t]{0,8}(?:\\r?\\n|$)))${value(6)}`,
      'iu',
    ),
    isSecret: isPassword,
  },
  {
    name: 'password',
    starts: anyOf('密码', '密碼', 'パスワード', '비밀번호'),
    // Without blanks between words, only what is none of that language can be a value.
    pattern:
      /(?:密码|密碼|パスワード|비밀번호)(?:[是为為はが는은]|：|:)[ \t：:「"'`]{0,3}(?<secret>[!-~]{5,255}[!-~])/u,
    isSecret: isPassword,
  },
  {
    name: 'password',
    starts: anyOf('pass:', 'pass=', 'pass ', 'pw:', 'pw=', 'pw '),
    pattern: new RegExp(
      `(?<![\\w-]|(?:first|second|third|last|next|final|this|that|test|each|one|1st|2nd|3rd|by|to) )(?:pass|pw) ?[:=][ \\t]{0,3}["'\`]?${value(6)}`,
      'i',
    ),
    isSecret: isPassword,
  },
  {
    name: 'secret-value',
    starts: anyOf(...keptBy, 'credential', 'token'),
    pattern: new RegExp(`${harmless}(?:${secretNames})${assigned}${value(16)}`, 'i'),
    isSecret: isAssignedSecret,
  },
]

const passwordName = new RegExp(`(?:${passwordNames})$`, 'iu')
const secretName = new RegExp(`${harmless}(?:${secretNames})$`, 'i')

/** The rule by which a value is a secret because of the name of its field, as in `{ "password": "…" }`; else undefined. */
export function ruleOfField(name: string, text: string): 'password' | 'secret-value' | undefined {
  // As if it stood in quotes behind its name.
  const match = { rule: '', secret: text, text: `${name}="${text}"`, index: name.length + 2 }
  if (text.length > 512 || /\s/.test(text)) return undefined
  if (passwordName.test(name) && isPassword(match)) return 'password'
  return secretName.test(name) && text.length >= 16 && isAssignedSecret(match) ? 'secret-value' : undefined
}
