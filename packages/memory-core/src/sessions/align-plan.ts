import { type Message, type StoredMessage, textOf } from '../message.ts'
import { filesIn, findOverlap, type Overlap, saidKey, withoutOpenCalls } from './align.ts'
import type { Archive } from './archive.ts'
import {
  type AppendPlan,
  freshMessage,
  type GivenMessage,
  messageVersion,
  planAppend,
  saidBy,
} from './given-messages.ts'
import type { Alignment } from './session.ts'
import { printIds, printMessage } from './session-lines.ts'
import { type SessionState, windowOf } from './session-state.ts'

/** The lines to write, the changes of the archive, and the alignment for the caller. Writes nothing. */
export async function planAlign(
  state: SessionState | undefined,
  visible: readonly GivenMessage[],
  archive: Archive,
): Promise<Omit<AppendPlan, 'stored' | 'added'> & { alignment: Alignment }> {
  const given = conversationOf(visible, state)
  const shown = given.map(saidBy)
  const { stored, all, overlap } = await match(state, shown, archive)
  const matched = overlap ? stored.slice(overlap.storedStart, overlap.storedStart + overlap.length) : []
  const left = overlap ? stored.slice(overlap.storedStart + overlap.length) : []
  const [abandonedFirst] = left
  const from = matched.at(-1) ?? abandonedFirst
  // Tool steps after the last common message belong to what the host abandoned.
  const aside = abandonedFirst && from ? all.slice(all.indexOf(from) + (from === abandonedFirst ? 0 : 1)) : []
  const changes = overlap ? changesOf(matched, shown, overlap) : new Map<string, StoredMessage>()
  const rest = given.slice(overlap ? overlap.visibleStart + overlap.length : 0)
  const abandoned = new Set(aside.map((message) => message.id))
  // An abandoned message that is sent again counts as new.
  const remaining = state && abandoned.size > 0 ? { ...state, aside: new Set([...state.aside, ...abandoned]) } : state
  const append = await planAppend(remaining, rest, archive)
  const inFile = [...changes.values()].filter((message) => state?.messages.has(message.id))
  for (const message of changes.values()) if (!state?.messages.has(message.id)) append.archived.set(message.id, message)
  const cameBack = new Set(append.added.map((message) => message.id))
  return {
    ...append,
    lines: [
      ...inFile.map((message) => printMessage(message, { version: messageVersion(state, message.id, 0) + 1 })),
      ...(abandoned.size > 0 ? [printIds('aside', abandoned)] : []),
      ...append.lines,
    ],
    alignment: {
      stored: [...matched.map((message) => changes.get(message.id) ?? message), ...append.stored],
      appended: append.added,
      aside: aside.filter((message) => !cameBack.has(message.id)),
    },
  }
}

/** Without system messages and removed ones. A second message with one id, the host's mistake, gets a new id. */
function conversationOf(visible: readonly GivenMessage[], state: SessionState | undefined): GivenMessage[] {
  const ids = new Set<string>()
  const shown: GivenMessage[] = []
  for (const given of visible) {
    const { id, role } = given.message
    if (role === 'system' || (given.hasId && state?.removed.has(id))) continue
    const isTaken = given.hasId && ids.has(id)
    shown.push(isTaken ? { ...given, message: { ...given.message, id: crypto.randomUUID() }, hasId: false } : given)
    ids.add(id)
  }
  return shown
}

/**
 * If the host shows no tool messages, or no empty answers, only the other stored messages are compared; `all` has them,
 * too.
 */
async function match(state: SessionState | undefined, visible: readonly Message[], archive: Archive) {
  if (!state || visible.length === 0) return { stored: [], all: [], overlap: undefined }
  const all = windowOf(state).filter((message) => message.role !== 'system')
  const showsTools = visible.some(isToolTraffic)
  const asCompared = withoutOpenCalls([...all, ...visible])
  const showsEmpty = visible.some(isEmptyAnswer)
  const compared = (messages: StoredMessage[]): StoredMessage[] =>
    messages.filter(
      (message) => (showsTools || !isToolTraffic(asCompared(message))) && (showsEmpty || !isEmptyAnswer(message)),
    )
  const window = compared(all)
  const hasGaps = state.removed.size > 0
  const isArchived = visible.length > 1 && (await archive.exists())
  const near = findOverlap(window, visible, { archived: 0, fromStart: !isArchived, hasGaps })
  // A visible list no longer than the window cannot begin before it if its end is proven to match.
  const isInside = near?.isProven && near.visibleStart === 0 && near.storedStart + near.length === window.length
  if (!isArchived || (isInside && visible.length <= window.length)) return { stored: window, all, overlap: near }
  const enough = visible.length + all.length
  const read = await archive.tail(enough)
  const older = read.filter(
    ({ id, role }) => role !== 'system' && !state.messages.has(id) && !state.aside.has(id) && !state.removed.has(id),
  )
  const bounds = { archived: compared(older).length, fromStart: read.length < enough, hasGaps }
  const stored = [...compared(older), ...window]
  return { stored, all: [...older, ...all], overlap: findOverlap(stored, visible, bounds) }
}

/** An answer that was stopped before its first word. */
function isEmptyAnswer(message: Message): boolean {
  const { role, toolCalls = [] } = message
  return role === 'assistant' && toolCalls.length === 0 && filesIn(message).length === 0 && textOf(message) === ''
}

function isToolTraffic({ role, toolCalls }: Message): boolean {
  return role === 'tool' || (toolCalls !== undefined && toolCalls.length > 0)
}

/** The new versions of matched messages that the host edited, or completed after they were cut off. */
function changesOf(matched: readonly StoredMessage[], visible: readonly Message[], overlap: Overlap) {
  const changes = new Map<string, StoredMessage>()
  matched.forEach((before, place) => {
    const after = visible[overlap.visibleStart + place]
    if (!after || saidKey(after) === saidKey(before)) return
    const isCompleted = overlap.completed.get(overlap.storedStart + place) === overlap.visibleStart + place
    if (after.id !== undefined || isCompleted) changes.set(before.id, changed(before, after))
  })
  return changes
}

function changed(before: StoredMessage, { content, metadata, toolCalls, toolCallId, native }: Message): StoredMessage {
  // These describe how the cut-off version ended.
  const { partial: _partial, finishReason: _reason, ...kept } = before.metadata ?? {}
  const merged = { ...kept, ...metadata }
  const some = Object.keys(merged).length > 0 ? merged : undefined
  return freshMessage({ ...before, content, metadata: some, toolCalls, toolCallId, native })
}
