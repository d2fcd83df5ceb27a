import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { type Plugin, rolldown } from 'rolldown'
import type { Check } from './workspace/workspace.ts'

/** The import at which the bundler may stop: local storage, which is loaded on demand for the option `directory`. */
const localDoor = /^\.\/local(\/|-|\.)/

/** Loaded with the first note. It needs Node's compatibility layer, which a memory without notes does not. */
const loadedForNotes: ReadonlySet<string> = new Set(['gray-matter'])

/** The conditions that bundlers for workers set (wrangler: workerd, worker, browser). lru-cache depends on the last. */
const workerConditions = ['workerd', 'worker', 'browser', 'import', 'default']

/** The globals of a worker besides those of the language; `process`, `Buffer` and `require` are missing. */
const workerGlobals = {
  AbortController,
  AbortSignal,
  DOMException,
  TextDecoder,
  TextEncoder,
  URL,
  clearInterval,
  clearTimeout,
  console,
  crypto,
  performance,
  queueMicrotask,
  setInterval,
  setTimeout,
  structuredClone,
}

/** The program that the bundle must be able to run there. */
const workerProgram = `(async () => {
  const memory = await daybook.openMemory({ storage: daybook.inMemoryStorage() })
  await memory.addMessages('chat', [{ role: 'user', content: 'I prefer pnpm over npm.' }])
  const { items } = await memory.recall('pnpm')
  await memory.close()
  return items.length === 1 ? '' : 'recalls ' + JSON.stringify(items)
})()`

interface WorkerBundle {
  code: string
  findings: readonly string[]
}

const watchImports = (found: (importer: string, specifier: string) => void): Plugin => ({
  name: 'watch-imports',
  resolveId: {
    order: 'pre',
    handler(specifier, importer, { kind }) {
      const isLate = localDoor.test(specifier) || loadedForNotes.has(specifier)
      if (kind === 'dynamic-import' && isLate) return { id: specifier, external: true }
      if (!isBuiltin(specifier)) return null
      found(importer ?? 'the entry', specifier)
      return { id: specifier, external: true }
    },
  },
})

/** Bundles a file for a worker. Finds Node modules that it reaches, and imports that cannot be resolved. */
export const bundleForWorker = async (entry: string): Promise<WorkerBundle> => {
  const findings: string[] = []
  const bundle = await rolldown({
    input: entry,
    platform: 'neutral',
    resolve: { conditionNames: workerConditions, mainFields: ['module', 'main'] },
    plugins: [
      watchImports((importer, specifier) => {
        findings.push(`${relative(process.cwd(), importer)} imports ${specifier}, which a worker does not have`)
      }),
    ],
    onLog: (level, log) => {
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') findings.push(log.message)
    },
  })
  try {
    const { output } = await bundle.generate({ format: 'iife', name: 'daybook', codeSplitting: false })
    return { code: output[0].code, findings }
  } finally {
    await bundle.close()
  }
}

/** Runs a bundle, and a program that uses it as `daybook`, with a worker's globals only. */
export const runAsWorker = async (code: string, program: string = workerProgram): Promise<readonly string[]> => {
  const context = createContext({ ...workerGlobals })
  try {
    runInContext(code, context, { timeout: 10_000 })
    const answer: unknown = await runInContext(program, context, { timeout: 10_000 })
    return answer === '' ? [] : [`in a worker it ${String(answer)}`]
  } catch (error) {
    return [`in a worker it fails: ${String(error)}`]
  }
}

/** Checks that memory-core's main entry works in a worker: it reaches Node modules only through local storage. */
export const checkWorkerEntry: Check = async ({ root, projects, note }) => {
  const core = projects.find((project) => project.manifest.nx.tags.includes('scope:core'))
  if (core === undefined) return ['no project has the tag scope:core']
  const entry = join(root, core.folder, 'dist', 'index.js')
  if (!existsSync(entry)) return [`${core.folder}/dist/index.js is missing: run "npm run build" first`]
  const { code, findings } = await bundleForWorker(entry)
  note(`${Buffer.byteLength(code)} bytes bundled, dependencies included`)
  return findings.length === 0 ? runAsWorker(code) : findings
}
