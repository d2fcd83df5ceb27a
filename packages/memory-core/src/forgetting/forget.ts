import { isoTime } from '../clock.ts'
import { createLedger } from '../consolidation/attribution.ts'
import { knownDamage } from '../storage/storage.ts'
import { forgetIds } from './forget-ids.ts'
import type { ForgetParts } from './forget-parts.ts'
import { forgetPhrase, listLeft } from './forget-phrase.ts'
import { type CheckedRequest, checkedRequest, type ForgetRequest, phraseOf } from './forget-request.ts'
import { forgetSession } from './forget-session.ts'
import { noteForgetting } from './forgettings.ts'
import { createReceipt, type ForgetReceipt, type Forgotten } from './forgotten.ts'
import { doubtForeign, doubtSetAside } from './set-aside.ts'

/** Removes what a request names, from every layer and every byte of the storage, and answers the receipt. */
export type Forget = (request: ForgetRequest) => Promise<Forgotten>

/**
 * Makes `memory.forget`. Touches no disk until it is used. A crash leaves a part undone and nothing half-written: the same call
 * again does the rest.
 */
export function createForget(parts: ForgetParts): Forget {
  const { setting, plans } = parts
  const beginEpoch = (): Promise<void> => parts.guard(() => plans.beginEpoch(isoTime(setting.clock())))
  return async (request) => {
    const checked = checkedRequest(request)
    const receipt = createReceipt(checked.dryRun)
    // What was said last is captured before, so that it is found by where it came from.
    await parts.settle()
    if (!checked.dryRun) await beginEpoch()
    if (checked.kind === 'ids') await forgetIds(parts, receipt, checked.ids)
    else if (checked.kind === 'session') await forgetSession(parts, receipt, checked.session)
    else await forgetPhrase(parts, receipt, checked.text)
    await forgetAttribution(parts, receipt)
    // Who began to read after the first time may have read what was still there.
    if (!checked.dryRun) await beginEpoch()
    if (!checked.dryRun) await parts.withdrawn()
    if (!checked.dryRun) receipt.changed(await parts.receipts(goneOf(checked, receipt)))
    // What a damaged row said also stands in what was derived from it, and its places are unknown.
    if (!checked.dryRun && knownDamage(setting.storage) > 0) await parts.renew()
    if (!checked.dryRun) await parts.settle()
    if (checked.kind === 'text') await listLeft(parts, receipt, checked.text)
    else await doubtSetAside(parts, receipt)
    await doubtForeign(parts, receipt)
    const remains = checked.dryRun ? [] : await setting.storage.purge()
    const forgotten = receipt.done(checked.kind === 'ids' ? checked.ids : [], remains)
    if (!checked.dryRun) {
      await noteForgetting(setting.storage.files, isoTime(setting.clock()), forgotten.counts)
      report(parts, forgotten)
    }
    return forgotten
  }
}

/** What receipts must not name any more. */
function goneOf(checked: CheckedRequest, { isRemoved }: ForgetReceipt): Parameters<ForgetParts['receipts']>[0] {
  if (checked.kind === 'session') return { isRemoved, session: checked.session }
  return { isRemoved, ...(checked.kind === 'text' && { phrase: phraseOf(checked.text) }) }
}

/** Last, and at once: what is left of a request that was cut short is found by it. */
async function forgetAttribution({ setting, guard }: ForgetParts, receipt: ForgetReceipt): Promise<void> {
  const { dryRun, detached } = receipt
  if (detached.plans.size + detached.hashes.size === 0) return
  const ledger = createLedger(setting.storage.files)
  receipt.count('consolidation', await guard(() => ledger.forget(detached.plans, detached.hashes, { dryRun })))
}

/** How much went and never what: logs are kept elsewhere. */
function report({ setting }: ForgetParts, { counts, unattributed, remains }: Forgotten): void {
  const amount = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const open = unattributed.length + remains.length
  const message = `${amount} things were forgotten${open === 0 ? '' : `, ${open} are left for a person to decide`}`
  setting.report({ type: 'forgotten', level: open === 0 ? 'info' : 'warn', message, details: { ...counts } })
}
