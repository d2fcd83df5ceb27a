import { detectLanguage } from '../text/analysis/languages.ts'
import { withoutControls, withoutReminders } from '../text/plain-text.ts'
import { largeRegex, regex } from '../text/regex.ts'
import { medicineEndings, medicines } from './claims/claim-forms.ts'
import { withoutCompleted } from './english/afterthoughts.ts'
import { answeredStatement, resolvedDanger } from './english/answers.ts'
import { isOfSpeaker } from './english/features.ts'
import { givesName, isAtHand, isIntroduction } from './english/introductions.ts'
import { isHealthOfStranger, namedRelation } from './english/kinds.ts'
import { hasEndlessPart, isAppointment, isEnding, isLasting, lastDay, tellsMilestone } from './english/last-day.ts'
import {
  asksWhether,
  isBinding,
  isCorrection,
  isOfTheChat,
  isOfTheMoment,
  isOfWork,
  isPassing,
  isRule,
  policy,
  tellsDanger,
} from './english/marks.ts'
import { cheer, isSecret } from './english/orders.ts'
import { tells } from './english/phrases.ts'
import { brief, isAmongPeople, job, outsidePlay, talkAfter } from './english/play.ts'
import { ownDanger } from './english/referents.ts'
import { saidClauses } from './english/said-clauses.ts'
import type { Said } from './english/said-parts.ts'
import { isAfterthought, withSlipsCorrected } from './english/slips.ts'
import { keptWorth, scoreOf } from './english/worth.ts'
import { kindIn, ofOneself } from './languages/of-oneself.ts'
import { acquaintance } from './persons.ts'
import { withoutOutput } from './prose/pasted.ts'
import { clausesIn, proseSentences } from './prose/prose.ts'
import { asksToForget, asksToKeepNothing, unkeeping, withoutRequests } from './requests-to-forget.ts'
import { type Captured, capturedIn } from './rules/read-by-rules.ts'
import { captureLanguages, ruled } from './rules/rule-table.ts'
import { halvesOf } from './stated-sentences.ts'
import type { ReadingOptions, Statement, StatementKind, StatementSpan } from './statement.ts'

/** Maximum characters read. Statements do not follow a pasted book. */
const maxCharacters = 20_000
const maxSentence = 1_000
/** The placeholder that a chat program writes for a picture or a sticker. */
const attachment =
  /\[(?:shared|shares|sends|sent|attached|image|photo|picture|video|sticker|gif|voice|upload(?:ed)?|file|document)\b[^[\]\n]{0,400}\]?/gi
/** Minimum worth of explicit requests, standing orders, corrections and introductions. */
const leastWorth = 0.6

/**
 * Reads the statements of a user's message about its writer and their world, in order, in the writer's words, each with
 * its worth. Code, quotations, pasted text, briefs for a role and words of others give none. Reads the first 20,000
 * characters and 200 sentences, in linear time.
 */
export function readStatements(text: string, options: ReadingOptions = {}): Statement[] {
  return readAnswer(text, options) ?? readAfterthought(text, options) ?? readAlone(text, options)
}

/** The statement that a short answer makes with the assistant's question before it, if it is worth keeping. */
function readAnswer(text: string, options: ReadingOptions): Statement[] | undefined {
  const { before, own, ...others } = options
  const { role = 'user', languages = captureLanguages } = options
  if (role !== 'user' || before?.role !== 'assistant' || !languages.includes('english')) return undefined
  const danger = own === undefined ? undefined : resolvedDanger(text, own, before.text)
  const answered = danger ?? answeredStatement(text, before.text)
  const read = answered === undefined ? [] : readAlone(answered, others)
  const found = danger === undefined || read.some(({ kind, isBinding }) => kind === 'health' && isBinding) ? read : []
  const kept = found.filter(({ worth }) => worth >= keptWorth)
  return kept.length === 0 ? undefined : kept.map((one) => ({ ...one, sentence: text.trim() }))
}

/** The statements of a message that corrects the one before, or makes a secret of it; undefined if it does neither. */
function readAfterthought(text: string, { own, ...options }: ReadingOptions): Statement[] | undefined {
  const { before, role = 'user' } = options
  const between = before?.role === 'user' ? undefined : before?.text
  if (own === undefined || role !== 'user' || !isAfterthought(text, own, between)) return undefined
  const alone = readAlone(own, options)
  const whole = readAlone(`${own}\n\n${text}`, options)
  const gone = alone.filter((one) => !whole.some(({ text }) => text === one.text))
  const said = whole.filter((one) => !alone.some(({ text }) => text === one.text))
  const found = said.map((one, at) => ({
    ...one,
    sentence: text.trim(),
    ...(gone[at] && { worth: gone[at].worth, replaces: gone[at] }),
  }))
  return gone.length === 0 || found.length === 0 ? undefined : found
}

