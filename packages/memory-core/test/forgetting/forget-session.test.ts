import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Memory, Message } from '../../src/index.ts'
import { analyse } from '../../src/text/analyse.ts'
import { reply, type Workspace, workspace } from '../consolidation/workspace.ts'
import { filesWith } from './bytes.ts'

const secret = 'Quibblefrost'
const other = 'Marmalade'
const traces = [secret, ...analyse(secret).map((stem) => stem.slice(3))]

const options = {
  knowledge: {},
  sessions: { window: 4 },
  consolidation: { auto: false },
  history: { rotation: { by: 'size', maxBytes: 300 } },
} as const

function said(word: string, from: number, count = 8): Message[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${word}-${from + at}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: at % 2 === 0 ? `I prefer ${word} number ${from + at} over tea.` : `Noted ${word} ${from + at}.`,
  }))
}

async function talkOfBoth(memory: Memory): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await memory.addMessages('private', said(secret, round * 10))
    await memory.consolidate('private')
    await memory.addMessages('work', said(other, round * 10))
    await memory.consolidate('work')
  }
}

async function leaveDamage({ directory }: Workspace): Promise<void> {
  await appendFile(join(directory, 'sessions/private.jsonl'), `{"broken ${secret}\n`)
  await mkdir(join(directory, '.daybook/consolidation'), { recursive: true })
  await writeFile(join(directory, '.daybook/consolidation/private.plan.json.corrupt-1'), `{"text":"${secret}"`)
  await writeFile(
    join(directory, '.daybook/consolidation/private.failure.json'),
    JSON.stringify({
      daybook: 1,
      session: 'private',
      count: 1,
      retryAt: '2999-01-01T00:00:00Z',
      isQuoted: true,
      due: [`${secret}-0`],
    }),
  )
}

