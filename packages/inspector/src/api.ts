import { type Memory, MemoryError, messageId, type ReceiptSummary, textOf } from '@daybook/memory-core'
import { type Context, Hono } from 'hono'
import { editItem } from './edit-item.ts'
import { folderSizes } from './folder.ts'
import { knownItems } from './known.ts'
import type { News } from './news.ts'
import { timelineOf } from './timeline.ts'

/** The sources of the page's data. */
export interface ApiSources {
  /** Opens the memory of a user; without a user, the only one. */
  memoryOf(user: string | undefined): Promise<Memory>
  /** Undefined if there is only one. */
  users(): Promise<string[] | undefined>
  title: string | undefined
  /** The folder of the memories, if known. */
  directory: string | undefined
  news: News
}

/** Messages of a conversation that a page shows, the newest: some 6 MB. */
const mostMessages = 20_000
const mostReceipts = 500

/** The data of the page as JSON. */
export function createApi({ memoryOf, users, title, directory, news }: ApiSources): Hono {
  const app = new Hono()
  const memoryFor = (context: Context): Promise<Memory> => memoryOf(context.req.query('user'))

  app.onError((error, context) => {
    // Callers see their own mistakes with status 400, and of other failures only the message.
    const status = MemoryError.isInstance(error) && error.code !== 'storage-failed' ? 400 : 500
    return context.json({ error: error.message }, status)
  })
  app.get('/about', async (context) => context.json({ title: title ?? 'Memory', users: await users() }))
  app.get('/known', async (context) => context.json({ items: await knownItems(await memoryFor(context)) }))
  app.get('/sessions', async (context) => {
    const sessions = await (await memoryFor(context)).sessions.list()
    return context.json({
      sessions: sessions.toReversed().map(({ key, title: name, createdAt, updatedAt, messageCount, summary }) => ({
        ...{ key, title: name, createdAt, updatedAt, messageCount },
        ...(summary !== undefined && { summary: summary.slice(0, 200) }),
      })),
    })
  })
  app.get('/session', async (context) => context.json(await sessionOf(await memoryFor(context), key(context))))
  app.get('/receipts', async (context) => {
    const before = context.req.query('before')
    const memory = await memoryFor(context)
    const receipts = await memory.receipts.list({ limit: 100, ...(before !== undefined && { before }) })
    return context.json({ receipts: await withQuestions(memory, receipts) })
  })
  app.get('/receipt', async (context) => {
    const { receipts } = await memoryFor(context)
    const receipt = await receipts.get(context.req.query('id'))
    return receipt ? context.json({ receipt }) : context.json({ error: 'there is no such receipt' }, 404)
  })
  app.get('/said', async (context) => {
    const { sessions } = await memoryFor(context)
    const messages = await sessions.messages(key(context), { archived: true })
    const message = messages.find(({ id }) => id === context.req.query('message'))
    return context.json({ said: message && { role: message.name ?? message.role, text: textOf(message) } })
  })
  app.get('/timeline', async (context) =>
    context.json({ events: await timelineOf(await memoryFor(context), directory) }),
  )
  app.get('/health', async (context) => context.json(await healthOf(await memoryFor(context), directory)))
  app.get('/news', async (context) => {
    const version = await news.after(await memoryFor(context), context.req.query('known') ?? '', context.req.raw.signal)
    return context.json({ version })
  })
  app.post('/edit', async (context) => {
    return context.json({ id: await editItem(await memoryFor(context), await bodyOf(context)) })
  })
  app.post('/forget', async (context) => {
    const { ids, session, text, dryRun } = await bodyOf(context)
    const memory = await memoryFor(context)
    const options = { dryRun: dryRun !== false }
    if (typeof session === 'string') return context.json(await memory.forget({ session, ...options }))
    if (typeof text === 'string') return context.json(await memory.forget({ text, ...options }))
    return context.json(await memory.forget({ ids: textsOf(ids), ...options }))
  })
  app.post('/restore', async (context) => {
    const { version, record } = await bodyOf(context)
    const memory = await memoryFor(context)
    if (typeof version === 'string') await memory.facts.restore(version)
    else if (typeof record !== 'string')
      return context.json({ error: 'say what to bring back: a version of MEMORY.md, or an archived record' }, 400)
    else if ((await memory.records.restore([record])) === 0)
      return context.json({ error: 'there is no such archived record' }, 404)
    return context.json({ isDone: true })
  })
  app.all('*', (context) => context.json({ error: 'there is nothing at this address' }, 404))
  return app
}

/** Adds the questions that are still stored, because people recognise contexts by them. */
async function withQuestions(memory: Memory, receipts: readonly ReceiptSummary[]) {
  const texts = new Map<string, string>()
  for (const session of new Set(receipts.flatMap((receipt) => receipt.session ?? [])))
    for (const message of await memory.sessions.messages(session, { archived: true, limit: mostMessages }))
      if (message.role === 'user') texts.set(messageId(session, message.id), textOf(message).slice(0, 200))
  return receipts.map((receipt) => {
    const question = texts.get(receipt.turn ?? '')
    return { ...receipt, ...(question !== undefined && { question }) }
  })
}

async function sessionOf(memory: Memory, session: string) {
  const [about, messages, receipts, records] = await Promise.all([
    memory.sessions.get(session),
    memory.sessions.messages(session, { archived: true, limit: mostMessages }),
    memory.receipts.list({ session, limit: mostReceipts }),
    memory.layers.includes('records') ? memory.records.list({ archived: 'all', limit: 10_000 }) : [],
  ])
  if (!about) throw new MemoryError('not-found', 'this conversation does not exist any more')
  const learnt = Map.groupBy(
    records.filter(({ source }) => source?.session === session),
    ({ source }) => source?.messageId,
  )
  return {
    session: about,
    messages: messages.map((message) => ({
      id: messageId(session, message.id),
      role: message.role,
      ...(message.name !== undefined && { name: message.name }),
      text: textOf(message),
      createdAt: message.createdAt,
      learnt: (learnt.get(message.id) ?? []).map(({ id, text, type }) => ({ id, text, type })),
    })),
    receipts,
  }
}

async function healthOf(memory: Memory, directory: string | undefined) {
  const has = (layer: Memory['layers'][number]): boolean => memory.layers.includes(layer)
  const started = performance.now()
  const [report, records, knowledge, upkeep, bytes] = await Promise.all([
    memory.check(),
    has('records') ? memory.records.stats() : undefined,
    has('knowledge') ? memory.knowledge.stats() : undefined,
    has('records') ? memory.maintain({ dryRun: true }) : undefined,
    directory === undefined ? undefined : folderSizes(directory),
  ])
  return {
    ...{ layers: memory.layers, isSound: report.isSound, findings: report.findings },
    ...{ records, knowledge, upkeep, sizes: bytes, checkMs: Math.round(performance.now() - started) },
  }
}

function key(context: Context): string {
  return context.req.query('key') ?? ''
}

/** The object in a request's body; empty for anything else. */
async function bodyOf(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await context.req.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function textsOf(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}
