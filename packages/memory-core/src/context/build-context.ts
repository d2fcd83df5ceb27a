import { type Activated, type Activation, nothingActivated } from '../activation/activate.ts'
import { unlessAborted } from '../async.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { abortSignal, anyText, anything, checkOf, checkShape, oneOf, type Shape, texts } from '../option-checks.ts'
import type { InnerRecall, Recalled, RecalledItem } from '../recall/recall.ts'
import type { OpposingRecord } from '../recall/validity.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import { messageId } from '../storage/numbering.ts'
import type { Layer } from '../storage/passages.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { bareWords, statementKey } from '../text/comparison.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import type { ContextBlock, ContextItem, ContextLine, ContextOptions, ContextRequest } from './context-block.ts'
import { opposingLine, printedRecord, quotedLength } from './context-lines.ts'
import { asideOf, fills, keptBackOf, sentBy, withheldOf, withoutRest } from './left-out.ts'
import { createRecap, type FitRecap, recapShare } from './recap.ts'
import type { createSnapshots, Snapshot } from './snapshots.ts'
import { type StableText, stablePart } from './stable-part.ts'
import { volatilePart } from './volatile-part.ts'

/** The sources of context blocks; a layer that is off is absent. */
export interface ContextSources {
  snapshots: ReturnType<typeof createSnapshots>
  sessions: SessionStore
  activate?: Activation | undefined
  /** Whether a context may tell records and statements about this. */
  isTellable(about: string | undefined): boolean
  /** The records that supersede or contradict these facts. */
  others?: ((factIds: readonly string[]) => Promise<readonly OpposingRecord[]>) | undefined
  recall: InnerRecall
  /** Brings the index, the records and the note index up to date; false if that takes longer than one call may. */
  catchUp(): Promise<boolean>
  /** Whether the note index is part of every context. */
  hasNotes: boolean
  /** The host's instructions to the model about the notes; "" if it has no tools for them. */
  notesProtocol: string
  /** The layers that passages are recalled from. Records have a budget of their own: they are activated. */
  recalledLayers: readonly Layer[]
  countTokens: CountTokens
  options: Required<ContextOptions>
  /** Called with each context that was built; undefined if no receipts are kept. */
  told?: ((context: ToldContext) => void) | undefined
}

/** A context as it was built, for its receipt. Do not modify its contents. */
export interface ToldContext {
  request: ContextRequest
  /** The question. */
  query: string
  /** The id of the message that is the question, if it is one. */
  asked: string | undefined
  block: Pick<ContextBlock, 'stable' | 'volatile' | 'tokens' | 'degraded' | 'dropped'>
  stable: StableText
  /** The lines of the volatile part, in their order. */
  lines: readonly ContextLine[]
  budget: number
  /** The time that building took, in milliseconds. */
  ms: number
}

interface WholeRequest extends ContextRequest {
  hostSends: NonNullable<ContextRequest['hostSends']>
  exclude: readonly string[]
}

/** One request, with its question and what the model sees in any case. */
interface Turn {
  request: WholeRequest
  query: string
  /** The messages of the session's window that the host sends, oldest first. */
  sent: readonly StoredMessage[]
  /** The others, without the question. */
  recap: FitRecap
  /** Whether the window contains the message with this id. */
  isInWindow(id: string): boolean
  /** The id of the message that is the question. */
  asked: string | undefined
  /** The keys of the statements of the stable part, and of the question. */
  said: ReadonlySet<string>
  /** The ids of the facts in the stable part. */
  facts: ReadonlySet<string>
  /** The messages that the host sends, and those that are certain to be whole in the recap. */
  seen: readonly SeenMessage[]
  /** Whether the statements or the seen messages say this text. */
  isSaid(text: string): boolean
}

type SeenMessage = Pick<ContextItem, 'id' | 'text'>

/** Maximum items recalled to find enough that the host does not send. */
const mostRecalled = 768
/** Few passages cost less, so more than `room / leastTokens` would not fit. */
const leastTokens = 20
/** What most passages cost at least: so many are recalled first, and more if those leave room. */
const usualTokens = 40
/** Passages recalled for each that may fit: some only stand near an answer. */
const spare = 1.5
/** The share of the room for records when passages are recalled for the question as well. */
const recordsShare = 0.3

