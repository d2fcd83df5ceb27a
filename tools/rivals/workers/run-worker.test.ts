import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drivers } from '../drivers/drivers.ts'
import { runWorker, startWorker } from './run-worker.ts'
import type { Report, Step } from './steps.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daybook-rivals-test-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const ada = { user: 'ada', session: 'main' }
const said = 'The staging server is called heron.'

/** The texts of each list that was answered. */
const lists = (reports: readonly Report[]): readonly (readonly string[])[] =>
  reports.flatMap((report) => (report.kind === 'texts' ? [report.texts] : []))

describe.each(Object.keys(drivers))('%s', (name) => {
  it('lists and finds what it was given', async () => {
    const driver = await drivers[name]?.()
    const steps: Step[] = [
      { do: 'add', texts: [said], place: ada },
      { do: 'all', user: 'ada' },
      { do: 'search', query: 'staging server', limit: 5, user: 'ada' },
    ]
    const reports = await runWorker(name, directory, steps)
    expect(reports.map(({ kind }) => kind)).toEqual(['added', 'texts', 'texts', 'done'])
    expect(lists(reports)).toEqual([[said], driver?.searches === false ? [] : [said]])
    const reopened = await runWorker(name, directory, [{ do: 'all', user: 'ada' }])
    expect(lists(reopened)).toEqual([driver?.durable === false ? [] : [said]])
  })
})

it('reports the step at which a store broke off', async () => {
  const reports = await runWorker('Mastra', directory, [{ do: 'model', statement: said, answer: '' }])
  expect(reports).toEqual([
    { kind: 'failed', step: 'model', error: 'Error: this store asks no model about what is written' },
  ])
})

it('answers for a process that ends without a word', async () => {
  const reports = await runWorker('nobody', directory, [])
  expect(reports).toEqual([{ kind: 'failed', step: 'open', error: 'the process ended without an answer' }])
})

it('kills a process, its server with it, and keeps what it had reported', async () => {
  const add: Step = { do: 'add', texts: Array.from({ length: 5_000 }, (_, number) => `text ${number}`), place: ada }
  const reports = await startWorker('MCP server-memory', directory, [add], {
    onReport: (_report, worker) => worker.kill(),
  }).reports
  expect(reports.length).toBeGreaterThan(0)
  expect(reports.length).toBeLessThan(5_000)
  expect(reports.every(({ kind }) => kind === 'added')).toBe(true)
})
