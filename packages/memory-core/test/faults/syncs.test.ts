import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isJob, type JobName } from './jobs.ts'
import { workplace } from './run-length.ts'
import { trace, withoutStrace } from './strace.ts'
import { type Acknowledgement, readAcknowledgements, storingCalls } from './synced-calls.ts'
import { startWorker } from './worker-process.ts'

const count = 4

/** Where each kind of thing is kept. */
const places: Readonly<Partial<Record<JobName, RegExp>>> = {
  append: /sessions\/\w+\.jsonl$/,
  fact: /memory\/MEMORY\.md$/,
  history: /memory\/HISTORY[^/]*\.md$/,
  item: /journal\/items\.jsonl$/,
  knowledge: /memory\/knowledge\.json$/,
  learn: /journal\/records\.jsonl$/,
  note: /\.memory\/note_ada_\d+\.md$/,
}

const listed = Object.entries(places)

/** What a worker had written and synced each time that it acknowledged a piece of work, from the making of the memory on. */
async function traced(jobs: readonly JobName[]): Promise<Acknowledgement[]> {
  const directory = await workplace()
  const log = `${directory}.strace`
  const worker = await startWorker({ directory, name: 'ada', jobs, count: count * jobs.length })
  const tracer = await trace(worker, storingCalls, log)
  worker.go()
  const { code, problems } = await worker.ended
  await tracer.detach()
  expect([code, problems]).toEqual([0, ''])
  const known = new Set<string>(jobs)
  return readAcknowledgements(fs.readFileSync(log, 'utf8'), fs.realpathSync(join(directory, '..'))).filter(({ work }) =>
    known.has(work.split(' ')[0] ?? ''),
  )
}

describe.skipIf(withoutStrace !== '')(`what is acknowledged${withoutStrace}`, () => {
  it('fault 1: was synced before, in every layer: the file after its last write, the directory after a new name', async () => {
    const said = await traced(Object.keys(places).filter(isJob))
    expect(said).toHaveLength(count * listed.length)
    for (const { work, written, unsynced } of said) {
      const place = listed.find(([job]) => work.startsWith(job))?.[1] ?? /never/
      expect([work, written.filter((path) => place.test(path)).length > 0, unsynced]).toEqual([work, true, []])
    }
  })

  it('fault 1: is synced once when it is a message of a session that is there', async () => {
    const said = await traced(['append'])
    const ofSessions = said.map(({ synced }) => synced.filter((path) => /\/sessions(?:\/|$)/.test(path)))
    // The first two make the two files: their folder is synced as well.
    expect(ofSessions.map((paths) => paths.length)).toEqual([2, 2, 1, 1])
  })
})

describe.skipIf(withoutStrace !== '')(`an item${withoutStrace}`, () => {
  it('fault 1: is synced once when its journal is there', async () => {
    const said = await traced(['item'])
    const ofJournals = said.map(({ synced }) => synced.filter((path) => /\/journal(?:\/|$)/.test(path)).length)
    expect(ofJournals.slice(1)).toEqual([1, 1, 1])
  })
})
