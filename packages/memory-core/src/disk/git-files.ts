import fs from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileStore } from '../storage/files.ts'

/** What git ignores: files that are derived from the text files, or concern this copy alone. */
const ignored = `# Made anew from the text files, or about this copy alone.
/state/
/.daybook/*
!/.daybook/key
/receipts/
RECORDS.md
`

/** Lines that both sides added are all kept; Daybook sorts them. Notes and knowledge.json conflict like any text. */
const attributes = `# Lines that two copies have added are all kept: Daybook puts them in order.
MEMORY.md merge=union text eol=lf
HISTORY*.md merge=union text eol=lf
*.jsonl merge=union text eol=lf
*.md text eol=lf
*.json text eol=lf
`

/** Prepares a new memory for git: writes `.gitignore` and `.gitattributes` into an empty folder. */
export async function prepareForGit(root: string, files: FileStore): Promise<void> {
  if (!isEmpty(root)) return
  await files.write('.gitignore', ignored)
  await files.write('.gitattributes', attributes)
}

function isEmpty(directory: string): boolean {
  try {
    return fs.readdirSync(directory).length === 0
  } catch {
    return false // opening it will report the error
  }
}

/** The git directory that a folder belongs to, its own or one above it. */
export function gitFolder(directory: string): string | undefined {
  const git = join(directory, '.git')
  if (fs.existsSync(git)) return git
  return dirname(directory) === directory ? undefined : gitFolder(dirname(directory))
}
