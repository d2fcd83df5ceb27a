import { UsageError } from './exit-codes.ts'
import type { GlobalOptions } from './parse-call.ts'
import type { Io } from './run-daybook.ts'

/** @throws UsageError without a terminal to ask on */
export function refuseUnasked({ json }: GlobalOptions, { stdin, stderr }: Io): void {
  if (json || !stdin.isTTY || !stderr.isTTY)
    throw new UsageError('this removes permanently: add --yes to do it, or --dry-run to see what would be removed')
}

/** Shows what would be removed and asks for confirmation. */
export async function confirmed(what: string, { stdin, stderr }: Io): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    stderr.write(`${what}\n`)
    return /^y(es)?$/i.test((await lines.question('Remove it permanently? [y/N] ')).trim())
  } finally {
    lines.close()
  }
}
