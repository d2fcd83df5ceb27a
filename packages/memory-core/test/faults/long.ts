import { spawnSync } from 'node:child_process'
import process from 'node:process'

// The long form of the tests of faults, one file after the other: they are heavy enough by themselves.
const { status } = spawnSync('vitest', ['run', 'test/faults', '--no-file-parallelism', '--disable-console-intercept'], {
  stdio: 'inherit',
  env: { ...process.env, DAYBOOK_FAULTS: 'long' },
})
process.exitCode = status ?? 1
