import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Conversations, readConversations } from './recall/conversations.ts'
import { type Answered, hitAt, type Mean, meanOf, ndcgAt, recallAt, reciprocalRank } from './recall/measures.ts'
import { baselineMethod, daybook, type Method, plainFts5, type SearchBaseline, tfIdf } from './recall/searches.ts'
import { table } from './samples.ts'

const limit = 20
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', multiple: true }, baselines: { type: 'string' }, out: { type: 'string' } },
})

interface Run {
  method: string
  answers: Answered[]
  indexBytes: number
  textBytes: number
}

async function run(method: Method, { collections }: Conversations): Promise<Run> {
  const answers: Answered[] = []
  let indexBytes = 0
  let textBytes = 0
  for (const { docs, queries } of collections) {
    const search = await method.index(docs)
    indexBytes += search.indexBytes ?? 0
    textBytes += docs.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    for (const question of queries) {
      if (question.gold.length === 0) continue
      const started = performance.now()
      const found = await search.find(question, limit)
      const ms = performance.now() - started
      answers.push({ question: question.id, category: question.category, gold: question.gold, found, ms })
    }
    await search.close()
  }
  return { method: method.name, answers, indexBytes, textBytes }
}

/** Search libraries to compare with; they are not installed with this package. */
async function baselines(path: string | undefined): Promise<Method[]> {
  if (path === undefined) return []
  const { searchBaselines }: { searchBaselines: readonly SearchBaseline[] } = await import(
    pathToFileURL(resolve(path)).href
  )
  return searchBaselines.map(baselineMethod)
}

function percent({ mean }: Mean): string {
  return mean.toFixed(1)
}

function withInterval({ mean, low, high }: Mean): string {
  return `${mean.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`
}

function quantile(answers: readonly Answered[], share: number): string {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return (times[Math.floor(times.length * share)] ?? 0).toFixed(2)
}

function summary(runs: readonly Run[]): string {
  const head = ['method', 'R@5', 'R@10', 'R@20', 'hit@1', 'hit@5', 'NDCG@10', 'MRR', 'p50 ms', 'p95 ms', 'index / text']
  const rows = runs.map(({ method, answers, indexBytes, textBytes }) => [
    method,
    ...[recallAt(5), recallAt(10)].map((measure) => withInterval(meanOf(answers, measure))),
    ...[recallAt(20), hitAt(1), hitAt(5), ndcgAt(10), reciprocalRank].map((one) => percent(meanOf(answers, one))),
    quantile(answers, 0.5),
    quantile(answers, 0.95),
    indexBytes === 0 ? '–' : (indexBytes / textBytes).toFixed(1),
  ])
  return table([head, ...rows])
}

function perCategory(runs: readonly Run[]): string {
  const categories = [...new Set(runs.flatMap(({ answers }) => answers.map(({ category }) => category)))].sort()
  const rows = categories.map((category) => {
    const of = ({ answers }: Run): Answered[] => answers.filter((answer) => answer.category === category)
    const first = runs[0]
    const cells = runs.map(
      (one) => `${percent(meanOf(of(one), recallAt(5)))} / ${percent(meanOf(of(one), recallAt(10)))}`,
    )
    return [category, String(first ? of(first).length : 0), ...cells]
  })
  return table([['R@5 / R@10', 'questions', ...runs.map(({ method }) => method)], ...rows])
}

const files = [...(values.data ?? []), ...positionals]
if (files.length === 0) {
  console.error(
    'which conversations? npm run bench:recall -- FILE [FILE] [--baselines tools/rivals/search-baselines.ts] [--out ANSWERS.json]',
  )
  process.exit(2)
}
const methods = [daybook, ...plainFts5, tfIdf, ...(await baselines(values.baselines))]
const everything: unknown[] = []
for (const path of files) {
  const conversations = readConversations(path)
  const runs: Run[] = []
  for (const method of methods) runs.push(await run(method, conversations))
  console.log(`\n## ${conversations.name}\n\n${summary(runs)}\n\n${perCategory(runs)}`)
  everything.push({ data: conversations.name, runs })
}
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(everything, undefined, 1))
