/*
 * How well the rules tell which older statement a newer one replaces or takes back: precision and recall over written
 * cases, half of them look-alikes. The held-out half was written before the rules and not tuned on, but by the same
 * author, who knows the rules. So three other writers wrote 300 pairs of messages in any words; the third
 * one's are used for nothing but this.
 */
import { type Case, outcomeOf, ratesOf, readCases, tallyOf } from './supersede/compare.ts'
import { tallyPages } from './supersede/in-a-memory.ts'

function row(name: string, cases: readonly Case[]): string {
  const tally = tallyOf(cases)
  const { precision, recall } = ratesOf(tally)
  const { right, wrong, missed } = tally
  return `${name.padEnd(22)} P ${precision.toFixed(3)}  R ${recall.toFixed(3)}  right ${right}  wrong ${wrong}  missed ${missed}`
}

/** Of the held-out half the figures only: whoever reads its failures tunes on it. */
for (const name of ['tuning', 'held-out'] as const) {
  const groups = readCases(name)
  const cases = [...groups.values()].flat()
  console.log(
    `\n${name}: ${cases.length} cases, ${cases.filter(({ expect }) => expect === 'kept').length} of them look-alikes`,
  )
  console.log(row('total', cases))
  if (name === 'held-out' && !process.argv.includes('--failures')) continue
  for (const [group, ofGroup] of groups)
    for (const one of ofGroup) {
      const found = outcomeOf(one)
      if (found === one.expect) continue
      console.log(
        `  ${group}: ${JSON.stringify(one.known)} then ${JSON.stringify(one.said)}: ${found}, expected ${one.expect}`,
      )
    }
}

console.log('\nin other words, on the page of a memory:')
for (const [set, tally] of await tallyPages(new URL('supersede/other-words.jsonl', import.meta.url))) {
  const { over, left, holding, lost, news, missing } = tally
  const lines = `old lines that are over ${over}, gone ${left} · that hold ${holding}, gone ${lost}`
  console.log(`${set.padEnd(22)} ${lines} · new statements ${news}, missing ${missing}`)
}
