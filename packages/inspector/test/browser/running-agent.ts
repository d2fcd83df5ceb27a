import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** What a model is told for a question. */
export interface Told {
  stable: string
  volatile: string
}

/** Starts an agent in a process of its own that works on this memory, until the test ends. */
export async function startAgent(directory: string): Promise<(question: string) => Promise<Told>> {
  const child = spawn(process.execPath, [new URL('./agent.ts', import.meta.url).pathname, directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  onTestFinished(async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
  })
  await lines.next()
  return async (question) => {
    child.stdin.write(`${question}\n`)
    const told: Told = JSON.parse((await lines.next()).value ?? '{}')
    return told
  }
}
