import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/memory.ts'
import { createRandom, isLong, note } from '../faults/run-length.ts'
import { filesWith } from '../forgetting/bytes.ts'
import { commitAll, git, hasGit, mergeFrom, shelf } from './repository.ts'

const begun = Date.parse('2026-03-01T09:00:00Z')
const sessions = ['chat', 'plans']

/** What a clone was told and acknowledged. Every token stands for one thing that was said once. */
interface Told {
  messages: Set<string>
  facts: Set<string>
  records: Map<string, string>
  notes: Set<string>
  items: Set<string>
  gone: Set<string>
  forgotten: Set<string>
}

type Kind = 'messages' | 'facts' | 'records' | 'notes' | 'items'

function nothing(): Told {
  return {
    messages: new Set(),
    facts: new Set(),
    records: new Map(),
    notes: new Set(),
    items: new Set(),
    gone: new Set(),
    forgotten: new Set(),
  }
}

/** One copy at work, with random operations; `name` begins each of its tokens. */
class Copy {
  readonly #random: (below: number) => number
  #now = begun
  #count = 0

  readonly name: string
  readonly directory: string
  readonly told: Told

  constructor(name: string, directory: string, told: Told, seed: number) {
    this.name = name
    this.directory = directory
    this.told = told
    this.#random = createRandom(seed)
  }

  open(): Promise<Memory> {
    return openMemory({
      directory: this.directory,
      clock: () => this.#now,
      consolidation: { auto: false },
      maintenance: { auto: false },
    })
  }

  later(ms: number): void {
    this.#now += ms
  }

