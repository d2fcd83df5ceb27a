import { type Fact, type MarkdownLine, markdownLines, parseFacts } from '../documents/markdown.ts'
import { lineKey, pageKeys, placedKey, readPlaced } from '../documents/placed-lines.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import type { Layer } from '../storage/passages.ts'
import { statementKey } from '../text/comparison.ts'
import { type CountTokens, withinBudget } from '../text/count-tokens.ts'
import { type ContextItem, notice, noticeAlone } from './context-block.ts'
import { framed, quote } from './context-lines.ts'

/** One half of a context block. */
export interface ContextPart {
  text: string
  tokens: number
  items: ContextItem[]
  dropped: ContextItem[]
}

/** The content of the half that stays the same from turn to turn. */
export interface StablePart {
  /** The text of MEMORY.md. */
  facts: string
  /** The rank of its lines; undefined if all are equal. */
  ranks?: ReadonlyMap<string, number> | undefined
  /** The lines of the knowledge base. */
  knowledge: string
  /** The note index. */
  notes: string
  /** The summary of what was said earlier in this session. */
  summary: string
  /** The host's instructions to the model; they stand outside the remembered text. */
  protocol: readonly string[]
  /** Whether nothing is recalled beside it; it may then use the whole budget. */
  isAlone: boolean
}

/** The documents of the stable part in their order, with the title of each. */
export const stableTitles = {
  facts: '## Facts',
  knowledge: '## Knowledge',
  notes: '## Notes',
  summary: '## Earlier in this conversation',
} as const

export type StableDocument = keyof typeof stableTitles

/** The section of one document. */
export interface StableSection {
  document: StableDocument
  text: string
  /** Whether it contains the whole document. */
  isWhole: boolean
}

/** {@link ContextPart} with the section of each document. */
export interface StableText extends ContextPart {
  sections: readonly StableSection[]
  /** The facts that have no room in their section, by rank in coarse steps, and in each the newest first. */
  left: readonly Fact[]
}

/** How lines are counted, and the notice that some are missing. */
interface Fitting {
  countTokens: CountTokens
  notice: string
}

interface FittedLines {
  text: string
  left: Set<string>
}

/** The share of the budget for the whole stable part; the rest is for the question. */
const stableShare = 0.75
const factsShare = 0.6
/**
 * The share of the facts if their ranks are known: the others are recalled when they match a question. A page that fits
 * into the larger share stays whole, in its sections and the same at each turn.
 */
const rankedShare = 0.2
const wholeShare = 0.3
/**
 * Tokens of the former that only lines of a person may use, less half of the share: 100 of a budget of 500, none from
 * 1,500 on. Records contain what binds, and the rest can be recalled.
 */
const leftToQuestion = 150
const knowledgeShare = 0.2
/** Facts whose ranks differ by less than a quarter matter as much as each other. */
const rankSteps = 4
const summaryShare = 0.15

