import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { writeRepositoryPages } from './docs/repository-pages.ts'
import { binFolder, failure, run } from './workspace/run.ts'
import { publishedProjects, readWorkspace } from './workspace/workspace.ts'

// npm run docs serves the documentation, npm run docs:build builds it into docs/.vitepress/dist, both after building the
// packages. Generated pages, of the API and of the repository, are rewritten each time and are not under version control.
const root = join(import.meta.dirname, '..')
const docs = join(root, 'docs')
const bin = [join(docs, 'node_modules', '.bin'), binFolder(root)]

const must = async (what: string, command: string, args: readonly string[]): Promise<void> => {
  console.log(what)
  const result = await run(command, args, { cwd: docs, path: bin, timeoutMs: 600_000 })
  if (result.code !== 0) throw new Error(failure(what, result))
}

/** Writes a file for each entry of each package, named like its page: memory-core, memory-core-local … */
const writeEntries = async (): Promise<void> => {
  const entries = join(docs, 'entries')
  await rm(entries, { recursive: true, force: true })
  await mkdir(entries)
  const workspace = await readWorkspace(root, () => undefined)
  for (const { folder, manifest } of publishedProjects(workspace)) {
    for (const [entry, target] of Object.entries(Object(manifest.exports))) {
      const { default: file } = Object(target)
      const name = `${basename(folder)}${entry.slice(1).replaceAll('/', '-')}.ts`
      if (typeof file === 'string')
        await writeFile(join(entries, name), `export * from '../../${join(folder, file)}'\n`)
    }
  }
}

if (!existsSync(join(docs, 'node_modules', '.package-lock.json'))) {
  // Not `npm ci`, which refuses a lockfile without the optional packages of other platforms, as npm itself writes it.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await must('installing what docs/package.json names', 'npm', ['install', '--no-save', ...quiet])
}
await rm(join(docs, 'api'), { recursive: true, force: true })
await writeEntries()
await must('reading the doc comments', 'typedoc', ['--entryPoints', 'entries/*.ts'])
await writeRepositoryPages(root)

const [command = 'dev', ...rest] = process.argv.slice(2)
const child = spawn(join(docs, 'node_modules', '.bin', 'vitepress'), [command, ...rest], {
  cwd: docs,
  stdio: 'inherit',
})
process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
