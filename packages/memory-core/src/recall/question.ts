import { type Clock, isoTime, parseTime, parseUntil } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { archivedType } from '../indexing/passages-of.ts'
import {
  abortSignal,
  anything,
  checkShape,
  either,
  flag,
  type Shape,
  text,
  texts,
  wholeNumber,
} from '../option-checks.ts'
import { type Layer, type PassageQuery, searchedLayers } from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'
import { instancesOf } from '../text/kinds.ts'
import { patternOf, regex } from '../text/regex.ts'
import { isPersonal, isQuestion, sentenceEnds } from '../text/sentences.ts'
import { type AskedTime, monthsIn } from './asked-dates.ts'
import { saidTime } from './asked-time.ts'
import type { RecallOptions } from './recall.ts'

/** An analysed question. */
export interface Question {
  /** Analysed tokens to search for, {@link Question.instances} included. */
  terms: readonly string[]
  /** Terms that are instances of a kind that the question names, each with the term for the kind: guitar, instrument. */
  instances: ReadonlyMap<string, string>
  /** It is about the person asking: "where did I…". */
  personal: boolean
  /** Whose words it asks for. */
  of: AskedOf
  /** The kind of answer: "when" wants a time, "how many" a number. */
  wants?: 'time' | 'number'
  time?: AskedTime
  /** Terms that name the months of the time. */
  months: readonly string[]
  /** Terms of nothing but the time, unless it is a day: what was said in May rarely says "May", so they say little. */
  timeTerms: ReadonlySet<string>
  /** Analysed tokens of what it names beside a time: "what did we discuss last week?" nothing. Undefined without a time. */
  besideTime?: readonly string[]
  /** It asks for the current state: "what is my current record?". */
  isOfNow: boolean
  /** It is a message of a chat, which says something before it asks: "Hi. I finished chapter two. What is next?". */
  isMessage: boolean
}

const vagueWords =
  'many much time times type types kind kinds sort thing things name names call called say said tell told do done get got ' +
  'make made go went gone take took use used like think thought want mention mentioned discuss discussed way part ' +
  'previous throughout across item items aspect aspects different include including order conversation conversations long amount number total ' +
  'recall remember remind wonder back ever past pass receive happen list activity recommend achieve relate'
/** Terms that occur in many questions and say little: "how many", "what kind of". */
export const vague: ReadonlySet<string> = new Set(analyse(vagueWords, { stopWords: 'keep' }))

const now =
  /\b(?:now|nowadays|current|currently|latest|newest|these days|at the moment|at present|most recent|most recently)\b|(?<!\p{L})(?:jetzt|derzeit|zurzeit|momentan|aktuell\p{L}*|maintenant|actuel\p{L}*|ahora|actualmente|agora|atual\p{L}*|adesso|attual\p{L}*|momenteel|huidige?|сейчас|теперь)(?!\p{L})/iu
/** Maximum characters scanned. A longer question says at its beginning whose words it asks for, and what for. */
const searched = 1_000

/** A plan: when it is to be, nothing was said yet. "Can I have guests on 9 August?" */
const planning =
  /^\W*(?:(?:so|hey|hi|and|ok|okay|also|well),? )*(?:can|could|should|shall|may) (?:i|we)\b(?!.*\b(?:said|told|mentioned|discussed|talked|happened|did|was|were|had|ago|yesterday|last)\b)/i

/** Analyses a question. `at` is when it is asked, in ms. */
export function questionOf(text: string, at: number): Question {
  const asked = planning.test(text.slice(0, searched)) ? undefined : saidTime(text, at)
  const rest = asked === undefined ? text : text.toLowerCase().replaceAll('’', "'").replace(asked.said, ' ')
  const isVagueTime = asked !== undefined && ('from' in asked.time || asked.time.day === undefined)
  const of = askedOf(text)
  const wants = wantedOf(text)
  const terms = termsOf(text)
  const instances = instancesOf(terms)
  return {
    terms: [...terms, ...instances.keys()],
    instances,
    personal: isPersonal(text),
    of,
    ...(wants && { wants }),
    ...(asked && { time: asked.time, besideTime: analyse(subjectsIn(rest), { stopWords: 'keep' }) }),
    months: asked ? termsOf(monthsIn(asked.said).join(' ')) : [],
    timeTerms: isVagueTime ? onlyIn(asked.said, rest) : new Set(),
    isOfNow: asked === undefined && !of.assistant && now.test(text.slice(0, searched)),
    isMessage: asked === undefined && !of.assistant && isMessage(text.slice(0, searched)),
  }
}

