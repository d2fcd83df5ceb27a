import { largeRegex, regex, source } from '../../text/regex.ts'
import { endsInQuestion, type ProseLine } from '../prose/prose.ts'
import { englishRules, rememberThat } from '../rules/rules-english.ts'
import type { Statement } from '../statement.ts'
import { acquaintance, kindOf } from './kinds.ts'
import { leaningOf } from './leaning.ts'
import { devices, isAboutForm, isSecret, orderIn } from './orders.ts'
import { tells } from './phrases.ts'
import type { SaidPart, SaidSentence } from './said-parts.ts'
import { keptWorth } from './worth.ts'

/* Sentences that say nothing by themselves, but change what was said before them, in the same message or the last. */

/** What a correction surely begins with, and what it may begin with. */
const sure =
  'no,? wait|wait,? no|correction|typo|i meant?(?: to (?:say|write|type))?|(?:scratch|strike) that|my mistake|i misspoke|(?:i )?beg your pardon|i got (?:that|it) wrong|or rather|i should have said|let me correct (?:that|myself)'
const mark = largeRegex.i`^(?:ok(?:ay)?[\s,.]+)?(?:(?:${sure}|make (?:it|that)|(?:(?:it|that) )?should(?:'ve| have)? (?:be|been|read|say)|oh|ah|oops|whoops|ugh|er+m?|hm+|wait|hang on|hold on|(?:so |i'm )?s(?:or)?ry|apologies|well|no|nope|nah|actually|rather|my bad|edit|\*)(?:(?<=\*)|[\s,.:;!…–—-]+|$))+(?:(?:it|that|she|he|they)(?:'s|'re| is) )?`
const isSure = regex.i`(?:${sure})\b|^\*`
/** What a sentence about something said long before may begin with, or end with. */
const correcting = regex.i`\b(?:${sure}|s(?:or)?ry|oops|whoops|my bad)\b|^(?:oh )?(?:no|nope|nah|actually|wait|hang on|hold on)\b|^\*`
/** What is no mere value: a clause, a request, an interjection. */
const notValue =
  /^(?:i|we|you|he|she|it|they|there|this|that|these|my|our|can|could|would|will|what|how|why|when|where|who|which|please|let|do|does|did|don't|is|are|maybe|wow|really|seriously|honestly|obviously|literally|never ?mind|thanks?|sure|yeah|yes|ok|lol|look|come|just|like|not|for|to|the \S+ (?:is|are))\b/i
const weekday = source`(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)days?\b`
const month = source`(?:[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|[Mm]arch|[Aa]pril|May|[Jj]une|[Jj]uly|[Aa]ug(?:ust)?|[Ss]ept(?:ember)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|[Dd]ec(?:ember)?)\b`
/** The kinds of words of which one can be meant for another, each a group. */
const words = source`(?<date>(?:${weekday},? )?(?:(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|${month} \d{1,2}(?:st|nd|rd|th)?\b)(?:,? \d{4}\b)?)|(?<weekday>${weekday})|(?<month>${month})|(?<ordinal>\d+(?:st|nd|rd|th)\b)|(?<time>\d{1,2}(?::\d\d)? ?[ap]m\b|\d{1,2}:\d\d)|(?<number>[$€£]?\d+(?:[.,]\d+)*[k%€]?|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)|(?<name>(?<![\p{L}'-])(?!(?:I|My|We|Our|The|A|An|In|On|At|It|He|She|They|There|This|That|Now|Today)\b)(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}\p{M}'-]*(?: \p{Lu}[\p{L}\p{M}'-]*)*)`
const word = largeRegex.gu`${words}`
/** A mere value: "4 December", "27 actually", "27 not 28", "13, one left". */
const value = largeRegex.u`^(?:(?:on|at|in|to|from|by|with|about|called|named) )?(?:the )?(?<value>${words})(?<unit>(?: ?[a-zà-ž]+){0,3}?)(?<behind>,? (?:actually|sorry|i meant?|rather|instead|my bad|oops|in fact))?(?:,? (?:and )?not (?<old>[^,.;!?]{1,40}?))?(?:[.!]*|(?:[,;(] ?| (?=because |since ))(?<more>.+))$`

function partsOf(text: string) {
  const opening = mark.exec(text)?.[0] ?? ''
  const rest = text.slice(opening.length)
  const found: Groups = value.exec(rest.length > 120 ? '' : rest)?.groups ?? {}
  return { opening, rest, found, isMarked: `${opening}${found['old'] ?? ''}${found['behind'] ?? ''}` !== '' }
}

/** Whether a sentence says that it corrects something. */
export function corrects(sentence: string): boolean {
  return correcting.test(sentence)
}

/** A sentence without the words that a correction begins with. */
export function withoutCorrecting(sentence: string): string {
  return sentence.slice(mark.exec(sentence)?.[0].length ?? 0)
}

/**
 * Whether a message may change what the one before it says. It changes rather the reply between unless it says that it
 * corrects, and the reply has no other word of the kind.
 */
export function isAfterthought(text: string, own: string, between?: string): boolean {
  const { isMarked, opening, found } = partsOf(text)
  if (isSecret.test(text)) return between?.includes('?') !== true
  if (between === undefined || found['old']) return isMarked
  if (!isSure.test(opening) && !/sorry|oops|my bad/i.test(`${opening}${found['behind']}`)) return false
  const isOther = ({ 0: one, groups, index }: RegExpExecArray): boolean =>
    isOfKind(groups, found) &&
    !own.includes(one) &&
    // The capital of a sentence's first word makes no name.
    !(groups?.['name'] && /(?:^|[.!?:…]\s+)$/.test(between.slice(0, index)))
  return ![...between.slice(0, longestReply).matchAll(word)].some(isOther)
}

/** Maximum characters of a reply that are read. */
const longestReply = 4_000
type Groups = Readonly<Partial<Record<string, string>>>

function isOfKind(groups: Groups = {}, found: Groups): boolean {
  return Object.keys(groups).every((kind) => !groups[kind] === !found[kind])
}

/** Whether one of two names is the other with one or two letters changed that stand together. */
function isMisspelt(name: string, other: string): boolean {
  const shorter = Math.min(name.length, other.length)
  let start = 0
  while (start < shorter && name[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && name.at(-1 - end) === other.at(-1 - end)) end += 1
  const changed = Math.max(name.length, other.length) - start - end
  return start > 0 && changed < 3 && changed < start + end
}

/** Maximum characters behind a statement. */
const longestAfterthought = 150

/** What stands behind a statement with one more sentence, which is left out if it is there or is too long. */
function lengthened(afterthought: string, sentence: string): string {
  const whole = `${afterthought}${sentence}`
  return afterthought.includes(sentence) || whole.length > longestAfterthought ? afterthought : whole
}

/**
 * Sentences without the slips that the next one corrects in a few words, without a verb: "My flight is on 3 December.
 * Sorry, 4 December." Where it is not plain which word is meant, the correction is put behind its sentence.
 */
export function withSlipsCorrected(lines: readonly ProseLine[]): ProseLine[] {
  const all: ProseLine[] = []
  for (const line of lines) {
    const said = all.pop()
    all.push(...(said ? correction(said, line) : [line]))
  }
  return all
}

function correction(said: ProseLine, line: ProseLine): ProseLine[] {
  const { opening, rest, found, isMarked } = partsOf(line.masked)
  if (!isMarked || endsInQuestion(line.masked) || endsInQuestion(said.masked)) return [said, line]
  const { value: right = '', unit = '', name, old, more = '' } = found
  const meant = wordsMeant(said.masked, opening, found)
  const [first] = meant
  if (first && meant.length === 1 && !(name && (unit || (more && !old && !isSure.test(opening))))) {
    const change = (text: string) => `${text.slice(0, first.index)}${right}${text.slice(first.index + first[0].length)}`
    const left = more === '' ? [] : [{ ...line, text: line.text.slice(-more.length), masked: more }]
    return [{ ...said, text: change(said.text), masked: change(said.masked) }, ...left]
  }
  const isDay = !unit && dayOf(found) && [...said.masked.matchAll(word)].some(({ groups = {} }) => dayOf(groups))
  const isValue = opening !== '' && (meant.length > 0 || isDay) && !(name && `${unit}${more}`)
  const isClear = isSure.test(opening) && rest.split(' ').length < 5 && !notValue.test(rest || 'like')
  if (!isValue && !isClear && !/^(?:scratch|strike) that\W*$/i.test(line.masked)) return [said, line]
  return [{ ...said, afterthought: lengthened(said.afterthought ?? '', ` ${line.text}`) }]
}

/** The words of a sentence that a corrected value may stand for. */
function wordsMeant(said: string, opening: string, found: Groups): { 0: string; index: number }[] {
  const { value: right = '', unit = '', name, old } = found
  const alike = [...said.matchAll(word)].filter(({ 0: text, groups, index }) => {
    if (!isOfKind(groups, found) || text === right) return false
    if (old) return text.toLowerCase() === old.toLowerCase()
    const after = said.slice(index + text.length).trimStart()
    return name !== undefined || after.startsWith(unit.trim().slice(0, 4))
  })
  if (!name || old) return alike
  // A lone name may be no correction: "Sorry, Tom." One that is spelled much like another surely is.
  const single = (one: RegExpExecArray) =>
    [...one[0].matchAll(/\S+/g)].map((part) => ({ 0: part[0], index: one.index + part.index }))
  const similar = (right.includes(' ') ? alike : alike.flatMap(single)).filter(({ 0: text }) => isMisspelt(text, right))
  const isNamed = isSure.test(opening) || /actually|make/i.test(opening)
  return isNamed && similar.length === 0 ? alike.filter(({ index }) => index > 0) : similar
}

function dayOf({ date, weekday, month, ordinal }: Groups): string | undefined {
  return date ?? weekday ?? month ?? ordinal
}

/** A wish about a person, whom an earlier sentence names: "don't bring him up". */
const ofPerson = /\b(?:about|mention|bring|leave|keep|put|show) (?:(him)|(her)|them)\b/i
const person =
  /\b(?:someone|guy|man|woman|girl|boy|named|called|(?:boy|girl)friend|daughter|son|brother|sister|dating|married|name(?: is|'s))\b|^\p{Lu}\p{Ll}+(?:'s| (?:and I|is|has)\b)/u
const male = /\b(?:husband|boyfriend|father|dad|brother|son|uncle|nephew|guy|man|boy|he|his)\b/i
const female = /\b(?:wife|girlfriend|mother|mum|mom|sister|daughter|aunt|niece|woman|girl|she|her)\b/i
/** More about what was told before: "It helps a lot.", "due in May". A person's health stands by itself. */
const aside = (said: string): boolean =>
  /^(?:it|it's|that|that's|this|due)\b/i.test(said) ||
  (/^(?:he|she|they)\b/i.test(said) && kindOf(said, () => true).kind !== 'health')

/** Takes out what makes a secret of the sentence before it, or after it, and puts it behind that one. */
export function joinSecrets(sentences: readonly SaidSentence[]): void {
  // "9 weeks." is a figure about the sentence before.
  const isStatement = ({ parts: [first] }: SaidSentence): boolean => first !== undefined && !/^\d/.test(first.masked)
  // "Early days." tells nothing.
  const isTold = ({ text, parts, isQuestion }: SaidSentence): boolean =>
    !isQuestion &&
    parts.slice(0, 1).some(({ masked }) => !aside(masked) && (tells.test(masked) || / .* .* /.test(text)))
  for (const [at, sentence] of sentences.entries()) {
    const secret = sentence.parts.find(({ masked }) => isSecret.test(masked))
    if (!secret) continue
    const left = sentence.parts.filter(({ masked }) => !isSecret.test(masked))
    const isFirst = secret === sentence.parts[0]
    const earlier = sentences.slice(0, at).filter(isStatement)
    const meant = ofPerson.exec(secret.masked)
    const other = meant?.[1] ? female : meant?.[2] ? male : undefined
    const isMeant = ({ masked }: SaidPart): boolean =>
      (person.test(masked) || acquaintance.test(masked)) && other?.test(masked) !== true
    const told = (meant && earlier.findLast(({ parts }) => parts.some(isMeant))) ?? earlier.findLast(isTold)
    const before = isFirst ? (told ?? earlier.at(-1)) : sentence
    const said = before ?? (left.length > 0 ? undefined : sentences.slice(at + 1).find(isStatement))
    // "Don't tell anyone, but I'm …" is about its own sentence.
    const isOfItself = left.some(({ opener, masked }) => opener === 'but' && /^(?:i'?m|i|we)\b/i.test(masked))
    if (!said || (isFirst && (isOfItself || /^[^.!?]*:\s/.test(sentence.text)))) continue
    const isMore = !isFirst || left.some(({ masked }) => tells.test(masked))
    const text = isMore || sentence.text.length >= longestAfterthought ? secret.text : sentence.text
    const wish = `${isFirst ? '' : ','} ${text.slice(0, longestAfterthought - 2)}`
    // What stands between is secret, too.
    for (const one of said === told ? sentences.slice(sentences.indexOf(said) + 1, at) : [])
      if (aside(one.parts[0]?.masked ?? '') && `${said.afterthought} ${one.text}${wish}`.length < longestAfterthought) {
        said.afterthought += ` ${one.text}`
        one.parts = []
      }
    said.afterthought = lengthened(said.afterthought, wish)
    sentence.parts = isMore ? left : []
  }
}

/** "…, please remember that": the request for the sentence that it ends. */
const remembered = regex.iu`(?:^|[,;]\s+|\s[-–—]+\s+)${rememberThat}`
/** No statement to remember: a word or two, wisdom. */
const wisdom = /^(?:\S+(?: \S+)?|(?:you|your|life|love|time|nothing|everything|everyone|nobody|people|we all) .*)$/i

/** Takes out "please remember that", and makes explicit what it is about. */
export function joinRequests(sentences: readonly SaidSentence[]): void {
  for (const [at, sentence] of sentences.entries()) {
    const isWhole = englishRules.rememberBefore.test(sentence.text.slice(0, 200).replaceAll('’', "'"))
    const last = sentence.parts.at(-1)
    const tail = last && !isWhole ? (remembered.exec(last.masked.slice(-100))?.[0].length ?? 0) : 0
    if (!isWhole && tail === 0) continue
    sentence.parts.splice(isWhole ? 0 : -1)
    const cut = (said: string): string => said.slice(0, said.length - tail)
    if (last && !isWhole && tail < last.text.length)
      sentence.parts.push({ ...last, text: cut(last.text), masked: cut(last.masked) })
    const about = isWhole ? sentences[at - 1] : Object.assign(sentence, { isQuestion: false })
    if (!about?.isQuestion)
      for (const part of about?.parts ?? []) part.isExplicit ||= !part.isRequest && !wisdom.test(part.masked)
  }
}

/** Many texts that an order is for, "In code review comments, be short", and one: "For this mail: …", "Draft a reply". */
const ofTexts = largeRegex.i`^(?:when(?:ever)? (?:you|i) (?:write|reply|answer|respond)(?! (?:me|it|this|the)\b)[^,:]{2,40}|(?:in|for|on) (?:all |any |my |our |your )?(?:[a-zà-ž-]+ ){0,2}(?:comments|e?-?mails|messages|letters|repl(?:ies)|posts|reports|tweets|captions|commits|prs|descriptions|tickets|summaries|docs|slides|minutes|invoices|reviews))(?=[,:] )`
const ofOneText =
  /^(?:(?:in|for|on) (?:this|the|that) [^,:]{2,30}[,:] |(?:please |pls |can you |could you |now )*(?:write|draft|compose|make|create|prepare|post|reply|respond|send|translate|summari[sz]e|rewrite|turn|generate|design) (?:me |us |up )?(?:an?|the|this|that|my|our|to|another|it|her|him|them)\b)/i
/** Orders about the form of a text, which hold for the one at hand unless they say more. */
const aboutText = regex.i`^(?!.*\b(?:always|never|from now on|every|me|answers|replies|responses)\b)(?:please )?(?:no (?:${devices})|(?:answer|reply|respond|write) in |sign |be |keep |(?:under|max|about|around|at most|no more than|less than|up to) (?:\d|one|two|three)|(?:plain|short|formal|friendly)\b)`

/** Makes rules of orders about many texts: "In code reviews, be short. No praise." One for a task is none. */
export function passScope(sentences: readonly SaidSentence[]): void {
  let lead: string | undefined
  let isOfOne = false
  for (const sentence of sentences) {
    const many = ofTexts.exec(sentence.text)?.[0]
    const said = sentence.text.slice((many?.length ?? 0) + 2)
    const begins = many !== undefined || ofOneText.test(sentence.text)
    const goesOn = sentence.parts.every(({ masked }) => isGeneral(masked))
    if (many !== undefined && (isGeneral(said) || isAboutForm(said))) sentence.rule ??= { lead: '' }
    if (!begins && goesOn && lead !== undefined) sentence.rule ??= { lead }
    if (!begins && isOfOne) for (const part of sentence.parts) part.isLocal = aboutText.test(part.masked)
    if (!begins && goesOn) continue
    // What follows another task may be about its text: "In emails, be formal. Write one to Ben. No emojis."
    const isTask = lead !== undefined && sentence.parts.some(({ masked }) => orderIn(masked) === 'local')
    isOfOne = many === undefined && (begins || isTask)
    lead = many
  }
}

function isGeneral(said: string): boolean {
  return aboutText.test(said) || (orderIn(said) ?? 'local') !== 'local'
}

const ofBeing = /^[.!?…\s]+(?:he|she|they)(?:'?s)? /i
/** A sentence that says who a person is, or what they take, and is more than a remark: "He is a lab technician." */
const addition =
  /^[.!?…\s]+(?:(?:i|we)(?:'ll| will| shall) then\b|(?:his|her|their) [a-zà-ž]+ (?:is|are|has|works?|lives?)\b|(?:he|she|they) (?:(?:also|really) )?(?:hates?|loathes?|can't stand|likes|loves) (?!it\b|that\b|this\b|me\b|us\b|you\b|him\b|her\b|them\b|to\b|when\b|how\b)[a-zà-ž]{3,}(?: [a-zà-ž]+)?[.!]*$|(?:he|she|they)(?: (?:works?|lives?|teaches|studies|runs|speaks)\b| takes? (?!(?:care|after|over|part|time|pride|turns|naps?|photos|lessons|classes|forever|ages)\b)[a-zà-ž]{4,}|(?:'?s|'?re| is| are) (?:an?|the|at|in|from|my|our|allergic|\d+)\b))/i

/** A statement with what was added to it, as what it was. */
function bothOf(first: Statement, next: Statement): Statement {
  const kind = first.kind === 'other' ? next.kind : first.kind
  const [worth, telling] = [Math.max(first.worth, next.worth), Math.max(first.telling, next.telling)]
  return { ...first, ...next, kind, worth, telling }
}

const joins = /^[.!?…,;\s]+(?:(?:and|but|so|or|because|since|as|considering|especially|given(?: that)?) )*/i

/**
 * Drops one of two statements worth keeping when the second is the first with the next sentence added: the longer one,
 * because most such sentences are remarks, unless the addition says who a person is, is worth keeping itself, or makes the statement binding.
 */
export function withoutCompleted(statements: readonly Statement[]): Statement[] {
  const left = new Map(statements.map((one) => [one, one]))
  for (const [at, first] of statements.entries()) {
    // Phrases of what was joined to the sentence before it.
    const isKept = first.worth >= keptWorth && left.has(first) && !first.sentence.includes(first.text)
    for (const one of isKept ? statements.slice(at + 1, at + 3) : [])
      if (first.text.endsWith(one.text) && one.span === first.span && one.isBinding === first.isBinding)
        left.delete(one)
    const next = statements.slice(at + 1, at + 3).find(({ text }) => text.startsWith(first.text))
    if (next === undefined || first.worth < keptWorth || next.worth < keptWorth) continue
    const added = next.text.slice(first.text.replace(/[.!?…]+$/, '').length)
    const isApart = leaningOf(added.replace(joins, '')) === undefined
    const isMore =
      isApart || addition.test(added) || (ofBeing.test(added) && kindOf(added, () => true).kind === 'health')
    left.delete(isMore || (next.isBinding && !first.isBinding) ? first : next)
    if (isApart && first.until === undefined) left.set(next, bothOf(first, next))
  }
  return [...left.values()]
}
