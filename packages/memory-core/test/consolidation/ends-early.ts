import { openMemory } from '../../src/index.ts'
import { talk } from './workspace.ts'

/** A process of its own that ends without closing its memory: `node ends-early.ts <directory>`. */
const [directory = ''] = process.argv.slice(2)
const memory = await openMemory({
  directory,
  sessions: { window: 4 },
  capture: { auto: false },
  consolidation: { quietMs: 600_000 },
})
await memory.addMessages('chat', talk(10))
