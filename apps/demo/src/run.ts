import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Arguments } from './arguments.ts'
import type { AskedReport } from './ask.ts'
import { type Collection, readConversation } from './conversation.ts'
import { type Figures, largestContext, measure, total } from './figures.ts'
import { chatModelAt, memorySettings } from './open-model.ts'
import { type Played, play } from './play.ts'
import { createProgress } from './progress.ts'
import { describeDirectory, describeFigures, labelWidth } from './report.ts'
import { conversationFile, openWorkspace, type Workspace } from './workspace.ts'

/** Conversations with more questions than this print only some of them in full. */
const manyQuestions = 50
const someQuestions = 5

/**
 * Plays, asks and reports. Answers the exit code.
 * @throws UsageError for a file or directory that cannot be used
 */
export async function run(given: Arguments): Promise<number> {
  const startedAt = performance.now()
  const file = conversationFile(given.conversation)
  const conversation = await readConversation(file)
  const workspace = await openWorkspace(given, file)
  const print = (text: string): void => (given.quiet ? undefined : console.log(text))
  print(`${conversation.name}: ${workspace.isContinued ? 'going on' : 'playing'} in ${workspace.directory}`)

  const played = new Map<Collection, Played>()
  for (const collection of conversation.collections) played.set(collection, await playOne(collection, given, workspace))

  const questions = conversation.collections.flatMap((collection) => collection.questions).length
  let full = given.quiet ? 0 : given.verbose || questions <= manyQuestions ? questions : someQuestions
  const all: { name: string; figures: Figures }[] = []
  for (const [collection, contexts] of played) {
    const asked = await askInNewProcess(collection, given, { file, full, workspace })
    full = Math.max(0, full - asked.length)
    const figures = await measure(collection, workspace.memoryDirectory(collection.id), contexts, asked)
    all.push({ name: collection.id, figures })
  }

  const [only, ...others] = conversation.collections
  if (only && others.length === 0) print(await describeDirectory(workspace.memoryDirectory(only.id)))
  for (const { name, figures } of all) console.log(describeFigures(name, figures, given.budget))
  const together = total(all.map(({ figures }) => figures))
  if (all.length > 1) console.log(describeFigures(`all ${all.length} conversations`, together, given.budget))
  console.log(`  ${'time'.padEnd(labelWidth)}${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  await workspace.finish()
  return verdict(together, given)
}

async function playOne(collection: Collection, given: Arguments, workspace: Workspace): Promise<Played> {
  const chatModel = chatModelAt(given.model)
  const turns = collection.sittings.flatMap((sitting) => sitting.turns).length
  const progress = createProgress(collection.id, turns, given.quiet)
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
): Promise<AskedReport[]> {
  const { budget, window, model, verbose } = given
  const args = [
    [`--collection=${collection.id}`, `--memory=${workspace.memoryDirectory(collection.id)}`, `--full=${full}`],
    [`--conversation=${file}`, `--budget=${budget}`, ...(verbose ? ['--verbose'] : [])],
    window === undefined ? [] : [`--window=${window}`],
    model ? [`--model=${model.url}`, `--model-name=${model.name}`] : [],
  ].flat()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ask.ts'), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let reports: AskedReport[] | undefined
  child.on('message', (message) => {
    reports = message as AskedReport[]
  })
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code !== 0 || !reports) throw new Error(`the process that asks about ${collection.id} ended with code ${code}`)
  return reports
}

function verdict(figures: Figures, { budget, model }: Arguments): number {
  const { asked, errors } = figures
  const most = largestContext(figures)
  const missing = model ? [] : asked.filter(({ hasPlanted }) => hasPlanted === false)
  const problems = [
    ...(most > budget ? [`a context of ${most} tokens exceeds the budget of ${budget}`] : []),
    ...(errors.length > 0 ? [`the memory failed ${errors.length} times, first with ${String(errors[0])}`] : []),
    ...missing.map(({ id }) => `the planted fact of question ${id} is not in the context`),
  ]
  for (const problem of problems) console.error(`failed: ${problem}`)
  if (model) console.log('\nThe answers of a model, and what it made of planted facts, do not change the exit code.')
  return problems.length === 0 ? 0 : 1
}
