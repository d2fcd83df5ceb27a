import { readFile } from 'node:fs/promises'
import { openMemory } from '@daybook/memory-core'

interface Said {
  id: string
  text: string
  speaker: string
  timestamp: string
  sessionId: string
}

const file = new URL('../../../../apps/demo/conversation/ada.json', import.meta.url)
const minuteMs = 60_000

/** Plays the demo's conversation of a year into a folder: each question is told its context, and leaves a receipt. */
export async function playAda(directory: string): Promise<void> {
  const { collections }: { collections: { docs: Said[] }[] } = JSON.parse(await readFile(file, 'utf8'))
  const turns = collections[0]?.docs ?? []
  let now = 0
  const memory = await openMemory({
    directory,
    clock: () => now,
    knowledge: {},
    receipts: { days: 10_000 },
    sessions: { window: 20 },
  })
  for (const { id, text, speaker, timestamp, sessionId } of turns) {
    now = Date.parse(`${timestamp}Z`)
    const session = `ada-${sessionId.toLowerCase()}`
    const role = speaker === 'Ada' ? 'user' : 'assistant'
    await memory.addMessages(session, { id: id.replace(':', '-'), role, content: text })
    if (role === 'user') await memory.buildContext({ session, hostSends: 'window' })
  }
  now += minuteMs
  await memory.notes.write({
    name: 'Release checklist',
    description: 'what to do before a release of Andorinha',
    type: 'project',
    content: 'Run the tests, update the change log, tag, then deploy on Thursday.',
  })
  await memory.knowledge.add('project_context', 'Andorinha draws tracks of migrating birds from public ringing data.')
  await memory.flush()
  await memory.close()
}
