import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { comparable, saidAgain, says } from './repeated-lines.ts'

const words = 'apple river stone cloud forest piano garden window not Ann'.split(' ')

function linesOf(count: number, wordsOf: (at: number) => string) {
  return Array.from({ length: count }, (_, at) => ({
    ...comparable(wordsOf(at), at % 3 === 0 ? 'Ada' : undefined),
    rank: (at % 4) / 10,
  }))
}

describe('the lines said again', () => {
  it('are those that a comparison of every two finds', () => {
    let state = 7
    const next = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
    const lines = linesOf(600, () => Array.from({ length: 1 + next(7) }, () => words[next(words.length)]).join(' '))
    const compared = lines.filter((one, at) =>
      lines
        .slice(at + 1)
        .some((line) => line.rank >= one.rank && line.speaker === one.speaker && !line.isNegative && says(line, one)),
    )
    expect([...saidAgain(lines)]).toEqual(compared)
    expect(compared.length).toBeGreaterThan(100)
    expect(compared.length).toBeLessThan(500)
  })

  it('are found at once among five thousand', () => {
    const lines = linesOf(5_000, (at) => `I like ${words[at % 8]} ${words[(at * 3) % 8]} thing ${at}`)
    const before = process.cpuUsage()
    expect(saidAgain(lines).size).toBe(0)
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  })
})
