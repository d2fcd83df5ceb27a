import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Case, Outcome } from './cases/case.ts'
import { duplicates, processes, together } from './cases/concurrency.ts'
import { odd, secrets, users } from './cases/content.ts'
import { half, kill, torn } from './cases/crashes.ts'
import { model } from './cases/model.ts'
import { drivers } from './drivers/drivers.ts'
import { settingsList, surroundings } from './versions.ts'

// Counts what each store loses: npm run faults -- --only Daybook,mem0 --out FILE
const cases: readonly Case[] = [together, processes, kill, torn, half, duplicates, odd, users, model, secrets]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    cases: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, '..', '..', 'packages', 'memory-core', 'RIVALS.md') },
  },
})

async function outcomeOf(name: string, tried: Case): Promise<Outcome> {
  const driver = await drivers[name]?.()
  if (driver === undefined) throw new Error(`no driver is called ${name}; there are ${Object.keys(drivers).join(', ')}`)
  const directory = mkdtempSync(join(tmpdir(), 'daybook-rivals-faults-'))
  try {
    const outcome = await tried.run({ name, driver }, directory)
    // Without the directory, which means nothing to a reader.
    return { ...outcome, detail: outcome.detail?.replaceAll(directory, '') }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

interface Row {
  tried: Case
  outcomes: ReadonlyMap<string, Outcome>
}

const cell = (outcome: Outcome | undefined): string => (outcome?.cell ?? '').replaceAll('|', '\\|')

function explanation({ tried, outcomes }: Row): string {
  const errors = [...outcomes].flatMap(([name, { detail }]) =>
    detail === undefined ? [] : [`  * ${name}: \`${detail.replaceAll('`', "'")}\``],
  )
  return [`* **${tried.title}.** ${tried.done}`, ...errors].join('\n')
}

function page(names: readonly string[], rows: readonly Row[], settings: string): string {
  const line = (columns: readonly string[]): string => `| ${columns.join(' | ')} |`
  return [
    '# The same faults, in Daybook and in others',
    '',
    `Written by \`npm run faults\` in \`tools/rivals\`, which does the same to each store through its public interface. ${surroundings()}`,
    '',
    '**Bold** is a loss: something that the store had acknowledged is gone, altered, cannot be read, or is where it should not be. A dash of luck belongs to some of it, since processes are killed at fixed times of a busy machine; run it yourself.',
    '',
    line(['', ...names]),
    line(['---', ...names.map(() => '---')]),
    ...rows.map(({ tried, outcomes }) => line([tried.title, ...names.map((name) => cell(outcomes.get(name)))])),
    '',
    '## How each is used',
    '',
    settings,
    '',
    '## What is done, and the first error that was seen',
    '',
    ...rows.map(explanation),
    '',
    ...notes,
    '',
  ].join('\n')
}

const notes = [
  '## What it does not say',
  '',
  "* The stores promise different things. `InMemoryStore` promises nothing beyond its process, LangChain's file history says that it is for demonstrations, and server-memory has one user and one client at a time. Nobody hides that; the table shows what it means.",
  "* mem0 with `infer: false` and Mastra store what they are given, as Daybook's messages do: a sentence that is said ten times is there ten times. Daybook's `recall` answers it once, and `records.learn` keeps it once.",
  '* Only Daybook and mem0 can have a model in the way of what is written. With `infer: false`, mem0 asks none either.',
  '* A cut file costs Daybook the messages that stood in what is gone, and no others. A database with a write-ahead log may hold them twice: where the log is cut, Mastra keeps more.',
  '* The power was not cut: what is synced and what is not stands in `tools/rivals/RESULTS.md`.',
]

const names = values.only?.split(',') ?? Object.keys(drivers)
const chosen = cases.filter(({ title }) => values.cases === undefined || title.includes(values.cases))
const rows: Row[] = []
for (const tried of chosen) {
  const outcomes = new Map<string, Outcome>()
  for (const name of names) {
    const outcome = await outcomeOf(name, tried)
    outcomes.set(name, outcome)
    console.log(`${tried.title} · ${name}: ${outcome.cell}${outcome.detail ? ` (${outcome.detail})` : ''}`)
  }
  rows.push({ tried, outcomes })
}
writeFileSync(values.out, page(names, rows, await settingsList(names)))
console.log(`written to ${values.out}`)
const broken = [
  ...rows.flatMap(({ tried, outcomes }) => (outcomes.get('Daybook')?.verdict === 'loss' ? [tried.title] : [])),
]
if (broken.length > 0) {
  console.error(`Daybook lost something: ${broken.join(', ')}`)
  process.exitCode = 1
}
