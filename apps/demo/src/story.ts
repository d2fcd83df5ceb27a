import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { styleText } from 'node:util'
import type { Answers, AskedReport } from './ask.ts'
import type { Collection } from './conversation.ts'
import { cut } from './cut.ts'
import type { Figures } from './figures.ts'
import { asSaid } from './place.ts'

/** The questions that the demo's own conversation is shown with: a rule, a change, a date, a dose, and one too hard for quoting. */
const toldQuestions: readonly string[] = ['ada-q01', 'ada-q05', 'ada-q16', 'ada-q26', 'ada-q25']
const mostQuestions = 5
const widest = 110

/** What has been played. */
export function describeBeginning({ id, sittings }: Collection): string {
  const turns = sittings.flatMap((sitting) => sitting.turns).length
  return `${styleText('bold', id)}: ${turns} messages in ${sittings.length} sessions of a year, told to an assistant that remembers. Then a new process,\nwhich knows only the files, asks. What answers can only quote: no model, no key, no network.\n`
}

/** Five questions, each with the answer and the line of the file that it came from. */
export function describeQuestions(collection: Collection, asked: readonly AskedReport[]): string {
  const chosen = toldQuestions.flatMap((id) => asked.find((one) => one.id === id) ?? [])
  return (chosen.length > 0 ? chosen : asked.slice(0, mostQuestions))
    .map((one) => describeAnswer(one, collection.questions.find(({ id }) => id === one.id)?.answer))
    .join('\n')
}

/** One answer; with words that should stand in it, whether it is right. */
export function describeAnswer({ text, answer, place, saysPlanted }: AskedAnswer, planted?: string): string {
  const isRight = planted === undefined || saysPlanted
  const wrong = isRight ? '' : styleText('red', `  wrong: it should say "${planted}"`)
  const said = place === undefined ? answer : asSaid(answer)
  return [
    `${planted === undefined ? '?' : isRight ? styleText('green', '✓') : styleText('red', '✗')} ${text}`,
    `    ${styleText('bold', cut(said, widest))}`,
    `    ${styleText('dim', place ?? 'on no line of its own')}${wrong}`,
  ].join('\n')
}

type AskedAnswer = Pick<AskedReport, 'text' | 'answer' | 'place' | 'saysPlanted'>

/** What it came to, in two lines. */
export function describeWhole({ asked, conversationTokens, asking }: Figures): string {
  const planted = asked.filter(({ hasPlanted }) => hasPlanted !== undefined)
  const tokens = asking.reduce((sum, one) => sum + one.tokens, 0) / Math.max(1, asking.length)
  const [right, given] = [count(planted, ({ saysPlanted }) => saysPlanted), count(planted, hasIt)]
  return `\nAll ${planted.length} questions: the fact was in the prompt ${given} times, in the quoted answer ${right} times. A prompt had ${tokens.toFixed(0)}\ntokens of memory; the whole conversation has ${conversationTokens}. (--verbose shows each.)`
}

const hasIt = ({ hasPlanted }: AskedReport): boolean => hasPlanted === true

function count<Value>(values: readonly Value[], is: (value: Value) => boolean): number {
  return values.filter(is).length
}

const folders = {
  'memory/MEMORY.md': 'what is always worth knowing: one line each, edit it',
  'memory/HISTORY': 'what happened, month by month',
  'memory/RECORDS.md': 'what was captured, with its source',
  'sessions/': 'the conversations, one message a line',
  'receipts/': 'what each prompt was told, and why',
  'journal/': 'every record and item, one operation a line',
  'state/': 'databases, made of the files above: delete them when you like',
}

/** The folder as a person sees it first. */
export async function describeFolder(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
  const rows = Object.entries(folders).flatMap(([beginning, what]) => {
    const held = files.filter((file) => file.startsWith(beginning)).length
    const name = beginning.includes('.') || beginning.endsWith('/') ? beginning : `${beginning}-*.md`
    return held === 0 ? [] : [`  ${name.padEnd(22)}${what}${held > 1 ? ` (${held} files)` : ''}`]
  })
  return [`\n${styleText('bold', shown(directory))}`, ...rows].join('\n')
}

/** How to change what is remembered, and to see that it counts; `played` is the directory that the demo was given. */
export function describeNext(directory: string, { asked }: Pick<Answers, 'asked'>, played?: string): string {
  const first = toldQuestions.flatMap((id) => asked.find((one) => one.id === id) ?? [])[0]
  const [file, line] = first?.place?.split(':') ?? []
  if (first === undefined || file !== 'memory/MEMORY.md') return ''
  return [
    `\nYou are the editor. Change ${first.place}, and ask again:`,
    styleText('cyan', `  perl -pi -e 's/pnpm/yarn/ if $. == ${line}' ${shown(join(directory, file))}`),
    styleText('cyan', `  npm run demo -- ${played === undefined ? '' : `--directory ${played} `}--ask "${first.text}"`),
  ].join('\n')
}

/** A path relative to the root of the repository. */
function shown(path: string): string {
  const root = join(import.meta.dirname, '..', '..', '..')
  const inside = relative(root, path)
  return inside.startsWith('..') ? path : inside
}
