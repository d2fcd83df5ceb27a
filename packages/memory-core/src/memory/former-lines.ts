import { parseFacts } from '../documents/fact.ts'
import type { FactsFile } from '../documents/facts-file.ts'
import type { ResolvedFactsOptions } from '../documents/facts-options.ts'
import { type LineToPlace, pageLines, placeLines, sectionOf } from '../documents/placed-lines.ts'
import { everyRecord } from '../records/every-record.ts'
import type { RecordBook } from '../records/record-book.ts'
import { readStatements } from '../statements/read-statements.ts'
import { statementKey } from '../text/statement-key.ts'

/** A bullet as consolidation wrote it before MEMORY.md had sections. */
const formerBullet =
  /^\[(?<category>user_preference|user_info|project_decision)\] "(?<text>.*)" \((?:(?<speaker>[^()]*), )?(?<day>\d{4}-\d{2}-\d{2})\)$/
const formerHeading = /^Consolidated \d{4}-\d{2}-\d{2}$/

/** What a bullet is about where the reader finds no statement in it. */
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
  book: Pick<RecordBook, 'store' | 'stored' | 'learn'>,
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
  return parseFacts(markdown).flatMap(({ text, category, section = '', line }) => {
    const groups = formerBullet.exec(`[${category ?? ''}] ${text}`)?.groups
    if (!groups || !formerHeading.test(section) || extended.has(line - 1)) return []
    const { text: said = '', day = '', speaker } = groups
    const [statement] = readStatements(said)
    return {
      index: line - 1,
      about: statement?.kind ?? aboutOfCategory[category ?? ''] ?? 'other',
      worth: statement?.worth ?? unknownWorth,
      text: said,
      day,
      speaker,
    }
  })
}

/** A record that says the same is the line's; others are learned. */
async function giveRecords(
  former: readonly FormerLine[],
  { store, stored, learn }: Pick<RecordBook, 'store' | 'stored' | 'learn'>,
): Promise<void> {
  const known = new Map<string, string>()
  for (const { id, text, archivedAt, kind } of await everyRecord(store))
    if (archivedAt === undefined && kind === 'semantic') known.set(statementKey(text), id)
  const byId = new Map(
    former.flatMap((line) => {
      const id = known.get(statementKey(line.text))
      return id === undefined ? [] : [[id, line] as const]
    }),
  )
  if (byId.size > 0)
    await store.update([...byId.keys()], (record) => {
      const { about, worth } = byId.get(record.id) ?? {}
      return stored({ ...record, ...(about === undefined ? {} : { about }), ...(worth === undefined ? {} : { worth }) })
    })
  const others = former.filter(({ text }) => !known.has(statementKey(text)))
  await learn(
    others.map(({ text, about, worth, day, speaker }) => ({
      text,
      about,
      worth,
      createdAt: day,
      ...(speaker === undefined ? {} : { source: { quote: `${speaker}: ${text}` } }),
    })),
  )
}
