import { isKeptPage, unescapedPage } from '../records/print-records.ts'
import type { FileStore } from '../storage/files.ts'
import type { Phrase } from '../text/phrase.ts'
import { saysInLines } from './forget-messages.ts'
import type { ForgetParts } from './forget-parts.ts'
import type { ForgetReceipt } from './forgotten.ts'

/** Removes files that were set aside because they are damaged, when they say a phrase: their lines cannot be told apart. */
export async function forgetSetAside({ setting }: ForgetParts, receipt: ForgetReceipt, phrase: Phrase): Promise<void> {
  const { files } = setting.storage
  for (const path of await setAsidePaths(files)) {
    if (receipt.isChanged(path)) continue
    const text = (await files.read(path))?.text ?? ''
    if (!saysInLines(text, phrase) && !(isKeptPage(path) && phrase.isIn(unescapedPage(text)))) continue
    receipt.count('damaged', 1, path)
    if (!receipt.dryRun) await files.remove(path)
  }
}

/** Puts files that were set aside into the receipt: what stands in them has lost its id, and the session that it came from. */
export async function doubtSetAside({ setting }: ForgetParts, receipt: ForgetReceipt): Promise<void> {
  const text =
    'it was set aside because it is damaged, and may say what was forgotten: forget its text, or delete the file'
  for (const path of await setAsidePaths(setting.storage.files)) receipt.doubt({ path, text, reason: 'unknown' })
}

const packed = /\.(?:gz|tgz|zip|7z|rar|tar|bz2|xz|zst|lz4|br)$/i
const copied = /conflicted copy|sync-conflict|(?: \d+| \(\d+\))\.\w+$|\.(?:bak|orig|old)$|~$/i

/** Lists foreign files that were not searched in the receipt: packed ones, other encodings, copies of documents. */
export async function doubtForeign({ setting, places }: ForgetParts, receipt: ForgetReceipt): Promise<void> {
  const { files } = setting.storage
  const own = places.filter(({ isInternal }) => isInternal).map(({ directory }) => `${directory}/`)
  for (const { path } of await files.list('', { deep: true })) {
    if (own.some((folder) => path.startsWith(folder)) || path.includes('.corrupt-')) continue
    const text = packed.test(path)
      ? 'it is packed, and was not looked into'
      : copied.test(path)
        ? 'it may be the copy of a document: forget its text, or delete it'
        : /^\uFFFD|\0/.test(await files.readRange(path, 0, encodingBytes)) &&
          'it is no UTF-8 text, and was not looked into'
    if (text) receipt.doubt({ path, text, reason: 'foreign' })
  }
}

const encodingBytes = 64

async function setAsidePaths(files: FileStore): Promise<string[]> {
  const entries = await files.list('', { deep: true })
  return entries.map(({ path }) => path).filter((path) => path.includes('.corrupt-'))
}
