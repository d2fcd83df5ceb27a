import { expect, it, onTestFinished } from 'vitest'
import { type Memory, openMemories } from '../../src/index.ts'
import { saying } from '../memory/saying.ts'
import { createRandom, isLong, note, workplace } from './run-length.ts'

const operations = isLong ? 100_000 : 1_500
const users = [
  'ada',
  'Ada',
  'ada ',
  'ada/bob',
  '../ada',
  'a'.repeat(300),
  'a'.repeat(299),
  'ä',
  'a\u0308',
  '__proto__',
] as const
const sessions = ['chat', 'Chat', 'chat ', '../chat', '__proto__'] as const
const words = ['tea', 'coffee', 'rain', 'stairs', 'lamp', 'train'] as const

/** What one user has said and stored, by the oracle. */
interface Own {
  messages: Map<string, string[]>
  facts: string[]
  records: Set<string>
}

function fresh(): Own {
  return { messages: new Map(sessions.map((session) => [session, []])), facts: [], records: new Set() }
}

/** Every text holds the number of its user, so that a stray one is known wherever it turns up. */
function strays(texts: readonly string[], user: number): string[] {
  return texts.filter((text) => (text.match(/owner\d+x/g) ?? []).some((mark) => mark !== `owner${user}x`))
}

/** What is found in a session by the word that only this text has. */
async function foundAgain(memory: Memory, session: string, text: string): Promise<string[]> {
  const own = text.match(/number\d+x/)?.[0] ?? ''
  const items = await saying(memory, own, { layers: ['sessions'], sessions: [session] })
  return items.map((item) => item.text)
}

it('fault 27: nothing crosses from one user to another, nor through the filter of sessions', async () => {
  const directory = await workplace()
  const memories = openMemories({ directory, maxOpen: users.length - 1, consolidation: { auto: false } })
  onTestFinished(() => memories.close())
  const random = createRandom(20_260_301)
  const pick = <T>(values: readonly T[]): { value: T; at: number } => {
    const at = random(values.length)
    const value = values[at]
    if (value === undefined) throw new Error('there is nothing to pick')
    return { value, at }
  }
  const oracle = users.map(fresh)
  const handles: Memory[] = []
  for (const user of users) handles.push(await memories.for({ user }))
  const counts: Record<string, number> = {}
  for (let n = 0; n < operations; n++) {
    const { value: own, at: user } = pick(oracle)
    const memory = handles[user]
    if (!memory) throw new Error('every user has a memory')
    const { value: session } = pick(sessions)
    const { value: word } = pick(words)
    const text = `${word} number${n}x owner${user}x`
    const { value: name } = pick([
      'say',
      'say',
      'say',
      'fact',
      'record',
      'recall',
      'sessions',
      'context',
      'read',
      'clear',
    ])
    counts[name] = (counts[name] ?? 0) + 1
    if (name === 'say') {
      await memory.addMessages(session, { role: 'user', content: text })
      own.messages.get(session)?.push(text)
    } else if (name === 'fact' && own.facts.length < 50) {
      await memory.facts.append({ text })
      own.facts.push(text)
    } else if (name === 'record' && own.records.size < 200) {
      await memory.records.learn({ text })
      own.records.add(text)
    } else if (name === 'recall') {
      const { items } = await memory.recall(word, { limit: 20 })
      expect(
        strays(
          items.map((item) => item.text),
          user,
        ),
      ).toEqual([])
      const known = new Set([...own.messages.values(), own.facts, [...own.records]].flat())
      expect(items.filter((item) => !known.has(item.text))).toEqual([])
    } else if (name === 'sessions') {
      const { items } = await memory.recall(word, { layers: ['sessions'], sessions: [session], limit: 20 })
      const said = own.messages.get(session) ?? []
      expect(items.filter((item) => !said.includes(item.text))).toEqual([])
      if (said.length > 0) {
        const { value: stored } = pick(said)
        expect(await foundAgain(memory, session, stored)).toEqual([stored])
      }
    } else if (name === 'context') {
      const { stable, volatile } = await memory.buildContext({ session, query: word })
      expect(strays([stable, volatile], user)).toEqual([])
    } else if (name === 'read') {
      expect((await memory.sessions.messages(session)).map(({ content }) => content)).toEqual(own.messages.get(session))
    } else if (name === 'clear' && random(10) === 0) {
      await memory.sessions.clear(session, { archived: true })
      own.messages.set(session, [])
    }
  }
  for (const [user, own] of oracle.entries()) {
    const memory = handles[user]
    if (!memory) throw new Error('every user has a memory')
    for (const [session, said] of own.messages) {
      expect((await memory.sessions.messages(session)).map(({ content }) => content)).toEqual(said)
      for (const text of said.slice(-1)) expect(await foundAgain(memory, session, text)).toEqual([text])
    }
    expect((await memory.facts.list()).map(({ text }) => text)).toEqual(own.facts)
  }
  expect(new Set(await memories.users())).toEqual(new Set(users))
  note(`${operations} operations of ${users.length} users: ${JSON.stringify(counts)}`)
}, 1_200_000)
