import { analyse } from '../text/analyse.ts'
import { isPersonal } from '../text/speech.ts'
import { type AskedOf, askedOf } from './asked-of.ts'
import { type AskedTime, saidTime } from './asked-time.ts'
import { isIdle } from './idle-words.ts'

/** What a question says about what it looks for. */
export interface Question {
  /** Analysed tokens; what is searched for. */
  terms: readonly string[]
  /** Terms that stand in many questions and say little: "how many", "what kind of". */
  vague: ReadonlySet<string>
  /** It speaks of who asks: "where did I…". */
  personal: boolean
  /** Whose words it asks for. */
  of: AskedOf
  time?: AskedTime
  /** It asks for what was said at that time, and not about what: "what did we discuss last week?". */
  isOfTimeOnly: boolean
  /** It asks for what holds now: "what is my current record?". */
  isOfNow: boolean
}

const vagueWords =
  'many much time times type types kind kinds sort thing things name names call called say said tell told do done get got ' +
  'make made go went gone take took use used like think thought want mention mentioned discuss discussed way part ' +
  'previous throughout across item items aspect aspects different include including order conversation conversations long amount number total ' +
  'recall remember remind wonder back ever past pass receive happen list activity recommend achieve relate'
const vague: ReadonlySet<string> = new Set(analyse(vagueWords, { stopWords: 'keep' }))

const now =
  /\b(?:now|nowadays|current|currently|latest|newest|these days|at the moment|at present|most recent|most recently)\b|(?<!\p{L})(?:jetzt|derzeit|zurzeit|momentan|aktuell\p{L}*|maintenant|actuel\p{L}*|ahora|actualmente|agora|atual\p{L}*|adesso|attual\p{L}*|momenteel|huidige?|сейчас|теперь)(?!\p{L})/iu
/** Longer questions are not asked; their beginning says when. */
const searched = 1_000

/** A question, taken apart. `at` is when it is asked, in ms. */
export function questionOf(text: string, at: number): Question {
  const asked = saidTime(text, at)
  const rest = asked === undefined ? text : text.toLowerCase().replaceAll('’', "'").replace(asked.said, ' ')
  const of = askedOf(text)
  return {
    terms: termsOf(text),
    vague,
    personal: isPersonal(text),
    of,
    ...(asked ? { time: asked.time } : {}),
    isOfTimeOnly: asked !== undefined && isIdle(rest),
    isOfNow: asked === undefined && !of.assistant && now.test(text.slice(0, searched)),
  }
}

/** A question of nothing but common words is searched by those. */
export function termsOf(query: string): string[] {
  const terms = analyse(query, { use: 'query' })
  return terms.length > 0 ? terms : analyse(query, { stopWords: 'keep', use: 'query' })
}
