import { z } from 'zod'
import { MemoryError, type MemoryErrorCode } from '../errors.ts'
import { isIndexName, safeFilename } from '../notes/note-names.ts'
import type { Notes } from '../notes/notes.ts'
import { oneLine } from '../text/one-line.ts'
import { describeFolder, type MemoryFile, memoryFiles } from './memory-files.ts'
import { filenameOf, memoriesRoot, namesOf } from './memory-paths.ts'
import { insertLine, numberedLines, type ReplacedText, replaceOnce, snippetOf } from './memory-text.ts'

/** What the commands work on. */
export interface MemoryCommandSources {
  notes: Notes
  /** Told of errors that are no fault of the model; the model is answered a text all the same. */
  onError?: (error: unknown) => void
}

/** Answers one command. Rejects only when the signal is aborted. */
export type MemoryCommands = (command: unknown, options?: { signal?: AbortSignal | undefined }) => Promise<string>

const forTheModel: readonly MemoryErrorCode[] = ['bad-input', 'not-found', 'version-conflict']
const line = z.int()
const schemas = {
  view: z.object({ path: z.string(), view_range: z.tuple([line, line]).nullish() }),
  create: z.object({ path: z.string(), file_text: z.string() }),
  str_replace: z.object({ path: z.string(), old_str: z.string(), new_str: z.string().nullish() }),
  insert: z.object({ path: z.string(), insert_line: line, insert_text: z.string() }),
  delete: z.object({ path: z.string() }),
  rename: z.object({ old_path: z.string(), new_path: z.string() }),
}
type Commands = { [Name in keyof typeof schemas]: (input: z.infer<(typeof schemas)[Name]>) => Promise<string> }

/**
 * The six commands of Anthropic's memory tool (`memory_20250818`) over the notes, with the answers of its reference.
 * A file below `/memories` is a note; a folder is a part of its name, with `~` for the slash. A file that is made without
 * a header is given one: its name, its first line as the description, type `reference`. Whatever a model writes, the
 * answer is a text.
 */
export function createMemoryCommands({ notes, onError }: MemoryCommandSources): MemoryCommands {
  const commands = commandsOver(notes)
  return async (command, options) => {
    options?.signal?.throwIfAborted()
    try {
      return await run(commands, command)
    } catch (error) {
      const isKnown = MemoryError.isInstance(error)
      if (!isKnown || !forTheModel.includes(error.code)) tell(onError, error)
      if (!isKnown) return 'Error: the memory failed inside; nothing is wrong with the command. Go on without it.'
      return error.message.startsWith('No replacement ') ? error.message : `Error: ${error.message}`
    }
  }
}

function tell(onError: MemoryCommandSources['onError'], error: unknown): void {
  try {
    onError?.(error)
  } catch {
    // A listener that throws does not keep the answer from the model.
  }
}

async function run(commands: Commands, given: unknown): Promise<string> {
  const input = readInput(given)
  const name = z.object({ command: z.string() }).safeParse(input).data?.command
  switch (name) {
    case 'view':
      return parsed(schemas.view, input, commands.view)
    case 'create':
      return parsed(schemas.create, input, commands.create)
    case 'str_replace':
      return parsed(schemas.str_replace, input, commands.str_replace)
    case 'insert':
      return parsed(schemas.insert, input, commands.insert)
    case 'delete':
      return parsed(schemas.delete, input, commands.delete)
    case 'rename':
      return parsed(schemas.rename, input, commands.rename)
    default:
      return `Error: command is ${oneLine(String(JSON.stringify(name)), 80)}, expected one of ${Object.keys(schemas).join(', ')}`
  }
}

async function parsed<T>(schema: z.ZodType<T>, input: unknown, fn: (input: T) => Promise<string>): Promise<string> {
  const result = schema.safeParse(input)
  if (result.success) return fn(result.data)
  const issues = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return `Error: the command cannot be used: ${oneLine(issues.join('; '), 500)}`
}

