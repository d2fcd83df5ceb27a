import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { packProject, type Tarball, withTemporaryFolder } from './workspace/pack.ts'
import { binFolder, failure, run } from './workspace/run.ts'
import { type Check, type Manifest, type Project, publishedProjects } from './workspace/workspace.ts'

/** The maximum size of a published package, and its entries. */
export interface Budget {
  packedBytes: number
  unpackedBytes: number
  dependencies: number
  entries: readonly string[]
  /** The oldest Node.js. @default that of `node:sqlite` with FTS5 */
  node?: string
  because: string
}

const budgets: Readonly<Record<string, Budget>> = {
  '@daybook/memory-core': {
    // What becomes of a known person or thing, and what people leave out when they type, are tables of 6 kB; orders about
    // answers in nine languages, and what ends them, 2 kB; what people say of themselves in eight languages, 22 kB;
    // answers to questions, texts to work on, and news of job, home and health told in passing, 14 kB; what is code and
    // no secret, and secrets in tables, commands and settings, 10 kB; letters that compile fast, 4 kB;
    // pasted chats, what begins on a day, wishes put as questions, typed passwords, 6 kB; corrections of one's own words,
    // plans called off, confidences in any wording, and what holds for some weeks, 7 kB; rules of a team and lists of
    // them, words of others that are pasted, tasks, lifted rules, and work told in seven languages, 21 kB; endings of
    // things that a noun names, new homes, whose health it is, reactions, and facts that look like rules, 13 kB; medicines
    // by name, what is exchanged or done, measures, whom "he" and "she" are, and what is asked to be forgotten, 9 kB;
    // corrections and moved days in a later chat, words that need a head, parts that are played, requests to forget in
    // any wording, codes, what lifts a ban, and news told inside a task, 23 kB; what learners of English and people who
    // text write, what one is for or against, tools and days of duty told otherwise, and faults of software, 6 kB; people,
    // things and plans in Chinese, people in seven other languages, talk about a chat, and labels and fiction in tasks, 10 kB.
    // Spans between dates that a question names, in eight languages, are 2 kB; 46 more kinds of everyday things, whose
    // health a film or a colleague has, and rules behind "for all answers:", 4 kB. Diagnoses, reactions and illnesses in
    // more words, days told at length, orders about all answers and turns of a life, 7 kB. What is loaded at its first
    // use stands in files of its own, which compress less, 5 kB. Other times and doses of known things, and more ways to
    // say that something has changed, 4 kB.
    packedBytes: 732_000,
    unpackedBytes: 2_277_000,
    dependencies: 8,
    entries: ['.', './adapters', './local', './tools', './storage', './testing', './package.json'],
    because:
      'hashing, stemming (English by a library of its own), stop words, bounded caches, front matter and tool schemas; a third of it are published test suites, rules of capture, of what replaces what and for secrets, and words of nine languages, those that tell times and those that ask for nothing among them; checks, repairs, backups and vectors; the table of commands, with what they explain and log; receipts of what was told; no source maps, since nothing is minified; doc comments only in the declarations',
  },
  '@daybook/ai-sdk': {
    packedBytes: 34_000,
    unpackedBytes: 122_000,
    dependencies: 1,
    entries: ['.', './package.json'],
    because:
      'an adapter translates: it has the core, and its framework as a peer; chats, a response cache and three major versions of the framework',
  },
  '@daybook/langchain': {
    packedBytes: 48_000,
    unpackedBytes: 165_000,
    dependencies: 1,
    entries: [
      '.',
      './middleware',
      './store',
      './retriever',
      './history',
      './memory',
      './cache',
      './tools',
      './testing',
      './package.json',
    ],
    because:
      "seven of the framework's own types, one entry each, so that a peer is loaded only where it is used; a published suite for stores",
  },
  '@daybook/mastra': {
    packedBytes: 36_000,
    unpackedBytes: 135_000,
    dependencies: 1,
    entries: ['.', './package.json'],
    because:
      'a storage domain and a memory provider with all the methods that the framework asks of them; a catalogue that is written down later, and mended',
  },
  '@daybook/postgres': {
    packedBytes: 42_000,
    unpackedBytes: 140_000,
    dependencies: 2,
    entries: ['.', './package.json'],
    because: 'the ports on one database, and its driver',
  },
  '@daybook/inspector': {
    packedBytes: 40_000,
    unpackedBytes: 125_000,
    dependencies: 3,
    entries: ['.', './package.json'],
    because: 'the built page (its libraries are in it, 21 kB when it is packed), and the server that hands it out',
  },
  '@daybook/mcp': {
    packedBytes: 20_000,
    unpackedBytes: 60_000,
    dependencies: 3,
    entries: ['.', './package.json'],
    node: '>=22.19.0',
    because: 'a door: the core, the SDK of the protocol, and its HTTP for Node.js',
  },
  '@daybook/cli': {
    packedBytes: 20_000,
    unpackedBytes: 60_000,
    dependencies: 3,
    entries: ['.', './package.json'],
    because: 'a door: the core, the MCP server and the inspector that one of its commands starts each',
  },
}

