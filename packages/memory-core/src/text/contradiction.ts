import { stemOf } from './english-words.ts'
import { tokenize } from './tokenize.ts'

/** A statement, prepared for {@link saysOtherwise}. */
export interface Statement {
  /** The stems of its tokens, in order. */
  order: readonly string[]
  /** Every word, lower case, stop words included. */
  words: ReadonlySet<string>
  /** Stems of what another statement must not lack: negations, numbers, names, code. */
  decisive: ReadonlySet<string>
  /** Whether it has a word such as "over" or "than", on whose two sides not the same may stand. */
  directed: boolean
}

/** Words that another statement must have too, in several languages: negations, number words, days, months. */
const decisiveWords: ReadonlySet<string> = wordSet(`
  not no nor never cannot without longer none neither hardly stop stopped quit avoid nicht kein keine keinen keiner
  keinem nie niemals ohne ne pas jamais sans aucun aucune nunca ningún sin jamás tampoco não nem sem non mai senza niet
  geen nooit zonder не нет ни никогда без one two three four five six seven eight nine ten eleven twelve hundred
  thousand million once twice daily weekly monthly yearly today tomorrow yesterday monday tuesday wednesday thursday
  friday saturday sunday january february march april june july august september october november december`)

const denseNegation = /[不没沒無无未非别別勿]|ない|ません|なかった|않|안 |못|없|아니|ไม่/g

/** Opposites, two by two: one in the first statement and the other in the second is a contradiction. */
const opposites: readonly (readonly [string, string])[] = wordPairs(`
  enable disable|enabled disabled|on off|before after|with without|always never|add remove|allow deny|allow forbid
  allowed forbidden|allowed denied|true false|yes no|like dislike|likes dislikes|love hate|loves hates|min max
  minimum maximum|more less|more fewer|above below|over under|start stop|starts stops|open close|open closed
  public private|sync async|synchronous asynchronous|first last|left right|up down|in out|old new|include exclude
  includes excludes|required optional|accept reject|accepts rejects|success failure|pass fail|passes fails|light dark
  day night|morning evening|active inactive|valid invalid|increase decrease|upper lower|internal external|read write
  local remote|hot cold|fast slow|high low|good bad|best worst|import export|push pull|lock unlock|short long
  big small|large small|early late|earlier later|male female|buy sell|hard soft|safe unsafe|known unknown|same different`)

const direction =
  /(?<![\p{L}])(?:over|than|to|from|into|before|after|instead|rather|by|of)(?![\p{L}])|[比从從到]|より|から|보다/iu

/** Words that facts begin with, written large only because they come first. */
const openings: ReadonlySet<string> = wordSet(
  'user users assistant agent project team client customer prefers prefer likes like uses use using wants always the',
)

const words = /`[^`\n]{1,200}`|[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/gu

/** Prepares a statement; only its first 2,000 characters count. Linear. */
export function toStatement(text: string): Statement {
  const start = text.slice(0, 2000).normalize('NFKC')
  const order = tokenize(start).map(stem)
  const found = start.match(words) ?? []
  const decisive = new Set(start.match(denseNegation) ?? [])
  for (const [index, word] of found.entries())
    if (isDecisive(word, index === 0)) for (const token of tokenize(word)) decisive.add(stem(token))
  if (order.includes('not')) decisive.add('not')
  return { order, words: new Set(found.map((word) => word.toLowerCase())), decisive, directed: direction.test(start) }
}

function isDecisive(word: string, first: boolean): boolean {
  const lower = word.toLowerCase()
  if (decisiveWords.has(lower) || /[`\p{N}]/u.test(word)) return true
  return /\p{Lu}/u.test(word) && !(first && openings.has(lower))
}

/**
 * Whether two statements that share most of their words nevertheless say different things: one has a negation, a number,
 * a name, or a word quoted as code that the other lacks; they have a pair of opposites between them; or the words around
 * "over", "than", "to" and the like come in another order. It errs on the side of "different".
 */
export function saysOtherwise(a: Statement, b: Statement): boolean {
  return !isSame(a.decisive, b.decisive) || isOpposite(a.words, b.words) || isReversed(a, b)
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word))
}

function isOpposite(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const splits = (one: string, other: string): boolean => a.has(one) && !a.has(other) && b.has(other) && !b.has(one)
  return opposites.some(([one, other]) => splits(one, other) || splits(other, one))
}

function isReversed(a: Statement, b: Statement): boolean {
  if (!a.directed || !b.directed) return false
  const inA = new Set(a.order)
  const inB = new Set(b.order)
  const sharedA = [...inA].filter((word) => inB.has(word))
  const sharedB = [...inB].filter((word) => inA.has(word))
  return sharedA.join(' ') !== sharedB.join(' ')
}

function stem(token: string): string {
  return /^[a-z]+$/.test(token) ? stemOf(token) : token
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

function wordPairs(list: string): readonly (readonly [string, string])[] {
  return list
    .trim()
    .split(/[|\n]/)
    .map((pair) => {
      const [one = '', other = ''] = pair.trim().split(' ')
      return [one, other] as const
    })
}
