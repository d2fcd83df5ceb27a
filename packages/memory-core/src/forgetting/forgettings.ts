import type { FileStore } from '../storage/files.ts'
import type { Forgotten } from './forgotten.ts'

/** When something was forgotten, and how much. What it was is kept nowhere. */
const path = '.daybook/forgettings.jsonl'

/** Notes a forgetting. */
export async function noteForgetting(files: FileStore, at: string, counts: Forgotten['counts']): Promise<void> {
  const places = Object.entries(counts).filter(([, count]) => count > 0)
  if (places.length > 0) await files.append(path, `${JSON.stringify({ at, counts: Object.fromEntries(places) })}\n`)
}

/** One entry of the log for each. A damaged line is passed over. */
export async function forgettingsSince(
  files: FileStore,
  since: string,
): Promise<{ at: string; what: 'forgotten'; text: string }[]> {
  const lines = (await files.read(path))?.text.split('\n') ?? []
  return lines.flatMap((line) => {
    try {
      const { at, counts }: { at: string; counts: Record<string, number> } = JSON.parse(line)
      const text = Object.entries(counts).map(([place, count]) => `${count} in ${place}`)
      return at >= since ? [{ at, what: 'forgotten', text: text.join(', ') }] : []
    } catch {
      return []
    }
  })
}
