import { readUserInfo } from './read-value.ts'
import {
  anyOf,
  digits,
  exactly,
  type KnownRule,
  ofTokens,
  type SecretMatch,
  type SecretRule,
  startOf,
  tokenStart,
} from './secret-rule.ts'
import { isAssignedSecret, isCredential, isVaried, isWords, looksRandom } from './secret-values.ts'

/** The separator between a name and its value: `key: `, `KEY=`, `"key": "`, `key => '`. */
const assigned = `(?:\\\\?["'\`\\]]){0,2}[ \\t]{0,3}(?:=>|:=|={1,3}|:|：)[ \\t]{0,3}(?:\\\\?["'\`])?`

/** The beginning of a line that a tool printed with its number, or a diff or a mail with its sign. */
const margin = '\\s{1,16}(?:\\d{1,6}[ \\t:|→]{1,4}|[>|][ \\t]?)?'
const openKey = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
const closedKey = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'

/** The blanks between the groups of a card's number. */
const blank = '[ \\u00A0\\u2007\\u2009\\u202F]'

/** Secrets recognised by their form and surroundings. The first matching rule wins. */
export const formRules: readonly KnownRule[] = [
  {
    name: 'private-key',
    starts: exactly('-----BEGIN '),
    // The whole block; without its end marker, as many lines as look like one. Unambiguous, and so linear.
    pattern: new RegExp(
      `${openKey}(?:(?:[^-]|-(?!----)){0,16384}${closedKey}|(?:${margin}(?:[A-Za-z0-9+/=]{16,}|[A-Za-z-]{2,20}: [^\\n\\f]{0,200}))*)`,
    ),
    // Code and manuals have the markers alone.
    isSecret: ({ secret }) => {
      const body = secret.replaceAll(/-----[A-Z0-9 ]+-----|\\+[nr]/g, '')
      return /[A-Za-z0-9+/=]{16}/.test(body) || body.replaceAll(/[^A-Za-z0-9+/=]/g, '').length >= 64
    },
  },
  {
    name: 'private-key',
    starts: exactly('Private-Lines:'),
    // PuTTY's.
    pattern: /Private-Lines: \d{1,3}(?<secret>(?:\s{1,4}[A-Za-z0-9+/=]{16,80})+)/,
  },
  {
    name: 'json-web-token',
    starts: [{ text: 'eyJ', notAfter: ofTokens }],
    pattern: new RegExp(`${tokenStart}eyJ[A-Za-z0-9_-]{8,4096}\\.[A-Za-z0-9_-]{2,}(?:\\.[A-Za-z0-9_-]*){0,3}`),
    isSecret: isWebToken,
  },
  {
    name: 'card-number',
    starts: [{ first: digits, second: digits, notAfter: `${ofTokens}.#/+%` }],
    // In one piece, or grouped as on cards.
    pattern: new RegExp(
      `${startOf('\\w.#/+%-')}(?:\\d{13,19}|(?<!\\d{4}${blank}|[A-Z]{2}\\d{2}${blank})\\d{4}(?<gap>${blank}|-)\\d{4}\\k<gap>\\d{4}\\k<gap>\\d{1,4}(?:\\k<gap>\\d{1,3})?|(?<!\\d{4}${blank})\\d{4}(?<space>${blank}|-)\\d{6}\\k<space>\\d{4,5})(?!_{0,3}[A-Za-z0-9]|[-.:]\\d)`,
    ),
    isSecret: isCardNumber,
  },
  {
    name: 'url-password',
    starts: exactly('://'),
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
    starts: anyOf('authorization'),
    // Other schemes, and none.
    pattern:
      /(?<![A-Za-z0-9])authorization["'\]]{0,2}[ \t]{0,3}[:=][ \t]{0,3}["'`]?(?:[a-z-]{2,20}[ \t]+)?(?<secret>[A-Za-z0-9._~+/=-]{16,4096})/i,
    isSecret: (match) => /[A-Za-z0-9_-]{16}/.test(match.secret) && isAssignedSecret({ ...match, form: 'bare' }),
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
      `(?:aws.{0,12}|secret)[ _-]?(?:secret|access)[ _-]?(?:access[ _-]?)?key(?:${assigned}|[ \\t](?:\\[[^\\]\\n]{0,24}\\]:[ \\t]?)?)(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      'i',
    ),
    isSecret: ({ secret }) => isVaried(secret) && !isWords(secret),
  },
]

/** Prefixes and lengths that issuers use; `rare` ones count only next to a word about cards. */
const issuers: readonly { prefix: RegExp; lengths: readonly number[]; rare?: boolean }[] = [
  { prefix: /^4/, lengths: [16] },
  { prefix: /^4/, lengths: [13, 19], rare: true },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16] },
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [17, 18, 19], rare: true },
  { prefix: /^(?:30[0-5]|3[689])/, lengths: [14], rare: true },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { prefix: /^(?:62|81)/, lengths: [16] },
  { prefix: /^62/, lengths: [17, 18, 19], rare: true },
  { prefix: /^220[0-4]/, lengths: [16] },
  { prefix: /^(?:50|5[6-9]|6[0379])/, lengths: [13, 14, 15, 16, 17, 18, 19], rare: true },
]

const speaksOfCards =
  /card|visa|master|amex|american express|diners|discover|maestro|unionpay|jcb|karte|tarjeta|carte|信用卡|カード/i
/** Words before a number that rule out a card. */
const numbersSomething =
  /(?:order|invoice|tracking|ticket|reference|ref|transaction|case|shipment|parcel|serial|booking|customer|account|article|bestell|auftrags|rechnungs|kunden|pedido|factura|commande|facture|订单|注文)[ _-]?(?:number|num|no\.?|nr\.?|nummer|id|#|code|号|番号)?["']?[ \t]{0,2}(?:[:#=：]|is|was|ist)?[ \t]{0,2}["'#]?$/i
const contextCharacters = 40

/** Whether digits have a valid ISO/IEC 7812-1 (Luhn) checksum. */
function isLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 1; place <= digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - place) - 48
    const doubled = place % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

function isCardNumber({ secret, text, index }: SecretMatch): boolean {
  const digits = secret.replaceAll(/\D/g, '')
  const issuer = issuers.filter(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits))
  if (issuer.length === 0 || new Set(digits).size < 2 || !isLuhn(digits)) return false
  const before = text.slice(Math.max(0, index - contextCharacters), index)
  if (speaksOfCards.test(before)) return true
  // A table of codes, and not a number that stands alone.
  const after = text.slice(index + secret.length, index + secret.length + 6)
  if (/\s/.test(secret) && (/[\dA-F]{4,5}\s$/.test(before) || /^\s[\dA-F]{4,5}(?!\w)/.test(after))) return false
  return issuer.some(({ rare }) => !rare) && !numbersSomething.test(before)
}

/** Whether a text is a JSON Web Token: its first part decodes to a JSON object that names an algorithm (RFC 7515, 7516). */
function isWebToken({ secret }: SecretMatch): boolean {
  const [header = ''] = secret.split('.', 1)
  try {
    const value: unknown = JSON.parse(atob(header.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof value === 'object' && value !== null && 'alg' in value
  } catch {
    return false // neither base64url nor JSON: something else that begins in the same way
  }
}

/** Kinds of secrets that harmless texts resemble; add those that fit your users to the rules of `redaction`. */
export const optionalSecretRules: Readonly<Record<'hexPrivateKey' | 'iban', SecretRule>> = {
  /** A private key of Ethereum and others: 64 hex digits, like hashes of blocks and transactions. */
  hexPrivateKey: { name: 'private-key', pattern: /(?<![\w-])(?:0x)?[0-9a-fA-F]{64}(?!\w)/ },
  /** A bank account number, which many people print on invoices. */
  iban: {
    name: 'iban',
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/,
    isSecret: ({ secret }) => isIban(secret.replaceAll(' ', '')),
  },
}

/** The ISO 13616 check: letters count 10 to 35, the first four characters come last, modulo 97. */
function isIban(text: string): boolean {
  const digits = Array.from(text.slice(4) + text.slice(0, 4), (character) => Number.parseInt(character, 36))
  return BigInt(digits.join('')) % 97n === 1n
}
