import { largeRegex, regex, source } from '../../text/regex.ts'
import type { StatementKind } from '../statement.ts'
import { calendarDate, deed } from './features.ts'
import { isAsked } from './introductions.ts'
import { forbidden, kindOf, reactions, severe, withoutPassing } from './kinds.ts'
import { months } from './last-day.ts'
import { isTalk } from './orders.ts'
import type { Said, SaidPart } from './said-parts.ts'

/** A doctor who names what one has: "pediatrician says cow's milk allergy". */
const diagnosing = source`(?:doctors?|doc|gp|p(?:a)?ediatrician|allergist|consultant|nurse|specialist|dietitian|[a-z]+ologist) (?:says?|said|thinks?|confirmed|diagnosed|found)(?: (?:it'?s|that|he|she|they|we|i|has|have|is|are|an?))* (?:[a-z'’-]+ ){0,3}(?:al+erg(?:y|ic)|intoleran(?:t|ce)|co?eliac|diabetes|epilepsy|asthma)\b`
const dangers = largeRegex.i`\b(?:${diagnosing}|al+ergic|al+erg(?:y|ies) to|^al+ergies: |^(?:[a-z-]+ ){1,2}al+ergy(?=[!,.]|$)|(?:has|have|had|with|got|'ve|my|his|her) (?:an? )?(?:[a-zà-ž'’]+ ){0,2}al+erg(?:y|ies)|(?<=(?:^|[.;:,!] )(?:and |so |turns out )?)it(?:'s| is| was| turn(?:ed|s) out to be)(?: (?:now|officially|definitely|confirmed|indeed|as|to be))* an? (?:severe |serious |mild |bad )?(?!food |seasonal |common |pollen |known )(?:[a-zà-ž'’-]+ ){1,2}al+ergy|anaphyla(?:xis|ctic)|epilep(?:sy|tic)|diabet(?:es|ic)|asth?ma|celiac|coeliac|epipen|${severe}|insulin|intoleran(?:t|ce)|(?:get|gets|got|gives me|give me) hives|could kill me|(?:must not|mustn't|can't|cannot|can not|may not|not allowed to|never|forbidden to) (?:eat|drink|lift|have|take|touch|drive|swim)\b|${forbidden}|${reactions.join('|')})`
/** Words for the person in danger. */
const somebodys = regex.u`\b(?:mum|mom|dad|nan|gran|granny|grandma|grandpa|hubby|baby|toddler)\b|\b(?:patient|recipient|sufferer|diabetic|c(?:o)?eliac|asthmatic|epileptic) (?:here|speaking)\b|^(?:\p{L}+ ){0,2}[Aa]llerg(?:y|ies)(?=[:!,.]|$)|(?<=[\p{Ll},] )\p{Lu}\p{Ll}+'s\b|\b(?:[Ii]|[Ii]'(?:m|ve)|[Mm]e|[Mm]y|[Oo]ur|[Ww]e|[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b|^\p{Lu}\p{Ll}+(?:'s| is| has| can't| cannot| must| chokes| reacts)\b|^(?:[Tt]he |[Mm]y )?(?:[Dd]octor|[Dd]oc|[Gg][Pp]|[Aa]llergist|[Pp]a?ediatrician|[Cc]onsultant|\p{L}+ologist) (?:says|said)\b`
const prohibition =
  /\b(?:never|always|must|mustn't|must not|don't ever|do not ever|under no circumstances|nothing may|no one may|may not|not allowed|forbidden|prohibited|required|mandatory)\b/i
