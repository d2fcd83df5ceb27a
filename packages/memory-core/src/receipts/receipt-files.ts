import { isoTime } from '../clock.ts'
import type { FileStore } from '../storage/files.ts'
import type { Setting } from '../storage/setting.ts'
import { receiptsDirectory } from '../upkeep/places.ts'
import type { ResolvedReceiptsOptions } from './receipt.ts'
import { parseReceipt, type StoredReceipt } from './stored-receipt.ts'

/** The files of the receipts: lines of JSON, a new file each day and when one has grown. */
interface ReceiptFiles {
  /** Adds lines; what is too old, or too much, is removed. Inside the lock. */
  append(lines: readonly string[]): Promise<void>
  /** The receipts, the newest first; what cannot be read is passed over. */
  newestFirst(): AsyncGenerator<StoredReceipt>
  /**
   * Puts what `edit` answers into the place of each receipt; undefined takes it out. Lines that cannot be read go, and so do
   * files with nothing left in them. Answers the paths that were changed. Inside the lock.
   */
  rewrite(edit: (receipt: StoredReceipt, line: string) => StoredReceipt | undefined): Promise<string[]>
}

const ignorePath = `${receiptsDirectory}/.gitignore`
const name = /^receipts\/(\d{4}-\d{2}-\d{2})-(\d{4,})\.jsonl$/
const dayMs = 86_400_000
/** A file has this share of all at most, so that little is lost when the oldest is removed. */
const fileShare = 0.1

/** Touches no disk until it is used. */
export function createReceiptFiles({ storage, clock }: Setting, options: ResolvedReceiptsOptions): ReceiptFiles {
  const { files } = storage
  let isIgnored = false

  async function append(lines: readonly string[]): Promise<void> {
    if (!isIgnored && !(await files.stat(ignorePath))) await files.write(ignorePath, '*\n')
    isIgnored = true
    const today = isoTime(clock()).slice(0, 10)
    const entries = await files.list(receiptsDirectory)
    const last = entries.findLast(({ path }) => name.exec(path)?.[1] === today)
    const number = Number(name.exec(last?.path ?? '')?.[2] ?? 1)
    const isFull = last !== undefined && last.size >= options.maxBytes * fileShare
    const path = `${receiptsDirectory}/${today}-${String(isFull ? number + 1 : number).padStart(4, '0')}.jsonl`
    await files.append(path, lines.map((line) => `${line}\n`).join(''), { isDurable: false })
    await removeOldest()
  }

  async function removeOldest(): Promise<void> {
    const entries = (await files.list(receiptsDirectory)).filter(({ path }) => name.test(path))
    const oldest = isoTime(clock() - options.days * dayMs).slice(0, 10)
    let bytes = entries.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of entries) {
      if ((name.exec(path)?.[1] ?? '') >= oldest && bytes <= options.maxBytes) continue
      await files.remove(path)
      bytes -= size
    }
  }

  return {
    append,
    async *newestFirst() {
      for (const path of (await receiptPaths(files)).toReversed())
        for (const line of linesOf((await files.read(path))?.text ?? '').toReversed()) {
          const receipt = parseReceipt(line)
          if (receipt) yield receipt
        }
    },
    async rewrite(edit) {
      const changed: string[] = []
      for (const path of await receiptPaths(files)) {
        const text = (await files.read(path))?.text ?? ''
        const kept = linesOf(text).flatMap((line) => {
          const receipt = parseReceipt(line)
          const after = receipt && edit(receipt, line)
          return after === undefined ? [] : [after === receipt ? line : JSON.stringify(after)]
        })
        const next = kept.map((line) => `${line}\n`).join('')
        if (next === text) continue
        if (next === '') await files.remove(path)
        else await files.write(path, next)
        changed.push(path)
      }
      return changed
    },
  }
}

/** The files, the oldest first. */
export async function receiptPaths(files: FileStore): Promise<string[]> {
  return (await files.list(receiptsDirectory)).map(({ path }) => path).filter((path) => name.test(path))
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
