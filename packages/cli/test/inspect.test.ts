import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemories, openMemory } from '@daybook/memory-core'
import { expect, it, onTestFinished } from 'vitest'

async function temporaryFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-cli-inspect-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Runs the command on a folder, and reads an answer of the page's data. */
async function inspected(directory: string, path: string): Promise<string> {
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
  const answer = await (await fetch(`${base}api/${path}`, { headers: { cookie } })).text()
  child.kill('SIGINT')
  expect((await once(child, 'exit'))[0]).toBe(0)
  return answer
}

it('opens the memory in a page of this machine, until it is stopped', async () => {
  const directory = await temporaryFolder()
  const memory = await openMemory({ directory })
  await memory.facts.append('- Lives in Porto')
  await memory.close()
  expect(await inspected(directory, 'known')).toContain('Lives in Porto')
})

it('opens a folder of many users', async () => {
  const directory = await temporaryFolder()
  const memories = openMemories({ directory })
  await (await memories.for({ user: 'ada' })).facts.append('- Lives in Porto')
  await memories.close()
  expect(await inspected(directory, 'about')).toContain('"users":["ada"]')
  expect(await inspected(directory, 'known?user=ada')).toContain('Lives in Porto')
})