/** Some hosts hand the arguments over as they came from the model: as JSON. */
function readInput(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function commandsOver(notes: Notes): Commands {
  async function fileAt(path: string): Promise<MemoryFile | undefined> {
    return (await memoryFiles(notes)).file(namesOf(path))
  }

  return {
    async view({ path, view_range: range }) {
      const names = namesOf(path)
      const files = await memoryFiles(notes)
      const file = files.file(names)
      const below = files.below(names)
      if (!file && (names.length === 0 || below.length > 0)) return describeFolder(names, below)
      const text = file ? (await notes.read(file.filename))?.text : isIndexPath(names) ? await notes.index() : undefined
      if (text === undefined) return `The path ${path} does not exist. Please provide a valid path.`
      return numberedLines(path, text, range ?? undefined)
    },
    async create({ path, file_text: text }) {
      const names = namesOf(path)
      const files = await memoryFiles(notes)
      const filename = safeFilename(filenameOf(names))
      if (names.length === 0 || files.file(names) || files.below(names).length > 0)
        return `Error: File ${path} already exists`
      const parent = names.findIndex((_, index) => files.isFile(names.slice(0, index)))
      if (parent > 0) return `Error: ${memoriesRoot}/${names.slice(0, parent).join('/')} is a file, not a directory`
      await notes.create(filename, text)
      return `File created successfully at: ${path}`
    },
    async str_replace({ path, old_str: oldText, new_str: newText }) {
      const file = await fileAt(path)
      if (!file) return `Error: The path ${path} does not exist. Please provide a valid path.`
      let replaced: ReplacedText | undefined
      await notes.edit(file.filename, (text) => {
        replaced = replaceOnce(path, text, oldText, newText ?? '')
        return replaced.text
      })
      const stored = await notes.read(file.filename)
      const edited = 'The memory file has been edited.'
      return replaced && stored ? `${edited}\n${snippetOf(path, stored.text, replaced)}` : edited
    },
    async insert({ path, insert_line: at, insert_text: text }) {
      const file = await fileAt(path)
      if (!file) return `Error: The path ${path} does not exist`
      await notes.edit(file.filename, (before) => insertLine(before, at, text))
      return `The file ${path} has been edited.`
    },
    async delete({ path }) {
      const names = namesOf(path)
      if (names.length === 0) return `Error: ${memoriesRoot} itself cannot be deleted`
      const files = await memoryFiles(notes)
      const file = files.file(names)
      const doomed = file ? [file] : files.below(names)
      if (doomed.length === 0) return `Error: The path ${path} does not exist`
      for (const { filename } of doomed) await notes.delete(filename)
      return `Successfully deleted ${path}`
    },
    rename: ({ old_path: from, new_path: to }) => rename(notes, from, to),
  }
}

async function rename(notes: Notes, from: string, to: string): Promise<string> {
  const [source, target] = [namesOf(from), namesOf(to)]
  if (source.length === 0 || target.length === 0) return `Error: ${memoriesRoot} itself cannot be renamed or replaced`
  const files = await memoryFiles(notes)
  const file = files.file(source)
  const moved = file ? [file] : files.below(source)
  if (moved.length === 0) return `Error: The path ${from} does not exist`
  if (files.file(target) || files.below(target).length > 0) return `Error: The destination ${to} already exists`
  if (!file && source.every((name, index) => target[index] === name))
    return `Error: ${from} cannot be moved into itself`
  const steps = moved.map(({ filename, names }) => ({
    filename,
    target: safeFilename(filenameOf(file ? target : [...target, ...names.slice(source.length)])),
  }))
  for (const step of steps) await notes.rename(step.filename, step.target)
  return `Successfully renamed ${from} to ${to}`
}

function isIndexPath(names: readonly string[]): boolean {
  return names.length === 1 && isIndexName(names[0] ?? '')
}
