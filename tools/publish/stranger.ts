import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, type RunOptions, run } from '../workspace/run.ts'
import type { Registry } from './registry.ts'

/** An empty folder for using the published packages like a new user. */
export interface Stranger {
  folder: string
  name: string
  findings: string[]
  /** Runs a program there; a failure is a finding. Returns its output. */
  run: (what: string, command: string, args: readonly string[], options?: Partial<RunOptions>) => Promise<string>
  write: (file: string, text: string) => Promise<void>
}

/** Creates the folder, like `npm init --yes`, with an .npmrc for the registry. */
export const createStranger = async (parent: string, name: string, registry: Registry): Promise<Stranger> => {
  const folder = join(parent, name)
  const findings: string[] = []
  await mkdir(folder)
  await writeFile(join(folder, '.npmrc'), registry.npmrc)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', type: 'commonjs' }))
  return {
    folder,
    name,
    findings,
    run: async (what, command, args, options) => {
      const result = await run(command, args, { cwd: folder, timeoutMs: 300_000, ...options })
      if (result.code !== 0) findings.push(failure(`${what} (${name})`, result))
      return `${result.stdout}\n${result.stderr}`
    },
    write: (file, text) => writeFile(join(folder, file), text),
  }
}

const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']

/** Installs these packages with npm. Returns false if that failed, which is a finding. */
export const installWithNpm = async (
  stranger: Stranger,
  packages: readonly string[],
  flags: readonly string[] = [],
): Promise<boolean> => {
  await stranger.run('npm install', 'npm', ['install', ...quiet, ...flags, ...new Set(packages)])
  return stranger.findings.length === 0
}

/** The size of an installation: number of packages, and bytes of files. */
export interface Weight {
  packages: number
  bytes: number
}

/** Counts the packages in a node_modules and adds up their files. */
export const weigh = async (folder: string): Promise<Weight> => {
  const lock: unknown = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))
  const packages = Object.keys(Object(Object(lock).packages)).filter((path) => path !== '').length
  const entries = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const entry of entries) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return { packages, bytes }
}
