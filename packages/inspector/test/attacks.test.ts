import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createInspector, type RunningInspector, startInspector } from '../dist/index.js'
import { filesWith } from './files-with.ts'
import { temporaryDirectory, temporaryMemory } from './temporary-memory.ts'

interface Answer {
  status: number
  body: string
  cookie: string
  headers: NodeJS.Dict<string | string[]>
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A request as an attacker's program makes it: with whatever headers it likes. */
function ask(port: number, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((done, failed) => {
    const call = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          body: text,
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          headers: response.headers,
        }),
      )
    })
    call.on('error', failed)
    call.end(body)
  })
}

const secret = 'the marzipan recipe'

async function start(): Promise<
  RunningInspector & { own: { host: string; origin: string }; enter(): Promise<Answer> }
> {
  const { memory, directory } = await temporaryMemory()
  await memory.facts.append(`- Knows ${secret}`)
  await memory.close()
  const running = await startInspector({ directory })
  onTestFinished(() => running.close())
  const own = { host: `127.0.0.1:${running.port}`, origin: `http://127.0.0.1:${running.port}` }
  const token = running.url.split('#token=')[1] ?? ''
  const enter = () => post(running.port, '/api/enter', own, { token })
  return { ...running, own, enter }
}

function post(port: number, path: string, headers: Record<string, string>, body: object): Promise<Answer> {
  const json = { ...headers, 'content-type': 'application/json' }
  return ask(port, path, { method: 'POST', headers: json, body: JSON.stringify(body) })
}

describe('an inspector that stands alone', () => {
  it('lets in whoever has the token, and shows what is known', async () => {
    const { port, own, enter } = await start()
    const entered = await enter()
    expect(entered.headers['set-cookie']?.[0]).toMatch(/HttpOnly.*SameSite=Strict|SameSite=Strict.*HttpOnly/)
    const known = await ask(port, '/api/known', { headers: { ...own, cookie: entered.cookie } })
    expect([known.status, known.body]).toEqual([200, expect.stringContaining(secret)])
    expect(known.headers['cache-control']).toBe('no-store')
  })

  it.each(['/api/known', '/api/sessions', '/api/receipts', '/api/timeline', '/api/health', '/api/about', '/api/news'])(
    'tells nothing of %s without a cookie',
    async (path) => {
      const { port, own } = await start()
      const answer = await ask(port, path, { headers: own })
      expect(answer.status).toBe(401)
      expect(answer.body).not.toContain(secret)
    },
  )

  it('has nothing of the memory in its page and files, which anybody on the machine may read', async () => {
    const { port, own } = await start()
    const { body } = await ask(port, '/', { headers: own })
    const files = [...body.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => `/${file}`)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) expect((await ask(port, file, { headers: own })).body).not.toContain(secret)
  })

  it('refuses a token that was guessed, and that of another run', async () => {
    const { port, own } = await start()
    const other = await start()
    const tokens = ['', 'x', other.url.split('#token=')[1], ['a'], null, { toString: 'x' }]
    for (const token of tokens) {
      const answer = await post(port, '/api/enter', own, { token })
      expect([answer.status, answer.body]).toEqual([401, expect.not.stringContaining(secret)])
    }
    const { cookie } = await other.enter()
    const [name] = cookie.split('=')
    for (const given of [cookie, `daybook_inspector_${port}=${cookie.split('=')[1]}`, `${name}=`, 'x=y'])
      expect((await ask(port, '/api/known', { headers: { ...own, cookie: given } })).status).toBe(401)
  })

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::1]',
  ])('refuses the host %s, which another name that leads here has (DNS rebinding)', async (host) => {
    const { port, enter } = await start()
    const { cookie } = await enter()
    for (const path of ['/', '/api/known', '/api/enter'])
      expect((await ask(port, path, { headers: { host, cookie } })).status).toBeGreaterThanOrEqual(400)
    const withPort = { host: `evil.example:${port}`, cookie }
    expect((await ask(port, '/api/known', { headers: withPort })).status).toBe(403)
  })

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost.evil.example', 'file://'])(
    'refuses a page of %s, although the browser sends the cookie',
    async (origin) => {
      const { port, own, enter } = await start()
      const { cookie } = await enter()
      const headers = { ...own, origin, cookie }
      expect((await ask(port, '/api/known', { headers })).status).toBe(403)
      expect((await post(port, '/api/forget', headers, { text: 'marzipan', dryRun: false })).status).toBe(403)
      const allowed = (await ask(port, '/api/known', { headers })).headers['access-control-allow-origin']
      expect(allowed).toBeUndefined()
    },
  )

  it('refuses a request of another site that names no origin: an image, a form, a link', async () => {
    const { port, own, enter } = await start()
    const { cookie } = await enter()
    for (const site of ['cross-site', 'same-site']) {
      const headers = { host: own.host, cookie, 'sec-fetch-site': site }
      expect((await ask(port, '/api/known', { headers })).status).toBe(403)
    }
    const form = { host: own.host, cookie, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await ask(port, '/api/forget', { method: 'POST', headers: form, body: 'text=marzipan&dryRun=false' })
    expect(sent.status).toBe(403)
  })

  it('listens on 127.0.0.1 only', async () => {
    const { port } = await start()
    const others = Object.values(networkInterfaces())
      .flat()
      .flatMap((one) => (one && !one.internal && one.family === 'IPv4' ? [one.address] : []))
    for (const host of [...others, '::1']) {
      const reached = await new Promise((done) => {
        const socket = connect({ host, port }, () => {
          socket.destroy()
          done(true)
        })
        socket.on('error', () => done(false))
      })
      expect(reached).toBe(false)
    }
  })

  it.each([
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '/etc/passwd',
    'memory/MEMORY.md',
    'C:\\windows',
    'a\0b',
    '~',
    'x'.repeat(20_000),
  ])('takes no path in any parameter: %s', async (path) => {
    const { port, own, enter } = await start()
    const { cookie } = await enter()
    const headers = { ...own, cookie }
    const given = path.includes('%') ? path : encodeURIComponent(path)
    const calls = ['session?key=', 'receipt?id=', 'said?key=', 'known?user=', 'receipts?before=', 'news?known=']
    for (const call of calls) {
      const answer = await ask(port, `/api/${call}${given}`, { headers })
      expect(answer.body).not.toMatch(/root:|\[extensions\]/)
      expect([200, 400, 404, 431]).toContain(answer.status)
    }
    for (const file of [`/assets/${given}`, `/${given}`, `/assets/..%2f..%2f${given}`])
      expect([400, 404, 431]).toContain((await ask(port, file, { headers })).status)
    const bodies = [{ ids: [path] }, { session: path }, { id: path, text: 'x' }, { version: path }, { record: path }]
    for (const [at, body] of bodies.entries()) {
      const call = ['forget', 'forget', 'edit', 'restore', 'restore'][at]
      const answer = await post(port, `/api/${call}`, headers, body)
      expect([200, 400, 404]).toContain(answer.status)
      expect(answer.body).not.toMatch(/root:|\[extensions\]/)
    }
  })

  it('takes a body that is no object, or no JSON, for an empty one', async () => {
    const { port, own, enter } = await start()
    const { cookie } = await enter()
    for (const body of ['', '[]', 'null', '"x"', '{', '{"ids":"x"}', '{"dryRun":false}']) {
      const headers = { ...own, cookie, 'content-type': 'application/json' }
      const answer = await ask(port, '/api/forget', { method: 'POST', headers, body })
      expect(answer.status).toBeLessThan(500)
    }
    expect((await ask(port, '/api/known', { headers: { ...own, cookie } })).body).toContain(secret)
  })

  it('only looks when it is asked to forget, unless the page says that it is meant', async () => {
    const { memory, directory } = await temporaryMemory()
    await memory.facts.append(`- Knows ${secret}`)
    await memory.close()
    const running = await startInspector({ directory })
    onTestFinished(() => running.close())
    const own = { host: `127.0.0.1:${running.port}`, origin: `http://127.0.0.1:${running.port}` }
    const { cookie } = await post(running.port, '/api/enter', own, { token: running.url.split('#token=')[1] })
    for (const dryRun of [undefined, true, 'no', 0])
      await post(running.port, '/api/forget', { ...own, cookie }, { text: 'marzipan', dryRun })
    expect((await filesWith(directory, [secret])).length).toBeGreaterThan(0)
    await post(running.port, '/api/forget', { ...own, cookie }, { text: 'marzipan', dryRun: false })
    expect(await filesWith(directory, [secret])).toEqual([])
  })

  it('allows the page nothing but its own files, and no other page to show it', async () => {
    const { port, own } = await start()
    const { headers } = await ask(port, '/', { headers: own })
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/unsafe|data:|\*|https?:/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })
})

