import { describe, expect, it } from 'vitest'
import { printPlaced } from './placed-lines.ts'

describe('a placed line', () => {
  it.each([
    ['never deploy on Fridays.', 'Never deploy on Fridays'],
    ["my nephew Duarte can't eat nuts", "My nephew Duarte can't eat nuts"],
    ['über Ostern sind wir in Graz', 'Über Ostern sind wir in Graz'],
    ['pnpm is what I use', 'pnpm is what I use'],
    ['iPhone chargers only', 'iPhone chargers only'],
    ['staging.example.org is the host', 'staging.example.org is the host'],
    ['eslint runs on each commit', 'eslint runs on each commit'],
  ])('begins with a capital letter, unless it is a name that is written small: %s', (text, line) => {
    expect(printPlaced({ text, day: '2026-02-03' })).toBe(`- ${line} (2026-02-03)`)
  })
})
