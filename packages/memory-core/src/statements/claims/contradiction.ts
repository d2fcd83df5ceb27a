import { tokenize } from '../../text/analyse.ts'
import { stemOf } from '../../text/analysis/word-forms.ts'
import { normalForm } from '../../text/plain-text.ts'
import { source } from '../../text/regex.ts'
import { claimsOf } from './claims-of.ts'
import { changeBetween } from './compare-claims.ts'

/** A statement, prepared for {@link saysOtherwise}. */
export interface PreparedStatement {
  text: string
  /** The stems of its tokens, each once, in order. */
  order: ReadonlySet<string>
  /** Every word, lower case, stop words included. */
  words: ReadonlySet<string>
  /** The words that an equivalent statement must repeat in this order: negations, numbers, names, signs, code. */
  decisive: string
}

/** Words that an equivalent statement must repeat: negations in several languages; English persons, numbers, times. */
const decisiveWords: ReadonlySet<string> = wordSet(`
  not no nor non never cannot without longer none neither hardly stop stopped quit avoid nicht kein keine keinen keiner
  keinem nie niemals ohne ne pas jamais sans aucun aucune nunca ningún sin jamás tampoco não nem sem non mai senza niet
  geen nooit zonder не нет ни никогда без one two three four five six seven eight nine ten eleven twelve hundred
  thousand million once twice daily weekly monthly yearly today tomorrow yesterday monday tuesday wednesday thursday
  friday saturday sunday january february march april june july august september october november december
  all some only most few both each every any half
  we you he she they me us him her them my our your his their agent assistant team client customer project`)

/** Pairs of opposites. One in the first statement and the other in the second is a contradiction. */
const opposites: readonly (readonly string[])[] = `
  enable disable|enabled disabled|on off|before after|with without|always never|add remove|allow deny|allow forbid
  allowed forbidden|allowed denied|true false|yes no|like dislike|likes dislikes|love hate|loves hates|min max
  minimum maximum|more less|more fewer|above below|over under|start stop|starts stops|open close|open closed
  public private|sync async|synchronous asynchronous|first last|left right|up down|in out|old new|include exclude
  includes excludes|required optional|accept reject|accepts rejects|success failure|pass fail|passes fails|light dark
  day night|morning evening|active inactive|valid invalid|increase decrease|upper lower|internal external|read write
  local remote|hot cold|fast slow|high low|good bad|best worst|import export|push pull|lock unlock|short long
  to from|for against|big small|large small|early late|earlier later|male female|buy sell|hard soft|safe unsafe|known unknown|same different`
  .trim()
  .split(/[|\n]/)
  .map((pair) => pair.trim().split(' '))

/** Words that are capitalised only because a fact begins with them. */
const openings: ReadonlySet<string> = wordSet('a the user users prefers prefer likes like uses use using wants always')

/** Code, or a word with its signs, so that "C++", ".NET", "1.5" and "O-" stay whole. */
const words: RegExp = (() => {
  const sign = source`.,;:!?…。，！？、；："'“”‘’«»„()\[\]{}–—\-`
  const run = `[^\\s\`${sign}]+`
  return new RegExp(`\`[^\`\\n]{1,200}\`|[.!-]?${run}(?:[${sign}]+${run})*(?:-(?![\\p{L}\\p{N}]))?`, 'gu')
})()

const ending = /['’](?:s|m|re|ve|ll|d)$/i

/** Prepares a statement. Linear. */
export function prepareStatement(text: string): PreparedStatement {
  const found = (normalForm(text, 'NFC').match(words) ?? []).map((word) => word.replace(ending, ''))
  const decisive = found.flatMap((word, index) => decisiveOf(word, index === 0))
  const lower = found.flatMap((word) => word.toLowerCase().split(/[-/]/))
  const order = tokenize(text).map((token) => (/^[a-z]+$/.test(token) ? stemOf(token) : token))
  return { text, order: new Set(order), words: new Set(lower), decisive: decisive.join('\n') }
}

function decisiveOf(word: string, first: boolean): string[] {
  if (word.startsWith('`')) return [word]
  const lower = word.toLowerCase()
  if (/^[a-z]+n['’]t$/.test(lower)) return ['not']
  return isDecisive(word, lower.split('-')) && !(first && openings.has(lower)) ? [lower] : []
}

/** Whether a word has a sign, a digit, or a letter that may begin a name, which some scripts have no capitals for. */
function isDecisive(word: string, parts: readonly string[]): boolean {
  if (/[^\p{Ll}\p{Lm}\p{M}'’-]|^-|-$/u.test(word)) return true
  return parts.some((part) => decisiveWords.has(part) || (part !== 'a' && /^.\p{M}*$/u.test(part)))
}

/**
 * Whether two statements that share most of their words nevertheless say different things. They do if one has a
 * negation, a number, a name, a single letter, a word with signs such as "C++", or code that the other lacks or has
 * elsewhere; if they contain a pair of opposites; if their shared words are in a different order; or if one supersedes
 * or contradicts the other. Errs on the side of "different".
 */
export function saysOtherwise(a: PreparedStatement, b: PreparedStatement): boolean {
  if (a.decisive !== b.decisive || isOpposite(a.words, b.words) || isReversed(a.order, b.order)) return true
  const change = changeBetween(claimsOf(a.text), claimsOf(b.text))
  return change !== undefined && change !== 'agrees' && change !== 'news'
}

function isOpposite(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const splits = (one: string, other: string): boolean => a.has(one) && !a.has(other) && b.has(other) && !b.has(one)
  return opposites.some(([one = '', other = '']) => splits(one, other) || splits(other, one))
}

function isReversed(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...b].filter((word) => a.has(word))
  let next = 0
  for (const word of a) if (b.has(word) && word !== shared[next++]) return true
  return false
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
