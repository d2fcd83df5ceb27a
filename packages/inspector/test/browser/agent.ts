import { createInterface } from 'node:readline'
import { openMemory } from '@daybook/memory-core'

/** An agent in a process of its own: for each question on its standard input it says what its model is told. */
const memory = await openMemory({ directory: process.argv[2] ?? '', receipts: { days: 10_000 } })
let turn = 0
console.log('ready')
for await (const question of createInterface({ input: process.stdin })) {
  await memory.addMessages('running', { id: `r${++turn}`, role: 'user', content: question })
  const { stable, volatile } = await memory.buildContext({ session: 'running', hostSends: 'window' })
  await memory.flush()
  console.log(JSON.stringify({ stable, volatile }))
}
await memory.close()
