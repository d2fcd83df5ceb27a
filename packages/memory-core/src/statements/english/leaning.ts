import { acquaintance } from './kinds.ts'

/** People, whom "it" cannot mean. */
const person = new RegExp(acquaintance, 'giu')
/** The words that can point back to an earlier sentence. A clause without one is clear. */
const pointer = /\b(?:it|he|she|his|hers?|him|th(?:at|is|ese|ose|ere|em|eirs?|ey)|ones?)\b/i
const beginning =
  /^(?:it|it's|that|that's|this|he|he's|she|she's|they|they're|they've|(?:these|those)(?= (?:are|were|have|had)\b))\b/i
/**
 * Words within a clause that point back: "to that", "learned that the hard way", "in there", "my last one". Not "that"
 * before a clause or a noun.
 */
const pointing =
  /\b(?:to|of|about|for|from|than|by|after|before|with|without|at|on) (?:that|this)(?=$|[.,;!?)]| (?:in|on|at|last|and|but|when|because|than|as|too|yet|now)\b)|\b(?:learn|learned|learnt|know|knew|did|do|said|say|love|loved|like|liked|hate|enjoy|tried|try|made|need|mean|remember|forgot|use|used|saw|decided) (?:that|this)(?=$|[.,;!?]| (?:the (?:hard|other|same)|too|yesterday|last|in \d)\b)|\b(?:love|loved|like|liked|hate|enjoy|prefer|need|use|used|avoid|want) (?:those|these)(?=$|[.,;!?]| (?:on|in|at|for|with|too|yet|now)\b)|\b(?:call|called|named) (?:him|her|it|them)\b|\b(?:in|from|over|up|down) there\b|\bthat (?:day|week|night|month|year|evening|morning)[.!]*$|\b(?:was|am|are|were|been|go|went|going|live|work|stay) there[.!]*$|\b(?:my|the|this|that|another|other|new|old|last|first|second|next|same|which) ones?\b(?! (?:of|who|that|with|is)\b)/i
/** A pronoun that needs a person or a thing to refer to. */
const pronoun =
  /\b(?:him|them|theirs?|his|hers?|it)\b(?!'s| (?:is|was|takes|took|would|will|has|had|can|comes|easy|easier|hard|harder|possible|difficult|clear|important|that|to)\b)/i
/** A person or a thing that a pronoun can refer to. */
const noun =
  /\b(?:an?|the|my|our|your|some|any|every|each|this|that|these|those|no|two|three|four|\d+) \p{L}{2}|\b(?!always|sometimes|perhaps|does|goes|says|thinks|knows|loves|hates|likes|wants)\p{L}{3,}s\b/iu
/** A name or a number. A clause with one says something even when its pronoun is not explained. */
const specific =
  /\d|(?<=[\p{Ll},] )\p{Lu}\p{L}|^(?!I\b|We\b|My\b|Our\b|The\b|A\b|And\b|But\b|So\b)\p{Lu}\p{Ll}+ (?:and|is|was|has)\b/u

/** Where a clause depends on an earlier sentence: at its beginning, or in a word within; undefined if it does not. */
export function leaningOf(masked: string): 'beginning' | 'within' | undefined {
  if (!pointer.test(masked)) return undefined
  if (beginning.test(masked)) return 'beginning'
  const points = pointing.exec(masked)
  if (points && !/[,;:](?=\s)| (?:and|but|so) /.test(masked.slice(0, points.index))) return 'within'
  const wants = pronoun.exec(masked)
  if (!wants || specific.test(masked)) return undefined
  const said = masked.slice(0, wants.index)
  const before = /^it$/i.test(wants[0]) ? said.replaceAll(person, '') : said
  return noun.test(before) || /[,;:¤]/.test(before) ? undefined : 'within'
}
