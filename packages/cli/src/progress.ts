import { styleText } from 'node:util'
import type { Io } from './run-daybook.ts'

const beginMs = 1_000
const stepMs = 250
const width = 20

/** Shows progress on a terminal once work takes longer than a second. Returns a function that ends it. */
export function progressOn(stream: Io['stderr'], what: string): () => void {
  if (!stream.isTTY) return () => undefined
  const startedAt = Date.now()
  let isShown = false
  const timer = setInterval(() => {
    const ms = Date.now() - startedAt
    if (ms < beginMs) return
    isShown = true
    const at = Math.floor(ms / stepMs) % width
    const bar = `[${' '.repeat(at)}=${' '.repeat(width - 1 - at)}] ${Math.floor(ms / 1_000)} s`
    stream.write(`\r${styleText('dim', `${bar}  ${what.slice(0, 50)}`, { stream })}`)
  }, stepMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    if (isShown) stream.write('\r\u001b[2K')
    isShown = false
  }
}
