import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { binFolder, failure, run } from './workspace/run.ts'

// npm run demo: builds the packages that the demo uses, quietly unless that fails, and plays it.
const root = join(import.meta.dirname, '..')
console.log('building (once), playing, asking …')
const args = ['run-many', '-t', 'build', '--projects=memory-core,ai-sdk,langchain,mastra,inspector']
const built = await run('nx', args, { cwd: root, path: [binFolder(root)], timeoutMs: 600_000 })
if (built.code === 0) {
  const demo = [join(root, 'apps/demo/src/main.ts'), ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, demo, { stdio: 'inherit' }).status ?? 1
} else {
  console.error(failure('the build', built))
  process.exitCode = 1
}
