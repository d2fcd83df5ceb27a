import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { acrossProblems, describeAcross, goAcross } from './across.ts'
import type { Arguments } from './arguments.ts'
import type { Answers, AskedReport } from './ask.ts'
import { type Collection, type Conversation, readConversation } from './conversation.ts'
import { explainContext } from './explain-context.ts'
import { type Figures, largestContext, measure, total } from './figures.ts'
import { quotingModel } from './offline-model.ts'
import { chatModelAt, memorySettings } from './open-model.ts'
import { openToLook } from './open-to-look.ts'
import { placeOf } from './place.ts'
import { type Played, play } from './play.ts'
import { profilePlans } from './profile-plan.ts'
import { createProgress } from './progress.ts'
import { ask } from './question.ts'
import { describeDirectory, describeFigures, describeInspector, labelWidth } from './report.ts'
import {
  describeAnswer,
  describeBeginning,
  describeFolder,
  describeNext,
  describeQuestions,
  describeWhole,
} from './story.ts'
import { conversationFile, openWorkspace, type Workspace } from './workspace.ts'

/**
 * Plays, asks and reports. Answers the exit code.
 * @throws UsageError for a file or directory that cannot be used
 */
export async function run(given: Arguments): Promise<number> {
  const startedAt = performance.now()
  const file = conversationFile(given.conversation)
  const conversation = await readConversation(file)
  const workspace = await openWorkspace(given, file)
  if (given.ask !== undefined) return askOne(given.ask, conversation, given, workspace)
  const shows = showing(given)
  shows.table(`${conversation.name}: ${workspace.isContinued ? 'going on' : 'playing'} in ${workspace.directory}`)

  const played = new Map<Collection, Played>()
  for (const collection of conversation.collections) played.set(collection, await playOne(collection, given, workspace))

  const all: { name: string; figures: Figures; ending: string }[] = []
  for (const [collection, contexts] of played) {
    const directory = workspace.memoryDirectory(collection.id)
    const full = shows.isTable ? collection.questions.length : 0
    const answers = await askInNewProcess(collection, given, { file, full, workspace })
    const figures = await measure(collection, { directory, profile: given.profile }, contexts, answers)
    if (played.size === 1) await printDetails(collection, directory, answers, given, shows)
    shows.story(describeQuestions(collection, answers.asked), describeWhole(figures))
    all.push({
      name: collection.id,
      figures,
      ending: `${await describeFolder(directory)}\n${describeNext(directory, answers, given.directory)}`,
    })
  }

  const across = await playAcross(given, workspace, shows)
  for (const { name, figures, ending } of all) {
    shows.figures(describeFigures(name, figures, given))
    shows.story(ending)
  }
  const together = total(all.map(({ figures }) => figures))
  if (all.length > 1) shows.figures(describeFigures(`all ${all.length} conversations`, together, given))
  shows.figures(`  ${'time'.padEnd(labelWidth)}${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const [first] = conversation.collections
  if (first) shows.story(describeInspector(workspace.memoryDirectory(first.id)))
  await workspace.finish()
  return verdict(together, across, given)
}

/** What is printed: the story, or with `--verbose` the tables and the figures, or with `--quiet` the figures alone. */
interface Showing {
  isTable: boolean
  story: (...texts: readonly string[]) => void
  table: (text: string) => void
  figures: (text: string) => void
}

function showing({ quiet, verbose }: Arguments): Showing {
  const isTable = verbose && !quiet
  const print = (text: string): void => (text === '' ? undefined : console.log(text))
  const silent = (): void => undefined
  return {
    isTable,
    story: quiet || verbose ? silent : (...texts) => texts.forEach(print),
    table: isTable ? print : silent,
    figures: quiet || verbose ? print : silent,
  }
}

/** Asks one thing of each memory that was played before. */
async function askOne(
  text: string,
  { collections }: Conversation,
  { profile }: Arguments,
  workspace: Workspace,
): Promise<number> {
  for (const collection of collections) {
    const directory = workspace.memoryDirectory(collection.id)
    const memory = await openToLook(collection, directory, profile)
    try {
      const question = { id: 'yours', text, category: 'yours', gold: [] }
      const { answer, saysPlanted } = await ask(question, memory, quotingModel(), new Map())
      console.log(describeAnswer({ text, answer, saysPlanted, place: await placeOf(answer, directory) }))
    } finally {
      await memory.close()
    }
  }
  return 0
}

/** Plays the part with several frameworks, beside the demo's own conversation. Answers what is wrong. */
async function playAcross(
  { conversation, profile }: Arguments,
  workspace: Workspace,
  shows: Showing,
): Promise<string[]> {
  if (conversation !== undefined || profile !== 'default') return []
  const across = await goAcross(workspace.acrossDirectory)
  const problems = acrossProblems(across)
  shows.table(describeAcross(across))
  if (problems.length === 0)
    shows.story(
      `\nTold through the AI SDK, corrected through LangChain, asked through Mastra too: all ${across.asked.length} know the correction.`,
    )
  return problems
}

/** What is on disk, and what the layers made of it in the contexts that tell most. */
async function printDetails(
  collection: Collection,
  directory: string,
  { telling }: Answers,
  given: Arguments,
  { isTable, table }: Showing,
): Promise<void> {
  if (!isTable) return
  table(await describeDirectory(collection, directory, given))
  if (telling.length > 0) table('\nWHAT EACH LAYER PUT INTO THE CONTEXT, AND WHY')
  for (const context of telling) table(explainContext(context, given.budget))
}

async function playOne(collection: Collection, given: Arguments, workspace: Workspace): Promise<Played> {
  showing(given).story(describeBeginning(collection))
  const chatModel = chatModelAt(given.model)
  const turns = collection.sittings.flatMap((sitting) => sitting.turns).length
  const progress = createProgress(collection.id, turns, given)
  const warnings = new Set<string>()
  try {
    return await play({
      collection,
      directory: workspace.memoryDirectory(collection.id),
      memory: memorySettings(given, chatModel),
      ...(chatModel && { chatModel }),
      onTurn: ({ session }) => progress.turn(session),
      onEvent: ({ level, message }) => level !== 'info' && warnings.add(message),
    })
  } finally {
    progress.stop()
    for (const message of warnings) console.error(`${collection.id}: ${message}`)
  }
}

interface Asking {
  file: string
  full: number
  workspace: Workspace
}

/** What the playing process still has in its head must not help: only the files are handed on. */
async function askInNewProcess(
  collection: Collection,
  given: Arguments,
  { file, full, workspace }: Asking,
): Promise<Answers> {
  const { budget, window, model, profile } = given
  const args = [
    [`--collection=${collection.id}`, `--memory=${workspace.memoryDirectory(collection.id)}`, `--full=${full}`],
    [`--conversation=${file}`, `--budget=${budget}`, `--profile=${profile}`],
    window === undefined ? [] : [`--window=${window}`],
    model ? [`--model=${model.url}`, `--model-name=${model.name}`] : [],
  ].flat()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ask.ts'), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let answers: Answers | undefined
  child.on('message', (message) => {
    answers = message as Answers
  })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0 || !answers) throw new Error(`the process that asks about ${collection.id} ended with code ${code}`)
  return answers
}

/** Says what failed, in the figures and across frameworks, and answers the exit code. */
export function verdict(figures: Figures, across: readonly string[], { budget, model, profile }: Arguments): number {
  const { asked, errors, lost } = figures
  const most = largestContext(figures)
  const { promised } = profilePlans[profile]
  const place = promised === 'any' ? 'the context' : `the ${promised} of the context`
  const missing = model ? [] : asked.filter((one) => isMissing(one, profile))
  const problems = [
    ...(most > budget ? [`a context of ${most} tokens exceeds the budget of ${budget}`] : []),
    ...(errors.length > 0 ? [`the memory failed ${errors.length} times, first with ${String(errors[0])}`] : []),
    ...missing.map(({ id }) => `the planted fact of question ${id} is not in ${place}`),
    ...lost.map((id) => `what was written down for question ${id} is lost`),
    ...across,
  ]
  for (const problem of problems) console.error(`failed: ${problem}`)
  if (model) console.log('\nThe answers of a model, and what it made of planted facts, do not change the exit code.')
  return problems.length === 0 ? 0 : 1
}

/** Whether a planted fact is not where the profile promises it. A layer can only be asked for what was written there. */
export function isMissing(
  { hasPlanted, plantedIn, isWritten }: Pick<AskedReport, 'hasPlanted' | 'plantedIn' | 'isWritten'>,
  profile: Arguments['profile'],
): boolean {
  const { promised } = profilePlans[profile]
  if (promised === undefined || hasPlanted === undefined) return false
  if (promised === 'any') return !hasPlanted
  return isWritten && !plantedIn.includes(promised)
}
