import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { plain, transcriptOf } from '../packages/cli/test/transcript.ts'
import { talkOverHttp } from './publish/chat.ts'
import {
  entriesFor,
  entriesOf,
  loading,
  lowestPeersOf,
  newestPeersOf,
  refusal,
  refused,
  remembering,
  typing,
} from './publish/programs.ts'
import { openRegistry, type Registry } from './publish/registry.ts'
import { installRuntimes, type Runtimes } from './publish/runtimes.ts'
import { createStranger, installWithNpm, type Stranger, weigh } from './publish/stranger.ts'
import { printFindings, readSamples } from './samples.ts'
import { withTemporaryFolder } from './workspace/pack.ts'
import { binFolder, brokeOff, failure, run } from './workspace/run.ts'
import { type Check, type Project, publishedProjects } from './workspace/workspace.ts'

/** The maximum that installing one package may add, without its framework: packages, and megabytes on disk. */
interface InstallBudget {
  packages: number
  megabytes: number
}

const installBudgets: Readonly<Record<string, InstallBudget>> = {
  '@daybook/memory-core': { packages: 19, megabytes: 19 },
  '@daybook/ai-sdk': { packages: 20, megabytes: 19 },
  '@daybook/langchain': { packages: 20, megabytes: 19 },
  '@daybook/mastra': { packages: 20, megabytes: 19 },
  '@daybook/postgres': { packages: 34, megabytes: 20 },
  '@daybook/cli': { packages: 26, megabytes: 30 },
  '@daybook/mcp': { packages: 25, megabytes: 30 },
  '@daybook/inspector': { packages: 22, megabytes: 24 },
}

interface Rehearsal {
  root: string
  folder: string
  projects: readonly Project[]
  registry: Registry
  runtimes: Runtimes
  note: (line: string) => void
}

const publishAll = async ({ root, folder, projects, registry }: Rehearsal): Promise<readonly string[]> => {
  const publisher = await createStranger(folder, 'publisher', registry)
  for (const project of projects) {
    // Provenance can be signed only by a hosted CI.
    const flags = ['--ignore-scripts', '--provenance=false', '--loglevel=error']
    const path = join(root, project.folder)
    await publisher.run(`npm publish of ${project.manifest.name}`, 'npm', ['publish', path, ...flags])
  }
  return publisher.findings
}

const names = ({ projects }: Rehearsal): readonly string[] => projects.map(({ manifest }) => manifest.name)

/** Runs the first sample of each README, as shown on npm, in a separate folder, and checks its output. */
const runFirstSamples = async (stranger: Stranger, { projects, runtimes }: Rehearsal): Promise<void> => {
  const program = runtimes.nodes[1]?.program ?? process.execPath
  for (const { manifest } of projects) {
    const page = await readFile(join(stranger.folder, 'node_modules', manifest.name, 'README.md'), 'utf8')
    const first = readSamples(manifest.name, page).samples.find(
      ({ reason, hasStandIn }) => reason === undefined && hasStandIn !== true,
    )
    if (first === undefined) continue
    const cwd = join(stranger.folder, manifest.name.replaceAll(/[@/]/g, '-'))
    await mkdir(cwd)
    const file = join(cwd.slice(stranger.folder.length + 1), 'remember.mjs')
    await stranger.write(file, first.code)
    const printed = await stranger.run(`the first sample of ${manifest.name}`, program, ['remember.mjs'], { cwd })
    stranger.findings.push(...printFindings(first, printed))
  }
}

/** Types the first screen of the CLI's README into an empty folder, and compares every answer with the page. */
const typeTranscript = async (stranger: Stranger, { runtimes: { nodeForMcp } }: Rehearsal): Promise<void> => {
  const page = await readFile(join(stranger.folder, 'node_modules/@daybook/cli/README.md'), 'utf8')
  const program = join(stranger.folder, 'node_modules/.bin/daybook')
  const cwd = join(stranger.folder, 'elsewhere')
  await mkdir(cwd)
  for (const { line, args, answer } of transcriptOf(page)) {
    const printed = await stranger.run(`daybook ${line}, ${nodeForMcp.name}`, nodeForMcp.program, [program, ...args], {
      cwd,
    })
    if (plain(printed) !== plain(answer))
      stranger.findings.push(`daybook ${line} answers on ${nodeForMcp.name}:\n${printed}\nexpected:\n${answer}`)
  }
}

