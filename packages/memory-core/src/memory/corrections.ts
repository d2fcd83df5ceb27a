import type { Correction, Corrections } from '../consolidation/correct-facts.ts'
import { parseFacts } from '../documents/fact.ts'
import type { FactsFile } from '../documents/facts-file.ts'
import type { HeldSources } from '../recall/as-of.ts'
import { factPassageId } from '../recall/passages-of.ts'
import { factMark } from '../records/apply-changes.ts'
import { speakerOf } from '../records/known-claims.ts'
import type { MemoryRecord, RecordStore } from '../storage/records.ts'

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
      const standing = await held.standing([...new Set(known.map((fact) => factPassageId(fact.text)))])
      const found: Correction[] = []
      for (const fact of known) {
        const { supersededBy } = standing.get(factPassageId(fact.text)) ?? {}
        const record = supersededBy === undefined ? undefined : await newest(supersededBy)
        if (record) found.push(correctionBy(fact.text, record))
      }
      return found
    },
    async told(corrections) {
      if (corrections.length === 0) return
      const left = new Set(parseFacts((await facts.read()).text).map((fact) => fact.text))
      const gone = corrections.filter(({ fact }) => !left.has(fact))
      // Whoever writes the line again by hand says it anew.
      const marks = gone.map(({ fact }) => [factMark('superseded', factPassageId(fact)), undefined] as const)
      if (marks.length > 0) await records.write({ marks: Object.fromEntries(marks) })
    },
  }
}

function correctionBy(fact: string, record: MemoryRecord): Correction {
  const speaker = speakerOf(record)
  const day = (record.validFrom ?? record.createdAt).slice(0, 10)
  return { fact, text: record.text, day, ...(speaker === undefined ? {} : { speaker }) }
}
