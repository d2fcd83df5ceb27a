import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import {
  type BehaviourOptions,
  type Memories,
  type Memory,
  MemoryError,
  openMemories,
  openMemory,
} from '@daybook/memory-core'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createInspector } from './create-inspector.ts'
import { createLoopbackGuard, ownPagesOnly, securityHeaders } from './guard.ts'

/** The memory to inspect, and how to serve it. */
export interface StartInspectorOptions {
  /** The folder of a memory, or one with a folder for each user. */
  directory?: string
  /** Instead of a folder: a memory, or those of many users. Closing the inspector closes it. */
  memory?: Memory | Memories
  /** A name for the page's title. @default the folder's name */
  title?: string
  /** @default a free one */
  port?: number
  /** Options that your agents use, such as the profile or custom folders. */
  options?: Pick<BehaviourOptions, 'profile' | 'facts' | 'history' | 'notes' | 'knowledge' | 'records' | 'sessions'>
}

/** A running inspector. */
export interface RunningInspector {
  /** The address to open, with the token that grants access. */
  url: string
  port: number
  /** Stops it, and closes the memory. */
  close(): Promise<void>
}

/**
 * Serves a memory's folder in the inspector, on 127.0.0.1 only, while agents continue to write. The address contains a
 * token that is new in each run: without it, nothing is shown.
 * @throws MemoryError `not-found` without the folder, `storage-failed` if the port is in use, and the errors of `openMemory`
 */
export async function startInspector(given: StartInspectorOptions): Promise<RunningInspector> {
  const { port = 0, options } = given
  const directory = given.memory ? undefined : resolve(given.directory ?? '.')
  const memory = given.memory ?? (await open(directory ?? '.', options))
  const guard = createLoopbackGuard(() => listening.port)
  const title = given.title ?? basename(directory ?? 'Memory')
  const inspector = createInspector(memory, { title, ...(directory !== undefined && { directory }) })
  const app = new Hono()
    .use(securityHeaders, guard.onlyThisMachine)
    .use('/api/*', ownPagesOnly)
    .post('/api/enter', guard.enter)
    .use('/api/*', guard.onlyEntered)
    .all('*', (context) => inspector.fetch(context.req.raw))
  const listening = await listen(app, port).catch(async (error: unknown) => {
    await memory.close()
    throw error
  })
  return {
    url: `http://127.0.0.1:${listening.port}/#token=${guard.token}`,
    port: listening.port,
    async close() {
      await listening.close()
      await memory.close()
    },
  }
}

/** Like a person, it only reads and edits: it does not capture, consolidate or maintain. */
const watching: BehaviourOptions = {
  capture: { auto: false },
  consolidation: { auto: false },
  maintenance: { auto: false },
  receipts: false,
}

async function open(folder: string, options: StartInspectorOptions['options']): Promise<Memory | Memories> {
  const isMemory = ['.daybook', 'state'].some((name) => existsSync(join(folder, name, 'daybook.json')))
  const hasKnowledge = existsSync(join(folder, 'memory', 'knowledge.json'))
  const own: BehaviourOptions = { ...(hasKnowledge && { knowledge: {} }), ...options, ...watching }
  if (isMemory) return openMemory({ directory: folder, ...own })
  if (!existsSync(folder)) {
    const message = `there is no memory in ${folder}: expected a directory that openMemory has created`
    throw new MemoryError('not-found', message)
  }
  const memories = openMemories({ directory: folder, knowledge: {}, ...own })
  if ((await memories.users()).length > 0) return memories
  await memories.close()
  return openMemory({ directory: folder, ...own })
}

async function listen(app: Hono, port: number): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((done, failed) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (info) => {
      done({
        port: info.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            // An open page keeps a connection for its news.
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      })
    })
    server.once('error', (cause: unknown) => {
      const message = `port ${port} cannot be used: ${String(cause)}; choose another one`
      failed(new MemoryError('storage-failed', message, { cause }))
    })
  })
}
