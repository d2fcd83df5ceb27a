/*
 * Fits the weights of `src/statements/english/worth.ts` and prints them with cross-validated figures.
 *
 *   node bench/fit-worth.ts LABELS.jsonl[=DATA.json][*WEIGHT] … [--penalty 1] [--bonus 0.5] [--threshold 0.4] [--write]
 *
 * LABELS has one sentence a line: {set?, conversation, message, sentence, text, before?, label: K | E | N, half?}. DATA holds the
 * whole conversations: {collections: [{id, docs: [{id, text, speaker, timestamp?, sessionId?}]}]}; without it, the labelled
 * sentences are all that is read. WEIGHT is how much each sentence counts, 1 unless
 * given: below 1 for labels of another yardstick. Lines whose `half` is `apart` are not fitted to, and are counted by themselves.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { features } from '../src/statements/english/features.ts'
import { keptWorth } from '../src/statements/english/worth.ts'
import { type Example, fitWeights, vectorOf, worthOf } from './keep/fit.ts'
import { judged, type LabelledSentence, readLabels } from './keep/labelled.ts'

interface Row {
  sentence: LabelledSentence
  clauses: Float64Array[]
  fold: number
  weight: number
}

const folds = 5
const args = process.argv.slice(2)
const penalty = Number(option('--penalty') ?? 1)
const bonus = Number(option('--bonus') ?? 0)
const threshold = Number(option('--threshold') ?? keptWorth)
const files = args.filter(
  (one, at) => !one.startsWith('--') && !['--penalty', '--threshold', '--bonus'].includes(args[at - 1] ?? ''),
)

const conversations: string[] = []
const rows = files.flatMap(rowsOf)
const fitted = rows.filter(({ sentence }) => sentence.half !== 'apart')
const worth = worthFrom(fitted)
const telling = fitWeights(examplesOf(fitted, 'KE'), penalty)
const crossed = new Map<Row, number>()
for (let fold = 0; fold < folds; fold++) {
  const weights = worthFrom(fitted.filter((row) => row.fold !== fold))
  for (const row of fitted) if (row.fold === fold) crossed.set(row, worthOf(row, weights))
}

const fires = features.map((_, at) => fitted.filter(({ clauses }) => clauses.some((one) => one[at])).length)
for (const [at, { name }] of features.entries())
  console.log(`${name.padEnd(20)} ${number(worth[at])} ${number(telling[at])}  in ${fires[at]} sentences`)
for (const set of new Set(rows.map(({ sentence }) => sentence.set))) {
  const mine = rows.filter(({ sentence }) => sentence.set === set)
  report(
    `${set} fitted`,
    mine.filter(({ sentence }) => sentence.half !== 'apart'),
    (row) => worthOf(row, worth),
  )
  report(
    `${set} crossed`,
    mine.filter((row) => crossed.has(row)),
    (row) => crossed.get(row) ?? 0,
  )
  const apart = mine.filter(({ sentence }) => sentence.half === 'apart')
  if (apart.length > 0) report(`${set} kept apart`, apart, (row) => worthOf(row, worth))
}
if (args.includes('--write')) write()

function option(name: string): string | undefined {
  const at = args.indexOf(name)
  return at < 0 ? undefined : args[at + 1]
}

function rowsOf(file: string): Row[] {
  const [files = '', weight = '1'] = file.split('*')
  const [labelFile = '', dataFile] = files.split('=')
  const found = judged(readLabels(labelFile), dataFile)
  const ids = [...new Set(found.map(({ sentence }) => sentence.conversation))]
  conversations.push(...ids.filter((id) => !conversations.includes(id)))
  return found.map(({ sentence, clauses }) => ({
    sentence,
    weight: Number(weight),
    clauses: clauses.filter(({ isUnresolved, order }) => !isUnresolved && order !== 'local').map(vectorOf),
    // A set that is one conversation is parted by its messages.
    fold: (ids.length > 1 ? conversations.indexOf(sentence.conversation) : hashOf(sentence.message)) % folds,
  }))
}

function worthFrom(of: readonly Row[]): Float64Array {
  const weights = fitWeights(examplesOf(of, 'K'), penalty)
  const talk = features.findIndex(({ name }) => name === 'short-talk')
  weights[talk] = (weights[talk] ?? 0) + bonus
  return weights
}

function hashOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)
}

function examplesOf(of: readonly Row[], wanted: string): Example[] {
  return of
    .filter(({ clauses }) => clauses.length > 0)
    .map(({ sentence, clauses, weight }) => ({ clauses, weight, isWanted: wanted.includes(sentence.label) }))
}

function report(title: string, mine: readonly Row[], scoreOf: (row: Row) => number): void {
  const ordered = [...mine].sort((a, b) => scoreOf(b) - scoreOf(a))
  const wanted = ordered.filter(({ sentence }) => sentence.label === 'K').length
  const kept = ordered.filter((row) => scoreOf(row) >= threshold)
  const at = [0.5, 0.6, 0.74, 0.8].map((recall) => {
    let found = 0
    const stop = ordered.findIndex(({ sentence }) => sentence.label === 'K' && ++found >= recall * wanted) + 1
    return `${recall * 100}: ${rates(ordered.slice(0, stop), wanted)}`
  })
  console.log(`${title.padEnd(24)} at ${threshold}: ${rates(kept, wanted)} | at recall ${at.join(' | ')}`)
}

function rates(kept: readonly Row[], wanted: number): string {
  const count = (label: string): number => kept.filter(({ sentence }) => sentence.label === label).length
  const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(0))
  return `${kept.length} kept, KE ${percent(count('K') + count('E'), kept.length)} K ${percent(count('K'), kept.length)} R ${percent(count('K'), wanted)}`
}

function number(value = 0): string {
  return value.toFixed(2).padStart(6)
}

function write(): void {
  const rows = features.map(
    ({ name }, at) => `  '${name}': [${(worth[at] ?? 0).toFixed(2)}, ${(telling[at] ?? 0).toFixed(2)}],\n`,
  )
  const file = new URL('../src/statements/english/worth.ts', import.meta.url)
  const table = /(?<=readonly \[kept: number, told: number\]>> = \{\n)[^}]*/
  writeFileSync(file, readFileSync(file, 'utf8').replace(table, rows.join('')))
}
