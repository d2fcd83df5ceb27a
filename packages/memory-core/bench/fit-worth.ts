/*
 * Fits the weights of `src/statements/english/worth.ts` and `phrases.ts`, and prints cross-validated figures.
 *
 *   node bench/fit-worth.ts [LABELS.jsonl[=DATA.json]] … [--write]
 *
 * Always fitted to: `keep/messages.jsonl`, messages that were written for it, each with the parts to keep
 * ({set, text, keep, before?, half?, isTalk?}), the short sentences of the tests, and `keep/sentences.jsonl`. LABELS has one
 * sentence a line: {set?, conversation, message, sentence, text, before?, label: K | E | N, half?}. DATA holds the whole
 * conversations: {collections: [{id, docs: [{id, text, speaker, timestamp?, sessionId?}]}]}; without it, only the labelled
 * sentences are read. Two other forms of LABELS need their DATA: one line a conversation with its labels by message, for
 * sets whose text must not be copied (`keep/realtalk-labels.jsonl`), and notes that label whole messages, in a file that
 * ends in `.json`: {conversations: [{conversation, observations: [{message, speaker}]}]}. Lines whose `half` is `apart` are
 * not fitted to, and are counted separately. Talk between two people has weights of its own, fitted to the LABELS with such
 * talk; no set counts more than another. Without any they stay as they are.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { features } from '../src/statements/english/features.ts'
import { keptWorth, weights as known } from '../src/statements/english/worth.ts'
import { lookAlikes, plainStatements, statementsInPassing } from '../src/statements/everyday.fixture.ts'
import { clausesSaid } from '../src/statements/read-statements.ts'
import { type ClauseVector, type Example, fitWeights, vectorOf, type Weights, worthOf } from './keep/fit.ts'
import { judged, readLabels, readNotes } from './keep/labelled.ts'
import { isSaidIn, type LabelledMessage, readMessages } from './keep/messages.ts'
import { priors } from './keep/priors.ts'

/** A clause of a message, or the clauses that keep a sentence. */
interface Row {
  set: string
  label: 'K' | 'E' | 'N'
  isApart: boolean
  fold: number
  weight: number
  clauses: ClauseVector[]
  isTalk: boolean
}

const folds = 5
/** Sentences of talk count more than written ones, of which there are more. */
const ofTalk = 2
const ofMessage = 0.5
const ofOwn = 0.7
const ofFixture = 1
/** Written messages hold statements more often than talk does, which the bias takes back. */
const rarity = -0.8
/** A set of talk counts as much as this many sentences at most. */
const ofTalkSet = 400
/** Sentences to judge are drawn mostly from those that were kept before, which the bias takes back, too. */
const talkRarity = -0.75
const options = { penalty: 5, phrasePenalty: 3 }
/** The share of the priors in the weights of the features. */
const ofPriors = 0.3
/** Phrases with a smaller weight are left out. */
const leastWeight = 0.06