describe('forgetting a session', () => {
  it('takes what a message said before it changed out of kept versions, and leaves what stands in MEMORY.md', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    const say = async (session: string, content: string) => {
      await memory.addMessages(session, { id: 'a', role: 'user', content })
      await memory.flush()
    }
    await say('chat', 'I live in Berlin. I am allergic to nuts.')
    await say('other', 'I am allergic to nuts.')
    await memory.facts.replace(`${await memory.facts.read()}\n- Likes tea\n`)
    await say('chat', 'I am allergic to nuts.')
    expect(await filesWith(place.directory, ['Berlin'])).not.toEqual([])
    const plan = await memory.forget({ session: 'chat', dryRun: true })
    const { counts } = await memory.forget({ session: 'chat' })
    expect([plan.counts, counts.versions]).toEqual([counts, 1])
    expect(await filesWith(place.directory, ['Berlin'])).toEqual([])
    const [version] = await memory.facts.versions()
    await memory.facts.restore(version?.id ?? '')
    expect(await memory.facts.read()).toContain('I am allergic to nuts (2026-03-01)')
  })

  it('leaves nothing of it in any byte, and everything of the others', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await memory.facts.append('- By hand')
    await talkOfBoth(memory)
    await leaveDamage(place)
    const key = memory.responses.key({ model: 'm', message: 'q' })
    await memory.responses.put(key, `Noted ${secret} 1.`)
    await memory.responses.put(`${key}2`, { text: 'x' }, { message: `I prefer ${secret} number 0 over tea.` })
    await memory.responses.put(`${key}3`, 'kept', { message: 'another' })
    await memory.knowledge.add('learned_fact', `A ${secret}`, { source: 'private' })
    await memory.knowledge.add('learned_fact', 'A zoo', { source: 'work' })
    await memory.recall(secret)
    await memory.buildContext({ session: 'private', query: 'tea' })
    await memory.flush()
    expect((await filesWith(place.directory, [secret])).length).toBeGreaterThan(7)
    const before = await memory.history.list()
    const receipt = await memory.forget({ session: 'private' })
    expect(await filesWith(place.directory, traces)).toEqual([])
    expect(receipt).toMatchObject({ remains: [], unattributed: [], dryRun: false })
    expect(receipt.counts).toMatchObject({ sessions: 32, responses: 2, knowledge: 1 })
    expect(receipt.counts.records).toBeGreaterThan(0)
    expect(receipt.counts.facts).toBeGreaterThan(0)
    expect(receipt.counts.consolidation).toBeGreaterThan(3)
    expect(await memory.facts.read()).toContain('- By hand')
    const after = await memory.history.list()
    expect(after.map(({ text }) => text)).toEqual(
      before.map(({ text }) => text).filter((text) => !text.includes(secret)),
    )
    expect(await memory.sessions.messages('work', { archived: true })).toHaveLength(32)
    expect((await memory.records.list({ limit: 99 })).length).toBeGreaterThan(3)
    expect((await memory.sessions.list()).map(({ key }) => key)).toEqual(['work'])
    expect(await memory.responses.stats()).toMatchObject({ size: 1 })
    expect((await place.ledger()).every(({ session }) => session === 'work')).toBe(true)
  })

  it('takes what a model made of it out of MEMORY.md and its versions, and leaves what was there before', async () => {
    const place = await workspace()
    let turn = 0
    const model = async (): Promise<string> => {
      const word = turn++ % 2 === 0 ? secret : other
      return reply(`They talked of ${word} ${turn}.`, `${await memory.facts.read()}- Knows ${word} ${turn}\n`)
    }
    const memory = await place.open({ ...options, model })
    await memory.facts.append('- By hand')
    await talkOfBoth(memory)
    expect(await memory.facts.read()).toContain(`Knows ${secret}`)
    const { unattributed, counts } = await memory.forget({ session: 'private' })
    expect(await filesWith(place.directory, traces)).toEqual([])
    expect(await memory.facts.read()).toContain('- By hand')
    expect(await memory.facts.read()).toContain(`Knows ${other}`)
    expect(counts.versions).toBeGreaterThan(0)
    expect(unattributed).toEqual([])
    const [version] = await memory.facts.versions()
    await memory.facts.restore(version?.id ?? '')
    expect(await memory.facts.read()).toContain(`Knows ${other}`)
  })

  it('lists the facts that a later consolidation wrote in the place of one of its own', async () => {
    const place = await workspace()
    const byHand = Array.from({ length: 20 }, (_, at) => `- By hand ${at}\n`).join('')
    const replies = ['- Has a dog\n', `- Has a dog called ${secret}, and a bike\n`, '- Has a pet\n']
    const model = async () => reply(`They talked, ${replies.length}.`, byHand + (replies.shift() ?? ''))
    const memory = await place.open({ ...options, model })
    await memory.facts.replace(byHand)
    for (const session of ['private', 'work', 'later']) {
      await memory.addMessages(session, said(session, 0))
      await memory.consolidate(session)
    }
    expect(await memory.facts.read()).toBe(`${byHand}- Has a pet\n`)
    const { unattributed } = await memory.forget({ session: 'private' })
    const [doubt] = unattributed
    expect(unattributed).toMatchObject([
      { path: 'memory/MEMORY.md', line: 21, text: '- Has a pet', reason: 'rewritten' },
    ])
    await memory.forget({ ids: [doubt?.id ?? ''] })
    expect(await memory.facts.read()).toBe(byHand)
  })

  it('keeps a line that another session taught too, and says so', async () => {
    const place = await workspace()
    const memory = await place.open({
      ...options,
      capture: { auto: false },
      model: async () => reply('They talked.', '- Has a dog\n'),
    })
    await memory.addMessages('private', said('a', 0))
    await memory.consolidate('private')
    await memory.facts.replace('')
    await memory.addMessages('work', said('b', 0))
    await memory.consolidate('work')
    const { unattributed } = await memory.forget({ session: 'private' })
    expect(await memory.facts.read()).toBe('- Has a dog\n')
    expect(unattributed).toContainEqual(
      expect.objectContaining({ path: 'memory/MEMORY.md', text: '- Has a dog', reason: 'said-again' }),
    )
    expect((await memory.forget({ session: 'work' })).unattributed).toEqual([])
    expect((await memory.facts.read()).trim()).toBe('')
  })

  it('keeps what another session stated too, as learned from that', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    const content = 'I am allergic to peanuts.'
    await memory.addMessages('private', { id: 'quibble', role: 'user', content: `By the way, ${content} I like Zanq.` })
    await memory.addMessages('work', { id: 'b', role: 'user', content: `Hi! ${content}` })
    await memory.flush()
    const plan = await memory.forget({ session: 'private', dryRun: true })
    const { counts, removed } = await memory.forget({ session: 'private' })
    expect([plan.counts, plan.removed]).toEqual([counts, removed])
    expect(await memory.facts.read()).toContain('allergic to peanuts')
    expect((await memory.records.list()).map(({ text, source }) => [text, source])).toEqual([
      [content, { session: 'work', messageId: 'b' }],
    ])
    expect(await filesWith(place.directory, ['quibble', 'zanq'])).toEqual([])
    await memory.forget({ session: 'work' })
    expect(await filesWith(place.directory, ['peanuts'])).toEqual([])
  })

  it('says that nobody knows what came of it when that was never written down', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await memory.addMessages('private', said('a', 0))
    await memory.consolidate('private')
    await writeFile(join(place.directory, '.daybook/consolidation/applied.jsonl'), '')
    expect((await memory.forget({ session: 'private' })).unattributed).toMatchObject([{ reason: 'unknown' }])
  })

  it('changes nothing in a dry run, and is harmless for a session that is not there', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    await talkOfBoth(memory)
    await memory.flush()
    const files = await readdir(place.directory, { recursive: true })
    const dry = await memory.forget({ session: 'private', dryRun: true })
    expect(await readdir(place.directory, { recursive: true })).toEqual(files)
    expect(await memory.sessions.messages('private', { archived: true })).toHaveLength(32)
    expect((await memory.forget({ session: 'no one' })).counts.sessions).toBe(0)
    const { counts, removed } = await memory.forget({ session: 'private' })
    expect(counts).toEqual(dry.counts)
    expect(removed).toEqual(dry.removed)
  })

  it('is forgotten as if it had never been: what is said in it again is captured again', async () => {
    const memory = await (await workspace()).open(options)
    for (let turn = 0; turn < 2; turn++) {
      await memory.addMessages('private', said(secret, 0, 1))
      expect(await memory.records.list()).toHaveLength(1)
      await memory.forget({ session: 'private' })
      expect(await memory.records.list()).toEqual([])
    }
  })

  it('lets a consolidation under way come to nothing', async () => {
    const place = await workspace()
    const asked = Promise.withResolvers<void>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const memory = await place.open({
      ...options,
      model: async () => {
        asked.resolve()
        await promise
        return reply(`On ${secret}.`, `- Knows ${secret}\n`)
      },
    })
    await memory.addMessages('private', said(secret, 0))
    const consolidation = memory.consolidate('private')
    await asked.promise
    await memory.forget({ session: 'private' })
    resolve()
    await consolidation
    expect(await filesWith(place.directory, traces)).toEqual([])
  })
})
