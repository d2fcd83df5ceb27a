import fs from 'node:fs'

const writeLock = /^\d+: POSIX\s+ADVISORY\s+WRITE\s+(\d+)\s+[0-9a-f]+:[0-9a-f]+:(\d+)\s/
const stopped = 'T'

/**
 * Who holds the lock of a file, for the error of somebody who has waited in vain: `process 123`, and that it is suspended
 * when it is. Undefined where the kernel does not say: it does on Linux, of processes that this one can see.
 */
export function lockHolder(inode: bigint): string | undefined {
  try {
    for (const line of fs.readFileSync('/proc/locks', 'utf8').split('\n')) {
      const [, pid = '0', locked] = writeLock.exec(line) ?? []
      if (locked !== String(inode) || pid === '0') continue
      return stateOf(pid) === stopped
        ? `process ${pid}, which is suspended (kill -CONT ${pid} wakes it)`
        : `process ${pid}`
    }
  } catch (error) {
    // A name is a kindness: whatever keeps it from us is no reason for another error.
    if (!(error instanceof Error)) throw error
  }
  return undefined
}

/** The state of a process as `/proc` has it: the letter behind the name, which may hold anything but the last bracket. */
function stateOf(pid: string): string | undefined {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 1).trim()[0]
}
