import { mkdtemp, rm } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openMemory } from '../packages/memory-core/src/memory.ts'

// npm run walks: counts and lists the files of the core in which a function runs during one call. Runs the core from
// its sources, so that files can be told apart. Each call is made once before it is counted, which excludes code that
// runs when a module is loaded.

const source = pathToFileURL(join(import.meta.dirname, '..', 'packages/memory-core/src')).href

const profiler = new Session()
profiler.connect()
await profiler.post('Profiler.enable')
await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/**
 * The files of the core in which a function ran since the last call. A function at offset 0 without a name is a module.
 */
const filesRun = async (): Promise<string[]> => {
  const { result } = await profiler.post('Profiler.takePreciseCoverage')
  return result
    .filter(
      ({ url, functions }) =>
        url.startsWith(source) &&
        functions.some(({ functionName, ranges }) =>
          ranges.some(({ startOffset, count }) => (functionName !== '' || startOffset > 0) && count > 0),
        ),
    )
    .map(({ url }) => url.slice(source.length + 1))
    .sort()
}

const directory = await mkdtemp(join(tmpdir(), 'daybook-walks-'))
const memory = await openMemory({ directory })
const message = (content: string) => ({ role: 'user' as const, content })
const question = { session: 'walks', query: 'Which colour do I like?' }
const counted: [string, readonly string[]][] = []
const count = async (name: string, call: () => Promise<unknown>): Promise<void> => {
  await filesRun()
  await call()
  counted.push([name, await filesRun()])
}

try {
  for (const content of ['My dog is called Bruno.', 'I like tea. I live in Oslo.']) {
    await memory.addMessages('walks', message(content))
    await memory.flush()
  }
  await memory.recall(question.query)
  await memory.buildContext(question)
  await memory.flush()
  await count('addMessages', () => memory.addMessages('walks', message('My favourite colour is green.')))
  await memory.flush()
  await count('addMessages, until it is indexed', async () => {
    await memory.addMessages('walks', message('My sister is called Ada.'))
    await memory.flush()
  })
  await count('recall', () => memory.recall(question.query))
  await memory.flush()
  await count('buildContext', () => memory.buildContext(question))
} finally {
  await memory.close()
  await rm(directory, { recursive: true, force: true })
}

for (const [name, files] of counted) {
  console.log(`\n${name}: ${files.length} files`)
  for (const file of files) console.log(`  ${file}`)
}
