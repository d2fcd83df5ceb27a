import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'
import { bundlesVariable, programs } from './program.ts'

const root = join(import.meta.dirname, '../..')
const bundles = join(root, 'node_modules/.cache/programs')

async function bundle(): Promise<void> {
  const input = Object.fromEntries(programs.map((name) => [name, join(root, `${name}.ts`)]))
  const bundled = await rolldown({ input, platform: 'node', external: /^[@a-z]/ })
  await bundled.write({ dir: bundles, entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name].mjs' })
  await bundled.close()
}

/** Bundles the programs before the tests: hundreds of modules are half of what a process of the tests costs. */
export default async function setup(project: TestProject): Promise<void> {
  await bundle()
  project.onTestsRerun(bundle)
  process.env[bundlesVariable] = bundles
}
