import { type StoredMessage, textOf } from '../message.ts'
import { type RecalledItem, statementKey } from '../recall/recall.ts'
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
  /** Statements that are not made again: the facts of the stable part, and the question. */
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

/** Builds the part that is made for one question: recalled passages, then the recap of what the host does not send. */
export function volatilePart(content: VolatileContent, budget: number, countTokens: CountTokens): ContextPart {
  const part: ContextPart = { text: '', items: [], dropped: [] }
  const cost = (line: string): number => countTokens(line) + 1
  const said = createSaid(content)
  const room = budget - countTokens(fence('recalled', [content.protocol, recalledTitle, recapTitle])) - 4
  const share = content.recap.length > 0 ? recalledShare : 1
  const recalled = chooseRecalled(content.recalled, room * share, said, part, cost)
  const left = room - recalled.reduce((sum, { line }) => sum + cost(line), 0)
  const recent = chooseRecent(content.recap, left, said, part, cost)
  part.text = render(content.protocol, recalled, recent)
  // A caller's own counter need not add up line by line: what is too much goes, the least wanted first.
  while (countTokens(part.text) > budget && part.text !== '') {
    const last = recent.shift() ?? recalled.pop()
    if (last) part.dropped.push({ ...last.item, reason: 'the budget is used up' })
    part.text = render(content.protocol, recalled, recent)
  }
  part.items.push(...recalled.map(({ item }) => item), ...recent.map(({ item }) => item))
  return part
}

/** What the context says so far. */
interface Said {
  /** Whether a statement stands there: as a whole, or as a part when it is long enough to mean the same everywhere. */
  has(key: string): boolean
  add(key: string): void
}

function createSaid({ said, stable }: Pick<VolatileContent, 'said' | 'stable'>): Said {
  const wholes = new Set(said.map(statementKey))
  const texts = [stable, ...said].map((text) => ` ${statementKey(text)} `)
  const hasPart = (key: string): boolean => key.length >= shortest && texts.some((text) => text.includes(` ${key} `))
  return {
    has: (key) => key !== '' && (wholes.has(key) || hasPart(key)),
    add(key) {
      wholes.add(key)
      texts.push(` ${key} `)
    },
  }
}

/** Takes passages in their order while they fit, and none that was said before. */
function chooseRecalled(
  items: readonly RecalledItem[],
  budget: number,
  said: Said,
  part: ContextPart,
  cost: CountTokens,
): Line[] {
  let left = budget
  return items.map(recalledLine).filter(({ line, item, key }) => {
    const reason = said.has(key) ? saidAlready : cost(line) > left ? 'the budget is used up' : undefined
    if (reason !== undefined) {
      part.dropped.push({ ...item, reason })
      return false
    }
    left -= cost(line)
    said.add(key)
    return true
  })
}

/** Takes the newest messages while they fit; "yes, please" may be said twice in a conversation, nothing longer is. */
function chooseRecent(
  messages: readonly StoredMessage[],
  budget: number,
  said: Said,
  part: ContextPart,
  cost: CountTokens,
): Line[] {
  const lines: Line[] = []
  let left = budget
  for (const message of messages.toReversed()) {
    if (message.role !== 'user' && message.role !== 'assistant') continue
    const recent = recapLine(message)
    if (recent.key === '') continue
    if (said.has(recent.key)) {
      part.dropped.push({ ...recent.item, reason: saidAlready })
      continue
    }
    left -= cost(recent.line)
    if (left < 0) {
      part.dropped.push({ ...recent.item, reason: 'the budget is used up; what is older is not told either' })
      break
    }
    if (recent.key.length >= shortest) said.add(recent.key)
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
