import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory, type StoredMessage, textOf } from '@daybook/memory-core'
import { expect, it } from 'vitest'
import { allTurns, shortConversation, turnsIn } from './short-conversation.ts'

/** By itself at the n-th pass of a place, or by us: after so many acknowledged turns and milliseconds. */
type Kill = { place: string; number: number } | { turns: number; afterMs: number }

const events = [
  'consolidation-started',
  'model-call',
  'plan-written',
  'facts-written',
  'history-written',
  'session-trimmed',
  'consolidated',
]

/** Reproducible: the same kills in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Six or seven kills, in the order of chance: at each second event, and at any moment. */
function killsOf(seed: number): Kill[] {
  const random = createRandom(seed)
  const kills: Kill[] = [
    ...events.filter((_, at) => (at + seed) % 2 === 0).map((place) => ({ place, number: 1 + random(3) })),
    { turns: 0, afterMs: 50 + random(350) },
    ...Array.from({ length: 2 }, () => ({ turns: 1 + random(15), afterMs: random(50) })),
  ]
  const shuffled = kills.map((kill) => ({ kill, order: random(1_000_000) })).sort((a, b) => a.order - b.order)
  return shuffled.map(({ kill }) => kill)
}

interface Life {
  acknowledged: string[]
  isKilled: boolean
}

async function live(directory: string, mode: string, kill: Kill | undefined): Promise<Life> {
  const args = kill && 'place' in kill ? [kill.place, String(kill.number)] : []
  const child = spawn(process.execPath, [join(import.meta.dirname, 'child.ts'), directory, mode, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, problems] = ['', '']
  let timer: NodeJS.Timeout | undefined
  const killSoon = (): void => {
    if (!kill || 'place' in kill || timer || turnsIn(out).length < kill.turns) return
    timer = setTimeout(() => child.kill('SIGKILL'), kill.afterMs)
  }
  child.stdout.on('data', (text) => {
    out += text
    killSoon()
  })
  child.stderr.on('data', (text) => (problems += text))
  killSoon()
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }))
  })
  clearTimeout(timer)
  expect(problems).toBe('')
  expect(signal ?? code).toBe(signal === null ? 0 : 'SIGKILL')
  return { acknowledged: turnsIn(out), isKilled: signal !== null }
}

/**
 * Kills one child after the other; whenever one has come through, checks what is on disk and begins a new directory.
 * Answers the kills that struck.
 */
async function dieOften(mode: string, kills: readonly Kill[]): Promise<Kill[]> {
  const deaths: Kill[] = []
  const waiting = [...kills]
  while (waiting.length > 0) {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-kill-'))
    const acknowledged = new Set<string>()
    for (let lives = 1, isKilled = true; isKilled; lives++) {
      const kill = waiting.shift()
      const life = await live(directory, mode, kill)
      for (const id of life.acknowledged) acknowledged.add(id)
      isKilled = life.isKilled
      if (isKilled && kill) deaths.push(kill)
      // Too little was left to play: that place is passed often enough in a new directory.
      if (!isKilled && kill && 'place' in kill && lives > 1) waiting.unshift(kill)
    }
    await check(directory, acknowledged)
    await rm(directory, { recursive: true })
  }
  return deaths
}

async function check(directory: string, acknowledged: ReadonlySet<string>): Promise<void> {
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  try {
    const messages = await storedMessages(memory)
    const turns = messages.flatMap((message) => turnsIn(textOf(message)))
    expect([...acknowledged].filter((id) => !turns.includes(id))).toEqual([])
    expect(turns).toEqual(allTurns)
    const entries = await memory.history.list()
    expect(sorted(turnsIn(await memory.facts.read()))).toEqual(sorted(allTurns))
    expect(sorted(entries.flatMap(({ text }) => turnsIn(text)))).toEqual(sorted(allTurns))
    expect(await memory.facts.list()).toHaveLength(entries.length)
    expect(sorted(await consolidatedIds(directory))).toEqual(sorted(messages.map(({ id }) => id)))
  } finally {
    await memory.close()
  }
  const names = await readdir(directory, { recursive: true })
  expect(names.filter((name) => /\.tmp$|\.plan\.json|\.failure\.json|\.corrupt/.test(name))).toEqual([])
}

/** Every message, session by session, trimmed ones included. */
async function storedMessages(memory: Memory): Promise<StoredMessage[]> {
  const sessions = shortConversation.sittings.map(({ id }) => memory.sessions.messages(id, { archived: true }))
  return (await Promise.all(sessions)).flat()
}

/** The ids of the messages of every plan that was applied. */
async function consolidatedIds(directory: string): Promise<string[]> {
  const text = await readFile(join(directory, '.daybook', 'consolidation', 'applied.jsonl'), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => (JSON.parse(line) as { messages: string[] }).messages)
}

function sorted(texts: readonly string[]): string[] {
  return [...texts].sort()
}

it('kill -9 at any moment loses no acknowledged message and repeats no history entry or fact', async () => {
  const deaths = (await Promise.all([dieOften('rewrite', killsOf(1)), dieOften('append', killsOf(2))])).flat()
  expect(deaths.length).toBeGreaterThanOrEqual(10)
  const struck = new Set(deaths.map((kill) => ('place' in kill ? kill.place : 'any moment')))
  expect(sorted([...struck])).toEqual(sorted([...events, 'any moment']))
}, 180_000)
