import { describe, expect, it } from 'vitest'
import { checkSizes } from './sizes.ts'
import { findingsIn } from './workspace/fixture.ts'
import { parseSource } from './workspace/source.ts'

describe('sizes', () => {
  it('refuses a file of more than 350 lines', async () => {
    const files = {
      'packages/core/src/long.ts': 'export const a = 1\n'.repeat(351),
      'packages/core/src/fine.ts': 'export const a = 1\n'.repeat(350),
      'packages/core/src/long.test.ts': 'export const a = 1\n'.repeat(999),
    }
    expect(await findingsIn(checkSizes, files)).toEqual(['packages/core/src/long.ts: 351 lines, at most 350; split it'])
  })

  it('does not charge a factory for the closures that it returns', () => {
    const text = 'export const create = () => {\n  const get = () => {\n    return 1\n  }\n  return { get }\n}\n'
    expect(parseSource('a.ts', text).functions).toEqual([
      { name: 'get', line: 2, lines: 3 },
      { name: 'create', line: 1, lines: 3 },
    ])
  })
})