const args = process.argv.slice(2)
const local = (path: string): string => new URL(path, import.meta.url).pathname
const everyday: LabelledMessage[] = [
  ...[...plainStatements, ...statementsInPassing].map(({ said, kept }) => ({
    set: 'fixture',
    text: said,
    keep: [kept],
  })),
  ...lookAlikes.map((text) => ({ set: 'fixture', text, keep: [] })),
]
const rows = [
  ...messageRows(readMessages(local('keep/messages.jsonl'))),
  ...messageRows(readMessages(local('../src/statements/short-statements.fixture.txt'))),
  ...messageRows(everyday),
  ...sentenceRows(local('keep/sentences.jsonl'), ofOwn),
  ...args.filter((one) => !one.startsWith('--')).flatMap((one) => sentenceRows(one, ofTalk)),
]
const fitted = rows.filter(({ isApart }) => !isApart)
const talk = rows.filter(({ isTalk }) => isTalk)
const worth = worthFrom(fitted.filter(({ isTalk }) => !isTalk))
const talkWorth = talkFrom(talk.filter(({ isApart }) => !isApart))
const crossed = new Map<Row, number>()
for (let fold = 0; fold < folds; fold++) {
  const others = fitted.filter((row) => row.fold !== fold)
  const weights = worthFrom(others.filter(({ isTalk }) => !isTalk))
  const ofTalk = talkFrom(others.filter(({ isTalk }) => isTalk))
  for (const row of fitted) if (row.fold === fold) crossed.set(row, worthOf(row, row.isTalk ? ofTalk : weights))
}
for (const [at, { name }] of features.entries()) console.log(`${name.padEnd(20)} ${number(worth.features[at])}`)
for (const set of new Set(rows.map((row) => row.set))) {
  const mine = rows.filter((row) => row.set === set)
  const apart = mine.filter(({ isApart }) => isApart)
  report(
    `${set} fitted`,
    mine.filter(({ isApart }) => !isApart),
    (row) => worthOf(row, row.isTalk ? talkWorth : worth),
  )
  report(
    `${set} crossed`,
    mine.filter((row) => crossed.has(row)),
    (row) => crossed.get(row) ?? 0,
  )
  report(`${set} apart`, apart, (row) => worthOf(row, row.isTalk ? talkWorth : worth))
}
if (args.includes('--write')) write()

function column(at: 0 | 1): Float64Array {
  return Float64Array.from(features, ({ name }) => priors[name]?.[at] ?? 0)
}

function messageRows(messages: readonly LabelledMessage[]): Row[] {
  return messages.flatMap(({ set, text, keep, before, half, isTalk = false }) =>
    clausesSaid(text, { isTalk, ...(before !== undefined && { before: { role: 'assistant', text: before } }) })
      .filter(({ isUnresolved, order }) => !isUnresolved && order !== 'local')
      .map((said) => ({
        set,
        label: keep.some((part) => isSaidIn(part, said.text)) ? ('K' as const) : ('N' as const),
        isApart: half === 'apart',
        fold: hashOf(text) % folds,
        weight: set === 'fixture' ? ofFixture : ofMessage,
        clauses: [vectorOf(said)],
        isTalk,
      })),
  )
}

/** Talk between two people of which others took notes, by the message. */
function noteRows(notes: string, dataFile: string): Row[] {
  const found = readNotes(notes, dataFile)
  const ids = [...new Set(found.map(({ conversation }) => conversation))]
  return found.flatMap(({ conversation, isNoted, clauses }) => {
    const inTalk = clauses.filter(({ isUnresolved, order, isTalk }) => !isUnresolved && order !== 'local' && isTalk)
    const row = {
      label: isNoted ? ('K' as const) : ('N' as const),
      isApart: false,
      fold: ids.indexOf(conversation) % folds,
    }
    return inTalk.length === 0
      ? []
      : [{ ...row, set: 'notes talk', weight: 1, clauses: inTalk.map(vectorOf), isTalk: true }]
  })
}

function sentenceRows(files: string, weight: number): Row[] {
  const [labelFile = '', dataFile] = files.split('=')
  if (labelFile.endsWith('.json') && dataFile !== undefined) return noteRows(labelFile, dataFile)
  const found = judged(readLabels(labelFile, dataFile), dataFile)
  const ids = [...new Set(found.map(({ sentence }) => sentence.conversation))]
  const read = found.map(({ sentence, clauses }) => {
    const judgedClauses = clauses.filter(({ isUnresolved, order }) => !isUnresolved && order !== 'local')
    const row = {
      label: sentence.label,
      isApart: sentence.half === 'apart',
      // A set that is one conversation is parted by its messages.
      fold: (ids.length > 1 ? ids.indexOf(sentence.conversation) : hashOf(sentence.message)) % folds,
    }
    const set = sentence.set ?? labelFile
    const [inTalk, toAssistant] = [
      judgedClauses.filter((one) => one.isTalk),
      judgedClauses.filter((one) => !one.isTalk),
    ]
    return inTalk.length > toAssistant.length
      ? { ...row, set: `${set} talk`, weight: 1, clauses: inTalk.map(vectorOf), isTalk: true }
      : { ...row, set, weight, clauses: toAssistant.map(vectorOf), isTalk: false }
  })
  // What friends say before it shows that they are friends teaches nothing about talk to an assistant.
  const isOfFriends = read.filter(({ isTalk }) => isTalk).length > read.length / 2
  return isOfFriends ? read.map((row) => ({ ...row, weight: row.isTalk ? row.weight : 0 })) : read
}

