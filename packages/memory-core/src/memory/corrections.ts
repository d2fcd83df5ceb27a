import { claimsOf } from '../claims/claims-of.ts'
import { changeBetween } from '../claims/compare-claims.ts'
import { saysMore } from '../claims/statement.ts'
import type { Correction, Corrections } from '../consolidation/correct-facts.ts'
import { parseFacts } from '../documents/fact.ts'
import type { FactsFile } from '../documents/facts-file.ts'
import type { HeldSources } from '../recall/as-of.ts'
import { factPassageId } from '../recall/passages-of.ts'
import { factMark } from '../records/apply-changes.ts'
import { claimsOfRecord, speakerOf } from '../records/known-claims.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'
import { statementKey } from '../text/statement-key.ts'

/** What was replaced may have been replaced itself: so many steps are followed to what holds now. */
const maxSteps = 16

/** The facts of MEMORY.md that records have replaced, with what holds instead. */
export function createCorrections(records: RecordStore, facts: FactsFile, held: HeldSources): Corrections {
  async function newest(id: string): Promise<MemoryRecord | undefined> {
    let [record] = await records.get([id])
    for (let step = 0; step < maxSteps && record?.supersededBy !== undefined; step++) {
      const [next] = await records.get([record.supersededBy])
      if (!next) return record
      record = next
    }
    return record
  }

  return {
    async of(text) {
      const known = parseFacts(text)
      const stated = new Set(known.map((fact) => statementKey(fact.text)))
      const standing = await held.standing([...new Set(known.map((fact) => factPassageId(fact.text)))])
      const found: Correction[] = []
      for (const fact of known) {
        const { supersededBy, conflictsWith = [] } = standing.get(factPassageId(fact.text)) ?? {}
        const [id, isPart] = supersededBy === undefined ? [conflictsWith[0], true] : [supersededBy, false]
        const record = id === undefined ? undefined : await newest(id)
        if (!record) continue
        if (!isPart) found.push(correctionBy(fact.text, record))
        else if (replacesPart(fact.text, record) && !stated.has(statementKey(record.text)))
          found.push({ ...correctionBy(fact.text, record), isPart })
      }
      return found
    },
    async told(corrections) {
      if (corrections.length === 0) return
      const left = new Set(parseFacts((await facts.read()).text).map((fact) => fact.text))
      const gone = corrections.filter(({ fact }) => !left.has(fact))
      if (gone.length === 0) return
      const known = await records.marks(gone.map(({ fact }) => factMark('superseded', factPassageId(fact))))
      // Whoever writes the line again by hand says it anew; the messages that it was quoted from have said it before.
      const marks = gone.flatMap(({ fact, isPart }): [string, string | undefined][] => {
        const id = factPassageId(fact)
        if (isPart) return [[factMark('conflict', id), undefined]]
        const mark = factMark('superseded', id)
        return [
          [mark, undefined],
          [factMark('superseded-before', id), known.get(mark)],
        ]
      })
      await records.write({ marks: Object.fromEntries(marks) })
    },
  }
}

/** Whether the record is surely newer than one thing that the fact says among others. */
function replacesPart(fact: string, record: MemoryRecord): boolean {
  if (record.author === 'tool' || !saysMore(fact)) return false
  const day = /(\d{4}-\d{2}-\d{2})\)$/.exec(fact)?.[1]
  if (day !== undefined && day > dayOf(record)) return false
  const change = changeBetween(claimsOf(fact), claimsOfRecord(record))
  return change === 'supersedes' || change === 'ends'
}

function dayOf({ validFrom, createdAt }: MemoryRecord): string {
  return (validFrom ?? createdAt).slice(0, 10)
}

function correctionBy(fact: string, record: MemoryRecord): Correction {
  const speaker = speakerOf(record)
  return { fact, text: record.text, day: dayOf(record), ...(speaker === undefined ? {} : { speaker }) }
}
