import { readFileSync } from 'node:fs'
import { analyse } from '../src/text/analyse.ts'

/** A text that somebody wrote, and a query that has to find it, or must not. */
interface Pair {
  language: string
  /** The analyser was tuned on one half and never on the other. */
  set: 'tuning' | 'held-out'
  text: string
  query: string
  found: boolean
}

interface Tally {
  wanted: number
  found: number
  unwanted: number
  falselyFound: number
}

const sets = ['tuning', 'held-out'] as const
const pairs: Pair[] = JSON.parse(readFileSync(new URL('languages/pairs.json', import.meta.url), 'utf8'))

function isFound({ text, query }: Pair): boolean {
  const tokens = new Set(analyse(text))
  return analyse(query, { use: 'query' }).some((token) => tokens.has(token))
}

function tally(chosen: readonly Pair[]): Tally {
  const counts: Tally = { wanted: 0, found: 0, unwanted: 0, falselyFound: 0 }
  for (const pair of chosen) {
    counts[pair.found ? 'wanted' : 'unwanted']++
    if (isFound(pair)) counts[pair.found ? 'found' : 'falselyFound']++
  }
  return counts
}

/** Tokens for each word of the texts, as `Intl.Segmenter` counts words. */
function tokensPerWord(language: string, texts: ReadonlySet<string>): number {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  let words = 0
  let tokens = 0
  for (const text of texts) {
    words += [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
    tokens += analyse(text).length
  }
  return tokens / words
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(0)} % of ${whole}`.padStart(12)
}

function row(name: string, chosen: readonly Pair[]): string {
  const cells = sets.flatMap((set) => {
    const { wanted, found, unwanted, falselyFound } = tally(chosen.filter((pair) => pair.set === set))
    return [share(found, wanted), share(falselyFound, unwanted)]
  })
  return `| ${[name.padEnd(10), ...cells].join(' | ')} |`
}

function report(): void {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  console.log('| language   | found, tuning | false, tuning | found, held out | false, held out | tokens a word |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const language of new Set(pairs.map((pair) => pair.language))) {
    const chosen = pairs.filter((pair) => pair.language === language)
    const tokens = tokensPerWord(language, new Set(chosen.map(({ text }) => text)))
    console.log(`${row(names.of(language) ?? language, chosen)} ${tokens.toFixed(2)} |`)
  }
  console.log(`${row('all', pairs)} |`)
  for (const pair of process.argv.includes('--wrong') ? pairs.filter((each) => isFound(each) !== each.found) : [])
    console.log(`${pair.found ? 'missed' : 'false'}, ${pair.language}, ${pair.set}: "${pair.query}" in "${pair.text}"`)
}

report()
