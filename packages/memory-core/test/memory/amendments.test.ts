import { describe, expect, it, onTestFinished } from 'vitest'
import { inMemoryStorage } from '../../src/in-memory/storage.ts'
import { type Memory, openMemory } from '../../src/memory.ts'
import type { MemoryOptions } from '../../src/options.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'

interface Said {
  id?: string
  name?: string
  role?: 'user' | 'assistant'
}

async function open(options: MemoryOptions = {}) {
  const clock = fixedClock('2026-03-02T10:00:00.000Z')
  const memory = await openMemory({ storage: inMemoryStorage(), clock, ...options })
  onTestFinished(() => memory.close())
  let chats = 0
  /** Says a message in a chat of its own, a day after the last one. */
  async function say(content: string, { id, name, role = 'user' }: Said = {}): Promise<void> {
    chats += 1
    clock.set(new Date(Date.parse('2026-03-02T10:00:00.000Z') + chats * 86_400_000).toISOString())
    await memory.addMessages(`chat ${id ?? chats}`, {
      role,
      content,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
    })
    await memory.flush()
  }
  return { memory, say }
}

async function pageOf(memory: Memory): Promise<string[]> {
  await memory.flush()
  return (await memory.facts.list()).map(({ text }) => text.replace(/ \([^()]*\d{4}-\d{2}-\d{2}\)$/, ''))
}

const wedding = "My sister's wedding is on 20 June in Whitby."

describe('what a later chat corrects or puts to another time', () => {
  it('is said again in one line, and the old one is superseded by it', async () => {
    const { memory, say } = await open()
    await say(wedding)
    await say("wedding's been pushed, Greg's dad is in hospital. now 11 July. same place.")
    expect(await pageOf(memory)).toEqual(["My sister's wedding is on 11 July in Whitby"])
    const [older, newer] = (await memory.records.list()).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    expect(newer).toMatchObject({ supersedes: older?.id, until: '2026-07-11', about: older?.about })
    expect(newer?.source?.quote).toContain('pushed')
    expect(older).toMatchObject({ text: wedding, supersededBy: newer?.id })
  })

  it('is not changed where it is not sure which statement is meant', async () => {
    const { memory, say } = await open()
    const known = ['I have choir on Tuesdays', 'My daughter has choir on Thursdays']
    for (const one of known) await say(one)
    await say("choir's moved to Mondays")
    expect(await pageOf(memory)).toEqual(expect.arrayContaining(known))
  })

  it('is replaced where the new time is told in words of its own, and kept beside another dose of the day', async () => {
    const { memory, say } = await open()
    await say('I have physio every Thursday at 17:30')
    await say('Public beta is on 15 June')
    await say('I take metformin 500 mg in the morning')
    await say('Physio is now on Wednesday in same hour')
    await say('Beta slips 2 weeks, so 29 June')
    await say('They upped my metformin to 1000 mg at night')
    const page = (await pageOf(memory)).join('\n')
    expect(page).not.toContain('Thursday')
    expect(page).toContain('Wednesday')
    expect(page).not.toContain('15 June')
    expect(page).toContain('29 June')
    expect(page).toContain('500 mg in the morning')
    expect(page).toContain('1000 mg at night')
  })

  it('is changed in each statement that names the same day', async () => {
    const { memory, say } = await open()
    await say("I want to be fit before my sister's wedding in June")
    await say(wedding)
    await say('the wedding has been moved to 11 July')
    expect((await pageOf(memory)).filter((line) => /june/i.test(line))).toEqual([])
  })

  it('gets no line of its own where nothing is known that it corrects', async () => {
    const { memory, say } = await open()
    await say('I have two cats.')
    await say("I beg your pardon, it's Sherwood, not Whinfell.")
    expect(await pageOf(memory)).toEqual(['I have two cats'])
  })

  it('keeps what else the sentence says', async () => {
    const { memory, say } = await open()
    await say(wedding)
    await say('the wedding has been moved to 11 July because my uncle Ben in Canada has broken both his legs badly')
    const page = await pageOf(memory)
    expect(page).toContain("My sister's wedding is on 11 July in Whitby")
    expect(page.join()).toContain('Canada')
  })

  it('holds for the speaker alone', async () => {
    const { memory, say } = await open()
    await say('I play chess on Mondays', { name: 'Ann' })
    await say('chess has moved to Thursdays', { name: 'Ben' })
    expect((await pageOf(memory)).join()).toContain('I play chess on Mondays')
    await say('chess has moved to Thursdays', { name: 'Ann' })
    expect((await pageOf(memory)).join()).not.toContain('I play chess on Mondays')
  })

  it('is changed when both are captured at once, in their order', async () => {
    const { memory } = await open()
    await memory.addMessages('chat', [
      { role: 'user', content: 'I play chess on Mondays' },
      { role: 'assistant', content: 'Nice.' },
      { role: 'user', content: 'I also have two cats' },
      { role: 'assistant', content: 'Nice.' },
      { role: 'user', content: 'chess has moved to Thursdays' },
      { role: 'assistant', content: 'Noted.' },
      { role: 'user', content: 'chess has moved to Fridays' },
    ])
    expect(await pageOf(memory)).toEqual(expect.arrayContaining(['I play chess on Fridays', 'I also have two cats']))
    expect((await pageOf(memory)).join()).not.toMatch(/Mondays|Thursdays/)
  })

  it('is as before when the message that changed it is removed, and follows it when that is edited', async () => {
    const { memory, say } = await open()
    await say(wedding)
    await say('the wedding has been moved to 11 July', { id: 'm2' })
    await memory.sessions.update('chat m2', 'm2', { content: 'the wedding has been moved to 12 July' })
    expect(await pageOf(memory)).toEqual(["My sister's wedding is on 12 July in Whitby"])
    await memory.sessions.update('chat m2', 'm2', { content: '' })
    expect(await pageOf(memory)).toEqual(["My sister's wedding is on 20 June in Whitby"])
  })

  it('is not changed where records do not supersede each other', async () => {
    const { memory, say } = await open({ records: { supersede: false } })
    await say(wedding)
    await say('the wedding has been moved to 11 July')
    expect((await pageOf(memory)).join()).toContain('20 June')
  })
})
