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
    if (kindOf(text.charCodeAt(place)) !== kindOf(text.charCodeAt(place - 1))) changes += 1
  return changes / (text.length - 1) >= leastChanges
}

function kindOf(code: number): number {
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
  /^(?:str|string|text|varchar|char|number|int|integer|bool|boolean|object|any|unknown|never|void|bytes|none|null|nil|undefined|true|false|yes|no|on|off|required|optional|hidden|masked|invalid|incorrect|missing|wrong|weak|strong|empty|expired|unset|default|show|forgot|reset|change|new|old|current|confirm|enter|user|username|auto|env|file|prompt|ask|pass|passwd|pwd|password|passwords|passphrase|passwort|kennwort|contraseña|secret|token|(?:api_?)?keys?|密码|密碼|パスワード|비밀번호)$/iu
/** Words of sentences that passphrases do not contain; "I" and "my" may be part of one. */
const ofSentences =
  /^(?:is|are|was|be|has|have|must|should|can(?:not|'t)?|will|the|your|please|at|least|not|too|for|of|to|in|or|and|with|that|this|it|der|die|das|ist|muss|bitte|mindestens|el|la|es|debe|le|mot|est|du|de|un|une|requis)$/iu

const ofManuals = /^(?:option|flag|argument|parameter|value|switch|from|as)s?$/i

/** Whether a value is a reference or placeholder: `${TOKEN}`, `<your-key>`, `process.env.KEY`, `xxxxxxxx`. */
function isPlaceholder(value: string): boolean {
  return (
    /^(?:\$?\{.*\}|\$\(.*\)|\$[A-Za-z_]\w*|%\w+%|%\(\w+\)s|[<[{(][a-z _./-]+[>\]})]|<%.*%>|[!*&][A-Za-z_]+|\*+|x+|\.+|….*)$/i.test(
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

/** Whether a value is a call, an index, an operation or a path in code. Only unquoted text is code. */
function isCode(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_]|[([])[\w$.?()[\]"',;}-]*$/.test(value) &&
    (!isMixture(value) || /\.[A-Za-z]{3,}\(|\[\d{1,3}\]?$/.test(value))
  )
}

function isPath(value: string): boolean {
  return /^(?:(?:~|\.{1,2})?(?:\/[\w.@+-]+){2,}\/?|~\/.*|[A-Za-z]:\\[\w\\. -]+|[a-z][a-z+.-]*:\/\/.*)$/i.test(value)
}

/** Words joined by hyphens. "end-to-end" and "up-to-date" have short ones. */
function isPassphrase(text: string): boolean {
  return /^[a-z]{3,12}(?:-[a-z]{3,12}){2,7}$/i.test(text)
}

/** Whether a value behind the name of a setting, option or tag is literal, whatever it looks like. */
export function isGiven({ secret, form }: KnownMatch): boolean {
  if (secret.length < 3) return false
  const value = form === 'bare' ? secret.replace(/[,;)}\]]{1,8}$/, '') : secret
  if (isNoSecret(value) || isPath(value)) return false
  if (/\s/.test(value)) return !isSentence(value)
  return form === 'quoted' || !isCode(value)
}

/** Whether the text behind an option is its value, and not another option, a number or a sentence about it. */
export function isGivenOption(match: KnownMatch): boolean {
  const { secret, form } = match
  if (form !== 'quoted' && (/^(?:-|\d{1,5}(?::\d+)?$|\|)/.test(secret) || ofManuals.test(secret))) return false
  return isGiven(match) && !ofSentences.test(secret)
}

/** Whether the text behind a password's name is one. Quoted text is; in prose it may be a word of the sentence. */
export function isPassword(match: KnownMatch): boolean {
  const { secret, form } = match
  if (secret.length < 4 || !isGiven(match)) return false
  if (form === 'quoted' || form === 'words') return true
  if (secret.length < 6 || /^(?:test|fake|dummy|changeme)(?:[-_ ]|$)/i.test(secret)) return false
  if (/^\d+$/.test(secret) || (isPassphrase(secret) && form === 'bare')) return true
  return (
    /\p{L}/u.test(secret) &&
    (/[\d!@#$%^&*+?]/.test(secret.replace(/[,;)}\]]{1,8}$/, '')) || looksRandom(secret)) &&
    // In prose a hyphened word is a word ("the password is base64-encoded"), behind "=" it is a value.
    !/^[A-Za-z]+\d*(?:[-_/][A-Za-z0-9]+)+$/.test(secret) &&
    !/^\d+[-–]?[A-Za-z]{1,12}$/.test(secret) &&
    !/^\d+\+$/.test(secret)
  )
}

/** Whether the text behind the name of a key or token looks random. */
export function isAssignedSecret(match: KnownMatch): boolean {
  const { secret } = match
  return secret.length >= 16 && isVaried(secret) && looksRandom(secret) && !/\s/.test(secret) && isGiven(match)
}

/** Whether the text after a scheme such as "Bearer" is a secret. */
export function isCredential({ secret }: KnownMatch): boolean {
  return !isPlaceholder(secret) && isVaried(secret)
}
