import type { MemoryRecord } from '../storage/records.ts'
import { contentHash } from '../text/content-hash.ts'
import { statementKey } from '../text/statement-key.ts'

/** What makes a record the one that it is. */
export type Identity = Pick<MemoryRecord, 'kind' | 'type' | 'scope' | 'text' | 'name' | 'outcome' | 'createdAt'>

const idLength = 20

/**
 * The same for the same statement of one type and scope, whatever its case and punctuation; for procedures of one name;
 * and for one event of one moment and outcome. Signs inside words count: "C++" is not "C".
 */
export function identityOf({ kind, type, scope = '', text, name = '', outcome = '', createdAt }: Identity): string {
  if (kind === 'procedural') return contentHash(JSON.stringify([kind, name]))
  if (kind === 'episodic') return contentHash(JSON.stringify([kind, type, scope, text, outcome, createdAt]))
  const key = statementKey(text)
  return contentHash(JSON.stringify([kind, type, scope, key === '' ? text : key, ...signedWords(text)]))
}

/**
 * The id of a record that is learned, the same each time. With a higher `turn` another one: a record keeps its id when
 * its text is changed, so that the id of the old text may be taken.
 */
export function recordId(identity: string, turn: number): string {
  return `record:${identity.slice(0, idLength)}${turn === 0 ? '' : `-${turn}`}`
}

/** The words that differ from others only in signs, such as "c++", ".net" and "1.5". */
function signedWords(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/).map(withoutFrame)
  return words.filter((word) => /[^\p{L}\p{N}]/u.test(word) && /[\p{L}\p{N}]/u.test(word))
}

const opening: ReadonlySet<string> = new Set('"\'`“”‘’«»„([{*_¿¡')
const closing: ReadonlySet<string> = new Set('"\'`“”‘’«»)]}*_.,;:!?…。，！？、；：')

/** A word without the quotes, brackets and punctuation around it. */
function withoutFrame(word: string): string {
  let start = 0
  let end = word.length
  while (start < end && opening.has(word.charAt(start))) start++
  while (end > start && closing.has(word.charAt(end - 1))) end--
  return word.slice(start, end)
}
