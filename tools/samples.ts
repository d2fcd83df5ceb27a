import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withTemporaryFolder } from './workspace/pack.ts'
import { binFolder, brokeOff, failure, type RunResult, run } from './workspace/run.ts'
import { type Check, publishedProjects } from './workspace/workspace.ts'

/** One TypeScript block of a README. */
export interface Sample {
  readme: string
  /** The line of its opening fence. */
  line: number
  code: string
  /** Why a block marked `no-run` does not run, from the comment above it. It is still compiled. */
  reason?: string
  /** Whether it runs with a substitute for a provider's model or a PostgreSQL server: a block marked `stand-in`. */
  hasStandIn?: boolean
}

export interface Samples {
  samples: readonly Sample[]
  findings: readonly string[]
}

const opening = /^```(ts|typescript)\b(.*)$/

const standIns = pathToFileURL(join(import.meta.dirname, 'workspace', 'stand-ins.ts')).href
const runBlocks = join(import.meta.dirname, 'workspace', 'run-blocks.ts')

/** The text of the HTML comment above a block; "" if there is none. */
const commentAbove = (lines: readonly string[], fence: number): string => {
  const before = lines.slice(0, fence).findLast((line) => line.trim() !== '')
  return /^<!-- (.*) -->$/.exec(before?.trim() ?? '')?.[1] ?? ''
}

/** Extracts the TypeScript blocks of a README, and finds invalid fences. */
export const readSamples = (readme: string, text: string): Samples => {
  const samples: Sample[] = []
  const findings: string[] = []
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const fence = lines[index] ?? ''
    if (!fence.startsWith('```')) continue
    const end = lines.findIndex((line, at) => at > index && line.trimEnd() === '```')
    if (end < 0) return { samples, findings: [...findings, `${readme}:${index + 1}: the block has no end`] }
    const [, , word] = opening.exec(fence) ?? []
    const mark = word?.trim()
    const where = `${readme}:${index + 1}`
    if (mark !== undefined) {
      const reason = commentAbove(lines, index)
      if (!['', 'no-run', 'stand-in'].includes(mark))
        findings.push(`${where}: "${mark}" is unknown, write \`\`\`ts, \`\`\`ts stand-in or \`\`\`ts no-run`)
      if (mark === 'no-run' && reason === '') {
        findings.push(`${where}: a block that does not run needs its reason in an HTML comment above`)
      }
      const code = lines.slice(index + 1, end).join('\n')
      samples.push({
        readme,
        line: index + 1,
        code,
        ...(mark === 'no-run' && { reason }),
        ...(mark === 'stand-in' && { hasStandIn: true }),
      })
    }
    index = end
  }
  return { samples, findings }
}

const fileOf = ({ readme, line }: Sample): string => `${readme.replaceAll('/', '-').replace(/\.md$/, '')}-${line}.ts`

// Preceded by blank lines, so that a compiler's message has the line number of the README.
const writeSample = (folder: string, sample: Sample): Promise<void> =>
  writeFile(join(folder, fileOf(sample)), `${'\n'.repeat(sample.line)}${sample.code}\n`)

const configuration = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: { noEmit: true, moduleDetection: 'force', noUnusedLocals: false, noUnusedParameters: false },
  include: ['*.ts'],
}

/** Finds output that a block announces (`// → text`) and does not print in this order. */
export const printFindings = ({ readme, line, code }: Sample, printed: string): readonly string[] => {
  let from = 0
  for (const [, says = ''] of code.matchAll(/\/\/ → (.+)$/gm)) {
    const at = printed.indexOf(says.trim(), from)
    if (at < 0) return [`${readme}:${line}: the block says that it prints "${says.trim()}", and printed:\n${printed}`]
    from = at + says.trim().length
  }
  return []
}

const blockFails = ({ readme, line }: Sample, result: RunResult): string =>
  failure(`${readme}:${line}: the block fails`, result)

const beforeBlock = '-- the next block --'

/** Runs blocks in one process, so that they share what they import, and what is left after a failed one in another. */
const findingsTogether = async (
  folder: string,
  samples: readonly Sample[],
  prepared = '',
): Promise<readonly string[]> => {
  const findings: string[] = []
  for (let rest = samples; rest.length > 0; ) {
    const args = [runBlocks, beforeBlock, prepared, ...rest.map((sample) => join(folder, fileOf(sample)))]
    const result = await withTemporaryFolder((cwd) => run(process.execPath, args, { cwd, timeoutMs: 300_000 }))
    const printed = result.stdout.split(`${beforeBlock}\n`).slice(1)
    const ended = result.code === 0 ? rest.length : Math.max(0, printed.length - 1)
    for (const [place, sample] of rest.slice(0, ended).entries())
      findings.push(...printFindings(sample, printed[place] ?? ''))
    const failed = rest[ended]
    if (failed !== undefined) findings.push(blockFails(failed, result))
    rest = rest.slice(ended + 1)
  }
  return findings
}

