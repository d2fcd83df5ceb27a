import type { KnownMatch } from './secret-rule.ts'

const leastDistinct = 8
const longRuns = /[A-Za-z0-9]{10,}/g
const leastBits = 2.8
/** Minimum share of neighbouring characters of different kinds (lower case, upper case, digit, other) in a random text. */
const leastChanges = 0.4
const leastMixed = 10

/** Whether a text has enough different characters not to be a placeholder such as `xxxxxxxx`. */
export function isVaried(text: string): boolean {
  const seen = new Set<number>()
  for (let place = 0; place < text.length && seen.size < leastDistinct; place++) seen.add(text.charCodeAt(place))
  return seen.size >= leastDistinct
}

/**
 * Whether a text looks random: it has a run of both letters and digits, or its characters change kind all the time; and
 * at least 2.8 bits per character (Shannon, over the frequencies in the text). Words joined by hyphens do not.
 */
export function looksRandom(text: string): boolean {
  const runs = text.match(longRuns) ?? []
  const isMixed = runs.some((run) => /\d/.test(run) && /[A-Za-z]/.test(run)) || isMixture(text)
  return isMixed && bitsPerCharacter(text) >= leastBits
}

/** Whether neighbouring characters of a text are often of different kinds, see {@link leastChanges}. */
function isMixture(text: string): boolean {
  if (text.length < leastMixed || !/\p{L}/u.test(text)) return false
  // Words joined by signs change kind, too.
  if (!/[^\p{L}\s._/-]/u.test(text) && !/^[A-Za-z]{12,}$/.test(text)) return false
  let changes = 0
  for (let place = 1; place < text.length; place++)
    if (characterKind(text.charCodeAt(place)) !== characterKind(text.charCodeAt(place - 1))) changes += 1
  return changes / (text.length - 1) >= leastChanges
}

/** Lower case, upper case, digit, or other: 0 to 3. */
export function characterKind(code: number): number {
  if (code >= 97 && code <= 122) return 0
  if (code >= 65 && code <= 90) return 1
  return code >= 48 && code <= 57 ? 2 : 3
}

/** H = −Σ p·log₂ p over the characters of the text; all characters beyond ASCII count as one. */
function bitsPerCharacter(text: string): number {
  const counts = new Uint16Array(128)
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place) & 127
    counts[code] = (counts[code] ?? 0) + 1
  }
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Placeholders in schemas, forms, error messages and manuals. */
const noSecret =
  /^(?:str|string|text|varchar|char|number|int|integer|bool|boolean|object|function|symbol|bigint|buffer|uint8array|any|unknown|never|void|bytes|none|null|nil|undefined|true|false|yes|no|on|off|required|optional|hidden|masked|invalid|incorrect|missing|wrong|weak|strong|empty|expired|unset|default|show|forgot|reset|change|new|old|current|confirm|enter|user|username|auto|env|file|prompt|ask|pass|passwd|pwd|password|passwords|passphrase|passwort|kennwort|contraseña|secret|token|(?:api_?)?keys?|密码|密碼|パスワード|비밀번호)$/iu
