import { generateText } from 'ai'
import { expect, it } from 'vitest'
import { memoryOptions, withMemory } from '../src/index.ts'
import { scriptedModel, systemTexts, userTexts } from './scripted-model.ts'
import { temporaryMemories, temporaryMemory } from './temporary-memory.ts'

const operations = process.env['DAYBOOK_FAULTS'] === 'long' ? 5_000 : 500

it('fault 16: does not grow in 50 turns of a model that repeats its context', async () => {
  const memory = await temporaryMemory()
  // What it is shown is what it says.
  const model = withMemory(
    scriptedModel(({ prompt }) => [...systemTexts(prompt), ...userTexts(prompt)].join('\n')),
    { memory, session: 'chat', timeoutMs: 60_000 },
  )
  await memory.facts.append('- Ada likes tea')
  await generateText({ model, prompt: 'I prefer pnpm over npm. Never deploy on Fridays.' })
  await memory.flush()
  const facts = await memory.facts.read()
  const { active } = await memory.records.stats()
  expect(active).toBe(2)
  for (let turn = 0; turn < 50; turn++)
    await generateText({ model, prompt: `Turn ${turn}: pnpm or deploys on Fridays?` })
  await memory.flush()
  expect((await memory.records.stats()).active).toBe(active)
  expect((await memory.facts.read()).match(/pnpm over npm/g)?.length ?? 0).toBeLessThanOrEqual(1)
  expect((await memory.facts.read()).startsWith(facts.trimEnd())).toBe(true)
})

it('fault 27: nothing crosses between users, whatever their calls', async () => {
  const memories = await temporaryMemories()
  const inner = scriptedModel(['Fine.'])
  const errors: unknown[] = []
  const model = withMemory(inner, { memory: memories, timeoutMs: 60_000, onError: (error) => errors.push(error) })
  const users = ['ada', 'Ada', 'ada ', '../ada', 'ada/bob', '__proto__']
  const calls = Array.from({ length: operations }, (_, n) => ({
    n,
    user: users[(n * 7) % users.length] ?? '',
    at: (n * 7) % users.length,
  }))
  for (let from = 0; from < calls.length; from += 10)
    await Promise.all(
      calls.slice(from, from + 10).map(({ n, user, at }) =>
        generateText({
          model,
          prompt: `owner${at}x says number ${n}, which tea do I prefer?`,
          providerOptions: memoryOptions({ user, session: `chat ${n % 40}` }),
        }),
      ),
    )
  expect(errors).toEqual([])
  expect(inner.doGenerateCalls).toHaveLength(operations)
  for (const { prompt } of inner.doGenerateCalls) {
    const marks = new Set([...systemTexts(prompt), ...userTexts(prompt)].join('\n').match(/owner\d+x/g))
    expect(marks.size).toBe(1)
  }
}, 900_000)
