/*
 * How well secrets are told from what looks like them, and what looking costs beside an append. The examples are made by lot
 * at run time; the held-out half has other surroundings and sentences and was never tuned on, but is by the same author, so
 * that its figures are an upper bound. The kinds, look-alikes and generated passwords are beside secretlint's recommended
 * preset, with the same seed; the rules were written with them in view.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { openMemory } from '../src/index.ts'
import { redact } from '../src/privacy/redact.ts'
import { type Half, secretExamples, secretLookAlikes } from '../src/privacy/secret-examples.fixture.ts'
import { examples, harmlessTexts } from './secrets/corpus.ts'
import { type Outcome, outcomeOf } from './secrets/outcomes.ts'
import { generators, syntaxes, writtenPassword } from './secrets/passwords.ts'
import { drawer } from './secrets/templates.ts'

function print(half: Half): void {
  const examples = secretExamples(half)
  const missed = examples.filter(({ text, secret }) => redact(text).text.includes(secret))
  const alike = secretLookAlikes(half)
  const wrong = alike.filter((text) => redact(text).text !== text)
  const right = examples.length - missed.length
  const kinds = new Set(examples.map(({ kind }) => kind)).size
  const precision = right / (right + wrong.length)
  console.log(
    `${half}: ${examples.length} secrets of ${kinds} kinds, ${alike.length} look-alikes: precision ${precision.toFixed(3)}, recall ${(right / examples.length).toFixed(3)}`,
  )
  if (half === 'held-out') return
  for (const { kind, text } of missed) console.log(`  missed (${kind}): ${JSON.stringify(text.slice(0, 160))}`)
  for (const text of wrong)
    console.log(`  wrong: ${JSON.stringify(text.slice(0, 160))} → ${redact(text).text.slice(0, 160)}`)
}

/** A text in which secretlint's recommended preset hides what it finds. */
async function hiddenByPreset(text: string): Promise<string> {
  const { messages } = await lintSource({
    source: { content: text, filePath: 'text.txt', contentType: 'text' },
    options: { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] } },
  })
  let after = text
  const ranges = messages.map(({ range }) => range).sort(([a], [b]) => b - a)
  for (const [start, end] of ranges) after = `${after.slice(0, start)}[redacted: preset]${after.slice(end)}`
  return after
}

const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`

async function printKinds(name: string, hide: (text: string) => string | Promise<string>, isListed: boolean) {
  const outcomes: Record<Outcome, string[]> = { whole: [], part: [], kept: [] }
  const all = examples()
  for (const { kind, text, secret } of all) outcomes[outcomeOf(text, secret, await hide(text))].push(kind)
  const wrong: string[] = []
  const texts = harmlessTexts()
  for (const text of texts) if ((await hide(text)) !== text) wrong.push(text)
  console.log(
    `${name}: of ${all.length} kinds ${share(outcomes.whole.length, all.length)} whole, ${share(outcomes.part.length, all.length)} in part; ${wrong.length} false alarms in ${texts.length} look-alikes (${share(wrong.length, texts.length)})`,
  )
  if (!isListed) return
  for (const kind of [...outcomes.part, ...outcomes.kept]) console.log(`  missed: ${kind}`)
  for (const text of wrong) console.log(`  wrong: ${JSON.stringify(text.slice(0, 160))}`)
}

async function printPasswords(name: string, hide: (text: string) => string | Promise<string>, turns: number) {
  console.log(`${name}: generated passwords, ${turns} of each, whole / in part in percent`)
  for (const alphabet of Object.keys(generators)) {
    const draw = drawer(9)
    const cells: string[] = []
    for (const syntax of Object.keys(syntaxes)) {
      const counts: Record<Outcome, number> = { whole: 0, part: 0, kept: 0 }
      for (let turn = 0; turn < turns; turn++) {
        const { text, written } = writtenPassword(alphabet, syntax, draw, turn)
        counts[outcomeOf(text, written, await hide(text))] += 1
      }
      cells.push(`${syntax} ${((100 * counts.whole) / turns).toFixed(1)} / ${((100 * counts.part) / turns).toFixed(1)}`)
    }
    console.log(`  ${alphabet}: ${cells.join(', ')}`)
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Of the processor, so that a busy machine changes little. */
function microseconds(text: string): number {
  const rounds = 2_000
  // Compiled before it is measured.
  for (let round = 0; round < 10 * rounds; round++) redact(text)
  const times = Array.from({ length: 9 }, () => {
    const start = process.cpuUsage()
    for (let round = 0; round < rounds; round++) redact(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / rounds
  })
  return median(times)
}

/** What an append takes without redaction and with it, in turns. */
async function appending(texts: readonly string[]): Promise<readonly number[]> {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'daybook-')))
  const options = { capture: { auto: false }, consolidation: { auto: false } }
  const memories = await Promise.all(
    folders.map((directory, turn) => openMemory({ directory, ...options, redaction: turn === 0 ? false : {} })),
  )
  const times: number[][] = [[], []]
  for (let round = 0; round < 400; round++) {
    const content = texts[round % texts.length] ?? ''
    for (const [turn, memory] of memories.entries()) {
      const start = performance.now()
      await memory.addMessages('bench', { role: 'user', content })
      times[turn]?.push((performance.now() - start) * 1000)
    }
  }
  for (const memory of memories) await memory.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  return times.map(median)
}

for (const half of ['tuning', 'held-out'] as const) print(half)
const own = (text: string): string => redact(text).text
await printKinds('Daybook', own, true)
await printKinds("secretlint's recommended preset", hiddenByPreset, false)
await printPasswords('Daybook', own, 1000)
await printPasswords("secretlint's recommended preset", hiddenByPreset, 20)

const chat =
  'I prefer pnpm over npm. The build failed again, can you look at the logs and tell me what is wrong with the config?'
const code = `import { createPasswordField } from './components/PasswordField.tsx'\nconst url = 'https://example.com/a?token=1'\n`
for (const [name, text] of Object.entries({ chat, code, 'code, 10 KB': code.repeat(90) }))
  console.log(
    `looking at ${name}: ${microseconds(text).toFixed(2)} µs, ${((microseconds(text) * 100) / text.length).toFixed(2)} µs for 100 characters`,
  )

const [without = 0, on = 0] = await appending([chat, code])
console.log(`addMessages (median): ${without.toFixed(0)} µs without redaction, ${on.toFixed(0)} µs with it`)
