import { existsSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { failure, type RunOptions, run } from '../workspace/run.ts'
import { readJson } from '../workspace/workspace.ts'
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
export const installWithNpm = async (stranger: Stranger, packages: readonly string[]): Promise<boolean> => {
  await stranger.run('npm install', 'npm', ['install', ...quiet, ...new Set(packages)])
  return stranger.findings.length === 0
}

/** The size of an installation: number of packages, and bytes of files. */
export interface Weight {
  packages: number
  bytes: number
}

const lockShape = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      dependencies: z.record(z.string(), z.string()).optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

/** Where Node.js finds a package that is imported from another: in the nearest node_modules. */
const placeOf = (installed: ReadonlySet<string>, from: string, name: string): string | undefined => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at}${at === '' ? '' : '/'}node_modules/${name}`
    if (installed.has(place)) return place
    if (at === '') return undefined
  }
}

const bytesIn = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const own = files.filter((file) => !file.slice(folder.length).includes('/node_modules/'))
  const sizes = await Promise.all(own.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Adds up a package and all that it depends on, without its peers, where npm has installed it among others. */
export const weigh = async (folder: string, name: string): Promise<Weight> => {
  const { packages } = await readJson(join(folder, 'package-lock.json'), lockShape)
  const installed = new Set(Object.keys(packages).filter((path) => existsSync(join(folder, path))))
  const reached = new Set([`node_modules/${name}`])
  for (const from of reached) {
    const { dependencies, optionalDependencies } = packages[from] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(installed, from, needed)
      if (place !== undefined) reached.add(place)
    }
  }
  const bytes = await Promise.all([...reached].map((path) => bytesIn(join(folder, path))))
  return { packages: reached.size, bytes: bytes.reduce((sum, each) => sum + each, 0) }
}
