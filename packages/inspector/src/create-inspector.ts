import type { Memories, Memory } from '@daybook/memory-core'
import { Hono } from 'hono'
import { createApi } from './api.ts'
import { folderVersion } from './folder.ts'
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
   * The folder that the memory, or those of all users, are in. With it, the page shows changes of other processes as they
   * come, how much is stored, and when something was last forgotten.
   */
  directory?: string
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
  const { path = '', title, directory } = options
  const app = new Hono({ strict: false }).basePath(path === '' ? '/' : path)
  const memoryOf = async (user: string | undefined): Promise<Memory> =>
    'for' in memory ? memory.for({ user: user ?? '' }) : memory
  const users = async (): Promise<string[] | undefined> => ('for' in memory ? memory.users() : undefined)

  app.use(securityHeaders)
  app.use('/api/*', ownPagesOnly)
  app.route(
    '/api',
    createApi({
      memoryOf,
      users,
      title,
      directory,
      news: createNews(directory === undefined ? undefined : async () => folderVersion(directory)),
    }),
  )
  app.get('/', async (context) => {
    // The page's files are found relative to it: a missing slash would lead to its neighbours.
    if (!new URL(context.req.url).pathname.endsWith('/'))
      return context.redirect(`${new URL(context.req.url).pathname}/`)
    return pageFile('index.html')
  })
  app.get('/assets/:name', (context) => pageFile(`assets/${context.req.param('name')}`))
  return { fetch: async (request) => app.fetch(request) }
}
