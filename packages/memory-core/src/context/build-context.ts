import type { Activation } from '../activation/activate.ts'
import type { Activated } from '../activation/choose-records.ts'
import { unlessAborted } from '../async.ts'
import { MemoryError, shown } from '../errors.ts'
import { factPassageId, messagePassageId } from '../indexing/passages-of.ts'
import { type StoredMessage, textOf } from '../message.ts'
import { abortSignal, anything, checkShape, type Shape, texts } from '../option-checks.ts'
import type { AskedBefore, InnerRecall, Recalled, RecalledItem } from '../recall/recall.ts'
import type { OtherThanFact } from '../recall/successors.ts'
import type { SessionStore } from '../sessions/sessions.ts'
import type { Layer } from '../storage/passages.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { bareWords, statementKey } from '../text/statement-key.ts'
import type { ContextBlock, ContextRequest } from './context-block.ts'
import { isBeside, otherLine, printedRecord } from './context-lines.ts'
import type { ResolvedContextOptions } from './context-options.ts'
import type { ContextLine } from './page.ts'
import { createSnapshots, type Snapshot, type StableSources } from './snapshots.ts'
import { type StableText, stablePart } from './stable-part.ts'
import type { ToldContext } from './told-context.ts'
import { volatilePart } from './volatile-part.ts'

/** Builds context blocks. */
export interface ContextBuilder {
  build(request: ContextRequest): Promise<ContextBlock>
  /** The session has new facts or a new summary: its stable part is made anew. */
  refresh(session: string): void
}

/** What context blocks are made of; a layer that is off is absent. */
export interface ContextSources extends StableSources {
  sessions: SessionStore
  activate?: Activation | undefined
  /** The records that took the place of facts, or contradict them. */
  others?: ((factIds: readonly string[]) => Promise<readonly OtherThanFact[]>) | undefined
  recall: InnerRecall
  /** Brings the index, the records and the note index up to what was written; false when that takes longer than a call may. */
  catchUp(): Promise<boolean>
  /** What the host says to the model about the notes; "" where it has no tools for them. */
  notesProtocol: string
  /** The layers that passages are recalled from. Records are activated, within a budget of their own, and not recalled. */
  recalledLayers: readonly Layer[]
  countTokens: CountTokens
  options: ResolvedContextOptions
  /** Is given each context that was told; undefined where no receipt is kept. */
  told?: ((context: ToldContext) => void) | undefined
}

/** What one request is about. */
interface Turn {
  request: ContextRequest
  query: string
  /** The messages of the session's window, oldest first. */
  window: readonly StoredMessage[]
  /** Whether the message with this id is one of them. */
  isInWindow(id: string): boolean
  /** The id of the message that is the question. */
  asked: string | undefined
}

/** So far down the list is looked for what the host does not send. */
const mostRecalled = 768
/** Hardly a passage costs less. */
const leastTokens = 25
/** The share of the room that records get where the question has passages recalled. */
const recordsShare = 0.2
const nothingActivated: Activated = { chosen: [], dropped: [], tokens: 0 }