/** A guess, praise or comment with "must". */
const guess = regex.i`(?:^|[.;:] )it must (?!never\b|always\b|not\b)|(?<!\b(?:no|every|any|each) )\bone must\b|^(?:that|this|it|you(?! must (?:never|always|not)\b)|your|he|she|they|those|these|there|must)\b|,\s+must\b|^[a-zà-ž]+ing\b.*\bmust (?:be|feel|have|make)\b|\bmust(?:'ve| have| be (?:so|really|nice|hard|great|amazing|fun|tough|awesome|proud|happy|[a-zà-ž]+ing)| feel| love| mean| seem| sound| look| like| admit| say)\b|\bi must (?:be|have|say|admit)\b`
const corrects = regex.i`^(?:no|nope|nah),? (?:do|use|make|run|take|put|write|call|name|set) (?:it|them|that|this) (?:with|in|on|as|to)\b|\b(?:is|are|at|on|now)\b.{0,60}\bnow,? not \S|(?<!\blet's),? not \S+(?: \S+)? (?:any ?more|any longer)\b|\b(?:i said|i meant),? (?!by\b).{1,60}, not \S|^(?:no, )?(?:what )?i meant (?:was )?(?!to\b|it\b|that\b|well\b|what\b|no\b|by\b|every\b)\S`
/** A contrast, without which a match of the rules is no correction: "not npm but pnpm", "Kim, not Tim". */
const contrast = /\bnot\b.{1,80}\bbut\b|, not \S/i
const fewWords = 3
const mostWords = 12
/** Maximum words of a statement that asks whether it is so: "I'm allergic to nuts, right?" */
const fewAsked = 8

/** Whether a clause holds always and everywhere: a standing prohibition or duty, or a danger to health. */
export function isBinding(said: Said): boolean {
  const { masked, words, kind, order, isRequest, isPhrase, isFiction } = said
  if (isFiction || (!isPhrase && (isRequest || (isAsked(said) && words.length <= fewAsked)))) return false
  if (
    kind === 'health' &&
    (order !== 'local' || isPhrase) &&
    !/^(?:maybe|perhaps)\b/i.test(masked) &&
    dangers().test(withoutPassing(masked)) &&
    (somebodys.test(masked) || isBare(said))
  )
    return true
  return isRule(said)
}

/** Whether a clause tells a danger to the health of someone close, whatever else it asks for. */
export function tellsDanger({ masked, kind, isFiction }: Said): boolean {
  return kind === 'health' && !isFiction && dangers().test(withoutPassing(masked)) && somebodys.test(masked)
}

/** Whether an illness is all that a sentence says: "Lupus." */
function isBare({ text, sentence, words, isQuestion }: Said): boolean {
  return words.length <= fewWords && !isQuestion && sentence.startsWith(text) && sentence.length - text.length < 2
}

/** Characters of a request that can mention a danger beside what it asks, and of the words around that. */
const longRequest = 30
const around = { before: 40, after: 80 }
const before = /^.*(?:[,;:—–] ?|\b(?:and|so|but|um|uh|because|cause|or|while|that|which) )/i
const after = /[,;:?—–]| (?:and|so|but|um|uh|what|how|where|which|when|can you|could you)\b/i
const supposed =
  /^(?:how|what|why|which|explain|describe|compare|list|is|are|am|do|does|did|has|have|can|was|were)\b|\b(?:if|could|might|may|maybe|whether|would|should|am i|is (?:he|she|it)|are (?:they|we))\b/i

/** A danger to health that a long request mentions, with the words around it: what is dictated has no full stops. */
export function dangerIn({ text, masked, ...part }: SaidPart): SaidPart | undefined {
  const found = masked.length < longRequest || /^(?:did|do|have|am) i\b/i.test(masked) ? null : dangers().exec(masked)
  if (!found || kindOf(masked, () => true).topic !== 'health') return undefined
  const from = Math.max(0, found.index - around.before)
  const head = masked.slice(from, found.index)
  const start = from + (before.exec(head)?.[0].length ?? (from > 0 ? head.indexOf(' ') + 1 : 0))
  const rest = masked.slice(found.index + found[0].length)
  const length = after.exec(rest)?.index ?? rest.length
  const end = length > around.after ? Math.max(0, rest.lastIndexOf(' ', around.after)) : length
  const stop = found.index + found[0].length + end
  const said = masked.slice(start, stop)
  return supposed.test(said) || !somebodys.test(said)
    ? undefined
    : { ...part, text: text.slice(start, stop), masked: said, isRequest: false }
}

