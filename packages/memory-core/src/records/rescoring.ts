import type { MemoryRecord, RecordStore, StoredRecord } from '../storage/records.ts'

/** Keeps the stored strengths those of the present options. */
export interface Rescoring {
  /** Resolves when all strengths are of the present options. Costs one look at the store until it holds something. */
  ready(): Promise<void>
  /** The marks to write with the first records; none when the store had records before. */
  firstMarks(): Promise<Readonly<Record<string, string>>>
}

/** The mark under which the options' fingerprint is kept. */
const scoringMark = 'scoring'
const pageSize = 500

/** Strengths depend on options: when the store's mark says others, each record is computed anew, in pages and quietly. */
export function createRescoring(
  store: RecordStore,
  fingerprint: string,
  stored: (record: MemoryRecord) => StoredRecord,
): Rescoring {
  let looking: Promise<boolean> | undefined

  async function look(): Promise<boolean> {
    const marks = await store.marks([scoringMark])
    if (marks.get(scoringMark) === fingerprint) return true
    if ((await store.revision()) === 0) return false
    await rescore()
    await store.write({ marks: { [scoringMark]: fingerprint } })
    return true
  }

  async function rescore(): Promise<void> {
    for (let since = 0; ; ) {
      const { records, removed, revision } = await store.changes(since, pageSize)
      if (records.length + removed.length === 0) return
      const ids = records.map(({ id }) => id)
      await store.update(ids, (record) => changed(record, stored(record)), { quietly: true })
      since = revision
    }
  }

  /** Whether the store holds something that is scored as it should be; false for an empty store. */
  async function isScored(): Promise<boolean> {
    looking ??= look()
    const mine = looking
    try {
      const done = await mine
      if (!done && looking === mine) looking = undefined
      return done
    } catch (error) {
      if (looking === mine) looking = undefined
      throw error
    }
  }

  return {
    async ready() {
      await isScored()
    },
    firstMarks: async () => ((await isScored()) ? {} : { [scoringMark]: fingerprint }),
  }
}

function changed(before: StoredRecord, after: StoredRecord): StoredRecord | undefined {
  return before.strength === after.strength && before.tokens === after.tokens ? undefined : after
}
