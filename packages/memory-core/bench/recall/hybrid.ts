import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type EmbedFunction, inMemoryStorage, type Memory, type MemoryOptions, openMemory } from '../../src/index.ts'
import { type Conversations, messagesOf, readConversations, type Turn } from './conversations.ts'
import { type Answered, meanOf, recallAt } from './measures.ts'

const defaultWeights = [0.1, 0.2, 0.3]
const defaultLeasts = [0.35]

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

async function fill(turns: readonly Turn[], options: Partial<MemoryOptions>): Promise<Memory> {
  const memory = await openMemory({ storage: inMemoryStorage(), consolidation: { auto: false }, ...options })
  for (const [session, messages] of messagesOf(turns)) await memory.addMessages(session, messages)
  await memory.flush()
  return memory
}

async function answersOf({ collections }: Conversations, options: Partial<MemoryOptions>): Promise<Answered[]> {
  const answers: Answered[] = []
  for (const { docs, queries } of collections) {
    const memory = await fill(docs, options)
    for (const { id, text, gold, category, timestamp } of queries) {
      if (gold.length === 0) continue
      const at = timestamp === undefined ? {} : { at: timestamp }
      const { items, degraded } = await memory.recall(text, { limit: 10, layers: ['sessions'], ...at })
      if (degraded !== undefined) throw new Error(`the embedder did not answer: ${degraded}`)
      const found = items.flatMap(({ source }) => ('messageId' in source ? [source.messageId] : []))
      answers.push({ question: id, category, gold, found, ms: 0 })
    }
    await memory.close()
  }
  return answers
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(1)}`
}

/** What the questions gain, with the middle 95 % of the mean when the questions are drawn again (Efron's percentile bootstrap). */
function gainAt(k: number, words: readonly Answered[], both: readonly Answered[]): string {
  const before = new Map(words.map((answer) => [answer.question, recallAt(k)(answer)]))
  const gain = (answer: Answered): number => recallAt(k)(answer) - (before.get(answer.question) ?? 0)
  const { low, high } = meanOf(both, gain)
  const [from, to] = [words, both].map((answers) => meanOf(answers, recallAt(k)).mean.toFixed(1))
  return `R@${k} ${from} → ${to} (${signed(low)} to ${signed(high)})`
}

function printGains(lexical: readonly Answered[], hybrid: readonly Answered[]): void {
  for (const category of ['all', ...new Set(lexical.map((answer) => answer.category))]) {
    const isOf = (answer: Answered): boolean => category === 'all' || answer.category === category
    const [words, both] = [lexical.filter(isOf), hybrid.filter(isOf)]
    const gains = [5, 10].map((k) => gainAt(k, words, both)).join('  ')
    console.log(`  ${category.padEnd(26)}${String(words.length).padStart(5)}  ${gains}`)
  }
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true },
    encoder: { type: 'string' },
    weights: { type: 'string' },
    leasts: { type: 'string' },
  },
})
const { data = [], encoder, weights, leasts } = values
if (data.length === 0 || encoder === undefined) {
  console.error(
    'usage: hybrid.ts --data FILE… --encoder MODULE (exports createEncoder) [--weights 0.2,0.3] [--leasts 0.35]',
  )
  process.exit(2)
}
const { createEncoder } = await import(pathToFileURL(resolve(encoder)).href)
const embed = remembering(await createEncoder())
for (const path of data) {
  const conversations = readConversations(path)
  const lexical = await answersOf(conversations, {})
  for (const weight of weights?.split(',').map(Number) ?? defaultWeights)
    for (const least of leasts?.split(',').map(Number) ?? defaultLeasts) {
      console.log(`${conversations.name}, weight ${weight}, least ${least}`)
      const how = { embed, weight, least, timeoutMs: 60_000, batchTimeoutMs: 600_000 }
      printGains(lexical, await answersOf(conversations, { embed: how }))
    }
}
