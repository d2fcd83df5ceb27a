import { readFile } from 'node:fs/promises'
import { createChatStore, memoryOptions, withMemory } from '@daybook/ai-sdk'
import { MemoryError, openMemories } from '@daybook/memory-core'
import { serve } from '@hono/node-server'
import { convertToModelMessages, createIdGenerator, streamText, type UIMessage, validateUIMessages } from 'ai'
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { model } from './model.ts'

const memories = openMemories({ directory: './data' })
const remembering = withMemory(model, { memory: memories })
const app = new Hono()

/** Whose memory it is. Here a cookie is believed: put your own sign-in in its place, never the body of a request. */
const userOf = (c: Context): string | undefined => getCookie(c, 'user')

/** The names that this server is reached by. A page of another name that leads here by DNS is refused: add your own. */
const hosts = ['localhost', '127.0.0.1']

app.use(async (c, next) => {
  const [, host = ''] = /^(.+?)(?::\d+)?$/.exec(c.req.header('host') ?? '') ?? []
  return hosts.includes(host) ? next() : c.text('this server has another name', 403)
})
app.onError((error, c) => {
  if (MemoryError.isInstance(error) && error.code === 'bad-input') return c.text(error.message, 400)
  console.error(error)
  return c.text('this failed, try again', 500)
})

/** The body of a request as JSON, an object without fields for anything else. */
const bodyOf = async (c: Context): Promise<Record<string, unknown>> => Object(await c.req.json().catch(() => undefined))

/** A message as a user's interface sends it; undefined for anything else, which a chat must not keep. */
async function userMessage(given: unknown): Promise<UIMessage | undefined> {
  const [message] = await validateUIMessages({ messages: [given] }).catch(() => [])
  return message?.role === 'user' ? message : undefined
}

app.get('/', async (c) => c.html(await readFile(new URL('./page.html', import.meta.url), 'utf8')))

app.post('/api/sign-in', async (c) => {
  const { user } = await bodyOf(c)
  if (typeof user !== 'string' || !/^[\p{L}\p{N}._@-]{1,80}$/u.test(user))
    return c.text('a name of letters and digits', 400)
  setCookie(c, 'user', user, { httpOnly: true, sameSite: 'Strict' })
  return c.body(null, 204)
})

// From here on somebody is signed in.
app.use('/api/*', async (c, next) => (userOf(c) === undefined ? c.text('sign in first', 401) : next()))

app.post('/api/chat', async (c) => {
  const user = userOf(c) ?? ''
  const { id, message: given } = await bodyOf(c)
  const message = await userMessage(given)
  if (typeof id !== 'string' || !message) return c.text('expected the id of a chat and a message of the user', 400)
  const chats = createChatStore({ memory: memories, user })
  const messages = await chats.receive(id, message)
  const result = streamText({
    model: remembering,
    messages: await convertToModelMessages(messages),
    providerOptions: memoryOptions({ user, session: id }),
    abortSignal: c.req.raw.signal,
  })
  return result.toUIMessageStreamResponse({
    originalMessages: messages,
    generateMessageId: createIdGenerator({ prefix: 'msg', size: 16 }),
    onFinish: ({ responseMessage }) => chats.append(id, responseMessage),
  })
})

app.get('/api/chats', async (c) => c.json(await createChatStore({ memory: memories, user: userOf(c) ?? '' }).list()))

app.get('/api/chats/:id', async (c) =>
  c.json(await createChatStore({ memory: memories, user: userOf(c) ?? '' }).load(c.req.param('id'))),
)

/** What is known: MEMORY.md, as it stands on the disk. */
app.get('/api/memory', async (c) => {
  const memory = await memories.for({ user: userOf(c) ?? '' })
  await memory.flush()
  return c.text(await memory.facts.read())
})

/** The page is the user's: what they change there is told as changed. */
app.put('/api/memory', async (c) => {
  const memory = await memories.for({ user: userOf(c) ?? '' })
  await memory.facts.replace(await c.req.text())
  return c.body(null, 204)
})

const server = serve(
  { fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) },
  ({ port }) => console.log(`http://127.0.0.1:${port}`),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    server.close()
    await memories.close()
    process.exit(0)
  })
}
