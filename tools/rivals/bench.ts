import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCorpus } from '../../packages/memory-core/bench/corpus.ts'
import { table } from '../../packages/memory-core/bench/samples.ts'
import type { Driver } from './drivers/driver.ts'
import { drivers } from './drivers/drivers.ts'
import { settingsList, surroundings } from './versions.ts'
import { countSyncs } from './workers/count-syncs.ts'
import { runWorker, startWorker } from './workers/run-worker.ts'
import type { Measured, Report, Step } from './workers/steps.ts'

// Compares the cost of each store with Daybook's: npm run bench -- --sizes 1000,10000 --limit 60 --out RESULTS.md
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000' },
    limit: { type: 'string', default: '60' },
    questions: { type: 'string', default: '100' },
    starts: { type: 'string', default: '5' },
    only: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, 'RESULTS.md') },
  },
})
const sizes = values.sizes.split(',').map(Number)
const limitMs = Number(values.limit) * 1_000
const reference = 'Daybook'

interface Row {
  name: string
  size: number
  measured?: Measured
  /** Median. */
  coldMs?: number
  diskBytes: number
  /** Number of disk syncs per add; undefined where that cannot be counted. */
  syncs?: number | undefined
  /** The reason if there are no figures. */
  failed?: string
  durable: boolean
  leavesOut?: Driver['leavesOut'] | undefined
}

