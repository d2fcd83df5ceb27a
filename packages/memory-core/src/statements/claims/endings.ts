import { largeRegex, regex, source } from '../../text/regex.ts'
import type { Claim } from './claim.ts'
import { anyBeing, claim } from './named-claims.ts'

/*
 * What somehow ends, whatever it is: "I left the choir", "the brace is off". It ends the one known statement that is
 * about its noun: "I sing in a choir on Mondays". A part ("on Sundays") and a moment ("I left the gym at six") end nothing.
 */

const word = source`(?!(?:an?|the|my|our|his|her|their|your|its|he|she|it|they|we|i|that|this|is|are|was|to|at|in|on|for|with|of|by|from|not|never|no|and|or)\b)[\p{L}-]{2,20}`
const noun = source`(?<head>(?!(?:${anyBeing}|cleaner|nanny|landlord|nurse|teacher|officer|driver|lawyer|tutor|lecturer|\p{L}+(?:ian|ist|eer|worker)|allerg\p{L}+|intolerance|asthma|diabetes|epilepsy|diagnosis|them|him|me|us|ones?|some|all|so|lot|bit|jobs?|work|home|school|nights?|days?|weeks?|time|life|money|way|things?|chair|wheelchair|process|middle|mood|habit|case|today|yesterday|together|everything|here|there|now|again|back|alone|online|instead|got|getting|been|being|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b)${word})`
/** Where a noun phrase ends in a statement that describes its noun. */
const described = source`(?=$|[,.;:(!]| (?:on|at|in|with|for|from|to|of|by|near|every|each|since|called|named|and|or|but|so|because|again|once|twice|daily|now|here|\d\S*|(?:two|three|four|five|six|seven) |(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b)`
const doing = source`(?:have|has|(?<=(?:have|'ve) )got|own|wear|take|use|play|sing|dance|act|volunteer|help|attend|go to|do|learn|study|train|practi[sc]e|keep|drive|ride|rent|teach|coach|run|chair|foster|breed|pay|see|subscribe to|belong to|edit|build|on|doing|learning|taking|wearing|playing|studying|training|seeing|buying|renting|planning|booked|joined|started|building|using|attending|enrolled)`
/** What the speaker has or does: "I have a standing coffee with Bill", "I've started running". */
const own = largeRegex.u`^(?:i|we)(?:'ve|'m|'re| have| am| are)?(?: (?:now|also|just|still|both|been|started|currently))* (?:(?:${doing}(?: (?:in|at|on|for|with)(?= (?:an?|the|my|our) ))?|in(?= (?:an?|the|my|our) )) (?:(?:an?|the|my|our) )?(?:${word} ){0,2}?${noun}|(?:started|been|took up|taken up) (?<act>(?!getting|doing|trying|thinking|feeling|looking|using|having|working)\p{L}{3,12}ing))${described}`
/** "My iron tablets are ferrous fumarate". */
const mine = regex.u`^(?:my|our) (?!(?:${word} ){0,2}?(?:${anyBeing}|name|age|address|birthday|pronouns|email)\b)(?:${word} ){0,2}?${noun}(?: (?:at|in|for|with|of|to) [^,]{2,30}?)? (?:is|are|starts?|runs?|meets?) `

const lead = source`^(?:(?:.{3,60}?(?:,| -|:)(?: (?:so|and|but))?|.{3,60} and) )?`
const adverbs = source`(?:(?:have|has|'ve|just|finally|now|also|already|completely|officially|sadly|am|are|is|was|were|got) )*`
/** What is over soon and comes again, and what is only switched off. */
const momentary =
  '(?:class|lesson|meeting|session|practice|rehearsal|training|match|game|call|shift|exam|lunch|dinner|appointment|show|workshop|race|film|movie|battery|phone|laptop|power|heating|internet|light|water|alarm|oven|boiler|process)'
const device =
  'car|van|bike|bus|train|taxi|cab|clock|timer|music|song|video|film|game|app|program|server|container|service|process|session|recording|machine|engine|bleeding|leak|tape'
/** Verbs that end what they name, not for a day only. */
const ends = source`(?:(?:stopped|quit)(?! (?:(?:the|my|our|this) )?(?:${device})\b)|gave up|given up|give up|giving up|dropped out of|got rid of|sold|binned|(?:scrapped|ditched|cancell?ed)(?! (?:(?:the|my|our) )?(?:\p{L}+ )?${momentary})|came off|come off|coming off|(?:took|taken) me off(?: of)?|weaned off|grew out of|grown out of|outgrew|outgrown|retired from|stepped down from|resigned from|withdrew from|pulled out of|no longer (?:do|need|wear|use|take|play|have|go to))`
const group =
  '(?:choir|band|club|team|orchestra|committee|board|group|union|church|society|association|party|council|league|course|programme|program|ensemble|troupe|quartet|guild|congregation|allotment)'
