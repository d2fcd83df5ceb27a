import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readJson } from './workspace/workspace.ts'

// Proves that the tests of the requirements can fail: breaks the lines that implement some of them, chosen at random, in
// a copy of the repository, and expects the tests named after the requirement to notice.
//   node tools/mutation.ts [--seed 7] [--count 20] [--ids G01,C10 | --ids all]

const mutationShape = z.strictObject({
  id: z.string(),
  file: z.string(),
  find: z.string().min(1),
  replace: z.string(),
})
type Mutation = z.infer<typeof mutationShape>

const reportShape = z.looseObject({
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.looseObject({ title: z.string(), status: z.string() })),
    }),
  ),
})

interface TestRun {
  passed: readonly string[]
  failed: readonly string[]
  /** Test files that could not be loaded, or a run that did not finish. */
  broken: readonly string[]
}

interface Outcome extends Mutation {
  verdict: 'killed' | 'survived' | 'broken'
  why: string
}

const root = join(import.meta.dirname, '..')
const resultFile = join(root, 'tools', 'mutation', 'RESULT.md')
const tested = 'packages/memory-core'
const temporary = 'mutation-temporary'
const mutantMs = 240_000

/** Returns random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function pick(ids: readonly string[], count: number, seed: number): string[] {
  const random = randomFrom(seed)
  const left = [...ids]
  return Array.from({ length: Math.min(count, ids.length) }, () => left.splice(Math.floor(random() * left.length), 1))
    .flat()
    .toSorted((a, b) => ids.indexOf(a) - ids.indexOf(b))
}

/** Finds mutations whose code is not in the file exactly once. */
function unusable(folder: string, mutations: readonly Mutation[], ids: readonly string[]): string[] {
  return mutations.flatMap(({ id, file, find, replace }) => {
    if (!ids.includes(id)) return [`${id} is no id of requirements.json`]
    const path = join(folder, file)
    if (!existsSync(path)) return [`${id}: ${file} is missing`]
    if (find === replace) return [`${id}: the mutation changes nothing in ${file}`]
    const times = readFileSync(path, 'utf8').split(find).length - 1
    return times === 1 ? [] : [`${id}: ${JSON.stringify(find)} is ${times} times in ${file}, expected once`]
  })
}

