import type { StoredRecord } from '../storage/records.ts'
import { bullet, plainText, readBullet, title, unescapedPage } from './print-records.ts'
import { recordText } from './record-text.ts'

/** What a person asks for by editing RECORDS.md. */
export interface PageCommands {
  /** The ids of the records whose lines were removed. */
  archive: readonly string[]
  /** The new texts of statements, by id. */
  change: ReadonlyMap<string, string>
}

/** So few records may all be removed at once. */
const fewRecords = 20

/**
 * Reads an edited page as commands. `listed` are the records that it showed and that have not changed since. What a
 * procedure consists of, and texts that the page cuts, cannot be changed there; removing their lines archives them. A page
 * without its title, or of which most is gone, was damaged and asks for nothing.
 */
export function commandsOf(page: string, listed: readonly StoredRecord[]): PageCommands {
  const lines = page.split('\n').map((line) => line.trimEnd())
  const whole = new Set(lines)
  const texts = new Set(lines.map((line) => line.slice(0, Math.max(0, line.lastIndexOf(' (record')))))
  const edited = new Map<string, string>()
  for (const line of lines) {
    const read = readBullet(line)
    if (read) edited.set(read.id, read.text)
  }
  const archive: string[] = []
  const change = new Map<string, string>()
  for (const record of listed) {
    if (whole.has(bullet(record))) continue
    const text = edited.get(plainText(record.id))
    // A line that still has the text and lost what stands behind it was not removed.
    if (text === undefined && texts.has(`- ${plainText(recordText(record))}`)) continue
    if (text === undefined) archive.push(record.id)
    else if (isChangeable(record) && text !== plainText(record.text)) change.set(record.id, unescapedPage(text).trim())
  }
  // What is left of a torn page asks for nothing.
  const isTorn = lines[0] !== title || archive.length * 2 > Math.max(listed.length, fewRecords)
  if (isTorn) return { archive: [], change: new Map() }
  return { archive, change: new Map([...change].filter(([, text]) => text !== '')) }
}

/** Whether the page shows the text and nothing else of the record. */
function isChangeable(record: StoredRecord): boolean {
  const shown = recordText(record)
  return record.kind !== 'procedural' && shown === record.text && unescapedPage(plainText(shown)) === shown
}
