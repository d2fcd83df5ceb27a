import { characterKind, isSentence } from './secret-values.ts'

/** The value behind a name, without its quotes. */
export interface FoundValue {
  start: number
  end: number
  /** `quoted` and `bare` values are assigned; `said` ones follow a word such as "is"; `words` are the rest of a line. */
  form: 'quoted' | 'bare' | 'said' | 'words'
}

/** Caches searches within one text, so that no stretch is searched twice. */
export interface Readings {
  /** For each kind of quote, the last stretch searched for a closing one. */
  quotes: Map<string, { start: number; end: number; close: number }>
  /** For each kind of ending, the last unquoted value. */
  stops: Map<string, { start: number; end: number }>
  /** The last stretch before a name that has no quote. */
  clear: { start: number; end: number }
}

/** Maximum characters of a value, and of a line before a name that is searched for an opening quote. */
const longestValue = 16_384
const longestBefore = 256
const longestIndent = 32
/**
 * The ends of an unquoted value: anywhere, in a line of settings, where a backslash is one, in a query, in a connection
 * string, between Chinese characters.
 */
const blank = /\s/g
const unescapedBlank = /[^\S\f\v]/g
const ofQuery = /[\s&#"'`<>]|\)\]\(/g
const ofCell = /[\s|]/g
const ofTag = /\s|<(?=\/)/g
const ofConnection = /[\s;"]/g
const notDense = /[^!-~]/g
const leastValue = 3

/** The end of emphasis in Markdown and HTML, behind a name or behind its sign. */
const emphasis = '(?:\\*{1,3}|_{1,3}|</[a-z]{1,10}>)'
/** The rest of a quoted or bracketed key, and a type between name and value: `password: str = "…"`. */
const keyEnd = `(?<key>\\\\*["'\`]?\\]?)${emphasis}?(?: \\([^()\\n]{1,40}\\))?`
const typed = ':[ \\t]{0,3}[&A-Za-z_][\\w.<>[\\]|?]{0,30}[ \\t]{1,3}=[ \\t]{1,3}(?=["\'])'
const lines =
  '[:：=][ \\t]{0,3}(?:[|>][-+]?)?[ \\t]{0,3}(?:\\r?\\n|\\f+)[ \\t]{0,12}(?=\\S{6,512}[ \\t]{0,8}(?:\\r?\\n|\\f|$))'
/** As in `define('AUTH_KEY', '…')`. */
const argument = `(?<=_[A-Z]{3,10}["']),[ \\t]{0,3}(?=["'])`
/** The next cell of a table, in Markdown and HTML: `| password | … |`, `<th>Password</th><td>…`. */
const cell =
  '(?<=\\|[ \\t]{1,8}[*_`]{0,3}[\\w -]{1,60}[*_`]{0,3}[ \\t]{1,40}|(?:^|[\\n\\f])\\|[\\w -]{1,60})\\|[ \\t]{0,40}(?=[^|\\n]{1,256}\\|)|[:：]?</t[hd]>\\s{0,16}<td>\\s{0,16}'
/** Without a sign: in SQL, in shells, in npm's settings, as the argument of a setter, as the default of a variable of Terraform. */
const unsigned = `(?<=PASSWORD)[ \\t]{1,3}(?=')|(?<=(?:setx|setenv|set -[a-zA-Z]{1,3}) \\w{1,80}|:_authToken)[ \\t]{1,4}(?=\\S)|(?<=(?:set|with)_?[Pp]assword)\\((?=["'])|\\{[^{}]{0,300}?[ \\t\\n]default[ \\t]{0,20}=[ \\t]{0,4}(?=")`
const sign = `${typed}|${argument}|${lines}|${cell}|${unsigned}|(?:=>(?=[ \\t"'\\\\])|:=|={2,3}(?=[ \\t])|=|[:：](?:${emphasis}(?=[ \\t]))?)(?:[ \\t]{0,8}\\n[ \\t]{0,16}(?=["'])|[ \\t\\v]{0,8})`
const said =
  '[ \\t](?:is|was|ist|lautet|es|est|è|é|->|→|是)(?:[ \\t]?[:：])?[ \\t]{1,3}|[ \\t]?(?<dense>[是为為はが는은][ \\t：:]{0,3})(?=[!-~「『“"])'
const separator = new RegExp(`${keyEnd}[ \\t\\v]{0,8}(?:(?<sign>${sign})|(?<said>${said}))`, 'y')
/** Separators between an option and its value, on a command line and in a list of arguments. */
const optionSeparator = /=|[ \t]{1,4}|(?<list>\\*["']),[ \t\n]{0,8}(?=\\*["'])/y

/** Reads the value of the name between `from` and `at`; undefined if it has none. */
export type ReadValue = (text: string, from: number, at: number, seen: Readings) => FoundValue | undefined

/** The value assigned to or stated for the name between `from` and `at`; undefined if there is none. */
export const readAssigned: ReadValue = (text, from, at, seen) => {
  const match = matchAt(separator, text, at)
  // The user of a URL is not the name of a value: the password is read up to the host.
  const own = nameStart(text, from)
  if (!match || text.startsWith('://', own - 3)) return undefined
  const start = at + match[0].length
  const { key = '', sign, dense } = match.groups ?? {}
  // `isHidden ? 'password' : 'text'`
  if (key !== '' && /\?\s{0,4}["'`]$/.test(text.slice(Math.max(0, own - 6), own))) return undefined
  const found = readQuoted(text, start, seen)
  if (found) return found
  if (dense !== undefined) return { start, end: stopAfter(text, start, notDense, seen), form: 'said' }
  return readBare(text, start, key === '' || key === ']' ? own : undefined, sign === undefined, seen)
}

/** The value of a command-line option: behind "=", or the next word. */
export const readOption: ReadValue = (text, from, at, seen) => {
  const match = matchAt(optionSeparator, text, at)
  return match ? readWord(text, from, at + match[0].length, seen) : undefined
}

/** A word of a command line, possibly quoted. */
export const readWord: ReadValue = (text, from, at, seen) =>
  readQuoted(text, at, seen) ?? readBare(text, at, nameStart(text, from), false, seen)

/** A possible host in a URL. A password ends at the last "@" before one, or at the first "@" before a `sure` one. */
const host =
  /@(?:(?<sure>localhost|[\w-]+(?:\.[\w-]+)*(?:\.[A-Za-z]{2,}|:\d{1,5}|\.\d{1,3}))|(?:tcp|unix)(?=\()|\[[\da-f:]+\]|[\w.-]+)(?=[/?#,"'`<>()\]};]|$)/gi
const mostOfUrl = 512

/** The password in a URL, escaped or not: the text before the host. */
export const readUserInfo: ReadValue = (text, from, at, seen) => {
  const around = quoteAround(text, nameStart(text, from), seen)
  const close = around ? closingQuote(text, at, around, seen) : -1
  const run = text.slice(at, Math.min(close < 0 ? text.length : close, at + mostOfUrl))
  const url = run.slice(0, run.search(/\s|:\/\/|$/))
  if (/^\d{1,5}(?:[/?#]|$)/.test(url)) return undefined
  let end = -1
  for (const { index, groups } of url.matchAll(host)) {
    if (index > 0) end = index
    if (index > 0 && groups?.['sure'] && /[/?#]/.test(url.charAt(index + 1 + groups['sure'].length))) break
  }
  return end > 0 ? { start: at, end: at + end, form: 'bare' } : undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const opening = /(?:[bBrRuU]{1,2}|[@$&])?(?:(?<slashes>\\*)(?<quote>"""|'''|["']|(?<!\\)`)|(?<wide>[“„‘「『«]))/y
const wideQuotes: Readonly<Record<string, string>> = { '“': '”', '„': '“', '‘': '’', '「': '」', '『': '』', '«': '»' }

/** A quoted value, up to a closing quote of the same kind with as many backslashes before it. */
function readQuoted(text: string, at: number, seen: Readings): FoundValue | undefined {
  const match = matchAt(opening, text, at)
  if (!match) return undefined
  const { quote = '', slashes = '', wide } = match.groups ?? {}
  const start = at + match[0].length
  const closing = wide ? (wideQuotes[wide] ?? '') : quote
  // Three quotes open a long string only after "="; elsewhere they are a quote and a doubled one.
  const isLong = quote.length === 3 && /=[ \t]*$/.test(text.slice(Math.max(0, at - 8), at))
  const end = closingQuote(text, start, { quote: closing, slashes: slashes.length }, seen)
  if (end > start && (isLong || quote.length < 3)) return { start, end, form: 'quoted' }
  if (quote.length < 3) return undefined
  const close = closingQuote(text, start - 2, { quote: quote.charAt(0), slashes: 0 }, seen)
  return close > start ? { start: start - 2, end: close, form: 'quoted' } : undefined
}

/** Two quotes, and shell idioms, stand for one quote inside the value. */
const doubled = /""|''/y
const idiom = /'(?:\\''|"'"')/y
/** Text that may follow a closing quote; a quote within a word does not close a value. */
const behind = /[^\w$@#%^*!~?-]|[!?]{1,3}(?:\s|$)|$/y
const afterEscaped = /[\s;,)\]}]|$/y

interface Quote {
  quote: string
  /** The number of backslashes before a quote: one for each level of nesting. */
  slashes: number
}

/** The end of a quoted value; -1 if it is not closed on its line. */
function closingQuote(text: string, start: number, { quote, slashes }: Quote, { quotes }: Readings): number {
  const kind = `${quote}${slashes}`
  const known = quotes.get(kind)
  if (known && known.start <= start && start < known.end) return known.close
  const stops = stopsOf(quote)
  const cycle = 2 * (slashes + 1)
  let escaped = -1
  let end = start
  stops.lastIndex = start
  for (let stop = stops.exec(text); stop && stop.index - start <= longestValue; stop = stops.exec(text)) {
    end = stop.index
    if (stop[0] === '\n') break
    const before = slashesBefore(text, end, start)
    const isIn = slashes === 0 && quote.length === 1 && text.startsWith(quote, end)
    if (isIn && matchAt(idiom, text, end)) stops.lastIndex = idiom.lastIndex
    else if (isIn && isDoubled(text, end, before)) stops.lastIndex = end + 2
    else if (before % cycle === slashes && matchAt(behind, text, end + quote.length)) {
      quotes.set(kind, { start, end, close: end - slashes })
      return end - slashes
    } else if (quote === "'" && escaped < 0 && matchAt(afterEscaped, text, end + 1)) escaped = end
  }
  quotes.set(kind, { start, end, close: escaped })
  return escaped
}

/** After a backslash, two quotes are an escaped one and the closing one, unless more of a word follows. */
function isDoubled(text: string, at: number, slashes: number): boolean {
  return matchAt(doubled, text, at) !== null && (slashes % 2 === 0 || !matchAt(afterEscaped, text, at + 2))
}

function stopsOf(quote: string): RegExp {
  const known = stopsByQuote.get(quote)
  if (known) return known
  const made = new RegExp(quote.length === 3 || quote === '`' ? quote : `[${quote}\\n]`, 'g')
  stopsByQuote.set(quote, made)
  return made
}

const stopsByQuote = new Map<string, RegExp>()

function slashesBefore(text: string, at: number, start: number): number {
  let count = 0
  while (at - count > start && text[at - count - 1] === '\\') count += 1
  return count
}

/** The start of the word that ends in a name: `DB_PASSWORD`, `--db-password`, `spring.datasource.password`. */
function nameStart(text: string, from: number): number {
  let start = from
  while (start > 0 && from - start < 64 && isOfName(text.charCodeAt(start - 1))) start -= 1
  return start
}

/** Letters, digits, and `_`, `.`, `$`, `-`. */
function isOfName(code: number): boolean {
  return characterKind(code) < 3 || code === 95 || code === 46 || code === 36 || code === 45
}

/** Text before a name at the beginning of a line of settings. */
const settingLine = /^[ \t]*(?:[-*>#]{1,3}|\/\/|export|set|setx|ENV|ARG|const|let|var|\$env:)?[ \t]*$/
const beforeOpening = /(?:^|[\s=:([{,<>])(\\*)$/
/** An unquoted passphrase. */
const wordsOfLine = /[a-z]{2,12}(?: [a-z]{2,12}){3,23}(?=[ \t]{0,8}(?:\r?\n|$|#))/y

/** An unquoted value: up to white space, or to the end of the syntax around its name. */
function readBare(
  text: string,
  start: number,
  name: number | undefined,
  isSaid: boolean,
  seen: Readings,
): FoundValue | undefined {
  const before = name === undefined ? '' : text.slice(Math.max(0, name - longestIndent), name)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const isLine = line.length < longestIndent || name === longestIndent
  const isSetting: boolean = name !== undefined && !isSaid && isLine && settingLine.test(line)
  if (isSetting && matchAt(wordsOfLine, text, start)) return { start, end: wordsOfLine.lastIndex, form: 'words' }
  const form = isSaid ? 'said' : 'bare'
  const sign = line.trimEnd().slice(-1)
  const ofLine = isSetting ? unescapedBlank : blank
  const isCell = sign === '|' && text.slice(name, start).includes('|')
  const stops = { '?': ofQuery, '&': ofQuery, ';': ofConnection }[sign] ?? (line.endsWith('>') ? ofTag : ofLine)
  let end = stopAfter(text, start, isCell ? ofCell : stops, seen)
  if (end - start < leastValue) return undefined
  const around = name === undefined ? undefined : quoteAround(text, name, seen)
  if (around) {
    const close = closingQuote(text, start, around, seen)
    // If the quote opens before the name, the value ends at the closing quote: `-e "PASSWORD=two words"`.
    const isWhole = close > end && text.charAt(start - 1) === '=' && line.endsWith(around.quote)
    if (isWhole && isPhrase(text.slice(start, close))) return { start, end: close, form: 'quoted' }
    if (close >= 0 && close < end && !isSaid) return close > start ? { start, end: close, form } : undefined
    if (close >= 0 && close < end) end = close
  }
  if (!isSetting) end = start + withoutPunctuation(text.slice(start, end), /[,({[]$/.test(line.trimEnd()))
  // `my password: hunter2!x, and …`: a comma ends the value.
  if (name !== undefined && !isSetting && text.charAt(name) !== '-' && matchAt(goesOn, text, end - 1)) end -= 1
  return end > start ? { start, end, form } : undefined
}

/**
 * Whether several words are a passphrase, and not a sentence or other settings. Without blanks, what looks like an escaped
 * line break may be a backslash of the password.
 */
function isPhrase(value: string): boolean {
  const isLines = value.includes('\f') && value.search(unescapedBlank) >= 0
  return !isLines && !/\s[\w.-]+=/.test(value) && !isSentence(value)
}

/** The quote that is open before a name on its line. */
function quoteAround(text: string, name: number, seen: Readings): Quote | undefined {
  const least = Math.max(0, name - longestBefore)
  let at = name - 1
  for (; at >= least; at--) {
    const code = text.charCodeAt(at)
    if (code === 34 || code === 39 || code === 96) break
    // No quote is open at the start of a line, or where the last search found none.
    if (code === 10 || at < seen.clear.end) at = code === 10 ? -1 : Math.min(at, seen.clear.start)
  }
  seen.clear = { start: Math.max(at + 1, least), end: name }
  const before = at < least ? null : beforeOpening.exec(text.slice(Math.max(0, at - 8), at))
  if (!before || /\s/.test(text.charAt(at + 1))) return undefined
  return { quote: text.charAt(at), slashes: before[1]?.length ?? 0 }
}

const goesOn = /(?<=[ \t][^\s,.;]{1,64})[,.;][ \t]\p{L}/uy

/** The length without trailing punctuation of sentences or lists; random-looking values keep theirs. */
function withoutPunctuation(value: string, isInList: boolean): number {
  const word = /^([\p{L}\p{N}_-]+[!?]*)[.,;:)\]}…，。]+$/u.exec(value)?.[1]
  return word?.length ?? (isInList ? value.replace(/[,;)}\]]{1,8}$/, '').length : value.length)
}

/** The first position of some characters; -1 if the value gets too long. */
function stopAfter(text: string, start: number, stops: RegExp, { stops: known }: Readings): number {
  const last = known.get(stops.source)
  if (last && last.start <= start && start <= last.end) return last.end - start > longestValue ? start : last.end
  stops.lastIndex = start
  const end = stops.exec(text)?.index ?? text.length
  known.set(stops.source, { start, end })
  return end - start > longestValue ? start : end
}
