import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Arguments, UsageError } from './arguments.ts'

const demoRoot = dirname(import.meta.dirname)
const markName = 'demo-run.json'

/** The directory that holds one memory for each collection, and how far the run in it has come. */
export interface Workspace {
  directory: string
  /** Whether an earlier run is taken up. */
  isContinued: boolean
  /** The directory of one collection's memory. */
  memoryDirectory(collection: string): string
  /** The directory of the memory that several frameworks share: no collection has one of this name. */
  acrossDirectory: string
  /** The run is complete. */
  finish(): Promise<void>
}

interface Mark {
  /** Which conversation is played here: the hash of its file. */
  conversation: string
  profile: string
  isFinished: boolean
}

/** The file of the conversation to play, as an absolute path. */
export function conversationFile(given: string | undefined): string {
  if (given === undefined) return join(demoRoot, 'conversation', 'ada.json')
  const fromCaller = resolve(callersDirectory(), given)
  return existsSync(fromCaller) ? fromCaller : resolve(given)
}

/**
 * Opens the directory to play in. The demo's own is emptied unless it holds an unfinished run of the same conversation;
 * one that the caller names is only ever emptied on `--fresh`.
 * @throws UsageError for a directory that holds something else
 */
export async function openWorkspace(
  given: Pick<Arguments, 'directory' | 'fresh' | 'profile' | 'ask'>,
  file: string,
): Promise<Workspace> {
  const { profile } = given
  const isOwn = given.directory === undefined
  const directory = isOwn ? join(demoRoot, 'workspace') : resolve(callersDirectory(), given.directory ?? '')
  const conversation = createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
  const mark = await readMark(directory)
  const isSame = mark?.conversation === conversation && mark.profile === profile
  if (given.ask !== undefined && !isSame)
    throw new UsageError(`${directory} holds no run of this conversation to ask: play it first, without --ask`)
  const isEmptied = given.ask === undefined && (given.fresh || (isOwn && !(isSame && mark.isFinished === false)))
  if (!mark && !(await isEmpty(directory)))
    throw new UsageError(`${directory} is no directory of the demo and not empty: choose another --directory`)
  if (mark && !isSame && !isEmptied) {
    const other = mark.conversation === conversation ? `a run with --profile ${mark.profile}` : 'another conversation'
    throw new UsageError(`${directory} holds ${other}: choose another --directory, or add --fresh`)
  }
  if (isEmptied) await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (!isSame || isEmptied) await writeMark(directory, { conversation, profile, isFinished: false })
  return {
    directory,
    isContinued: isSame && !isEmptied,
    memoryDirectory: (collection) => join(directory, folderName(collection)),
    acrossDirectory: join(directory, '_across-frameworks'),
    finish: () => writeMark(directory, { conversation, profile, isFinished: true }),
  }
}

/** Under `npm run demo` the process starts in the demo's folder, while its caller stands at the repository's root. */
function callersDirectory(): string {
  return process.cwd() === demoRoot ? dirname(dirname(demoRoot)) : process.cwd()
}

/** A collection's id as the name of a folder: itself where it is harmless. */
function folderName(id: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,59}$/.test(id)) return id
  const readable = id
    .toLowerCase()
    .slice(0, 40)
    .replaceAll(/[^a-z0-9]+/g, '-')
  return `${readable}~${createHash('sha256').update(id).digest('hex').slice(0, 12)}`
}

async function isEmpty(directory: string): Promise<boolean> {
  if (!existsSync(directory)) return true
  const names = await readdir(directory).catch((error: unknown) => {
    throw new UsageError(`${directory} cannot be used as a directory (${String(error)}): choose another --directory`)
  })
  return names.length === 0
}

async function readMark(directory: string): Promise<Mark | undefined> {
  const file = join(directory, markName)
  if (!existsSync(file)) return undefined
  const text = await readFile(file, 'utf8')
  try {
    const mark: unknown = JSON.parse(text)
    // Marks of before there were profiles name none.
    if (isMark(mark)) return { ...mark, profile: mark.profile ?? 'default' }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  // Killed while it was written: nothing had been played then.
  return { conversation: '', profile: '', isFinished: false }
}

function isMark(value: unknown): value is Omit<Mark, 'profile'> & { profile?: string } {
  return typeof value === 'object' && value !== null && 'conversation' in value && 'isFinished' in value
}

async function writeMark(directory: string, mark: Mark): Promise<void> {
  await writeFile(join(directory, markName), `${JSON.stringify(mark)}\n`)
}
