import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { type Memory, openMemory } from '../../src/index.ts'

/** Ends in one of several ways: `node exit.ts <directory> <way>`. What was acknowledged stands in the session `chat`. */
const [directory = '', way = ''] = process.argv.slice(2)

/** Threads capture nothing: the patterns of it are half of what one costs. */
async function fill(name: string): Promise<Memory> {
  const memory = await openMemory({ directory, sessions: { window: 4 }, capture: { auto: isMainThread } })
  for (let turn = 0; turn < 6; turn++)
    await memory.addMessages('chat', {
      id: `${name}-${turn}`,
      role: 'user',
      content: `I prefer tool${turn} over others.`,
    })
  await memory.records.learn({ text: `learned by ${name}`, type: 'fact' })
  return memory
}

/** Not by a flag of the command line: what is compiled under other flags is compiled anew. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  /** In the middle of what was begun. */
  callback: async () => {
    const memory = await fill('callback')
    void memory.addMessages('chat', { role: 'user', content: 'not acknowledged' }).catch(() => undefined)
    void memory.recall('tool').catch(() => undefined)
    setImmediate(() => process.exit(0))
    await pause(10_000)
  },
  /** Let go of without a word, and collected. */
  collected: async () => {
    await fill('collected')
    for (let turn = 0; turn < 20; turn++) {
      collect()
      await pause(5)
    }
  },
  /** In threads: one that ends by itself, one that is terminated. Nothing is closed: the event loop runs empty. */
  thread: async () => {
    for (const isTerminated of [false, true]) {
      const thread = new Worker(fileURLToPath(import.meta.url), {
        argv: [directory, `inner${isTerminated ? 'Hanging' : ''}`],
      })
      await new Promise((resolve) => thread.once('message', resolve))
      if (isTerminated) await thread.terminate()
      else await new Promise((resolve) => thread.once('exit', resolve))
      collect()
    }
    await fill('outer')
  },
  inner: async () => {
    await (await fill('inner')).flush()
    parentPort?.postMessage('done')
  },
  innerHanging: async () => {
    await fill('terminated')
    parentPort?.postMessage('done')
    await pause(60_000)
  },
}

await ways[way]?.()
