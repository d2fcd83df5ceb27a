import { largeRegex, regex } from '../../text/regex.ts'
import { acquaintance, female, male } from '../persons.ts'
import { englishRules, rememberThat } from '../rules/rules-english.ts'
import type { Statement } from '../statement.ts'
import { kindOf } from './kinds.ts'
import { leaningOf } from './leaning.ts'
import { devices, isAboutForm, isSecret, orderIn } from './orders.ts'
import { tells } from './phrases.ts'
import type { SaidPart, SaidSentence } from './said-parts.ts'
import { keptWorth } from './worth.ts'

/* Sentences that say nothing by themselves: they make a secret of what was said before, ask to remember it, or narrow it. */

/** Maximum characters behind a statement. */
const longestAfterthought = 150

/** What stands behind a statement with one more sentence, which is left out if it is there or is too long. */
export function lengthened(afterthought: string, sentence: string): string {
  const whole = `${afterthought}${sentence}`
  return afterthought.includes(sentence) || whole.length > longestAfterthought ? afterthought : whole
}

/** A wish about a person, whom an earlier sentence names: "don't bring him up". */
const ofPerson = /\b(?:about|mention|bring|leave|keep|put|show) (?:(him)|(her)|them)\b/i
const person =
  /\b(?:someone|guy|man|woman|girl|boy|named|called|(?:boy|girl)friend|daughter|son|brother|sister|dating|married|name(?: is|'s))\b|^\p{Lu}\p{Ll}+(?:'s| (?:and I|is|has)\b)/u
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
    const secret = sentence.parts.find(({ masked }) => isSecret().test(masked))
    if (!secret) continue
    const left = sentence.parts.filter(({ masked }) => !isSecret().test(masked))
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
const ofOneText = regex.i`^(?:(?:in|for|on) (?:this|the|that) [^,:]{2,30}[,:] |(?:please |pls |can you |could you |now )*(?:write|draft|compose|make|create|prepare|post|reply|respond|send|translate|summari[sz]e|rewrite|turn|generate|design|shorten|polish|proofread|edit|condense|clean up) (?:me |us |up )?(?:an?|the|this|that|these|my|our|to|another|it|her|him|them|\d+)\b)|\b(?:i )?need (?:an?|the) (?:[a-zà-ž\d-]+ ){0,2}(?:reply|e-?mail|mail|letter|text|draft|brief|note|memo|message|summary|announcement)\b`
/** Orders about the form of a text, which hold for the one at hand unless they say more. */
const aboutText = regex.i`^(?!.*\b(?:always|never|from now on|every|me|answers|replies|responses)\b)(?:please )?(?:no (?:${devices})|(?:answer|reply|respond|write) in |sign |be |keep |(?:under|max|about|around|at most|no more than|less than|up to) (?:\d|one|two|three)|(?:plain|short|formal|friendly)\b)`

/** Makes rules of orders about many texts: "In code reviews, be short. No praise." One for a task is none. */
export function passScope(sentences: readonly SaidSentence[]): void {
  let lead: string | undefined
  let isOfOne = false
  for (const sentence of sentences) {
    const many = ofTexts().exec(sentence.text)?.[0]
    const said = sentence.text.slice((many?.length ?? 0) + 2)
    const begins = many !== undefined || ofOneText.test(sentence.text)
    const goesOn = sentence.parts.every(({ masked }) => isGeneral(masked))
    if (many !== undefined && (isGeneral(said) || isAboutForm(said))) sentence.rule ??= { lead: '' }
    if (!begins && goesOn && lead !== undefined) sentence.rule ??= { lead }
    if (!begins && isOfOne) for (const part of sentence.parts) part.isLocal = aboutText.test(part.masked)
    if (!begins && goesOn) continue
    // What follows another task may be about its text: "In emails, be formal. Write one to Ben. No emojis."
    const isTask = lead !== undefined && sentence.parts.some(({ masked }) => orderIn(masked) === 'local')
    isOfOne = many === undefined && (begins || isTask || isOfOne)
    lead = many
  }
}

function isGeneral(said: string): boolean {
  return aboutText.test(said) || (orderIn(said) ?? 'local') !== 'local'
}

const ofBeing = /^[.!?…\s]+(?:(?:he|she|they)(?:'?s)?|it(?:'?s| is| was| turned out to be)) /i
/** A sentence that says who a person is, or what they take, and is more than a remark: "He is a lab technician." */
const addition = regex.i`^[.!?…\s]+(?:(?:i|we)(?:'ll| will| shall) then\b|(?:his|her|their) [a-zà-ž]+ (?:is|are|has|works?|lives?)\b|(?:he|she|they) (?:(?:also|really) )?(?:hates?|loathes?|can't stand|likes|loves) (?!it\b|that\b|this\b|me\b|us\b|you\b|him\b|her\b|them\b|to\b|when\b|how\b)[a-zà-ž]{3,}(?: [a-zà-ž]+)?[.!]*$|(?:he|she|they)(?: (?:works?|lives?|teaches|studies|runs|speaks)\b| takes? (?!(?:care|after|over|part|time|pride|turns|naps?|photos|lessons|classes|forever|ages)\b)[a-zà-ž]{4,}|(?:'?s|'?re| is| are) (?:an?|the|at|in|from|my|our|allergic|\d+)\b))`

/** A statement with what was added to it, as what it was. */
function bothOf(first: Statement, next: Statement): Statement {
  const kind = first.kind === 'other' || next.kind === 'rule' ? next.kind : first.kind
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