/** Words of sentences that passphrases do not contain; "I" and "my" may be part of one. */
const ofSentences =
  /^(?:is|are|was|be|has|have|must|should|can(?:not|'t)?|will|the|your|please|at|least|not|too|for|of|to|in|or|and|with|that|this|it|der|die|das|ist|muss|bitte|mindestens|el|la|es|debe|le|mot|est|du|de|un|une|requis)$/iu

const ofManuals = /^(?:(?:option|flag|arg|argument|parameter|value|switch|from|as|case|require)s?[.,)"]*|via)$/i

/** Whether a value is a reference or placeholder: `${TOKEN}`, `<your-key>`, `process.env.KEY`, `xxxxxxxx`. */
function isPlaceholder(value: string): boolean {
  return (
    /^(?:\$?\{.*\}|\$\(.*\)|\$[A-Za-z_]\w*|%\w+%|%\(\w+\)s|[<[{(][a-z _./|-]+[>\]})]|<%.*%>|[!*&][A-Za-z_]+|\*+|x+|\.+|….*)$/i.test(
      value,
    ) ||
    // Of format strings, patterns and documentation: `%s`, `[a-z]+`, `:class:`.
    /^(?:%[a-z]\W*)+$|^[~^]?\d+\.\d+\.\d+$|\[\^?(?:a-z|A-Z|0-9|\\[dsw])|^:(?:py:)?[a-z]+:`|^&(?:lt|#x3[cC]);|(?:^|[-_])your[-_]/.test(
      value,
    ) ||
    // A random value may begin with a sign.
    (/^(?:[$%]?[<{[(]|\$|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$)/.test(value) && !looksRandom(value)) ||
    /^(?:your|my|the|some|example|sample|dummy|test|fake|placeholder|changeme|insert|replace|redacted)(?:[-_ ]|$)/i.test(
      value,
    ) ||
    (value !== '' && value === value.charAt(0).repeat(value.length))
  )
}

/** Whether a value only says that a secret exists. `changeme` is a secret: it may be in use. */
function isNoSecret(value: string): boolean {
  return (
    noSecret.test(value) ||
    /(?:\.{3}|…|x{4}|\*{3})$/i.test(value) ||
    (isPlaceholder(value) && !/^(?:changeme|test|fake|dummy)(?![-_ ]?(?:key|token))/i.test(value))
  )
}

/** Whether several words are a sentence, a label or code, and not a passphrase. */
export function isSentence(value: string): boolean {
  const words = value.split(/\s+/, 64)
  const isOfWords = words.filter((word) => /^[\p{L}'’()-]+[.,:;!?…]*$/u.test(word)).length > words.length / 2
  if (!isOfWords) return !looksRandom(value.replaceAll(/\s/g, ''))
  const bare = words.map((word) => word.replace(/[.,:;!?…()]+$/, ''))
  return words.length < 3 || bare.some((word) => ofSentences.test(word) || noSecret.test(word))
}

/** Frequent words of 3 to 8 letters that are not on the list of BIP-39, as nearly each sentence of twelve words has. */
const notOfSeeds =
  /^(?:the|and|for|are|was|were|has|had|not|but|from|your|our|its|their|his|her|each|which|should|please|could|would|been|into|than|them|write|keep|store|words|der|die|das|und|ist|nicht|los|las|para|les|des|pour)$/i

/** Whether twelve words are a seed phrase and not a sentence. */
export function isSeedPhrase(text: string): boolean {
  const words = text.replaceAll(/\\+[nrt]/g, ' ').match(/[a-z]+/gi) ?? []
  return words.length >= 12 && !words.slice(0, 12).some((word) => word.length < 3 || notOfSeeds.test(word))
}

/** A path, or a name and a call, an index or a type's argument: `this.token!`, `getToken(`, `process.env[`, `Optional<`. */
const expression =
  /^[!&*(]*[A-Za-z_$][\w$]*(?:(?:[?!]?\.|::|->)#?[A-Za-z_$][\w$]*)*(?:(?<=[.:>][\w$]+)!?[,;:)\]}]*$|(?:\?\.)?[([<])/
const plainCode = /^[\w$.?()[\]"',;:>}-]*$/
const callOrIndex = /(?:\.|::|->)[A-Za-z]{3,}\(|^[a-z]+_\w+\(\w*$|\[\d{1,3}\][,;)]*$/

/** Whether an unquoted value is code. What is random in it is a literal. */
function isCode(value: string): boolean {
  // Signs that stand only in strings and patterns of code.
  if (!expression.test(value) || /^[^"'`/]*[%@^~#]/.test(value)) return false
  return isWords(value, 1 / 4) || (plainCode.test(value) && (!isMixture(value) || callOrIndex.test(value)))
}

const ofNames =
  /^(?:access|refresh|auth|oauth|client|id|api|secret|private|public|session|bearer|aws|missing|invalid|valid|not?|set|get|token|key|credentials?|\d)$/i

/** Whether a value only repeats its name, or is the name of a setting: `REFRESH_TOKEN = 'refresh_token'`. */
function isName({ text, index }: KnownMatch, value: string): boolean {
  if (!/(?:token|key|secret|passw(?:or)?d|passphrase|credentials?)(?:_?id)?$/i.test(value)) return false
  if (!/[-_]|[a-z][A-Z]/.test(value) || !/^[\w-]+$/.test(value) || !isWords(value)) return false
  const name = /[\w$-]{1,80}(?=\W{0,20}$)/.exec(text.slice(Math.max(0, index - 80), index))?.[0].toLowerCase() ?? ''
  return (
    /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(value) ||
    wordsOf(value).every((word) => name.includes(word.toLowerCase()) || (ofNames.test(word) && !/pass/i.test(value)))
  )
}

const path =
  /^(?:(?:~|\.{1,2})?(?:\/[\w.@+-]+){2,}\/?|~\/.*|[A-Za-z]:\\[\w\\. -]+|[a-z][a-z+.-]*:\/\/.*|projects\/.*|(?:urn|arn):.*)$/i
/** Words joined by hyphens. "end-to-end" and "up-to-date" have short ones. */
const passphrase = /^[a-z]{3,12}(?:-[a-z]{3,12}){2,7}$/i

/** Whether a value behind the name of a setting, option or tag is literal, whatever it looks like. */
export function isGiven(match: KnownMatch): boolean {
  const { secret, form } = match
  if (secret.length < 3) return false
  const value = form === 'bare' ? secret.replace(/[,;)}\]]{1,8}$/, '') : secret
  if (isNoSecret(value) || path.test(value) || isName(match, value)) return false
  if (/\s/.test(value)) return !isSentence(value)
  return form === 'quoted' || !isCode(value)
}

/** Whether the text behind an option is its value, and not another option, a number or a sentence about it. */
export function isGivenOption(match: KnownMatch): boolean {
  const { secret, form } = match
  if (/^--[a-z][a-z-]+$/.test(secret)) return false
  if (form !== 'quoted' && (/^(?:-|\d{1,5}(?::\d+)?$|\|)/.test(secret) || ofManuals.test(secret))) return false
  return isGiven(match) && !ofSentences.test(secret)
}

/** Whether the text behind a password's name is one. Quoted text is; in prose it may be a word of the sentence. */
export function isPassword(match: KnownMatch): boolean {
  const { secret, form } = match
  if (secret.length < 4 || !isGiven(match)) return false
  if (form === 'quoted' || form === 'words') return true
  if (secret.length < 6 || /^(?:test|fake|dummy|changeme)(?:[-_ ]|$)/i.test(secret)) return false
  if (/^\d+$/.test(secret) || (passphrase.test(secret) && form === 'bare')) return true
  const value = secret.replace(/[,;)}\]]{1,8}$/, '')
  return (
    /\p{L}/u.test(secret) &&
    (/[\d!@#$%^&*+?]/.test(value) || looksRandom(value)) &&
    // In prose a hyphened word is a word ("the password is base64-encoded"), behind "=" it is a value.
    !/^[A-Za-z]+\d*(?:[-_/][A-Za-z0-9]+)+$/.test(secret) &&
    !/^\d+[-–]?[A-Za-z]{1,12}$/.test(secret) &&
    !/^(?:\d+\+|0x[\da-f]{1,8}[,;)]|(?:sha|md|argon|pbkdf|bcrypt|utf|base)-?\d{1,3}\w{0,2}[.,;)]?)$/i.test(secret)
  )
}

/** Whether the text behind the name of a key or token looks random. */
export function isAssignedSecret(match: KnownMatch): boolean {
  const { secret, form } = match
  if (secret.length < 16 || !isVaried(secret) || !looksRandom(secret) || /\s/.test(secret)) return false
  return !(isWords(secret) && (form === 'bare' || !/\d/.test(secret))) && isGiven(match)
}

/** Whether the text after a scheme such as "Bearer" is a secret. */
export function isCredential({ secret }: KnownMatch): boolean {
  return !isPlaceholder(secret) && isVaried(secret)
}

/** Words of code that end in digits, as others rarely do in the middle of a name. */
const numbered =
  /(?<![A-Za-z])(?:base|b|utf|u?int|float|sha|md|pkcs|oauth|x|v|s|ec|win|http)\d{1,4}|(?:Base|UTF|Utf|U?Int|Float|SHA|Sha|MD|PKCS|OAuth|Oauth|X|V|Win)\d{1,4}/g
const parts = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g
/** Two consonants that do not follow each other in English words. */
const strange =
  /(?!b[bcjlrs]|c[chklrst]|d[bdglrsv]|f[flrt]|g[ghlmnrs]|h[mnrt]|k[dhnps]|l[bcdfklmpstv]|m[blmnps]|n[cdfghjklmnprstv]|p[dhlmprst]|r[bcdfgklmnprstvw]|s[cfhklmnpstw]|t[cdhlmprstw]|w[hlnrs]|x[cpt])[^aeiouy]{2}/i

/** The words of names such as `refreshToken`, `REFRESH_TOKEN` and `refresh-token-2`, and their numbers. */
function wordsOf(text: string): string[] {
  return text.match(parts) ?? []
}

/**
 * Whether the letters and digits of a text are words as in names of code: at least three letters on average, one of four,
 * few numbers, hardly any unusual consonants. Of 10,000 random texts of 16 letters and digits, some 40 are; of 32, two.
 */
export function isWords(text: string, mostStrange = 0): boolean {
  const plain = text.replaceAll(numbered, '')
  const all = wordsOf(plain)
  const words = all.filter((word) => !/\d/.test(word))
  return (
    words.join('').length >= 3 * words.length &&
    words.length >= 2 * (all.length - words.length) &&
    !/[A-Za-z]\d+[A-Za-z]/.test(plain) &&
    words.some(({ length }) => length > 3) &&
    words.filter((word) => word.length > 3 && strange.test(word)).length <= mostStrange * words.length
  )
}
