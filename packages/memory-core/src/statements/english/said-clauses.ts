import { type CanMatch, createPatternFilter } from '../../text/pattern-filter.ts'
import { lazy } from '../../text/plain-text.ts'
import { regex, source } from '../../text/regex.ts'
import { acquaintance } from '../persons.ts'
import { firstPerson } from '../prose/pasted.ts'
import type { ProseLine } from '../prose/prose.ts'
import type { CaptureFamily } from '../rules/rule-table.ts'
import { joinRequests, joinSecrets, passScope } from './afterthoughts.ts'
import { features, isDeed } from './features.ts'
import { headed, headOf, longestJoined, stopOf } from './heads.ts'
import { kindOf, kindPatterns, namedRelation } from './kinds.ts'
import { holdsAlways, lacksSubject, leaningOf, pointsBack } from './leaning.ts'
import { dangerIn, errand } from './marks.ts'
import { phraseIn } from './mentioned.ts'
import { answerLanguages, gratefully, orderIn } from './orders.ts'
import { tells } from './phrases.ts'
import { mayNamePerson } from './referents.ts'
import { type Said, type SaidPart, type SaidSentence, saidParts } from './said-parts.ts'
import { meant, spelledOut } from './spelling.ts'

/** The context of a message's sentences. */
interface Surroundings {
  /** The text of the previous message. */
  before: string | undefined
  isTalk: boolean
  /** The length of the whole message. */
  length: number
  /** The families of the rules that match, by sentence. */
  families: ReadonlyMap<string, CaptureFamily>
}

/** Properties of a whole message, computed once for all its clauses. */
interface Scene extends Pick<Surroundings, 'families'> {
  said: Pick<Said, 'messageLength' | 'deeds' | 'isAnswer' | 'before' | 'isTalk' | 'isStory' | 'isFiction'>
  beforeLower: string
  /** Whether what is to be written of "me" is true of the user. */
  isOwn: boolean
  /** The number of sentences that ask for something. */
  asking: number
}

/** A sentence, with a test of which patterns can match in it. */
type Heard = SaidSentence & { can: CanMatch }

type Shape = Pick<Said, 'isPhrase' | 'isJoined' | 'isUnresolved' | 'isHeadless'> & {
  /** The clause without the sentence that was put before it. */
  own?: string
  /** Its text with its head. It is judged without it. */
  whole?: string
}

const longestText = 300
const story =
  /\b(?:story|stories|tale|novel|poem|character|chapter|fiction(?:al)?|riddle|puzzle|film|movie)s?\b|\bcontinue,? (?:but|with|where)\b/i
/** Words without which the "we" of a long message is that of a website. */
const single = regex.i`\b(?:i|i['’]?(?:m|ve|ll|d)|my|me|mine|our (?:kids?|child|children|sons?|daughters?|family|house|flat|apartment|home|trip|holidays?|wedding|honeymoon|dogs?|cats?|baby|budget|repo|code|codebase|tests?|prs?|stack|conventions|rules)|we (?:live|both))\b`
/** Whom a text is written for, if it is another: "me" in it is not the user. */
const forAnother = [
  regex.i`\b(?:for|as|help|from) (?:${acquaintance.source}(?!'s)|(?:an?|the) (?:friend|colleague|client|customer|patient|neighbou?r|student|character|role)\b|him\b|her(?!s? [a-zà-ž])|them\b|someone\b)|\b(?:pretend|imagine|fictional|fake|excuse|jokes?|samples?|examples?|dating profile|an? (?:[a-zà-ž]+ )?(?:ad|advert|review))\b`,
  /\b(?:[Ff]or|[Aa]s|[Hh]elp) (?!\p{L}+day\b|(?:Jan|Feb|Mar|Apr|Ma|Ju|Aug|Sep|Oct|Nov|Dec|Christmas|Easter))\p{Lu}\p{Ll}+/u,
]
const plain: Shape = { isPhrase: false, isJoined: false, isUnresolved: false, isHeadless: false }

