import { isOfSpeaker, isShortTalk } from './features.ts'
import type { Said } from './said-parts.ts'

const word = /\p{L}+(?:'\p{L}+)*|\d[\d.,:]*|[¤?!]/gu
/** Words that have a capital anywhere. */
const pronoun = /^i(?:'(?:m|ve|d|ll))?$/i

/** Words that tell English from other languages. */
const english = new Set(
  "i i'm im i've ive my our the and is are am was have has had of to it its it's not no don't dont can can't cant for with at your you this that on be we we're do does they she he her his their only every all".split(
    ' ',
  ),
)

/** In longer messages, sentences without "I", "we" or "my" are mostly pasted. In characters. */
const longMessage = 900
/** Titles and items of lists have none of these. */
const tells =
  /(?:(?<!\b(?:which|who|that) )\b(?:is|are|was|were|has|have|had|do|does|can|can't|cant|must|should|needs?|gets?|goes|got|runs?|lives?|works?|starts?|owns?|uses?|takes?|comes?|ends?|opens?|closes?|no|not|don't|dont|only|never|always|every)\b|'s )/i

/**
 * The words of a clause, each pair of neighbours, and the first one, two and three, without apostrophes: "I'm" and "im"
 * are one word. A number is `0`, and a word with a capital within the clause `N`. None in another language, in what is
 * probably pasted, and in talk between two people, who say other things in the same words. Linear.
 */
export function phrasesOf(said: Said): ReadonlySet<string> {
  if (!isOfSpeaker(said) && (said.messageLength > longMessage || !tells.test(said.masked))) return new Set()
  if (isShortTalk(said) || !said.words.some((one) => english.has(one))) return new Set()
  const words = [...said.masked.matchAll(word)].map(([found], at) => plain(found, at === 0))
  const pairs = words.slice(1).map((one, at) => `${words[at]} ${one}`)
  const starts = [1, 2, 3].map((count) => `^${words.slice(0, count).join(' ')}`)
  return new Set([...words, ...pairs, ...starts, `${words.at(-1) ?? ''} $`])
}

function plain(found: string, isFirst: boolean): string {
  if (/^\d/.test(found)) return '0'
  if (!isFirst && /^\p{Lu}/u.test(found) && !pronoun.test(found)) return 'N'
  return found.toLowerCase().replaceAll("'", '')
}
