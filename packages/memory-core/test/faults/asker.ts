import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { openMemory } from '../../src/index.ts'

/**
 * A process that recalls one record again and again: `node asker.ts <directory> <times>`. Says `asked`, waits for a line,
 * and closes the memory. Accesses are not written before.
 */
const [directory = '', times = ''] = process.argv.slice(2)
const memory = await openMemory({ directory, records: { flushMs: 2_000_000_000 }, maintenance: { auto: false } })
await memory.records.learn({ text: 'The heron nests at the pond' })
for (let turn = 0; turn < Number(times); turn++) await memory.recall('heron pond')
// Whatever is written soon after a recall has its time.
await delay(50)
console.log('asked')
await once(process.stdin, 'data')
await memory.close()
process.exit()
