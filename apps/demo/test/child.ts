/** Plays the short conversation, acknowledges each turn that is on disk, and kills itself where it is told to. */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MemoryEventType, PromptFunction } from '@daybook/memory-core'
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

const played = await play({
  collection: shortConversation,
  directory,
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
