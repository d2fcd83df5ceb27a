import { openMemory } from '../../src/index.ts'
import { kindsOfWriter } from './backup-kinds.ts'

/**
 * A writer for the tests of backups: `node backup-writer.ts <directory> <name>` appends messages to a session of its own,
 * writes into every other layer now and then, and prints each turn's number once all of it is acknowledged, until its
 * input ends.
 */
const [directory = '', name = ''] = process.argv.slice(2)
const memory = await openMemory({ directory, knowledge: {}, capture: { auto: false }, consolidation: { auto: false } })
let isOver = false
process.stdin.on('end', () => {
  isOver = true
})
process.stdin.resume()
for (let turn = 0; !isOver; turn += 1) {
  for (const { every, write } of kindsOfWriter) if (turn % every === 0) await write(memory, name, turn)
  if (turn % 25 === 24) await memory.sessions.trim(name, 5)
  process.stdout.write(`${turn}\n`)
}
await memory.close()