/** What one finishes permanently. */
const cure = source`(?:antibiotics|tablets|pills|steroids|\p{L}+(?:cillin|mycin)|chemo|chemotherapy|radiotherapy|radiation|physio|physiotherapy|rehab|therapy|treatment|course|degree|phd|thesis|dissertation|apprenticeship|internship|masters?|traineeship|training|crutches)`
/** That it is over as a whole. */
const wholly = source`(?=[.!]*$|[,;]| (?:today|yesterday|last (?:week|month|year|night|\p{L}+day)|this (?:week|month|morning|year)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!s)|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|as of|because|since|after|for good|at last|altogether|entirely|completely|now|already|any ?more|and (?:i|we|it|my|am|now|bought|got|moved|started)\b))`
const which = source`(?<which>(?:${word} ){0,2}?)`
const byMe = largeRegex.u`${lead}(?:(?:i|we|(?:the |my )?(?:doctor|doc|gp|consultant|they)) )?${adverbs}(?:${ends} (?:(?:the|my|our|all|doing|playing|taking|going to|wearing|using) )*(?:\p{L}+ing (?:at|in|with|for) (?:the |my )?)?${which}${noun}|left (?:the|my|our) (?<ofGroup>(?:${word} ){0,2}?)(?<left>${group})|(?:finished|off) (?:(?:the|my|our|all) )*(?<ofCure>(?:${word} ){0,2}?)(?<cured>${cure}))${wholly}`
const worn =
  '(?:brace|cast|splint|sling|boot|stitches|plaster|bandage|retainer|wedding|engagement|deal|sale|trip|cruise|holiday|move|party|honeymoon|plan)'
const byItself = largeRegex.u`${lead}(?:(?:the|my|our) )?(?!${momentary} (?:is|was|has|died)\b)${which}(?:${noun}(?: (?:on|with|at|to|in|for) (?:the |my )?(?<of>\p{L}+(?: (?!(?:is|are|was|were|has|have|got|finally|just)\b)\p{L}+)?))?(?:'s|'re)? ${adverbs}(?:split up|broke up|disbanded|folded|closed down|shut down|died|packed up|cancell?ed|called off|fell through|fallen through|(?<=(?:is|are|'s|was|were|has|have) (?:(?:now|finally|all) )?)(?:gone|over))|(?<cured>${cure})(?:'s)? ${adverbs}(?:done|finished|complete)|(?<worn>${worn})(?: to (?<to>\p{L}+))?(?:'s)? ${adverbs}off)${wholly}`
const undone =
  /\b(?:not|n't|never|if|when|might|may|maybe|almost|nearly|should|would|could|want|wants|wanted|going to|plan|planning|thinking|wish|hope|tried|trying|before|until|he|she|they|his|her|their|someone|people|\p{L}+'s)\b/u

/** One key for one noun, `tablet` and `tablets`; the value is what else the statement says or the ending names. */
function aboutNoun(head: string, more: Partial<Claim>): Claim {
  return claim(`|of|${head.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')}`, more)
}

/** The noun that a statement of the speaker is about. Linear. */
export function subjectsOf(said: string): Claim[] {
  const value = said.toLowerCase().replaceAll('’', "'")
  const { act, head = act } = (own.exec(value) ?? mine.exec(value))?.groups ?? {}
  return head === undefined ? [] : [aboutNoun(head, { value })]
}

/** The noun that a clause in lower case says is over. Linear. */
export function endingsOf(clause: string): Claim[] {
  if (undone.test(clause.replace(/ (?:because|since|as|so) .*$/u, ''))) return []
  const found = (byMe.exec(clause) ?? byItself.exec(clause))?.groups ?? {}
  const { which, of, to, ofGroup, ofCure, left, cured, worn: off, head = left ?? cured ?? off } = found
  const value = [which, ofGroup, ofCure, of, to]
    .map((part = '') => part.trim())
    .filter(Boolean)
    .join(' ')
  return head === undefined ? [] : [aboutNoun(head, { value, stance: 'ended', mark: 'clear' })]
}

/** Whether a newer claim ends a statement that is about its noun, and says all that the newer one names it by. */
export function endsNoun(older: Claim, { key, stance, value }: Claim): boolean {
  if (key !== older.key || !key.startsWith('|of|') || stance !== 'ended' || older.stance !== 'named') return false
  return value.split(' ').every((part) => older.value.includes(part))
}
