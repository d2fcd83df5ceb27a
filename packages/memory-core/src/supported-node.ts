import { MemoryError } from './errors.ts'

const oldest = [22, 16] as const

/** Refuses a Node.js that is too old; elsewhere, checks nothing. @throws MemoryError `storage-failed` */
export function checkNode(version: string | undefined = globalThis.process?.versions?.node): void {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number)
  if (version === undefined || major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return
  const message = `this is Node.js ${version}, and Daybook needs ${oldest.join('.')} or newer: install it from nodejs.org, or with your version manager`
  throw new MemoryError('storage-failed', message)
}
