import { type ContentPart, type Message, type StoredMessage, textOf } from '../message.ts'
import { cached, normalForm } from '../text/plain-text.ts'

/** Facts about the stored messages that a visible conversation is matched with. */
export interface StoredBounds {
  /** The number of messages at the start that come from the archive. */
  archived: number
  /** Whether they begin at the start of the conversation. */
  fromStart: boolean
  /** Whether messages were removed from among them. */
  hasGaps: boolean
}

/** The common part of the visible and the stored conversation: `length` equal messages from these positions on. */
export interface Overlap {
  visibleStart: number
  storedStart: number
  length: number
  /** At least two messages, one of them by the assistant: the host can only have them from this conversation. */
  isProven: boolean
  /** Stored positions of cut-off messages → the visible positions of the complete ones. */
  completed: ReadonlyMap<number, number>
}

type Match = Omit<Overlap, 'completed'>

/**
 * Finds the common part of the visible conversation V and the stored one S. What follows it in V is new; what follows
 * it in S was abandoned by the host. Undefined if there is none. Linear in |V| + |S|.
 *
 * 1. *End*: V begins with the end of S (everything sent again, a sliding window, the same call repeated), or V
 *    starts before S and contains all of S. The longest wins, the first of equally long ones.
 * 2. *Branch*: V leaves S before its end (an edited or regenerated message). Only if proven. Preferred to a shorter
 *    end, unless that is proven too and V does not start where the conversation does: then V is a window that slid
 *    over repetitions, because a host that goes back usually sends everything it has.
 * 3. *Middle*: V contains the end of S after something else (the host's own summary of older messages, or messages
 *    removed here). Only if proven. Preferred to a branch if messages were removed.
 *
 * Ambiguous cases: one visible message equal to the last stored one is taken for a repeated call; one equal to an older
 * message is new. An exchange repeated without any difference from the start of a conversation, seen through a window,
 * is taken for the host going back to it. Archived messages match only if proven, unless V begins with an answer.
 */
export function findOverlap(
  stored: readonly StoredMessage[],
  visible: readonly Message[],
  bounds: StoredBounds,
): Overlap | undefined {
  const tokens = alignTokens(stored, visible)
  const assistants = countAssistants(visible)
  const proven = (visibleStart: number, storedStart: number, length: number): Match => {
    const said = (assistants[visibleStart + length] ?? 0) - (assistants[visibleStart] ?? 0)
    return { visibleStart, storedStart, length, isProven: length >= 2 && said > 0 }
  }
  const runs = startRuns(tokens).map((run) => proven(...run))
  const reachesEnd = (run: Match): boolean => run.storedStart + run.length === stored.length
  // A conversation that does not begin with a user message continues a stored one, even one that is archived.
  const goesOn = visible[0]?.role !== 'user'
  const mayEnd = (run: Match): boolean => run.isProven || goesOn || run.storedStart >= bounds.archived
  const end = longest(runs.filter((run) => reachesEnd(run) && mayEnd(run)))
  const branch = longest(runs.filter((run) => run.isProven && !reachesEnd(run)))
  const inside = middleRuns(tokens).map((run) => proven(...run))
  const middle = longest(inside.filter((run) => run.isProven))
  const chosen = choose({ end, branch, middle }, bounds)
  return chosen && { ...chosen, completed: tokens.completed }
}

function choose(
  { end, branch, middle }: Readonly<Record<'end' | 'branch' | 'middle', Match | undefined>>,
  bounds: StoredBounds,
): Match | undefined {
  if (middle && !end?.isProven && middle.length > (end?.length ?? 0) && (!branch || bounds.hasGaps)) return middle
  if (!branch || (end && end.length >= branch.length)) return end
  const isAnchored = branch.storedStart === 0 && bounds.fromStart
  return end?.isProven && !isAnchored ? end : branch
}

function longest(matches: readonly Match[]): Match | undefined {
  let best: Match | undefined
  for (const match of matches) if (match.length > (best?.length ?? 0)) best = match
  return best
}

type Run = [visibleStart: number, storedStart: number, length: number]

/**
 * For each alignment of V and S, the number of equal messages from the start of the common part. Order decides between
 * equally long runs: first that at the start of S, then the latest in S, which sets the fewest messages aside.
 */
function startRuns({ visible, stored }: Tokens): Run[] {
  const [atStart, ...later] = commonPrefixes(visible, stored).map((length, place): Run => [0, place, length])
  const onVisible = commonPrefixes(stored, visible).map((length, place): Run => [place, 0, length])
  return [...(atStart ? [atStart] : []), ...later.toReversed(), ...onVisible.slice(1)]
}

/** For each position in V, the longest end of S that ends there. */
function middleRuns({ visible, stored }: Tokens): Run[] {
  const lengths = commonPrefixes(stored.toReversed(), visible.toReversed())
  return lengths.map((length, fromEnd): Run => [visible.length - fromEnd - length, stored.length - length, length])
}

function countAssistants(messages: readonly Message[]): number[] {
  const counts = [0]
  let count = 0
  for (const message of messages) {
    if (message.role === 'assistant') count++
    counts.push(count)
  }
  return counts
}

