import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/index.ts'
import { analyse } from '../../src/text/analyse.ts'
import { reply, talk, workspace } from '../consolidation/workspace.ts'
import { filesWith } from './bytes.ts'

const options = { knowledge: {}, consolidation: { auto: false } } as const

describe('what a forgotten statement had replaced', () => {
  it.each(['ids', 'text', 'session'] as const)('holds again when it is forgotten by %s', async (by) => {
    const place = await workspace()
    const memory = await place.open(options)
    const [old] = await memory.records.learn({ text: 'I live in Berlin' })
    place.clock.set('2026-04-01')
    const [now] = await memory.records.learn({ text: 'I live in Munich', source: { session: 'chat' } })
    expect(await memory.records.get(old?.id ?? '')).toMatchObject({ supersededBy: now?.id })
    const request = { ids: { ids: [now?.id ?? ''] }, text: { text: 'munich' }, session: { session: 'chat' } }[by]
    expect((await memory.forget(request)).counts.records).toBe(1)
    const back = await memory.records.get(old?.id ?? '')
    expect(back).toMatchObject({ text: 'I live in Berlin' })
    expect(back).not.toHaveProperty('validTo')
    expect(back).not.toHaveProperty('supersededBy')
  })

  it.each(['forgotten', 'replaced'] as const)(
    'holds again when an older one that was said again is %s',
    async (how) => {
      const place = await workspace()
      const memory = await place.open(options)
      const said = ['I live in Berlin.', 'I moved to Munich.', 'I live in Berlin.']
      for (const [at, content] of said.entries()) {
        place.clock.set(`2026-0${at + 4}-01`)
        await memory.addMessages(`chat-${at}`, { id: 'a', role: 'user', content })
        await memory.flush()
      }
      expect(await memory.facts.read()).toMatch(/- I live in Berlin \(2026-06-01\)\n$/)
      if (how === 'forgotten') await memory.forget({ session: 'chat-2' })
      else await memory.addMessages('chat-2', { id: 'a', role: 'user', content: 'Hello.' })
      await memory.flush()
      expect(await memory.facts.read()).toMatch(/About you\n\n- I moved to Munich \(2026-05-01\)\n$/)
    },
  )

  it('is replaced by what came after the one that went', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    const ids: string[] = []
    for (const [month, city] of ['Berlin', 'Munich', 'Hamburg', 'Dresden'].entries()) {
      place.clock.set(`2026-0${month + 4}-01`)
      const [learned] = await memory.records.learn({ text: `I live in ${city}` })
      ids.push(learned?.id ?? '')
    }
    const [berlin = '', munich = '', hamburg = '', dresden = ''] = ids
    await memory.forget({ ids: [munich, hamburg] })
    expect(await memory.records.get(berlin)).toMatchObject({
      supersededBy: dresden,
      validTo: '2026-07-01T00:00:00.000Z',
    })
    expect(await memory.records.get(dresden)).toMatchObject({ supersedes: berlin })
    await memory.records.remove([berlin])
    expect(await memory.records.get(dresden)).not.toHaveProperty('supersedes')
  })
})

describe('what two speakers say alike', () => {
  const said = 'I am allergic to nuts.'

  /** The lines of MEMORY.md, without the sections' headings. */
  async function linesOf(memory: Memory): Promise<string[]> {
    await memory.flush()
    return (await memory.facts.read()).split('\n').filter((line) => line.startsWith('- '))
  }

  async function talkOfTwo() {
    const place = await workspace()
    const memory = await place.open(options)
    await memory.addMessages('one', { id: 'a', role: 'user', name: 'Ada', content: said })
    await memory.flush()
    place.clock.set('2026-03-11')
    await memory.addMessages('two', { id: 'b', role: 'user', name: 'Bob', content: said })
    return { place, memory }
  }

  it('is told of both, and stays apart', async () => {
    const { memory } = await talkOfTwo()
    const lines = ['- I am allergic to nuts (Ada, 2026-03-01)', '- I am allergic to nuts (Bob, 2026-03-11)']
    expect(await linesOf(memory)).toEqual(lines)
    await memory.maintain()
    expect(await linesOf(memory)).toEqual(lines)
  })

  it.each(['ids', 'session', 'replaced'] as const)('stays for the other when one goes (%s)', async (by) => {
    const { memory } = await talkOfTwo()
    await memory.flush()
    const ada = (await memory.records.list()).find(({ source }) => source?.session === 'one')
    if (by === 'ids') await memory.forget({ ids: [ada?.id ?? ''] })
    else if (by === 'session') await memory.forget({ session: 'one' })
    else await memory.addMessages('one', { id: 'a', role: 'user', name: 'Ada', content: 'Hello.' })
    expect(await linesOf(memory)).toEqual(['- I am allergic to nuts (Bob, 2026-03-11)'])
    expect((await memory.sessions.messages('two')).map(({ content }) => content)).toEqual([said])
    expect((await memory.records.list()).map(({ source }) => source?.session)).toEqual(['two'])
  })

  it('comes from the earliest message of the same speaker that stays', async () => {
    const { place, memory } = await talkOfTwo()
    place.clock.set('2026-03-21')
    await memory.addMessages('three', { id: 'c', role: 'user', name: 'Ada', content: `Hello all! ${said}` })
    await memory.flush()
    await memory.forget({ session: 'one' })
    const left = (await memory.records.list()).find(({ source }) => source?.session === 'three')
    const source = { session: 'three', messageId: 'c', quote: `Ada: ${said}` }
    expect(left).toMatchObject({ source, createdAt: '2026-03-21T00:00:00.000Z' })
  })

  it('is one for a statement without a speaker', async () => {
    const { memory } = await talkOfTwo()
    const [own] = await memory.records.learn({ text: said })
    await memory.forget({ ids: [own?.id ?? ''] })
    expect(await linesOf(memory)).toEqual([])
    expect(await memory.records.list()).toEqual([])
  })
})

