import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files below a directory in whose name or bytes one of these words stands, in any case, as UTF-8 or UTF-16. */
export async function filesWith(directory: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all(files.map(async (file) => ((await holds(file, words)) ? [file] : [])))
  return found.flat().map((file) => file.slice(directory.length + 1))
}

async function holds(file: string, words: readonly string[]): Promise<boolean> {
  const bytes = await readFile(file)
  const text = `${file}\n${bytes.toString('latin1')}`.toLowerCase()
  return words.some((word) => {
    const sought = [Buffer.from(word.toLowerCase()), Buffer.from(word.toLowerCase(), 'utf16le')]
    return sought.some((one) => text.includes(one.toString('latin1')))
  })
}