function readAlone(text: string, options: ReadingOptions): Statement[] {
  const { clauses, others } = read(text, options)
  const foreign = new Set(others.map(({ sentence }) => sentence))
  const english = clauses
    .filter(({ sentence }) => !foreign.has(sentence))
    .map((said) => ownDanger(statementOf(said, options.at), `${options.own ?? ''}\n${text}`))
    .map((one) => (one.worth >= keptWorth && isForeign(one.sentence) ? { ...one, worth: keptWorth * 0.9 } : one))
  return [...withoutCompleted(english).flatMap((one) => apart(one, options)), ...others]
}

/** A statement as two where each half is worth keeping by itself, so that one can end while the other holds. */
function apart(one: Statement, { at }: ReadingOptions): Statement[] {
  const { text, sentence, worth, until, isExplicit, isCorrection } = one
  const isWhole = worth < keptWorth || until !== undefined || isCorrection || sentence.endsWith('?')
  const halves = isWhole ? undefined : halvesOf(text)
  const read = halves?.map((half) => readAlone(half, { ...(at !== undefined && { at }) })) ?? []
  const found = read.flat().map((half) => ({ ...half, sentence, ...(isExplicit && { isExplicit }) }))
  const isSound =
    read.every(([it]) => it) && found.every((it) => it.worth >= keptWorth && it.span === 'lasting' && !it.isUnresolved)
  return halves && isSound && found[0]?.until === undefined ? found : [one]
}

/** The clauses that {@link readStatements} scores. */
export function clausesSaid(text: string, options: ReadingOptions): Said[] {
  return read(text, options).clauses
}

/** The languages of Latin script that have forms of their own. */
const otherLanguages: ReadonlySet<string> = new Set(['de', 'es', 'fr', 'it', 'pt', 'nl'])

