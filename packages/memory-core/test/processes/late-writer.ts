import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { MemoryError, openMemories } from '../../src/index.ts'

/**
 * A process that has a user's memory open: `node late-writer.ts <directory> <text>`. It says `open`, and writes the text
 * without end. For each line that it is given it says one: `write` → the codes of one try through every door, `stop` → it
 * ends.
 */
const [directory = '', text = ''] = process.argv.slice(2)
const memories = openMemories({ directory, consolidation: { auto: false }, maxOpen: 2 })
const ada = await memories.for({ user: 'ada' })
const agent = await memories.for({ user: 'ada', agent: 'coder' })
await agent.facts.append(`- ${text}`)
const stopping = new AbortController()
const writing = (async (): Promise<void> => {
  for (let turn = 0; !stopping.signal.aborted; turn++) {
    await ada.addMessages('s', { role: 'user', content: `I prefer ${text} ${turn}` }).catch(() => undefined)
    await delay(1)
  }
})()

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    return MemoryError.isInstance(error) ? error.code : String(error)
  }
}

async function tryEverything(): Promise<string[]> {
  const codes: string[] = []
  for (const memory of [ada, agent])
    codes.push(
      await codeOf(() => memory.addMessages('s', { role: 'user', content: text })),
      await codeOf(() => memory.facts.append(`- ${text}`)),
      await codeOf(() => memory.records.learn({ text })),
      await codeOf(() => memory.responses.put('key', text)),
      await codeOf(() => memory.history.append(text)),
      await codeOf(() => memory.recall(text)),
    )
  return codes
}

console.log('open')
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'evict') for (const user of ['x', 'y', 'z']) await (await memories.for({ user })).facts.read()
  console.log(line === 'write' ? JSON.stringify(await tryEverything()) : line)
  if (line === 'stop') break
}
stopping.abort()
await writing
await memories.close()
console.log('closed')
