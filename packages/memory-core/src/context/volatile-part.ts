import { type StoredMessage, textOf } from '../message.ts'
import type { RecalledItem } from '../recall/recall.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { bareWords, statementKey } from '../text/statement-key.ts'
import type { ContextItem } from './context-block.ts'
import { fence, quoteLine } from './quote.ts'
import type { ContextPart } from './stable-part.ts'

/** What the volatile part can be made from. */
export interface VolatileContent {
  /** Best first. */
  recalled: readonly RecalledItem[]
  /** Messages of the window that the host does not send, oldest first. */
  recap: readonly StoredMessage[]
  /** Statements that are not made again: the facts of the stable part, and last the question. */
  said: readonly string[]
  /** The stable part: what is contained in it is not said again either. */
  stable: string
  /** What tells the model what it is looking at. */
  protocol: string
}

/** The most characters of one passage. */
const passageLength = 600
const recapLength = 300
/** A statement shorter than this ("yes, please") means something else each time. */
const shortest = 16

/** The share of the room that recalled passages get first; what they leave is the recap's. */
const recalledShare = 0.6
const recalledTitle = '## Recalled'
const recapTitle = '## Recent conversation'
const saidAlready = 'the context says it already'
/** A history entry that was written by rule: it lists how messages begin, each up to 80 characters. */
const listing = /^Consolidated \d+ messages\. Topics: /

interface Line {
  line: string
  item: ContextItem
  key: string
  /** Of a history entry that lists how messages begin: those beginnings. */
  topics?: readonly string[]
}

/** What the context says so far, and what room there is for more. */
interface Page {
  part: ContextPart
  left: number
  /** Whether a statement stands there: as a whole, or as a part when it is long enough to mean the same everywhere. */
  says(line: Line): boolean
  add(key: string, line?: string): void
  cost: CountTokens
}

/** Builds the part that is made for one question: recalled passages, then the recap of what the host does not send. */
export function volatilePart(content: VolatileContent, budget: number, countTokens: CountTokens): ContextPart {
  const titles = [
    ...(content.recalled.length > 0 ? [recalledTitle] : []),
    ...(content.recap.length > 0 ? [recapTitle] : []),
  ]
  const frame = countTokens(fence('recalled', [content.protocol, ...titles])) + 4
  const page = createPage(content, budget - frame, countTokens)
  const { part } = page
  const keptFree = content.recap.length > 0 ? Math.max(0, page.left) * (1 - recalledShare) : 0
  page.left -= keptFree
  const recalled = chooseRecalled(content.recalled, page)
  page.left += keptFree
  const recent = chooseRecent(content.recap, page)
  for (;;) {
    part.text = render(content.protocol, recalled, recent)
    part.tokens = countTokens(part.text)
    // A caller's own counter need not add up line by line: what is too much goes, the least wanted first.
    const last = part.tokens <= budget ? undefined : (recent.shift() ?? recalled.pop())
    if (!last) break
    part.dropped.push({ ...last.item, reason: 'the budget is used up' })
  }
  part.items.push(...recalled.map(({ item }) => item), ...recent.map(({ item }) => item))
  return part
}

function createPage({ said, stable }: VolatileContent, left: number, countTokens: CountTokens): Page {
  const wholes = new Set([...said, ...stable.split('\n')].map(statementKey))
  const text = [stable, ...said.slice(-1)].map((part) => ` ${bareWords(part)} `)
  const isPart = (words: string): boolean => text.some((part) => part.includes(words))
  const saysKey = (key: string): boolean => wholes.has(key) || (key.length >= shortest && isPart(` ${key} `))
  const begins = (topic: string): boolean => saysKey(topic) || (topic.length >= shortest && isPart(` ${topic}`))
  return {
    part: { text: '', tokens: 0, items: [], dropped: [] },
    left,
    says: ({ key, topics }) => saysKey(key) || topics?.every(begins) === true,
    add(key, line) {
      wholes.add(key)
      if (line !== undefined) text.push(` ${bareWords(line)} `)
    },
    cost: (line) => countTokens(line) + 1,
  }
}

/** Takes passages in their order while they fit, and none that was said before; mere listings last. */
function chooseRecalled(items: readonly RecalledItem[], page: Page): Line[] {
  const lines = items.map(recalledLine)
  const ordered = [...lines.filter(({ topics }) => !topics), ...lines.filter(({ topics }) => topics)]
  return ordered.filter((recalled) => {
    const { line, item, key } = recalled
    const price = page.says(recalled) ? undefined : page.cost(line)
    if (price === undefined || price > page.left) {
      page.part.dropped.push({ ...item, reason: price === undefined ? saidAlready : 'the budget is used up' })
      return false
    }
    page.left -= price
    page.add(key, line)
    return true
  })
}

/** Takes the newest messages while they fit; "yes, please" may be said twice in a conversation, but nothing longer is. */
function chooseRecent(messages: readonly StoredMessage[], page: Page): Line[] {
  const lines: Line[] = []
  for (const message of messages.toReversed()) {
    if (message.role !== 'user' && message.role !== 'assistant') continue
    const recent = recapLine(message)
    if (recent.key === '') continue
    if (page.says(recent)) {
      page.part.dropped.push({ ...recent.item, reason: saidAlready })
      continue
    }
    page.left -= page.cost(recent.line)
    if (page.left < 0) {
      page.part.dropped.push({ ...recent.item, reason: 'the budget is used up; what is older is not told either' })
      break
    }
    if (recent.key.length >= shortest) page.add(recent.key)
    lines.unshift(recent)
  }
  return lines
}

function render(protocol: string, recalled: readonly Line[], recent: readonly Line[]): string {
  if (recalled.length + recent.length === 0) return ''
  const lines = [protocol]
  if (recalled.length > 0) lines.push(recalledTitle, ...recalled.map(({ line }) => line))
  if (recent.length > 0) lines.push(recapTitle, ...recent.map(({ line }) => line))
  return fence('recalled', lines)
}

function recalledLine(item: RecalledItem): Line {
  const { id, layer, text, score } = item
  const about = [item.createdAt?.slice(0, 10), origin(item)].filter((word) => word !== undefined && word !== '')
  const line = `- (${about.join(', ')}) ${quoteLine(text, passageLength)}`
  const reason = `recalled from ${layer}, score ${score.toFixed(2)}`
  const topics = layer === 'history' ? topicsOf(text) : undefined
  return { line, key: statementKey(text), item: { layer, id, text, score, reason }, ...(topics ? { topics } : {}) }
}

function topicsOf(text: string): string[] | undefined {
  const start = listing.exec(text)?.[0].length
  return start === undefined ? undefined : text.slice(start).split('; ').map(bareWords)
}

function origin({ layer, source }: RecalledItem): string {
  if (!('session' in source)) return layer
  return quoteLine(source.name ?? source.role, 60).replaceAll(/[()]/g, ' ')
}

function recapLine(message: StoredMessage): Line {
  const text = textOf(message)
  const speaker = quoteLine(message.name ?? message.role, 60)
  const item: ContextItem = {
    layer: 'sessions',
    id: message.id,
    text,
    score: 1,
    reason: 'recent message that the host does not send',
  }
  return { line: `- ${speaker}: ${quoteLine(text, recapLength)}`, key: statementKey(text), item }
}
