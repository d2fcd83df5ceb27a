import { openMemory } from '../../src/index.ts'

/**
 * A writer for the tests of backups: `node backup-writer.ts <directory> <name>` appends messages to a session of its own,
 * learns records, and prints each message's number once it is acknowledged, until its input ends.
 */
const [directory = '', name = ''] = process.argv.slice(2)
const memory = await openMemory({ directory, capture: { auto: false } })
let isOver = false
process.stdin.on('end', () => {
  isOver = true
})
process.stdin.resume()
for (let turn = 0; !isOver; turn += 1) {
  await memory.addMessages(name, { id: `m${turn}`, role: 'user', content: `${name} says ${turn}` })
  if (turn % 10 === 0) await memory.records.learn({ text: `${name} knows ${turn}` })
  if (turn % 25 === 24) await memory.sessions.trim(name, 5)
  process.stdout.write(`${turn}\n`)
}
await memory.close()
