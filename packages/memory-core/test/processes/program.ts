import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What tests start as processes of their own, or import in one; without the ending of the name. */
export const programs = [
  'src/disk/locks.fixture',
  'src/index',
  'test/consolidation/ends-early',
  'test/faults/asker',
  'test/faults/backup-writer',
  'test/faults/consolidator',
  'test/faults/exit',
  'test/faults/lock-holder',
  'test/faults/read-only-reader',
  'test/faults/worker',
  'test/memory/list-users',
  'test/processes/late-writer',
  'test/processes/talker',
] as const

/** The name under which tests find the folder of the bundles. */
export const bundlesVariable = 'DAYBOOK_PROGRAMS'

/** The path of a program: of its bundle if there is one, because it starts in half of the time. */
export function program(name: (typeof programs)[number]): string {
  const bundles = process.env[bundlesVariable]
  return bundles === undefined ? join(root, `${name}.ts`) : join(bundles, `${name}.mjs`)
}
