import { entryHash } from '../consolidation/attribution.ts'
import { type HistoryBlock, historyBlocks } from '../documents/history-entry.ts'
import { historyPassageId } from '../recall/passages-of.ts'
import { editText, withoutLines } from './edit-text.ts'
import type { Cut } from './forget-facts.ts'
import type { ForgetParts } from './forget-parts.ts'
import type { ForgetReceipt } from './forgotten.ts'
import { noteLeftEntries } from './left-lines.ts'

/** Which history entries go as a whole, and which lines go out of those that stay. */
export interface HistoryCut {
  isGone(entry: HistoryBlock, id: string): boolean
  lines: Cut
}

/** Takes entries, and lines out of others, from every part of the history. */
export async function forgetHistory(parts: ForgetParts, receipt: ForgetReceipt, cut: HistoryCut): Promise<void> {
  const { files } = parts.setting.storage

  async function take(path: string): Promise<void> {
    let entries: HistoryBlock[] = []
    let shortened = 0
    const edit = (text: string): string => {
      const blocks = historyBlocks(text)
      entries = blocks.filter((block) => block.text !== '' && cut.isGone(block, historyPassageId(path, block)))
      const left = blocks.filter((block) => !entries.includes(block)).map(({ source }) => source)
      const kept = left.map((source) => withoutLines(source, cut.lines(source)))
      shortened = kept.filter((source, at) => source !== left[at]).length
      return kept.join('')
    }
    await editText(files, path, edit, receipt.dryRun)
    if (!receipt.dryRun) await noteLeftEntries(parts.setting.storage, entries)
    receipt.detach([], entries.map(entryHash))
    receipt.removed(entries.map((entry) => historyPassageId(path, entry)))
    receipt.count('history', entries.length + shortened, path)
  }

  await parts.guard(async () => {
    for (const path of await parts.history.paths()) await take(path)
  })
}
