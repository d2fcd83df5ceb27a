import type { Message, StoredMessage } from '../message.ts'
import { alignTokens, type Tokens } from './align-tokens.ts'

/** What is known of the stored messages that a visible conversation is matched with. */
export interface StoredBounds {
  /** How many of them, at the start, come from the archive. */
  archived: number
  /** Whether they begin where the conversation began. */
  fromStart: boolean
  /** Whether messages were removed from among them. */
  hasGaps: boolean
}

/** Where the visible conversation lies on the stored one: `length` messages from these places on are the same. */
export interface Overlap {
  visibleStart: number
  storedStart: number
  length: number
  /** At least two messages, one of them the assistant's: the host can only have them from this conversation. */
  isProven: boolean
  /** The stored places whose messages are to be completed from a visible place. */
  completed: ReadonlyMap<number, number>
}

type Match = Omit<Overlap, 'completed'>

/**
 * Finds where the visible conversation V lies on the stored one S; what follows the overlap in V is new, what follows
 * it in S was abandoned by the host. Undefined when there is no overlap. Linear in |V| + |S|.
 *
 * 1. *End*: a beginning of V is the end of S (all of it sent again, a sliding window, the same call repeated), or V
 *    reaches back beyond S and holds S as a whole. The longest wins, the first of equally long ones.
 * 2. *Branch*: V leaves S before its end (an edited or regenerated message). Only when proven. It is preferred to a
 *    shorter end, unless that is proven too and V does not begin where the conversation began: then V is a window that
 *    slid over repetitions, since a host that goes back usually sends all it has.
 * 3. *Middle*: the end of S stands inside V after something else (the host's own summary of older messages, or
 *    messages removed here). Only when proven. Preferred to a branch when messages were removed.
 *
 * What cannot be decided, and what is chosen: one visible message that equals the last stored one is the same call
 * again; one that equals an older message is new. An exchange that repeats without any difference from the very start
 * of a conversation, seen through a window, is taken for the host going back to it. Nothing archived is
 * matched unproven, unless V begins with an answer.
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
  const runs = startRuns(tokens).map(([visibleStart, storedStart, length]) => proven(visibleStart, storedStart, length))
  const reachesEnd = (run: Match): boolean => run.storedStart + run.length === stored.length
  // A new conversation begins with the user; one that begins with an answer goes on, even if all before it is archived.
  const goesOn = visible[0]?.role !== 'user'
  const mayEnd = (run: Match): boolean => run.isProven || goesOn || run.storedStart >= bounds.archived
  const end = longest(runs.filter((run) => reachesEnd(run) && mayEnd(run)))
  const branch = longest(runs.filter((run) => run.isProven && !reachesEnd(run)))
  const middle = longest(
    middleRuns(tokens)
      .map((run) => proven(...run))
      .filter((run) => run.isProven),
  )
  const chosen = choose({ end, branch, middle }, bounds)
  return chosen && { ...chosen, completed: tokens.completed }
}

interface Candidates {
  end: Match | undefined
  branch: Match | undefined
  middle: Match | undefined
}

function choose({ end, branch, middle }: Candidates, bounds: StoredBounds): Match | undefined {
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
 * For each way to lay V on S: how far they are equal from where the overlap begins. Of equally long ones the first
 * counts: that at the start of S, then the latest in S, which sets least aside.
 */
function startRuns({ visible, stored }: Tokens): Run[] {
  const [atStart, ...later] = commonPrefixes(visible, stored).map((length, place): Run => [0, place, length])
  const onVisible = commonPrefixes(stored, visible).map((length, place): Run => [place, 0, length])
  return [...(atStart ? [atStart] : []), ...later.toReversed(), ...onVisible.slice(1)]
}

/** For each place in V: how much of the end of S ends there. */
function middleRuns({ visible, stored }: Tokens): Run[] {
  const lengths = commonPrefixes(stored.toReversed(), visible.toReversed())
  return lengths.map((length, fromEnd): Run => [visible.length - fromEnd - length, stored.length - length, length])
}

/** How many assistant messages come before each place. */
function countAssistants(messages: readonly Message[]): number[] {
  const counts = [0]
  let count = 0
  for (const message of messages) {
    if (message.role === 'assistant') count++
    counts.push(count)
  }
  return counts
}

/** For each place of `text`: how many numbers from there on are the beginning of `pattern` (the Z-function). */
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
