import { parseArgs } from 'node:util'
import type { ProfileName } from '@daybook/memory-core'

/** What the demo was asked to do. */
export interface Arguments {
  /** The conversation file as it was written; undefined for the demo's own. */
  conversation: string | undefined
  /** Where the memories live; undefined for the demo's own workspace. */
  directory: string | undefined
  fresh: boolean
  /** How the memory behaves: a named set of its options. */
  profile: ProfileName
  /** An OpenAI-compatible server in place of the offline model. */
  model: ModelAddress | undefined
  /** The most tokens of a context block. */
  budget: number
  /** How many messages a session holds before it is consolidated; undefined for the memory's own default. */
  window: number | undefined
  /** A question of one's own about what is remembered; nothing is played. */
  ask: string | undefined
  quiet: boolean
  verbose: boolean
  help: boolean
}

/** Where a model answers. */
export interface ModelAddress {
  url: string
  name: string
}

/** Arguments that cannot be understood: the message is for the person who typed them. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The context budget unless another is given. */
export const defaultBudget = 3000

/** The profiles that can be played. */
export const profileNames: readonly ProfileName[] = ['default', 'grip', 'index', 'autobot', 'cognitive', 'neoclaw']

const options = {
  conversation: { type: 'string' },
  directory: { type: 'string' },
  fresh: { type: 'boolean', default: false },
  profile: { type: 'string' },
  model: { type: 'string' },
  'model-name': { type: 'string' },
  budget: { type: 'string' },
  window: { type: 'string' },
  ask: { type: 'string' },
  quiet: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** What `--help` prints. */
export const usage = `Plays a conversation with a model that remembers, asks about it in a new process, shows where the answers stand.

  npm run demo -- [options]

  --conversation FILE   the conversation to play (default: apps/demo/conversation/ada.json)
  --directory DIR       where the memories live; a run that was cut short goes on there, a complete one is only
                        asked again (default: apps/demo/workspace, emptied when the run in it is complete)
  --fresh               empty the directory first (only one in which the demo has played)
  --profile NAME        how the memory behaves (default: default). The others reproduce the systems of the seed documents:
                        ${profileNames.join(', ')}. See the README for what each plays and promises
  --model URL           an OpenAI-compatible server; it answers, and it consolidates. Its answers never change
  --model-name NAME     the exit code. Both are needed
  --budget N            the most tokens of a context block (default: ${defaultBudget})
  --window N            messages before a session is consolidated (default: the memory's own)
  --ask TEXT            play nothing: ask this of what is remembered
  --quiet               print the figures only
  --verbose             print every question with its context, what is on disk, and the figures
  --help                print this

Exit code: 0 when all went well; 1 when a planted fact is not where the profile promises it, a context exceeds its
budget or the memory failed; 2 for arguments that cannot be. Promised is, with \`default\`, that each planted fact is in
the context of its question; with \`index\`, that the note made of it is; with \`index\`, \`grip\` and \`cognitive\`, that
nothing is lost of what was written down. The demo's own conversation has, with \`default\`, a part with several
frameworks besides, all of which must be given what was corrected.`

/**
 * Reads the command line.
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): Arguments {
  const { values } = parsed(args)
  return {
    conversation: values.conversation,
    directory: values.directory,
    fresh: values.fresh,
    profile: profileOf(values.profile),
    model: modelOf(values.model, values['model-name']),
    budget: wholeNumber('--budget', values.budget) ?? defaultBudget,
    window: wholeNumber('--window', values.window),
    ask: values.ask,
    quiet: values.quiet,
    verbose: values.verbose,
    help: values.help,
  }
}

function parsed(args: readonly string[]): ReturnType<typeof parseArgs<{ args: string[]; options: typeof options }>> {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [sentence = ''] = error.message.split(/\.?\n|\. /)
    throw new UsageError(`${sentence}. --help lists what there is.`)
  }
}

function modelOf(url: string | undefined, name: string | undefined): ModelAddress | undefined {
  if (url === undefined && name === undefined) return undefined
  if (url === undefined || name === undefined || name === '')
    throw new UsageError(
      '--model and --model-name belong together: --model http://127.0.0.1:11434/v1 --model-name NAME',
    )
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    throw new UsageError(`--model is ${JSON.stringify(url)}, expected a URL such as http://127.0.0.1:11434/v1`)
  return { url, name }
}

function profileOf(text = 'default'): ProfileName {
  const profile = profileNames.find((name) => name === text)
  if (profile) return profile
  throw new UsageError(`--profile is ${JSON.stringify(text)}, expected one of ${profileNames.join(', ')}`)
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`${option} is ${JSON.stringify(text)}, expected a whole number such as 3000`)
}