/** "Must" as a duty of the speaker or of something at work: "our tests must pass", "PRs must be reviewed". */
const duty =
  /\b(?:my|our|we|i)\b(?:(?! (?:because|since|as)\b).)*\bmust\b|\bmust (?!be\b|make\b|create\b|add\b|give\b|bring\b|feel\b|look\b|taste\b|smell\b|have\b|get\b|take\b|cost\b|know\b|think\b|come\b)|\bmust be (?:[a-zà-ž]+ed|sent|kept|done|made|paid|run|built|written|read|shown|held|left) (?:by|before|in|with|to|at|on|after|within|every|until|from)\b/i
/** What "must" is followed by where it is a duty that lasts, and what makes it general: "we must keep receipts". */
const lastingDuty = source`(?:be|use|keep|stay|remain|comply|adhere|conform|support|follow|obey|avoid|respect|observe|meet|have|wear|take (?!.*\b(?:exam|test|course|train|bus|flight)\b)|work|rest|inject|check (?:my|his|her|our) (?:blood|sugar|glucose)|eat|drink|live|store|encrypt|log|document|maintain|ensure|guarantee|protect|retain|limit|report to|speak|ask (?!.*\b(?:for|about|whether|if|when|where)\b)|reply|answer (?:to|in|with|within)|invoice|disclose|obtain)\b`
const inGeneral = source`\b(?:not|never|always|only|every|each|all|any|no|at all times|daily|weekly|monthly|an? (?:hour|day|week|month|year)|per|at (?:least|most)|when(?:ever)?|unless|without|before \p{Ll}+ing|after each|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b`
const onADay = source`\b(?<!\b(?:from|since|as of|until|till|through) (?:the )?)(?:tomorrow|tonight|(?:this|next) (?:week|weekend|month|year|spring|summer|autumn|winter|[a-z]+day)|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!s)|(?:${months.join('|')}) \d|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${months.join('|')}))\b`
/** A single errand, which is no duty: "I must book a hotel", "my son must bring a cake on Friday". */
export const errand: RegExp = regex.iu`^(?=.{0,60} must )(?!.*\b(?:every|each|always|never|not|only)\b)((?:(?:on|by|before|this|next|tomorrow|first|then|now|also) (?:[^,;]{0,30}?,? ))?(?:(?:I|we)(?: also| still| first| really| just)*(?= must (?:(?:also|still|first|now|really|just|then|quickly) )*(?!${lastingDuty}|(?:also|still|first|now|really|just|then|quickly)\b)(?!.*${inGeneral}))|(?:I|we|you|(?:the|my|our|this|that|\p{Ll}+'s) (?:[\p{L}'-]+ ){0,3}?[\p{L}-]+(?<!s)|\p{L}+)(?= must .*${onADay}))) must\b`
/** What is needed once, and a reason: "my flight must be before noon", "we moved because the boys must not walk alone". */
const noRule = regex.i`\bso (?:must|(?:the|my|our|an?|any) (?:[a-zà-ž]+ ){0,2}(?:job|place|car|school|phone|laptop) must) (?!always\b|never\b)|\b(?:my|our|the|this|that) (?:(?!(?:dai|week|month)ly)[a-zà-ž-]+ ){0,2}(?:flights?|trains?|invoice|tickets?|hotel|flat|apartment|house|room|venue|trip|visit|appointment|interview|meeting|wedding|party|gift|present|cake|dress|suit|surgery|exam|parcel|package|(?:new|next) (?:car|job|place|laptop|phone))(?: (?!and\b)[a-zà-ž]+){0,3} must (?!(?:always|never|(?:not )?be (?:kept|left|locked|closed))\b)|^(?:(?!\b(?:must|mustn't|may|never|always|allowed)\b).)+? (?:because|since(?! (?:\d|last\b|then\b))|cause|cuz|as(?= (?:i|we|my|our|the|he|she|they)\b)|(?<=, )as)\b.*\b(?:must|mustn't|may not|nobody may|no one may|nothing may|(?:not|n't) allowed)\b`
const negative =
  /\b(?:never|mustn't|must (?:not|never)|don't ever|do not ever|under no circumstances|nothing may|no one may|may not|not allowed|forbidden|prohibited|required|mandatory)\b/i

