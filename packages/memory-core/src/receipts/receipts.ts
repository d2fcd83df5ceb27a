import { createAfterQuiet } from '../async.ts'
import { isoTime } from '../clock.ts'
import type { ToldContext } from '../context/build-context.ts'
import { wrongValue } from '../errors.ts'
import type { ForgetParts } from '../forgetting/forgotten.ts'
import { findSaltedHash, openSaltedHash, type SaltedHash } from '../journal/journal-line.ts'
import { checkShape, text, wholeNumber, withoutUndefined } from '../option-checks.ts'
import { type CheckRequest, type Finding, type Setting, warning } from '../storage/storage.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import {
  type Receipt,
  type ReceiptFilter,
  type ReceiptSummary,
  type ReceiptsOptions,
  receiptsDefaults,
} from './receipt.ts'
import type { ReceiptSources } from './show-receipt.ts'
import {
  createReceiptFiles,
  createWriteReceipt,
  forgottenKey,
  linesOf,
  parseReceipt,
  receiptPaths,
  type StoredReceipt,
  type WaitingContext,
} from './stored-receipt.ts'

const receiptsLock = 'receipts'
/** Milliseconds that writing waits for more contexts: after the last one, and in total. */
const quiet = { quietMs: 500, mostMs: 2_000, optional: true }
const mostWaiting = 200

/** Keeps the receipts of a memory. `epoch` changes when something is forgotten. Touches no disk until it is used. */
export function createReceipts(
  setting: Setting & { countTokens: CountTokens },
  options: Required<ReceiptsOptions> | false,
  sources: ReceiptSources,
  epoch: () => Promise<string | undefined>,
) {
  const { storage, clock, report } = setting
  const files = createReceiptFiles(setting, options === false ? receiptsDefaults : options)
  const later = createAfterQuiet(() => void flush(), quiet)
  let waiting: WaitingContext[] = []
  let begun: Promise<string | undefined> = Promise.resolve(undefined)
  let writing: Promise<void> = Promise.resolve()
  let isFailing = false
  let opened: SaltedHash | undefined
  let write: ReturnType<typeof createWriteReceipt> | undefined

  /** Undefined as long as the memory has no key, and so no receipts. */
  const known = async (): Promise<SaltedHash | undefined> => (opened ??= await findSaltedHash(storage.files))

  function told(context: ToldContext): void {
    if (waiting.length === 0) begun = epoch().catch(() => undefined)
    waiting.push({ ...context, id: crypto.randomUUID().slice(0, 13), at: isoTime(clock()) })
    later.ask()
    if (waiting.length >= mostWaiting) later.begin()
  }

  function flush(): Promise<void> {
    later.cancel()
    const [batch, before] = [waiting, begun]
    waiting = []
    if (batch.length > 0) writing = writing.then(() => writeBatch(batch, before)).catch(failed)
    return writing
  }

  async function writeBatch(batch: readonly WaitingContext[], before: Promise<string | undefined>): Promise<void> {
    opened ??= await openSaltedHash(storage.files)
    write ??= createWriteReceipt(opened, setting.countTokens)
    const lines = batch.map(write).map((receipt) => JSON.stringify(receipt))
    await storage.lock([receiptsLock], async () => {
      // Pending receipts may name what any process has forgotten since.
      if ((await epoch()) === (await before)) await files.append(lines)
    })
    isFailing = false
  }

  /** Finds lines that are not receipts. A repair removes them, because nothing is derived from receipts. */
  async function check({ repair }: CheckRequest): Promise<Finding[]> {
    const found: Finding[] = []
    for (const path of await receiptPaths(storage.files)) {
      const lines = linesOf((await storage.files.read(path))?.text ?? '')
      const damaged = lines.filter((line) => parseReceipt(line) === undefined).length
      if (damaged === 0) continue
      const problem = `${damaged} ${damaged === 1 ? 'line is not a receipt: a crash cut it short' : 'lines are not receipts'}`
      const remedy = 'a repair removes them; until then they are skipped'
      found.push({ ...warning('receipts', path, problem, remedy, repair && remedy), severity: 'info' })
    }
    if (repair && found.length > 0) await storage.lock([receiptsLock], () => files.rewrite((receipt) => receipt))
    return found
  }

  /** A turn continues without its receipt; consecutive failures are reported once. */
  function failed(error: unknown): void {
    if (isFailing) return
    isFailing = true
    const message = `the receipts of what was told could not be written: ${String(error)}`
    report({ type: 'receipts-failed', level: 'warn', message, error })
  }

  return {
    /** Takes a context that a model got; its receipt is written a moment later. Undefined if receipts are off. */
    told: options === false || storage.isReadOnly === true ? undefined : told,
    /** Writes pending receipts. Failures are reported, and those receipts are lost. */
    flush,
    check,
    async list(filter: ReceiptFilter = {}): Promise<ReceiptSummary[]> {
      checkShape(filter, { session: text, limit: wholeNumber(1), before: text }, 'receipts.list', 'bad-input')
      const { session, limit = 50, before } = filter
      const hash = await known()
      if (!hash) return []
      const wanted = session === undefined ? undefined : hash('session', session)
      const { createLookup } = await import('./show-receipt.ts')
      const lookup = createLookup(sources, hash)
      const found: ReceiptSummary[] = []
      let isPast = before === undefined
      for await (const receipt of files.newestFirst()) {
        if (found.length === limit) break
        if (isPast && (wanted === undefined || receipt.s === wanted)) {
          const key = session ?? (await lookup.session(receipt))
          found.push(summaryOf(receipt, key, await lookup.turn(receipt, session)))
        }
        isPast ||= receipt.id === before
      }
      return found
    },
    async get(id?: string): Promise<Receipt | undefined> {
      if (id !== undefined && (typeof id !== 'string' || id === ''))
        throw wrongValue('id', id, 'the id of a receipt that receipts.list returned')
      const hash = await known()
      if (!hash) return undefined
      const { createLookup, showReceipt } = await import('./show-receipt.ts')
      for await (const receipt of files.newestFirst()) {
        if (id !== undefined && receipt.id !== id) continue
        const lookup = createLookup(sources, hash)
        const session = await lookup.session(receipt)
        const turn = await lookup.turn(receipt, session)
        const stored = { ...receipt, ...(turn !== undefined && { t: turn }) }
        const texts = await showReceipt(sources, lookup, hash, stored, session)
        return { ...summaryOf(receipt, session, turn), ...texts }
      }
      return undefined
    },
    /** Removes the receipts of a session, and the names of forgotten items. Returns the changed files. */
    async forget({ isRemoved, session, phrase }: Parameters<ForgetParts['receipts']>[0]): Promise<string[]> {
      await flush()
      const hash = await known()
      if (!hash) return []
      const gone = session === undefined ? undefined : hash('session', session)
      return storage.lock([receiptsLock], () =>
        files.rewrite((receipt, line) => {
          if (receipt.s !== undefined && receipt.s === gone) return undefined
          return phrase?.isIn(line) ? undefined : withoutNames(receipt, isRemoved)
        }),
      )
    },
  }
}

