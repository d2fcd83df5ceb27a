/** Plays the short conversation, acknowledges each turn that is on disk, and kills itself where it is told to. */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileStore, MemoryEventType, PromptFunction, Storage } from '@daybook/memory-core'
import { localStorage } from '@daybook/memory-core/local'
import { play } from '../src/play.ts'
import { shortConversation, turnsIn } from './short-conversation.ts'

const [directory = '', mode = 'rewrite', place = 'never', number = '1'] = process.argv.slice(2)
const counts = new Map<string, number>()

/** Dies at the `number`-th time that this place is passed. */
function pass(name: string): void {
  const count = (counts.get(name) ?? 0) + 1
  counts.set(name, count)
  if (name === place && count === Number(number)) process.kill(process.pid, 'SIGKILL')
}

/** Slow enough to be killed in the middle. Its fact and its history entry name every turn that it was given. */
const slowModel: PromptFunction = async ({ prompt }) => {
  await sleep(15)
  pass('model-call')
  await sleep(15)
  const [known = '', conversation = ''] = (prompt.split('## Current Long-term Memory\n')[1] ?? '').split(
    '\n\n## Conversation to Process\n',
  )
  const turns = turnsIn(conversation).join(' ')
  const facts = known === '(empty)' ? '' : `${known.trimEnd()}\n`
  return JSON.stringify({ history_entry: `Spoke of ${turns}.`, memory_update: `${facts}- learnt from ${turns}` })
}

const kinds: readonly [RegExp, string][] = [
  [/\.archive\//, 'archive'],
  [/^sessions\//, 'session'],
  [/\.plan\.json$/, 'plan'],
  [/\/MEMORY\.md$/, 'facts'],
  [/\/HISTORY/, 'history'],
  [/\/applied\.jsonl$/, 'ledger'],
]

/** A storage that can die right before and right after each change of a file. */
async function deadlyStorage(): Promise<Storage> {
  const storage = await localStorage({ directory })
  async function around<T>(path: string, work: () => Promise<T>): Promise<T> {
    const kind = kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
    pass(`before-${kind}`)
    const result = await work()
    pass(`after-${kind}`)
    return result
  }
  const files: FileStore = {
    ...storage.files,
    write: (path, text, options) => around(path, () => storage.files.write(path, text, options)),
    append: (path, text) => around(path, () => storage.files.append(path, text)),
    rename: (from, to) => around(from, () => storage.files.rename(from, to)),
    remove: (path) => around(path, () => storage.files.remove(path)),
  }
  return { ...storage, files }
}

const played = await play({
  collection: shortConversation,
  directory,
  storage: await deadlyStorage(),
  memory: {
    model: slowModel,
    sessions: { window: 8 },
    facts: { mode: mode === 'append' ? 'append' : 'rewrite' },
  },
  onTurn: ({ turn }) => writeSync(1, `${turn.id}\n`),
  onEvent: ({ type, level, message }: { type: MemoryEventType; level: string; message: string }) => {
    if (level === 'error') writeSync(2, `${type}: ${message}\n`)
    pass(type)
  },
})
if (played.errors.length > 0) throw played.errors[0]
