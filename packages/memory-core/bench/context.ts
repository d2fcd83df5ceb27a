import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { type Memory, openMemory } from '../src/index.ts'
import { type Conversations, messagesOf, readConversations, type Turn } from './recall/conversations.ts'
import { type Answered, type Mean, meanOf } from './recall/measures.ts'
import { createTelling, isContent, wordsOf } from './recall/telling.ts'
import { table } from './samples.ts'

/** What one context told of the evidence for a question. */
interface Told {
  answer: Answered
  tokens: number
}

type Teller = (query: string) => Promise<string>

/** A memory of a conversation whose sessions are over. */
async function openTold(turns: readonly Turn[], directory: string, budget: number): Promise<Memory> {
  let now = Date.parse('2020-01-01')
  const memory = await openMemory({ directory, clock: () => now, context: { budget } })
  for (const [session, messages] of messagesOf(turns)) {
    const dated = messages
      .filter(({ content }) => content.trim() !== '')
      .map((message) => {
        now = Math.max(now, Date.parse(message.createdAt ?? '') || now) + 1_000
        return { ...message, createdAt: new Date(now).toISOString() }
      })
    await memory.addMessages(session, dated)
    await memory.resetSession(session)
  }
  await memory.flush()
  now += 3_600_000
  return memory
}

/** Plain FTS5 over whole messages, best first, until the budget is full. */
function plainTeller(turns: readonly Turn[], budget: number): Teller & { close(): void } {
  const database = new DatabaseSync(':memory:')
  database.exec("CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'porter unicode61')")
  const insert = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
  for (const [i, { text }] of turns.entries()) insert.run(i + 1, text)
  const search = database.prepare('SELECT rowid AS number FROM words WHERE words MATCH ? ORDER BY rank LIMIT 60')
  const tell: Teller = async (query) => {
    const terms = wordsOf(query).filter(isContent)
    if (terms.length === 0) return ''
    const parts: string[] = []
    let left = budget * 4
    for (const row of search.all(terms.map((term) => `"${term}"`).join(' OR '))) {
      if (left < 80) break
      const part = (turns[Number(row['number']) - 1]?.text ?? '').slice(0, left)
      parts.push(part)
      left -= part.length
    }
    return parts.join('\n')
  }
  return Object.assign(tell, { close: () => database.close() })
}

async function run({ collections }: Conversations, budget: number): Promise<Map<string, Told[]>> {
  const methods = new Map<string, Told[]>([
    ['Daybook', []],
    ['plain FTS5, whole messages', []],
  ])
  for (const { docs, queries } of collections) {
    const directory = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
    const memory = await openTold(docs, directory, budget)
    const plain = plainTeller(docs, budget)
    const telling = createTelling(docs)
    const turns = new Map(docs.map((turn) => [turn.id, turn]))
    const tellers: Teller[] = [
      async (query) => {
        const { stable, volatile } = await memory.buildContext({ session: 'another', query })
        return `${stable}\n${volatile}`
      },
      plain,
    ]
    for (const { id, text, gold, category } of queries) {
      const evidence = gold.filter((one) => turns.has(one))
      if (evidence.length === 0) continue
      for (const [i, told] of [...methods.values()].entries()) {
        const started = performance.now()
        const context = (await tellers[i]?.(text)) ?? ''
        const ms = performance.now() - started
        const found = evidence.filter((one) =>
          telling.isTold(context, turns.get(one) ?? { id: '', text: '', speaker: '', sessionId: '' }),
        )
        told.push({
          answer: { question: id, category, gold: evidence, found, ms },
          tokens: Math.ceil(context.length / 4),
        })
      }
    }
    plain.close()
    await memory.close()
    rmSync(directory, { recursive: true })
  }
  return methods
}

function shareTold({ gold, found }: Answered): number {
  return found.length / gold.length
}

function withInterval({ mean, low, high }: Mean): string {
  return `${mean.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`
}

function median(values: readonly number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(1)
}

function summary(methods: ReadonlyMap<string, readonly Told[]>): string {
  const all = [...methods.values()].flat()
  const categories = [...new Set(all.map(({ answer }) => answer.category))].sort()
  const rows = [...methods].map(([name, told]) => {
    const answers = told.map(({ answer }) => answer)
    const of = (category: string): string =>
      meanOf(
        answers.filter((answer) => answer.category === category),
        shareTold,
      ).mean.toFixed(1)
    return [
      name,
      withInterval(meanOf(answers, shareTold)),
      String(Math.round(told.reduce((sum, { tokens }) => sum + tokens, 0) / told.length)),
      median(answers.map(({ ms }) => ms)),
      ...categories.map(of),
    ]
  })
  return table([['method', 'evidence told', 'tokens (characters / 4)', 'p50 ms', ...categories], ...rows])
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { budget: { type: 'string', multiple: true } },
})
if (positionals.length === 0) {
  console.error('which conversations? npm run bench:context -- FILE [FILE] [--budget 3000]')
  process.exit(2)
}
for (const path of positionals) {
  const conversations = readConversations(path)
  for (const budget of values.budget ?? ['500', '1000', '2000', '3000'])
    console.log(`\n## ${conversations.name}, ${budget} tokens\n\n${summary(await run(conversations, Number(budget)))}`)
}
