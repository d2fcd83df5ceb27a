import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packProject, withTemporaryFolder } from './workspace/pack.ts'
import { failure, run } from './workspace/run.ts'
import { type Check, type Project, publishedProjects } from './workspace/workspace.ts'

const entriesOf = ({ manifest }: Project): readonly string[] => {
  const entries = typeof manifest.exports === 'object' && manifest.exports !== null ? Object.keys(manifest.exports) : []
  return entries.filter((entry) => entry !== './package.json').map((entry) => manifest.name + entry.slice(1))
}

/** Packages of ours are installed from their tarballs. */
const isForeign = ([name]: readonly [string, string]): boolean => !name.startsWith('@daybook/')

/** The framework of each adapter in the version that its own tests run with. */
const peersOf = ({ manifest }: Project): readonly string[] =>
  Object.entries(manifest.peerDependencies)
    .filter(isForeign)
    .map(([name, range]) => `${name}@${manifest.devDependencies[name] ?? range}`)

const importing = (entries: readonly string[]): string =>
  entries
    .map((entry) => `if (Object.keys(await import('${entry}')).length === 0) throw new Error('${entry} is empty')`)
    .join('\n')

const requiring = (entries: readonly string[]): string =>
  entries
    .map((entry) => `if (Object.keys(require('${entry}')).length === 0) throw new Error('${entry} is empty')`)
    .join('\n')

const remembering = `
import { readdir } from 'node:fs/promises'
import { openMemory } from '@daybook/memory-core'

const open = () => openMemory({ directory: './workspace' })
const first = await open()
await first.addMessages('chat', [{ role: 'user', content: 'I prefer pnpm over npm.' }])
await first.close()

const second = await open()
const { items } = await second.recall('pnpm', { limit: 5 })
await second.close()
if (!items.some((found) => found.text.includes('I prefer pnpm over npm'))) {
  throw new Error('the message is not recalled: ' + JSON.stringify(items))
}
if ((await readdir('./workspace/sessions')).length === 0) throw new Error('no session file in ./workspace/sessions')
`

/** The first screen of the command line's README, with the program as npm links it, in a folder with nothing else. */
const commanding = `
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'

mkdirSync('elsewhere')
const daybook = (...args) =>
  execFileSync(process.execPath, [resolve('node_modules/.bin/daybook'), ...args], { cwd: 'elsewhere', encoding: 'utf8' })
daybook('init')
daybook('remember', 'I prefer pnpm over npm')
for (const asked of [daybook('recall', 'pnpm or npm'), daybook('context', 'how do I install it?')])
  if (!asked.includes('I prefer pnpm over npm')) throw new Error('the command line does not tell it: ' + asked)
`

/** The oldest version of each framework that is declared: the first one that its range names. */
export const lowestPeersOf = ({ manifest }: Pick<Project, 'manifest'>): readonly string[] =>
  Object.entries(manifest.peerDependencies)
    .filter(isForeign)
    .map(([name, range]) => `${name}@${/\d+(?:\.\d+){0,2}(?:-[\w.]+)?/.exec(range)?.[0] ?? range}`)

const install = (folder: string, tarballs: readonly string[], peers: readonly string[]) => {
  const packages = [...new Set([...tarballs, ...peers])]
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  return run('npm', ['install', ...quiet, ...packages], { cwd: folder, timeoutMs: 300_000 })
}

interface Consumer {
  name: string
  tarballs: readonly string[]
  peers: readonly string[]
  programs: Readonly<Record<string, string>>
}

/** Installs packages into an empty folder and runs programs there. */
const tryOut = async (temporary: string, { name, tarballs, peers, programs }: Consumer): Promise<readonly string[]> => {
  const folder = join(temporary, name)
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, private: true }))
  const installed = await install(folder, tarballs, peers)
  if (installed.code !== 0) return [failure(`npm install of the tarballs (${name})`, installed)]
  const findings: string[] = []
  for (const [file, code] of Object.entries(programs)) {
    await writeFile(join(folder, file), code)
    const result = await run(process.execPath, [file], { cwd: folder })
    if (result.code !== 0) findings.push(failure(`${file} (${name})`, result))
  }
  return findings
}

/**
 * Installs the packed packages into an empty folder and uses them there as a stranger would, by `import` and `require`;
 * then once more beside the oldest versions of the frameworks that they declare.
 */
export const checkConsumer: Check = (workspace) =>
  withTemporaryFolder(async (temporary) => {
    const projects = publishedProjects(workspace)
    const tarballs: string[] = []
    for (const project of projects) tarballs.push((await packProject(workspace.root, project, temporary)).path)
    const entries = projects.flatMap(entriesOf)
    const imports = { 'imports.mjs': importing(entries) }
    return [
      ...(await tryOut(temporary, {
        name: 'newest-peers',
        tarballs,
        peers: projects.flatMap(peersOf),
        programs: {
          ...imports,
          'requires.cjs': requiring(entries),
          'remembers.mjs': remembering,
          'commands.mjs': commanding,
        },
      })),
      ...(await tryOut(temporary, {
        name: 'lowest-peers',
        tarballs,
        peers: projects.flatMap(lowestPeersOf),
        programs: imports,
      })),
    ]
  })