const compilerOptions = {
  // Several would each check what they share.
  checkers: 1,
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: 'es2023',
  types: ['node'],
}

/**
 * Type-checks the declarations of every entry, except a framework's own. Bundlers resolve the same files in a looser way,
 * in which what a program sees of them is checked alone.
 */
const checkTypes = async (stranger: Stranger, { root, note }: Rehearsal): Promise<void> => {
  const ways = [
    { name: 'nodenext', module: 'nodenext', moduleResolution: 'nodenext', skipLibCheck: false },
    { name: 'bundler', module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
  ]
  for (const { name, ...way } of ways) {
    const config = { compilerOptions: { ...compilerOptions, ...way }, files: ['types.ts'] }
    await stranger.write(`tsconfig.${name}.json`, JSON.stringify(config))
    const options = { cwd: stranger.folder, path: [binFolder(root)], timeoutMs: 300_000 }
    const result = await run('tsc', ['-p', `tsconfig.${name}.json`, '--pretty', 'false'], options)
    const errors = result.stdout.split('\n').filter((line) => /error TS\d+/.test(line))
    const ours = errors.filter(
      (line) => line.includes('@daybook/') || line.startsWith('types.ts') || line.startsWith('error'),
    )
    note(`types with ${name}: ${ours.length} errors in ours, ${errors.length - ours.length} in what frameworks declare`)
    stranger.findings.push(...ours.map((line) => `${name}: ${line}`))
    if (result.code !== 0 && errors.length === 0) stranger.findings.push(failure(`tsc (${name})`, result))
  }
}

const refuseOldNode = async (stranger: Stranger, { runtimes }: Rehearsal): Promise<void> => {
  await stranger.write('refused.mjs', refused)
  const said = (await stranger.run('Node 20', runtimes.tooOld, ['refused.mjs'])).trim().split('\n')
  const others = said.filter((line) => !refusal.test(line))
  if (others.length > 0) stranger.findings.push(`Node 20 says more or less than one sentence: ${others.join(' | ')}`)
}

/** Measures what each package installs, without its framework. */
const checkWeights = async (stranger: Stranger, { projects, note }: Rehearsal): Promise<void> => {
  for (const { manifest } of projects) {
    const { packages, bytes } = await weigh(stranger.folder, manifest.name)
    const megabytes = bytes / 1e6
    note(`${manifest.name} installs ${packages} packages, ${megabytes.toFixed(1)} MB`)
    const budget = installBudgets[manifest.name]
    if (budget === undefined) stranger.findings.push(`${manifest.name} has no budget in tools/publish.ts`)
    else if (packages > budget.packages || megabytes > budget.megabytes) {
      stranger.findings.push(`${manifest.name} may install ${budget.packages} packages and ${budget.megabytes} MB`)
    }
  }
}

/** Installs with npm, the newest frameworks, and every runtime. */
const withNpm = async (rehearsal: Rehearsal): Promise<readonly string[]> => {
  const { folder, projects, registry, runtimes, root } = rehearsal
  const stranger = await createStranger(folder, 'npm', registry)
  const compiler = `@types/node@${JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).devDependencies['@types/node']}`
  const packages = [...names(rehearsal), ...projects.flatMap(newestPeersOf), compiler]
  if (!(await installWithNpm(stranger, packages))) return stranger.findings
  const entries = projects.flatMap(entriesOf)
  await stranger.write('remembers.mjs', remembering)
  await stranger.write('types.ts', typing(entries))
  for (const { name, version, program } of runtimes.nodes) {
    await stranger.write('loads.cjs', loading(entriesFor(projects, version)))
    for (const file of ['loads.cjs', 'remembers.mjs']) await stranger.run(`${file}, ${name}`, program, [file])
  }
  for (const file of ['loads.cjs', 'remembers.mjs']) {
    await stranger.run(`${file}, Bun`, runtimes.bun, [file])
    await stranger.run(`${file}, Deno`, runtimes.deno, ['run', '-A', file])
  }
  await typeTranscript(stranger, rehearsal)
  await runFirstSamples(stranger, rehearsal)
  await checkTypes(stranger, rehearsal)
  await refuseOldNode(stranger, rehearsal)
  await checkWeights(stranger, rehearsal)
  return stranger.findings
}

/** Installs with the oldest declared version of each framework. */
const withLowestPeers = async ({ folder, projects, registry, ...rest }: Rehearsal): Promise<readonly string[]> => {
  const stranger = await createStranger(folder, 'lowest-peers', registry)
  const packages = [...projects.map(({ manifest }) => manifest.name), ...projects.flatMap(lowestPeersOf)]
  if (!(await installWithNpm(stranger, packages))) return stranger.findings
  await stranger.write('loads.cjs', loading(entriesFor(projects, rest.runtimes.nodes[0]?.version ?? '')))
  await stranger.run('loads.cjs', rest.runtimes.nodes[0]?.program ?? process.execPath, ['loads.cjs'])
  return stranger.findings
}

/** Installs with pnpm, where a package can import only what it declares. */
const withPnpm = async (rehearsal: Rehearsal): Promise<readonly string[]> => {
  const { folder, projects, registry, runtimes } = rehearsal
  const stranger = await createStranger(folder, 'pnpm', registry)
  // By default, pnpm does not install packages that are less than a day old.
  await stranger.write('pnpm-workspace.yaml', "minimumReleaseAge: 0\nstoreDir: './.store'\n")
  const packages = [...new Set([...names(rehearsal), ...projects.flatMap(newestPeersOf)])]
  await stranger.run('pnpm add', runtimes.pnpm, ['add', '--ignore-scripts', ...packages])
  if (stranger.findings.length > 0) return stranger.findings
  await stranger.write('loads.cjs', loading(projects.flatMap(entriesOf)))
  await stranger.write('remembers.mjs', remembering)
  for (const file of ['loads.cjs', 'remembers.mjs']) await stranger.run(file, process.execPath, [file])
  return stranger.findings
}

/**
 * Installs a copy of templates/chat from the registry, type-checks it, and talks to it over HTTP on the oldest and the
 * newest Node.js; on the one that runs this, a browser does.
 */
const withTemplate = async ({ root, folder, registry, runtimes }: Rehearsal): Promise<readonly string[]> => {
  const stranger = await createStranger(folder, 'chat', registry)
  await cp(join(root, 'templates', 'chat'), stranger.folder, { recursive: true })
  if (!(await installWithNpm(stranger, []))) return stranger.findings
  await stranger.run('the types of the chat', 'npm', ['run', 'typecheck'])
  for (const { name, program } of [runtimes.nodes.at(0), runtimes.nodes.at(-1)].filter((node) => node !== undefined)) {
    await rm(join(stranger.folder, 'data'), { recursive: true, force: true })
    const found = await talkOverHttp(stranger.folder, program)
    stranger.findings.push(...found.map((finding) => `templates/chat on ${name}: ${finding}`))
  }
  return stranger.findings
}

type Trial = (rehearsal: Rehearsal) => Promise<readonly string[]>

/** Two lanes, because each trial waits for a package manager. */
const trials: readonly (readonly Trial[])[] = [[withNpm], [withLowestPeers, withPnpm, withTemplate]]

const tryAll = async (lane: readonly Trial[], rehearsal: Rehearsal): Promise<readonly string[]> => {
  const findings: string[] = []
  for (const trial of lane) {
    const begun = Date.now()
    findings.push(...(await trial(rehearsal).catch(brokeOff(trial.name))))
    rehearsal.note(`${trial.name}: ${Math.round((Date.now() - begun) / 1000)} s`)
  }
  return findings
}

/**
 * Rehearses the release: publishes the packages to a registry on loopback, installs them like a user, and runs them on
 * every runtime. Other packages come from the registry that npm is configured for; no other network is used.
 */
export const checkPublish: Check = ({ root, note, ...workspace }) =>
  withTemporaryFolder(async (folder) => {
    if (!existsSync('/proc')) return ['the rehearsal runs on Linux: the runtimes come as packages that are for Linux']
    const projects = publishedProjects({ root, note, ...workspace })
    const runtimes = await installRuntimes(root)
    const registry = await openRegistry(root, folder)
    const rehearsal = { root, folder, projects, registry, runtimes, note }
    try {
      const findings = [...(await publishAll(rehearsal))]
      if (findings.length > 0) return findings
      return (await Promise.all(trials.map((lane) => tryAll(lane, rehearsal)))).flat()
    } finally {
      await registry.close()
    }
  })