/** The clauses that state something, in the order in which they were said. */
export function saidClauses(lines: readonly ProseLine[], { before, isTalk, length, families }: Surroundings): Said[] {
  const isOwn = !lines.some(({ masked }) => story.test(masked) || forAnother.some((one) => one.test(masked)))
  const isSingle = lines.some(({ masked }) => single.test(masked))
  const own = lines.filter(({ isDistant }) => isSingle || !isDistant)
  const sentences = own.map((line) => ({ ...saidParts(line, isOwn), can: filter()(line.masked).can }))
  joinSecrets(sentences)
  joinRequests(sentences)
  passScope(sentences)
  const isStory = story.test(`${before} ${lines.map(({ masked }) => masked).join(' ')}`)
  const scene: Scene = {
    families,
    said: {
      messageLength: length,
      deeds: sentences.flatMap(({ parts }) => parts).filter(({ masked }) => isDeed(masked)).length,
      isAnswer: /\?[^?]{0,80}$/.test(before?.slice(-400) ?? ''),
      before: before?.length ?? -1,
      isTalk,
      isStory,
      isFiction: isStory && !isSingle && orderIn(sentences[0]?.parts[0]?.masked ?? '') === 'local',
    },
    beforeLower: before?.toLowerCase() ?? '',
    asking: sentences.filter(asks).length,
    isOwn,
  }
  return sentences.flatMap((sentence, at) =>
    sentence.parts.flatMap((part, place) => clausesOfPart(part, place, sentence, sentences[at - 1], scene)),
  )
}

function asks({ isQuestion, parts }: SaidSentence): boolean {
  return isQuestion || parts.some(({ isRequest }) => isRequest)
}

function clausesOfPart(
  part: SaidPart,
  place: number,
  sentence: Heard,
  last: SaidSentence | undefined,
  scene: Scene,
): Said[] {
  if (sentence.isDistant && !firstPerson.test(part.masked)) return []
  if (isForeign(part.masked) && orderIn(part.masked) !== 'standing') return []
  const build = (from: SaidPart, shape: Partial<Shape>): Said =>
    clauseOf(from, place, sentence, { ...plain, ...shape }, scene)
  const isNoun = joinsNoun.test(part.opener) || (/\bsince$/.test(part.opener) && !tells.test(part.masked))
  if (part.isRequest || (isNoun && /^(?:my|our|the)\b/i.test(part.masked)))
    return mentionedIn(part, scene).map((phrase) => build(phrase, { isPhrase: true }))
  const isLong = /^(?:i|we)(?:'m|'ve| am)? /i.test(part.masked) && part.masked.length > 100
  const mentioned = orderIn(part.masked) === 'local' ? mentionedIn(part, scene) : isLong ? phraseIn(part) : []
  const phrases = mentioned.filter(({ masked }) => !isLong || namedRelation.test(masked))
  const found = phrases.map((phrase) => build(phrase, { isPhrase: true }))
  const leans =
    place === 0 && holdsAlways.test(part.masked)
      ? 'beginning'
      : (leaningOf(
          part.masked.replace(gratefully, (lead) => ((orderIn(part.masked) ?? 'local') === 'local' ? lead : '')),
        ) ?? (pointsBack.test(part.masked) && orderIn(part.masked) === 'standing' ? 'within' : undefined))
  const isBare = leans === undefined && place === 0 && lacksSubject(part.masked, last?.parts.at(-1)?.masked)
  const isHeard = leans === undefined || (leans === 'within' && isAddressed(part, place, sentence))
  const earlier = place === 0 ? last : sentence
  if (isHeard && !isBare) return [build(part, leans || part.isExplicit ? {} : headOf(part, place, earlier)), ...found]
  const whole = completed(part, place, earlier)
  if (isBare && !whole) return [build(part, {})]
  return [
    whole
      ? build(whole, { isJoined: whole !== part && whole.text.endsWith(part.text), own: part.masked })
      : build(part, { isUnresolved: true }),
    ...phraseIn(part).map((phrase) => build(phrase, { isPhrase: true })),
  ]
}

/** What a part that states nothing mentions of the speaker's life, and a danger to health in it. */
function mentionedIn(part: SaidPart, { isOwn }: Pick<Scene, 'isOwn'>): SaidPart[] {
  const phrases = phraseIn(part)
  const danger = isOwn ? dangerIn(part) : undefined
  return danger && !phrases.some(({ text }) => danger.text.includes(text)) ? [...phrases, danger] : phrases
}

