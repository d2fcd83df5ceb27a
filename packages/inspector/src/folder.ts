import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

interface Entry {
  path: string
  size: number
  changedMs: number
}

/** Derived files, which may also change when something is read. */
const derived = /^(?:.*\/)?(?:state\/|\.daybook\/(?:[^/]*\.db|writer\.json))/

function entriesOf(folder: string): Entry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const file = join(entry.parentPath, entry.name)
    const stat = statSync(file, { throwIfNoEntry: false })
    return stat ? [{ path: relative(folder, file).split(sep).join('/'), size: stat.size, changedMs: stat.mtimeMs }] : []
  })
}

/** A text that changes whenever a file of the folder is changed, created or removed. Costs one stat of each file. */
export function folderVersion(folder: string): string {
  const entries = entriesOf(folder).filter(({ path }) => !derived.test(path) && !path.endsWith('-shm'))
  const newest = entries.reduce((most, { changedMs }) => Math.max(most, changedMs), 0)
  const bytes = entries.reduce((sum, { size }) => sum + size, 0)
  return `${entries.length}-${bytes}-${newest}`
}

/** The bytes of each part of a memory; of many memories, their sums. */
export function folderSizes(folder: string): Record<string, number> {
  const sizes: Record<string, number> = {}
  for (const { path, size } of entriesOf(folder)) {
    const part = partOf(path)
    sizes[part] = (sizes[part] ?? 0) + size
  }
  return sizes
}

const parts: readonly (readonly [string, RegExp])[] = [
  ['derived: index and pages', /(?:^|\/)state\//],
  ['records and items', /(?:^|\/)journal\//],
  ["Daybook's own", /(?:^|\/)\.daybook\//],
  ['conversations', /(?:^|\/)sessions\//],
  ['receipts', /(?:^|\/)receipts\//],
  ['earlier versions', /(?:^|\/)memory\/\.versions\//],
  ['notes', /(?:^|\/)\.memory\//],
  ['documents', /(?:^|\/)memory\//],
]

function partOf(path: string): string {
  return parts.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other files'
}

/** The time of the last forgetting in a memory's folder; undefined if there was none, or if it is unknown. */
export function lastForgotten(folder: string): string | undefined {
  try {
    const { at }: { at?: unknown } = JSON.parse(
      readFileSync(join(folder, '.daybook', 'consolidation', 'forgotten.json'), 'utf8'),
    )
    return typeof at === 'string' ? at : undefined
  } catch {
    return undefined // there is none
  }
}
