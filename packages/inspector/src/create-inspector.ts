import type { Memories, Memory } from '@daybook/memory-core'
import { Hono } from 'hono'
import { createApi } from './api.ts'
import { ownPagesOnly, securityHeaders } from './guard.ts'
import { createNews } from './news.ts'
import { pageFile } from './page-files.ts'

/** How to serve the inspector from a server of your own. */
export interface InspectorOptions {
  /** The path below which it is mounted, such as `/memory`. @default '' */
  path?: string
  /** A name for the page's title, such as the app's. */
  title?: string
  /**
   * Answers a text that changes when something is stored. It is asked once a second while a page is open.
   * @default what can be told through the memory: facts, notes, records, receipts
   */
  version?: (memory: Memory) => Promise<string>
  /** Answers how much is stored and where, for the page on health; by name. */
  sizes?: () => Promise<Readonly<Record<string, number>>>
}

/** A page over a memory, as a handler of requests. */
export interface Inspector {
  /**
   * Answers a request for the page or its data. It shows and changes everything that the memory holds: let through only
   * requests that your own authorisation has let through.
   */
  fetch(request: Request): Promise<Response>
}

/**
 * Makes the page over one memory, or over those of many users, for a server of your own:
 * `app.all('/memory/*', (c) => isAdmin(c) ? inspector.fetch(c.req.raw) : c.notFound())` with `path: '/memory'`.
 * It asks for no password: who may see the page is decided by your server. Requests of other origins are refused.
 */
export function createInspector(memory: Memory | Memories, options: InspectorOptions = {}): Inspector {
  const { path = '', title } = options
  const app = new Hono().basePath(path === '' ? '/' : path)
  const memoryOf = async (user: string | undefined): Promise<Memory> =>
    'for' in memory ? memory.for({ user: user ?? '' }) : memory
  const users = async (): Promise<string[] | undefined> => ('for' in memory ? memory.users() : undefined)

  app.use(securityHeaders)
  app.use('/api/*', ownPagesOnly)
  app.route('/api', createApi({ memoryOf, users, title, sizes: options.sizes, news: createNews(options.version) }))
  app.get('/', async (context) => {
    // The page's files are found relative to it: a missing slash would lead to its neighbours.
    if (!new URL(context.req.url).pathname.endsWith('/'))
      return context.redirect(`${new URL(context.req.url).pathname}/`)
    return pageFile('index.html')
  })
  app.get('/assets/:name', (context) => pageFile(`assets/${context.req.param('name')}`))
  return { fetch: async (request) => app.fetch(request) }
}
