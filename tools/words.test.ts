import { describe, expect, it } from 'vitest'
import { checkWords } from './words.ts'
import { findingsIn } from './workspace/fixture.ts'

describe('words', () => {
  it('refuses a name that two files of the core export, but not the overloads of one', async () => {
    const files = {
      'packages/core/src/a.ts': 'export function read(): void\nexport function read(): void {}\n',
      'packages/core/src/notes/b.ts': 'export const mark = 1\n',
      'packages/core/src/notes/c.ts': 'export interface mark {}\n',
      'packages/core/src/notes/c.test.ts': 'export const read = 1\n',
    }
    expect(await findingsIn(checkWords, files)).toEqual([
      'mark is exported by packages/core/src/notes/b.ts and packages/core/src/notes/c.ts: rename one of them',
    ])
  })

  it('refuses phrases that have to be decoded in comments, and says what to write', async () => {
    const files = {
      'packages/core/src/notes/a.ts':
        '/** So many notes are kept. */\nconst most = 5 // whoever asks\nexport const words = /nobody/\n',
    }
    expect(await findingsIn(checkWords, files)).toEqual([
      'packages/core/src/notes/a.ts:1: /** So many; say "Maximum …", or what the number counts',
      'packages/core/src/notes/a.ts:2: whoever; say who it is: the caller, the next process',
    ])
  })
})
