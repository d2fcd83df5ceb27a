import fs from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileStore } from '../storage/files.ts'

/** What git need not know: everything in it is made anew from the text files, or is about this copy alone. */
const ignored = `# Made anew from the text files, or about this copy alone.
/state/
/.daybook/*
!/.daybook/key
/receipts/
RECORDS.md
`

/** Lines that both sides have added are kept, both; Daybook puts them in order. Notes and knowledge.json conflict as any text does. */
const attributes = `# Lines that two copies have added are all kept: Daybook puts them in order.
MEMORY.md merge=union text eol=lf
HISTORY*.md merge=union text eol=lf
*.jsonl merge=union text eol=lf
*.md text eol=lf
*.json text eol=lf
`

/** Prepares a new memory for git: writes `.gitignore` and `.gitattributes` into a folder in which nothing is. */
export async function prepareForGit(root: string, files: FileStore): Promise<void> {
  if (!isEmpty(root)) return
  await files.write('.gitignore', ignored)
  await files.write('.gitattributes', attributes)
}

function isEmpty(directory: string): boolean {
  try {
    return fs.readdirSync(directory).length === 0
  } catch {
    return false // what cannot be read is refused by whoever opens it
  }
}

/** The git folder that a directory belongs to, its own or one above; undefined when there is none. */
export function gitFolder(directory: string): string | undefined {
  const git = join(directory, '.git')
  if (fs.existsSync(git)) return git
  return dirname(directory) === directory ? undefined : gitFolder(dirname(directory))
}
