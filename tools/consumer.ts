import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { packProject, withTemporaryFolder } from './workspace/pack.ts'
import { failure, run } from './workspace/run.ts'
import { type Check, type Project, publishedProjects } from './workspace/workspace.ts'

const entriesOf = ({ manifest }: Project): readonly string[] => {
  const entries = typeof manifest.exports === 'object' && manifest.exports !== null ? Object.keys(manifest.exports) : []
  return entries.filter((entry) => entry !== './package.json').map((entry) => manifest.name + entry.slice(1))
}

/** The framework of each adapter in the version that its own tests run with. */
const peersOf = ({ manifest }: Project): readonly string[] =>
  Object.entries(manifest.peerDependencies).map(([name, range]) => `${name}@${manifest.devDependencies[name] ?? range}`)

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

const install = (folder: string, projects: readonly Project[], tarballs: readonly string[]) => {
  const packages = [...new Set([...tarballs.map((path) => `./${basename(path)}`), ...projects.flatMap(peersOf)])]
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  return run('npm', ['install', ...quiet, ...packages], { cwd: folder, timeoutMs: 300_000 })
}

/** Installs the packed packages into an empty folder and uses them there as a stranger would, by `import` and `require`. */
export const checkConsumer: Check = (workspace) =>
  withTemporaryFolder(async (temporary) => {
    const folder = join(temporary, 'consumer')
    await mkdir(folder)
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }))
    const projects = publishedProjects(workspace)
    const tarballs: string[] = []
    for (const project of projects) tarballs.push((await packProject(workspace.root, project, folder)).path)
    const installed = await install(folder, projects, tarballs)
    if (installed.code !== 0) return [failure('npm install of the tarballs', installed)]

    const entries = projects.flatMap(entriesOf)
    const programs = {
      'imports.mjs': importing(entries),
      'requires.cjs': requiring(entries),
      'remembers.mjs': remembering,
    }
    const findings: string[] = []
    for (const [name, code] of Object.entries(programs)) {
      await writeFile(join(folder, name), code)
      const result = await run(process.execPath, [name], { cwd: folder })
      if (result.code !== 0) findings.push(failure(name, result))
    }
    return findings
  })
