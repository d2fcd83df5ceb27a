/*
 * How well the rules tell which older statement a newer one replaces or takes back: precision and recall over written
 * cases, half of them look-alikes. The held-out half was written before the rules and not tuned on, but by the same
 * author: strangers will say what nobody thought of.
 */
import { type Case, outcomeOf, ratesOf, readCases, tallyOf } from './supersede/compare.ts'

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
