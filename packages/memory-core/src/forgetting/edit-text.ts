import { MemoryError } from '../errors.ts'
import type { FileStore } from '../storage/files.ts'

const attempts = 3

/**
 * Changes a file, and removes it when nothing is left in it. The edit is made anew when a person saves the file in between;
 * with `dryRun` it is made and not written. No version is kept: what goes is to be gone.
 */
export async function editText(
  files: FileStore,
  path: string,
  edit: (text: string) => string,
  dryRun: boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const stored = await files.read(path)
    if (!stored) return
    const text = edit(stored.text)
    if (dryRun || text === stored.text) return
    try {
      if (text.trim() === '') await files.remove(path)
      else await files.write(path, text, { ifVersion: stored.version })
      return
    } catch (error) {
      const isConflict = MemoryError.isInstance(error) && error.code === 'version-conflict'
      if (!isConflict || attempt === attempts) throw error
    }
  }
}

/** A text without these lines, counted from 0. */
export function withoutLines(text: string, lines: ReadonlySet<number>): string {
  if (lines.size === 0) return text
  return text
    .split('\n')
    .filter((_, line) => !lines.has(line))
    .join('\n')
}