/** The terms of a text that another does not have. */
function onlyIn(text: string, rest: string): ReadonlySet<string> {
  const others = new Set(termsOf(rest))
  return new Set(termsOf(text).filter((term) => !others.has(term)))
}

function isMessage(text: string): boolean {
  const [end = text.length] = sentenceEnds(text)
  return text.slice(end).trim() !== '' && !isQuestion(text.slice(0, end))
}

/** The terms to search for. A question of nothing but stop words is searched by those. */
export function termsOf(query: string): string[] {
  const terms = analyse(query, { use: 'query' })
  return terms.length > 0 ? terms : analyse(query, { stopWords: 'keep', use: 'query' })
}

/** Whose words a question asks for, and for what purpose. */
interface AskedOf {
  /** What the assistant said: "what did you recommend?". */
  assistant: boolean
  /** Advice: the user's preferences and standing instructions matter for the answer. */
  advice: boolean
  /** A summary: both sides count alike. */
  summary: boolean
}

const verbs =
  'recommend|suggest|say|tell|give|mention|explain|advise|provide|propose|describe|help|list|show|share|outline|write|come up|offer'
const pastVerbs =
  'recommended|suggested|said|told|gave|mentioned|explained|advised|provided|proposed|described|helped|listed|showed|shared|outlined|wrote|came up|offered'
const assistant = patternOf(
  [
    `\\bdid you (?:\\p{L}+ ){0,2}(?:${verbs})\\b`,
    `\\b(?:you|assistant)(?:'ve| have| had)? (?:\\p{L}+ )?(?:${pastVerbs})\\b`,
    '\\bremind me\\b',
    '\\btrying to (?:recall|remember)\\b',
    '\\b(?:do|can|did|if) you (?:still )?(?:recall|remember)',
    '\\byour (?:\\p{L}+ )?(?:recommendation|suggestion|advice|answer|explanation|response|list|reply|plan)s?\\b',
    '\\b(?:our|previous|last|earlier) (?:previous |last |earlier )?(?:conversation|chat|discussion)s? about\\b',
    '\\b(?:hast|hattest) du\\b.{0,80}\\b(?:empfohlen|vorgeschlagen|gesagt|genannt|erklärt|geraten)\\b',
    "\\b(?:as-tu|avez-vous|tu m'as|vous m'avez)\\b.{0,40}\\b(?:recommandé|suggéré|proposé|dit|conseillé|expliqué)",
    '\\bme (?:recomendaste|sugeriste|dijiste|aconsejaste|explicaste|propusiste)\\b',
  ].join('|'),
  'iu',
)
const advice = regex.iu`\b(?:would|could|can|do|should) (?:you|i|we)\b|\bhow (?:do|should|can|could) i\b|\bwhat (?:are|is) (?:some|the best|a good)\b|\b(?:kannst|könntest|würdest) du\b|\b(?:wie|was|womit) soll(?:te)? ich\b|\b(?:peux-tu|pourrais-tu|devrais-je)\b|\b(?:puedes|podrías|debería)\b`
const past = /\b(?:did|have|has|was|were|had|summar|order in which|hast|habe|hatte|war)\b/iu
const summary =
  /\b(?:summar(?:y|i[sz]e)|overview|recap|zusammenfass\p{L}*|überblick|résum\p{L}*|resum\p{L}*|riassun\p{L}*|samenvat\p{L}*)(?!\p{L})/iu

/** Determines whose words a question asks for. Linear in its first 1,000 characters. */
export function askedOf(question: string): AskedOf {
  const text = question.slice(0, searched).replaceAll('’', "'")
  return {
    assistant: assistant.test(text),
    advice: advice.test(text) && !past.test(text),
    summary: summary.test(text),
  }
}

