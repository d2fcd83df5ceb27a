import type { ResolvedLayers } from '../options.ts'
import { receiptsDirectory } from '../receipts/receipt-files.ts'

/** The folders of a memory, whether their layer is on or not: what else lies in its directory belongs to others. */
export function foldersOf({ facts, history, notes, knowledge, records, sessions }: ResolvedLayers): string[] {
  const layers = [facts, history, notes, knowledge, records, sessions].map(({ directory }) => directory)
  return [...new Set(['state', '.daybook', 'journal', receiptsDirectory, ...layers])]
}
