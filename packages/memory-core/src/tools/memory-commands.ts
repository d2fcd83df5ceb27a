import { z } from 'zod'
import { MemoryError, type MemoryErrorCode, shown } from '../errors.ts'
import { tell } from '../events.ts'
import { parsedJson } from '../json.ts'
import { isIndexName, safeFilename } from '../notes/note-files.ts'
import type { Notes } from '../notes/notes.ts'
import { normalForm, oneLine } from '../text/plain-text.ts'
import {
  describeFolder,
  insertLine,
  type MemoryFile,
  memoriesRoot,
  numberedLines,
  type ReplacedText,
  replaceOnce,
  snippetOf,
} from './memory-text.ts'
import { type MemoryTool, toolInput } from './tool-definition.ts'

const longestPath = 1000

/**
 * A path as a model writes it → the names below `/memories`, [] for the folder itself. Resolves doubled and trailing
 * slashes, `.` and `..`, so that nothing outside can be addressed.
 * @throws MemoryError `bad-input` for a path that is not below `/memories`
 */
function namesOf(path: string): string[] {
  const names: string[] = []
  const isPlain = path.length <= longestPath && path.startsWith('/') && !/[\\\p{Cc}]/u.test(path) && path.isWellFormed()
  for (const name of isPlain ? path.split('/') : []) {
    if (name === '..' && names.length < 2) throw outsideError(path)
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  const [root, ...below] = names
  if (root !== 'memories') throw outsideError(path)
  return below
}

/** The file name of the note for a path: folders become `~`, and `.md` is added if missing. */
function filenameOf(names: readonly string[]): string {
  const joined = names.join('~')
  return /\.md$/i.test(joined) ? joined : `${joined}.md`
}

/** The path that a model sees: `work~plan.md` is `/memories/work/plan.md`, `prefs.txt.md` is `/memories/prefs.txt`. */
function pathOf(filename: string): string {
  const shownName = filename.replace(/(\.[A-Za-z][A-Za-z0-9]{0,7})\.md$/i, '$1')
  const names = shownName.split('~')
  const isTree = names.every((name) => name !== '' && name !== '.' && name !== '..')
  return `${memoriesRoot}/${isTree ? names.join('/') : shownName}`
}

function outsideError(path: string): MemoryError {
  const message = `invalid path ${shown(path)}: paths lie below /memories, such as /memories/notes.md`
  return new MemoryError('bad-input', message)
}

async function memoryFiles(notes: Pick<Notes, 'list'>) {
  const files = (await notes.list()).map(({ filename, bytes }): MemoryFile => {
    const names = normalForm(pathOf(filename), 'NFC').split('/').slice(2)
    return { filename, names, bytes }
  })
  const byPath = new Map(files.map((file) => [file.names.join('/'), file]))
  const byName = new Map(files.map((file) => [normalForm(file.filename, 'NFC'), file]))
  const below = (names: readonly string[]): MemoryFile[] => {
    const prefix = names.map((name) => `${normalForm(name, 'NFC')}/`).join('')
    return files
      .filter((file) => file.names.length > names.length && file.names.join('/').startsWith(prefix))
      .sort((a, b) => (a.names.join('/') < b.names.join('/') ? -1 : 1))
  }
  const at = (names: readonly string[]): MemoryFile | undefined => byPath.get(normalForm(names.join('/'), 'NFC'))
  return {
    below,
    isFile: (names: readonly string[]): boolean => at(names) !== undefined,
    /** The file at a path, with or without `.md`; undefined if there is none or it is a folder. */
    file(names: readonly string[]): MemoryFile | undefined {
      if (names.length === 0) return undefined
      const found = at(names)
      if (found || below(names).length > 0) return found
      return byName.get(normalForm(filenameOf(names), 'NFC'))
    },
  }
}

export interface MemoryCommandSources {
  notes: Notes
  /** Called with errors that the model did not cause; the model gets a text in any case. */
  onError?: (error: unknown) => void
}

/** Executes one command. Rejects only when the signal is aborted. */
export type MemoryCommands = (command: unknown, options?: { signal?: AbortSignal | undefined }) => Promise<string>

const forTheModel: readonly MemoryErrorCode[] = ['bad-input', 'not-found', 'version-conflict']
/**
 * The six commands of Anthropic's memory tool (`memory_20250818`) over the notes, with the answers of its reference
 * implementation. A file below `/memories` is a note; a folder is a part of its name, with `~` for the slash. A file
 * created without a header gets one: its name, its first line as the description, type `reference`. Any input is
 * answered with a text.
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

type RunCommand = (input: unknown) => Promise<string>

async function run(commands: Readonly<Record<string, RunCommand>>, given: unknown): Promise<string> {
  // Some hosts pass the arguments on as JSON text.
  const input = typeof given === 'string' ? parsedJson(given) : given
  const name = z.object({ command: z.string() }).safeParse(input).data?.command
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command(input)
  return `Error: command is ${oneLine(String(JSON.stringify(name)), 80)}, expected one of ${Object.keys(commands).join(', ')}`
}

function command<Fields extends z.ZodRawShape>(
  name: string,
  fields: Fields,
  run: (input: z.output<z.ZodObject<Fields>>) => Promise<string>,
): RunCommand {
  const schema = z.object(fields)
  return async (input) => run(toolInput(`the command ${name}`, schema, input))
}

const string = z.string()

function commandsOver(notes: Notes): Readonly<Record<string, RunCommand>> {
  async function fileAt(path: string): Promise<MemoryFile | undefined> {
    return (await memoryFiles(notes)).file(namesOf(path))
  }

  const viewed = { path: string, view_range: z.tuple([z.int(), z.int()]).optional() }
  const view = command('view', viewed, async ({ path, view_range: range }) => {
    const names = namesOf(path)
    const files = await memoryFiles(notes)
    const file = files.file(names)
    const below = files.below(names)
    if (!file && (names.length === 0 || below.length > 0)) return describeFolder(names, below)
    const isIndex = names.length === 1 && isIndexName(names[0] ?? '')
    const text = file ? (await notes.read(file.filename))?.text : isIndex ? await notes.index() : undefined
    if (text === undefined) return `The path ${path} does not exist. Please provide a valid path.`
    return numberedLines(path, text, range)
  })

  const create = command('create', { path: string, file_text: string }, async ({ path, file_text: text }) => {
    const names = namesOf(path)
    const files = await memoryFiles(notes)
    const filename = safeFilename(filenameOf(names))
    if (names.length === 0 || files.file(names) || files.below(names).length > 0)
      return `Error: File ${path} already exists`
    const parent = names.findIndex((_, index) => files.isFile(names.slice(0, index)))
    if (parent > 0) return `Error: ${memoriesRoot}/${names.slice(0, parent).join('/')} is a file, not a directory`
    await notes.create(filename, text)
    return `File created successfully at: ${path}`
  })

  const replacement = { path: string, old_str: string, new_str: string.optional() }
  const replace = command('str_replace', replacement, async ({ path, old_str: oldText, new_str: newText = '' }) => {
    const file = await fileAt(path)
    if (!file) return `Error: The path ${path} does not exist. Please provide a valid path.`
    let replaced: ReplacedText | undefined
    await notes.edit(file.filename, (text) => {
      replaced = replaceOnce(path, text, oldText, newText)
      return replaced.text
    })
    const stored = await notes.read(file.filename)
    const edited = 'The memory file has been edited.'
    return replaced && stored ? `${edited}\n${snippetOf(path, stored.text, replaced)}` : edited
  })

  const insertion = { path: string, insert_line: z.int(), insert_text: string }
  const insert = command('insert', insertion, async ({ path, insert_line: at, insert_text: text }) => {
    const file = await fileAt(path)
    if (!file) return `Error: The path ${path} does not exist`
    await notes.edit(file.filename, (before) => insertLine(before, at, text))
    return `The file ${path} has been edited.`
  })

  const remove = command('delete', { path: string }, async ({ path }) => {
    const names = namesOf(path)
    if (names.length === 0) return `Error: ${memoriesRoot} itself cannot be deleted`
    const files = await memoryFiles(notes)
    const file = files.file(names)
    const doomed = file ? [file] : files.below(names)
    if (doomed.length === 0) return `Error: The path ${path} does not exist`
    for (const { filename } of doomed) await notes.delete(filename)
    return `Successfully deleted ${path}`
  })

  const move = command('rename', { old_path: string, new_path: string }, ({ old_path: from, new_path: to }) =>
    rename(notes, from, to),
  )
  return { view, create, str_replace: replace, insert, delete: remove, rename: move }
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

const directoryInput = z.object({
  command: z.enum(['view', 'create', 'str_replace', 'insert', 'delete', 'rename']).describe('What to do.'),
  path: z.string().optional().describe('The file or folder, below /memories. For every command but rename.'),
  view_range: z.array(z.int()).optional().describe('For view: the first and the last line to show, from 1.'),
  file_text: z.string().optional().describe('For create: the text of the file.'),
  old_str: z.string().optional().describe('For str_replace: the text to replace; it must stand there once.'),
  new_str: z.string().optional().describe('For str_replace: what takes its place.'),
  insert_line: z.int().optional().describe('For insert: the line after which the text is put; 0 for the beginning.'),
  insert_text: z.string().optional().describe('For insert: the text.'),
  old_path: z.string().optional().describe('For rename: the file or folder.'),
  new_path: z.string().optional().describe('For rename: its new path.'),
})

/** {@link createMemoryCommands} as one tool, `memory`, for models that do not know Anthropic's memory tool. */
export function memoryDirectoryTool(run: MemoryCommands): MemoryTool {
  return {
    name: 'memory',
    description:
      'Files that last beyond this conversation, below /memories. View the folder before you begin; keep there what later conversations need, and bring it up to date rather than writing it twice. Never store passwords or keys. Example: {"command":"view","path":"/memories"}',
    inputSchema: directoryInput,
    writes: true,
    execute: (input, options) => run(input, options),
  }
}