/** Whether a part is a rule because it stands in a list of rules. What is said of "I" or "it" there may be none. */
function isListed({ masked, isRequest }: SaidPart, { rule, isQuestion }: Heard): boolean {
  return rule !== undefined && !isQuestion && !isRequest && !noItem.test(masked)
}

const noItem =
  /^(?:i|i['’][a-zà-ž]+|im|ive|my|we|our|the|he|she|it|they|this|that|there|thanks?|ok)\b|^(?:[a-zà-ž]+ ){0,3}(?:rules|conventions|guidelines|standards|preferences)\W*$/i
const kindOfIt = /^(?:that|this) (?:kind|sort|type) of\s+(?=[a-zà-ž])/i

/** Whether a part is an order or a correction. Its listener knows what "it" is. */
function isAddressed({ masked }: SaidPart, place: number, { isCorrection }: SaidSentence): boolean {
  return (place === 0 && isCorrection) || (orderIn(masked) === 'standing' && !pointsBack.test(masked))
}

/** What is said of the place that the sentence before it names: "weather in porto? thats where i live now". */
const thatPlace = regex.i`^that'?s where (?:i|we) (?:live|work|study|grew up|was born)(?: now| too| btw| currently| these days)?[.!]*$`
const namesPlace =
  /\b(?:in|from|near|around) (?!(?:the|an?|my|your|this|that|it|there|here|general|case|fact|me|us|you|do|be|get|see|know|make|find|use|have|go)\b)(?:\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*|\p{Ll}{3,})/u
/** Languages and times, which one may read or meet in. */
const noPlace = regex.i`^\S+ (?:${answerLanguages}|python|java|excel|theory|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)$`

function completed(part: SaidPart, at: number, last: SaidSentence | undefined): SaidPart | undefined {
  const lead = kindOfIt.exec(part.masked)?.[0].length ?? 0
  if (lead > 0) return { ...part, text: part.text.slice(lead), masked: part.masked.slice(lead) }
  const isOfPerson = at === 0 && /^(?:s?he|his|her)\b/i.test(part.masked)
  const said = isOfPerson ? last?.parts.findLast(({ masked }) => mayNamePerson(masked)) : last?.parts.at(at - 1)
  // A sentence that leans itself may still name the person: "It's me and my wife Ann. She …".
  const before = said && leaningOf(said.masked) ? phraseIn(said)[0] : said
  const place = before && at === 0 && thatPlace.test(part.masked) ? namesPlace.exec(before.masked)?.[0] : undefined
  if (place !== undefined && !noPlace.test(place))
    return { ...part, text: `${place}, ${part.text}`, masked: `${place}, ${part.masked}` }
  const about = said && headed(part, said, at === 0 && last?.isQuestion === true)
  if (about) return about
  if (!before || before.isRequest || last?.isQuestion) return undefined
  if (before.masked.split(' ').length < 3 || before.text.length + part.text.length > longestJoined) return undefined
  const stop = at > 0 ? '; ' : stopOf(before.text)
  return { ...part, text: `${before.text}${stop}${part.text}`, masked: `${before.masked}${stop}${part.masked}` }
}

/** Words that join a mere noun to a clause. */
const joinsNoun = /\b(?:given|considering|especially|particularly|including)(?: after)?$/

/** What follows a single dash, behind five words or more. */
const aside = /(?<=^(?:[^\s—–]+ ){4,60}[^\s—–]+ ?)[—–][^—–]*$/u
/** Words with which it states something: "my", "is", "has". */
const states =
  /\b(?:my|our|who|i['’]?m|we['’]re|is|are|has|have|(?:s?he|it)['’]s|can['’]?t|cannot|must|allerg[a-z]*)\b/i

/** A clause without what is added behind a dash, by which it is not judged if that states nothing. */
function withoutAside(masked: string): string {
  const added = aside.exec(masked)?.[0] ?? ''
  return added === '' || states.test(added) || kindOf(added, () => true).topic === 'health'
    ? masked
    : masked.slice(0, -added.length)
}

const programText = /^(?:const|let|var|import|export|return|function|class|def|public|private|#include)\s.*[=;(){}]/

/** Whether a clause is mostly code or quotation. */
function isForeign(masked: string): boolean {
  if (programText.test(masked)) return true
  return (masked.match(/¤/g)?.length ?? 0) > masked.length * 0.6
}

function clauseOf(part: SaidPart, place: number, sentence: Heard, { own, whole, ...shape }: Shape, scene: Scene): Said {
  const { text, masked: written } = clipped(part)
  const typed = meant(written)
  const masked = shape.isPhrase ? typed : voiced(withoutAside(typed))
  const can = (own ?? typed) === masked ? sentence.can : filter()(masked).can
  const words = masked.toLowerCase().match(word) ?? []
  const isCorrection = place === 0 && sentence.isCorrection
  return {
    ...part,
    ...shape,
    ...scene.said,
    text: whole ?? text,
    masked,
    words,
    has: new Set(words),
    can,
    sentence: sentence.text,
    afterthought: sentence.afterthought,
    rule: sentence.rule,
    opening: place === 0 ? sentence.opening : '',
    isCorrection,
    isQuestion: sentence.isQuestion,
    asksElsewhere: scene.asking > Number(asks(sentence)),
    ...kindOf(masked, can),
    order:
      part.isLocal && orderIn(typed) !== 'standing'
        ? 'local'
        : isCorrection
          ? undefined
          : holdsAlways.test(own ?? '') || isListed(part, sentence)
            ? 'standing'
            : orderIn(own ?? typed),
    family: scene.families.get(sentence.text),
    news: newsIn(masked, scene),
  }
}

const filter = lazy(() => createPatternFilter([...kindPatterns, ...features.flatMap(({ pattern }) => pattern ?? [])]))

const word = /[\p{L}\p{N}][\p{L}\p{N}']*/gu
const telling = /(?<=[\p{Ll},;:'] )\p{Lu}[\p{L}\d]+|\d[\d.,:]*/gu

/** Counts the names and numbers that the previous message lacks. */
function newsIn(masked: string, { beforeLower }: Scene): number {
  return (masked.match(telling) ?? []).filter((one) => !beforeLower.includes(one.toLowerCase())).length
}

const dangling = /(?:,? (?:and|but|so|or|that|because|which|to|of|in|at|for|with|an?|the|my|our))+$/i
function clipped({ text, masked }: SaidPart): Pick<Said, 'text' | 'masked'> {
  if (text.length <= longestText) return { text: text.toWellFormed(), masked }
  const comma = text.lastIndexOf(', ', longestText)
  const space = comma > longestText / 2 ? comma : text.lastIndexOf(' ', longestText)
  const cut = text.slice(0, Math.max(space, 1)).replace(dangling, '')
  return { text: cut.toWellFormed(), masked: masked.slice(0, cut.length) }
}

const past =
  'started|switched|migrated|defended|submitted|got|had|found|quit|moved|bought|sold|passed|failed|joined|finished|gave up|dropped|changed|went|decided|broke|tore|sprained|hired|upgraded|raised|became|lost|won|adopted|booked|learned|learnt|grew up|studied|worked|lived|retired|graduated|ran|did my|saw (?:my|a|the|an)?|signed (?:up|the|a)|diagnosed'
const present = source`want|love|like(?! (?:in|on|at|when|that|an?|i|we|you|he|she|it|they)\b)(?= \S+ \S)|hate|prefer|live|work|own|speak|play|teach|study|run|(?:can't|cannot|don't) (?=eat|drink|drive|smoke|own|speak|like|hear|see|swim)|never (?=eat|drink|use|had|drive|fly|smoke|take)`
const doing = source`doing|living|working|starting (?=at (?!\d|[$€£]|the\b|an?\b|my\b|no)|as an? )|learning|studying|training|moving|saving|raising|expecting|renting|renovating|retiring|getting (?:married|divorced)|taking (?=[a-zà-ž]+ (?:\d|for|every|once|twice))`
const state = source`on (?:parental|maternity|paternity|sick|medical) leave|in (?:year|grade) \d|from (?=[^,]{2,25}(?: originally\b|,? (?:but|living|now)\b))|allergic|lactose|coeliac|celiac|pregnant|vegan|vegetarian|diabetic|married|divorced|single|retired|left-handed|dyslexic|autistic`
/** A clause without its subject: "started sertraline", "doing maths at A level", "on parental leave". */
const dropped = {
  'I ': regex.i`^(?:(?:just |finally |recently |already |also )?(?:${past})\b(?! (?:it|that|this|them|an? (?:error|bug|question)|to (?:know|say|see)|fun|you)\b)|(?:also |just |really )?(?:${present})(?: |$)(?!(?:it|that|this|them|you|your|how|when|what|me|not|the (?:idea|sound|way))\b))`,
  "I'm ": regex.i`^(?:currently |now |still |also )?(?:(?:${doing})\b(?! (?:it|that|this|so)\b)(?!.*\b(?:is|are|was|gives|makes|sounds|looks|feels|takes|seems|can|would)\b)|(?:${state})\b)`,
}
/** What is the speaker's when no owner is said: "company is Loopline", "wife is vegetarian". */
export const bareOwned: RegExp =
  /^(?:company|runway|team|boss|manager|supervisor|landlord|landlady|budget|rent|salary|stack|backend|frontend|database|wife|husband|girlfriend|boyfriend|gf|bf|partner|mum|mom|dad|mother|father|sister|brother|son|daughter|dog|cat|kids|flat|apartment|school|birthday|timezone|phone|laptop|coach|lawyer|maid of honou?r|best man|doctor|doc|gp|physio|therapist|neurologist|cardiologist|editor|advisor|supplier|thesis|surname|name)(?='s | (?:is|are|has|have|was|lives?|works?|moved|turned|died|left|started|got|says?|said|told|wants|upped|raised|put|prescribed|hates?|loves?|likes?|ends|starts|begins|runs|speaks|plays)\b)/i
/** Days, places and people of a project, put plainly: "launch is october 15", "Farida owns redis". */
const plainly = regex.i`^(?:the )?(?=(?:launch|release|go-live|deadline|kick-?off|code freeze|cut-?over|board meeting|(?:fiscal|financial) year)(?: for \S{2,20}(?: \S{2,20})?)? (?:is|starts?|begins|ends|slipped to)(?: now)?(?: (?:on|in|at|set for))? (?:(?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|q[1-4]\b|\d{1,2}[/.]\d)|(?:(?:staging|prod(?:uction)?)(?: db| database| server)?|(?:aws )?region|repo|(?:incident|support|alerts?|team) channel|(?:main|default|release) branch) (?:is(?: on| at| in)?|lives (?:in|on)|runs on) (?!read|\S*%|\d+[.,]?\d*(?: |$))(?=[^\s,]*[a-z])[^\s,]*[\d./#_-][^\s,])`
const holders = regex.u`^(?:[Tt]he )?(?=(?:[Cc]lient|[Cc]ustomer|(?:[Pp]eer )?[Rr]eviewer|[Aa]ccount manager|[Tt]ech lead|[Pp]roduct owner) is (?:Dr\.? \p{Lu}|(?:Mrs?|Ms)\.? \p{Lu}|\p{Lu}\p{Ll}+ \p{Lu})|(?:\p{L}+ )?(?:questions|tickets|escalations|refunds|bugs|invoices|complaints|approvals|contracts) (?:all )?go to (?:\p{Lu}|[#@]\p{L})|\p{Lu}\p{Ll}+ (?:covers for (?:me\b|\p{Lu})|is (?:responsible for|in charge of) (?:the |our )?\p{Ll}|owns (?:the |our )?(?:redis|network|schema|database|db|billing|payments|infra(?:structure)?|auth|search|checkout|docs|onboarding|roadmap|frontend|backend|api|pipelines?|platform|deploys|releases|budget)\b))`

/** How people close a line in a chat, whatever it says. */
const closing =
  /(?:,?\s+(?:lo+l+|lmf?ao+|(?:ha){2,}h?|omg|tho|tbh|ngl|fr|ig|rn|so yeah|(?<=\S \S+ \S+ )btw|(?:\p{Extended_Pictographic}[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}]*)+))+(?=[\s.!]*$)/iu

/** A clause as it is scored: spelled out, with the "I" and "my" that people leave out, without its closing words. */
function voiced(masked: string): string {
  const written = /\p{Ll}/u.test(masked) ? masked : masked.toLowerCase()
  const whole = spelledOut(written.replace(closing, '').replace(errand, '$1 have to'))
    .replace(plainly, 'Our ')
    .replace(holders, 'Our ')
  const subject = bareOwned.test(whole) ? 'My ' : Object.entries(dropped).find(([, clause]) => clause.test(whole))?.[0]
  return subject === undefined ? whole : `${subject}${whole.charAt(0).toLowerCase()}${whole.slice(1)}`
}
