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

/** What to inspect, and where. */
export interface StartInspectorOptions {
  /** The folder of a memory, or one with a folder for each user. */
  directory?: string
  /** In place of a folder: a memory, or those of many users. Closing the inspector closes it. */
  memory?: Memory | Memories
  /** A name for the page's title. @default the folder's name */
  title?: string
  /** @default a free one */
  port?: number
  /** Options that the agents use, such as the profile or folders of your own. */
  options?: Pick<BehaviourOptions, 'profile' | 'facts' | 'history' | 'notes' | 'knowledge' | 'records' | 'sessions'>
}

/** An inspector that listens. */
export interface RunningInspector {
  /** The address to open, with the token that lets its reader in. */
  url: string
  port: number
  /** Stops it, and closes the memory. */
  close(): Promise<void>
}

/**
 * Opens a memory's folder in the inspector, on 127.0.0.1 only, while agents go on writing. The address has a token that is
 * another in each run: without it, nothing is shown.
 * @throws MemoryError `not-found` where there is no folder, and as `openMemory` does
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

/** It looks and edits as a person does: it captures, consolidates and maintains nothing of its own. */
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
  if (!existsSync(folder))
    throw new MemoryError('not-found', `there is no memory in ${folder}: expected a directory that openMemory has made`)
  const memories = openMemories({ directory: folder, ...own })
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
            // A page that is open holds a connection for its news.
            if ('closeAllConnections' in server) server.closeAllConnections()
          }),
      })
    })
    server.once('error', failed)
  })
}
