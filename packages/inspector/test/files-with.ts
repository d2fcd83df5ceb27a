import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files below a directory in whose bytes one of these words stands. */
export async function filesWith(directory: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')))
  return files.filter((_, at) => words.some((word) => texts[at]?.includes(word)))
}
