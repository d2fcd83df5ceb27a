import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

let turn = 0

/** A token of the form of GitHub's, another one at each call: in no file of this repository. */
export function newSecret(): string {
  turn += 1
  const digits = turn.toString(36).padStart(4, '0')
  return `gh${'p_'}${`Zq7wKx3Bf9${digits}`.repeat(3).slice(0, 36)}`
}

/** Which of the texts stand in the files below a directory, in whatever case: the index keeps words in small letters. */
export async function foundBelow(directory: string, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found: string[] = []
  for (const file of files) {
    const bytes = `${file.slice(directory.length)}\n${await bytesOf(file)}`.toLowerCase()
    for (const text of texts)
      if (bytes.includes(text.toLowerCase().slice(4))) found.push(`${text} in ${file.slice(directory.length + 1)}`)
  }
  return found
}

/** A temporary file of a write under way may be gone by now; what it became is found at the next look. */
async function bytesOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
