/** Asks about a conversation that another process has played: nothing is known here but what is on disk. */
import { parseArgs } from 'node:util'
import { openMemory } from '@daybook/memory-core'
import { type Arguments, parseArguments } from './arguments.ts'
import { type ContextLayer, type LayerTokens, tokensByLayer } from './context-share.ts'
import { type Collection, readConversation } from './conversation.ts'
import { cut } from './cut.ts'
import { type ExplainedContext, mostTelling } from './explain-context.ts'
import { quotingModel } from './offline-model.ts'
import { chatModelAt, memorySettings } from './open-model.ts'
import { lastTime } from './open-to-look.ts'
import { placeOf } from './place.ts'
import { type PlantedFact, writtenFacts } from './planted.ts'
import { profilePlans } from './profile-plan.ts'
import { type Asked, answersFromCache, ask, findStoredTurns, findsPlanted } from './question.ts'
import { lostFacts } from './write-down.ts'

/** What the asking process reports of one question. */
export interface AskedReport {
  id: string
  text: string
  /** What the model made of the context. */
  answer: string
  /** The file and line that the answer is quoted from, if it is. */
  place: string | undefined
  category: string
  tokens: number
  gold: number
  evidence: number
  hasPlanted: boolean | undefined
  saysPlanted: boolean
  /** The layers in whose words the planted fact stands. */
  plantedIn: ContextLayer[]
  /** Whether it was written down while playing. */
  isWritten: boolean
  layers: LayerTokens
  /** Whether the response cache answers the same question again; undefined when the profile has none. */
  isCached: boolean | undefined
  /** Whether the profile's tool for searching finds the planted fact; undefined when it has none. */
  isFound: boolean | undefined
}

/** What the asking process hands back. */
export interface Answers {
  asked: AskedReport[]
  /** The contexts that tell most. */
  telling: ExplainedContext[]
  /** The questions whose facts were written down while playing and are not there any more. */
  lost: string[]
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

async function askAll(collection: Collection, directory: string, full: number, given: Arguments): Promise<Answers> {
  const chatModel = chatModelAt(given.model)
  const model = chatModel ?? quotingModel()
  const plan = profilePlans[given.profile]
  // A model of one's own decides for itself what it writes down.
  const isLeft = plan.written === undefined || (chatModel !== undefined && plan.tool !== undefined)
  const written = isLeft ? new Map<string, PlantedFact>() : writtenFacts(collection)
  const asked: AskedReport[] = []
  const contexts: ExplainedContext[] = []
  const answered: Asked[] = []
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
      const one = await ask(question, memory, model, turns)
      if (place < full) printAsked(one)
      const isCached = plan.cached ? await answersFromCache(one, memory, model) : undefined
      asked.push({
        ...toReport(one),
        place: await placeOf(one.answer, directory),
        isWritten: written.has(question.id),
        isCached,
        isFound: undefined,
      })
      answered.push(one)
      contexts.push({ ...question, ...one.context })
    }
    // Last: what is found is reinforced, and would stand in the contexts because it was searched for.
    if (plan.search !== undefined)
      for (const [place, one] of answered.entries()) {
        const report = asked[place]
        if (report) report.isFound = await findsPlanted(one, memory, plan.search)
      }
    const lost = await lostFacts(memory, written.values(), plan)
    return { asked, telling: mostTelling(contexts), lost }
  } finally {
    await memory.close()
  }
}

function toReport(asked: Asked): Omit<AskedReport, 'place' | 'isWritten' | 'isCached' | 'isFound'> {
  const { question, context, answer, evidence, hasPlanted, saysPlanted, plantedIn } = asked
  const { id, text, category, gold } = question
  const layers = tokensByLayer(context)
  return {
    ...{ id, text, answer, category, tokens: context.tokens, layers, gold: gold.length },
    ...{ evidence, hasPlanted, saysPlanted, plantedIn },
  }
}

function printAsked({ question, context, answer, evidence, hasPlanted }: Asked): void {
  const { id, category, text, gold } = question
  const constant = context.items.filter(({ layer, score }) => layer === 'facts' && score === 1)
  const found = context.items.filter((item) => !constant.includes(item))
  const lines = found.map(
    ({ layer, score, reason, text: said }) =>
      `${layer.padEnd(8)} ${score.toFixed(2).padStart(5)}  ${cut(said, 80)}  [${reason}]`,
  )
  const [first] = constant
  if (first) lines.unshift(`${'facts'.padEnd(8)}  1.00  ${constant.length} lines of MEMORY.md  [${first.reason}]`)
  const planted =
    hasPlanted === undefined ? [] : [`planted "${question.answer}": ${hasPlanted ? 'in context' : 'MISSING'}`]
  const checks = [...planted, ...(gold.length > 0 ? [`evidence: ${evidence} of ${gold.length} turns`] : [])]
  console.log(`\n${id} (${category}) ${text}`)
  for (const line of lines) console.log(`    ${line}`)
  console.log(`  > ${cut(answer, 200)}\n  ${[...checks, `${context.tokens} tokens`].join(' · ')}`)
}

await main(process.argv.slice(2))
