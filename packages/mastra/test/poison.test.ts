import { Agent } from '@mastra/core/agent'
import { expect, it } from 'vitest'
import { DaybookMemory } from '../src/index.ts'
import { allText, scriptedModel } from './scripted-model.ts'
import { temporaryMemory } from './temporary-memory.ts'

it('fault 16: does not grow in 15 turns of a model that repeats its context', async () => {
  const memory = await temporaryMemory()
  // What it is shown is what it says; without this the prompts would double from turn to turn.
  const scripted = scriptedModel((prompt) => allText(prompt).slice(0, 4_000))
  const daybook = new DaybookMemory({ memory, user: 'ada' })
  const agent = new Agent({ id: 'a', name: 'a', instructions: '', model: scripted.model, memory: daybook })
  const say = (text: string, turn: number) => agent.generate(text, { memory: { thread: `t${turn}`, resource: 'ada' } })
  await memory.facts.append('- Ada likes tea')
  await say('I prefer pnpm over npm. Never deploy on Fridays.', 0)
  await daybook.settled()
  await memory.flush()
  const { active } = await memory.records.stats()
  expect(active).toBe(2)
  for (let turn = 0; turn < 15; turn++) await say(`Turn ${turn}: pnpm or deploys on Fridays?`, turn % 5)
  await daybook.settled()
  await memory.flush()
  expect(allText(scripted.prompts.at(-1))).toContain('pnpm over npm')
  expect((await memory.records.stats()).active).toBe(active)
  expect((await memory.facts.read()).match(/pnpm over npm/g)?.length ?? 0).toBeLessThanOrEqual(1)
})
