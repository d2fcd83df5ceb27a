import { largeRegex, regex, source } from '../../text/regex.ts'
import type { Claim } from './claim.ts'
import { anyBeing, medicineEndings } from './claim-forms.ts'
import { claim } from './named-claims.ts'

/*
 * Reads which noun a statement of the speaker is about ("I sing in a choir on Mondays"), and of which noun a clause says
 * that it is over as a whole ("I left the choir", "the brace is off"). The second ends the first. A part ("on Sundays"), a
 * moment ("I left the gym at six") and what fails for a day ("the bus is cancelled today") end nothing.
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
const ends = source`(?:stopped taking(?! (?:the|my|our|all)\b)|(?:stopped|quit)(?! (?:(?:the|my|our|this) )?(?:${device})\b)|gave up|given up|give up|giving up|dropped out of|got rid of|sold|binned|cancell?ed|(?:scrapped|ditched)(?! (?:(?:the|my|our) )?(?:\p{L}+ )?${momentary})|came off|come off|coming off|(?:took|taken) me off(?: of)?|weaned off|grew out of|grown out of|outgrew|outgrown|retired from|stepped down from|resigned from|withdrew from|pulled out of|no longer (?:do|need|wear|use|take|play|have|go to))`
const group =
  '(?:choir|band|club|team|orchestra|committee|board|group|union|church|society|association|party|council|league|course|programme|program|ensemble|troupe|quartet|guild|congregation|allotment)'
const medicine = source`antibiotics|tablets|pills|steroids|\p{L}+(?:cillin|mycin)`
/** What one finishes permanently. */
const finishable = source`(?:${medicine}|chemo|chemotherapy|radiotherapy|radiation|physio|physiotherapy|rehab|therapy|treatment|course|degree|phd|thesis|dissertation|apprenticeship|internship|masters?|traineeship|training|crutches)`
/** That it is over as a whole. */
const wholly = source`(?=[.!]*$|[,;]| (?:today|yesterday|last (?:week|month|year|night|\p{L}+day)|this (?:week|month|morning|year)|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!s)|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|as of|because|since|after|for good|at last|altogether|entirely|completely|now|already|any ?more|and (?:i|we|it|my|am|now|bought|got|moved|started)\b))`
const which = source`(?<which>(?:${word} ){0,2}?)`
const byMe = largeRegex.u`${lead}(?:(?:i|we|(?:the |my )?(?:doctor|doc|gp|consultant|they)) )?${adverbs}(?:(?<by>${ends}) (?:(?:the|my|our|all|doing|playing|taking|going to|wearing|using) )*(?:\p{L}+ing (?:at|in|with|for) (?:the |my )?)?${which}${noun}|left (?:the|my|our) (?<ofGroup>(?:${word} ){0,2}?)(?<left>${group})|(?:finished|off) (?:(?:the|my|our|all) )*(?<ofFinished>(?:${word} ){0,2}?)(?<finished>${finishable}))${wholly}`
const worn = 'brace|cast|splint|sling|boot|stitches|plaster|bandage|retainer'
/** What is planned once or paid for: only this ends when it is cancelled. */
const calledOff =
  'wedding|engagement|deal|sale|trip|cruise|holiday|vacation|move|party|honeymoon|plan|flight|interview|tour|retreat|membership|subscription|insurance|contract|booking|reservation'