/** Copies the files that the tests need, so that mutations never touch the working tree. */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'daybook-mutation-'))
  mkdirSync(join(copy, tested, temporary), { recursive: true })
  const leftOut = new Set(['node_modules', 'dist', 'test-report'])
  cpSync(join(root, tested), join(copy, tested), { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(join(root, file), join(copy, file))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** The test files by id: those with a test whose name begins with the id. */
function testFilesOf(folder: string, ids: readonly string[]): Map<string, string[]> {
  const texts = globSync('{src,test}/**/*.test.ts', { cwd: folder })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
  return new Map(
    ids.map((id) => {
      const name = new RegExp(`['"\`]${id} `)
      return [id, texts.filter(({ text }) => name.test(text)).map(({ file }) => file)]
    }),
  )
}

/** Runs the tests of some ids. Only tests whose own name begins with an id count. */
async function runTests(folder: string, files: readonly string[], ids: readonly string[]): Promise<TestRun> {
  // The package's configuration sets this path, and overrides the command line.
  const report = join(folder, 'test-report', 'vitest.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const pattern = `(^| )(${ids.join('|')}) `
  const given = [vitest, 'run', ...files, '-t', pattern, '--reporter=json']
  await new Promise<void>((resolve, reject) => {
    // Temporary files of a broken test are removed with the copy.
    const env = { ...process.env, TMPDIR: join(folder, temporary) }
    const child = spawn(process.execPath, given, { cwd: folder, env, stdio: 'ignore', timeout: mutantMs * ids.length })
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  if (!existsSync(report)) return { passed: [], failed: [], broken: ['the tests did not end'] }
  const { testResults } = await readJson(report, reportShape)
  const own = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title }) => ids.includes(title.split(' ', 1)[0] ?? ''))
  const titles = (status: string): string[] => own.filter((one) => one.status === status).map(({ title }) => title)
  const unloaded = testResults.filter(({ assertionResults, message }) => assertionResults.length === 0 && message)
  return {
    passed: titles('passed'),
    failed: titles('failed'),
    broken: unloaded.map(({ name, message }) => `${basename(name)}: ${message?.split('\n')[0] ?? ''}`),
  }
}

async function tryMutation(copy: string, mutation: Mutation, files: readonly string[]): Promise<Outcome> {
  const path = join(copy, mutation.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(mutation.find, () => mutation.replace),
  )
  try {
    const { passed, failed, broken } = await runTests(join(copy, tested), files, [mutation.id])
    const [first, unloaded] = [failed[0], broken[0]]
    if (first !== undefined) return { ...mutation, verdict: 'killed', why: first }
    if (unloaded !== undefined) return { ...mutation, verdict: 'broken', why: unloaded }
    return { ...mutation, verdict: 'survived', why: `${passed.length} tests passed in ${files.join(', ')}` }
  } finally {
    writeFileSync(path, text)
  }
}

/** Ids whose tests are missing, or fail without a mutation: they can prove nothing. */
async function failBefore(folder: string, files: Map<string, string[]>): Promise<string[]> {
  const ids = [...files.keys()]
  const { passed, failed, broken } = await runTests(folder, [...new Set([...files.values()].flat())].toSorted(), ids)
  const shown = new Set(passed.map((title) => title.split(' ', 1)[0]))
  const without = ids.filter((id) => !shown.has(id)).map((id) => `${id}: no test of that name passes`)
  return [...failed.map((title) => `fails without any mutation: ${title}`), ...broken, ...without]
}

function resultText(seed: number, chosen: readonly string[], outcomes: readonly Outcome[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ⏎ ')
  const code = (text: string): string => (text === '' ? '*(nothing)*' : `\`\` ${cell(text)} \`\``)
  const killed = outcomes.filter(({ verdict }) => verdict === 'killed').length
  const rows = outcomes.map(
    ({ id, verdict, file, find, replace, why }) =>
      `| ${id} | ${verdict} | ${file.replace('packages/', '')} | ${code(find)} → ${code(replace)} | ${cell(why)} |`,
  )
  return [
    '# The last run of tools/mutation.ts',
    '',
    `${new Date().toISOString()}, seed ${seed}, Node ${process.version}: ${chosen.length} ids, ${killed} of ${outcomes.length} mutations killed.`,
    '',
    '| id | verdict | file | the code → what stood in its place | the test that failed, or why none did |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function fail(findings: readonly string[]): never {
  for (const finding of findings) console.error(finding)
  process.exit(2)
}

async function proveAll(copy: string, chosen: readonly string[], mutations: readonly Mutation[]): Promise<Outcome[]> {
  const folder = join(copy, tested)
  const files = testFilesOf(folder, chosen)
  const findings = await failBefore(folder, files)
  if (findings.length > 0) fail(findings)
  console.log(`the tests of ${chosen.length} ids pass as the code stands`)
  const outcomes: Outcome[] = []
  for (const mutation of mutations.filter(({ id }) => chosen.includes(id))) {
    const outcome = await tryMutation(copy, mutation, files.get(mutation.id) ?? [])
    outcomes.push(outcome)
    console.log(`${outcome.verdict} ${outcome.id} ${outcome.file}: ${outcome.why}`)
  }
  return outcomes
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    count: { type: 'string', default: '20' },
    ids: { type: 'string' },
  },
})
const mutations = await readJson(join(root, 'tools', 'mutation', 'mutations.json'), z.array(mutationShape))
const promised = await readJson(join(root, 'tools', 'requirements.json'), z.array(z.looseObject({ id: z.string() })))
const ids = promised.map(({ id }) => id)
const [seed, count] = [Number(values.seed), Number(values.count)]
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1)
  fail(['--seed and --count are whole numbers'])
const withMutation = ids.filter((id) => mutations.some((mutation) => mutation.id === id))
const listed = values.ids === 'all' ? withMutation : (values.ids ?? '').split(',')
const chosen = values.ids === undefined ? pick(ids, count, seed) : listed
const missing = chosen.filter((id) => !withMutation.includes(id))
if (missing.length > 0) fail([`mutations.json has none for ${missing.join(', ')}`])

const copy = copyRepository()
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
// In the copy, because the working tree may be edited during the run.
const unfit = unusable(copy, mutations, ids)
if (unfit.length > 0) fail(unfit)
console.log(`${withMutation.length} of ${ids.length} ids have a mutation`)
const outcomes = await proveAll(copy, chosen, mutations)
writeFileSync(resultFile, resultText(seed, chosen, outcomes))
const survivors = outcomes.filter(({ verdict }) => verdict !== 'killed')
console.log(`${outcomes.length - survivors.length} of ${outcomes.length} mutations killed (seed ${seed})`)
process.exitCode = survivors.length === 0 ? 0 : 1
