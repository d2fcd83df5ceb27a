import { largeRegex, source } from '../../text/regex.ts'
import { endsInQuestion, type ProseLine } from '../prose/prose.ts'
import { sentencesOf } from '../stated-sentences.ts'
import { lengthened } from './afterthoughts.ts'
import { type Amendment, amended, amendmentsOf, isOfReply, isSure, longestReply, openingOf } from './amendments.ts'
import { isSecret } from './orders.ts'

/* Corrections in a few words: of the same sentence, of the one before, or of the last message: "Sorry, 4 December." */

/** What is no mere value: a clause, a request, an interjection. */
const notValue =
  /^(?:i|we|you|he|she|it|they|there|this|that|these|my|our|can|could|would|will|what|how|why|when|where|who|which|please|let|do|does|did|don't|is|are|maybe|wow|really|seriously|honestly|obviously|literally|never ?mind|thanks?|sure|yeah|yes|ok|lol|look|come|just|like|not|for|to|the \S+ (?:is|are))\b/i
const weekday = source`(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)days?\b`
const month = source`(?:[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|[Mm]arch|[Aa]pril|May|[Jj]une|[Jj]uly|[Aa]ug(?:ust)?|[Ss]ept(?:ember)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|[Dd]ec(?:ember)?)\b`
/** The kinds of words of which one can be meant for another, each a group. */
const words = source`(?<date>(?:${weekday},? )?(?:(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|${month} \d{1,2}(?:st|nd|rd|th)?\b)(?:,? \d{4}\b)?)|(?<weekday>${weekday})|(?<month>${month})|(?<ordinal>\d+(?:st|nd|rd|th)\b)|(?<time>\d{1,2}(?::\d\d)? ?[ap]m\b|\d{1,2}:\d\d)|(?<number>[$€£]?\d+(?:[.,]\d+)*[k%€]?|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)|(?<name>(?<![\p{L}'-])(?!(?:I|My|We|Our|The|A|An|In|On|At|It|He|She|They|There|This|That|Now|Today)\b)(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}\p{M}'-]*(?: \p{Lu}[\p{L}\p{M}'-]*)*)`
const word = largeRegex.gu`${words}`
/** A mere value: "4 December", "27 actually", "13, one left". */
const value = largeRegex.u`^(?:(?:on|at|in|to|from|by|with|about|called|named) )?(?:the )?(?<value>${words})(?<unit>(?: ?[a-zà-ž]+){0,3}?)(?<behind>,? (?:actually|sorry|i meant?|rather|instead|my bad|oops|in fact))?(?:[.!]*|(?:[,;(] ?| (?=because |since ))(?<more>.+))$`

function partsOf(text: string) {
  const opening = openingOf(text)
  const rest = text.slice(opening.length)
  const found: Groups = value().exec(rest.length > 120 ? '' : rest)?.groups ?? {}
  return { opening, rest, found, isMarked: `${opening}${found['behind'] ?? ''}` !== '' }
}

/** What a sentence amends by naming the thing or the wrong word: "no wait, choir's on Mondays", "27, not 28". */
function slipIn(text: string): Amendment | undefined {
  const opening = openingOf(text)
  if (opening === '' && !(text.length < 60 && text.includes(' not '))) return undefined
  const [slip] = amendmentsOf(text.slice(opening.length), { isSure: opening !== '' })
  return slip?.isAlone ? slip : undefined
}

/**
 * Whether a message may change what the one before it says. It changes rather the reply between unless it says that it
 * corrects, and the reply has no other word of the kind.
 */
export function isAfterthought(text: string, own: string, between?: string): boolean {
  if (isSecret().test(text)) return between?.includes('?') !== true
  const slip = slipIn(text)
  if (slip)
    return !isOfReply(slip, text, between) && sentencesOf(own).some((one) => amended(one, slip, true) !== undefined)
  const { isMarked, opening, found } = partsOf(text)
  if (between === undefined) return isMarked
  if (!isSure.test(opening) && !/sorry|oops|my bad/i.test(`${opening}${found['behind']}`)) return false
  const isOther = ({ 0: one, groups, index }: RegExpExecArray): boolean =>
    isOfKind(groups, found) &&
    !own.includes(one) &&
    // The capital of a sentence's first word makes no name.
    !(groups?.['name'] && /(?:^|[.!?:…]\s+)$/.test(between.slice(0, index)))
  return ![...between.slice(0, longestReply).matchAll(word())].some(isOther)
}

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

/** Where a sentence may go on with a correction of itself, and the value that this begins with. */
const joint = /[,;]\s+|\s+[-–—]+\s+|\s+\((?=\D)/g
const right = largeRegex.u`^(?:(?:on|at|in|to|from|with|called|named) )?(?:the )?(?<value>${words})`

/** Nothing, a unit, or more about the value: no clause of its own, as in "sorry, 2 are at school". */
const goesOn =
  /^(?: ?[a-zà-ž%]{1,9})?(?:[,.!)]*$|[,)]| (?:of|in|at|on|from|to|for|with|now|per|an?|and|but|every|each|this|next)\b)/

