import { expect, it } from 'vitest'
import { expectWhole } from './expect-whole.ts'
import type { JobName } from './jobs.ts'
import { isLong, note, workplace } from './run-length.ts'
import { acknowledged, startWorker } from './worker-process.ts'

const mixed: readonly JobName[] = ['append', 'capture', 'learn', 'append', 'fact', 'history', 'append', 'knowledge']
const others: readonly JobName[] = ['note', 'consolidate', 'trim', 'maintain']
const count = isLong ? 1_000 : 3

it('fault 10: 8 processes write at once: none is refused as locked, nothing is lost, nothing is there twice', async () => {
  const directory = await workplace()
  const workers = await Promise.all(
    Array.from('abcdefgh', (name, index) => {
      // Each has every fourth of the rarer jobs too: rewriting all notes' index a thousand times is another test.
      const all = [...mixed, ...mixed, others[index % others.length] ?? 'note']
      // Each begins with another one. Whose jobs end before a capture needs no patterns of it.
      const jobs = [...all.slice(index), ...all.slice(0, index)].slice(0, count)
      return startWorker({ directory, name, count, jobs })
    }),
  )
  for (const worker of workers) worker.go()
  const ends = await Promise.all(workers.map(({ ended }) => ended))
  expect(ends).toEqual(workers.map(() => ({ code: 0, signal: null, problems: '' })))
  const refused = workers.flatMap(({ outcomes }) => outcomes.filter(({ isOk }) => !isOk))
  // Two maintenances at once are one too many: the second is told so, and that is its answer.
  expect(
    refused.filter(({ job, problem }) => !(job === 'maintain' && problem.startsWith('locked a maintenance'))),
  ).toEqual([])
  const all = workers.flatMap(acknowledged)
  await expectWhole(directory, all)
  note(`fault 10: 8 processes, ${all.length} operations acknowledged, ${refused.length} maintenances at the same time`)
}, 3_600_000)
