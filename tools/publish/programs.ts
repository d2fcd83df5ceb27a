import type { Project } from '../workspace/workspace.ts'

// Programs that run where the published packages are installed.

/** The names under which a package is imported. */
export const entriesOf = ({ manifest }: Pick<Project, 'manifest'>): readonly string[] => {
  const entries = typeof manifest.exports === 'object' && manifest.exports !== null ? Object.keys(manifest.exports) : []
  return entries.filter((entry) => !entry.endsWith('.json')).map((entry) => manifest.name + entry.slice(1))
}

/** Whether a package is not Daybook's; Daybook's are installed by name. */
const isForeign = ([name]: readonly [string, string]): boolean => !name.startsWith('@daybook/')

/** The frameworks of an adapter, in the versions that its own tests use. */
export const newestPeersOf = ({ manifest }: Pick<Project, 'manifest'>): readonly string[] =>
  Object.entries(manifest.peerDependencies)
    .filter(isForeign)
    .map(([name, range]) => `${name}@${manifest.devDependencies[name] ?? range}`)

/** The oldest declared version of each framework: the first one in its range. */
export const lowestPeersOf = ({ manifest }: Pick<Project, 'manifest'>): readonly string[] =>
  Object.entries(manifest.peerDependencies)
    .filter(isForeign)
    .map(([name, range]) => `${name}@${/\d+(?:\.\d+){0,2}(?:-[\w.]+)?/.exec(range)?.[0] ?? range}`)

/** The entries of the packages that support this version of Node.js. */
export const entriesFor = (projects: readonly Project[], node: string): readonly string[] =>
  projects
    .filter(({ manifest }) => {
      const least = manifest.engines.node?.replace('>=', '') ?? ''
      return node.localeCompare(least, 'en', { numeric: true }) >= 0
    })
    .flatMap(entriesOf)

/** A CommonJS module that requires every entry, and imports it. */
export const loading = (entries: readonly string[]): string => `
const load = async (name) => {
  for (const loaded of [require(name), await import(name)])
    if (Object.keys(loaded).length === 0) throw new Error(name + ' is empty')
}
const loadAll = async () => {
  for (const name of ${JSON.stringify(entries)}) await load(name)
}
loadAll()
`

/** A TypeScript module that imports every entry, to be compiled only. */
export const typing = (entries: readonly string[]): string =>
  entries
    .map(
      (entry, index) => `import * as entry${index} from '${entry}'\nexport type Entry${index} = typeof entry${index}`,
    )
    .join('\n')

/** Stores a message, and recalls it after opening the memory again. */
export const remembering = `
import { readFile } from 'node:fs/promises'
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
const page = await readFile('./workspace/memory/MEMORY.md', 'utf8')
if (!page.includes('I prefer pnpm over npm')) throw new Error('not a line of MEMORY.md: ' + page)
`

/** Opens a memory in every way on a Node.js that is too old, and prints the errors. */
export const refused = `
import { openMemories, openMemory } from '@daybook/memory-core'
import { localStorage } from '@daybook/memory-core/local'
const ways = [
  () => openMemory({ directory: './refused' }),
  () => openMemory('./refused'),
  async () => localStorage({ directory: './refused' }),
  () => openMemories({ directory: './refused' }).for({ user: 'ada' }),
]
for (const way of ways) {
  try {
    await way()
    console.log('it was opened')
  } catch (error) {
    console.log(error.message)
  }
}
const { spawnSync } = await import('node:child_process')
for (const bin of ['@daybook/cli', '@daybook/mcp']) {
  const args = bin === '@daybook/cli' ? ['init', '--directory', './refused'] : ['--directory', './refused']
  const { stderr } = spawnSync(process.execPath, ['node_modules/' + bin + '/dist/main.js', ...args], { encoding: 'utf8' })
  console.log(stderr.trim().replace(/^[\\w-]+: /, ''))
}
`

/** The error on a Node.js that is too old: one sentence with its version and the required one. */
export const refusal = /^this is Node\.js 20\.[\d.]+, and Daybook needs 22\.16 or newer: [^\n.]*nodejs\.org[^\n.]*$/
