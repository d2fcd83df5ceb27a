import { readFileSync } from 'node:fs'
import { createCorpus } from '../../../packages/memory-core/bench/corpus.ts'
import type { Driver, OpenStore } from '../drivers/driver.ts'
import type { Measured, Step } from './steps.ts'

const place = { user: 'ada', session: 'main' }

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The resident memory of another process, in bytes; 0 where /proc does not exist. */
function residentBytesOf(pid: number | null | undefined): number {
  if (!pid || process.platform !== 'linux') return 0
  const kilobytes = /^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return Number(kilobytes) * 1_024
}

/** Adds generated messages one by one, then searches with generated questions, and measures each. */
export async function measure(
  driver: Driver,
  store: OpenStore,
  { size, limitMs, questions }: Step & { do: 'measure' },
): Promise<Measured> {
  const corpus = createCorpus(size)
  const adds: number[] = []
  const started = performance.now()
  while (adds.length < size && performance.now() - started < limitMs) {
    const text = corpus.message()
    adds.push(await timed(() => store.add(text, place)))
  }
  const seconds = (performance.now() - started) / 1_000
  const searches: number[] = []
  let answered = 0
  if (driver.searches ?? true) {
    // The first search waits for background work.
    await store.search(corpus.question(), 10, place.user)
    const asked = performance.now()
    while (searches.length < questions && performance.now() - asked < limitMs) {
      const question = corpus.question()
      const search = async (): Promise<void> => {
        if ((await store.search(question, 10, place.user)).length > 0) answered++
      }
      searches.push(await timed(search))
    }
  }
  return {
    stored: adds.length,
    addP50: at(adds, 0.5),
    addP95: at(adds, 0.95),
    perSecond: adds.length / seconds,
    ...(searches.length > 0 && {
      searchP50: at(searches, 0.5),
      searchP95: at(searches, 0.95),
      answered: answered / searches.length,
    }),
    residentBytes: process.memoryUsage.rss() + residentBytesOf(store.serverPid),
  }
}
