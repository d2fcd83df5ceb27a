/** A value of a row, as SQLite stores it. */
export type CellValue = string | number | null

/** A row that was read from a page. */
export interface Cell {
  number: number
  /** In the order of the table's columns; the first is null where it is the row's number. */
  values: readonly CellValue[]
}

/** The pages of a database by their numbers, from 1. */
export interface Pages {
  /** Bytes of a page that hold content. */
  usable: number
  last: number
  page(number: number): Buffer | undefined
}

const tableLeaf = 13
const fileHeader = 100

/**
 * The rows on a page of a table, read without the pages above it: https://www.sqlite.org/fileformat2.html, 1.6 and 2.1.
 * What cannot be read is left out, and nothing says that the rest is right: rows have checksums for that.
 */
export function cellsOf(pages: Pages, number: number): Cell[] {
  const page = pages.page(number)
  const start = number === 1 ? fileHeader : 0
  if (page?.[start] !== tableLeaf) return []
  const count = Math.min(page.readUInt16BE(start + 3), Math.floor((page.length - start - 8) / 2))
  return Array.from({ length: count }, (_, index) => page.readUInt16BE(start + 8 + index * 2)).flatMap((offset) => {
    try {
      return [cellAt(pages, page, offset)]
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return [] // it leads out of the page
    }
  })
}

function cellAt(pages: Pages, page: Buffer, offset: number): Cell {
  const size = varint(page, offset)
  const number = varint(page, size.next)
  return { number: number.value, values: valuesOf(payloadAt(pages, page, number.next, size.value)) }
}

/** What does not fit on the page goes on in a chain of others. */
function payloadAt(pages: Pages, page: Buffer, start: number, size: number): Buffer {
  const { usable, last } = pages
  if (size > last * usable) throw new RangeError('a row that is larger than the file')
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const split = least + ((size - least) % (usable - 4))
  const local = size <= usable - 35 ? size : split <= usable - 35 ? split : least
  const parts = [page.subarray(start, start + local)]
  let missing = size - local
  let next = missing > 0 ? page.readUInt32BE(start + local) : 0
  while (missing > 0) {
    const more = pages.page(next)
    if (!more) throw new RangeError('the chain of a row ends early')
    parts.push(more.subarray(4, 4 + Math.min(missing, usable - 4)))
    missing -= usable - 4
    next = more.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function valuesOf(payload: Buffer): CellValue[] {
  const header = varint(payload, 0)
  const values: CellValue[] = []
  let content = header.value
  for (let at = header.next; at < header.value; ) {
    const { value: type, next } = varint(payload, at)
    const { value, length } = valueAt(payload, content, type)
    values.push(value)
    content += length
    at = next
  }
  return values
}

const integerLengths = [0, 1, 2, 3, 4, 6]

function valueAt(payload: Buffer, at: number, type: number): { value: CellValue; length: number } {
  if (type === 0) return { value: null, length: 0 }
  if (type === 6) return { value: Number(payload.readBigInt64BE(at)), length: 8 }
  if (type === 7) return { value: payload.readDoubleBE(at), length: 8 }
  if (type === 8 || type === 9) return { value: type - 8, length: 0 }
  const length = integerLengths[type]
  if (length !== undefined) return { value: payload.readIntBE(at, length), length }
  if (type < 13 || type % 2 === 0) throw new RangeError(`a value of type ${type}, which no table of ours has`)
  const bytes = (type - 13) / 2
  if (at + bytes > payload.length) throw new RangeError('a text goes on behind the row')
  return { value: payload.toString('utf8', at, at + bytes), length: bytes }
}

/** Seven bits a byte, the highest first; the ninth byte gives all of its eight. */
function varint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes.readUInt8(at + index)
    if (index === 8) return { value: value * 256 + byte, next: at + 9 }
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  return { value, next: at + 9 }
}
