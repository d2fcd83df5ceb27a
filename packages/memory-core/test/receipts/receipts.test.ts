import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ContextRequest } from '../../src/context/context-block.ts'
import type { MemoryEvent } from '../../src/events.ts'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { localStorage } from '../../src/local/storage.ts'
import { openMemories } from '../../src/memories.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { BehaviourOptions, MemoryOptions } from '../../src/options.ts'
import type { Receipt } from '../../src/receipts/receipt.ts'
import { filesWith } from '../forgetting/bytes.ts'
import { temporaryDirectory } from '../memory/temporary-directory.ts'
import { program } from '../processes/program.ts'

const dayMs = 86_400_000
const quiet: BehaviourOptions = { consolidation: { auto: false } }

async function open(options: MemoryOptions = { storage: inMemoryStorage() }): Promise<Memory> {
  const memory = await openMemory({ ...quiet, ...options })
  onTestFinished(() => memory.close())
  return memory
}

async function openFolder(options: BehaviourOptions = {}): Promise<{ memory: Memory; directory: string }> {
  const directory = await temporaryDirectory()
  const memory = await openMemory({ directory, ...quiet, ...options })
  onTestFinished(() => memory.close())
  return { memory, directory }
}

/** A memory with something in every layer, and a long message. */
async function fill(memory: Memory): Promise<void> {
  await memory.facts.replace('# Memory\n\n## Home\n\n- Lives in Porto\n- Has a <b>dog</b>\n\nSome words of a person.\n')
  await memory.notes.write({
    name: 'Deploys',
    description: 'how we deploy',
    type: 'project',
    content: 'Every Friday we deploy to the staging cluster first.',
  })
  await memory.history.append('Deployed the cluster with Olga.')
  await memory.addMessages('first', [
    { id: 'f1', role: 'user', content: 'I prefer pnpm over npm. My sister Olga is a vet in Braga.' },
    { id: 'f2', role: 'assistant', content: 'Noted: pnpm it is.' },
  ])
  await memory.addMessages('other one', [
    { id: 'o1', role: 'user', content: 'We deploy every Friday after lunch. Always run the tests first.' },
    {
      id: 'o2',
      role: 'assistant',
      content: `${'All of the deployment words. '.repeat(60)}\n\n${'More of them. '.repeat(60)}The cluster is called Ada.`,
    },
    { id: 'o3', role: 'user', name: 'Olga', content: 'how do we deploy with pnpm to the cluster?' },
    // Beside an answer, where it is quoted in part although it is short enough for a whole quote.
    { id: 'o4', role: 'assistant', content: 'It takes a while in the evening, as you said. '.repeat(4).trim() },
  ])
  await memory.flush()
}

async function told(memory: Memory, request: ContextRequest) {
  const block = await memory.buildContext(request)
  await memory.flush()
  const receipt = await memory.receipts.get()
  if (!receipt) throw new Error('no receipt')
  return { block, receipt }
}

const isExact = ({ stable, volatile }: Receipt): boolean => stable.isExact && volatile.isExact
const receiptsIn = async (directory: string): Promise<string[]> =>
  (await readdir(join(directory, 'receipts'))).filter((name) => name.endsWith('.jsonl'))
async function textIn(directory: string): Promise<string> {
  const names = await receiptsIn(directory)
  return (await Promise.all(names.map((name) => readFile(join(directory, 'receipts', name), 'utf8')))).join('')
}

