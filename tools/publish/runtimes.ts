import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { failure, run } from '../workspace/run.ts'

/** The runtimes to test, by the packages that contain them; see tools/registry/package.json. */
export interface Runtimes {
  /** Node.js, oldest supported first; the one that runs the rehearsal, usually 24, is among them. */
  nodes: readonly NodeVersion[]
  /** The oldest one that the whole CLI runs on. */
  nodeForMcp: NodeVersion
  tooOld: string
  bun: string
  deno: string
  pnpm: string
}

export interface NodeVersion {
  name: string
  version: string
  program: string
}

/** Installs the packages of tools/registry, if needed. Linux only: npm has no Node.js for other systems. */
export const installRuntimes = async (root: string): Promise<Runtimes> => {
  const folder = join(root, 'tools', 'registry')
  const inModules = (path: string): string => join(folder, 'node_modules', path)
  if (!existsSync(inModules('.package-lock.json'))) {
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
    const installed = await run('npm', ['install', '--no-save', ...quiet], { cwd: folder, timeoutMs: 600_000 })
    if (installed.code !== 0) throw new Error(failure('npm install in tools/registry', installed))
  }
  const node = (name: string, version: string): NodeVersion => ({
    name: `Node ${name}`,
    version,
    program: inModules(`node-${name}/bin/node`),
  })
  const nodeForMcp = node('22.19', '22.19.0')
  const { version } = process
  const present = { name: `Node ${version}`, version: version.slice(1), program: process.execPath }
  return {
    nodes: [node('22', '22.16.0'), nodeForMcp, present, node('26', '26.10.0')],
    nodeForMcp,
    tooOld: node('20', '20.20.2').program,
    bun: inModules('.bin/bun'),
    deno: inModules('.bin/deno'),
    pnpm: inModules('.bin/pnpm'),
  }
}
