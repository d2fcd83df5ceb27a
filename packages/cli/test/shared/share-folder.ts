import { setTimeout as delay } from 'node:timers/promises'
import { openMemory } from '@daybook/memory-core'
import { appDoor, cliDoor, type Door, httpDoor, stdioDoor, type Writer } from './clients.ts'

/** What one client knows of what it did. */
interface Known {
  /** What was acknowledged and not forgotten, by id. */
  kept: Map<string, string>
  forgotten: Set<string>
  /** What was under way when a process was killed: it may be there or not, and not twice. */
  unsure: Set<string>
  kills: number
}

/** How long to share. */
export interface Sharing {
  /** Of each of the eight clients. */
  operations: number
  /** After how many operations, about, a client's process is killed in the middle of one. */
  killEvery: number
  seed: number
}

/** What came of it. */
export interface Shared {
  problems: string[]
  operations: number
  kills: number
  kept: number
}

/**
 * Eight clients on one folder: two MCP servers over stdio, two clients of one over HTTP, two loops of the command line, and two
 * apps. They write and forget, their processes are killed; then everything that was acknowledged is looked for.
 */
export async function shareFolder(directory: string, { operations, killEvery, seed }: Sharing): Promise<Shared> {
  await (await openMemory({ directory })).close()
  const http = httpDoor()
  const doors: readonly (readonly [string, Door])[] = [
    ['stdioa', stdioDoor],
    ['stdiob', stdioDoor],
    ['httpa', http],
    ['httpb', http],
    ['clia', cliDoor],
    ['clib', cliDoor],
    ['appa', appDoor],
    ['appb', appDoor],
  ]
  const known = await Promise.all(
    doors.map(([name, door], at) =>
      work(directory, { name, door, operations, killEvery, random: randomFrom(seed * 100 + at) }),
    ),
  )
  const problems = await problemsOf(directory, known)
  return {
    problems,
    operations: operations * doors.length,
    kills: known.reduce((sum, { kills }) => sum + kills, 0),
    kept: known.reduce((sum, { kept }) => sum + kept.size, 0),
  }
}

interface Work {
  name: string
  door: Door
  operations: number
  killEvery: number
  random: () => number
}

async function work(directory: string, { name, door, operations, killEvery, random }: Work): Promise<Known> {
  const known: Known = { kept: new Map(), forgotten: new Set(), unsure: new Set(), kills: 0 }
  let writer: Writer | undefined
  for (let at = 0; at < operations; at++) {
    writer ??= await opened(door, directory)
    const isKilled = random() < 1 / killEvery
    const running = writer
    if (isKilled) {
      known.kills += 1
      void delay(random() * 30).then(() => running.kill())
    }
    const [id] = known.kept.keys()
    const text = `Client ${name} saw the ${wordFrom(random)} bird by the ${wordFrom(random)} lake`
    try {
      if (id !== undefined && random() < 0.3) await forgetOne(running, known, id)
      else known.kept.set(await learnOne(running, known, text), text)
    } catch {
      await running.close().catch(() => undefined)
      writer = undefined
    }
  }
  await writer?.close()
  return known
}

async function learnOne(writer: Writer, { unsure }: Known, text: string): Promise<string> {
  unsure.add(text)
  const id = await writer.learn(text)
  unsure.delete(text)
  return id
}

async function forgetOne(writer: Writer, { kept, forgotten, unsure }: Known, id: string): Promise<void> {
  const text = kept.get(id) ?? ''
  kept.delete(id)
  unsure.add(text)
  await writer.forget(id)
  unsure.delete(text)
  forgotten.add(text)
}

/** A server that its other client has just killed is not there for a moment; on a busy machine dying takes seconds, too. */
async function opened(door: Door, directory: string): Promise<Writer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await door(directory)
    } catch (error) {
      if (attempt === 300) throw error
      await delay(200)
    }
  }
}

async function problemsOf(directory: string, known: readonly Known[]): Promise<string[]> {
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  const problems: string[] = []
  const records = await memory.records.list({ archived: 'all', limit: 10_000 })
  const byText = Map.groupBy(records, ({ text }) => text)
  for (const { kept, forgotten } of known) {
    for (const [id, text] of kept) if (byText.get(text)?.[0]?.id !== id) problems.push(`lost: ${text}`)
    for (const text of forgotten) if (byText.has(text)) problems.push(`came back: ${text}`)
  }
  const said = new Set(known.flatMap(({ kept, unsure }) => [...kept.values(), ...unsure]))
  for (const [text, found] of byText) {
    if (found.length > 1) problems.push(`${found.length} times: ${text}`)
    if (!said.has(text)) problems.push(`nobody said: ${text}`)
  }
  const lines = (await memory.facts.list()).map(({ text }) => text)
  if (new Set(lines).size < lines.length) problems.push('MEMORY.md says something twice')
  for (const line of lines)
    if (![...said].some((text) => line.startsWith(text))) problems.push(`MEMORY.md has what nobody said: ${line}`)
  const { isSound, text } = await memory.check()
  if (!isSound) problems.push(text)
  await memory.close()
  return problems
}

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function wordFrom(random: () => number): string {
  const pick = (letters: string): string => letters[Math.floor(random() * letters.length)] ?? ''
  return Array.from({ length: 5 }, () => pick('bdfgklmnprstvz') + pick('aeiou')).join('')
}
