import { claimsOf } from '../claims/claims-of.ts'
import { placeKindOf } from '../claims/places.ts'
import { printFact } from '../documents/fact.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines } from '../documents/markdown-lines.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { distantLines, isFirstPerson, withoutPasted } from '../text/pasted.ts'
import { splitSentences } from '../text/sentence-ends.ts'

/** How many facts one consolidation takes at the most, so that MEMORY.md stays a memory and no transcript. */
const maxFacts = 40
const maxSentence = 300

interface Rule {
  category: string
  weight: number
  pattern: RegExp
}

/** What a lasting statement of a person looks like, in English. Most telling first; every pattern is linear. */
const rules: readonly Rule[] = [
  {
    category: 'user_preference',
    weight: 5,
    pattern: /\b(?:remember that|please remember|for the record|note that)\b/i,
  },
  { category: 'user_info', weight: 5, pattern: /\b(?:my name is|call me|i was born|my birthday|allergic to)\b/i },
  {
    category: 'project_decision',
    weight: 5,
    pattern: /\b(?:we|i)(?:'ve| have)? (?:finally )?(?:decided|agreed|settled|chose)\b/i,
  },
  {
    category: 'project_decision',
    weight: 4,
    pattern:
      /\b(?:going with|switched to|switching to|moved to|moving to|changed my mind|no longer|(?:we're|we are|i'm|i am) dropping|(?:gave|given) up)\b/i,
  },
  {
    category: 'user_preference',
    weight: 4,
    pattern:
      /\b(?:i|we) (?:really |also |much |still |always |never )?(?:prefer|like|love|enjoy|hate|dislike|avoid)\b/i,
  },
  {
    category: 'user_preference',
    weight: 4,
    pattern: /\b(?:please (?:always|never|don't|do not|use)|my favou?rite|can't stand)\b/i,
  },
  { category: 'user_preference', weight: 3, pattern: /\b(?:never|always|must|don't ever)\b/i },
  {
    category: 'user_info',
    weight: 3,
    pattern: /\bi(?:'m| am) (?:a|an|from|in|based|working|studying|learning|vegetarian|vegan)\b/i,
  },
  {
    category: 'user_info',
    weight: 3,
    pattern:
      /\bi (?:live|work|study|grew up|started|quit|joined|adopted|bought|got (?:a|an|married|engaged|divorced))\b/i,
  },
  {
    category: 'user_info',
    weight: 2,
    pattern:
      /\bmy (?:wife|husband|partner|son|daughter|kids?|mother|mom|father|dad|sister|brother|dog|cat|boss|team|job|flat|house)\b/i,
  },
  {
    category: 'project_decision',
    weight: 2,
    pattern:
      /\b(?:deadline|launch(?:es)? (?:is|on)|release (?:is|on)|is due|we(?:'re| are) using|we use|let's (?:use|go|keep|stick))\b/i,
  },
]

/** What is over soon, unless the statement says that it is meant to last. */
const transient = /\b(?:today|tonight|tomorrow|yesterday|this (?:morning|evening|week))\b/i
const lastingWeight = 4
/** What is meant for one answer, whatever the words. */
const once =
  /\b(?:for|in|on|to) this (?:one |single |particular |specific )?(?:question|answer|reply|response|message|request|task|snippet|example|exercise|function|prompt|one)\b/i

/** What somebody else said: a quotation, of more than a name. */
const quotation = /"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]/gu
const longestName = 3

const hypothetical = /\b(?:if|would|might|maybe|perhaps|could|should i|wonder)\b/i

interface Candidate {
  order: number
  weight: number
  line: string
  key: string
}

/** Lines of MEMORY.md, and those that found no place in it. */
export interface ExtractedFacts {
  lines: string[]
  left: string[]
}

/**
 * The lasting statements in what the user said, each as one line of MEMORY.md that quotes it word for word with its date.
 * Rules only, nothing is rephrased and nothing is concluded; at most 40, the most telling ones, in their order; `left`
 * are the others. A sentence about "her" comes with the one before it, which says who that is.
 * Statements that stand in `known` already are left out. English; other languages find nothing here and stay in history.
 */
export function extractFacts(messages: readonly StoredMessage[], known: string): ExtractedFacts {
  const seen = new Set(known.split('\n').map(statementKey))
  const found: Candidate[] = []
  for (const message of messages) {
    if (message.role !== 'user') continue
    for (const sentence of sentencesOf(textOf(message))) {
      const candidate = judge(sentence, message, found.length)
      if (!candidate || seen.has(candidate.key)) continue
      seen.add(candidate.key)
      found.push(candidate)
    }
  }
  const best = new Set([...found].sort((a, b) => b.weight - a.weight || a.order - b.order).slice(0, maxFacts))
  const linesOf = (isTaken: boolean): string[] =>
    found.filter((one) => best.has(one) === isTaken).map(({ line }) => line)
  return { lines: linesOf(true), left: linesOf(false) }
}

function judge(sentence: string, message: StoredMessage, order: number): Candidate | undefined {
  const rule = ruleFor(sentence)
  if (!rule || hypothetical.test(sentence) || once.test(sentence)) return undefined
  if (rule.weight < lastingWeight && transient.test(sentence)) return undefined
  const speaker = message.name === undefined ? '' : `${message.name.replaceAll(/[()\n]/g, ' ')}, `
  const line = printFact({
    category: saysHome(sentence) ? 'user_info' : rule.category,
    text: `"${sentence}" (${speaker}${message.createdAt.slice(0, 10)})`,
  })
  return { order, weight: rule.weight, line, key: statementKey(line) }
}

function ruleFor(sentence: string): Rule | undefined {
  return rules.find(({ pattern }) => pattern.test(sentence))
}

/** Who moves to Munich lives there; a team that moves to a hoster decides something. */
function saysHome(sentence: string): boolean {
  return claimsOf(sentence).some(
    ({ key, value }) => key.endsWith('|me|home') && (/\bI\b/i.test(sentence) || placeKindOf(value) !== ''),
  )
}

/** A line of MEMORY.md without what does not belong to its statement: bullet, category, quotes, speaker, date. */
function statementKey(line: string): string {
  const open = line.indexOf('"')
  const close = line.lastIndexOf('"')
  const text = open >= 0 && close > open ? line.slice(open + 1, close) : line
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The statements of a text: no questions, nothing quoted or pasted from others, no code, none shorter than three words. */
function sentencesOf(text: string): string[] {
  const prose = text.split('```').filter((_, i) => i % 2 === 0)
  const lines = withoutPasted(prose.flatMap((part) => part.split('\n')))
  const distant = distantLines(lines)
  return lines
    .filter((line, at) => isSaid(line) && (!distant[at] || isFirstPerson(line)))
    .map((line) => line.replaceAll(quotation, (said) => (said.split(' ').length > longestName ? '…' : said)))
    .flatMap((line) => withSubjects(splitSentences(line)))
    .filter((sentence) => sentence.length <= maxSentence && !sentence.endsWith('?') && sentence.split(' ').length >= 3)
}

function isSaid(line: string): boolean {
  const start = line.trimStart()
  return start !== '' && !start.startsWith('>')
}

const pronoun = /^(?:she|he|they|it)(?:'s|’s)?\b/i

/** `She is allergic to nuts` is a statement only together with the sentence that says who; without one it is none. */
function withSubjects(sentences: readonly string[]): string[] {
  const whole: string[] = []
  for (const sentence of sentences) {
    const before = whole.at(-1)
    if (!pronoun.test(sentence) || !ruleFor(sentence)) whole.push(sentence)
    else if (before !== undefined && before.length + sentence.length < maxSentence)
      whole.splice(-1, 1, `${before} ${sentence}`)
  }
  return whole
}

/** The heading of what one consolidation added, and below it a statement as {@link extractFacts} prints it. */
const ownHeading = /^### Consolidated \d{4}-\d{2}-\d{2}$/
const ownQuote = /^- \[(?:user_preference|user_info|project_decision)\] ".*" \([^()]*\d{4}-\d{2}-\d{2}\)$/

/**
 * Brings MEMORY.md below `bytes` by rule: the oldest quoted statements of consolidations go, until the rest fits or none
 * is left. What a person wrote is never touched, however long it is. `moved` are the lines taken out, word for word: they
 * belong into the history entry, so that nothing is lost. A heading that this leaves without text goes too.
 */
export function displaceFacts(text: string, bytes: number): { text: string; moved: string[] } {
  const lines = markdownLines(text)
  const gone = new Set<number>()
  const moved: string[] = []
  let excess = byteLength(text) - bytes
  let isOwn = false
  for (const [index, line] of lines.entries()) {
    if (excess <= 0) break
    if (line.kind === 'heading') isOwn = ownHeading.test(line.raw.trimEnd())
    if (!isOwn || line.kind !== 'bullet' || !isQuote(lines, index)) continue
    gone.add(index)
    moved.push(line.raw.trimEnd())
    excess -= byteLength(line.raw)
  }
  for (const index of emptiedHeadings(lines, gone)) gone.add(index)
  const left = lines.filter((_, index) => !gone.has(index)).map(({ raw }) => raw)
  return { text: left.join(''), moved }
}

/** A quote below which a person has added lines is the person's. */
function isQuote(lines: readonly MarkdownLine[], index: number): boolean {
  return ownQuote.test(lines[index]?.raw.trimEnd() ?? '') && !hasLinesBelow(lines, index)
}

/** The headings of sections that had only lines that are gone, each with the blank line above that came with it. */
function emptiedHeadings(lines: readonly MarkdownLine[], gone: ReadonlySet<number>): number[] {
  const indexes = [...lines.keys()]
  const headings = indexes.filter((index) => lines[index]?.kind === 'heading')
  return headings.flatMap((heading, number) => {
    const below = indexes.slice(heading + 1, headings[number + 1])
    const isEmptied = below.some((index) => gone.has(index))
    if (!isEmptied || !below.every((index) => gone.has(index) || lines[index]?.kind === 'blank')) return []
    return lines[heading - 1]?.kind === 'blank' ? [heading - 1, heading] : [heading]
  })
}

/** The length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