/** The first version whose `node:sqlite` has FTS5. */
const minimumNode = '>=22.16.0'
const required = ['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts']
const allowed = /^(dist\/.+|package\.json|server\.json|README\.md|GUARANTEES\.md|LICENSE|CHANGELOG\.md)$/
const unwanted = /(^|\/)(test|tests|__tests__|bench)\/|\.(test|test-d|spec|bench)\.|\.tsbuildinfo$|\.tgz$/

const entryShape = z.strictObject({ types: z.string(), default: z.string() })
const exportsShape = z.record(z.string(), z.union([entryShape, z.literal('./package.json')]))

/** Finds files that do not belong in a published package, and required files that are missing. */
export const fileFindings = (files: readonly string[]): readonly string[] => [
  ...required.filter((file) => !files.includes(file)).map((file) => `${file} is missing from the tarball`),
  ...files.filter((file) => !allowed.test(file)).map((file) => `${file} does not belong into the tarball`),
  ...files.filter((file) => allowed.test(file) && unwanted.test(file)).map((file) => `${file} is no file for users`),
]

const exportFindings = (manifest: Manifest, budget: Budget, files: readonly string[]): readonly string[] => {
  const parsed = exportsShape.safeParse(manifest.exports)
  if (!parsed.success) return [`exports: ${z.prettifyError(parsed.error)}`]
  const entries = Object.keys(parsed.data)
  const findings = isDeepStrictEqual(new Set(entries), new Set(budget.entries))
    ? []
    : [`exports has ${entries.join(' ')}, expected exactly ${budget.entries.join(' ')}`]
  const targets = Object.values(parsed.data).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.types, entry.default],
  )
  return [
    ...findings,
    ...targets
      .filter((path) => !files.includes(path.slice(2)))
      .map((path) => `exports names ${path}, which is not packed`),
  ]
}

/** Finds fields of a manifest that differ from those of every published package. */
export const manifestFindings = (manifest: Manifest, budget: Budget, files: readonly string[]): readonly string[] => {
  const findings: string[] = []
  if (manifest.type !== 'module') findings.push(`type is ${manifest.type}, expected "module"`)
  if (manifest.sideEffects !== false) findings.push('sideEffects is not false: bundlers could not leave anything out')
  if (manifest.license !== 'MIT') findings.push(`license is ${manifest.license}, expected "MIT"`)
  const { node = minimumNode } = budget
  if (manifest.engines.node !== node) findings.push(`engines.node is ${manifest.engines.node}, expected "${node}"`)
  const count = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).length
  if (count > budget.dependencies) {
    findings.push(`${count} runtime dependencies, at most ${budget.dependencies}: ${budget.because}`)
  }
  return [...findings, ...exportFindings(manifest, budget, files)]
}

const weightFindings = (tarball: Tarball, budget: Budget): readonly string[] => {
  const over = (what: string, bytes: number, limit: number): readonly string[] =>
    bytes <= limit ? [] : [`${what} ${bytes} bytes, at most ${limit}; raise it in tools/packages.ts with the reason`]
  return [
    ...over('packed', tarball.packedBytes, budget.packedBytes),
    ...over('unpacked', tarball.unpackedBytes, budget.unpackedBytes),
  ]
}

const linterFindings = async (root: string, tarball: Tarball): Promise<readonly string[]> => {
  const options = { cwd: root, path: [binFolder(root)] }
  const publint = await run('publint', ['run', '--strict', tarball.path], options)
  const attw = await run('attw', ['--profile', 'esm-only', '--no-emoji', '--no-color', tarball.path], options)
  return [
    ...(publint.code === 0 ? [] : [failure('publint --strict', publint)]),
    ...(attw.code === 0 ? [] : [failure('attw --profile esm-only', attw)]),
  ]
}

const projectFindings = async (
  root: string,
  project: Project,
  folder: string,
  note: (line: string) => void,
): Promise<readonly string[]> => {
  const { manifest } = project
  const budget = budgets[manifest.name]
  if (budget === undefined) return ['has no budget in tools/packages.ts']
  const tarball = await packProject(root, project, folder)
  note(`${manifest.name}: ${tarball.packedBytes} bytes packed, ${tarball.unpackedBytes} unpacked`)
  return [
    ...fileFindings(tarball.files),
    ...manifestFindings(manifest, budget, tarball.files),
    ...weightFindings(tarball, budget),
    ...(await linterFindings(root, tarball)),
  ]
}

/** Checks what would be published of each package: contents, size, manifest, entry points and types. */
export const checkPackages: Check = (workspace) =>
  withTemporaryFolder(async (folder) => {
    const findings: string[] = []
    for (const project of publishedProjects(workspace)) {
      const found = await projectFindings(workspace.root, project, folder, workspace.note)
      findings.push(...found.map((finding) => `${project.manifest.name}: ${finding}`))
    }
    return findings
  })
