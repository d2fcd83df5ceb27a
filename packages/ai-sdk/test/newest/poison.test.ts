import { generateText } from 'ai'
import { expect, it } from 'vitest'
import { memoryOptions, withMemory } from '../../src/index.ts'
import { scriptedModel, systemTexts, userTexts } from '../scripted-model.ts'
import { temporaryMemories, temporaryMemory } from '../temporary-memory.ts'

/** Each round has memories of its own: one user who says the same thousands of times would only take long. */
const rounds = process.env['DAYBOOK_FAULTS'] === 'long' ? 5 : 1
const operations = process.env['DAYBOOK_FAULTS'] === 'long' ? 1_000 : 60
/** No call takes this long, whatever the load: one that did would be told nothing, and `onError` would say so. */
const timeoutMs = 3_600_000

it('fault 16: does not grow in 15 turns of a model that repeats its context', async () => {
  const memory = await temporaryMemory()
  // What it is shown is what it says.
  const model = withMemory(
    scriptedModel(({ prompt }) => [...systemTexts(prompt), ...userTexts(prompt)].join('\n')),
    { memory, session: 'chat', timeoutMs },
  )
  await memory.facts.append('- Ada likes tea')
  await generateText({ model, prompt: 'I prefer pnpm over npm. Never deploy on Fridays.' })
  await memory.flush()
  const facts = await memory.facts.read()
  const { active } = await memory.records.stats()
  expect(active).toBe(2)
  for (let turn = 0; turn < 15; turn++) {
    const { text } = await generateText({ model, prompt: `Turn ${turn}: pnpm or deploys on Fridays?` })
    expect(text).toContain('pnpm over npm')
  }
  await memory.flush()
  expect((await memory.records.stats()).active).toBe(active)
  expect((await memory.facts.read()).match(/pnpm over npm/g)?.length ?? 0).toBeLessThanOrEqual(1)
  expect((await memory.facts.read()).startsWith(facts.trimEnd())).toBe(true)
})

it('fault 27: nothing crosses between users, whatever their calls', async () => {
  for (let round = 0; round < rounds; round++) await crossNothing()
}, 3_600_000)

async function crossNothing(): Promise<void> {
  const memories = await temporaryMemories()
  const errors: unknown[] = []
  const users = ['ada', 'Ada', 'ada ', '../ada', 'ada/bob', '__proto__']
  const say = async (at: number, session: string, prompt: string): Promise<string[]> => {
    const inner = scriptedModel(['Fine.'])
    const model = withMemory(inner, { memory: memories, timeoutMs, onError: (error) => errors.push(error) })
    await generateText({ model, prompt, providerOptions: memoryOptions({ user: users[at] ?? '', session }) })
    const shown = inner.doGenerateCalls.flatMap((call) => [...systemTexts(call.prompt), ...userTexts(call.prompt)])
    return [...new Set(shown.join('\n').match(/owner\d+x/g))]
  }
  await Promise.all(users.map((_, at) => say(at, 'first', `I prefer owner${at}x tea.`)))
  // From here on it stands in MEMORY.md, which a context tells although its index is behind.
  await memories.flush()
  // Every other call tells something; the questions have no mark, so that what they are shown comes from the memory.
  const call = async (n: number): Promise<string> => {
    const at = (n * 7) % users.length
    const text =
      Math.floor(n / users.length) % 2 === 0 ? 'Which tea do I prefer?' : `I prefer owner${at}x tea number ${n}.`
    return `${at}: ${await say(at, `chat ${n % 8}`, text)}`
  }
  for (let from = 0; from < operations; from += 10) {
    const numbers = Array.from({ length: 10 }, (_, place) => from + place)
    const marks = await Promise.all(numbers.map(call))
    const own = numbers.map((n) => `${(n * 7) % users.length}: owner${(n * 7) % users.length}x`)
    // Together: an answer that is missing has its reason among the errors.
    expect({ marks, errors }).toEqual({ marks: own, errors: [] })
  }
}
