import { MemoryError } from '../../src/index.ts'
import { opened, viewOf } from './corruption-workspace.ts'

/**
 * Opens a directory that cannot be written to, prints what it sees and what comes of writing, as JSON:
 * `node read-only-reader.ts <directory> [uid]`.
 */
const [directory = '', uid] = process.argv.slice(2)
// Root may write everywhere but on a read-only disk.
if (uid !== undefined) process.setuid?.(Number(uid))

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'written'
  } catch (error) {
    return MemoryError.isInstance(error) ? `${error.code}: ${error.message}` : `no MemoryError: ${String(error)}`
  }
}

const { memory, events: reported } = await opened(directory)
const view = await viewOf(memory)
const recalled = (await memory.recall('green door')).items.map(({ text }) => text)
const records = (await memory.recall('shut window 5', { layers: ['records'] })).items.map(({ text }) => text)
const { stable, volatile } = await memory.buildContext({ session: 'chat-2', query: 'what burns in the stove?' })
const report = await memory.check({ repair: true })
const refused = {
  message: await codeOf(() => memory.addMessages('chat-1', { role: 'user', content: 'lost?' })),
  fact: await codeOf(() => memory.facts.append('- lost?')),
  note: await codeOf(() => memory.notes.write({ name: 'n', description: 'd', type: 'user', content: 'c' })),
  knowledge: await codeOf(() => memory.knowledge.add('learned_fact', 'lost?')),
  record: await codeOf(() => memory.records.learn({ text: 'lost?' })),
  response: await codeOf(() => memory.items.put([])),
  consolidation: await codeOf(() => memory.consolidate('chat-1')),
  maintenance: await codeOf(() => memory.maintain()),
}
const expired = await memory.responses.get('never put')
await memory.flush()
await memory.close()
const events = reported.map(({ type, level }) => `${level} ${type}`)
process.stdout.write(
  JSON.stringify({ view, recalled, records, context: stable + volatile, refused, events, report, expired }),
)