/** Makes a builder; it touches no disk until it is used. */
export function createContextBuilder(sources: ContextSources): ContextBuilder {
  const { sessions, activate, recall, recalledLayers, countTokens, options } = sources
  const snapshots = createSnapshots(sources, options.inject === 'per-session')
  const made = new WeakMap<Snapshot, { budget: number; part: StableText }>()

  /** A snapshot gives the same part as long as the budget is the same. */
  function stableOf(content: Snapshot, budget: number): StableText {
    const known = made.get(content)
    if (known?.budget === budget) return known.part
    const protocol = [options.protocol, sources.notesProtocol].filter((text) => text !== '')
    const part = stablePart({ ...content, protocol, isAlone: options.recall === 0 }, budget, countTokens)
    made.set(content, { budget, part })
    return part
  }

  async function turnOf(request: ContextRequest): Promise<Turn> {
    const { session } = request
    const open = session === undefined ? undefined : await sessions.recentWindow(session)
    const window = open?.messages ?? []
    const question = window.findLast((message) => message.role === 'user')
    const query = request.query ?? (question ? textOf(question) : '')
    const isInWindow = open?.has ?? (() => false)
    return {
      request,
      query,
      window,
      isInWindow,
      asked: question && textOf(question) === query ? question.id : undefined,
    }
  }

  async function build(given: ContextRequest): Promise<ContextBlock> {
    const begin = performance.now()
    const request = { ...checkedContextRequest(given) }
    const { session, hostSends = 'nothing', budget = options.budget } = request
    const isSearching = activate !== undefined || sources.notes !== undefined || options.recall > 0
    const isIndexed = !isSearching || (await unlessAborted(request.signal, sources.catchUp()))
    const [content, turn] = await Promise.all([snapshots.of(session), turnOf(request)])
    const excluded = new Set(request.exclude)
    const stable = stableOf(content, budget)
    const said = [...stable.items.map((item) => item.text), turn.query]
    const facts = new Set(stable.items.flatMap(({ layer, text }) => (layer === 'facts' ? [factPassageId(text)] : [])))
    const [activated, others, { items: recalled, degraded = '' }] = await Promise.all([
      findRecords(turn, said, facts, budget - stable.tokens),
      findOthers(turn, said, facts),
      findPassages(turn, budget - stable.tokens),
    ])
    const volatile = volatilePart(
      {
        activated,
        others,
        facts,
        recalled,
        recap: hostSends === 'nothing' ? turn.window.filter(({ id }) => id !== turn.asked && !excluded.has(id)) : [],
        said,
        query: turn.query,
        stable: stable.text,
        protocol: stable.text === '' && options.protocol !== '' ? [options.protocol] : [],
      },
      budget - stable.tokens,
      countTokens,
    )
    const items = [...stable.items, ...volatile.items]
    const told = new Set(items.map(({ id }) => id))
    const block: ContextBlock = {
      stable: stable.text,
      volatile: volatile.text,
      tokens: stable.tokens + volatile.tokens,
      ...(isIndexed && !degraded.includes('indexing') ? {} : { degraded: 'indexing' }),
      items,
      // A fact that does not fit the stable part may have been recalled.
      dropped: [...stable.dropped, ...volatile.dropped].filter(({ id }) => !told.has(id)),
    }
    sources.told?.({ ...turn, block, stable, lines: volatile.lines, budget, ms: performance.now() - begin })
    return block
  }

  /** Records were mostly said in a message once: those that the model sees in the conversation anyway are not told again. */
  async function findRecords(
    turn: Turn,
    said: readonly string[],
    facts: ReadonlySet<string>,
    room: number,
  ): Promise<Activated> {
    if (!activate || room <= 0) return nothingActivated
    const { query, request } = turn
    const { filePath, signal, exclude = [] } = request
    return activate({
      query,
      exclude: new Set(exclude),
      filePath,
      budget: options.recall > 0 && query.trim() !== '' ? room * recordsShare : room,
      // What the question does not ask for needs a better reason than to be strong.
      ...(query.trim() === '' ? {} : { fill: 0 }),
      countTokens,
      print: (record) => printedRecord(record, facts.has(record.supersedes ?? '')),
      signal,
      said: saidIn(turn, said),
    })
  }

  /** Statements newer than the facts are in the context whatever the question is, as the facts are. */
  async function findOthers(turn: Turn, said: readonly string[], facts: ReadonlySet<string>): Promise<ContextLine[]> {
    const found = (await sources.others?.([...facts])) ?? []
    const { exclude = [] } = turn.request
    const isSaid = saidIn(turn, said)
    return found.filter(({ record }) => !exclude.includes(record.id) && !isSaid(record.text)).map(otherLine)
  }

  /** What is not recalled, by id: the question itself, and what the host sends. Ids of messages hold in their session only. */
  function toExclude({ request: { session, exclude = [], hostSends }, window, asked }: Turn): readonly string[] {
    if (session === undefined) return exclude
    const origin = sessions.path(session).replace(/\.jsonl$/, '')
    const sent = hostSends === undefined || hostSends === 'nothing' ? [] : window.map((message) => message.id)
    const ids = asked === undefined ? sent : [...sent, asked]
    return [...exclude, ...ids.map((id) => messagePassageId(origin, id))]
  }

  /** As many passages as there may be room for. */
  async function findPassages(turn: Turn, room: number): Promise<Pick<Recalled, 'items' | 'degraded'>> {
    const { query, request } = turn
    const wanted = Math.min(options.recall, Math.ceil(room / leastTokens))
    if (wanted <= 0 || query.trim() === '') return { items: [] }
    const exclude = toExclude(turn)
    const { signal } = request
    const isSent = sentBy(turn)
    const isTold = toldBy(turn)
    const before: AskedBefore = {}
    for (let limit = wanted; ; limit = Math.min(limit * 4, mostRecalled)) {
      const { items, degraded } = await recall(
        query,
        { limit, exclude, layers: recalledLayers, explain: true, ...(signal ? { signal } : {}) },
        { isFresh: true, tellsRecords: activate !== undefined, everyPassage: true, before },
      )
      const isAside = asideOf(items)
      const found = items.filter((item) => !isSent(item) && !isTold(item) && !isAside(item))
      const isAll = items.length === found.length || items.length < limit || limit === mostRecalled
      if (isAll || found.length >= wanted)
        return { items: found.slice(0, wanted), ...(degraded === undefined ? {} : { degraded }) }
    }
  }

  return { build, refresh: snapshots.refresh }
}