function summaryOf(receipt: StoredReceipt, session: string | undefined, turn: string | undefined): ReceiptSummary {
  const { id, at, n, g, d, i, x, y = 0 } = receipt
  const [stable, volatile, budget, ms] = n
  const lines = d.flatMap(([, , ...cells]) => cells.filter((cell) => typeof cell === 'number' && cell > 0))
  return {
    ...{ id, at, budget, ms },
    ...withoutUndefined({ session, turn, degraded: g }),
    tokens: stable + volatile,
    items: lines.length + i.length,
    dropped: x.length + y,
    isWhole: d.every(([, isWhole]) => isWhole === 1),
  }
}

const part = /^part:\d+:/

/** The same receipt if it names nothing that is gone. */
function withoutNames(receipt: StoredReceipt, isRemoved: (id: string) => boolean): StoredReceipt {
  const isGone = (id: unknown): boolean => typeof id === 'string' && isRemoved(id.replace(part, ''))
  const { t, q, ...rest } = receipt
  const kept = isGone(t) ? {} : withoutUndefined({ t, q })
  const names = [t, ...receipt.d.flat(), ...receipt.i.map(([, id]) => id), ...receipt.x.map(([, id]) => id)]
  if (!names.some(isGone)) return receipt
  return {
    ...rest,
    ...kept,
    d: receipt.d.map(([code, isWhole, ...cells]) => {
      return [code, isWhole, ...cells.map((cell) => (isGone(cell) ? forgottenKey : cell))]
    }),
    i: receipt.i.map((item) => (isGone(item[1]) ? [item[0], '', 0, 0, item[4], item[5], item[6]] : item)),
    x: receipt.x.map((drop) => (isGone(drop[1]) ? [drop[0], '', drop[2], drop[3]] : drop)),
  }
}
