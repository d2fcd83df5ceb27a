import { spawnSync } from 'node:child_process'
import process from 'node:process'

// The long form of the tests of faults: 5,000 operations of interleaved users, none of which crosses to another.
const { status } = spawnSync(
  'vitest',
  ['run', '--testTimeout=3600000', '--project', 'ai-v4', 'test/newest/poison.test.ts', 'test/newest/two-users.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, DAYBOOK_FAULTS: 'long' },
  },
)
process.exitCode = status ?? 1