/** A sentence with the word that it corrects itself: "on 3 March - wait, no, 5 March". In one piece where none is plain. */
function ownSlipCorrected(line: ProseLine): ProseLine {
  if (openingOf(line.masked) !== '') return line
  for (const { 0: found, index } of line.masked.matchAll(joint)) {
    const from = index + found.length
    const opening = openingOf(line.masked.slice(from, from + 60))
    if (!isSure.test(opening) && !/\b(?:sorry|oops|no|nope|nah|wait)[\s,]*[,.!–—-]/i.test(opening)) continue
    const behind = line.masked.slice(from + opening.length)
    const { groups = {}, 0: { length } = '' } = right().exec(behind) ?? {}
    const isMeant = ({ groups: one }: RegExpExecArray): boolean =>
      isOfKind(one, groups) || (groups['date'] !== undefined && one?.['ordinal'] !== undefined)
    const wrong = [...line.masked.slice(0, index).matchAll(word())].findLast(isMeant)
    const unit = wrong ? line.masked.slice(wrong.index + wrong[0].length, index) : '?'
    if (
      wrong &&
      /^(?: ?[a-zà-ž%]+){0,2}$/.test(unit) &&
      !(groups['name'] && unit) &&
      goesOn.test(behind.slice(length))
    ) {
      const end = from + opening.length + length
      const own = line.masked.startsWith(unit, end) ? '' : unit
      const change = (text: string): string =>
        `${text.slice(0, wrong.index)}${groups['value'] ?? ''}${own}${text.slice(end).replace(/^[,)]/, '')}`
      return { ...line, text: change(line.text), masked: change(line.masked) }
    }
    const join = (text: string): string => `${text.slice(0, index)}, ${text.slice(from)}`
    if (isSure.test(opening) && !/^i mean/i.test(opening))
      return { ...line, text: join(line.text), masked: join(line.masked) }
  }
  return line
}

/**
 * Sentences without the slips that they or the next one correct in a few words, without a verb: "My flight is on 3
 * December. Sorry, 4 December." Where it is not plain which word is meant, the correction is put behind its sentence.
 */
export function withSlipsCorrected(lines: readonly ProseLine[]): ProseLine[] {
  const all: ProseLine[] = []
  for (const line of lines.map(ownSlipCorrected)) {
    const slip = all.length === 0 || endsInQuestion(line.masked) ? undefined : slipIn(line.masked)
    const meant = slip ? all.filter((said) => changed(said, slip, said === all.at(-1)) !== undefined) : []
    const [one] = meant
    const better = slip && one && meant.length === 1 ? changed(one, slip, one === all.at(-1)) : undefined
    if (one && better) all.splice(all.indexOf(one), 1, better)
    else {
      const said = all.pop()
      all.push(...(said ? correction(said, line) : [line]))
    }
  }
  return all
}

function changed(said: ProseLine, slip: Amendment, isNext: boolean): ProseLine | undefined {
  if (endsInQuestion(said.masked)) return undefined
  const [text, masked] = [said.text, said.masked].map((one) => amended(one, slip, isNext))
  return text === undefined || masked === undefined ? undefined : { ...said, text, masked }
}

function correction(said: ProseLine, line: ProseLine): ProseLine[] {
  const { opening, rest, found, isMarked } = partsOf(line.masked)
  if (!isMarked || endsInQuestion(line.masked) || endsInQuestion(said.masked)) return [said, line]
  const { value: right = '', unit = '', name, more = '' } = found
  const meant = wordsMeant(said.masked, opening, found)
  const [first] = meant
  if (first && meant.length === 1 && !(name && (unit || (more && !isSure.test(opening))))) {
    const change = (text: string) => `${text.slice(0, first.index)}${right}${text.slice(first.index + first[0].length)}`
    const left = more === '' ? [] : [{ ...line, text: line.text.slice(-more.length), masked: more }]
    return [{ ...said, text: change(said.text), masked: change(said.masked) }, ...left]
  }
  const isDay = !unit && dayOf(found) && [...said.masked.matchAll(word())].some(({ groups = {} }) => dayOf(groups))
  const isValue = opening !== '' && (meant.length > 0 || isDay) && !(name && `${unit}${more}`)
  const isClear = isSure.test(opening) && rest.split(' ').length < 5 && !notValue.test(rest || 'like')
  if (!isValue && !isClear && !/^(?:scratch|strike) that\W*$/i.test(line.masked)) return [said, line]
  return [{ ...said, afterthought: lengthened(said.afterthought ?? '', ` ${line.text}`) }]
}

/** The words of a sentence that a corrected value may stand for. */
function wordsMeant(said: string, opening: string, found: Groups): { 0: string; index: number }[] {
  const { value: right = '', unit = '', name } = found
  const alike = [...said.matchAll(word())].filter(({ 0: text, groups, index }) => {
    if (!isOfKind(groups, found) || text === right) return false
    const after = said.slice(index + text.length).trimStart()
    return name !== undefined || after.startsWith(unit.trim().slice(0, 4))
  })
  if (!name) return alike
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
