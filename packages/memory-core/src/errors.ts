import { printedJson } from './json.ts'
import { redact } from './privacy/redact.ts'

const marker = 'daybook.MemoryError'
/** Maximum characters of a value that are read to print it. */
const lookedAt = 8_192

/**
 * The kind of a failure, for code that handles it.
 *
 * | code | meaning |
 * |---|---|
 * | `bad-option` | an option of `openMemory` or `openMemories` is unknown or has an invalid value |
 * | `bad-input` | an argument of a call is invalid |
 * | `layer-off` | the profile or the options leave this layer out |
 * | `not-found` | the named session, message, version, note, entry or record does not exist |
 * | `newer-format` | the files were written by a newer version of Daybook |
 * | `corrupt` | stored bytes are damaged |
 * | `storage-failed` | the disk or database refused: full, read-only, no permission, too many open files |
 * | `version-conflict` | a file changed between reading and writing it |
 * | `locked` | another process held the memory's lock for too long |
 * | `lease-lost` | another process took over the work, because this one did not renew its lease in time |
 * | `model-failed` | the prompt function threw, timed out or answered nothing usable |
 * | `closed` | the memory was closed before the call |
 * | `erased` | the user of this memory was erased |
 */
export type MemoryErrorCode =
  | 'bad-option'
  | 'bad-input'
  | 'layer-off'
  | 'not-found'
  | 'newer-format'
  | 'corrupt'
  | 'storage-failed'
  | 'version-conflict'
  | 'locked'
  | 'lease-lost'
  | 'model-failed'
  | 'closed'
  | 'erased'

/**
 * The one error class of Daybook. The message names the value, what was expected, and the way out.
 * Test with `MemoryError.isInstance(error)`: it also recognises errors of a second installed copy.
 */
export class MemoryError extends Error {
  override readonly name = 'MemoryError'
  readonly code: MemoryErrorCode
  /** Recognises the error across installed copies; use {@link MemoryError.isInstance}. */
  readonly marker: string = marker

  constructor(code: MemoryErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }

  /** Whether `error` is a MemoryError, of this or of another installed copy of Daybook. */
  static isInstance(error: unknown): error is MemoryError {
    return error instanceof Error && 'marker' in error && error.marker === marker
  }
}

/** Prints a value for an error message: without secrets, quoted, on one line, at most 80 characters. */
export function shown(value: unknown): string {
  // Quoting a megabyte to print 80 characters would take longer than everything else.
  const given = typeof value === 'string' ? value.slice(0, lookedAt) : value
  const isJson = typeof given === 'string' || typeof given === 'object'
  const text = isJson ? (printedJson(given) ?? Object.prototype.toString.call(given)) : String(given)
  // Redact before shortening: half a secret would not be recognised, and would be printed.
  const safe = redact(text.slice(0, lookedAt)).text
  return safe.length > 80 || text.length > lookedAt ? `${safe.slice(0, 77)}…` : safe
}

/** The error for a value of a caller: its name, the value, and what was expected. */
export function wrongValue(
  name: string,
  value: unknown,
  expected: string,
  code: MemoryErrorCode = 'bad-input',
): MemoryError {
  return new MemoryError(code, `${name} is ${shown(value)}, expected ${expected}`)
}

const oldestNode = [22, 16] as const

/** Refuses a Node.js that is too old; elsewhere, checks nothing. @throws MemoryError `storage-failed` */
export function checkNode(version: string | undefined = globalThis.process?.versions?.node): void {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
  if (version === undefined || major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  const message = `this is Node.js ${version}, and Daybook needs ${oldestNode.join('.')} or newer: install it from nodejs.org, or with your version manager`
  throw new MemoryError('storage-failed', message)
}
