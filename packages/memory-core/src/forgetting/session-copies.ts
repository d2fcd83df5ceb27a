import type { StoredMessage } from '../message.ts'
import { sessionFileKind } from '../sessions/session-files.ts'
import { parseSessionLine } from '../sessions/session-lines.ts'
import type { ForgetParts } from './forget-parts.ts'
import type { ForgetReceipt } from './forgotten.ts'

/** A line of a copy that a person or a sync tool made of a session's file. */
export interface CopiedLine {
  text: string
  /** The session that the copy's header names. */
  session: string | undefined
  /** Undefined for what is no message. */
  message: StoredMessage | undefined
}

/** Takes lines out of the copies of session files; one that has nothing left but its header is removed. */
export async function forgetInCopies(
  { setting, sessions }: ForgetParts,
  receipt: ForgetReceipt,
  isGone: (line: CopiedLine) => boolean,
): Promise<void> {
  const { files } = setting.storage
  const folder = sessions.path('x').replace(/\/[^/]*$/, '')
  for (const { path } of await files.list(folder)) {
    if (sessionFileKind(path.slice(folder.length + 1)) !== 'copy') continue
    const stored = await files.read(path)
    const lines = copiedLines(stored?.text ?? '')
    const kept = lines.filter((line) => !isGone(line))
    receipt.count('sessions', lines.length - kept.length, path)
    if (receipt.dryRun || !stored || kept.length === lines.length) continue
    if (kept.some(({ message }) => message))
      await files.write(path, kept.map(({ text }) => `${text}\n`).join(''), { ifVersion: stored.version })
    else await files.remove(path)
  }
}

function copiedLines(text: string): CopiedLine[] {
  const lines = text.split('\n').filter((line) => line !== '')
  const parsed = lines.map((line, at) =>
    parseSessionLine(line, { line: at + 1, createdAt: '1970-01-01T00:00:00.000Z' }),
  )
  const [head] = parsed
  const session = head?.kind === 'header' ? head.header.key : undefined
  return lines.map((line, at) => {
    const own = parsed[at]
    return { text: line, session, message: own?.kind === 'message' ? own.message : undefined }
  })
}
