import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runWorker } from '../workers/run-worker.ts'
import { added, type Case, compare, firstError, listed, none, place, sentences } from './case.ts'

const all = { do: 'all', user: place.user } as const

const each = 100

/** Overlapping adds in one process. */
export const together: Case = {
  title: '50 adds at once',
  done: '50 different texts are added in one process without waiting in between; when all are acknowledged, a new process lists them (the same one for a store in RAM).',
  async run({ name, driver }, directory) {
    const add = { do: 'add', texts: sentences(50, 'one process'), place, together: true } as const
    const written = await runWorker(name, directory, [add, all])
    const read = (driver.durable ?? true) ? await runWorker(name, directory, [all]) : written
    return { ...compare(added(written), listed(read)), detail: firstError(written) ?? firstError(read) }
  },
}

/** Two processes on one memory. */
export const processes: Case = {
  title: `two processes, ${each} adds each`,
  done: `Two processes that have opened the store add ${each} texts each, one after another, at the same time; a third lists them. What a process is refused with an error is not counted as lost.`,
  async run({ name, driver }, directory) {
    if (!(driver.durable ?? true)) return none('one process only')
    const meeting = join(directory, 'meeting')
    const stored = join(directory, 'stored')
    mkdirSync(meeting)
    mkdirSync(stored)
    // One text first, so that only one process creates the store.
    const first = await runWorker(name, stored, [{ do: 'add', texts: ['The first text.'], place }])
    const both = await Promise.all(
      ['left', 'right'].map((side) =>
        runWorker(name, stored, [
          // Waits until both have opened the store.
          { do: 'meet', directory: meeting, count: 2 },
          { do: 'add', texts: sentences(each, side), place: { ...place, session: side } },
        ]),
      ),
    )
    const read = await runWorker(name, stored, [all])
    const acknowledged = [...added(first), ...both.flatMap(added)]
    const refused = 2 * each + 1 - acknowledged.length
    const outcome = compare(acknowledged, listed(read))
    const cell = refused > 0 ? `${outcome.cell}, ${refused} refused` : outcome.cell
    return { ...outcome, cell, detail: both.map(firstError).find((error) => error) ?? firstError(read) }
  },
}

/** One statement, many times. */
export const duplicates: Case = {
  title: 'one statement, ten times',
  done: 'The same sentence is added ten times, one after the other. How often is it listed, and how often does one search for ten answers give it?',
  async run({ name, driver }, directory) {
    const texts = new Array<string>(10).fill('The staging server is called heron.')
    const search = { do: 'search', query: 'staging server', limit: 10, user: place.user } as const
    const reports = await runWorker(name, directory, [{ do: 'add', texts, place }, all, search])
    const stored = listed(reports)?.length ?? 0
    const found = listed(reports, 1)?.length ?? 0
    const answers = (driver.searches ?? true) ? `a search gives ${found}` : 'no search'
    return { cell: `${stored} listed, ${answers}`, verdict: stored > 0 ? 'fine' : 'loss', detail: firstError(reports) }
  },
}