describe('a mounted inspector', () => {
  it('answers below its path, and refuses pages of others too', async () => {
    const { memory } = await temporaryMemory()
    await memory.facts.append(`- Knows ${secret}`)
    const inspector = createInspector(memory, { path: '/memory', title: 'Shop' })
    const call = (path: string, headers: Record<string, string> = {}) =>
      inspector.fetch(new Request(`https://shop.example${path}`, { headers }))
    expect((await call('/memory')).headers.get('location')).toBe('/memory/')
    expect(await (await call('/memory/')).text()).toContain('<div id="app">')
    expect(await (await call('/memory/api/known')).text()).toContain(secret)
    expect((await call('/memory/api/known', { origin: 'https://evil.example' })).status).toBe(403)
    expect((await call('/memory/api/known', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await call('/api/known')).status).toBe(404)
  })

  it('makes no memory where there is none', async () => {
    const directory = join(await temporaryDirectory(), 'workspce')
    await expect(startInspector({ directory })).rejects.toThrow(`there is no memory in ${directory}`)
    expect(existsSync(directory)).toBe(false)
  })

  it('says that a port is in use, and what to do', async () => {
    const { memory, directory } = await temporaryMemory()
    await memory.close()
    const running = await startInspector({ directory })
    onTestFinished(() => running.close())
    await expect(startInspector({ directory, port: running.port })).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(new RegExp(`^port ${running.port} cannot be used: .*; choose another one$`)),
    })
  })

  it('says what is wrong with a folder that cannot be one', async () => {
    await expect(startInspector({ directory: `${await temporaryDirectory()}\0` })).rejects.toThrow(
      /directory|null bytes/,
    )
  })
})
