import { MemoryError, shown } from '../errors.ts'

/** The folder in which a model sees its memory files. */
export const memoriesRoot = '/memories'

const longestPath = 1000

/**
 * A path as a model writes it → the names below `/memories`, [] for the folder itself. Doubled and trailing slashes, `.`
 * and `..` are worked out name by name, so that nothing outside is ever meant.
 * @throws MemoryError `bad-input` for a path that does not lie below `/memories`
 */
export function namesOf(path: string): string[] {
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

/** The file name of the note that stands for a path: folders become `~`, and `.md` is added when it is missing. */
export function filenameOf(names: readonly string[]): string {
  const joined = names.join('~')
  return /\.md$/i.test(joined) ? joined : `${joined}.md`
}

/** The path under which a model sees a note: `work~plan.md` is `/memories/work/plan.md`, `prefs.txt.md` is `/memories/prefs.txt`. */
export function pathOf(filename: string): string {
  const shownName = filename.replace(/(\.[A-Za-z][A-Za-z0-9]{0,7})\.md$/i, '$1')
  const names = shownName.split('~')
  const isTree = names.every((name) => name !== '' && name !== '.' && name !== '..')
  return `${memoriesRoot}/${isTree ? names.join('/') : shownName}`
}

/** A size as listings show it: `1.5K`, `2.0M`. */
export function printedSize(bytes: number): string {
  return bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)}K` : `${(bytes / 1_048_576).toFixed(1)}M`
}

function outsideError(path: string): MemoryError {
  return new MemoryError(
    'bad-input',
    `invalid path ${shown(path)}: paths lie below /memories, such as /memories/notes.md`,
  )
}
