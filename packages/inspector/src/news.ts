import type { Memory } from '@daybook/memory-core'

/** Waits for changes of a memory. */
export interface News {
  /** Resolves with a version other than `known`, or after a while with the same one. */
  after(memory: Memory, known: string, signal: AbortSignal): Promise<string>
}

const everyMs = 1_000
const mostMs = 25_000

/** Polls the version of the memory, or the version that the given function returns. */
export function createNews(version: (memory: Memory) => Promise<string> = versionOf): News {
  return {
    async after(memory, known, signal) {
      const deadline = performance.now() + mostMs
      for (;;) {
        const now = await version(memory)
        if (now !== known || signal.aborted || performance.now() > deadline) return now
        await new Promise((resume) => setTimeout(resume, everyMs))
      }
    },
  }
}

async function versionOf(memory: Memory): Promise<string> {
  const { layers, facts, notes, records, receipts } = memory
  const parts = await Promise.all([
    layers.includes('facts') ? facts.read() : '',
    layers.includes('notes') ? notes.index() : '',
    layers.includes('records') ? JSON.stringify(await records.stats()) : '',
    receipts.list({ limit: 1 }).then(([newest]) => newest?.id ?? ''),
  ])
  return String(hashOf(parts.join('\n')))
}

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return hash
}
