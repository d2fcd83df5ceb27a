import { expect, it, onTestFinished } from 'vitest'
import { type Memory, openMemories } from '../../src/index.ts'
import { foundAgain, fresh, operations as kinds, layers, pick, turnOf } from './owned-operations.ts'
import { createRandom, isLong, note, workplace } from './run-length.ts'

const operations = isLong ? 100_000 : 400
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
/** Each user, and the agents of one of them: memories of their own. */
const owners: readonly { user: string; agent?: string }[] = [
  ...users.map((user) => ({ user })),
  { user: 'ada', agent: 'bob' },
  { user: 'ada', agent: 'ada' },
]

it('fault 27: nothing crosses from one user to another, nor through the filter of sessions', async () => {
  const directory = await workplace()
  const memories = openMemories({
    ...{ directory, maxOpen: owners.length - 1, knowledge: {} },
    consolidation: { auto: false },
    maintenance: { auto: false },
  })
  onTestFinished(() => memories.close())
  const random = createRandom(20_260_301)
  const oracle = owners.map((_, at) => fresh(`owner${at}x`))
  const handles: Memory[] = []
  for (const owner of owners) handles.push(await memories.for(owner))
  const counts: Record<string, number> = {}
  for (let n = 0; n < operations; n++) {
    const [memory, own] = pick(
      handles.flatMap((handle, at) => oracle.slice(at, at + 1).map((own) => [handle, own] as const)),
      random,
    )
    const [name, act] = pick(kinds, random)
    counts[name] = (counts[name] ?? 0) + 1
    await act(turnOf(n, memory, own, random))
  }
  for (const [at, own] of oracle.entries())
    for (const memory of handles.slice(at, at + 1)) {
      for (const [session, said] of own.messages) {
        const messages = await memory.sessions.messages(session, { archived: true })
        expect(messages.map(({ content }) => content)).toEqual(said)
        for (const text of said.slice(-1)) expect(await foundAgain(memory, session, text)).toEqual([text])
      }
      await layers({ memory, own })
    }
  expect(new Set(await memories.users())).toEqual(new Set(users))
  note(`${operations} operations of ${owners.length} owners: ${JSON.stringify(counts)}`)
}, 3_600_000)
