import { MemoryError, shown } from '../errors.ts'
import { comparePaths, missingError, pathSegments, refuseOtherVersion } from '../storage/file-checks.ts'
import type { FileEntry, FileStat, FileStore, StoredText } from '../storage/files.ts'

/** A file as bytes, because offsets are bytes and appending must not copy the content. */
interface HeldFile {
  chunks: Uint8Array[]
  size: number
  generation: number
  change: number
}

const lineBreak = 0x0a

export function createInMemoryFiles(): FileStore {
  const held = new Map<string, HeldFile>()
  const encoder = new TextEncoder()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let changes = 0

  function find(path: string): HeldFile | undefined {
    pathSegments(path)
    return held.get(path)
  }

  function put(path: string, text: string): FileStat {
    refuseClash(held, path)
    const bytes = encoder.encode(text)
    changes += 1
    const file = { chunks: [bytes], size: bytes.length, generation: changes, change: changes }
    held.set(path, file)
    return statOf(file)
  }

  function add(file: HeldFile, text: string): FileStat {
    if (text === '') return statOf(file)
    const endsOpen = file.size > 0 && file.chunks.findLast((chunk) => chunk.length > 0)?.at(-1) !== lineBreak
    const bytes = encoder.encode(endsOpen ? `\n${text}` : text)
    changes += 1
    file.chunks.push(bytes)
    file.size += bytes.length
    file.change = changes
    return statOf(file)
  }

  async function read(path: string): Promise<StoredText | undefined> {
    const file = find(path)
    return file && { text: decoder.decode(merged(file)), ...statOf(file) }
  }

  return {
    read,
    readMany: (paths) => Promise.all(paths.map(read)),
    async readRange(path, start, end) {
      const file = find(path)
      return file ? decoder.decode(merged(file).subarray(Math.max(0, start), Math.max(0, end ?? file.size))) : ''
    },
    async stat(path) {
      const file = find(path)
      return file && statOf(file)
    },
    async write(path, text, options) {
      const file = find(path)
      refuseOtherVersion(path, file && statOf(file).version, options?.ifVersion)
      return put(path, text)
    },
    async append(path, text) {
      const file = find(path)
      return file ? add(file, text) : put(path, text)
    },
    async rename(from, to) {
      const file = find(from)
      pathSegments(to)
      if (!file) throw missingError(from)
      if (from === to) return
      refuseClash(held, to)
      held.delete(from)
      held.set(to, file)
    },
    async list(directory, options) {
      const prefix = directory === '' ? '' : `${pathSegments(directory).join('/')}/`
      const isListed = (path: string): boolean =>
        path.startsWith(prefix) && (options?.deep === true || !path.includes('/', prefix.length))
      const found = [...held].filter(([path]) => isListed(path))
      return found.map(([path, file]): FileEntry => ({ path, ...statOf(file) })).sort(comparePaths)
    },
    async remove(path) {
      if (find(path)) held.delete(path)
    },
  }
}

function statOf(file: HeldFile): FileStat {
  return { size: file.size, version: `${file.generation}.${file.change}`, generation: `${file.generation}` }
}

function merged(file: HeldFile): Uint8Array {
  const [only] = file.chunks
  if (file.chunks.length === 1 && only) return only
  const whole = new Uint8Array(file.size)
  let offset = 0
  for (const chunk of file.chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  file.chunks = [whole]
  return whole
}

/** As on a disk, a file is neither a directory nor in place of one. */
function refuseClash(held: ReadonlyMap<string, HeldFile>, path: string): void {
  if (held.has(path)) return
  const segments = pathSegments(path)
  const belowFile = segments.some((_, index) => index > 0 && held.has(segments.slice(0, index).join('/')))
  if (belowFile || [...held.keys()].some((other) => other.startsWith(`${path}/`)))
    throw new MemoryError('storage-failed', `cannot write ${shown(path)}: a file and a directory would share a name`)
}
