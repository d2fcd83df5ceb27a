import { once } from 'node:events'
import { MemoryError, openMemory } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'

/**
 * A process that consolidates: `node consolidator.ts <directory> <name> <leaseMs>`. Says `waits` each time that it is not
 * given the lease, and `asked` when the model is asked, which answers when a line comes; then `done` and what came of it
 * as JSON, or `refused` and a code.
 */
const [directory = '', name = '', leaseMs = ''] = process.argv.slice(2)
const storage = await localStorage({ directory, leaseMs: Number(leaseMs) })
const memory = await openMemory({
  storage: {
    ...storage,
    async lease(lease) {
      const taken = await storage.lease(lease)
      if (!taken) console.log('waits')
      return taken
    },
  },
  sessions: { window: 4 },
  facts: { mode: 'append' },
  capture: { auto: false },
  consolidation: { auto: false },
  model: async () => {
    console.log('asked')
    await once(process.stdin, 'data')
    return JSON.stringify({ history_entry: `Told by ${name}.`, memory_update: `- learned by ${name}` })
  },
})
try {
  const { messages, error } = await memory.consolidate('chat')
  console.log(`done ${JSON.stringify({ messages, error: error === undefined ? undefined : String(error) })}`)
} catch (error) {
  console.log(`refused ${MemoryError.isInstance(error) ? error.code : String(error)}`)
}
await memory.close()
process.stdin.destroy()