/** Builds the stable part: instructions, facts, knowledge, note index, summary. The same input gives the same text. */
export function stablePart(content: StablePart, budget: number, countTokens: CountTokens): StableText {
  const part: ContextPart = { text: '', tokens: 0, items: [], dropped: [] }
  const without: Fact[] = []
  const sections: StableSection[] = []
  const titles = stableDocuments.filter((document) => content[document]).map((document) => stableTitles[document])
  const room = budget - countTokens(framed(content.protocol, 'memory', titles)) - 2
  let left = content.isAlone ? room : Math.min(room, budget * stableShare)
  const fitting: Fitting = { countTokens, notice: content.isAlone ? noticeAlone : notice }
  const fit = (name: StableDocument, text: string, most: number, ranks?: ReadonlyMap<string, number>): FittedLines => {
    const document = quoteDocument(text)
    const share = Math.min(left, most)
    const fitted = ranks ? fitRanked(document, share, ranks, fitting) : fitLines(document, share, fitting)
    if (!saysAnything(fitted.text)) return fitted
    sections.push({ document: name, text: fitted.text, isWhole: fitted.text === document })
    left -= countTokens(fitted.text)
    return fitted
  }
  const ranks = content.ranks?.size ? content.ranks : undefined
  const others = (content.knowledge ? knowledgeShare : 0) + (content.summary ? summaryShare : 0)
  const isWhole = countTokens(content.facts) <= budget * wholeShare
  const ranked = isWhole ? wholeShare : rankedShare
  const most = ranks ? ranked : content.isAlone && !content.notes ? 1 - others : factsShare
  const facts = fit('facts', content.facts, budget * most, ranks)
  for (const fact of parseFacts(content.facts)) {
    const kept = facts.left.size === 0 || !facts.left.has(quote(fact.text).trim())
    if (kept) part.items.push(factItem(fact, 'facts are always in context'))
    else {
      part.dropped.push(factItem(fact, 'MEMORY.md is longer than its share of the budget'))
      without.push(fact)
    }
  }
  const rankOf = ({ text }: Fact): number => ranks?.get(lineKey(placedKey(text))) ?? 0
  // Newer facts come before older ones of about the same rank, but not before those about who the user is.
  const stepOf = ({ rank }: { rank: number }): number => Math.round(rank * rankSteps)
  const leftFacts = without
    .map((fact) => ({ fact, day: readPlaced(fact.text).day ?? '', rank: rankOf(fact) }))
    .sort((a, b) => stepOf(b) - stepOf(a) || compareTexts(b.day, a.day) || b.rank - a.rank)
    .map(({ fact }) => fact)
  const list = (layer: Layer, text: string, told: string, listed: RegExp): void => {
    const items = listedItems(layer, told, listed)
    const ids = new Set(items.map(({ id }) => id))
    part.items.push(...items.map((item) => ({ ...item, reason: 'it is always in context' })))
    const cut = listedItems(layer, quoteDocument(text), listed).filter(({ id }) => !ids.has(id))
    part.dropped.push(...cut.map((item) => ({ ...item, reason: 'there is more of it than its share of the budget' })))
  }
  const knowledge = fit('knowledge', content.knowledge, budget * knowledgeShare)
  list('knowledge', content.knowledge, knowledge.text, /^\[[^\]]*\] (.*)$/)
  const notes = fit('notes', content.notes, left - (content.summary === '' ? 0 : budget * summaryShare))
  list('notes', content.notes, notes.text, /^- (\[.*\]\(.*)$/)
  fit('summary', withoutTold(content.summary, facts.text), budget * summaryShare)
  part.text = stableText(content.protocol, sections)
  part.tokens = countTokens(part.text)
  if (part.tokens <= budget) return { ...part, sections, left: leftFacts }
  const reason = 'the budget is too small for the facts'
  const dropped = [...part.dropped, ...part.items].map((item) => ({ ...item, reason }))
  return { text: '', tokens: 0, items: [], dropped, sections: [], left: [] }
}

const stableDocuments = ['facts', 'knowledge', 'notes', 'summary'] as const

/** Prints the stable part; "" without sections. */
export function stableText(
  protocol: readonly string[],
  sections: readonly Pick<StableSection, 'document' | 'text'>[],
): string {
  const lines = sections.flatMap(({ document, text }) => [stableTitles[document], text])
  return lines.length === 0 ? '' : framed(protocol, 'memory', lines)
}

/** Removes lines from the summary that the facts contain; "" if only its first line, a title, is left. */
function withoutTold(summary: string, facts: string): string {
  const told = pageKeys(facts)
  const lines = summary.split('\n')
  const left = lines.filter((line) => line.trim() === '' || !told.has(statementKey(line)))
  if (left.length === lines.length) return summary
  return left.some((line) => line.trim() !== '' && !/^\[[^\]]*\]$/.test(line.trim())) ? left.join('\n') : ''
}

/** The items of a list, by lines. */
function listedItems(layer: Layer, text: string, listed: RegExp): Omit<ContextItem, 'reason'>[] {
  return text.split('\n').flatMap((line) => {
    const said = listed.exec(line)?.[1]
    if (said === undefined) return []
    return [{ layer, id: said, text: said, score: 1 }]
  })
}

/** A heading that could be taken for one of the block's own. */
const ownHeading =
  /^#{1,2}(?=[ \t]+(?:Facts|Knowledge|Notes|Records|Recalled|Recent conversation|Earlier in this conversation)[ \t]*$)/gim
/** The same as an underlined heading; the underline is removed. */
const underlined =
  /(?<=^[ \t]{0,3}(?:Facts|Knowledge|Notes|Records|Recalled|Recent conversation|Earlier in this conversation)[ \t]{0,9})\n[ \t]{0,3}(?:=+|-+)[ \t]*$/gim

/** The title that a new MEMORY.md has. */
const ownTitle = /^# Memory[ \t]*\n\s*/
/** The headings of its sections. */
const pageHeading = /^##?(?=[ \t])/gm

/**
 * Quotes a document. A page that Daybook began loses its title, and its sections stand below those of the block; of a
 * document that a person wrote only the headings like those of the block are lowered.
 */
