import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The demo's own entry. */
export const main: string = join(import.meta.dirname, '..', 'src', 'main.ts')

/** What a run of the demo came to. */
export interface Outcome {
  code: number | null
  out: string
  problems: string
}

/** Runs the demo as a person does. */
export async function demo(...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, problems] = ['', '']
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (problems += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  return { code, out, problems }
}

function doc(id: string, speaker: string, text: string, timestamp: string): Record<string, string> {
  return { id, text, speaker, timestamp, sessionId: id.split(':')[0] ?? '' }
}

/** What Ben and Bot said, over two days. */
export const bensDocs: Record<string, string>[] = [
  doc('D1:1', 'Ben', 'My bicycle is a green Peugeot, and I call her Greta.', '2026-02-01T09:00:00'),
  doc('D1:2', 'Bot', 'A fine name for a green bicycle.', '2026-02-01T09:01:00'),
  doc('D1:3', 'Ben', 'I always keep her in the cellar.', '2026-02-01T09:02:00'),
  doc('D1:4', 'Ben', 'With the potatoes.', '2026-02-01T09:03:00'),
  doc('D2:1', 'Bot', 'Good morning! How is the bicycle?', '2026-02-08T09:00:00'),
  doc('D2:2', 'Ben', 'Stolen, last Friday in Utrecht.', '2026-02-08T09:01:00'),
  doc('D2:3', 'Bot', 'I am sorry to hear it.', '2026-02-08T09:02:00'),
]

/** Writes a conversation of Ben and Bot; `answer` is the planted fact of its one question. */
export async function bensConversation(folder: string, answer: string): Promise<string> {
  const question = { id: 'q1', text: 'What does Ben call his bicycle?', gold: ['D1:1'], category: 'name', answer }
  const file = join(folder, 'ben.json')
  const collections = [{ id: 'Ben & Bot', docs: bensDocs, queries: [question] }]
  await writeFile(file, JSON.stringify({ name: 'ben', collections }))
  return file
}
