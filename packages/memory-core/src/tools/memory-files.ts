import { normalForm } from '../normal-form.ts'
import type { Notes } from '../notes/notes.ts'
import { filenameOf, memoriesRoot, pathOf, printedSize } from './memory-paths.ts'

/** A note as a file below `/memories`. */
export interface MemoryFile {
  filename: string
  /** The names of its path below `/memories`. */
  names: readonly string[]
  bytes: number
}

/** The notes as a tree of files. */
export interface MemoryFiles {
  /** The file at a path, also without its `.md`; undefined when there is none, or a folder. */
  file(names: readonly string[]): MemoryFile | undefined
  /** Whether a file is shown at exactly this path. */
  isFile(names: readonly string[]): boolean
  /** The files below a folder, sorted by path. */
  below(names: readonly string[]): MemoryFile[]
}

const mostLines = 500

/** Lists the notes once. */
export async function memoryFiles(notes: Pick<Notes, 'list'>): Promise<MemoryFiles> {
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
    isFile: (names) => at(names) !== undefined,
    file(names) {
      if (names.length === 0) return undefined
      const found = at(names)
      if (found || below(names).length > 0) return found
      return byName.get(normalForm(filenameOf(names), 'NFC'))
    },
  }
}

/** A folder with its files and folders, two levels deep, each with its size. */
export function describeFolder(names: readonly string[], files: readonly MemoryFile[]): string {
  const folder = [memoriesRoot, ...names].join('/')
  const sizes = new Map<string, number>([[folder, 0]])
  for (const file of files) {
    const deepest = Math.min(file.names.length, names.length + 2)
    for (let depth = names.length; depth <= deepest; depth++) {
      const path = [memoriesRoot, ...file.names.slice(0, depth)].join('/')
      sizes.set(path, (sizes.get(path) ?? 0) + file.bytes)
    }
  }
  const lines = [...sizes].map(([path, bytes]) => `${printedSize(bytes)}\t${path}`)
  const left = lines.length - mostLines
  const more = left > 0 ? [`... (${left} more; view a folder, or memory_view with target "files")`] : []
  return [
    `Here're the files and directories up to 2 levels deep in ${folder}, excluding hidden items and node_modules:`,
    ...lines.slice(0, mostLines),
    ...more,
  ].join('\n')
}
