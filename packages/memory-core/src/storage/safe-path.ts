import { MemoryError, shown } from '../errors.ts'

/**
 * A path of the {@link FileStore} → its segments, all of them plain names.
 * @throws MemoryError `bad-input` for a path that is absolute or empty, has a `..`, `.` or empty segment, a backslash,
 * a NUL or a lone surrogate
 */
export function pathSegments(path: string): string[] {
  const segments = typeof path === 'string' ? path.split('/') : []
  const plain = segments.length > 0 && segments.every((name) => name !== '' && name !== '.' && name !== '..')
  if (plain && !path.includes('\\') && !path.includes('\0') && path.isWellFormed()) return segments
  throw new MemoryError(
    'bad-input',
    `path is ${shown(path)}, expected a relative path of plain names such as "memory/MEMORY.md"; make names out of ids with safeName`,
  )
}

/** The order of listings: by code unit, the same on every machine. */
export function comparePaths(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
