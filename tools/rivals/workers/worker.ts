import { readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Driver, OpenStore } from '../drivers/driver.ts'
import { drivers } from '../drivers/drivers.ts'
import { measure } from './measure.ts'
import type { Report, Step } from './steps.ts'

// Runs steps with one store in a separate process: node worker.ts <driver> <directory> <file with the steps>. Reports
// go to descriptor 3, one a line, because libraries may write to the others.
const reportDescriptor = 3

function report(line: Report): void {
  let rest = Buffer.from(`${JSON.stringify(line)}\n`)
  while (rest.length > 0) rest = rest.subarray(writeSync(reportDescriptor, rest))
}

async function add(store: OpenStore, { texts, place, together }: Step & { do: 'add' }): Promise<void> {
  const one = async (text: string): Promise<void> => {
    try {
      await store.add(text, place)
      report({ kind: 'added', text })
    } catch (error) {
      report({ kind: 'refused', text, error: String(error) })
    }
  }
  if (together) await Promise.all(texts.map(one))
  else for (const text of texts) await one(text)
}

async function meet({ directory, count }: Step & { do: 'meet' }): Promise<void> {
  writeFileSync(join(directory, String(process.pid)), '')
  while (readdirSync(directory).length < count) await setTimeout(2)
}

async function perform(driver: Driver, store: OpenStore, directory: string, step: Step): Promise<void> {
  switch (step.do) {
    case 'add':
      return add(store, step)
    case 'meet':
      return meet(step)
    case 'search':
      return report({ kind: 'texts', texts: await store.search(step.query, step.limit, step.user) })
    case 'all':
      return report({ kind: 'texts', texts: await store.all(step.user) })
    case 'measure':
      return report({ kind: 'measured', measured: await measure(driver, store, step) })
    case 'model':
      if (driver.withModel === undefined) throw new Error('this store asks no model about what is written')
      return report({ kind: 'model', run: await driver.withModel(directory, step.statement, step.answer) })
  }
}

async function run(name: string, directory: string, steps: readonly Step[]): Promise<void> {
  const load = drivers[name]
  if (load === undefined) throw new Error(`no driver is called ${name}; there are ${Object.keys(drivers).join(', ')}`)
  let at: (Report & { kind: 'failed' })['step'] = 'open'
  try {
    const driver = await load()
    const store = await driver.open(directory)
    for (const step of steps) {
      at = step.do
      await perform(driver, store, directory, step)
    }
    at = 'close'
    await store.close()
    report({ kind: 'done' })
  } catch (error) {
    report({ kind: 'failed', step: at, error: String(error) })
  }
  process.exit()
}

const [name = '', directory = '', file = ''] = process.argv.slice(2)
await run(name, directory, JSON.parse(readFileSync(file, 'utf8')))
