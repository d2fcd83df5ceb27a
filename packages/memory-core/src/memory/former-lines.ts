import { parseFacts } from '../documents/fact.ts'
import type { FactsFile } from '../documents/facts-file.ts'
import type { ResolvedFactsOptions } from '../documents/facts-options.ts'
import { type LineToPlace, pageLines, placeLines, readPlaced, sectionOf } from '../documents/placed-lines.ts'
import type { RecordBook } from '../records/record-book.ts'
import { readStatements } from '../statements/read-statements.ts'
import { everyRecord } from '../storage/every-row.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { statementKey } from '../text/statement-key.ts'

const formerHeading = /^Consolidated \d{4}-\d{2}-\d{2}$/

/** What a bullet of a consolidation is about where the reader finds no statement in it, by its category. */
const aboutOfCategory: Readonly<Record<string, string>> = {
  user_preference: 'preference',
  user_info: 'identity',
  project_decision: 'decision',
}
/** What such a bullet is worth: it leaves before those that the reader has judged. */
const unknownWorth = 0.3

interface FormerLine {
  index: number
  about: string
  worth: number
  text: string
  day: string
  speaker: string | undefined
}

/**
 * Moves the bullets that consolidations of earlier versions wrote under the sections of the page, each with a record
 * behind it. The text before is kept as a version; what a person wrote stays byte for byte.
 */
export async function moveFormerLines(
  facts: FactsFile,
  book: Pick<RecordBook, 'store' | 'learn'>,
  { headings }: ResolvedFactsOptions,
): Promise<void> {
  const { text, version } = await facts.read()
  const former = formerLines(text)
  if (former.length === 0) return
  await giveRecords(former, book)
  const add = former.map(
    ({ about, text: said, day, speaker }): LineToPlace => ({ section: sectionOf(about), text: said, day, speaker }),
  )
  const remove = new Set(former.map(({ index }) => index))
  await facts.replace(placeLines(text, add, remove, headings), { ifVersion: version })
}

function formerLines(markdown: string): FormerLine[] {
  const extended = new Set(pageLines(markdown).flatMap(({ isExtended, index }) => (isExtended ? [index] : [])))
  return parseFacts(markdown).flatMap(({ text, category = '', section = '', line }) => {
    const { text: said, day, speaker } = readPlaced(text)
    const about = aboutOfCategory[category]
    const isFormer = about !== undefined && day !== undefined && text.startsWith('"') && formerHeading.test(section)
    if (!isFormer || extended.has(line - 1)) return []
    const [statement] = readStatements(said)
    const { kind = about, worth = unknownWorth } = statement ?? {}
    return { index: line - 1, about: kind, worth, text: said, day, speaker }
  })
}

/** Learns them; a record that says the same is the line's, whatever its type. */
async function giveRecords(
  former: readonly FormerLine[],
  { store, learn }: Pick<RecordBook, 'store' | 'learn'>,
): Promise<void> {
  const known = new Map<string, MemoryRecord>()
  for (const record of await everyRecord(store))
    if (record.archivedAt === undefined && record.kind === 'semantic') known.set(statementKey(record.text), record)
  await learn(
    former.map(({ text, about, worth, day, speaker }) => {
      const { type, scope, text: said = text } = known.get(statementKey(text)) ?? {}
      const source = speaker === undefined ? undefined : { quote: `${speaker}: ${text}` }
      return { text: said, type, scope, about, worth, createdAt: day, source }
    }),
  )
}
