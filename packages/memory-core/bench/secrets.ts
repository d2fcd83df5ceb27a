/*
 * How well secrets are told from what looks like them, and what looking costs beside an append. The examples are made by lot
 * at run time; the held-out half has other surroundings and sentences and was never tuned on, but is by the same author, so
 * that its figures are an upper bound.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '../src/index.ts'
import { redact } from '../src/privacy/redact.ts'
import { type Half, lookAlikes, secretExamples } from '../src/privacy/secret-examples.fixture.ts'

function print(half: Half): void {
  const examples = secretExamples(half)
  const missed = examples.filter(({ text, secret }) => redact(text).text.includes(secret))
  const alike = lookAlikes(half)
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

const chat =
  'I prefer pnpm over npm. The build failed again, can you look at the logs and tell me what is wrong with the config?'
const code = `import { createPasswordField } from './components/PasswordField.tsx'\nconst url = 'https://example.com/a?token=1'\n`
for (const [name, text] of Object.entries({ chat, code, 'code, 10 KB': code.repeat(90) }))
  console.log(
    `looking at ${name}: ${microseconds(text).toFixed(2)} µs, ${((microseconds(text) * 100) / text.length).toFixed(2)} µs for 100 characters`,
  )

const [without = 0, on = 0] = await appending([chat, code])
console.log(`addMessages (median): ${without.toFixed(0)} µs without redaction, ${on.toFixed(0)} µs with it`)