/** Whether "must" is a duty. In talk between two people it is a guess at how the other feels. */
function isDuty(said: Said): boolean {
  return negative.test(said.masked) || (!said.isTalk && duty.test(said.masked))
}

/** Whether a clause is a prohibition or a duty that holds in general. Praise and guesses with "must" are not. */
export function isRule(said: Said): boolean {
  const { masked, order, family } = said
  if (order !== 'standing' && !(family === 'constraint' && isDuty(said) && !noRule.test(masked))) return false
  return prohibition.test(masked) && !guess.test(masked) && !isTalk().test(masked)
}

/** Rules of a workplace or a home that are not put as orders: "no nuts on starters", "every migration needs a review from me". */
export const policy: RegExp = regex.i`^(?:[^,]{2,40},? (?:so )?)?no (?:more than (?:one|two|three|\d+) |(?!one\b|idea|problem|need\b|way\b|matter|longer|doubt|wonder)[a-zà-ž]+ (?:in|on|at|during|before|after|without) (?:the |our |my |any )?[a-zà-ž]+s\b)|^(?:every|each|all) (?:[a-zà-ž-]+ ){1,3}(?:needs?|requires?|ha(?:s|ve) to|gets?|goes|go)\b.*\b(?:review(?:ed)?|approv(?:al|ed)|sign-?off|tests?|ticket|changelog|checked|consent|receipt|permission|(?:from|by) (?:me|us))\b|\b(?:house|team|family|company|kitchen|office|shop|golden) (?:rule|policy)[.!]*$|^from now on,? (?:all (?!is\b|of\b)|every )|^we (?:never|always) (?:throw|merge|push|deploy|ship|commit|log|release|pin|store|mock|squash|rebase|hard-?code|round|invoice|quote|bill)\b|^(?:nobody|no one) (?:but|except|apart from) [^,]{2,40} (?:may|can|is allowed to)\b|^no [a-zà-ž -]{3,40} with me\b(?=.*\b(?:please|pls|ever|again)\b)`

/** Words of a job or a project: "PRs need two approvals", "we use pnpm". */
const workWords = regex.i`^we (?:still |now |only |also )*(?:(?:deploy|ship|train|test)\b|use (?:[a-z]*(?:js|mq|sql|db)\b|(?:plain testing|flyway|p?npm|yarn|bun|git|jest|vitest|tabs|spaces|semicolons|feature flags|squash|trunk|kafka|python|react|java|rust|go|linear|jira|slack|figma|notion)\b))|\b(?:staging|prod|deploy(?:s|ed|ing|ments?)?|repos?|repository|branches|branch names?|prs?|pull requests?|commit messages|(?:conventional|squash) (?:commits|merges)|(?<!\b(?:great|bird|human|mass) )migrations?|endpoints?|apis?|api keys?|schemas?|databases?|db|clusters?|backend|frontend|codebase|pipelines?|(?<!\b(?:diplomatic|nut|funny|little|embarrassing) )incidents?|slas?|on-?call|escalations?|sprints?(?! (?:times?|training)\b)|stakeholders?|clients?|customers?|invoices?|refunds?|metrics?(?= (?:is|are|we|for))|type hints|code freeze|(?:fiscal|financial) year|grafana|prometheus|redis|docker|kubernetes|terraform|postgres(?:ql)?|snowflake|bigquery)\b`

/** The same told by capitals: "we use Redis", "API-12". */
const workNames =
  /^[Ww]e (?:still |now |only |also )*use (?:the )?(?:\p{Lu}|\d)(?!.*\bat home\b)|\b(?!COVID)\p{Lu}{3,5}-\d{2,5}\b/u

export function isOfWork(masked: string): boolean {
  return workWords.test(masked) || workNames.test(masked)
}

