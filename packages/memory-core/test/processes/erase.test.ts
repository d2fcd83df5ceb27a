import { spawn } from 'node:child_process'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openMemories } from '../../src/index.ts'
import { filesWith } from '../forgetting/bytes.ts'
import { temporaryDirectory } from '../memory/temporary-directory.ts'
import { program } from './program.ts'

interface LateWriter {
  /** Gives it a line and answers what it says. */
  ask(line: string): Promise<string>
  /** What it says next. */
  says(): Promise<string>
}

const word = 'Rumpelstilz'

async function lateWriter(directory: string): Promise<LateWriter> {
  const child = spawn(process.execPath, [program('test/processes/late-writer'), directory, word], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const says = async (): Promise<string> => String((await lines.next()).value)
  const ask = (line: string): Promise<string> => {
    child.stdin.write(`${line}\n`)
    return says()
  }
  expect(await says()).toBe('open')
  return { ask, says }
}

it('an erased user does not come back by a late write of another process, however it comes', async () => {
  const directory = await temporaryDirectory()
  const other = await lateWriter(directory)
  const memories = openMemories({ directory, consolidation: { auto: false } })
  onTestFinished(() => memories.close())
  const old = await memories.for({ user: 'ada' })
  await delay(50)
  const receipt = await memories.erase({ user: 'ada' })
  expect(receipt).toMatchObject({ user: 'ada', agents: ['coder'], remains: [] })
  expect(receipt.files).toBeGreaterThan(5)
  expect(receipt.bytes).toBeGreaterThan(1_000)
  const refused = new Set(JSON.parse(await other.ask('write')))
  expect([...refused]).toEqual(['erased'])
  await delay(50)
  expect(await filesWith(directory, [word])).toEqual([])
  expect(await readdir(directory)).toEqual([])
  expect(await memories.users()).toEqual([])

  const fresh = await memories.for({ user: 'ada' })
  await fresh.facts.append('- begins anew')
  expect(new Set(JSON.parse(await other.ask('write')))).toEqual(new Set(['erased']))
  await other.ask('evict')
  expect(new Set(JSON.parse(await other.ask('write')))).toEqual(new Set(['erased']))
  await delay(50)
  expect(await fresh.sessions.list()).toEqual([])
  expect(await fresh.facts.read()).toBe('- begins anew\n')
  await fresh.flush()
  expect(await filesWith(join(directory, 'ada'), [word])).toEqual([])
  await expect(old.facts.read()).rejects.toMatchObject({ code: 'erased' })
  expect(await other.ask('stop')).toBe('stop')
  expect(await other.says()).toBe('closed')
}, 60_000)

it('a user who was erased elsewhere begins anew when asked for, and the old handle stays refused', async () => {
  const directory = await temporaryDirectory()
  const [here, there] = [openMemories({ directory }), openMemories({ directory })]
  onTestFinished(async () => void (await Promise.all([here.close(), there.close()])))
  const old = await here.for({ user: 'ada' })
  await old.facts.append(`- ${word}`)
  await there.erase({ user: 'ada' })
  const fresh = await here.for({ user: 'ada' })
  expect(await fresh.facts.read()).toBe('')
  await fresh.facts.append('- new')
  for (const call of [old.facts.read(), old.facts.append('- x'), old.recall('x')])
    await expect(call).rejects.toMatchObject({ code: 'erased' })
  expect(await (await there.for({ user: 'ada' })).facts.read()).toBe('- new\n')
  expect(await fresh.facts.read()).toBe('- new\n')
})

it('a handle that was evicted does not make the memory again', async () => {
  const directory = await temporaryDirectory()
  const [here, there] = [openMemories({ directory, maxOpen: 1 }), openMemories({ directory })]
  onTestFinished(async () => void (await Promise.all([here.close(), there.close()])))
  const old = await here.for({ user: 'ada' })
  await old.facts.append(`- ${word}`)
  await here.for({ user: 'bob' })
  await here.flush()
  await there.erase({ user: 'ada' })
  await expect(old.facts.append('- late')).rejects.toMatchObject({ code: 'erased' })
  expect(await readdir(directory)).toEqual(['bob'])
  await (await there.for({ user: 'ada' })).facts.append('- new')
  await expect(old.facts.append('- late')).rejects.toMatchObject({ code: 'erased' })
  expect(await (await there.for({ user: 'ada' })).facts.read()).toBe('- new\n')
})

it('what an erasure left that was cut short goes when the folder is next used, and is nobody', async () => {
  const directory = await temporaryDirectory()
  const first = openMemories({ directory })
  await (await first.for({ user: 'ada' })).facts.append(`- ${word}`)
  await first.close()
  await mkdir(join(directory, '.erased-1'))
  await rename(join(directory, 'ada'), join(directory, '.erased-1', 'ada'))
  const memories = openMemories({ directory })
  onTestFinished(() => memories.close())
  await memories.for({ user: 'bob' })
  expect(await readdir(directory)).toEqual(['bob'])
  expect(await memories.users()).toEqual(['bob'])
})
