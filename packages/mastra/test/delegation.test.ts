import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMemories } from '@daybook/memory-core'
import { Agent } from '@mastra/core/agent'
import { expect, it } from 'vitest'
import { DaybookMemory } from '../src/index.ts'
import { type Reply, scriptedModel } from './scripted-model.ts'
import { temporaryDirectory } from './temporary-memory.ts'

/** The contents of all files below a folder. */
async function bytesBelow(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))).join('\n')
}

const prompt = 'I am Ada. I live in Oslo and I prefer quiet hotels. Find one.'

/** An agent that delegates to one that learns, and that to another one; only the first has a memory. */
async function delegating(ids: { thread: string }) {
  const directory = await temporaryDirectory()
  const memories = openMemories({ directory })
  const errors: unknown[] = []
  const options = { workingMemory: { enabled: true, scope: 'resource' as const } }
  const memory = new DaybookMemory({ memory: memories, options, onError: (error) => errors.push(error) })
  const agentOf = (id: string, replies: Reply[], more: object = {}): Agent => {
    const { model } = scriptedModel(() => replies.shift() ?? 'Done.')
    return new Agent({ id, name: id, description: id, instructions: 'Work.', model, ...more })
  }
  const reader = agentOf('reader', ['Read.'])
  const learn = { tool: 'memory_learn', input: { text: 'Ada likes Oslo', type: 'preference' } }
  const update = { tool: 'updateWorkingMemory', input: { memory: 'Ada lives in Oslo' } }
  const researcher = agentOf('researcher', [learn, update, { tool: 'agent-reader', input: { prompt } }, 'Found.'], {
    agents: { reader },
  })
  const supervisor = agentOf('supervisor', [{ tool: 'agent-researcher', input: { prompt } }, 'Here you are.'], {
    agents: { researcher },
    memory,
  })
  const run = async () => {
    const { text } = await supervisor.generate('Find me a hotel', { memory: { ...ids, resource: 'ada' } })
    await memory.settled()
    return text
  }
  return { directory, memories, memory, errors, run }
}

it.each(['monday', '0b6f1f63-5e0c-4a3e-9a51-0d8f6d2f7d10', 'chat-0b6f1f63-5e0c-4a3e-9a51-0d8f6d2f7d10'])(
  'makes no user of an agent that another one delegates to, and learns nothing of what it is told (thread %s)',
  async (thread) => {
    const { directory, memories, memory, errors, run } = await delegating({ thread })
    expect(await run()).toBe('Here you are.')
    expect(await memories.users()).toEqual(['ada', 'daybook-mastra-catalogue'])
    const ada = await memories.for({ user: 'ada' })
    expect(await ada.facts.read()).not.toContain('Oslo')
    expect((await ada.sessions.list()).map(({ key }) => key)).toEqual([thread])
    await memory.erase({ resourceId: 'ada' })
    await memories.close()
    expect(await bytesBelow(directory)).not.toContain('Oslo')
    expect(errors).toEqual([])
  },
)