function bytesBelow(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

const failureOf = (reports: readonly Report[]): string | undefined =>
  reports.flatMap((report) => (report.kind === 'failed' ? [report.error] : []))[0]

/** Milliseconds from the start of a new process to its first answer from a filled store. */
async function coldStart(name: string, directory: string, searches: boolean): Promise<number> {
  const query = createCorpus(1).question()
  const step: Step = searches ? { do: 'search', query, limit: 10, user: 'ada' } : { do: 'all', user: 'ada' }
  const started = performance.now()
  let answered = Number.NaN
  const onReport = ({ kind }: Report): void => {
    if (kind === 'texts') answered = performance.now() - started
  }
  await startWorker(name, directory, [step], { onReport }).reports
  return answered
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

async function measureStore(name: string, size: number): Promise<Row> {
  const driver = await drivers[name]?.()
  if (driver === undefined) throw new Error(`no driver is called ${name}; there are ${Object.keys(drivers).join(', ')}`)
  const durable = driver.durable ?? true
  const directory = mkdtempSync(join(tmpdir(), 'daybook-rivals-bench-'))
  try {
    const step = { do: 'measure', size, limitMs, questions: Number(values.questions) } as const
    const reports = await runWorker(name, directory, [step], 2 * limitMs + 120_000)
    const measured = reports.flatMap((report) => (report.kind === 'measured' ? [report.measured] : []))[0]
    const failed = failureOf(reports)
    const diskBytes = bytesBelow(directory)
    if (measured === undefined) return { name, size, diskBytes, failed: failed ?? 'no answer', durable }
    const starts: number[] = []
    if (durable)
      for (let start = 0; start < Number(values.starts); start++)
        starts.push(await coldStart(name, directory, driver.searches ?? true))
    const syncs = await countSyncs(name)
    return {
      name,
      size,
      measured,
      diskBytes,
      durable,
      syncs,
      leavesOut: driver.leavesOut,
      ...(starts.length > 0 && { coldMs: median(starts) }),
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)
const ms = (value: number): string => (value < 10 ? value.toFixed(2) : Math.round(value).toString())

const times = (ratio: number): string => (ratio < 0.1 ? ratio.toFixed(2) : ratio.toFixed(1))

/** Prints a figure and its ratio to Daybook's; if Daybook's is worse, with the reason, if known. */
function beside(
  value: number | undefined,
  own: number | undefined,
  print: (value: number) => string,
  leftOut = 'Daybook is behind',
): string {
  if (value === undefined) return '–'
  if (own === undefined || own === 0) return print(value)
  const ratio = value / own
  return ratio < 0.95 ? `${print(value)} (${times(ratio)} ×: ${leftOut})` : `${print(value)} (${times(ratio)} ×)`
}

function cells(row: Row, own: Row | undefined): readonly string[] {
  const { measured } = row
  if (measured === undefined) return [row.name, `failed: ${row.failed}`, '', '', '', '', '', '']
  const stopped = measured.stored < row.size
  const bytes = (all: number): number => all / measured.stored
  const ownBytes = own?.measured && own.diskBytes / own.measured.stored
  return [
    row.name,
    stopped ? `**stopped at ${measured.stored}** after ${values.limit} s` : String(measured.stored),
    beside(measured.addP50, own?.measured?.addP50, ms, row.leavesOut?.add),
    ms(measured.addP95),
    row.syncs === undefined ? '–' : row.syncs.toFixed(1),
    beside(measured.searchP50, own?.measured?.searchP50, ms, row.leavesOut?.search),
    measured.searchP95 === undefined ? '–' : ms(measured.searchP95),
    measured.answered === undefined ? '–' : `${Math.round(100 * measured.answered)} %`,
    beside(row.coldMs, own?.coldMs, ms, row.leavesOut?.cold),
    beside(measured.residentBytes, own?.measured?.residentBytes, megabytes, row.leavesOut?.memory),
    row.durable
      ? beside(bytes(row.diskBytes), ownBytes, (each) => Math.round(each).toString(), row.leavesOut?.disk)
      : 'none',
  ]
}

function report(rows: readonly Row[], settings: string): string {
  const head = [
    'store',
    'stored',
    'add p50 ms',
    'add p95 ms',
    'syncs an add',
    'search p50 ms',
    'search p95 ms',
    'answered',
    'cold start ms',
    'resident MB',
    'bytes a message',
  ]
  const parts = sizes.map((size) => {
    const own = rows.find((row) => row.size === size && row.name === reference)
    const listed = rows.filter((row) => row.size === size).map((row) => cells(row, own))
    return [`## ${size} messages`, '', table([head, ...listed])].join('\n')
  })
  return [
    '# Speed and size beside other memories',
    '',
    `Written by \`npm run bench\` in \`tools/rivals\`. ${surroundings()}`,
    '',
    'One run, one store after another, each in a process of its own: messages of 8 to 30 made-up words added one by one, each acknowledged before the next; then questions of four words that occur, ten answers each.',
    "In brackets: how many times Daybook's figure; below 1 the other is ahead, and the cell says what it leaves out for that. Answered are the questions that got any answer: vectors always give ten, near or not; words give those that share one. Cold start is a new process from its start to its first answer. Resident memory includes a server, where there is one. The embedder of the vector stores costs nothing here; a real one adds its time to each of their adds and searches, and a model call to each add of mem0 with `infer: true`.",
    '',
    settings,
    '',
    ...parts.flatMap((part) => [part, '']),
    ...notes,
  ].join('\n')
}

/** Explanations of the figures. */
const notes = [
  '## How to read it',
  '',
  '* "Syncs an add" are the calls of fsync and fdatasync for each text, counted with strace: what is not synced survives the death of the process, but not that of the machine. An add that waits for the disk is compared with one that does not, so the figure stands beside it.',
  '* A store that was stopped is searched, weighed and opened with what it had by then: compare the numbers stored first.',
  '* `InMemoryStore` keeps nothing when the process ends.',
  '* The questions of the vector stores are answered by a full scan, and by a stub that knows no synonyms: their speed is compared, not their quality.',
  '* server-memory finds a question only as one substring, so it answers questions with nothing; the time is that of looking. A model would ask it for single words.',
  "* LangChain's file history cannot search; its cold start is reading everything.",
  '',
]

const names = values.only?.split(',') ?? Object.keys(drivers)
const rows: Row[] = []
for (const size of sizes)
  for (const name of names) {
    const row = await measureStore(name, size)
    rows.push(row)
    console.log(JSON.stringify(row))
  }
writeFileSync(values.out, report(rows, await settingsList(names)))
console.log(`written to ${values.out}`)
