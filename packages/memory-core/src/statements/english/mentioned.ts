import { regex, source } from '../../text/regex.ts'
import { asOne } from './introductions.ts'
import { nameAndRelation, namedRelation } from './kinds.ts'
import type { SaidPart } from './said-parts.ts'

/* What a request or another clause mentions of the speaker's life without stating it: "my sister Ann, who is 40". */

/** Phrases that state something without a verb: "my goal of 8 pairs", "my meetings on Mondays at 9". */
const measured = regex.u`\b(?:[Mm]y|[Oo]ur) (?:[\p{L}-]+ ){0,2}(?:(?:goal|aim|target|budget|limit) (?!and\b).{0,100}\d|\p{L}+ (?:on \p{L}+days|every \p{L}+day|from \p{Lu}\p{L}+)|(?:(?:role|job|position|work|degree) (?:at|in|from)|(?:role|job|position) as [^,?]{3,60} (?:at|in|with)|(?:flat|apartment|house|place|home|office) (?:in|on|at)) \p{Lu}\p{L}*\b)`
/** Phrases that are kept without what follows them: "my 13-year-old tabby, Moriarty", "my asthma medication". */
const whole = regex.u`\b[Mm]y (?:\d+[- ](?:year|month|week)s?[- ]old (?:[\p{L}-]+ )?[\p{L}-]+(?:, \p{Lu}\p{Ll}+)?|age,? (?:of )?\d+|[\p{L}-]+ (?:prescription|medication|allergy|intolerance|diagnosis|implant|visa)\b|(?:bad|weak|artificial) (?:left |right )?(?:knee|back|hip|shoulder|heart|ankle)\b|(?:(?!and\b)[\p{L}-]+ ){0,2}(?:flat|apartment|house|place|home|office) (?:in|on|at) \p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)*(?!,? (?:which|that|where|with)\b)|[\p{L}-]+, an? [^,?]{3,60}? (?:called|named) \p{Lu}\p{Ll}+|(?:(?!and\b)[\p{L}\d-]+ ){0,3}?[\p{L}-]+(?:,? (?:who|which)(?:'s| is| has| can't| doesn't| \p{L}{3,}s)|, (?:he|she)(?:'s| is| has| can't| hates| loves| likes)(?! (?:an?|the|so|too|very|been|just|got|to|gone|not)\b|(?<='s| is) (?!turning|almost|nearly|only|\d|allergic|vegan|vegetarian|diabetic|pregnant|into|from|in (?:year|grade))))(?:[^,?]|(?<=\d),(?=\d)){2,80})`
/** What the asker is: "Which form do I need as a US citizen living in Germany?" */
const asked =
  /(?<!\b(?:work[a-zà-ž]*|jobs?|career|act[a-zà-ž]*|role|life|known|serv[a-zà-ž]*|register[a-zà-ž]*|qualify|apply|start|train|used?|treat[a-zà-ž]*|classed|living|much|far|good|long|well|such|yourself) )\bas an? [^,?]{4,80}?(?= and |[,?]|$)/i
