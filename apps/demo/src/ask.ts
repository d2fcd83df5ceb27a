/** Asks about a conversation that another process has played: nothing is known here but what is on disk. */
import { parseArgs } from 'node:util'
import { openMemory } from '@daybook/memory-core'
import { type Arguments, parseArguments } from './arguments.ts'
import { type Collection, readConversation } from './conversation.ts'
import { quotingModel } from './offline-model.ts'
import { chatModelAt, memorySettings } from './open-model.ts'
import { type Asked, ask, findStoredTurns } from './question.ts'

/** What the asking process reports of one question. */
export interface AskedReport {
  id: string
  category: string
  tokens: number
  gold: number
  evidence: number
  hasPlanted: boolean | undefined
  saysPlanted: boolean
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args: args.slice(0, 3),
    options: { collection: { type: 'string' }, memory: { type: 'string' }, full: { type: 'string' } },
  })
  const given = parseArguments(args.slice(3))
  const { collections } = await readConversation(given.conversation ?? '')
  const collection = collections.find(({ id }) => id === values.collection)
  if (!collection) throw new Error(`there is no collection ${values.collection} in ${given.conversation}`)
  process.send?.(await askAll(collection, values.memory ?? '', Number(values.full), given))
}

async function askAll(
  collection: Collection,
  directory: string,
  full: number,
  given: Arguments,
): Promise<AskedReport[]> {
  const chatModel = chatModelAt(given.model)
  const reports: AskedReport[] = []
  let now = lastTime(collection)
  const memory = await openMemory({
    ...memorySettings(given, chatModel),
    directory,
    clock: () => now,
  })
  try {
    const turns = await findStoredTurns(memory, collection)
    for (const [place, question] of collection.questions.entries()) {
      now = question.at ?? now
      const asked = await ask(question, memory, chatModel ?? quotingModel(), turns)
      if (place < full) printAsked(asked, given.verbose)
      reports.push(toReport(asked))
    }
  } finally {
    await memory.close()
  }
  return reports
}

function lastTime({ sittings }: Collection): number {
  return Math.max(...sittings.flatMap(({ turns }) => turns.map(({ at }) => at)))
}

function toReport({ question, context, evidence, hasPlanted, saysPlanted }: Asked): AskedReport {
  const { id, category, gold } = question
  return { id, category, tokens: context.tokens, gold: gold.length, evidence, hasPlanted, saysPlanted }
}

function printAsked({ question, context, answer, evidence, hasPlanted }: Asked, isVerbose: boolean): void {
  const { id, category, text, gold } = question
  const constant = context.items.filter(({ layer, score }) => layer === 'facts' && score === 1)
  const found = context.items.filter((item) => isVerbose || !constant.includes(item))
  const lines = found.map(
    ({ layer, score, reason, text: said }) =>
      `${layer.padEnd(8)} ${score.toFixed(2).padStart(5)}  ${cut(said, 80)}  [${reason}]`,
  )
  const [first] = constant
  if (first && !isVerbose)
    lines.unshift(`${'facts'.padEnd(8)}  1.00  ${constant.length} lines of MEMORY.md  [${first.reason}]`)
  const planted =
    hasPlanted === undefined ? [] : [`planted "${question.answer}": ${hasPlanted ? 'in context' : 'MISSING'}`]
  const checks = [...planted, ...(gold.length > 0 ? [`evidence: ${evidence} of ${gold.length} turns`] : [])]
  console.log(`\n${id} (${category}) ${text}`)
  for (const line of lines) console.log(`    ${line}`)
  console.log(`  > ${cut(answer, 200)}\n  ${[...checks, `${context.tokens} tokens`].join(' · ')}`)
}

function cut(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

await main(process.argv.slice(2))
