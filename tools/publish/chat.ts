import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The chat of templates/chat, as a running process. */
export interface RunningChat {
  url: string
  /** Ends it like a terminal does, and waits for its exit. */
  stop: () => Promise<void>
}

/** Starts the chat in `folder`. Throws with its output if it does not print its address. */
export const startChat = async (folder: string, node: string = process.execPath): Promise<RunningChat> => {
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
  const child = spawn(node, [...flags, 'src/server.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('close', () => reject(new Error(`the chat does not start:\n${printed}`)))
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await closed
  }
  return { url, stop }
}

const signIn = async (url: string, user: string): Promise<string> => {
  const response = await fetch(`${url}/api/sign-in`, { method: 'POST', body: JSON.stringify({ user }) })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const say = async (url: string, cookie: string, id: string, text: string): Promise<string> => {
  const message = { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] }
  const body = JSON.stringify({ id, message })
  const response = await fetch(`${url}/api/chat`, { method: 'POST', headers: { cookie }, body })
  const deltas = [...(await response.text()).matchAll(/"type":"text-delta","id":"[^"]*","delta":("(?:[^"\\]|\\.)*")/g)]
  return deltas.map(([, delta = '""']) => String(JSON.parse(delta))).join('')
}

/** Talks to the chat over HTTP, in two processes and as two users. Returns its faults. */
export const talkOverHttp = async (folder: string, node?: string): Promise<readonly string[]> => {
  const findings: string[] = []
  const expectIn = (what: string, text: string, part: string): void => {
    if (!text.includes(part)) findings.push(`${what}: expected "${part}", got ${JSON.stringify(text.slice(0, 300))}`)
  }
  const first = await startChat(folder, node)
  const { status } = await fetch(`${first.url}/api/memory`)
  if (status !== 401) findings.push(`what is known is shown to nobody in particular (${status})`)
  await say(first.url, await signIn(first.url, 'ada'), 'monday', 'I prefer pnpm over npm.')
  await first.stop()

  const second = await startChat(folder, node)
  const [ada, bob] = [await signIn(second.url, 'ada'), await signIn(second.url, 'bob')]
  const question = 'Which package manager do I prefer?'
  expectIn('another chat, another process', await say(second.url, ada, 'tuesday', question), 'I prefer pnpm over npm')
  const bobs = await say(second.url, bob, 'bobs', question)
  if (bobs.includes('pnpm')) findings.push(`Bob is told what Ada said: ${bobs}`)
  const chats = await (await fetch(`${second.url}/api/chats`, { headers: { cookie: ada } })).text()
  expectIn('the list of chats', chats, '"monday"')
  const stored = await (await fetch(`${second.url}/api/chats/monday`, { headers: { cookie: ada } })).text()
  expectIn('a chat that was kept', stored, 'I prefer pnpm over npm.')
  const known = await (await fetch(`${second.url}/api/memory`, { headers: { cookie: ada } })).text()
  expectIn('what is known', known, 'I prefer pnpm over npm')
  const body = known.replace('pnpm over npm', 'yarn over npm')
  await fetch(`${second.url}/api/memory`, { method: 'PUT', headers: { cookie: ada }, body })
  expectIn('after an edit', await say(second.url, ada, 'wednesday', question), 'I prefer yarn over npm')
  await second.stop()
  return findings
}
