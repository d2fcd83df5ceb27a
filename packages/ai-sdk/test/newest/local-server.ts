import { createAdaptorServer } from '@hono/node-server'
import { onTestFinished } from 'vitest'

/** Answers one HTTP request. */
export type Handler = (request: Request) => Response | Promise<Response>

/** Serves a handler on a free port of this machine until the test ends; answers its URL without a slash at the end. */
export async function serveLocally(handler: Handler): Promise<string> {
  const server = createAdaptorServer({ fetch: handler })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  )
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

/** A response of server-sent events, each as soon as it is there. */
export function eventStream(events: AsyncIterable<string>): Response {
  const encoder = new TextEncoder()
  const reading = events[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reading.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await reading.return?.()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** What a client sent, as it came over the wire. */
export type Body = { [name: string]: unknown }

/** A server in the manner of OpenAI's chat completions, and what it was sent. */
export interface CompletionServer {
  url: string
  bodies: Body[]
}

/** What such a server answers: words, which a stream gives one by one, each as soon as `next` resolves. */
export interface Completion {
  words: readonly string[]
  toolCalls?: readonly { id: string; name: string; input: unknown }[]
  next?: (place: number) => Promise<void>
}

/** Starts one that answers each request as told. */
export async function serveCompletions(answer: (body: Body) => Completion): Promise<CompletionServer> {
  const bodies: Body[] = []
  const url = await serveLocally(async (request) => {
    const body: Body = JSON.parse(await request.text())
    bodies.push(body)
    const completion = answer(body)
    if (body['stream'] === true) return eventStream(completionEvents(completion))
    const calls = callsOf(completion)
    const message = { role: 'assistant', content: completion.words.join(''), ...(calls && { tool_calls: calls }) }
    const finish_reason = calls ? 'tool_calls' : 'stop'
    return Response.json({ ...head, choices: [{ index: 0, message, finish_reason }], usage })
  })
  return { url: `${url}/v1`, bodies }
}

const head = { id: 'c', created: 1, model: 'local' }
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

function callsOf({ toolCalls }: Completion) {
  return toolCalls?.map(({ id, name, input }, index) => {
    return { index, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
  })
}

async function* completionEvents(completion: Completion): AsyncGenerator<string> {
  const event = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  for (const [place, content] of completion.words.entries()) {
    await completion.next?.(place)
    yield event({ role: 'assistant', content })
  }
  const calls = callsOf(completion)
  if (calls) yield event({ tool_calls: calls })
  yield event({}, calls ? 'tool_calls' : 'stop')
  yield 'data: [DONE]\n\n'
}