const changing = new Set<StatementKind>(['identity', 'person', 'home', 'health', 'decision', 'work', 'rule'])
const ofTheDay = regex.i`\b(?:this (?:morning|afternoon|evening)|just now|as we speak|last night|earlier today|all day|rest of the day|on my way (?:home|back|to)|off to (?:bed|sleep)|about to (?:die|leave|head out)|^my (?:day|evening|morning|night|weekend) (?:has been|has gone|was|went|is going)\b|^it(?:'?s| is| was| has)(?: been)?(?: (?:a|so|really|very|pretty|super|quite|too))* (?:cold|hot|warm|sunny|rainy|snowy|windy|cloudy|humid|freezing|raining|snowing)\b.*|(?:an|a few|two|three|\d+) (?:hours?|minutes?) ago)\b`

/** A fault of software, told to be mended: "our login page crashes on Safari", "the build fails with exit code 137". */
const fault = largeRegex.i`\b(?:(?:fails?|crash(?:es|ing)|hangs?|times out|timing out|freezes|leaks|throws|returns? (?:an? )?5\d\d|keeps? (?:restarting|crashing|failing|hanging)|is (?:flaky|red|down|crashing|failing|hanging|broken))\b(?<=\b(?:tests?|builds?|jobs?|suite|ci|pipeline|deploy(?:ment)?|quer(?:y|ies)|requests?|import|export|script|checks?|apps?|page|server|service|worker|webhooks?|endpoint|api|site|checkout|container|pod|login|migration)s? (?:[a-z]+ ){0,4}?[a-z]+(?: [a-z\d]+){0,2})|exit code \d|oom(?:[- ]?kill\w*)?\b|memory leak\b|leaks? memory\b|race condition|deadlocks?\b|segfaults?\b|(?:see|sees|shows?|gets?) a (?:blank|white) (?:page|screen)|(?:rss|heap|cpu|memory)(?: usage)? (?:goes|climbs|grows|spikes|jumps)\b|since (?:the |our )?(?:last |latest )?(?:(?:[a-z]+ )?(?:deploy(?:ment)?|release|update|upgrade|migration|merge|rollout)|tonight|yesterday)\b(?<=\b(?:[45]\d\ds?|can't|cannot|doesn't|don't|isn't) .*)|(?:a|the) bug in (?:my|our|the)\b)`
/** That it is meant so: a rule, a case that is handled. */
const provided = /\b(?:if|when(?:ever)? (?:you|we|the|an?)|should|must|never|always|used to|policy|unless)\b/i

/** Whether a clause reports an event that is over with the day, and no change of a person, home, health or decision. */
export function isOfTheMoment({ masked, kind, isTalk }: Said): boolean {
  const isFault = fault().test(masked) && !provided.test(masked)
  if (changing.has(kind)) return isFault && kind === 'work'
  return isFault || ofTheDay.test(masked) || (isTalk && /\bright now\b/i.test(masked))
}

