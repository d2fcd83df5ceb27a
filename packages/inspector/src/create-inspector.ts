import type { Memories, Memory } from '@daybook/memory-core'
import { Hono } from 'hono'
import { createApi } from './api.ts'
import { folderVersion } from './folder.ts'
import { ownPagesOnly, securityHeaders } from './guard.ts'
import { createNews } from './news.ts'
import { pageFile } from './page-files.ts'

/** Options for serving the inspector from your own server. */
export interface InspectorOptions {
  /** The path where it is mounted, such as `/memory`. @default '' */
  path?: string
  /** A name for the page's title, such as the app's. */
  title?: string
  /**
   * The folder of the memory, or of all users' memories. With it, the page also shows changes by other processes
   * immediately, the size of what is stored, and the time of the last forgetting.
   */
  directory?: string
}

/** A page over a memory, as a request handler. */
export interface Inspector {
  /**
   * Answers a request for the page or its data. It shows and changes the whole memory: pass on only requests that your
   * own authorisation has accepted.
   */
  fetch(request: Request): Promise<Response>
}

/**
 * Creates the page over one memory, or over those of many users, for your own server: `app.all('/memory/*', (c) =>
 * isAdmin(c) ? inspector.fetch(c.req.raw) : c.notFound())` with `path: '/memory'`. It asks for no password: your server
 * decides who may see the page. Requests from other origins are refused.
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
    // The page's files have relative addresses, which need the trailing slash.
    if (!new URL(context.req.url).pathname.endsWith('/'))
      return context.redirect(`${new URL(context.req.url).pathname}/`)
    return pageFile('index.html')
  })
  app.get('/assets/:name', (context) => pageFile(`assets/${context.req.param('name')}`))
  return { fetch: async (request) => app.fetch(request) }
}