describe('the lists of consolidations', () => {
  it('are counted alike by a dry run and by the run after it, and no empty heading stays', async () => {
    const place = await workspace()
    const memory = await place.open({ ...options, capture: { auto: false }, sessions: { window: 2 } })
    await memory.facts.append('# Mine\n\n- Likes tea')
    await memory.addMessages('chat', [
      { id: 'a', role: 'user', content: 'I prefer Quibblefrost over tea.' },
      ...talk(6, 20),
    ])
    await memory.consolidate('chat')
    const before = await memory.facts.read()
    expect(before).toMatch(/### Consolidated/)
    const facts = (await memory.recall('Quibblefrost', { layers: ['facts'] })).items
    const request = { ids: facts.map(({ id }) => id) }
    const dry = await memory.forget({ ...request, dryRun: true })
    const real = await memory.forget(request)
    expect(real.counts.facts).toBe(1)
    expect(real.counts.consolidation).toBe(1)
    expect(dry.counts).toEqual(real.counts)
    expect(await memory.facts.read()).toBe('# Mine\n\n- Likes tea\n')
    expect(await memory.facts.read()).toContain('- Likes tea')
  })

  it('are counted alike for a text', async () => {
    const place = await workspace()
    const memory = await place.open({
      ...options,
      sessions: { window: 2 },
      model: async () => reply('On Quibblefrost.', '- Knows Quibblefrost\n- Has a dog\n'),
    })
    await memory.addMessages('chat', talk(8))
    await memory.consolidate('chat')
    const dry = await memory.forget({ text: 'quibblefrost', dryRun: true })
    const real = await memory.forget({ text: 'quibblefrost' })
    expect(real.counts.consolidation).toBe(1)
    expect(dry.counts).toEqual(real.counts)
  })
})

describe('a text', () => {
  const say = async (contents: readonly string[]) => {
    const memory = await (await workspace()).open(options)
    await memory.addMessages(
      'chat',
      contents.map((content, at) => ({ id: `x${at}`, role: 'user' as const, content })),
    )
    return {
      memory,
      left: async () => (await memory.sessions.messages('chat')).map(({ content }) => content),
    }
  }

  it.each([
    ['李明', '我认识李明吗', '我认识王明吗'],
    ['민수', '민수는 의사예요', '민지는 의사예요'],
    ['娜', '我女朋友娜娜住在上海', '我女朋友住在上海'],
    ['アヤ', 'アヤさんは先生です', 'マヤさんは先生です'],
    ['Bo', 'Then Bo left', 'Then Bob left'],
    ['42', 'I am 42.', 'I am 142.'],
    ['Ada’s flat', "near Ada's flat", 'near Ada flat'],
    ['cafe muller', 'at Café Müller', 'at Café Miller'],
    ['bär', 'the Bär sleeps', 'the bar sleeps'],
    ['Ada-Bob', 'Ada–Bob is it', 'Ada Bob is it'],
  ])('%j is found in %j, and not in %j', async (text, has, hasNot) => {
    const { memory, left } = await say([has, hasNot])
    await memory.forget({ text })
    expect(await left()).toEqual([hasNot])
  })

  it.each(['user', 'content', '2026', 'createdAt', '30', 'semantic', 'accessCount'])(
    '%j does not take what only Daybook calls so',
    async (text) => {
      const { memory, left } = await say(['I prefer coffee over tea.'])
      await memory.records.learn({ text: 'Likes rain' })
      await memory.knowledge.add('learned_fact', 'A zoo')
      const { counts } = await memory.forget({ text })
      expect(counts).toMatchObject({ sessions: 0, records: 0, knowledge: 0 })
      expect(await left()).toHaveLength(1)
      expect(await memory.records.list()).toHaveLength(2)
    },
  )

  it('in a key of a session is said with the session, which takes it along', async () => {
    const place = await workspace()
    const memory = await place.open(options)
    const key = 'Zebrafinch-session'
    await memory.addMessages(key, [{ role: 'user', content: 'I prefer coffee over tea.' }])
    await memory.sessions.trim(key, 0)
    await memory.addMessages('other', talk(2))
    for (const dryRun of [true, false]) {
      const { unattributed, counts } = await memory.forget({ text: 'zebrafinch', dryRun })
      expect(unattributed).toEqual([
        { path: expect.stringMatching(/^sessions\/zebrafinch-session/), session: key, text: key, reason: 'key' },
      ])
      expect(counts.sessions).toBe(0)
    }
    await memory.forget({ session: key })
    expect(await filesWith(place.directory, ['zebrafinch', ...analyse('zebrafinch')])).toEqual([])
    expect((await memory.forget({ text: 'zebrafinch' })).unattributed).toEqual([])
    expect(await memory.sessions.messages('other')).toHaveLength(2)
  })
})

describe('the ids of a context', () => {
  it('are those that forgetting takes, and leaving facts out of it does not change its stable part', async () => {
    const memory = await (await workspace()).open(options)
    await memory.facts.append('- Likes tea\n- Has a dog')
    const block = await memory.buildContext({ query: 'tea' })
    const [item] = block.items.filter(({ text }) => text === 'Likes tea')
    expect(item?.id).toBe((await memory.recall('tea', { layers: ['facts'] })).items[0]?.id)
    const without = await memory.buildContext({ query: 'tea', exclude: [item?.id ?? ''] })
    expect(without.stable).toBe(block.stable)
    expect((await memory.forget({ ids: [item?.id ?? ''] })).counts.facts).toBe(1)
  })
})