const ofAsker = /\b(?:i|me|my|we|us|our)\b/i
/** The end of a phrase from a modal verb on, which states only what may be so. */
const doubtful = /,?\s(?:would|could|might|may|should|will|can)\s.*$/u
/** What a lost verb had beside a person: "… a dinner with my partner, James, on Fridays", "my spouse Alexis's plans". */
const besidePerson = regex.u`(?<=^(?:my|our) [^,]*(?:, )?\p{Lu}\p{Ll}+)(?:['’]s? (?!\d|a |an |the |not |been |got |\p{L}+ing\b)|,? (?:on|at|by|through|during|after|before|about|regarding|saying|telling|asking|explaining|because) |,? (?:for (?:the|an?|his|her|their|this|next|\p{Lu})|the|and (?:me|us|(?:his|her|their) kids))\b|, (?:don't|do not|dont|keep|no|not|make|please|but)\b| ?[(—–](?! ?(?:\d|s?he\b|who\b))).*$`
/** Takes "my …" out of a clause that does not state it: "can you help me find a gift for my sister Ann, who is 40?" */
export function phraseIn(part: SaidPart): SaidPart[] {
  const closed =
    nameAndRelation.exec(part.masked) ??
    whole.exec(part.masked) ??
    (ofAsker.test(part.masked) ? asked.exec(part.masked) : null)
  if (closed && (asOne().test(closed[0]) || /^(?:[Mm]y|\p{Lu}\p{Ll}+, (?:my|our))\b/u.test(closed[0]))) {
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

/*
 * Orders to write what is true all the same: "mention that I'm allergic to nuts", "write to my customers that our new
 * bank is BNP Paribas".
 */

/** What is to be said in a text, if it is so with the user and no excuse: "I'm allergic to nuts". */
const said = source`(?=(?:[Ii](?:'m|m| am)? (?!(?:am|was|were|will|would|could|should|did|think|hope|love|need|want|sorry|so|not|just|going|on my|broke|sprained|tore|hurt|injured|fractured|twisted)\b)|we(?:'re| are| have) |[Mm]y \p{L}+ (?:is|has|can't|cannot) )\S)`
const politely = source`(?:(?:[Pp]lease|pls|also|just|then|now|[Mm]ake sure (?:to|you)|[Dd]o(?:n't|nt| not) forget to)[\s,]+){0,3}`
const month = '(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec)[a-z]*'
const day = '(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)day'

/** Those to whom one announces what is new, and where a notice hangs. */
const audience = source`(?:(?:everyone|everybody|HR|hr|(?:(?:all|both) (?:of )?)?(?:the|my|our)|(?:the |my )?\p{Lu}\p{Ll}+'s)(?: (?:new|other|whole|night|day|care|waiting|main|front|shop|nursery|primary|local|old))*(?: (?:clients?|customers?|members?|team|staff|parents|suppliers?|landlord|landlady|neighbou?rs?|school|nursery|(?:baby)?sitter|nanny|carers?|home|nurses?|teachers?|bank|tenants?|guests?|patients?|boss|manager|colleagues|family|choir|club|band|insurer|insurance|accountant|shop|office|room|gym|door|window|salon|caf[eé]|restaurant|studio|sister|brother|mum|mom|dad|mother|father|in-laws|group|council|dentist|doctor|gp|vet|subscribers|followers|students|pupils|volunteers|partners|distributors|agents))?)\b`
const text = source`(?:short |quick |little |polite |formal |friendly )?(?:e-?mails?|mails?|messages?|texts?|letters?|notes?|sign|notice|poster|announcement|newsletter|post|memo|handover note|instructions|reply|something)`
/** An order to announce something, up to what it is. */
const announcing = source`(?:(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) (?:you|u) (?:please )?)?(?:(?:[Ww]rite|[Dd]raft|[Cc]ompose|[Pp]repare|[Mm]ake|[Ss]end|[Dd]o|[Cc]reate)(?: me)?(?: (?:an?|the|another) ${text})? (?:to|for) ${audience}|(?:[Tt]ell|[Ii]nform|[Nn]otify|[Ee]-?mail|[Mm]ail|[Tt]ext|[Mm]essage|[Ll]et) ${audience}(?: know)?)(?: (?:please|today))?(?:(?: (?:saying|to say|telling (?:them|her|him)|explaining|and say|(?:so|that) they know)(?: that)?:? | that |: |(?<=\b(?:know|tell|inform|text|email) ${audience}) |(?<=know) )(?:that )?)`
/** News that lasts: "our new bank is", "from Monday", "closed Wednesdays", "is allergic". No excuse, no wish. */
const news = source`(?!(?:if|whether|how|what|why|when|who|thanks?|sorry|hi|hello|hey|dear|happy|he|she|it|this|that|they|you|your|there|please|never|always|don['’]?t|do not|no|let|nobody|no one|every[a-z]*|(?:i|I|we) (?:want|need|hope|think|wish|love)|[^?!.]*\b(?:should|would|could|might|must|may be|maybe))\b)(?=[^?!]*\b(?:now(?! (?:and|or)\b)|new(?! (?:year|job offer)\b)|no longer|any ?more|instead of|from (?:now on|next|the \d|\d|${day}|${month})|allerg[a-z]+|inhaler|insulin|(?:[a-z]{3,}s?)? (?:takes|needs) [a-z]+(?:arin|in|ol|ine|one|medicine|tablets)|(?:can't|cannot|cant|mustn't) (?:eat|have|drink|hear|see|walk|work)|deaf|diabetic|${day}s|(?:${day} )(?:mornings|afternoons|evenings)|on (?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)${month}|(?:move|moves|moving|leaves?|leaving|joins?|joining|takes? over|called)\b))(?![^?!]*\b(?:today|tonight|right now|tomorrow|at the moment|late for|running late|(?:for|on) (?:this|his|her) (?:morning|evening)|love you|hate|miss you|heart)\b)`

/** A notice with its place, which tells whose hours they are: "Make a sign for | the shop: closed Wednesdays". */
const notice = source`(?:[Mm]ake|[Ww]rite|[Dd]raft|[Cc]reate|[Dd]esign)(?: me)? an? (?:short |little |new )?(?:sign|notice|poster) for (?=(?:the|my|our) (?:shop|caf[eé]|salon|restaurant|office|studio|gym|surgery|practice|clinic|library|bakery|bar|pub|waiting room|front door|door|window): ${news})`

/** An order to announce what is new with the user, before the news. */
export const toAnnounce: string = `${politely}(?:${notice}|${announcing}(?:${said}|${news}))`

/** An order to write what follows, which is true all the same: "mention that | I'm allergic to nuts". */
export const toWrite: string = source`${politely}(?:(?:[Mm]ention|[Aa]dd|[Ss]ay|[Ii]nclude|[Ww]rite|[Ss]tate|[Pp]ut)(?: in)?|(?:[Tt]ell|[Ll]et) (?:him|her|them|everyone|(?:the|my|our) \p{L}+)(?: know)?)(?: please)?,?(?: that)? ${said}`
