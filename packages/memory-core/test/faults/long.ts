import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** Nothing stops a single test or hook before, also where other work takes most of the machine. */
const longestMs = 3_600_000

/** What has a long form. */
const files = [
  'test/faults',
  'src/sqlite',
  'test/memory/context',
  'test/memory/page-of-records',
  'test/memory/recall-properties',
  'test/records/ten-thousand',
  'test/consolidation/crash',
  'test/consolidation/each-step',
  'test/consolidation/exactly-once',
  'test/git/merge',
]

// Two files at a time: most of them wait for the disk or for processes of theirs.
const { status } = spawnSync(
  'vitest',
  [
    'run',
    ...files,
    '--maxWorkers=2',
    `--testTimeout=${longestMs}`,
    `--hookTimeout=${longestMs}`,
    '--disable-console-intercept',
  ],
  { stdio: 'inherit', env: { ...process.env, DAYBOOK_FAULTS: 'long' } },
)
process.exitCode = status ?? 1