export function quoteDocument(text: string): string {
  const document = quote(text).trim()
  const page = document.replace(ownTitle, '')
  return page.replaceAll(page === document ? ownHeading : pageHeading, '###').replaceAll(underlined, '')
}

function factItem(fact: Fact, reason: string): ContextItem {
  return { layer: 'facts', id: factPassageId(fact.text), text: fact.text, score: 1, reason }
}

/** Whether a text has more than headings. */
function saysAnything(text: string): boolean {
  return markdownLines(text).some(isSaid)
}

function isSaid({ kind, body }: MarkdownLine): boolean {
  return kind === 'bullet' || (kind !== 'heading' && /[^\s=\p{P}]/u.test(body))
}

/**
 * Keeps the lines of the highest rank that fit, in their order, with their headings; lines that a person wrote rank
 * first. `left` are the statements of the other lines.
 */
function fitRanked(text: string, budget: number, ranks: ReadonlyMap<string, number>, { countTokens, notice }: Fitting) {
  if (text === '' || countTokens(text) <= budget) return { text, left: new Set<string>() }
  const lines = markdownLines(text)
  const rankOfLine = ({ kind, body }: MarkdownLine): number =>
    kind === 'bullet' ? (ranks.get(lineKey(placedKey(body))) ?? personsRank) : personsRank
  let heading: number | undefined
  const said = lines.flatMap((line, at) => {
    if (line.kind === 'heading') heading = at
    return isSaid(line) ? [{ at, line, heading, rank: rankOfLine(line) }] : []
  })
  let room = budget - countTokens(notice) - 1
  const forPersons = Math.max(0, leftToQuestion - budget / 2)
  const kept = new Set<number>()
  for (const { at, line, heading, rank } of said.toSorted((a, b) => b.rank - a.rank || a.at - b.at)) {
    const isNew = heading !== undefined && !kept.has(heading)
    const price = countTokens(line.raw) + (isNew ? countTokens(lines[heading]?.raw ?? '') : 0)
    if (price > (rank < personsRank ? room - forPersons : room)) continue
    room -= price
    kept.add(at)
    if (isNew) kept.add(heading)
  }
  const left = statementsOf(said.flatMap(({ at, line }) => (kept.has(at) ? [] : [line.raw])))
  const told = lines.flatMap(({ raw }, at) => (kept.has(at) ? [raw.trimEnd()] : []))
  return { text: told.length === 0 ? '' : [...told, notice].join('\n'), left }
}

/** Above every rank that a fact can have. */
const personsRank = 2

/**
 * Keeps as many whole lines as fit: a third of the room for the beginning, which a person put first, the rest for the
 * end, which was added last. If only headings would fit, keeps the latest lines that fit. `left` are the statements of
 * the other lines.
 */
function fitLines(text: string, budget: number, { countTokens, notice }: Fitting): FittedLines {
  if (text === '' || countTokens(text) <= budget) return { text, left: new Set() }
  const lines = markdownLines(text).map(({ raw }) => raw.replace(/\n$/, ''))
  let room = budget - countTokens(notice) - 2
  const cost = (line: string): number => countTokens(line) + 1
  let head = 0
  for (let left = room / 3; head < lines.length; head++) {
    left -= cost(lines[head] ?? '')
    if (left < 0) break
    room -= cost(lines[head] ?? '')
  }
  let tail = lines.length
  while (tail > head && room >= cost(lines[tail - 1] ?? '')) room -= cost(lines[--tail] ?? '')
  const [first, last] = [lines.slice(0, head), lines.slice(tail)]
  if (room < 0 || !saysAnything([...first, ...last].join('\n'))) return fitNewest(text, budget, cost)
  return { text: [...first, notice, ...last].join('\n'), left: statementsOf(lines.slice(head, tail)) }
}

/** Keeps the latest lines, without headings and notice, where there is hardly any room. */
function fitNewest(text: string, budget: number, cost: CountTokens): FittedLines {
  const said = markdownLines(text).filter(isSaid)
  const kept = new Set(withinBudget(said.toReversed(), budget, ({ raw }) => cost(raw.trimEnd())))
  const [told, dropped] = [said.filter((line) => kept.has(line)), said.filter((line) => !kept.has(line))]
  const lines = told.map(({ raw }) => raw.trimEnd())
  return { text: lines.join('\n'), left: statementsOf(dropped.map(({ raw }) => raw)) }
}

function statementsOf(lines: readonly string[]): Set<string> {
  return new Set(lines.flatMap((line) => parseFacts(line)).map((fact) => fact.text.trim()))
}
