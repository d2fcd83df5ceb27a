import type { StatementKind } from '../statement.ts'
import { calendarDate, deed, isShortTalk } from './features.ts'
import { isTalk } from './orders.ts'
import type { Said } from './said.ts'

const dangers =
  /\b(?:allergic|allerg(?:y|ies) to|(?:has|have|had|with|got|'ve|my) (?:an? )?(?:\p{L}+ ){0,2}allerg(?:y|ies)|anaphyla(?:xis|ctic)|epilep(?:sy|tic)|diabet(?:es|ic)|asthma|celiac|coeliac|h(?:a)?emophilia|epipen|insulin|intoleran(?:t|ce)|(?:must not|mustn't|can't|cannot|may not|not allowed to|never) (?:eat|drink|lift|have|take|touch|drive|swim)\b)/iu
/** Words for the person in danger. */
const somebodys = /\b(?:i|i'm|i've|me|my|our|we|he|she|his|her)\b/i
const prohibition =
  /\b(?:never|always|must|mustn't|must not|don't ever|do not ever|under no circumstances|nothing may|no one may|may not|not allowed|forbidden|prohibited|required|mandatory)\b/i
/** A guess, praise or comment with "must". */
const guess =
  /^(?:that|this|it|you(?! must (?:never|always|not)\b)|your|he|she|they|those|these|there|must)\b|,\s+must\b|^\p{L}+ing\b.*\bmust (?:be|feel|have|make)\b|\bmust(?:'ve| have| be (?:so|really|nice|hard|great|amazing|fun|tough|awesome|proud|happy|\p{L}+ing)| feel| love| mean| seem| sound| look| like| admit| say)\b|\bi must (?:be|have|say|admit)\b/iu
const corrects =
  /^(?:no|nope|nah),? (?:do|use|make|run|take|put|write|call|name|set) (?:it|them|that|this) (?:with|in|on|as|to)\b|\b(?:is|are|at|on|now)\b.{0,60}\bnow,? not \S|,? not \S+(?: \S+)? (?:any ?more|any longer)\b|\b(?:i said|i meant),? .{1,60}, not \S|^(?:no, )?(?:what )?i meant (?:was )?(?!to\b|it\b|that\b|well\b|what\b|no\b|every\b)\S/iu
/** A contrast, without which a match of the rules is no correction: "not npm but pnpm", "Kim, not Tim". */
const contrast = /\bnot\b.{1,80}\bbut\b|, not \S/i
const fewWords = 3
const mostWords = 12

/** Whether a clause holds always and everywhere: a standing prohibition or duty, or a danger to health. */
export function isBinding(said: Said): boolean {
  const { masked, kind, isRequest, isQuestion } = said
  if (isRequest || isQuestion) return false
  return (kind === 'health' && dangers.test(masked) && somebodys.test(masked)) || isRule(said)
}

/** "Must" as a duty of the speaker or of something at work: "our tests must pass", "PRs must be reviewed". */
const duty =
  /\b(?:my|our|we|i)\b.*\bmust\b|\bmust (?!be\b|make\b|create\b|add\b|give\b|bring\b|feel\b|look\b|taste\b|smell\b|have\b|get\b|take\b|cost\b|know\b|think\b|come\b)|\bmust be (?:\p{L}+ed|sent|kept|done|made|paid|run|built|written|read|shown|held|left) (?:by|before|in|with|to|at|on|after|within|every|until|from)\b/iu
const negative =
  /\b(?:never|mustn't|must (?:not|never)|don't ever|do not ever|under no circumstances|nothing may|no one may|may not|not allowed|forbidden|prohibited|required|mandatory)\b/i

/** Whether "must" is a duty. In talk between two people it is a guess at how the other feels. */
function isDuty(said: Said): boolean {
  return negative.test(said.masked) || (!isShortTalk(said) && duty.test(said.masked))
}

/** Whether a clause is a prohibition or a duty that holds in general. Praise and guesses with "must" are not. */
export function isRule(said: Said): boolean {
  const { masked, order, family } = said
  if (order !== 'standing' && !(family === 'constraint' && isDuty(said))) return false
  return prohibition.test(masked) && !guess.test(masked) && !isTalk(masked)
}

/** Plain introductions: name, home, work, preferences. */
const introduction =
  /^(?:(?:my name is|(?:my|our|the) (?:[\p{L}-]+ ){1,2}(?:is|are) (?:called|named)|my (?:last name|surname|birthday|pronouns|address|native language|mother tongue|job|daughter|son|wife|husband|partner|dog|cat) (?:is|are)|call me|i was born (?:in|on)|i grew up in|i come from|i am from|i'm from|i speak) \S|(?:i|we)(?: really| much| still| generally| usually| always)? prefer \S|(?:i|we)(?:'ve| have| just| recently)* (?:live|moved|work(?: as| at| for)) (?:in|to|at|as|for|with|an?|the|near)?\s?\S)/iu
/** `I'm Jonas`, `I am Ada Weber, 34`: the capitals tell a name from a mood. */
const ownName = /^I(?:'m|’m| am) \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?:,? \d{2})?[.!]?$/u
/** Plain facts of a life and nothing else: family, pets, status, what the speaker learns, plays or cannot stand. */
const plainFact =
  /^(?:(?:i|we)(?: also| both| still)*(?: have|'ve| have got|'ve got| own) (?:an?|no|two|three|four|five|six|\d+)(?: \p{L}+)? (?:kids?|child|children|sons?|daughters?|twins|siblings?|brothers?|sisters?|cats?|dogs?|pets?|horses?|rabbits?|parrots?|garden|allotment|cabin|boat)\b|(?:i'm|i am|we're|we are)(?: now| recently| happily| also)? (?:divorced|married|widowed|engaged|single|retired|pregnant|adopted|bilingual|left-handed|right-handed|ambidextrous|colou?r-?blind|deaf|an only child|getting married|expecting (?:an?|our|twins)|training for|learning (?:to )?\p{L}+|saving (?:up )?for an?|writing an? (?:\p{L}+ )?(?:novel|book|thesis|memoir))(?![-\p{L}])|i (?:wear (?:glasses|contacts|contact lenses|hearing aids?)|play the \p{L}|play (?:chess|football|soccer|tennis|basketball|volleyball|badminton|golf|rugby|hockey|squash|padel)|(?:hate|can't stand|don't like|dislike) (?!it|that|this|these|those|when|how|to|the|you|your|him|her|them|being|having|doing)\p{L}+(?: \p{L}+)?[.!]*$))/iu
/** What one is by nature, and what one wants for life: "I'm a morning person", "I want to learn Japanese". */
const lastingTrait =
  /^(?:i'm|i am|we're|we are)(?: not| definitely| more of| very much| really| also| still)* (?:an? (?:night owl|early (?:bird|riser)|(?!changed|different|better|new|terrible|bad|good|great|nice|happ(?:y|ier)|lucky|simple|busy|real|young|third|kind|mad|crazy|whole|horrible|dead|sane)\p{L}+ person)|(?:morning|night|dog|cat|coffee|tea|people) (?:person|people))(?:$|[,.!]| (?:and|but|so)\b)/iu
const occupations =
  'accountant|actor|actress|analyst|apprentice|architect|artist|atheist|attorney|author|baker|barista|biologist|builder|carpenter|chef|chemist|cleaner|coach|composer|consultant|cook|dancer|dentist|designer|developer|director|doctor|driver|economist|editor|electrician|engineer|entrepreneur|farmer|filmmaker|firefighter|founder|freelancer|gardener|hairdresser|historian|intern|interpreter|joiner|journalist|judge|lawyer|lecturer|librarian|mathematician|mechanic|midwife|musician|nurse|officer|painter|paramedic|pastor|pharmacist|photographer|physician|physicist|physiotherapist|pilot|plumber|priest|producer|professor|programmer|psychologist|receptionist|researcher|sailor|salesperson|scientist|secretary|singer|social worker|soldier|solicitor|statistician|student|surgeon|tailor|teacher|technician|therapist|tester|trainee|trainer|translator|tutor|veterinarian|vet|waiter|waitress|welder|writer'
/** What one is by trade, and how one works: "I'm a Python developer", "I work night shifts". */
const trade = new RegExp(
  `^(?:i'm|i am)(?: also| currently| still| now| only)? (?:an? (?:[\\p{L}\\d+#.-]+ ){0,2}(?:[\\p{L}]+-)?(?:${occupations})(?:$|[,.;!]| (?:and|at|by|for|from|in|of|on|who|with)\\b)|(?:studying|majoring in) (?!for|hard|how|it|now|that|the|this|to)\\p{L}{3,})|^i work (?:night|day|early|late|rotating|part-time|full-time|shifts|nights|weekends|from home|remotely)\\b`,
  'iu',
)
const lastingWish =
  /^(?!.*\b(?:if|maybe|perhaps|today|tonight|tomorrow|this week)\b)(?:i|we)(?:(?:'ve always| have always|'d| would)?(?: really| also| both| still| always)* (?:want|wanted|like|love|hope|plan) to learn (?:to )?(?!more|about|how|from|what|why|when|where|which|if|some|something|all|new|a (?:lot|few|bit)|it|that|this|these|those|them|your?)\p{L}|(?: really| also| both| still| always)* (?:want|hope|plan|dream) (?:to|of) (?!.*\byou\b)[^,;?]{3,60} (?:one|some) ?day\b)/iu
const longestIntroduction = 14
const supposed = /\b(?:if|would|could|might|maybe|perhaps|until|today|tonight|tomorrow|yesterday|this week)\b/i

/** Whether a clause says, unconditionally, who the speaker is, how they live, their work or what they prefer. */
export function isIntroduction({ masked, words, isQuestion, isRequest }: Said): boolean {
  if (isQuestion || isRequest || words.length > longestIntroduction) return false
  const isPlain = introduction.test(masked) || plainFact.test(masked) || lastingTrait.test(masked) || trade.test(masked)
  return (isPlain && !supposed.test(masked)) || lastingWish.test(masked) || ownName.test(masked)
}

const changing: ReadonlySet<StatementKind> = new Set([
  'identity',
  'person',
  'home',
  'health',
  'decision',
  'work',
  'rule',
])
const ofTheDay =
  /\b(?:this (?:morning|afternoon|evening)|just now|last night|earlier today|(?:an|a few|two|three|\d+) (?:hours?|minutes?) ago)\b/i

/** Whether a clause reports an event that is over with the day, and no change of a person, home, health or decision. */
export function isOfTheMoment({ masked, kind }: Said): boolean {
  return ofTheDay.test(masked) && !changing.has(kind)
}

/** Occupied for a while: "I've been thinking about", "I've been debating". */
const busy =
  /\b(?:i|we)(?:'ve| have) (?:also |recently |just |always |really )?been (?:struggling|having|thinking|considering|planning|hoping|reflecting|wondering|questioning|exploring|deciding|debating|leaning|getting|focusing|doing|reading)\b/iu

/** Whether a clause tells what was done on a day of the calendar, or what occupies the speaker for a while. */
export function isPassing({ masked, kind }: Said): boolean {
  if (changing.has(kind) && kind !== 'work') return false
  return busy.test(masked) || (deed.test(masked) && calendarDate.test(masked))
}

/** Whether a clause says that something said before was wrong, or is different now. */
export function isCorrection({ isCorrection, masked, words, family, isRequest }: Said): boolean {
  if (isRequest || words.length < fewWords) return false
  return (
    isCorrection ||
    corrects.test(masked) ||
    (family === 'correction' && words.length <= mostWords && contrast.test(masked))
  )
}

const scope =
  /\bwhen(?:ever)? (?:i|we) (?:ask|talk|write|mention|say|request|need|want|discuss)\b[^,.;!?]{2,120}|\bfor (?:all|any|every) [^,.;!?]{2,80}/i

/** The words of a standing order that say when it applies. */
export function scopeOf({ masked, text, order }: Said): string | undefined {
  const found = order === 'standing' || order === 'general' ? scope.exec(masked) : null
  return found ? text.slice(found.index, found.index + found[0].length).trim() : undefined
}
