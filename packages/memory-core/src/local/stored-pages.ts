import fs from 'node:fs'
import type { Pages } from './page-cells.ts'

const usualSize = 4096
const logHeader = 32
const frameHeader = 24
const logMagic = 0x37_7f_06_82

/** The pages of a database file and of its write-ahead log, as they are: SQLite is not asked, and nothing has to be right. */
export interface StoredPages extends Pages {
  close(): void
}

/**
 * Opens the pages of a database that nobody uses any more: closing it as a file drops the locks that this process holds on
 * it. Of the log what was committed counts, without its checksums.
 */
export function openPages(file: string): StoredPages {
  const main = fs.openSync(file, 'r')
  const log = openLog(`${file}-wal`)
  const size = pageSizeOf(bytesAt(main, 0, 100), log)
  const frames = log === undefined ? new Map<number, number>() : framesOf(log, size)
  const inFile = Math.floor(fs.fstatSync(main).size / size)
  return {
    usable: size,
    // A file grows by pages that are in the log: what claims to lie farther out is no page.
    last: inFile + frames.size,
    page(number) {
      const frame = frames.get(number)
      const bytes =
        frame !== undefined && log !== undefined
          ? bytesAt(log, frame, size)
          : bytesAt(main, (number - 1) * size, number < 1 ? 0 : size)
      return bytes.length === size ? bytes : undefined
    },
    close() {
      fs.closeSync(main)
      if (log !== undefined) fs.closeSync(log)
    },
  }
}

function openLog(file: string): number | undefined {
  return fs.existsSync(file) ? fs.openSync(file, 'r') : undefined
}

/** Where neither the file nor its log says it, what SQLite makes by itself. */
function pageSizeOf(header: Buffer, log: number | undefined): number {
  const stated = header.length < 18 ? 0 : header.readUInt16BE(16)
  const logged = log === undefined ? Buffer.alloc(0) : bytesAt(log, 0, logHeader)
  const candidates = [stated === 1 ? 65_536 : stated, logged.length === logHeader ? logged.readUInt32BE(8) : 0]
  const isSize = (size: number): boolean => size >= 512 && size <= 65_536 && Number.isInteger(Math.log2(size))
  return candidates.find(isSize) ?? usualSize
}

/** Where in the log the newest committed text of each page begins. */
function framesOf(log: number, size: number): Map<number, number> {
  const places = new Map<number, number>()
  const header = bytesAt(log, 0, logHeader)
  if (header.length < logHeader || (header.readUInt32BE(0) & ~1) >>> 0 !== logMagic) return places
  let open: [page: number, place: number][] = []
  for (let at = logHeader; ; at += frameHeader + size) {
    const frame = bytesAt(log, at, frameHeader)
    // What an earlier round of the log left has other salts.
    if (frame.length < frameHeader || !frame.subarray(8, 16).equals(header.subarray(16, 24))) return places
    open.push([frame.readUInt32BE(0), at + frameHeader])
    if (frame.readUInt32BE(4) === 0) continue
    for (const [page, place] of open) places.set(page, place)
    open = []
  }
}

function bytesAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const read = length === 0 ? 0 : fs.readSync(descriptor, bytes, 0, length, position)
  return bytes.subarray(0, read)
}