/** Creates the function that builds contexts; it touches no disk until it is used. */
export function createContextBuilder(sources: ContextSources): (request: ContextRequest) => Promise<ContextBlock> {
  const { snapshots, sessions, activate, recall, recalledLayers, countTokens, isTellable, options } = sources
  const made = new WeakMap<Snapshot, { budget: number; part: StableText; said: readonly string[] }>()

  /** A snapshot produces the same part as long as the budget is the same, so the last one is kept. */
  function stableOf(content: Snapshot, budget: number): { part: StableText; said: readonly string[] } {
    const known = made.get(content)
    if (known?.budget === budget) return known
    const protocol = [options.protocol, sources.notesProtocol].filter((text) => text !== '')
    const part = stablePart({ ...content, protocol, isAlone: options.recall === 0 }, budget, countTokens)
    const said = [...part.items.map((item) => item.text), ...part.text.split('\n')].map(statementKey)
    const stable = { budget, part, said }
    made.set(content, stable)
    return stable
  }

  function turnOf(
    request: WholeRequest,
    open: Awaited<ReturnType<SessionStore['recentWindow']>> | undefined,
    { part: stable, said: saidThere }: ReturnType<typeof stableOf>,
    room: number,
  ): Turn {
    const { session, hostSends, exclude } = request
    const window = open?.messages ?? []
    const at = window.findLastIndex(({ role }) => role === 'user')
    const question = window[at]
    const query = request.query ?? (question ? textOf(question) : '')
    // A question that equals one with an answer is asked again.
    const isAnswered = window
      .slice(at + 1)
      .some((message) => message.role === 'assistant' && textOf(message).trim() !== '')
    const asked = !isAnswered && question && textOf(question).trim() === query.trim() ? question.id : undefined
    const excluded = new Set(exclude)
    const start = session === undefined ? '' : messageId(session, '')
    const isSent = ({ id }: StoredMessage): boolean =>
      hostSends !== 'nothing' || (excluded.size > 0 && (excluded.has(id) || excluded.has(start + id)))
    const sent = hostSends === 'nothing' && excluded.size === 0 ? [] : window.filter(isSent)
    const isOther = (message: StoredMessage): boolean => message.id !== asked && !isSent(message)
    const recap = createRecap(window, isOther, (line) => countTokens(`${line}\n`))
    const said = new Set(saidThere).add(statementKey(query))
    const facts = new Set(stable.items.flatMap(({ layer, id }) => (layer === 'facts' ? [id] : [])))
    const whole = recap(room * recapShare).lines.flatMap(({ part, item }) => (part === undefined ? [item] : []))
    const seen = [...sent.map(toSeen), ...whole]
    const isInWindow = open?.has ?? (() => false)
    return { request, query, sent, recap, isInWindow, asked, said, facts, seen, isSaid: saidIn(seen, said) }
  }

  async function build(given: ContextRequest): Promise<ContextBlock> {
    const begin = performance.now()
    checkShape(given, requestShape, 'buildContext', 'bad-input')
    const request: WholeRequest = { ...given, hostSends: given.hostSends ?? 'nothing', exclude: given.exclude ?? [] }
    const { session, budget = options.budget } = request
    const isSearching = activate !== undefined || sources.hasNotes || options.recall > 0
    const isIndexed = !isSearching || (await unlessAborted(request.signal, sources.catchUp()))
    const [content, open] = await Promise.all([
      snapshots.of(session, isIndexed),
      session === undefined ? undefined : sessions.recentWindow(session),
    ])
    const made = stableOf(content, budget)
    const stable = made.part
    const room = budget - stable.tokens
    const turn = turnOf(request, open, made, room)
    const [activated, others, { items: recalled, degraded = '' }] = await Promise.all([
      findRecords(turn, room),
      findOpposing(turn),
      findPassages(turn, room),
    ])
    const volatile = volatilePart(
      {
        ...turn,
        activated,
        others,
        recalled,
        spare: stable.left.filter(({ text }) => !turn.isSaid(text)),
        seen: [stable.text, turn.query, ...turn.sent.map(textOf)],
        protocol: stable.text === '' && options.protocol !== '' ? [options.protocol] : [],
      },
      room,
      countTokens,
    )
    const items = [...stable.items, ...volatile.items]
    const told = new Set(items.map(({ id }) => id))
    const left = new Set(stable.dropped.map(({ id }) => id))
    const block: ContextBlock = {
      stable: stable.text,
      volatile: volatile.text,
      tokens: stable.tokens + volatile.tokens,
      ...(isIndexed && !degraded.includes('indexing') ? {} : { degraded: 'indexing' }),
      items,
      // A fact that did not fit into the stable part may have been recalled, or have had no room there either.
      dropped: [...stable.dropped, ...volatile.dropped.filter(({ id }) => !left.has(id))].filter(
        ({ id }) => !told.has(id),
      ),
    }
    sources.told?.({ ...turn, block, stable, lines: volatile.lines, budget, ms: performance.now() - begin })
    return block
  }

  /** Most records were once said in a message: those that the model sees in the conversation anyway are left out. */
  async function findRecords({ query, request, facts, isSaid }: Turn, room: number): Promise<Activated> {
    if (!activate || room <= 0) return nothingActivated
    const { filePath, signal, exclude } = request
    return activate({
      query,
      exclude: new Set(exclude),
      filePath,
      budget: options.recall > 0 && query.trim() !== '' ? room * recordsShare : room,
      // A record that the question does not ask for is not added for its strength alone.
      ...(query.trim() === '' ? {} : { fill: 0 }),
      price: (record) => countTokens(printedRecord(record, facts.has(record.supersedes ?? ''))) + 1,
      signal,
      said: isSaid,
      isTellable,
    })
  }

  /**
   * Statements newer than the facts are in the context whatever the question is, as the facts are; also those of the
   * recap, which does not say that they are newer.
   */
  async function findOpposing({ request: { exclude }, sent, said, facts }: Turn): Promise<ContextLine[]> {
    const found = (await sources.others?.([...facts])) ?? []
    const isSaid = saidIn(sent.map(toSeen), said)
    return found
      .filter(({ record: { id, about, text } }) => isTellable(about) && !exclude.includes(id) && !isSaid(text))
      .map(opposingLine)
  }

  /** Ids left out of the recall: the question itself, and messages that the model sees. Unique per session only. */
  function toExclude({ request: { session, exclude }, seen, asked }: Turn): readonly string[] {
    if (session === undefined) return exclude
    const ids = [...seen.map(({ id }) => id), ...(asked === undefined ? [] : [asked])]
    return [...exclude, ...ids.map((id) => messageId(session, id))]
  }

  /** Recalls as many passages as may fit and some to spare, and more if the host sends most of them. */
  async function findPassages(turn: Turn, room: number): Promise<Pick<Recalled, 'items' | 'degraded'>> {
    const { query, request, isSaid } = turn
    const wanted = Math.min(options.recall, Math.ceil(room / leastTokens))
    if (wanted <= 0 || query.trim() === '') return { items: [] }
    const exclude = toExclude(turn)
    const { signal } = request
    const isSent = sentBy(request, turn.isInWindow)
    const isKeptBack = keptBackOf(isTellable)
    const includes = ({ about }: MemoryRecord): boolean => activate !== undefined && isTellable(about)
    const isSaidFact = ({ layer, text }: RecalledItem): boolean => layer === 'facts' && isSaid(text)
    const quoted = quotedLength(room)
    const first = Math.ceil(Math.min(wanted, room / usualTokens) * spare)
    for (let limit = first; ; limit = Math.min(limit * 3, mostRecalled)) {
      const { items, degraded } = await recall(
        query,
        { limit, exclude, layers: recalledLayers, explain: true, signal },
        { isFresh: true, forContext: { includes } },
      )
      const isAside = asideOf(items)
      const isUntold = withheldOf(items, request.session)
      const tellable = items.filter(
        (item) => !isSent(item) && !isSaidFact(item) && !isUntold(item) && !isKeptBack(item),
      )
      const found = tellable.filter((item) => !isAside(item))
      const isEnough = found.length >= wanted || fills(found, quoted, room)
      if (isEnough || items.length < limit || limit === mostRecalled)
        return {
          items: withoutRest(tellable, room, isAside, request.session).slice(0, wanted),
          ...(degraded === undefined ? {} : { degraded }),
        }
    }
  }

  return build
}

function toSeen(message: StoredMessage): SeenMessage {
  return { id: message.id, text: textOf(message) }
}

/** Returns a test for statements that the model sees anyway. Most turns have none to test. */
function saidIn(seen: readonly SeenMessage[], said: ReadonlySet<string>): (text: string) => boolean {
  let messages: string[] | undefined
  return (text) => {
    const key = statementKey(text)
    if (said.has(key)) return true
    messages ??= seen.map((message) => ` ${bareWords(message.text)} `)
    return messages.some((message) => message.includes(` ${key} `))
  }
}

const requestShape: Shape = {
  session: anything,
  query: anyText,
  filePath: checkOf('a path such as "src/app.ts"', (value) => typeof value === 'string'),
  budget: checkOf(
    'a number of tokens from 0; give a large one, such as 100000, to leave nothing out',
    (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  ),
  hostSends: oneOf('nothing', 'window', 'all'),
  exclude: texts,
  signal: abortSignal,
}
