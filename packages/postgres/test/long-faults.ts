import { spawnSync } from 'node:child_process'
import process from 'node:process'

// The long form: each of the eight clients of the faults makes 1,000 changes, and properties are tried 300 times.
const files = ['faults', 'candidates', 'files', 'same-as-sqlite'].map((name) => `test/${name}.test.ts`)
const { status } = spawnSync('vitest', ['run', '--testTimeout=3600000', '--project', 'postgres', ...files], {
  stdio: 'inherit',
  env: { ...process.env, DAYBOOK_FAULTS: 'long' },
})
process.exitCode = status ?? 1
