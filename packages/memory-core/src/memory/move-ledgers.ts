import type { Storage } from '../storage/storage.ts'

const [from, to] = ['state/consolidation/', '.daybook/consolidation/'] as const

/** Moves the plans, failures and ledgers of consolidation to where they are since `state/` may be deleted. */
export async function moveLedgers({ files, isReadOnly, lock }: Storage): Promise<void> {
  if (isReadOnly || (await files.list(from.slice(0, -1))).length === 0) return
  await lock(['documents'], async () => {
    for (const { path } of await files.list(from.slice(0, -1), { deep: true }))
      await files.rename(path, to + path.slice(from.length))
  })
}
