import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import pg from 'pg'

// Loaded before the blocks that are marked `stand-in`: provides local substitutes for models and servers.
const answer = 'Noted.'

/** A complete answer in the newer of OpenAI's two formats. */
const answerResponses = (): Response =>
  Response.json({
    id: 'response-1',
    object: 'response',
    status: 'completed',
    created_at: 1,
    model: 'stand-in',
    output: [
      {
        ...{ type: 'message', id: 'message-1', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text: answer, annotations: [] }],
      },
    ],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  })

/** Answers like a server with OpenAI's API, streamed or at once. */
async function answerChat(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input)
  if (url.endsWith('/responses') && !String(init?.body).includes('"stream":true')) return answerResponses()
  if (!url.endsWith('/chat/completions')) throw new Error(`a README's block asked for ${url}: it has no stand-in`)
  const { stream }: { stream?: boolean } = JSON.parse(String(init?.body))
  const head = { id: 'chat-1', created: 1, model: 'stand-in' }
  const message = { role: 'assistant', content: answer }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  if (!stream)
    return Response.json({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    })
  const chunks = [
    { choices: [{ index: 0, delta: message, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
  ].map((chunk) => `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...chunk })}\n\n`)
  return new Response([...chunks, 'data: [DONE]\n\n'].join(''), { headers: { 'content-type': 'text/event-stream' } })
}

/** Creates the roles that the blocks name, and an empty database, at the server at `url`. Answers its name. */
async function newDatabase(url: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  for (const [role, rights] of [
    ['app', 'LOGIN'],
    ['owner', 'LOGIN SUPERUSER'],
  ])
    await admin.query(`DO $$ BEGIN CREATE ROLE ${role} ${rights}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
  const name = `agents_${randomUUID().slice(0, 8)}`
  await admin.query(`CREATE DATABASE ${name} OWNER app`)
  await admin.end()
  return name
}

let database = ''

/** Resolves `db.internal`, and the container that a README starts, to the server at `url`, and `agents` to the newest database. */
function standInForPostgres(url: string): void {
  const { host } = new URL(url)
  pg.Pool = class extends pg.Pool {
    constructor({ connectionString = '', ...config }: pg.PoolConfig = {}) {
      const own = connectionString.replace('postgres:daybook@localhost/postgres', 'app@db.internal/agents')
      super({ ...config, connectionString: own.replace('db.internal', host).replace(/agents$/, database) })
    }
  }
}

globalThis.fetch = answerChat
process.env['OPENAI_API_KEY'] = 'none'
const provider = createOpenAICompatible({ name: 'stand-in', baseURL: 'http://localhost' })
// The AI SDK's default provider resolves models that are named by a string, such as 'openai/gpt-5-mini'.
Object.assign(globalThis, { yourModel: provider('any'), AI_SDK_DEFAULT_PROVIDER: provider })
const server = process.env['DAYBOOK_TEST_POSTGRES']
if (server !== undefined) standInForPostgres(server)

/** Called before each block. */
export const beforeBlock = async (): Promise<void> => {
  if (server !== undefined) database = await newDatabase(server)
}