/** For each position of `text`, the length of the longest prefix of `pattern` that starts there (the Z-function). */
export function commonPrefixes(pattern: readonly number[], text: readonly number[]): number[] {
  const joined = [...pattern, -1, ...text]
  const lengths = joined.map(() => 0)
  let left = 0
  let right = 0
  for (let place = 1; place < joined.length; place++) {
    let length = place < right ? Math.min(right - place, lengths[place - left] ?? 0) : 0
    while (place + length < joined.length && joined[length] === joined[place + length]) length++
    lengths[place] = length
    if (place + length > right) {
      left = place
      right = place + length
    }
  }
  return lengths.slice(pattern.length + 1)
}

/** Two conversations as numbers; equal messages have the same number. */
interface Tokens {
  visible: number[]
  stored: number[]
  /** Stored positions of messages that were cut off while being written → visible positions of the complete ones. */
  completed: Map<number, number>
}

/** Maximum cut-off messages considered, from the end. More than one is rare, and each costs a search. */
const mostPartials = 8

/**
 * Two messages with ids are equal if their ids are. Without a visible id, role, text (NFC, without white space, because
 * hosts join the parts of a text differently), tool calls (ids and names) and the files (hash, reference or name) must be
 * equal; for the result of a tool only the answered call, because hosts show results shortened or cleared. A stored
 * assistant message with `metadata.partial` also equals a longer visible one after the same message.
 */
function alignTokens(stored: readonly StoredMessage[], visible: readonly Message[]): Tokens {
  let numbers = 0
  const numberOf = cached((_key) => numbers++)
  const keyOf = keysFor([...stored, ...visible])
  const ids = new Set(visible.map((message) => message.id).filter((id) => id !== undefined))
  const tokens: Tokens = {
    visible: visible.map((message) => numberOf(message.id === undefined ? keyOf(message) : `id ${message.id}`)),
    stored: stored.map((message) => numberOf(ids.has(message.id) ? `id ${message.id}` : keyOf(message))),
    completed: new Map(),
  }
  completePartials(tokens, stored, visible)
  return tokens
}

/**
 * Returns how a message of a conversation is compared: beside a text, without calls that have no result. Hosts drop those
 * that were aborted.
 */
export function withoutOpenCalls(messages: readonly Message[]): (message: Message) => Message {
  const answered = new Set(messages.map(({ toolCallId }) => toolCallId))
  return (message) => {
    const { toolCalls } = message
    if (!toolCalls || textOf(message) === '') return message
    return { ...message, toolCalls: toolCalls.filter(({ id }) => answered.has(id)) }
  }
}

/**
 * Returns how messages of these conversations are compared. Where both a URL and a hash stand for the files of a text, only
 * the number of files counts: a host may keep the URL of what it downloads for a model.
 */
function keysFor(messages: readonly Message[]): (message: Message) => string {
  const asCompared = withoutOpenCalls(messages)
  const kinds = Map.groupBy(
    messages.flatMap((message) => filesIn(message).map((file) => ({ message, isHashed: file.hash !== undefined }))),
    ({ message }) => saidKey(asCompared(message), anyPlace),
  )
  return (given) => {
    const message = asCompared(given)
    const loose = kinds.size > 0 ? saidKey(message, anyPlace) : ''
    const isMixed = new Set(kinds.get(loose)?.map(({ isHashed }) => isHashed)).size > 1
    return isMixed ? loose : saidKey(message)
  }
}

/** A text that is equal for messages with the same content. */
export function saidKey(message: Message, placeOf = filePlace): string {
  if (message.toolCallId !== undefined) return JSON.stringify([message.role, message.toolCallId])
  return JSON.stringify([
    message.role,
    saidText(message),
    (message.toolCalls ?? []).map((call) => [call.id, call.name]),
    filesIn(message).map(placeOf),
  ])
}

type FilePart = Extract<ContentPart, { type: 'file' }>

/** The files of a message. */
export function filesIn({ content }: Message): FilePart[] {
  return typeof content === 'string' ? [] : content.filter((part) => part.type === 'file')
}

const filePlace = ({ hash, reference, name, mediaType }: FilePart): string => hash ?? reference ?? name ?? mediaType
const anyPlace = (): string => ''

function saidText(message: Pick<Message, 'content'>): string {
  return normalForm(textOf(message), 'NFC').replaceAll(/\s+/g, '')
}

function completePartials(tokens: Tokens, stored: readonly StoredMessage[], visible: readonly Message[]): void {
  const partials = stored
    .map((message, place) => ({ message, place }))
    .filter(({ message: { role, metadata } }) => role === 'assistant' && metadata?.['partial'] === true)
  for (const { message, place } of partials.slice(-mostPartials)) {
    const start = saidText(message)
    const before = tokens.stored[place - 1]
    const whole = visible.findLastIndex(
      (candidate, at) =>
        candidate.role === 'assistant' &&
        (at === 0 || place === 0 || tokens.visible[at - 1] === before) &&
        saidText(candidate).startsWith(start),
    )
    const token = tokens.visible[whole]
    if (token === undefined) continue
    tokens.stored[place] = token
    tokens.completed.set(place, whole)
  }
}
