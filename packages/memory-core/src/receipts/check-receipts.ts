import type { Setting } from '../storage/setting.ts'
import type { CheckRequest, Finding } from '../storage/storage.ts'
import { createReceiptFiles, linesOf, receiptPaths } from './receipt-files.ts'
import { receiptsLock } from './receipts.ts'
import { receiptsDefaults } from './receipts-options.ts'
import { parseReceipt } from './stored-receipt.ts'

/** Finds lines that are no receipts. A repair takes them out: nothing is made from a receipt. */
export async function checkReceipts(setting: Setting, { repair }: CheckRequest): Promise<Finding[]> {
  const { files, lock } = setting.storage
  const found: Finding[] = []
  for (const path of await receiptPaths(files)) {
    const lines = linesOf((await files.read(path))?.text ?? '')
    const damaged = lines.filter((line) => parseReceipt(line) === undefined).length
    if (damaged === 0) continue
    const problem = `${damaged} ${damaged === 1 ? 'line is no receipt: a crash tore it' : 'lines are no receipts'}`
    const remedy = 'repair takes them out; until then they are passed over'
    found.push({ severity: 'info', place: 'receipts', path, problem, remedy, ...(repair && { repaired: true }) })
  }
  if (repair && found.length > 0)
    await lock([receiptsLock], () => createReceiptFiles(setting, receiptsDefaults).rewrite((receipt) => receipt))
  return found
}
