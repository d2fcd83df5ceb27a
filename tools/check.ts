import { join } from 'node:path'
import { checkConversation } from './conversation.ts'
import { checkDecisions } from './decisions.ts'
import { checkGuarantees } from './guarantees.ts'
import { checkLayering } from './layering.ts'
import { checkMetadata } from './metadata.ts'
import { checkPackages } from './packages.ts'
import { checkPublish } from './publish.ts'
import { checkRequirements } from './requirements.ts'
import { checkSamples } from './samples.ts'
import { checkSizes } from './sizes.ts'
import { checkWalks } from './walks.ts'
import { checkWords } from './words.ts'
import { checkWorkerEntry } from './worker-entry.ts'
import { brokeOff } from './workspace/run.ts'
import { type Check, readWorkspace, type Workspace } from './workspace/workspace.ts'

// Runs every check but the rehearsal, or those named on the command line: npm run check -- layering samples
// They run at the same time, because some wait for programs, and each is reported when it ends.
const checks: Readonly<Record<string, Check>> = {
  conversation: checkConversation,
  layering: checkLayering,
  walks: checkWalks,
  sizes: checkSizes,
  words: checkWords,
  decisions: checkDecisions,
  metadata: checkMetadata,
  packages: checkPackages,
  'worker-entry': checkWorkerEntry,
  samples: checkSamples,
  requirements: checkRequirements,
  guarantees: checkGuarantees,
  publish: checkPublish,
}

/** Runs only if named, because it takes minutes and installs a registry and five runtimes. */
const onlyByName: ReadonlySet<string> = new Set(['publish'])

interface Outcome {
  notes: readonly string[]
  findings: readonly string[]
}

const outcomeOf = async (check: Check, workspace: Workspace): Promise<Outcome> => {
  const notes: string[] = []
  try {
    return { notes, findings: await check({ ...workspace, note: (line) => notes.push(line) }) }
  } catch (error) {
    return { notes, findings: brokeOff('the check')(error) }
  }
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(checks, name))
if (unknown.length > 0) {
  console.error(`no check is called ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}`)
  process.exit(2)
}

const workspace = await readWorkspace(join(import.meta.dirname, '..'), () => undefined)
let failed = 0
const chosen = Object.entries(checks).filter(([name]) =>
  names.length === 0 ? !onlyByName.has(name) : names.includes(name),
)
const report = (name: string, { notes, findings }: Outcome): void => {
  for (const line of notes) console.log(`   ${line}`)
  if (findings.length === 0) {
    console.log(`ok ${name}`)
    return
  }
  failed += 1
  console.log(`FAILED ${name}: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`)
  for (const finding of findings) console.log(`   ${finding}`)
}
await Promise.all(chosen.map(async ([name, check]) => report(name, await outcomeOf(check, workspace))))
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
