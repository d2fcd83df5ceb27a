/*
 * How well capture finds what it should: precision and recall over examples as people write in chats. The held-out set was
 * written before the rules and never tuned on, but by the same author, so that its figures are an upper bound: strangers
 * will write what nobody thought of.
 */
import { readStatements } from '../src/statements/read-statements.ts'
import { compare, ratesOf, readExamples, type Tally, tallyOf } from './capture/compare.ts'

const families: readonly (readonly [name: string, type: string])[] = [
  ['constraint (policy)', 'policy'],
  ['correction and "remember" (fact)', 'fact'],
  ['preference', 'preference'],
]

function row(name: string, tally: Tally): string {
  const { right, wrong, missed } = tally
  const { precision, recall } = ratesOf(tally)
  return `${name.padEnd(34)} P ${precision.toFixed(3)}  R ${recall.toFixed(3)}  right ${right}  wrong ${wrong}  missed ${missed}`
}

function print(name: 'tuning' | 'held-out' | 'languages' | 'pasted'): void {
  const examples = [...readExamples(name).values()].flat()
  console.log(`\n${name}: ${examples.length} examples`)
  for (const [family, type] of families) console.log(row(family, tallyOf(examples, type)))
  console.log(row('total', tallyOf(examples)))
  for (const example of name === 'held-out' ? [] : examples) {
    const { wrong, missed } = compare(example)
    if (wrong.length + missed.length === 0) continue
    console.log(`  ${JSON.stringify(example.text)}`)
    for (const one of wrong) console.log(`    wrong: ${one.rule} (${one.type}) ${JSON.stringify(one.text)}`)
    for (const one of missed) console.log(`    missed: ${one.type} ${JSON.stringify(one.contains)}`)
  }
}

for (const name of ['tuning', 'languages', 'pasted', 'held-out'] as const) print(name)

/** What reading statements costs: the median of rounds over different messages, in milliseconds. */
function time(name: string, texts: readonly string[], rounds: number): void {
  const taken: number[] = []
  for (let round = 0; round < rounds + 20; round++) {
    const start = performance.now()
    for (const text of texts) readStatements(text)
    if (round >= 20) taken.push((performance.now() - start) / texts.length)
  }
  taken.sort((a, b) => a - b)
  console.log(`${name.padEnd(34)} ${(taken[taken.length >> 1] ?? 0).toFixed(3)} ms`)
}

const tails = [
  'Lisbon',
  'my brother Tom',
  'a new editor',
  'the office',
  'September 4',
  'our flat',
  'PostgreSQL 16',
  'piano',
]
const messages = tails.map(
  (tail) =>
    `I've been thinking about ${tail} since last spring, and my wife says that we should decide soon. We live in a small town by the sea, so can you help me plan what to do about ${tail} and the rest of it?`,
)
const long = `${messages.join(' ')}\n`.repeat(65).slice(0, 100_000)
console.log('\nreading the statements of a message')
time('200 characters', messages, 200)
time('100 kB', [long], 20)
time('100 kB of "my "', ['my '.repeat(33_000)], 20)
