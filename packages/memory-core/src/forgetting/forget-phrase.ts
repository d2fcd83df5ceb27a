import { createLedger } from '../consolidation/attribution.ts'
import { createPhrase, type Phrase } from '../text/phrase.ts'
import { forgetFacts } from './forget-facts.ts'
import { forgetHistory } from './forget-history.ts'
import { forgetInSessionFiles, forgetMessages, marksOf, messagesWhere, saysInLines } from './forget-messages.ts'
import { forgetInNotes } from './forget-notes.ts'
import type { ForgetParts } from './forget-parts.ts'
import { forgetItems, forgetKnowledge, forgetRecords } from './forget-rows.ts'
import type { Receipt } from './forgotten.ts'
import { forgetSetAside } from './set-aside.ts'

/** Forgets whatever says a phrase, in every place. Price: reads all files, records and items. */
export async function forgetPhrase(parts: ForgetParts, receipt: Receipt, text: string): Promise<void> {
  const phrase = createPhrase(text)
  const gone = await messagesWhere(parts, (_, message) => phrase.isInJson(message))
  for (const messages of gone) await forgetMessages(parts, receipt, messages)
  await forgetInSessionFiles(parts, receipt, phrase)
  await forgetInDocuments(parts, receipt, phrase)
  await forgetInNotes(parts, receipt, phrase)
  await forgetKnowledge(parts, receipt, phrase.isInJson)
  await forgetRecords(parts, receipt, phrase.isInJson, gone.flatMap(marksOf))
  await forgetItems(parts, receipt, ({ namespace, key, value }) => phrase.isInJson([...namespace, key, value]))
  await forgetSetAside(parts, receipt, phrase)
}

async function forgetInDocuments(parts: ForgetParts, receipt: Receipt, phrase: Phrase): Promise<void> {
  const facts = await forgetFacts(parts, receipt, phrase.linesOf)
  const history = await forgetHistory(parts, receipt, {
    isGone: (entry) => entry.at !== undefined && phrase.isIn(entry.source),
    lines: phrase.linesOf,
  })
  if (receipt.dryRun) return
  const ledger = createLedger(parts.setting.storage.files)
  receipt.count('consolidation', await parts.guard(() => ledger.forget(new Set(), new Set([...facts, ...history]))))
}

/**
 * Puts into the receipt where the phrase still stands: in files of others, in names. Call it when everything is settled. A dry
 * run looks into no file below Daybook's own folders: nobody knows what would be left there.
 */
export async function listLeft(parts: ForgetParts, receipt: Receipt, text: string): Promise<void> {
  const { files } = parts.setting.storage
  const phrase = createPhrase(text)
  const own = [parts.facts.path, parts.sessions.path('x'), `${parts.notesDirectory}/`, 'state/'].map(folderOf)
  for (const { path } of await files.list('', { deep: true })) {
    if (phrase.isIn(path)) receipt.doubt({ path, text: path, reason: 'foreign' })
    if (receipt.dryRun && own.some((folder) => path.startsWith(folder))) continue
    const stored = (await files.read(path))?.text ?? ''
    if (!saysInLines(stored, phrase)) continue
    const [line = 0] = phrase.linesOf(stored)
    receipt.doubt({ path, line: line + 1, text: stored.split('\n')[line] ?? '', reason: 'foreign' })
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
