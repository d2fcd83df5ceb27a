import fs from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type EmbedFunction, inMemoryStorage, type Memory, type MemoryOptions, openMemory } from '../../src/index.ts'

/** One conversation, and what is asked about it. */
interface Collection {
  id: string
  docs: readonly { id: string; text: string; speaker?: string; timestamp?: string; sessionId?: string }[]
  queries: readonly { id: string; text: string; gold: readonly string[]; category: string }[]
}

/** What one question found of its evidence, as shares. */
interface Found {
  category: string
  at5: number
  at10: number
}

const defaultWeights = [0.1, 0.2, 0.3, 0.4, 0.5]
const resamples = 2_000

/** An embedder that embeds each text once. */
function remembering(embed: EmbedFunction): EmbedFunction {
  const known = new Map<string, Promise<Float32Array>>()
  return async (texts, signal, use) => {
    const added = [...new Set(texts.filter((text) => !known.has(text)))]
    const vectors = added.length === 0 ? Promise.resolve([]) : embed(added, signal, use)
    for (const [i, text] of added.entries())
      known.set(
        text,
        vectors.then((all) => Float32Array.from(all[i] ?? [])),
      )
    return Promise.all(texts.map(async (text) => (await known.get(text)) ?? new Float32Array()))
  }
}

async function fill({ docs }: Collection, options: Partial<MemoryOptions>): Promise<Memory> {
  const memory = await openMemory({
    storage: inMemoryStorage(),
    consolidation: { auto: false },
    capture: { auto: false },
    sessions: { window: 0, keepWithoutConsolidation: 0 },
    ...options,
  })
  for (const [session, own] of Map.groupBy(docs, ({ sessionId = 'all' }) => sessionId))
    await memory.addMessages(
      session,
      own.map(({ id, text, speaker, timestamp }) => ({
        id,
        role: 'user' as const,
        content: text,
        ...(speaker === undefined ? {} : { name: speaker }),
        ...(timestamp === undefined ? {} : { createdAt: timestamp }),
      })),
    )
  await memory.flush()
  return memory
}

async function measure(collections: readonly Collection[], options: Partial<MemoryOptions>): Promise<Found[]> {
  const found: Found[] = []
  for (const collection of collections) {
    const memory = await fill(collection, options)
    for (const { text, gold, category } of collection.queries) {
      const { items, degraded } = await memory.recall(text, { limit: 10, layers: ['sessions'] })
      if (degraded !== undefined) throw new Error(`the embedder did not answer: ${degraded}`)
      const ids = items.map(({ source }) => ('messageId' in source ? source.messageId : ''))
      const share = (k: number): number => ids.slice(0, k).filter((id) => gold.includes(id)).length / gold.length
      found.push({ category, at5: share(5), at10: share(10) })
    }
    await memory.close()
  }
  return found
}

function mean(values: readonly number[]): number {
  return (100 * values.reduce((sum, value) => sum + value, 0)) / values.length
}

/** The middle 95 % of the mean, by drawing the questions again: Efron's percentile bootstrap. */
function interval(values: readonly number[]): string {
  let state = 1
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
  const means = Array.from({ length: resamples }, () =>
    mean(values.map(() => values[Math.floor(next() * values.length)] ?? 0)),
  ).sort((a, b) => a - b)
  const at = (share: number): string => signed(means[Math.floor(share * resamples)] ?? 0)
  return `${at(0.025)} to ${at(0.975)}`
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(1)}`
}

function printGains(lexical: readonly Found[], hybrid: readonly Found[]): void {
  const categories = ['all', ...new Set(lexical.map(({ category }) => category))]
  for (const category of categories) {
    const chosen = lexical.flatMap((one, i) => {
      const other = hybrid[i]
      return other && (category === 'all' || one.category === category) ? [[one, other] as const] : []
    })
    const of = (k: 'at5' | 'at10'): string => {
      const [words, both] = [chosen.map(([one]) => one[k]), chosen.map(([, other]) => other[k])]
      const gains = both.map((value, i) => value - (words[i] ?? 0))
      return `${mean(words).toFixed(1)} → ${mean(both).toFixed(1)} (${interval(gains)})`
    }
    console.log(`  ${category.padEnd(26)}${String(chosen.length).padStart(5)}  R@5 ${of('at5')}  R@10 ${of('at10')}`)
  }
}

/** Measures recall by words against recall by words and meaning, on the same questions, for several weights. */
export async function compareHybrid(
  collections: readonly Collection[],
  embed: EmbedFunction,
  weights: readonly number[] = defaultWeights,
): Promise<void> {
  const patient = { embed: remembering(embed), timeoutMs: 60_000, batchTimeoutMs: 600_000 }
  const lexical = await measure(collections, {})
  for (const weight of weights) {
    console.log(`weight ${weight}`)
    printGains(lexical, await measure(collections, { embed: { ...patient, weight } }))
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', multiple: true },
      encoder: { type: 'string' },
      weights: { type: 'string' },
    },
  })
  const { data = [], encoder, weights } = values
  if (data.length === 0 || encoder === undefined)
    throw new Error('usage: hybrid.ts --data FILE… --encoder MODULE (exports createEncoder) [--weights 0.2,0.3]')
  const { createEncoder } = await import(pathToFileURL(resolve(encoder)).href)
  const embed: EmbedFunction = await createEncoder()
  for (const file of data) {
    console.log(file.slice(file.lastIndexOf('/') + 1))
    await compareHybrid(JSON.parse(fs.readFileSync(file, 'utf8')).collections, embed, weights?.split(',').map(Number))
  }
}

if (import.meta.main) await main()
