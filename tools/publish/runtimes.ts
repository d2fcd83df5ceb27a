import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { failure, run } from '../workspace/run.ts'

/** The runtimes of strangers, by the packages that bring them; see tools/registry/package.json. */
export interface Runtimes {
  /** Node.js, oldest supported first. */
  nodes: readonly { name: string; major: number; program: string }[]
  /** One that is too old. */
  tooOld: string
  bun: string
  deno: string
  pnpm: string
}

/** Installs what tools/registry names, unless it is there. Linux only: elsewhere there is no Node.js on npm. */
export const installRuntimes = async (root: string): Promise<Runtimes> => {
  const folder = join(root, 'tools', 'registry')
  const inModules = (path: string): string => join(folder, 'node_modules', path)
  if (!existsSync(inModules('.package-lock.json'))) {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
    const installed = await run('npm', ['install', '--no-save', ...quiet], { cwd: folder, timeoutMs: 600_000 })
    if (installed.code !== 0) throw new Error(failure('npm install in tools/registry', installed))
  }
  const node = (major: number): string => inModules(`node-${major}/bin/node`)
  return {
    nodes: [22, 24, 26].map((major) => ({ name: `Node ${major}`, major, program: node(major) })),
    tooOld: node(20),
    bun: inModules('.bin/bun'),
    deno: inModules('.bin/deno'),
    pnpm: inModules('.bin/pnpm'),
  }
}
