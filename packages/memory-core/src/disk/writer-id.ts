import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { isRecord, parsedJson } from '../json.ts'
import { placeOf } from './paths.ts'
import { replaceText } from './text-file.ts'

const writerPath = '.daybook/writer.json'

/**
 * The id under which this folder writes into its journals. Created if absent, and replaced if the folder is a copy:
 * then its path or inode differs from the stored one. Call it under the lock of the journals.
 */
export async function writerOf(root: string): Promise<string> {
  const place = `${fs.statSync(root, { bigint: true }).ino} ${root}`
  const known = readWriter(root)
  if (known?.place === place) return known.writer
  const writer = randomBytes(6).toString('base64url')
  await replaceText(root, placeOf(root, writerPath), `${JSON.stringify({ writer, place })}\n`)
  return writer
}

function readWriter(root: string): { writer: string; place: string } | undefined {
  const file = join(root, writerPath)
  // An unreadable text is replaced; nothing is lost with it.
  const found = fs.existsSync(file) ? parsedJson(fs.readFileSync(file, 'utf8')) : undefined
  const { writer, place } = isRecord(found) ? found : {}
  return writer === undefined || place === undefined ? undefined : { writer: String(writer), place: String(place) }
}
