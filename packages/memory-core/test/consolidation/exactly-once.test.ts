import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Memory, PromptFunction } from '../../src/index.ts'
import { runs } from '../faults/run-length.ts'
import { ids, reply, talk, type Workspace, workspace } from './workspace.ts'

type Step =
  | { do: 'add'; session: string; count: number }
  | { do: 'consolidate' | 'reset'; session: string }
  | { do: 'answer'; mode: 'well' | 'badly' | 'garbage' }
  | { do: 'wait' | 'reopen' | 'flush' }

const session = fc.constantFrom('one', 'two')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('add' as const), session, count: fc.integer({ min: 1, max: 7 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('consolidate' as const, 'reset' as const), session }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      mode: fc.constantFrom('well' as const, 'badly' as const, 'garbage' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('wait' as const, 'reopen' as const, 'flush' as const) }) },
)

/** Carries the steps out, opens the memory again, and looks for each message. Each summary names what it saw. */
async function consolidatedAfter(place: Workspace, steps: readonly Step[]): Promise<void> {
  let mode = 'well'
  let added = 0
  const model: PromptFunction = async ({ prompt }) => {
    if (mode === 'badly') throw new Error('overloaded')
    const words = prompt.slice(prompt.indexOf('## Conversation')).match(/word\d+/g) ?? []
    return mode === 'garbage' ? 'garbage' : reply(`Saw ${words.join(' ')}.`, '')
  }
  const open = (): Promise<Memory> => place.open({ model, sessions: { window: 6 } })
  let memory = await open()
  for (const step of steps) {
    if (step.do === 'add') {
      await memory.addMessages(step.session, talk(step.count, added + 1))
      added += step.count
    } else if (step.do === 'consolidate') await memory.consolidate(step.session)
    else if (step.do === 'reset') await memory.resetSession(step.session)
    else if (step.do === 'answer') mode = step.mode
    else if (step.do === 'wait') place.clock.advance(150_000)
    else if (step.do === 'flush') await memory.flush()
    else {
      await memory.close()
      memory = await open()
    }
  }
  await memory.close()
  memory = await open()
  await memory.flush()
  await expectEachOnce(place, memory, added)
}

async function expectEachOnce(place: Workspace, memory: Memory, added: number): Promise<void> {
  const done = (await place.ledger()).filter((line) => !line.failed).flatMap((line) => line.messages)
  const left: string[] = []
  for (const name of ['one', 'two']) {
    const { lastConsolidated = 0 } = (await memory.sessions.get(name)) ?? {}
    const window = await memory.sessions.messages(name)
    const failure = await place.text(`.daybook/consolidation/${name}.failure.json`)
    const due: string[] = failure === '' ? [] : (JSON.parse(failure).due ?? [])
    left.push(...due, ...window.slice(lastConsolidated).map((message) => message.id))
  }
  expect(sorted([...done, ...left])).toEqual(sorted(ids(1, added)))
  const summaries = (await memory.history.list()).map((entry) => entry.text).filter((text) => text.startsWith('Saw '))
  const seen = summaries.flatMap((text) => text.match(/word\d+/g) ?? [])
  expect(sorted(seen.map((word) => word.replace('word', 'm')))).toEqual(sorted(done))
}

function sorted(texts: readonly string[]): string[] {
  return [...texts].sort()
}

it('consolidates each message exactly once, or keeps it due, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) =>
      consolidatedAfter(await workspace(), steps),
    ),
    runs(100, 10),
  )
})
