import { rm } from 'node:fs/promises'
import { type Memory, openMemory } from '@daybook/memory-core'
import type { Framework, Saying } from './frameworks.ts'
import { quoteFrom } from './offline-model.ts'

/** One memory, used through several frameworks. */
export interface Across {
  directory: string
  asked: AskedThrough[]
  /** What went wrong with the memory. */
  errors: unknown[]
}

/** What came of the question through one framework. */
export interface AskedThrough {
  framework: Framework
  /** What memory put into the prompt that the framework's model was given. */
  context: string
  /** What the model, which can do nothing but quote its context, made of it. */
  answer: string
}

/** What the user says first, and corrects later. */
export const told = 'My desk is in room 314, next to the lift.'
/** What the correction says, word for word, wherever it is kept. */
export const corrected = 'desk is in room 412 now'
/** How the correction is said. */
export const correction: string = `Actually, my ${corrected}, by the window.`

const question = 'Which room is my desk in now?'
const askedThrough: readonly Framework[] = ['AI SDK', 'LangChain', 'Mastra']
const monday = Date.UTC(2026, 5, 1, 9)
const dayMs = 86_400_000

/**
 * Tells something through the AI SDK, corrects it through LangChain, and asks through each framework. Each time the
 * memory is opened anew, a day later: nothing is handed on but the directory, which is emptied first.
 */
export async function goAcross(directory: string): Promise<Across> {
  await rm(directory, { recursive: true, force: true })
  const across: Across = { directory, asked: [], errors: [] }
  await say('AI SDK', { across, text: told, session: 'told', day: 0, model: () => 'Noted.' })
  await say('LangChain', { across, text: correction, session: 'corrected', day: 1, model: () => 'Corrected.' })
  for (const framework of askedThrough) {
    let context = ''
    const model = (shown: string): string => {
      context = remembered(shown)
      return quoteFrom(context, question)
    }
    const session = `asked through ${framework}`
    const answer = await say(framework, { across, text: question, session, day: 2, model, readOnly: true })
    across.asked.push({ framework, context, answer })
  }
  return across
}

interface Turn extends Pick<Saying, 'text' | 'session' | 'model'> {
  across: Across
  /** Days after the first. */
  day: number
  readOnly?: boolean
}

async function say(framework: Framework, { across, day, readOnly = false, ...turn }: Turn): Promise<string> {
  const { sayThrough } = await loadFrameworks()
  const { directory, errors } = across
  const memory: Memory = await openMemory({ directory, clock: () => monday + day * dayMs })
  try {
    return await sayThrough[framework]({ ...turn, memory, readOnly, onError: (error) => errors.push(error) })
  } finally {
    await memory.close()
  }
}

/** Loaded late, because they take seconds; one of them sends telemetry unless that is disabled before. */
function loadFrameworks(): Promise<typeof import('./frameworks.ts')> {
  process.env['MASTRA_TELEMETRY_DISABLED'] = '1'
  return import('./frameworks.ts')
}

/** What memory put into a prompt, whether the framework sends it as messages or parts of its own or within others. */
function remembered(shown: string): string {
  const blocks = shown.match(/<(memory|recalled)>.*?<\/\1>/gs) ?? []
  return blocks.join('\n')
}

/** What is not as it should be: a context without the correction, answers that differ, a memory that failed. */
export function acrossProblems({ asked, errors }: Pick<Across, 'asked' | 'errors'>): string[] {
  const without = asked.filter(({ context }) => !context.includes(corrected))
  const answers = new Set(asked.map(({ answer }) => answer))
  const wrong = asked.filter(({ answer }) => !answer.includes(corrected))
  return [
    ...(asked.length === 0 ? ['no framework was asked'] : []),
    ...without.map(({ framework }) => `asked through ${framework}, the context does not hold what was corrected`),
    ...wrong.map(({ framework }) => `asked through ${framework}, the answer is not what was corrected`),
    ...(answers.size > 1 ? [`across frameworks there are ${answers.size} answers: ${[...answers].join(' | ')}`] : []),
    ...(errors.length > 0 ? [`across frameworks the memory failed, first with ${String(errors[0])}`] : []),
  ]
}

/** What was said through which framework, and what came of it. */
export function describeAcross(across: Across): string {
  const { directory, asked } = across
  const rows = asked.map(({ framework, context, answer }) => {
    const place = context.includes(corrected) ? 'in context' : 'MISSING'
    return `  ${framework.padEnd(10)}> ${answer}  [corrected statement: ${place}]`
  })
  const isWell = acrossProblems(across).length === 0
  return [
    `\nACROSS FRAMEWORKS, one memory in ${directory}`,
    `  told through the AI SDK:      ${told}`,
    `  corrected through LangChain:  ${correction}`,
    `  asked through each:           ${question}`,
    ...rows,
    isWell ? `  all ${asked.length} agree` : '  they do NOT agree',
  ].join('\n')
}
