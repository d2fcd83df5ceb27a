import { type StoredMessage, textOf } from '../message.ts'
import { bareWords, type RecalledItem, statementKey } from '../recall/recall.ts'
import type { CountTokens } from '../text/count-tokens.ts'
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

interface Line {
  line: string
  item: ContextItem
  key: string
}

/** What the context says so far, and what room there is for more. */
interface Page {
  part: ContextPart
  left: number
  /** Whether a statement stands there: as a whole, or as a part when it is long enough to mean the same everywhere. */
  says(key: string): boolean
  add(key: string): void
  cost: CountTokens
}

/** Builds the part that is made for one question: recalled passages, then the recap of what the host does not send. */
export function volatilePart(content: VolatileContent, budget: number, countTokens: CountTokens): ContextPart {
  const frame = countTokens(fence('recalled', [content.protocol, recalledTitle, recapTitle])) + 4
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
  const wholes = new Set(said.map(statementKey))
  const text = [stable, ...said.slice(-1)].map((part) => ` ${bareWords(part)} `)
  return {
    part: { text: '', tokens: 0, items: [], dropped: [] },
    left,
    says: (key) => wholes.has(key) || (key.length >= shortest && text.some((part) => part.includes(` ${key} `))),
    add(key) {
      wholes.add(key)
    },
    cost: (line) => countTokens(line) + 1,
  }
}

/** Takes passages in their order while they fit, and none that was said before. */
function chooseRecalled(items: readonly RecalledItem[], page: Page): Line[] {
  return items.map(recalledLine).filter(({ line, item, key }) => {
    const price = page.says(key) ? undefined : page.cost(line)
    if (price === undefined || price > page.left) {
      page.part.dropped.push({ ...item, reason: price === undefined ? saidAlready : 'the budget is used up' })
      return false
    }
    page.left -= price
    page.add(key)
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
    if (page.says(recent.key)) {
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
  return { line, key: statementKey(text), item: { layer, id, text, score, reason } }
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
