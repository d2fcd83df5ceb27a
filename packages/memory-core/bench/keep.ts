/*
 * What is kept of labelled sentences, without a model: precision and recall of the statements that are lasting and worth
 * keeping.
 *
 *   node bench/keep.ts [--labels FILE [--data FILE]] … [--show]
 *
 * Without files it reads `bench/keep/sentences.jsonl`, 345 sentences of invented people that were labelled by reading; half of
 * their conversations are kept apart while fitting. A labelled file has one sentence a line: {conversation, message, sentence, text,
 * before?, label: K | E | N, half?}; a data file the whole conversations (see `fit-worth.ts`). A sentence counts as kept
 * when a statement has a run of six of its words, or consists of its words (`keep/matches.ts`).
 */
import { fileURLToPath } from 'node:url'
import { keptWorth } from '../src/statements/english/worth.ts'
import { statementOf } from '../src/statements/read-statements.ts'
import { type Judged, judged, readLabels } from './keep/labelled.ts'

interface Files {
  labels: string
  data?: string
}

const own = fileURLToPath(new URL('keep/sentences.jsonl', import.meta.url))
const args = process.argv.slice(2)

for (const { labels, data } of filesIn(args)) {
  const found = judged(readLabels(labels, data), data)
  const halves = new Set(found.map(({ sentence }) => sentence.half))
  console.log(`\n${labels}`)
  for (const half of halves)
    print(
      half === undefined ? 'all' : half === 'fit' ? 'fitted to' : 'kept apart',
      found.filter(({ sentence }) => sentence.half === half),
    )
}

function filesIn(all: readonly string[]): Files[] {
  const files: Files[] = []
  for (const [at, name] of all.entries()) {
    const value = all[at + 1] ?? ''
    const last = files.at(-1)
    if (name === '--labels') files.push({ labels: value })
    else if (name === '--data' && last) last.data = value
  }
  return files.length > 0 ? files : [{ labels: own }]
}

function print(name: string, of: readonly Judged[]): void {
  const kept = of.filter(isKept)
  const count = (some: readonly Judged[], label: string): number =>
    some.filter(({ sentence }) => sentence.label === label).length
  const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1))
  const [wanted, episodes] = [count(kept, 'K'), count(kept, 'E')]
  console.log(
    `${name.padEnd(10)} ${of.length} sentences, K ${count(of, 'K')}: kept ${kept.length}, precision K or E ${percent(wanted + episodes, kept.length)}, K ${percent(wanted, kept.length)}; recall of K ${percent(wanted, count(of, 'K'))}`,
  )
  for (const one of args.includes('--show') ? of : []) {
    const { label, text } = one.sentence
    if (isKept(one) !== (label === 'K'))
      console.log(`  ${isKept(one) ? 'kept' : 'missed'} ${label} ${JSON.stringify(text)}`)
  }
}

function isKept({ clauses }: Judged): boolean {
  return clauses.some((said) => {
    const { span, worth } = statementOf(said)
    return span === 'lasting' && worth >= keptWorth
  })
}