/** Words that only English has. A name may make the rest look foreign: "Call me José María". */
const plainEnglish =
  /\b(?:I|I['’](?:m|ve|d|ll)|[Mm]y|[Tt]he|[Aa]nd|[Yy]ou|[Yy]our|[Ff]rom|[Ww]ith|[Tt]his|[Tt]hat|[Hh]ave|[Aa]re|[Cc]all|[Ll]ove|[Uu]se|[Aa]lways|[Nn]ever|[Ff]or|[Hh]er|[Hh]is|[Bb]ut|[Nn]ot|[Ww]hat|[Hh]ow)\b/u

/** Whether a sentence is in another language, of which the English reading would keep what it does not understand. */
function isForeign(sentence: string): boolean {
  if (plainEnglish.test(sentence)) return false
  const words = sentence.toLowerCase().match(/(?<![\p{L}_/-])(?!also\b)\p{L}+(?![\p{L}_/-])/gu) ?? []
  const detected = detectLanguage(words, /^[\0-\x7f]*$/.test(sentence))
  return detected?.languages.some(({ code }) => otherLanguages.has(code)) ?? false
}

/** The English clauses, which are still to be scored, and the statements in other languages. */
function read(text: string, options: ReadingOptions): { clauses: Said[]; others: Statement[] } {
  const { role = 'user', name, before, isTalk, isPlay = false, languages = captureLanguages, at } = options
  const said = outsidePlay(withoutReminders(text).replace(job(), ''), isPlay)
  if (role !== 'user' || brief().test(said.slice(0, 200))) return { clauses: [], others: [] }
  if (asksToKeepNothing(said)) return { clauses: [], others: unkeeping(said) }
  const own = withoutControls(said.slice(0, maxCharacters).replace(attachment, ' '))
  const { left, requests } = withoutRequests(proseSentences(withoutOutput(own)))
  const lines = withSlipsCorrected(left)
  const parts = clausesIn(lines)
  const byRules = capturedIn(parts, languages)
  const ruled = byRules.filter(({ language }) => language !== 'english').map(ruledStatement)
  const known = new Set(ruled.map((statement) => statement.sentence))
  const others = [...ruled, ...ofOneself(parts, languages, at).filter((one) => !known.has(one.sentence)), ...requests]
  if (!languages.includes('english')) return { clauses: [], others }
  const inEnglish = byRules.filter(({ language }) => language === 'english')
  const families = new Map(inEnglish.map(({ text, quote = text, family }) => [quote, family]))
  const isOwn = before?.role === 'user' && before.name === name
  const clauses = saidClauses(lines, {
    before: isOwn ? undefined : before?.text,
    isTalk:
      (before?.role === 'user' && !isOwn) || (isTalk ?? (before !== undefined && isAmongPeople(talkAfter(0, before)))),
    length: own.length,
    families,
  })
  return { clauses, others }
}

/** What answers are to have in certain cases, which is a rule though it names what is of health. */
const ofAnswers =
  /^always (?:also )?(?:add|ask|check|confirm|give|include|list|mention|note|offer|provide|show|specify|suggest|verify) [^,;]* when(?:ever)? i ask [^,;]*$/i

/** A medicine by its name, which says what "it" is: "it's the apixaban, one with my breakfast". */
const ownMedicine = largeRegex.i`\b(?:${medicines}|[a-z]{3,30}(?:${medicineEndings}))\b`

/** Scores a clause and makes a statement of it. */
export function statementOf(said: Said, at?: string): Statement {
  const { masked, kind } = said
  const score = scoreOf(said)
  const corrects = isCorrection(said)
  const binds = isBinding(said)
  const isDanger = kind === 'health' && binds
  // A danger to health counts even if only the conversation shows whose it is.
  const needsNoAntecedent = said.order === 'standing' && /\bfor (?:me|us)\b.* then\W*$/i.test(masked)
  const takes = kind === 'health' && isOfSpeaker(said) && ownMedicine().test(masked)
  const isUnresolved = said.isUnresolved && !isDanger && !takes && !needsNoAntecedent && !givesName(said)
  const isHeadless = said.isHeadless && said.topic !== 'health' && kind !== 'rule'
  const isMilestone = tellsMilestone(masked) && !quoted.test(said.sentence)
  const isSure = said.isExplicit || corrects || isDanger || isOrder(said) || isIntroduction(said) || isMilestone
  const raised = isSure ? Math.max(score.worth, leastWorth) : score.worth
  const isForgetting = asksToForget(masked)
  const isDoubtful =
    isForgetting ||
    (kind !== 'health' && isHealthOfStranger(masked)) ||
    (isUnresolved && !corrects) ||
    invented().test(masked) ||
    (!isDanger && (guess().test(masked) || isOfTheChat(said) || (said.isQuestion && asksWhether(said)))) ||
    isSarcasm(said) ||
    (!isSure && (said.isFiction || isFragment(said))) ||
    (!isSure &&
      ((wanted().test(masked) && !tellsDanger(said)) ||
        ofThem.test(masked) ||
        (kind !== 'health' && momentary().test(masked)))) ||
    (laughs.test(said.text) &&
      (said.isTalk || (!isSure && /^i'?m (?:an?|the) /i.test(masked)) || /\b(?:says|said|thinks)\b/.test(masked))) ||
    (!isSure && (isOfTheMoment(said) || isAtHand(said)))
  const worth = isDoubtful ? Math.min(raised, keptWorth * 0.9) : raised
  const isUndated = (undatedKinds.has(kind) || namedRelation.test(masked)) && !isAppointment.test(masked)
  const staysTrue = isLasting(masked) || (isUndated && !isEnding(masked))
  const until = staysTrue ? undefined : dayAhead(said, at)
  const sentence = said.sentence.slice(0, maxSentence).toWellFormed()
  const isRuled =
    (isOrder(said) || (policy.test(masked) && !said.isQuestion)) && (kind !== 'health' || ofAnswers.test(masked))
  const isOfSomeone = !said.isJoined && ofSomeone.test(masked) && !acquaintance.test(masked)
  const isWhole = (isDanger && (isOfSomeone || allergicToWhat.test(masked))) || isSecret().test(sentence)
  const stop = /^(?:,|$)/.test(said.afterthought) || /[.!?…]$/.test(said.text) ? '' : '.'
  const lead = said.rule?.lead
  const scope = lead && isOrder(said) && !said.text.startsWith(lead) ? `${lead}: ` : ''
  const text = isWhole && sentence.length <= longestWhole ? sentence : `${scope}${said.text}`
  return {
    text: text.length + said.afterthought.length < longestWhole ? `${text}${stop}${said.afterthought}` : text,
    sentence,
    kind: isRuled ? 'rule' : kind === 'other' && isOfWork(masked) ? 'project' : kind,
    span: spanOf(said, worth),
    worth,
    telling: isSure ? Math.max(score.telling, worth) : score.telling,
    ...(until === undefined ? {} : { until }),
    ...(said.isExplicit ? { isExplicit: true } : {}),
    ...(corrects ? { isCorrection: true } : {}),
    ...(isForgetting ? { isForgetting: true } : {}),
    ...(isUnresolved || isHeadless ? { isUnresolved: true } : {}),
    ...(isDoubtful ? { isDoubtful: true } : {}),
    // A statement that is not worth keeping does not bind.
    ...(binds && worth >= keptWorth ? { isBinding: true } : {}),
  }
}

/** The words of another: "My character says: I resigned". */
const quoted = /(?<!\b(?:i|we) )\b(?:says?|said)[:,] (?:i|we)\b/i
/** An allergy that does not say to what: the rest of its sentence may. */
const allergicToWhat =
  /^(?!.*\b(?:can't|cannot|mustn't|must not|won't|doesn't) (?:have|eat|drink|touch) [a-zà-ž]).*\ballergic\b(?! to (?!(?:them|it|that|those|these|both)\b))/i
/** The person in danger, whom the rest of the sentence may name: "Hania plays violin, we need a school and she has asthma". */
const ofSomeone = /^(?!\p{Lu}\p{Ll}+(?:'s)? )(?:.* )?(?:he|she)(?:'s)? /u
const longestWhole = 300

/** A guess, a joke, a feeling of the moment, a comparison, a remark about the conversation itself, half a sentence. */
const guess = largeRegex.i`^(?:never|always|don't ever) ${cheer}|^(?:always|never) (?:feels|looks|seems|sounds|tastes|happens|helps|amazes|surprises|hits|makes (?:me|my)|gets me|ends up|goes down)\b|^(?:i|we) mean(?:t)? (?:to (?:say|write|type|put) )?\S+(?: \S+){0,3}(?:, not \S+(?: \S+){0,3})?[.!]*$|^i apologi[sz]e\b|^(?:my|his|her) (?:pulse|heart ?rate|temperature|bp|sats|blood (?:pressure|sugar|oxygen)) (?:was|went|got|dropped|shot)\b|^i(?:'ve| have) been (?:up|awake|on hold|queu\w+|waiting|sitting|standing|stuck|staring)\b(?!.*\b(?:lists?|years?|months?|\d{4})\b)|^i (?:only |just |barely |hardly |did )*(?:slept|got up|woke up) (?!.*\b(?:every|each|always|usually|until|since|with)\b)|^my (?:horoscope|fortune cookie|tarot[a-z ]*|psychic) (?:says|said)\b|\b(?:asked|asks|wanted|wants) (?:me )?(?:for |to know )?my [^,]*,? \[redacted|^i (?:really |so |just |kinda )?(?:hate|love|can't stand) (?:everything|everyone|everybody|mondays|my life|life|people|adulting)\b[^,]*$|^(?:my|our) (?:[a-zà-ž]+ ){1,3}?(?:says|said|thinks|reckons|claims) (?:that )?(?!(?:i|we|my|our|he|she)\b)(?<!\b(?:doctor|doc|gp|physio|dentist|p(?:a)?ediatrician|consultant|nurse|[a-z]+ologist|allergist|vet|pharmacist|specialist|surgeon|midwife|lawyer|boss|manager) [a-zà-ž]{4,7} (?:that )?)[a-zà-ž]|^i'?m (?:so |really |just |totally |completely )?(?:worn out|knackered|shattered|drained|wiped|burn(?:ed|t) out|fed up)\b|^(?:i'?m|i am|im) (?:writing|drafting|composing) (?:an?|the|my) (?:[a-zà-ž]+ )?(?:e-?mail|letter|message|text|reply|speech|cv|resume|cover letter)\b|\b(?:said|says|goes|wrote|texted|replied)(?: me)?:? ¤|^(?:all )?done[,.!]|^(?:i'm|i am|we're|it's|that's) (?:just )?left (?:me )?(?:feeling|wondering|questioning|reflecting)\b|^(?:i (?:can't help but )?(?:find|found|caught|catch) myself|i keep (?:circling|replaying|thinking|wondering|going (?:over|back)|coming back|telling myself)|(?:i'm|i am) (?:starting|beginning) to (?:wonder|think|appreciate|reali[sz]e|suspect)|i (?:always|usually|still|just|really|do|did) (?:appreciate (?:that|how|when)|find (?:that|something|there's|myself)|wonder|wrestle|pride myself|end up (?:thinking|wondering|feeling|appreciating|preferring))|i (?:just |really |always )*hate (?:feeling|being the (?:one|bottleneck)|ending|starting (?:off|a|the|my))|i (?:just |really |always )*love (?:when|how) (?:a|the|my) (?:day|morning|evening|whole)|there'?s (?:just )?something (?:about|so)\b)|^i(?:'d| would)? (?:also |still )?suggest (?:that\b|[a-zà-ž]+ing\b)|^for (?:the|today's|this|my|our|each) [^,]{0,50}\b(?:notes?|logs?|sections?|report|entry|summary|memo|table|itinerary|next steps|adaptation|routine|draft|template|checklist|outline|slide|handout), (?:i'll|i'd|i will|i would|let's|we'll|we should|note|please|could|can|add|include)\b|^(?:just )?(?:settling|winding|curling) (?:in|into|down|up)\b|^i (?:also )?notice(?:d)? (?:that )?(?:in |the |your |how )[^,]*\b(?:list|section|itinerary|table|report|plan|draft|document|template|log|outline|chart)\b|^(?:i'm|i am) (?:really |quite |particularly )?(?:intrigued|struck|impressed) by\b|\b(?:in|under|from|for) (?:the )?section (?:\d|[ivx]+\b)|^(?:just )?(?:seeing|hearing|watching|knowing|having|being|getting|missing|walking|putting|starting|sharing) .{1,200}?\b(?:made (?:me|us|it|everything) [a-zà-ž]+|felt|threw (?:me|us)|reminded me|lifted my|meant (?:a lot|so much))\b|^(?:my |the |our )?(?:[a-zà-ž\d]+ ){0,3}?(?:iphone|ipad|pixel|phone|laptop|desktop|tablet|webcam|camera|router|wi-?fi|printer|screen|battery|mic(?:rophone)?|headset|headphones|sensor|gps|app|trackpad|keyboard|projector|macbook|thinkpad|kindle|watch)(?:'s [a-z]+)?(?: is| was| are| has| kept| keeps| started| just)* (?:still |now |been |finally )*(?:acting up|glitch(?:ing|ed|y)|freez(?:ing|es)|froze|lagg(?:ing|y|ed)|flicker(?:ing|ed)|drying out|crash(?:ing|ed)|cutting (?:in|out))\b|^(?:i have|i've got|got) an? (?:[a-zà-ž]+ )?(?:migraine|headache|cold|fever|hangover|cough|sore throat)\b.*\b(?:today|tonight|this (?:morning|evening|week)|again)\b|\bnothing(?:'s| is) (?:burning|on fire|happening|going on|broken|urgent)\b|^no (?:tears|luck|signal|wi-?fi|internet|power|milk|bread|clue|idea|rush|regrets|surprises?|news|injur(?:y|ies)|complaints|cramps|blisters|drama|hurry)\b|^i lost (?:my|our) [a-zà-ž]+(?:'s [a-zà-ž]| (?:at|in) (?:the|an?) (?!war|accident|crash|fire|flood|pandemic))|^(?:maybe|perhaps|you'(?:ll|re|ve|d)|(?:i )?dream(?:t|ed)|i (?:almost|nearly))\b|^i (?:don't|do not) blame\b|^i'?m running (?:\d+ min[a-zà-ž]* )?late\b|^i'?m an? (?:changed|different|new|better|fan)\b(?! of)|^i'?m (?:a (?:bit|little) |so |really |just |very )?(?:angry|mad|sad|upset|annoyed|disappointed|bored|tired|exhausted|jealous) (?:at|about|of|by|that|with|from)\b|^(?:my|the|our) [^,]{1,40} (?:(?:sounds?|looks?|feels?|smells?) like|is now that of) an?\b|\b(?:i|we) can(?:'t|not) wait\b|\b(?:talking|chatting|speaking) (?:to|with) you\b|^(?:now i(?:'?m| am)|i(?:'?m| am) now) (?:going|off) to (?!(?:the|school|college|university|work|an?)\b)|^i(?:'?m| am) (?:still )?(?:in|at|on) the (?:office|car|bath|shop|store|pub|queue|kitchen|garden|park|library|train|bus|tram|plane|airport|station|phone|road|sofa|toilet|gym|beach|caf[eé]|supermarket|meeting) (?:right )?now\b|^today is (?:just )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|^(?:please )?feel free\b|^my (?:[a-zà-ž-]+ )?favou?rites? (?:was|were)\b|^(?:i|we)(?:'d like| would like| want| wanted) to (?:talk|chat) (?:to you |with you )?about\b|\bi promise\b|\bsince (?:we|our)(?: last)? (?:talk|talked|chat|chatted|spoke)\b|^we last (?:talked|spoke|met)\b|^(?:my|our|i have)(?: an?| one| two| another)?(?: [a-zà-ž]+)? (?:questions?|messages?|prompts?|guess)\b(?! go\b)|\b(?:the (?:first|second|third|last|former|latter|other)(?: (?:one|option|version|approach|choice|idea|suggestion|draft))?|(?:code|implementation|example|text|file|list|version|error|output|one|shown|given) (?:above|below))[.!]*$|\bwhen (?:that|this|it) happens\b|\bfiles? open\b|^(?:once|as soon as|until|unless|in case|whether) [^,]*$|^(?:regarding|concerning) (?:the|this|these|those|your) [^,]*(?:, (?!(?:i|i'm|we|my|our)\b)|$)|^(?:knowing|remembering|based on|using) (?:what|how|everything|all(?: that)?) you\b|^given (?:what you|all|everything|the above)\b|^[^(]*[a-z]\) [a-z]|^(?:my|our|the|here) .*\b(?:are|includes?|as follows)\W*$|^(?:in|for|at|on|with) [^,]{2,40} (?:how|what|which|where) (?:can|do|does|should|could) (?:i|we|you|it)\b|\bthis (?:section|chapter|article|paper|guide) (?:will|is|covers|explains|describes|includes)\b|^i said (?:do|make|use|just|to|that|it|the same)\b|\bthe users? would (?:need|have|be able)\b|^(?:i|we) (?:[a-zà-ž]+ )?[a-zà-ž]+ its [a-zà-ž]+[.!]*$|^my (?:boss|manager|teacher|professor|client|editor) (?:(?:said|says|thinks) (?:this|that|it)(?:'s| is| was| looks)\b|(?:wants|needs|asked for) an? [a-zà-ž]+[.!]*$)|^(?:my|our) (?!birthday|anniversary).{1,60} (?:is|are) (?:.{1,40} (?:today|tonight|right now)(?:,? (?:argh|ugh|lol))?|(?:almost )?(?:cold|hot|frozen|charging|dead|back|foggy|calling|drilling|hurting|delayed.*|late|down|slow|ready|done|full|empty|broken|stuck)(?: now| again|, .*)?)[.!]*$|\b(?:jk|just kidding|joking)\b|\b(?:prefer|choose|chose|like|want|pick|go with|going with) (?:option|version|variant|choice|answer|draft|approach) (?:[a-e]|\d|one|two|three)\b|^(?:my|our) (?:[a-zà-ž]+ )?(?:decision|answer|mind|offer|opinion|position|point) (?:is|was|stands) (?:final|made(?: up)?|clear|simple|no|yes|the same|firm|unchanged|valid)[.!]*$|^(?:my|our|the) (?!(?:[a-zà-ž]+ ){0,2}(?:wedding|birthday|anniversary|exam|surgery|flight|due|appointment|interview|move|trip)\b)(?:(?!is\b|are\b|starts?\b|begins\b)[a-zà-ž]+ ){1,3}(?:on|of|from) (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-zà-ž]* \d{1,2}(?:st|nd|rd|th)?[.!]*$`

const laughs = /\b(?:lo+l|lmao|(?:ha){2,}h?)\b/i
/** Praise of a chore, in capitals or after "great,": "i just LOVE working weekends". */
const chore = regex.i`\b(?:work(?:ing)? (?:on )?(?:weekends?|nights?|overtime|late|holidays)|overtime|tax(?:es)?|traffic|mondays?|waiting|queu[a-zà-ž]+|meetings|cleaning|laundry|dishes|ironing|paperwork|bureaucracy|commuting|(?:getting|being) (?:woken|stuck)|stuck|losing|filling (?:out|in)|being (?:ignored|late|yelled|interrupted|broke|sick|ghosted)|getting (?:up early|yelled|ignored|sick|spam)|spam|bugs|debugging|homework|exams|deadlines|bills|rent|hangovers?|headaches?)\b`
const loves = /\b(?:i|we)(?: (?:just|so|really|absolutely|simply|totally))* (?:love|adore|enjoy)\b/i
const stressed = /\b(?:LOVE|ADORE|ENJOY)\b|\bjust (?:love|adore)\b/
const ironic = /\b(?:great|fantastic|wonderful|perfect|awesome|lovely|yay|ugh)\b/

function isSarcasm({ masked, opening, sentence }: Said): boolean {
  if (!loves.test(masked) || !chore.test(masked)) return false
  return stressed.test(masked) || ironic.test(`${opening} ${sentence.slice(0, 12).toLowerCase()}`)
}

/** A phrase without a subject and a verb: "For my own well-being", "From rice to jambalaya". */
const prepositional =
  /^(?:for|from|to|with|about|of|despite|without|through|by|like|given|regarding|concerning|excluding|including|(?:when|while) [a-zà-ž]+ing)\s/i
const hasSubject = /\b(?:i|i'm|i've|we|we're|he|she|they|it|you|there|who|which)\b/i

function isFragment({ masked, order, kind }: Said): boolean {
  return (
    prepositional.test(masked) &&
    order === undefined &&
    kind !== 'health' &&
    !hasSubject.test(masked) &&
    !acquaintance.test(masked) &&
    !tells.test(masked.replace(/\bown\b/i, ''))
  )
}

/** A story, a puzzle, a case from a textbook. */
const invented = largeRegex.i`^(?:for|in) (?:the|this|our) (?:scenario|role-?play|exercise|simulation|case study)\b|^(?:play|act as) an? |^you (?:live|work|hate|love|speak) |^(?:one|another|the (?:first|second|third)) (?:one )?(?:should|must|needs to) (?:have|be) |^(?:the|this|that|an?|some) (?:[a-zà-ž]+ )?(?:guy|dude|man|woman|girl|boy|lady|kid|person|author|narrator|actor|actress|singer|youtuber|influencer|host|speaker|article|video)(?: (?:in|on|from|of|at) (?:\S+ ){0,3}?\S+)? (?:says?|said|claims?|claimed|thinks?|swears?) |\bsaid (?:the|an?) [a-zà-ž]+\b|\bin (?:the|my|a) (?:story|novel|film|movie)[.!]*$|^(?:my|the|our|his|her) (?:main |other )?(?:character|protagonist|heroine|hero|villain|narrator|antagonist|npc|detective|murderer|killer|victim|sidekick|love interest)(?:'s)?\b|^in (?:it\b|(?:chapter|act|scene|book|part) (?:\d|one|two|three)|the (?:first|second|third|last|final|next|opening) (?:chapter|act|scene))|^(?:an? )?\d{1,3}[- ]?(?:years?[- ]old|yo|y\/o|yr[- ]?old)?[- ](?:[a-zà-ž]+ )?(?:man|woman|male|female|patient|gentleman|lady)\b|^in (?:my|the|this) (?:story|novel|book|game|poem|scene|campaign),? (?:an?|the|there)\b|^an? (?:[a-zà-ž]+ |\d+[- ]year[- ]old )?(?:patient|train|farmer|man|woman|boy|girl|shopkeeper|salesman|ball|box|bag|jar|car)\b|^let [a-zà-ž] (?:be|=)|^[a-zà-ž]+ [a-zà-ž]+ (?:struggles|listens|tries|finds|learns|discovers|faces|realizes|begins|travels|returns)\b(?!.*\b(?:i|we|my|our)\b).*\bas s?he [a-zà-ž]+s\b|^the (?:capital|population|president|currency|official|largest|highest|longest|oldest|deepest) |^(?:i|we) have (?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve) (?:[a-zà-ž]+ )?(?:coins?|apples|oranges|marbles|balls|cards|dice|candies|eggs|cookies|sweets|boxes|bags|cups|jugs|lit(?:er|re)s)\b`

/** What the user wants written or planned: "Email to my head about …", "Christmas dinner for 6", "I need a cv for …". */
const wanted = largeRegex.i`^(?!.*\b(?:always|never|every|each|all|in general|from now on)\b)(?:(?:max(?:imum)?|at most|up to|under|no more than) \d+ (?:words|bullets?|bullet points|lines|sentences|slides|pages|characters|paragraphs)\b|(?:short|formal|friendly|official|neutral|plain|warm|polite|casual|calm|professional)(?: [a-z"']+){0,2} (?:tone|style|message|e-?mail|reply|wording|voice|language|letter|note)\b|(?:clean up|sort|rank|reformat|tidy|trim) (?:the|this|these|my|our) |.{5,60}, need an? (?:[a-z]+ )?(?:reply|answer|response)\b)|^(?!no |never )(?:[a-z-]+ ){0,2}(?:plan|schedule|timetable|routine|menu|list|recipe|outline|checklist|template) (?:please|pls|plz)\b|^(?:looking|searching) for [a-zà-ž]|^as an? [^,]{3,60}, (?:please )?(?:explain|write|give|tell|describe|list|create|review|act|draft|suggest|answer|summari[sz]e|analy[sz]e)\b|^(?:[a-zà-ž]+ )?(?:script|function|query|regex|command|one-liner|macro|formula) (?:to|that|for)\b|^(?:i|we) have an? (?:array|list|function|string|dataframe|table|csv|file|script|query|dictionary|dict|object|component|spreadsheet) (?:of|that|with|called|named|which)\b|^i (?:want|need) an? (?:[a-zà-ž]+ )?(?:table|list|chart|diagram|spreadsheet|function|script|regex|query|page|button|logo|title|headline)\b|^(?:please |need (?=an? )|(?:i|we) (?:also |just |now )?(?:need|want)(?: to)?(?: (?:write|send|make|draft))? )?(?:an? |another |some |the )?(?:[a-zà-ž-]+ )?(?:e-?mails?|letters?|messages?|notes?|texts?|repl(?:y|ies)|cv|resume|ideas?|tips|recipes?|(?:gifts?|presents?)(?= for\b)|dinner|lunch|menu|speech|poem|captions?|blurb|summary|sign|cards?|toast|bio|tweets?|headlines?|translation|overview|outline|breakdown|comparison|analysis|wbs)(?: (?:to|for|(?<=(?:view|line|down|ison|ysis) )of|about|that|asking|saying|from)\b|$)|\S [•◀►]|&amp\b|^(?:i|we) (?:should|would|'d) like to (?:ask|know)\b|^(?:i|we)(?:'d| would) (?:also )?(?:like|love) to (?:use (?:something|an? (?:[^\s,]+ ){1,4}?)(?:like|such as) |(?:implement|embed|display|refactor|validate) (?!.*\b(?:my|our|routine|habit)\b)|(?:add|include|insert) (?:an? |some |more |another )?(?:[a-z-]+ )?(?:feature|button|section|chart|graph|diagram|table|column|field|unit test|test case|filter|validation|logging|caching|error handling|function|endpoint|footnote|slide|hyperlink)s?\b)|^(?:i|we)'ll (?:also |definitely |just )*(?:check|use|try|explore|look (?:at|into)|browse|search) (?:out )?[^.;]*\b(?:sites|websites|platforms|apps|tools|resources|directories|services) (?:like|such as) `
/** A piece of work or a case of the moment, and no routine: "Need to fix my CV", "Synopsis please, 500 words", "Customer Mrs Bell, the part is late". */
const momentary = largeRegex.i`^(?!.*\b(?:every(?:thing)?|each|always|daily|weekly|monthly|an? (?:day|week|month|year)|per (?:day|week|month|year)|(?:mon|tues|wednes|thurs|fri|satur|sun)days|within \d+\w*|(?:she|he|they)(?:'s|'re| is| are) (?:now )?my)\b)(?:now |ok |also )?(?:need (?:to (?!tell you\b)(?:fix|write|tell|send|prepare|reply|draft|update|e-?mail|shorten|print|check)\b|(?:an? )?(?:[a-zà-ž]+ )?(?:sleep|meal|lesson|study|seating|revision|workout|packing) (?:plan|list|schedule)\b|(?:an?|some) (?!(?:\S+ ){0,2}(?:flat|apartment|house|room|job|car)\b)[^,]{3,50},[^.]*\d)|(?!(?:my|our|in) )(?:[a-zà-ž'-]+ ){0,2}?(?:quote|invoice|poster|flyer|leaflet|quiz|agenda|synopsis|recap|monologue|invitation|logo|checklist|itinerary|worksheet|summary|blurb)(?: (?:for|to|about|of) [^,.:]{2,60}?)?(?: (?:please|pls|plz))?(?:[,:] (?!.*\b(?:is|are|was|were|goes)\b)|$)|you be [^,]{2,30},? (?:and )?i'?(?:ll|m)\b|(?:customer|client|tenant|guest|patient|applicant) (?:mrs?|ms|dr)\.? [a-zà-ž'-]+, .*\b(?:late|delayed|broken|angry|cancel[a-z]*|complain[a-z]*|waiting|come|today|tomorrow)\b)`
/** A clause of which only the conversation shows what it is about: "I cut them at 4.50", "I come 21st at 8". */
const ofThem = regex.i`^(?:i|we) come (?:on |at )?(?:the )?\d{1,2}(?:st|nd|rd|th|[.:]\d\d)?(?: at \d.*)?[.!]*$|^now it(?:'s| is) \d+(?: and\b|[.!]*$)|^(?:i|we) [a-zà-ž]+ (?:them|it) (?:at|for|on|off|back|out|up)\b|^it's \d{1,2} ?[ap]m\b`

/** Kinds that stay true after a day they name. */
const undatedKinds: ReadonlySet<StatementKind> = new Set(['identity', 'health', 'rule', 'preference', 'routine'])

/** The last day that a clause names, if it was in the future or belongs to a plan or an event. */
function dayAhead({ masked, kind }: Said, at: string | undefined): string | undefined {
  const day = lastDay(masked, at)
  if (day === undefined) return undefined
  const isAhead = at === undefined || day > at.slice(0, 10)
  return (isAhead || kind === 'plan' || kind === 'event') && !hasEndlessPart(masked, at) ? day : undefined
}

function isOrder(said: Said): boolean {
  return said.order === 'standing' || said.order === 'general' || (isRule(said) && !said.isQuestion)
}

/** Minimum worth at which an event of yesterday or last week, or what passes, is lasting; other events need less. */
const surelyKept = 0.7
const recently =
  /\b(?:yesterday|today|tonight|last (?:week|night|weekend|[a-zà-ž]+day)|this (?:morning|week|weekend)|the other day)\b/i

function spanOf(said: Said, worth: number): StatementSpan {
  const { order, kind, isExplicit, masked } = said
  if (order === 'local' && !isExplicit) return 'local'
  const passes = isPassing(said)
  if ((kind !== 'event' && kind !== 'plan' && !passes) || tellsMilestone(masked)) return 'lasting'
  return worth < (passes || recently.test(masked) ? surelyKept : keptWorth) ? 'episode' : 'lasting'
}

/** The statement of a match in another language. */
function ruledStatement({ text, quote = text, family, priority, explicit, language }: Captured): Statement {
  const isRule = family === 'constraint' || (family === 'preference' && priority === 'high')
  const kind = family === 'preference' ? 'preference' : (kindIn(text, language) ?? 'other')
  return {
    text,
    sentence: quote,
    kind: isRule ? 'rule' : kind,
    ...ruled,
    ...(explicit ? { isExplicit: true as const } : {}),
    ...(family === 'constraint' ? { isBinding: true as const } : {}),
    ...(family === 'correction' ? { isCorrection: true as const } : {}),
  }
}