/** With what an assistant puts one off. */
const putOff = source`(?:excuses?|explanations?|promises?|questions?|quer(?:y|ies)|apolog(?:y|ies)|updates?|(?:re)?assurances|homework|games|obstacles|delays?|prompts?|instructions|summar(?:y|ies)|narrative|steps?|loop|reports?|discussions?|templates?|roadmaps?|methodology|proposals?|acknowledge?ments?|exercises?)\b`
const eagerly = source`(?:[a-zà-ž]+ly |so |just |all |now |still |more |much |a lot |very )*`
const anyHelp = source`(?:any|all|some|other|your) (?:[a-z]+ (?:and |or )?){0,2}(?:help|guidance|suggestions?|ideas?|advice|tips|feedback|input|recommendations?|alternatives|thoughts)\b(?!.*\b(?:as long as|but|except|under|without|within)\b)`
/** Talk about the chat and its task: impatience, complaints about an answer, being ready to go on, praise of a proposal. */
const ofTheChat = largeRegex.i`^(?!.*\b(?:always|never|from now on|going forward|in (?:the )?future|(?:every|each) (?:time|answer|reply|message|day|morning|evening|night|week|month|year|[a-z]+day)|daily|weekly|monthly|(?:per|once an?|twice an?|times an?) [a-z]+)\b)(?:${[
  source`(?:i|we) (?:[a-zà-ž]+ly |just |still |also )*(?:(?:need|want|expect|require|demand)(?:ed)?\b[^;]*(?:,? not (?:(?!or\b|but\b)\S+ ){0,5}?['"]?${putOff}|\bnot you[.!]*$|\b(?:immediately|right away|without (?:any )?(?:further|more|procedural) [a-z]+)\b)|(?:need|want|expect|require)(?:ed)? (?:the |an? |your |that )?(?:[a-z]+ly )?(?:actual|confirmed|definitive|actionable|precise)[ ,]|(?:don't|do not) (?:need|require) (?:any )?further )|(?:please,? )?stop (?:asking|explaining|apologi[sz]ing|promising|stalling|talking)\b(?:[^,]*(?:;| and) (?:just|start|stop|get|give me|execute|deliver|present|provide|list)\b| why (?:you|it|this|that)\b)|(?:[^,;]{2,60}, )?let'?s not\b|(?:my |our )?time is (?:money|precious|a luxury|running out)\b|(?:i|we) (?:[a-z]+ly )?(?:don't|do not) have (?:the )?(?:time|patience) for (?:you|this|that|these)\b|(?:i|we) (?:just |really |only )?need to (?:move (?:on|forward)|get (?:this|it) (?:done|over|moving|going))\b|(?:please,? )?no more (?:questions|delays|excuses|apologies|waiting|stalling|talk|promises|asking|updates)(?=[.!]*$|[,;] )|no (?:need|point)\b(?!.* any ?(?:more|longer)\b)|no (?:further |other |more )?(?:changes?|tweaks?|adjustments?|edits|action|clarification|confirmation|repl(?:y|ies)|greeting|dialogue|revisions?|updates?|questions?|discussion) (?:is |are )?(?:needed|required|necessary)\b|(?:i am|i'?m) not interested in (?:[^,]*\b(?:you|your)\b|(?:any )?(?:further|more|status|process|procedural)\b|excuses|(?:the |any )?¤)`,
  source`(?:[^,;]{2,60}, )?(?:(?:i|we)(?: am| are)|i'?m|we're) ${eagerly}(?:ready (?:to (?!(?:learn|retire|have|quit|marry|get married|settle|date|adopt|give birth|move (?:in|out|house|to))\b)|for (?:your|the (?:actual|next|first|final|details?|itinerary|plan|list|results?))\b)|(?:keen|eager|excited) to (?:see (?:how|what|the|your)|hear|dive|explore (?:this|that|the|these|how|what|more)|get (?:started|going|into)|start(?= with)|continue|proceed|discuss|tackle)\b|(?:good to go|all set|done here|heading off now|initiating the|off to (?:hit|check|have an?|grab|watch|punch|see)|(?:literally )(?:[a-z]+ing)\b.*, not you)\b)|(?:i'?m|i am) ${eagerly}(?:confident|reassured|relieved|excited|thrilled)(?: and [a-zà-ž]+(?: [a-zà-ž]+)?)? now\b|i (?:now )?feel ${eagerly}(?:confident|ready|prepared|reassured|relieved|better) (?:now\b|about (?:the|this|that|these|it|our|diving|moving|[a-z]+ing)\b|for (?:this|the)\b)(?!.*\b(?:since|after|when|because)\b)|(?:i|we)(?:'ve| have)? (?:explicitly|clearly|specifically|already|repeatedly) (?:stated|requested|asked|told you|said|mentioned|specified|instructed|provided|gave|given|explained|established|been through)\b(?!.*(?::|\bmust\b)|.*\b(?:i'?m|i am|i have|i live|my (?!instruction|previous|request|dates)[a-z])\b)|i(?:'ve| have) been (?:[a-z]+ )?clear\b|i repeat\b|to reiterate\b|i (?:get|see) (?:your|the) point\b|i thought (?:you|we)\b|i(?:'ve| have) (?:[a-z]+ )?(?:reviewed|scanned|skimmed|gone through|looked over) (?:the|your|this|article|both)\b(?!.*\band (?:set|[a-z]+ed)\b)|(?:i|we)(?:'ve| have) got (?:the|our) [^,]{2,40} (?:nailed|outlined|sorted|locked in)\b|(?:regarding|concerning|as for) [^,]{2,60} you (?:mentioned|proposed|suggested|listed|provided)\b|(?:[^,]{2,30}, )?glad (?:that )?(?:we|you)\b|good on y(?:ou|a)\b|my (?:[a-z]+ )?(?:instruction|directive|request|expectation|understanding)s? (?:was|is|were|are|has been)\b|(?:you (?:are|were) (?:still|completely|clearly|just|again|constantly|literally|supposed)\b|you (?:keep|just(?! need)|already|mentioned|promised)\b|your [^,]{2,40} (?:is|are) ${eagerly}(?:glorified|useless|unacceptable|helpful|inability))|(?!(?:i|we|my|our|he|she|they)\b|.*\b(?:crucial|important|essential|must|should|need)\b)[^;]{3,}\b(?:(?:(?:perfectly|completely|absolutely|truly|fully) aligns? with|aligns? (?:perfectly|completely|fully|(?:so |really |very )?(?:well|nicely|beautifully)) with)\b|makes? me feel ${eagerly}(?:confident|better|at ease|reassured)\b|(?<!\d.*)sounds? ${eagerly}(?:perfect|great|good|fantastic|amazing|ideal|wonderful)\b|(?:looks?|is|are|'s) ${eagerly}(?:spot on\b|exactly (?:what|how) (?:i|we)\b|everything (?:i|we) (?:could|need)|well-articulated\b|precisely what\b|(?:an? )?(?:huge|big|massive|real) relief\b|(?:an? )(?:great|good|smart|solid|fantastic|brilliant|perfect) (?:idea|suggestion|start(?! (?:to|in|of)\b)|plan|touch|approach)\b|satisfactory\b|acceptable\b))`,
  source`(?:(?:i|we)(?: am| are)|i'?m|we're) ${eagerly}open to ${anyHelp}|(?:i|we)(?:'d| would) ${eagerly}(?:appreciate|welcome|love|be ${eagerly}grateful for) ${anyHelp}`,
].join('|')})`

/** Whether a clause is about the chat or its task at the moment, and not about a life. */
export function isOfTheChat({ masked, kind }: Pick<Said, 'masked' | 'kind'>): boolean {
  return (!changing.has(kind) || kind === 'rule' || kind === 'work') && ofTheChat().test(masked)
}

/** Occupied for a while: "I've been thinking about", "I've been debating". */
const busy = regex.i`\b(?:i|we)(?:'ve| have) (?:also |recently |just |always |really )?been (?:struggling|having|thinking|considering|planning|hoping|reflecting|wondering|questioning|exploring|deciding|debating|leaning|getting|focusing|doing|reading)\b`

const wasThere = regex.i`^(?:(?:i|we) (?:was|were) (?:at|in|on|out|there|with)\b|(?:(?:i|we) )?(?:just )?had an? (?:[a-zà-ž]+ )?(?:chat|talk|word|call|conversation|argument) with\b)(?!.*\b(?:years?|months|until|till)\b)`

/** Whether a clause tells what was done on a day of the calendar, or what occupies the speaker for a while. */
export function isPassing({ masked, kind }: Said): boolean {
  if (changing.has(kind) && kind !== 'work') return false
  return busy.test(masked) || wasThere.test(masked) || (deed.test(masked) && calendarDate.test(masked))
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

/** A question in the order of a statement: "My wife has to come, too?", "I can bring her or not?" */
const asked =
  /^[, ]*(?:(?:and|so|but|then),? )*(?:[^,.?]*,? or (?:not|no|only \S+|just \S+|what)|(?:i|we|he|she|they|(?:my|our) \S+(?: \S+)?|(?!(?:wh[aeoy]|how\b))[a-zà-ž]+) (?:(?:also|then|still) )*(?:must|should|can|may|need(?:s|ed)?(?: also)? to|ha(?:ve|s)(?: also)? to|(?:am|is|are) (?:allowed|obliged|supposed) to) [^,.?]*)\?[?!]*$/i
export function asksWhether({ sentence, opening }: Said): boolean {
  return asked.test(sentence.slice(opening.length))
}
