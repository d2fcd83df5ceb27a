import { spawnSync } from 'node:child_process'
import process from 'node:process'

// The long form of the tests of faults: each of the eight clients makes 1,000 changes.
const { status } = spawnSync(
  'vitest',
  ['run', '--testTimeout=3600000', '--project', 'postgres', 'test/faults.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, DAYBOOK_FAULTS: 'long' },
  },
)
process.exitCode = status ?? 1