/** Runs the blocks with a stand-in beside the others. */
const runFindings = async (folder: string, samples: readonly Sample[]): Promise<readonly string[]> => {
  const running = samples.filter(({ reason }) => reason === undefined)
  const lanes = [
    findingsTogether(
      folder,
      running.filter(({ hasStandIn }) => hasStandIn),
      standIns,
    ),
    findingsTogether(
      folder,
      running.filter(({ hasStandIn }) => !hasStandIn),
    ),
  ]
  return (await Promise.all(lanes.map((lane) => lane.catch(brokeOff('the run of the blocks'))))).flat()
}

/** Compiles the blocks together, runs each, and returns the failures. */
export const tryFindings = async (root: string, samples: readonly Sample[]): Promise<readonly string[]> => {
  // Inside the repository, so that the workspace's packages resolve like installed ones.
  const parent = join(root, 'tools', '.samples')
  await mkdir(parent, { recursive: true })
  return withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
    for (const sample of samples) await writeSample(folder, sample)
    const compiled = await run('tsc', ['-p', folder], { cwd: folder, path: [binFolder(root)] })
    const headline = 'the blocks do not compile (lines are those of the README)'
    const findings = compiled.code === 0 ? [] : [failure(headline, compiled)]
    return [...findings, ...(await runFindings(folder, samples))]
  }, parent)
}

/** Runs `work` with the PostgreSQL server of the storage's tests, for blocks that need one. */
const withPostgres = async <T>(root: string, work: () => Promise<T>): Promise<T> => {
  const { startServer } = await import(join(root, 'packages', 'postgres', 'test', 'server.ts'))
  const server: { url: string; stop(): Promise<void> } = await startServer(['fsync=off'])
  process.env['DAYBOOK_TEST_POSTGRES'] = server.url
  try {
    return await work()
  } finally {
    await server.stop()
  }
}

/** The pages of the documentation in the repository, without generated ones. */
const documentation = async (root: string): Promise<readonly string[]> => {
  const pages: string[] = []
  for await (const page of glob('docs/{*,start/*,guides/*,reference/*}.md', { cwd: root })) pages.push(page)
  return pages.map((page) => page.split(sep).join('/')).toSorted((a, b) => (a < b ? -1 : 1))
}

/** Maximum words of a README; longer text belongs in docs/. */
const mostWords = 900

const lengthFindings = (readme: string, text: string): readonly string[] => {
  const words = text.split(/\s+/).filter((word) => word !== '').length
  return words <= mostWords ? [] : [`${readme} has ${words} words, at most ${mostWords}: move the rest into docs/`]
}

/** Compiles and runs every TypeScript block of the READMEs and of the documentation. */
export const checkSamples: Check = async (workspace) => {
  const { root, note } = workspace
  const samples: Sample[] = []
  const findings: string[] = []
  const folders = ['', ...publishedProjects(workspace).map((project) => `${project.folder}/`)]
  for (const readme of [...folders.map((folder) => `${folder}README.md`), ...(await documentation(root))]) {
    if (!existsSync(join(root, readme))) {
      findings.push(`${readme} is missing`)
      continue
    }
    const text = await readFile(join(root, readme), 'utf8')
    const read = readSamples(readme, text)
    if (readme.endsWith('README.md')) findings.push(...lengthFindings(readme, text))
    samples.push(...read.samples)
    findings.push(...read.findings)
  }
  const idle = samples.filter(({ reason }) => reason !== undefined)
  const helped = samples.filter(({ hasStandIn }) => hasStandIn)
  note(
    `${samples.length} blocks, ${samples.length - idle.length} of them run, ${helped.length} with a stand-in for a model or a server`,
  )
  for (const { readme, line, reason } of idle) note(`${readme}:${line} is only compiled: it ${reason}`)
  if (helped.length === 0) return [...findings, ...(await tryFindings(root, samples))]
  return [...findings, ...(await withPostgres(root, () => tryFindings(root, samples)))]
}
