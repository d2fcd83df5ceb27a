import { createInterface } from 'node:readline'
import { openMemory } from '@daybook/memory-core'

// An app with the memory in its own process: a line of JSON in, one out.
const [directory = ''] = process.argv.slice(2)
const memory = await openMemory({ directory, consolidation: { auto: false } })
console.log('{"open":true}')
for await (const line of createInterface({ input: process.stdin })) {
  const { text, id }: { text?: string; id?: string } = JSON.parse(line)
  if (text !== undefined) {
    const [record] = await memory.records.learn({ text })
    console.log(JSON.stringify({ id: record?.id }))
  } else {
    await memory.forget({ ids: [id ?? ''] })
    console.log(JSON.stringify({ forgot: id }))
  }
}
await memory.close()
