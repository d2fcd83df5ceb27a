import { asOne } from './introductions.ts'
import { nameAndRelation, namedRelation } from './kinds.ts'
import type { SaidPart } from './said-parts.ts'

/* What a request or another clause mentions of the speaker's life without stating it: "my sister Ann, who is 40". */

/** Phrases that state something without a verb: "my goal of 8 pairs", "my meetings on Mondays at 9". */
const measured =
  /\b(?:[Mm]y|[Oo]ur) (?:[\p{L}-]+ ){0,2}(?:(?:goal|aim|target|budget|limit) (?!and\b).{0,100}\d|\p{L}+ (?:on \p{L}+days|every \p{L}+day|from \p{Lu}\p{L}+)|(?:(?:role|job|position|work|degree) (?:at|in|from)|(?:role|job|position) as [^,?]{3,60} (?:at|in|with)|(?:flat|apartment|house|place|home|office) (?:in|on|at)) \p{Lu}\p{L}*\b)/u
/** Phrases that are kept without what follows them: "my 13-year-old tabby, Moriarty", "my asthma medication". */
const whole =
  /\b[Mm]y (?:\d+[- ](?:year|month|week)s?[- ]old (?:[\p{L}-]+ )?[\p{L}-]+(?:, \p{Lu}\p{Ll}+)?|age,? (?:of )?\d+|[\p{L}-]+ (?:prescription|medication|allergy|intolerance|diagnosis|implant|visa)\b|(?:bad|weak|artificial) (?:left |right )?(?:knee|back|hip|shoulder|heart|ankle)\b|[\p{L}-]+, an? [^,?]{3,60}? (?:called|named) \p{Lu}\p{Ll}+|(?:(?!and\b)[\p{L}\d-]+ ){0,3}?[\p{L}-]+(?:,? (?:who|which)(?:'s| is| has| can't| doesn't| \p{L}{3,}s)|, (?:he|she)(?:'s| is| has| can't| hates| loves| likes)(?! (?:an?|the|so|too|very|been|just|got|to|gone|not)\b|(?<='s| is) (?!turning|almost|nearly|only|\d|allergic|vegan|vegetarian|diabetic|pregnant|into|from|in (?:year|grade))))[^,?]{2,80})/u
/** What the asker is: "Which form do I need as a US citizen living in Germany?" */
const asked =
  /(?<!\b(?:work[a-zà-ž]*|jobs?|career|act[a-zà-ž]*|role|life|known|serv[a-zà-ž]*|register[a-zà-ž]*|qualify|apply|start|train|used?|treat[a-zà-ž]*|classed|living|much|far|good|long|well|such) )\bas an? [^,?]{4,80}?(?= and |[,?]|$)/i
const ofAsker = /\b(?:i|me|my|we|us|our)\b/i
/** The end of a phrase from a modal verb on, which states only what may be so. */
const doubtful = /,?\s(?:would|could|might|may|should|will|can)\s.*$/u
/** What a lost verb had beside a person: "… a dinner with my partner, James, on Fridays", "my spouse Alexis's plans". */
const besidePerson =
  /(?<=^(?:my|our) [^,]*(?:, )?\p{Lu}\p{Ll}+)(?:['’]s? (?!\d|a |an |the |not |been |got |\p{L}+ing\b)|,? (?:on|at|by|through|during|after|before|about|regarding|saying|telling|asking|explaining|because) |,? (?:for (?:the|an?|his|her|their|this|next|\p{Lu})|the|and (?:me|us|(?:his|her|their) kids))\b|, (?:don't|do not|dont|keep|no|not|make|please|but)\b).*$/u
/** Takes "my …" out of a clause that does not state it: "can you help me find a gift for my sister Ann, who is 40?" */
export function phraseIn(part: SaidPart): SaidPart[] {
  const closed =
    nameAndRelation.exec(part.masked) ??
    whole.exec(part.masked) ??
    (ofAsker.test(part.masked) ? asked.exec(part.masked) : null)
  if (closed && (asOne.test(closed[0]) || /^(?:[Mm]y|\p{Lu}\p{Ll}+, (?:my|our))\b/u.test(closed[0]))) {
    const { 0: masked, index } = closed
    const phrase = { ...part, text: part.text.slice(index, index + masked.length), masked }
    return unwanted.test(part.masked.slice(0, index)) ? [] : [phrase]
  }
  const person = namedRelation.exec(part.masked)
  const start = (person ?? measured.exec(part.masked))?.index
  if (start === undefined || unwanted.test(part.masked.slice(0, start))) return []
  const said = part.masked.slice(start).replace(doubtful, '')
  const masked = (person ? said.replace(besidePerson, '') : said).replace(/[\s?!.,]+$/u, '')
  if (masked.split(' ').length < 3) return []
  return [{ ...part, text: part.text.slice(start, start + masked.length), masked }]
}

/** What stands before a phrase that states nothing: "don't mention my ex Paul", "it's not my …", "that my …". */
const unwanted = /^(?:(?:please|pls|but) )*(?:(?:(?:i|you) )?(?:don'?t|do not|never)|stop) |(?:\bnot|n't|which|that) $/i
