import type { FileStore } from '../storage/files.ts'
import type { Passage } from '../storage/passages.ts'
import type { IndexChange, Marks } from './marked-index.ts'
import { entriesOf } from './session-entries.ts'
import { readSession } from './session-passages.ts'
import { isAsRead } from './watermark.ts'

const none: ReadonlySet<string> = new Set()

/**
 * The ids of the messages that a session does not say any more, or says otherwise, since `change` was read of it; `marks`
 * are the watermarks from before. Costs one stat for each file that was read; where one has changed, its news are read.
 */
export async function withdrawnSince(
  files: FileStore,
  origin: string,
  marks: Marks,
  { upsert, marks: read }: IndexChange,
): Promise<ReadonlySet<string>> {
  const isSaid = await Promise.all(
    [...read].map(async ([path, mark]) => {
      const stat = await files.stat(path)
      return mark && stat ? isAsRead(mark, stat) : mark === stat
    }),
  )
  if (isSaid.every(Boolean)) return none
  const said = new Map(upsert.map((passage) => [passage.id, passage]))
  const known = new Map([...marks].filter(([path]) => !read.has(path)))
  for (const [path, mark] of read) if (mark) known.set(path, mark)
  const later = await readSession(files, await entriesOf(files, origin), known, async () => [...said.keys()])
  const changed = later?.upsert.filter((passage) => !saysTheSame(passage, said.get(passage.id))) ?? []
  const gone = [...(later?.remove ?? []), ...changed.map(({ id }) => id)]
  return new Set(gone.flatMap((id) => messageIdOf(said.get(id))))
}

function saysTheSame(now: Passage, before: Passage | undefined): boolean {
  return (
    now.text === before?.text && JSON.stringify([now.source, now.part]) === JSON.stringify([before.source, before.part])
  )
}

function messageIdOf(passage: Passage | undefined): string[] {
  return passage && 'messageId' in passage.source ? [passage.source.messageId] : []
}
