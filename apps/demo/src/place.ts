import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** What memory adds in front of and behind a sentence when it tells it: who said it, or of what kind it is, and when. */
const added = /^\([^()]*\) | \(\d{4}-\d{2}-\d{2}\)$/g

/** A remembered sentence as it was said. */
export function asSaid(told: string): string {
  return told.replaceAll(added, '').trim()
}

/** The pages for people first, then the conversations. */
const order = ['memory/MEMORY.md', 'memory/', '.memory/', 'sessions/']

/** Where a remembered sentence stands, as `memory/MEMORY.md:7`; undefined when no file has it on one line. */
export async function placeOf(told: string, directory: string): Promise<string | undefined> {
  const said = asSaid(told)
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && /\.(md|jsonl)$/.test(entry.name))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
  for (const beginning of order) {
    for (const file of files.filter((name) => name.startsWith(beginning)).sort()) {
      const lines = (await readFile(join(directory, file), 'utf8')).split('\n')
      // As JSON writes it: a conversation is a file of JSON lines.
      const written = file.endsWith('.jsonl') ? JSON.stringify(said).slice(1, -1) : said
      const at = lines.findIndex((line) => line.toLowerCase().includes(written.toLowerCase().replace(/\.$/, '')))
      if (at >= 0) return `${file}:${at + 1}`
    }
  }
  return undefined
}
