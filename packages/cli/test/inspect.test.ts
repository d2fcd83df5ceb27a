import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '@daybook/memory-core'
import { expect, it, onTestFinished } from 'vitest'

it('opens the memory in a page of this machine, until it is stopped', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-cli-inspect-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const memory = await openMemory({ directory })
  await memory.facts.append('- Lives in Porto')
  await memory.close()
  const program = new URL('../src/main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, 'inspect', '--directory', directory], {
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let said = ''
  const url = await new Promise<string>((found) => {
    child.stderr.on('data', (text) => {
      said += text
      const [address] = /http:\S+/.exec(said) ?? []
      if (address !== undefined) found(address)
    })
  })
  const [base, token] = url.split('#token=')
  const entered = await fetch(`${base}api/enter`, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect(await (await fetch(`${base}api/known`, { headers: { cookie } })).text()).toContain('Lives in Porto')
  child.kill('SIGINT')
  expect((await once(child, 'exit'))[0]).toBe(0)
})