  #token(): string {
    this.#count++
    return `${this.name}${String(this.#count).padStart(5, '0')}z`
  }

  #pick<T>(all: Iterable<T>): T | undefined {
    const list = [...all]
    return list[this.#random(list.length)]
  }

  /** Takes a thing of a kind that is still there, the other copy's base included, and notes that it went. */
  #drop(kind: Exclude<Kind, 'records'>, isForgotten = false): string | undefined {
    const token = this.#pick(this.told[kind])
    if (token === undefined) return undefined
    this.told[kind].delete(token)
    this.told[isForgotten ? 'forgotten' : 'gone'].add(token)
    return token
  }

  async work(count: number): Promise<void> {
    const memory = await this.open()
    const acts = Object.values(this.#acts(memory))
    for (let left = count; left > 0; left--) {
      this.#now += 1 + this.#random(60_000)
      await acts[this.#random(acts.length)]?.()
    }
    await memory.flush()
    const page = await memory.facts.read()
    await memory.close()
    // What else left the page by itself was replaced.
    for (const token of [...this.told.facts].filter((fact) => !page.includes(fact))) {
      this.told.facts.delete(token)
      this.told.gone.add(token)
    }
  }

  #acts(memory: Memory): Record<string, () => Promise<unknown>> {
    const { told } = this
    const say = async (): Promise<void> => {
      const token = this.#token()
      const session = this.#random(4) === 0 ? `own-${this.name}` : (this.#pick(sessions) ?? 'chat')
      await memory.addMessages(session, { role: 'user', content: `The parcel ${token} came by train.` })
      told.messages.add(token)
    }
    const learn = async (): Promise<void> => {
      const token = this.#token()
      const [learned] = await memory.records.learn({ text: `Crate ${token} is in bay ${this.#count}.` })
      if (learned) told.records.set(token, learned.id)
    }
    const fact = async (): Promise<void> => {
      const token = this.#token()
      await memory.addMessages('chat', { role: 'user', content: `I am allergic to ${token}.` })
      await memory.flush()
      if ((await memory.facts.read()).includes(token)) told.facts.add(token)
    }
    return {
      say,
      sayMore: say,
      learn,
      fact,
      write: async () => {
        const token = this.#token()
        await memory.facts.append(`- By hand: ${token}`)
        await memory.flush()
        told.facts.add(token)
      },
      removeByHand: async () => {
        const token = this.#drop('facts')
        if (token === undefined) return
        await memory.flush()
        const path = join(this.directory, 'memory/MEMORY.md')
        const lines = (await readFile(path, 'utf8')).split('\n')
        await writeFile(path, lines.filter((line) => !line.includes(token)).join('\n'))
        await memory.flush()
      },
      change: async () => {
        const entry = this.#pick([...told.records].filter(([token]) => token.startsWith(this.name)))
        if (!entry) return
        const [before, id] = entry
        const token = this.#token()
        await memory.records.update(id, { text: `Crate ${token} is in bay ${this.#count}.` })
        told.records.delete(before)
        told.records.set(token, id)
        told.gone.add(before)
      },
      archive: async () => {
        const entry = this.#pick(told.records)
        if (entry) await memory.records.archive([entry[1]])
      },
      use: async () => {
        const entry = this.#pick(told.records)
        if (entry) await memory.recall(entry[0])
      },
      note: async () => {
        const token = this.#token()
        await memory.notes.write({
          name: token,
          description: `about ${token}`,
          type: 'reference',
          content: `All of ${token}.`,
        })
        told.notes.add(token)
      },
      put: async () => {
        const token = this.#token()
        await memory.items.put([{ namespace: ['shelf'], key: token, value: { text: token } }])
        told.items.add(token)
      },
      takeItem: async () => {
        const token = this.#drop('items')
        if (token !== undefined) await memory.items.remove(['shelf'], [token])
      },
      forgetMessage: async () => {
        if (this.#random(3) > 0) return
        const token = this.#drop('messages', true)
        if (token !== undefined) await memory.forget({ text: token })
      },
      forgetRecord: async () => {
        if (this.#random(3) > 0) return
        const entry = this.#pick(told.records)
        if (!entry) return
        told.records.delete(entry[0])
        told.forgotten.add(entry[0])
        await memory.forget({ text: entry[0] })
      },
      forgetFact: async () => {
        if (this.#random(3) > 0) return
        const token = this.#drop('facts', true)
        if (token !== undefined) await memory.forget({ text: token })
      },
      trim: () => memory.sessions.trim(this.#pick(sessions) ?? 'chat', 5),
    }
  }
}

function copyOf(told: Told): Told {
  return {
    messages: new Set(told.messages),
    facts: new Set(told.facts),
    records: new Map(told.records),
    notes: new Set(told.notes),
    items: new Set(told.items),
    gone: new Set(),
    forgotten: new Set(),
  }
}

/** The page of facts may be: two hundred allergies never leave it. */
const tooLong = /^it has \d+ bytes, and its limit is/

/** Everything that stands in a memory, by layer, with how often each token does. */
async function found(memory: Memory): Promise<Record<Kind, Map<string, number>>> {
  const texts = async (session: string): Promise<string[]> =>
    (await memory.sessions.messages(session, { archived: true })).map(({ content }) => String(content))
  const keys = (await memory.sessions.list()).map(({ key }) => key)
  const said = (await Promise.all(keys.map(texts))).flat()
  const records = await memory.records.list({ archived: 'all', limit: 10_000 })
  const items = await memory.items.search({ prefix: ['shelf'], limit: 10_000 })
  return {
    messages: tokensIn(said.filter((text) => text.startsWith('The parcel'))),
    facts: tokensIn([await memory.facts.read()]),
    records: tokensIn(records.filter(({ text }) => text.startsWith('Crate')).map(({ text }) => text)),
    notes: tokensIn((await memory.notes.list()).map(({ filename }) => filename)),
    items: tokensIn(items.map(({ key }) => key)),
  }
}

function tokensIn(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const [token] of text.matchAll(/[a-z]\d{5}z/g)) counts.set(token, (counts.get(token) ?? 0) + 1)
  return counts
}

/** What has to be there: acknowledged on either side, and gone from neither. */
function expected(kind: Kind, a: Told, b: Told): string[] {
  const gone = new Set([...a.gone, ...b.gone, ...a.forgotten, ...b.forgotten])
  return [...new Set([...a[kind].keys(), ...b[kind].keys()])].filter((token) => !gone.has(token)).sort()
}

async function merged(
  directory: string,
): Promise<{ view: Record<Kind, Map<string, number>>; page: string; talk: string[] }> {
  const memory = await openMemory({ directory, consolidation: { auto: false }, maintenance: { auto: false } })
  await memory.recall('parcel')
  await memory.flush()
  const view = await found(memory)
  const page = await memory.facts.read()
  const talk = (await memory.sessions.messages('chat', { archived: true })).map(({ id }) => id)
  const { findings, text } = await memory.check()
  expect(
    findings.filter(({ problem }) => !tooLong.test(problem)),
    text,
  ).toEqual([])
  await memory.close()
  return { view, page, talk }
}

async function tryOut(seed: number, count: number): Promise<void> {
  const folder = await shelf()
  const base = new Copy('k', join(folder, 'k'), nothing(), seed)
  await base.work(Math.ceil(count / 4))
  git(base.directory, 'init', '--quiet', '--initial-branch', 'main')
  commitAll(base.directory)
  const copies = ['a', 'b'].map((name, at) => {
    const directory = join(folder, name)
    git(folder, 'clone', '--quiet', base.directory, directory)
    return new Copy(name, directory, copyOf(base.told), seed * 2 + at + 1)
  })
  const [a, b] = copies
  if (!a || !b) throw new Error('two copies')
  for (const copy of copies) {
    copy.later(86_400_000)
    await copy.work(count)
    commitAll(copy.directory)
  }
  const ba = join(folder, 'ba')
  git(folder, 'clone', '--quiet', b.directory, ba)
  mergeFrom(ba, a.directory)
  mergeFrom(a.directory, b.directory)
  const [one, other] = [await merged(a.directory), await merged(ba)]
  for (const kind of ['messages', 'facts', 'records', 'notes', 'items'] as const) {
    const wanted = expected(kind, a.told, b.told)
    expect([...one.view[kind].keys()].sort(), `${kind}, seed ${seed}`).toEqual(wanted)
    expect(
      [...one.view[kind]].filter(([, times]) => times > (kind === 'notes' ? 1 : 1)),
      `${kind} twice, seed ${seed}`,
    ).toEqual([])
    expect([...other.view[kind]].sort(), `${kind} the other way, seed ${seed}`).toEqual([...one.view[kind]].sort())
  }
  expect(other.talk).toEqual(one.talk)
  // Lines that people wrote without a day stay where git has put them.
  expect(other.page.split('\n').sort()).toEqual(one.page.split('\n').sort())
  const forgotten = [...a.told.forgotten, ...b.told.forgotten]
  for (const directory of [a.directory, ba]) {
    const left = forgotten.length === 0 ? [] : await filesWith(directory, forgotten)
    expect(left.filter((path) => !path.startsWith('.git/'))).toEqual([])
  }
}

describe.skipIf(!hasGit)('two clones of a memory, each with work of its own', () => {
  const seeds = Array.from({ length: isLong ? 50 : 1 }, (_, at) => at + 1)

  it.each(seeds)('are one memory after git merge, whichever way: seed %i', async (seed) => {
    const count = isLong ? 2_000 : 100
    note(`${count} operations on each side with the seed ${seed}`)
    await tryOut(seed, count)
  })
})