/** Tells the statements that the model sees anyway. */
function saidIn({ window, request }: Turn, said: readonly string[]): (text: string) => boolean {
  const { hostSends = 'nothing' } = request
  const statements = new Set(said.map(statementKey))
  const sent = hostSends === 'nothing' ? [] : window.map((message) => ` ${bareWords(textOf(message))} `)
  return (text) => {
    const key = statementKey(text)
    return statements.has(key) || sent.some((message) => message.includes(` ${key} `))
  }
}

/** Tells the messages that the host sends. */
function sentBy({ request: { session, hostSends }, isInWindow }: Turn): (item: RecalledItem) => boolean {
  return ({ source }) => {
    if (!('session' in source) || session === undefined || source.session !== session) return false
    return hostSends === 'all' || (hostSends === 'window' && isInWindow(source.messageId))
  }
}

/** Tells the messages of the window that are found by their neighbours' words alone: the recap tells them in their place. */
function toldBy({ request: { session }, isInWindow }: Turn): (item: RecalledItem) => boolean {
  return ({ source, explain }) =>
    explain?.['words'] === undefined &&
    'messageId' in source &&
    source.session === session &&
    isInWindow(source.messageId)
}

/** A passage without a word of the question enters the context only when its neighbours' words score nearly as well as the best answer's. */
const leastAround = 0.25

/** Tells what was said near an answer and is probably none. */
function asideOf(items: readonly RecalledItem[]): (item: RecalledItem) => boolean {
  const matched = ({ explain: { words = 0, neighbours = 0 } = {} }: RecalledItem): number => words + neighbours
  const least = leastAround * Math.max(0, ...items.map(matched))
  return (item) => isBeside(item) && matched(item) + (item.explain?.['time'] ?? 0) < least
}

const hostModes: ReadonlySet<string> = new Set(['nothing', 'window', 'all'])
const requestShape: Shape = {
  session: anything,
  query: anything,
  filePath: anything,
  budget: anything,
  hostSends: anything,
  exclude: texts,
  signal: abortSignal,
}

/** @throws MemoryError `bad-input` */
function checkedContextRequest(request: ContextRequest): ContextRequest {
  checkShape(request, requestShape, 'buildContext', 'bad-input')
  const { budget = 0, hostSends = 'nothing', query = '', filePath = '' } = request
  if (!(Number.isFinite(budget) && budget >= 0))
    throw new MemoryError(
      'bad-input',
      `the budget is ${shown(budget)}, expected a number of tokens from 0; give a large one, such as 100000, to leave nothing out`,
    )
  if (!hostModes.has(hostSends))
    throw new MemoryError('bad-input', `hostSends is ${shown(hostSends)}, expected "nothing", "window" or "all"`)
  if (typeof query !== 'string')
    throw new MemoryError('bad-input', `the query is ${shown(query)}, expected a text to recall for`)
  if (typeof filePath !== 'string')
    throw new MemoryError('bad-input', `filePath is ${shown(filePath)}, expected a path such as "src/app.ts"`)
  return request
}
