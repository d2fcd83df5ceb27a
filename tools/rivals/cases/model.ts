import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runWorker } from '../workers/run-worker.ts'
import { type Case, firstError, none } from './case.ts'

const statement = 'I am allergic to penicillin.'

const good = 'a good answer'

const answers: Readonly<Record<string, string>> = {
  [good]: JSON.stringify({
    memory: [{ id: '0', text: 'User is allergic to penicillin.' }],
    history_entry: 'The user is allergic to penicillin.',
    memory_update: '# Memory\n\n- The user is allergic to penicillin.\n',
  }),
  empty: '',
  'no JSON': 'Sure! I have noted everything.',
  'JSON cut off': '```json\n{"memory": [{"id": "0", "text": "User is allergic to peni',
  refusal: "I'm sorry, but I can't help with medical matters.",
}

/** A model that answers badly. */
export const model: Case = {
  title: 'a model that answers badly',
  done: `"${statement}" is given to a memory whose model answers, each time in a new memory: ${Object.keys(answers).join(', ')}. Can the memory still say it, and was anybody told?`,
  async run({ name, driver }, directory) {
    if (driver.withModel === undefined) return none('asks no model')
    const lost: string[] = []
    const silent: string[] = []
    let detail: string | undefined
    for (const [position, [title, answer]] of Object.entries(answers).entries()) {
      const folder = join(directory, String(position))
      mkdirSync(folder)
      const reports = await runWorker(name, folder, [{ do: 'model', statement, answer }])
      const run = reports.flatMap((report) => (report.kind === 'model' ? [report.run] : []))[0]
      detail ??= firstError(reports)
      if (!run?.kept.some((text) => text.includes('penicillin'))) lost.push(title)
      if (title !== good && run?.told.length === 0) silent.push(title)
    }
    const told = silent.length === 0 ? 'reported each time' : `not reported: ${silent.join(', ')}`
    if (lost.length === 0) return { cell: `kept each time; ${told}`, verdict: 'fine', detail }
    return { cell: `**lost: ${lost.join(', ')}**; ${told}`, verdict: 'loss', detail }
  },
}
