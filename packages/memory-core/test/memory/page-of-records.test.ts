import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { type Memory, openMemory } from '../../src/memory.ts'
import { fixedClock } from '../../src/testing/fixed-clock.ts'
import { runs } from '../faults/run-length.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const options = { git: false, maintenance: { auto: false } }

/** A memory, and what it tells, live or as a copy of it without `state/` tells it. */
async function begin() {
  const directory = await temporaryDirectory()
  const clock = fixedClock('2026-03-01T10:00:00.000Z')
  const memory = await openMemory({ ...options, directory, clock })
  onTestFinished(() => memory.close())
  const path = join(directory, 'memory/MEMORY.md')
  const page = (): Promise<string> => readFile(path, 'utf8').catch(() => '')
  const told = async (of: Memory): Promise<string[]> => {
    const { stable } = await of.buildContext({ session: crypto.randomUUID(), query: 'hello' })
    await of.flush()
    return (stable.match(/^- .*?(?= \(|$)/gm) ?? []).sort()
  }
  return {
    memory,
    clock,
    page,
    say: async (session: string, content: string) => {
      await memory.addMessages(session, { role: 'user', content })
      await memory.flush()
    },
    told: () => told(memory),
    edit: async (change: (text: string) => string) => writeFile(path, change(await page())),
    add: (line: string) => appendFile(path, `- ${line}\n`),
    async toldWithoutState() {
      await memory.flush()
      const copy = await temporaryDirectory()
      await cp(directory, copy, { recursive: true })
      await rm(join(copy, 'state'), { recursive: true })
      const other = await openMemory({ ...options, directory: copy, clock })
      const all = await told(other)
      await other.close()
      return all
    },
  }
}

it('has no line that only its conversation explains, which stays a record', async () => {
  const { memory, page, say } = await begin()
  await say('chat', 'We met at a pottery class in Cork in 2011.')
  await say('chat', "I'm a nurse in Leeds.")
  expect((await memory.records.list()).map(({ text }) => text)).toContain('We met at a pottery class in Cork in 2011.')
  expect(await page()).toContain("I'm a nurse in Leeds")
  expect(await page()).not.toContain('pottery')
})

it('a statement has its line again when the longer one that stood for it is forgotten', async () => {
  const { memory, say, told, toldWithoutState } = await begin()
  await say('a', 'I like jazz.')
  await say('b', 'I like jazz and blues.')
  expect(await told()).toEqual(['- I like jazz and blues'])
  await memory.forget({ session: 'b' })
  expect(await told()).toEqual(['- I like jazz'])
  expect(await toldWithoutState()).toEqual(['- I like jazz'])
})

it.each([
  ['removes', /- I work at Nortada.*\n/, ''],
  ['changes', 'Nortada as an engineer', 'Zorb as an engineer'],
])('a statement ends with the longer one that stood for it when a person %s its line', async (_, from, to) => {
  const { memory, say, told, edit, toldWithoutState } = await begin()
  await say('a', 'I work at Nortada.')
  await say('b', 'I work at Nortada as an engineer. I like jazz.')
  await edit((text) => text.replace(from, to))
  const left = to === '' ? ['- I like jazz'] : ['- I like jazz', '- I work at Zorb as an engineer']
  expect(await told()).toEqual(left)
  expect(await toldWithoutState()).toEqual(left)
  expect((await memory.records.list()).map(({ text }) => text)).not.toContain('I work at Nortada')
})

const texts = [
  ...['I like jazz.', 'I like jazz and blues.', 'I like jazz and blues and tango.', 'I prefer tea.', 'I am vegan.'],
  ...['I prefer tea over coffee.', 'I no longer drink tea.', 'I am not vegan any more.', 'Forget that I am vegan.'],
  ...[
    'I work at Nortada.',
    'I work at Nortada as an engineer.',
    'I work at Zorb now.',
    'I live in Oslo.',
    'I moved to Rome.',
  ],
]

it('what MEMORY.md tells is the same without state/, whatever was said, forgotten or edited', async () => {
  const text = fc.constantFrom(...texts)
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ say: text, session: fc.constantFrom('a', 'b', 'c') }) },
    fc.record({ forget: text }),
    fc.record({ add: text }),
    fc.record({ line: fc.nat(5), change: fc.constantFrom('', ' these days') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const { memory, clock, page, say, add, edit, told, toldWithoutState } = await begin()
      for (const one of steps) {
        clock.advance(86_400_000)
        if ('say' in one) await say(one.session, one.say)
        else if ('forget' in one) {
          const [found] = (await memory.recall(one.forget)).items
          if (found) await memory.forget({ ids: [found.id] })
        } else if ('add' in one) {
          await say('c', 'I have a garden.')
          await add(one.add.slice(0, -1))
        } else if ((await page()) !== '')
          await edit((text) => {
            const lines = text.match(/^- .*\n/gm) ?? []
            const line = lines[one.line % Math.max(1, lines.length)] ?? ''
            return text.replace(line, one.change === '' ? '' : line.replace(/(?= \()/, one.change))
          })
        await told()
      }
      expect(await told()).toEqual(await toldWithoutState())
    }),
    runs(60, 8),
  )
})