describe('a receipt', () => {
  it.each([
    ['with a session', { session: 'other one' }],
    ['without a session', { query: 'Where does Olga live, and when do we deploy?' }],
    ['of a host that sends its window', { session: 'other one', hostSends: 'window' }],
    ['with a question of its own', { session: 'first', query: 'what is the cluster called?' }],
    ['with hardly any room', { session: 'other one', budget: 150 }],
    ['with room for a part of the facts', { session: 'other one', budget: 260 }],
    ['with no question', { query: '' }],
  ] satisfies [string, ContextRequest][])('makes the texts again byte for byte, %s', async (_, request) => {
    const memory = await open({ storage: inMemoryStorage(), knowledge: {} })
    await fill(memory)
    await memory.knowledge.add('project_context', 'The cluster has <three> nodes.')
    const { block, receipt } = await told(memory, request)
    expect([receipt.stable.text, receipt.volatile.text]).toEqual([block.stable, block.volatile])
    expect(isExact(receipt)).toBe(true)
    expect(receipt.tokens).toBe(block.tokens)
    for (const part of [receipt.stable, receipt.volatile])
      expect(part.lines.map(({ text }) => text).join('\n')).toBe(part.text)
  })

  it.each(['default', 'grip', 'index', 'autobot', 'cognitive', 'neoclaw'] as const)(
    'makes them again in the profile %s',
    async (profile) => {
      const memory = await open({ storage: inMemoryStorage(), profile, receipts: {} })
      for (const text of ['I prefer pnpm over npm.', 'Always run the tests first.', 'We deploy on Friday.'])
        await memory.addMessages('s', [
          { role: 'user', content: text },
          { role: 'assistant', content: 'Noted.' },
        ])
      if (memory.layers.includes('facts')) await memory.facts.append('- Lives in Porto\n- Likes tea')
      if (memory.layers.includes('knowledge')) await memory.knowledge.add('user_preference', 'likes green tea')
      if (memory.layers.includes('notes'))
        await memory.notes.write({ name: 'N', description: 'about tea', type: 'user', content: 'x' })
      const { block, receipt } = await told(memory, { session: 's', query: 'when do we deploy with pnpm?' })
      expect([receipt.stable.text, receipt.volatile.text]).toEqual([block.stable, block.volatile])
      expect(isExact(receipt)).toBe(true)
    },
  )

  it('is exact for the frozen facts of a session, to which others were added meanwhile', async () => {
    const memory = await open()
    await fill(memory)
    await memory.buildContext({ session: 'other one' })
    await memory.facts.append('- Plays the cello')
    const { block, receipt } = await told(memory, { session: 'other one', query: 'what now?' })
    expect(block.stable).not.toContain('cello')
    expect(receipt.stable).toMatchObject({ text: block.stable, isExact: true })
  })

  it('says of each line where it is from, why it stands there and what it costs', async () => {
    const memory = await open()
    await fill(memory)
    const { block, receipt } = await told(memory, { session: 'other one' })
    const lines = [...receipt.stable.lines, ...receipt.volatile.lines].filter(({ item }) => item !== undefined)
    expect(lines).toHaveLength(receipt.items.length)
    for (const item of block.items.filter(({ layer }) => layer === 'records'))
      expect(receipt.items).toContainEqual(expect.objectContaining({ id: item.id, reason: item.reason }))
    expect(receipt.items.every(({ tokens, reason, state }) => tokens > 0 && reason !== '' && state === 'same')).toBe(
      true,
    )
    expect(receipt.dropped).toHaveLength(block.dropped.length)
    expect(receipt.dropped.map(({ reason }) => reason)).toEqual(block.dropped.map(({ reason }) => reason))
    expect(receipt).toMatchObject({ session: 'other one', isWhole: true, budget: 3000 })
    expect(receipt.turn).toMatch(/^message:other-one~.*:o3$/)
    expect(receipt.question).toBe('how do we deploy with pnpm to the cluster?')
  })

  it('finds the turn of a question that its host stored afterwards', async () => {
    const memory = await open()
    await told(memory, { session: 'late', query: 'What is for lunch?' })
    await memory.addMessages('late', { id: 'q', role: 'user', content: 'What is for lunch?' })
    const [summary] = await memory.receipts.list({ session: 'late' })
    expect(summary).toMatchObject({ session: 'late', turn: 'message:late:q' })
    expect(await memory.receipts.get()).toMatchObject({ question: 'What is for lunch?', session: 'late' })
  })

  it('says which lines say something else now, and shows the new text', async () => {
    const memory = await open()
    await fill(memory)
    const { receipt: before } = await told(memory, { session: 'first', query: 'when do we deploy?' })
    await memory.sessions.update('other one', 'o1', { content: 'We deploy on Mondays.' })
    const after = await memory.receipts.get(before.id)
    expect(after?.volatile.isExact).toBe(false)
    const changed = after?.items.filter(({ state }) => state === 'changed')
    expect(changed).toMatchObject([{ text: 'We deploy on Mondays.' }])
  })

  it('has no word of the memory in it', async () => {
    const { memory, directory } = await openFolder()
    await fill(memory)
    await memory.records.learn({ text: 'Use the blue button', scope: 'src/secretive/**', priority: 'critical' })
    await told(memory, { session: 'other one', filePath: 'src/secretive/a.ts' })
    await told(memory, { query: 'Where does Olga live?' })
    const text = (await textIn(directory)).toLowerCase()
    for (const word of ['porto', 'olga', 'pnpm', 'deploy every', 'cluster', 'braga', 'secretive', 'blue'])
      expect(text).not.toContain(word)
  })

  it('takes at most 400 bytes without its items, and 80 for each of them beside its id', async () => {
    const { memory, directory } = await openFolder()
    await fill(memory)
    await told(memory, { session: 'other one' })
    const stored: Record<'i' | 'x' | 'd', unknown[][]> = JSON.parse((await textIn(directory)).trim())
    expect(JSON.stringify({ ...stored, i: [], x: [], d: [] }).length).toBeLessThanOrEqual(400)
    const rows = [...stored.i, ...stored.x]
    expect(rows.length).toBeGreaterThan(5)
    for (const [kind, , ...row] of rows) expect(JSON.stringify([kind, ...row]).length).toBeLessThanOrEqual(80)
  })

  it('lists the newest first, from one on, and of one session', async () => {
    const memory = await open()
    for (const session of ['a', 'b', 'a']) await told(memory, { session, query: `in ${session}` })
    const all = await memory.receipts.list()
    expect(await memory.receipts.list({ limit: 1, before: all[0]?.id ?? '' })).toEqual([all[1]])
    expect(await memory.receipts.list({ session: 'a' })).toMatchObject([{ id: all[0]?.id }, { id: all[2]?.id }])
    expect(await memory.receipts.get('none')).toBeUndefined()
    await expect(memory.receipts.get('')).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('receipts', () => {
  it('are written without being asked for, behind the call, where git ignores them', async () => {
    const { memory, directory } = await openFolder()
    await memory.buildContext({ query: 'tea' })
    await expect.poll(() => receiptsIn(directory).catch(() => [])).toHaveLength(1)
    expect(await readFile(join(directory, 'receipts', '.gitignore'), 'utf8')).toBe('*\n')
  })

  it.each<BehaviourOptions>([
    { receipts: false },
    { profile: 'grip' },
    { profile: 'index' },
    { profile: 'autobot' },
    { profile: 'cognitive' },
    { profile: 'neoclaw' },
  ])('are off with %o: nothing is written', async (options) => {
    const { memory, directory } = await openFolder(options)
    await memory.buildContext({ query: 'tea' })
    await memory.flush()
    expect(await memory.receipts.list()).toEqual([])
    expect(await readdir(directory)).not.toContain('receipts')
  })

  it('never fail a turn when they cannot be written, and say so once', async () => {
    const storage = await localStorage({ directory: await temporaryDirectory() })
    const events: MemoryEvent[] = []
    const append = async (path: string, text: string): Promise<never> => {
      throw new Error(`no space for ${path} ${text.length}`)
    }
    const memory = await open({
      storage: { ...storage, files: { ...storage.files, append } },
      onEvent: (event) => void events.push(event),
    })
    for (let turn = 0; turn < 2; turn++) {
      await memory.buildContext({ query: 'tea' })
      await memory.flush()
    }
    expect(events.filter(({ type }) => type === 'receipts-failed')).toHaveLength(1)
  })

  it('are read, and not written, in a folder that cannot be written to', async () => {
    const { memory, directory } = await openFolder()
    await told(memory, { query: 'tea' })
    await memory.close()
    const storage = await localStorage({ directory })
    const reader = await open({ storage: { ...storage, isReadOnly: true } })
    await reader.buildContext({ query: 'coffee' })
    await reader.flush()
    expect(await reader.receipts.list()).toHaveLength(1)
  })

  it('are kept for the days and the bytes that the option says', async () => {
    let now = Date.parse('2026-03-01T12:00:00Z')
    const { memory, directory } = await openFolder({ clock: () => now, receipts: { days: 3, maxBytes: 20_000 } })
    for (let day = 0; day < 6; day++, now += dayMs) await told(memory, { query: `day ${day}` })
    const days = async () => (await receiptsIn(directory)).map((name) => name.slice(0, 10))
    expect(await days()).toEqual(['2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'])
    await fill(memory)
    for (let turn = 0; turn < 20; turn++) await told(memory, { session: 'other one' })
    expect((await textIn(directory)).length).toBeLessThanOrEqual(20_000)
    expect((await memory.receipts.list()).length).toBeGreaterThan(3)
    expect(new Set(await days())).toEqual(new Set(['2026-03-07']))
  })

  it('pass over a line that a crash has torn; a check says so and repairs it', async () => {
    const { memory, directory } = await openFolder()
    await told(memory, { query: 'tea' })
    const [name = ''] = await receiptsIn(directory)
    await appendFile(join(directory, 'receipts', name), '{"v":1,"id":"torn","at":')
    await told(memory, { query: 'coffee' })
    expect(await memory.receipts.list()).toHaveLength(2)
    expect((await memory.check()).findings).toMatchObject([{ place: 'receipts', severity: 'info' }])
    await memory.check({ repair: true })
    expect((await memory.check()).findings).toEqual([])
    expect(await memory.receipts.list()).toHaveLength(2)
  })

  it('lose no more than the batch that was not written when the process is killed', async () => {
    const directory = await temporaryDirectory()
    const script = `
      import { openMemory } from '${pathToFileURL(program('src/index')).href}'
      const memory = await openMemory(process.argv[1], { consolidation: { auto: false } })
      for (let turn = 1; ; turn++) {
        await memory.addMessages('s', { id: 'm' + turn, role: 'user', content: 'question ' + turn })
        await memory.buildContext({ session: 's' })
        if (turn % 3 === 0) await memory.flush()
        console.log(turn)
      }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let turns = 0
    child.stdout.on('data', (lines) => {
      turns = Number(String(lines).trim().split('\n').at(-1))
      if (turns >= 8) child.kill('SIGKILL')
    })
    await once(child, 'exit')
    const memory = await open({ directory })
    expect((await memory.receipts.list()).length).toBeGreaterThanOrEqual(Math.floor(turns / 3) * 3)
    expect((await memory.sessions.messages('s')).length).toBeGreaterThanOrEqual(turns)
    expect((await memory.check()).isSound).toBe(true)
  }, 60_000)

  it('go where the memory goes: a backup has them, and reads them', async () => {
    const { memory } = await openFolder()
    await fill(memory)
    const { block } = await told(memory, { session: 'other one' })
    const copy = join(await temporaryDirectory(), 'copy')
    await memory.backup(copy)
    const restored = await open({ directory: copy })
    expect((await restored.receipts.get())?.volatile).toMatchObject({ text: block.volatile, isExact: true })
  })

  it('lose secrets in the names of sessions and messages when the memory is scrubbed', async () => {
    const { memory, directory } = await openFolder()
    const secret = `ghp_${'0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX'.slice(0, 36)}`
    await memory.addMessages('s', { id: secret, role: 'user', content: 'tea' })
    await told(memory, { session: 's' })
    expect(await textIn(directory)).toContain(secret)
    const { found } = await memory.scrub()
    expect(found).toContainEqual(expect.objectContaining({ layer: 'receipts' }))
    expect(await textIn(directory)).not.toContain(secret)
    expect(await memory.receipts.list()).toHaveLength(1)
  })
})

describe('forgetting', () => {
  it('takes a message out of every receipt that names it, and shows it as forgotten', async () => {
    const { memory, directory } = await openFolder()
    await fill(memory)
    const { receipt } = await told(memory, { session: 'first', query: 'what is the cluster called?' })
    const id = receipt.items.find((item) => item.id?.endsWith(':o2'))?.id ?? ''
    expect(await textIn(directory)).toContain(id)
    await memory.forget({ ids: [id] })
    const after = await memory.receipts.get(receipt.id)
    expect(after?.items.some((item) => item.state === 'forgotten' && item.text === undefined)).toBe(true)
    expect(JSON.stringify(after)).not.toContain('Ada')
    expect(await filesWith(directory, [id, 'called Ada'])).toEqual([])
  })

  it('takes a fact out, whose id is a hash of its words', async () => {
    const { memory, directory } = await openFolder()
    await memory.facts.replace('# Memory\n\n- Lives in Porto\n- Likes tea\n')
    const { receipt } = await told(memory, { query: 'where?' })
    const id = receipt.items.find(({ text }) => text?.includes('Porto'))?.id ?? ''
    await memory.forget({ ids: [id] })
    expect(await filesWith(directory, [id, 'Porto'])).toEqual([])
    const after = await memory.receipts.get(receipt.id)
    expect(after?.items.map(({ state }) => state)).toEqual(['forgotten', 'same'])
  })

  it('takes the receipts of a session with it, and its name out of those of others', async () => {
    const { memory, directory } = await openFolder()
    await fill(memory)
    await told(memory, { session: 'other one' })
    await told(memory, { session: 'first', query: 'what is the cluster called?' })
    await memory.forget({ session: 'other one' })
    expect(await memory.receipts.list()).toMatchObject([{ session: 'first' }])
    expect(await filesWith(directory, ['other-one', 'other one', 'called Ada'])).toEqual([])
  })

  it('takes out a receipt whose names say the phrase that is forgotten', async () => {
    const { memory, directory } = await openFolder()
    await memory.addMessages('marzipan-chat', { role: 'user', content: 'marzipan is best' })
    await told(memory, { session: 'marzipan-chat' })
    await memory.forget({ text: 'marzipan' })
    expect(await textIn(directory)).not.toContain('marzipan')
  })

  it('leaves no receipt that another process had waiting', async () => {
    const { memory, directory } = await openFolder()
    await fill(memory)
    const other = await open({ directory })
    await other.buildContext({ session: 'first', query: 'what is the cluster called?' })
    await memory.forget({ text: 'The cluster is called Ada' })
    await other.flush()
    expect(await memory.receipts.list()).toEqual([])
    await told(other, { query: 'tea' })
    expect(await memory.receipts.list()).toHaveLength(1)
  })

  it('changes no receipt in a dry run', async () => {
    const { memory, directory } = await openFolder()
    await fill(memory)
    await told(memory, { session: 'other one' })
    const before = await textIn(directory)
    await memory.forget({ session: 'other one', dryRun: true })
    expect(await textIn(directory)).toBe(before)
  })

  it('erases them with their user, and the key too', async () => {
    const directory = await temporaryDirectory()
    const storages = new Map<string, Awaited<ReturnType<typeof localStorage>>>()
    const memories = openMemories({
      ...quiet,
      storage: async (user) => {
        const storage = await localStorage({ directory: join(directory, user) })
        storages.set(user, storage)
        return storage
      },
    })
    onTestFinished(() => memories.close())
    const memory = await memories.for({ user: 'olga' })
    await memory.buildContext({ query: 'tea' })
    await memory.flush()
    expect(await receiptsIn(join(directory, 'olga'))).toHaveLength(1)
    await memories.erase({ user: 'olga' })
    expect(await readdir(join(directory, 'olga'))).not.toContain('receipts')
    expect(await readdir(join(directory, 'olga', '.daybook')).catch(() => [])).not.toContain('key')
  })
})

it('has a file that was damaged by hand as no receipt', async () => {
  const { memory, directory } = await openFolder()
  await told(memory, { query: 'tea' })
  const [name = ''] = await receiptsIn(directory)
  await writeFile(
    join(directory, 'receipts', name),
    '[]\n{"v":1,"id":"x","at":"y","n":[],"h":[],"d":[1],"i":[],"x":[]}\nnull\n',
  )
  await chmod(join(directory, 'receipts', name), 0o600)
  expect(await memory.receipts.list()).toEqual([])
})