const wantsTime =
  /^[\s¿]*(?:when(?:['’]s| (?:is|are|am|was|were|do|does|did|have|has|had|will|would|can|should))\b|(?:(?:on|in|at|since|by|until) )?(?:what|which) (?:day|date|month|year|time|week|season)\b|how long ago\b|(?:(?:seit|bis|ab) )?wann\b|(?:depuis )?quand\b|(?:desde |hasta )?cuándo(?!\p{L})|(?:da |desde )?quando\b|wanneer\b|когда(?!\p{L}))/iu
const wantsNumber =
  /\b(?:how (?:many|much|long|old|often|far)|wie ?(?:viele?|lange|oft|alt|weit)|combien|quant[oaie]s?|hoe ?(?:veel|lang|vaak|oud|ver))\b|(?<!\p{L})(?:cuánt[oa]s?|сколько)(?!\p{L})/iu

function wantedOf(question: string): Question['wants'] {
  const text = question.slice(0, searched)
  if (wantsTime.test(text)) return 'time'
  return wantsNumber.test(text) ? 'number' : undefined
}

/**
 * Words that name no subject beside a time: "what did we talk about", "was haben wir besprochen". English, German,
 * French, Spanish, Portuguese, Italian, Dutch, Russian.
 */
const idle: ReadonlySet<string> = new Set(
  (
    'what which who whom where when how was were is are did do does done doing have has had been be being am i we you us me my our your it they ' +
    "that this these those there here of at in on to from with for about around during by as the a an and or so then what's whats i've we've " +
    'all any anything everything something things thing stuff topic topics subject subjects event events conversation conversations chat chats message messages ' +
    'discussion discussions summary overview talk talked talking discuss discussed discussing say said saying tell told speak spoke spoken chatted mention mentioned ' +
    'happen happened happening go goes going went gone occur occurred come came up new can could would should will please give show list remind remember know ' +
    'recap summarize summarise date time ' +
    'wer wen wem wo wann wie welche welches welcher waren sind ist war hat habe haben hatte hatten wurde wurden worden gewesen ich wir du ihr uns mir mich es man das die der den ' +
    'dem des ein eine einen und oder so über von am im an auf mit bei zu los gab gibt alles etwas dinge themen thema ereignisse gespräch gespräche ' +
    'besprochen gesprochen gesagt geredet erzählt passiert geschehen gemacht getan diskutiert unterhalten worüber wovon zusammenfassung erinnere ' +
    "que qu quoi qui où quand comment quel quelle quels quelles est-ce est ce c'est qu'est qu'est-ce s'est a-t-on a-t-il ai as a avons avez ont avait avions était je nous on tu vous il se s " +
    "le la les l un une des de du d et ou en au aux sur avec pour par dans à y fait parlé dit discuté passé arrivé raconté j'ai qu'avons-nous avons-nous avez-vous ai-je sujets choses tout résumé " +
    'qué quién dónde cuándo cómo cuál cuáles es fue fueron era hubo hay he has ha hemos han había yo nosotros tú se lo los las el al del con por para sobre y o un una sus ' +
    'hablamos hablado hablé dijimos dijo dije dicho discutimos pasó pasado ocurrió sucedió hicimos hice hizo hecho tratamos conversamos temas tema cosas todo resumen conversación ' +
    'o quê quem onde quando como qual quais foi foram eu nós você se os as um uma do da dos das em no na nos nas com sobre e ou ' +
    'falamos falei falado dissemos disse dito discutimos aconteceu fizemos fiz fez feito conversamos assuntos assunto coisas tudo resumo conversa ' +
    'cosa che chi dove quando come quale quali è sono stato stata stati era erano ho hai ha abbiamo avete hanno io noi tu si ci di del della dei delle lo gli i un una il nel nella con su per e ' +
    'parlato detto discusso successo accaduto fatto argomenti argomento cose tutto riassunto conversazione ' +
    'wat wie waar wanneer hoe welk welke was waren is zijn ben heb hebt heeft hebben had hadden ik wij we jij je jullie het er de een van over in op met bij voor en of te ' +
    'besproken gesproken gezegd gepraat gebeurd gedaan verteld onderwerpen onderwerp dingen alles samenvatting gesprek waarover ' +
    'что чем чём о об обо кто где когда как какой какая какие какое был была было были есть я мы ты вы мной нами нас нам мне это то и или в на с со по у за ли ' +
    'обсуждали говорили сказали сказал сказала произошло случилось делали сделали сделал сделала было темы тема события всё все разговор разговоры'
  ).split(' '),
)
const word = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu
/** Maximum characters of a question without a subject; a longer one has one. */
const longest = 300

/** The words of a text that may name a subject. All of a text of more than 300 characters, which always names one. */
function subjectsIn(text: string): string {
  if (text.length > longest) return text
  const words = text.toLowerCase().replaceAll('’', "'").match(word) ?? []
  return words.flatMap((one) => (idle.has(one) ? [] : one.split(/['-]/).filter((part) => !idle.has(part)))).join(' ')
}

/** A checked recall request; it keeps no reference to the caller's objects. */
export interface RecallRequest {
  question: Question
  search: PassageQuery
  limit: number
  /** Ids of passages and of messages. */
  excluded: ReadonlySet<string>
  /** The path of a file; records that apply only to other files are left out. */
  scope: string | undefined
  /** When the question is asked, in ms. */
  atMs: number
  /** The moment whose state is asked for, in ms; undefined for now. */
  asOfMs: number | undefined
}

const usualLimit = 10
/** Minimum candidates that are ranked, and the number for each item asked for. */
const leastCandidates = 120
const spare = 2
const mostExcluded = 1_000

/**
 * Checks a recall request. `layers` are the layers that are on.
 * @throws MemoryError `bad-input`, `layer-off`
 */
export function toRequest(
  query: string,
  options: RecallOptions,
  layers: readonly Layer[],
  clock: Clock,
): RecallRequest {
  checkShape(options, recallShape, 'recall', 'bad-input')
  if (typeof query !== 'string')
    throw new MemoryError('bad-input', `the query is ${shown(query)}, expected a text to search for`)
  const { limit = usualLimit, since, until, sessions, type, at, scope } = options
  const atMs = at === undefined ? clock() : parseTime(at, 'at')
  const question = questionOf(query, atMs)
  const excluded = new Set(options.exclude)
  const asOfMs = options.asOf === undefined ? undefined : parseTime(options.asOf, 'asOf')
  // With `asOf`, later passages are dropped after the search, so it asks for more.
  const leftOut = asOfMs === undefined ? Math.min(excluded.size, mostExcluded) : mostExcluded
  const search: PassageQuery = {
    terms: question.terms,
    limit: Math.max(leastCandidates, limit * spare) + leftOut,
    layers: wantedLayers(options.layers, layers),
    ...(sessions && { sessions: [...sessions] }),
    // With the archived records of each type.
    ...(type !== undefined && { types: [type].flat().flatMap((one) => [one, archivedType(one)]) }),
    ...(since !== undefined && { since: isoTime(parseTime(since, 'since')) }),
    ...(until !== undefined && { until: isoTime(parseUntil(until)) }),
  }
  return { question, search, limit, excluded, scope, atMs, asOfMs }
}

function wantedLayers(wanted: readonly Layer[] | undefined, layers: readonly Layer[]): readonly Layer[] {
  for (const layer of wanted ?? [])
    if (!searchedLayers.includes(layer))
      throw new MemoryError(
        'bad-input',
        `there is no layer ${shown(layer)} to recall from, expected ${layers.join(', ')}`,
      )
    else if (!layers.includes(layer))
      throw new MemoryError(
        'layer-off',
        `the layer ${shown(layer)} is off, expected ${layers.join(', ')}: turn it on with the option ${layer}: {}`,
      )
  return [...(wanted ?? layers)]
}

/** Maximum items of one recall. */
const maxLimit = 1_000

const recallShape: Shape = {
  limit: wholeNumber(1, maxLimit),
  layers: texts,
  sessions: texts,
  type: either(text, texts),
  scope: text,
  since: anything,
  until: anything,
  at: anything,
  asOf: anything,
  exclude: texts,
  whole: flag,
  explain: flag,
  signal: abortSignal,
}