function worthFrom(of: readonly Row[]): Weights {
  const found = fitWeights(of.map(toExample), { ...options, priors: column(0), leastClauses: 4 })
  found.features[0] = (found.features[0] ?? 0) + rarity
  const before = column(0)
  return {
    features: found.features.map((weight, at) => (1 - ofPriors) * weight + ofPriors * (before[at] ?? 0)),
    phrases: new Map([...found.phrases].map(([phrase, weight]) => [phrase, (1 - ofPriors) * weight])),
  }
}

/** The weights of talk between people, drawn to the priors; no set counts more than another. */
function talkFrom(of: readonly Row[]): Weights {
  const bySet = Map.groupBy(of, ({ set }) => set)
  const examples = [...bySet.values()].flatMap((mine) =>
    mine.map((row) => toExample({ ...row, weight: ofTalkSet / Math.max(mine.length, ofTalkSet) })),
  )
  const { features: found } = fitWeights(examples, { ...options, priors: column(0), leastClauses: undefined })
  found[0] = (found[0] ?? 0) + talkRarity
  return { features: found, phrases: new Map() }
}

function toExample({ label, clauses, weight }: Row): Example {
  return { clauses, weight, isWanted: label === 'K', teachesPhrases: weight < ofTalk }
}

function hashOf(text: string): number {
  return Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7)
}

function report(title: string, mine: readonly Row[], scoreOf: (row: Row) => number): void {
  if (mine.length === 0) return
  const count = (some: readonly Row[], labels: string): number =>
    some.filter(({ label }) => labels.includes(label)).length
  const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(0))
  const at = [keptWorth - 0.06, keptWorth, keptWorth + 0.06].map((threshold) => {
    const kept = mine.filter((row) => scoreOf(row) >= threshold)
    return `${threshold.toFixed(2)}: ${kept.length} kept, K or E ${percent(count(kept, 'KE'), kept.length)} K ${percent(count(kept, 'K'), kept.length)}, of K ${percent(count(kept, 'K'), count(mine, 'K'))}, of others ${percent(count(kept, 'EN'), count(mine, 'EN'))}`
  })
  console.log(`${title.padEnd(24)} ${at.join(' | ')}`)
}

function number(value = 0): string {
  return value.toFixed(2).padStart(6)
}

function write(): void {
  const lines = features.map(
    ({ name }, at) =>
      `  '${name}': [${[worth.features[at], column(1)[at], talk.length > 0 ? talkWorth.features[at] : known[name]?.[2]].map((one = 0) => one.toFixed(2)).join(', ')}],\n`,
  )
  replace(
    'worth.ts',
    /(?<=readonly \[kept: number, told: number, betweenPeople: number\]>> = \{\n)[^}]*/,
    lines.join(''),
  )
  const byWeight = Map.groupBy(
    [...worth.phrases].filter(([, weight]) => Math.abs(weight) >= leastWeight),
    ([, weight]) => weight.toFixed(1).replace('-0.0', '0.0'),
  )
  const table = [...byWeight]
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([weight, phrases]) => `${weight} ${phrases.map(([phrase]) => phrase).join('|')}\n`)
  replace('phrases.ts', /(?<=const table = `\n)[^`]*/, table.join(''))
}

function replace(name: string, place: RegExp, text: string): void {
  const file = new URL(`../src/statements/english/${name}`, import.meta.url)
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(place, () => text),
  )
}