const byItself = largeRegex.u`${lead}(?:(?:the|my|our) )?(?!${momentary} (?:is|was|has|died)\b)(?!(?:\p{L}+ )?(?:server|aids?|computer|router|fridge|freezer|lens(?:es)?|glasses|keys?|printer|ipad|tv|screen|monitor)\b)${which}(?:${noun}(?: (?:on|with|at|to|in|for) (?:the |my )?(?<of>\p{L}+(?: (?!(?:is|are|was|were|has|have|got|finally|just)\b)\p{L}+)?))?(?:'s|'re)? ${adverbs}(?:split up|broke up|disbanded|folded|closed down|shut down|died|packed up|(?<by>cancell?ed|called off)|fell through|fallen through|(?<=(?:is|are|'s|was|were|has|have) (?:(?:now|finally|all) )?)(?:gone|over))|(?<finished>${finishable})(?:'s)? ${adverbs}(?:done|finished|complete)|(?<off>${worn}|${calledOff})(?: to (?<to>\p{L}+))?(?:'s)? ${adverbs}off)${wholly}`
/** Verbs that end few nouns, before another one. One comes off a bike, too, which is read as "stopped taking bike". */
const endsNothing = regex.u`^(?:(?:cancell?ed|called off) (?!(?:${calledOff})s?$)|(?:c[ao]m(?:e|ing) off|stopped taking) (?!(?:${medicine}|${worn}|crutches|tablet|pill|meds|medication|insulin|statins?|\p{L}{3,}(?:${medicineEndings}))$))`
/** What fails or is done for a day only, or for a reason that passes. */
const forNow =
  /^(?=.*\b(?:cancell?ed|called off|died|packed up|stopped|quit|c[ao]m(?:e|ing) off|finished|done)\b).*\b(?:today|tonight|yesterday|this (?:morning|afternoon|evening|week|weekend)|again|because of)\b/u
const undone = regex.u`\b(?:not|n't|never|if|when|might|may|maybe|almost|nearly|should|would|could|want|wants|wanted|going to|plan(?<!\b(?:ahead of|according to) plan)|planning|thinking|wish|hope|tried|trying|before|until|he|she|they|his|her|their|someone|people|\p{L}+'s)\b`

/** `tablets` → `tablet`, `buses` → `bus`. */
export function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/(?<=ss|sh|ch|x|[^aeo]us)es$|(?<!s|[^aeo]u)s$/, '')
}

/** One key for one noun; the value is what else the statement says or the ending names. */
function aboutNoun(head: string, more: Partial<Claim>): Claim {
  return claim(`|of|${singular(head)}`, more)
}

/** Matches a thing that treats a lasting illness: a user who gives up the inhaler still has asthma. */
const purpose =
  / (?:for|against|because of|due to) .*\b(?:al+erg|intoleran|asthma|epilep|diabet|scoliosis|arthritis|migraine|depress|anxiety|adhd|lupus|crohn|co?eliac|stroke|thyroid|eczema|psoriasis|pressure|parkinson|back\b|heart\b|pain\b)/

/** The noun that a statement of the speaker is about; none where it is for a lasting illness. Linear. */
export function subjectsOf(said: string): Claim[] {
  const value = said.toLowerCase().replaceAll('’', "'")
  if (purpose.test(value)) return []
  const { act, head = act } = (own().exec(value) ?? mine.exec(value))?.groups ?? {}
  return head === undefined ? [] : [aboutNoun(head, { value })]
}

/** The noun that a clause in lower case says is over. Linear. */
export function endingsOf(clause: string): Claim[] {
  if (forNow.test(clause) || undone.test(clause.replace(/ (?:because|since|as|so) .*$/u, ''))) return []
  const found = (byMe().exec(clause) ?? byItself().exec(clause))?.groups ?? {}
  const { which, of, to, ofGroup, ofFinished, left, finished, off, by = '', head = left ?? finished ?? off } = found
  if (head === undefined || endsNothing.test(`${by} ${head}`)) return []
  const value = [which, ofGroup, ofFinished, of, to]
    .map((part = '') => part.trim())
    .filter(Boolean)
    .join(' ')
  return [aboutNoun(head, { value, stance: 'ended', mark: 'clear' })]
}

/** Whether a newer claim ends a statement that is about its noun or topic, and says all that the newer one names it by. */
export function endsNoun(older: Claim, { key, stance, value }: Claim): boolean {
  if (key !== older.key || !/^\|(?:of|topic|ban|until)\|/.test(key) || stance !== 'ended' || older.stance !== 'named')
    return false
  const known = new Set(older.value.split(/[^\p{L}\p{N}-]+/u).map(singular))
  const named = value.split(' ').filter((part) => known.has(singular(part))).length
  const all = value.split(' ').length
  return value === '' || (key.startsWith('|topic|*') ? named > all / 2 : named === all)
}
