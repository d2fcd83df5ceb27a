/*
 * How well capture finds what it should: precision and recall over examples as people write in chats. The held-out set was
 * written before the rules and never tuned on, but by the same author, so that its figures are an upper bound: strangers
 * will write what nobody thought of.
 */
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
