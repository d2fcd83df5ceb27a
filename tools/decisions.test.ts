import { describe, expect, it } from 'vitest'
import { checkDecisions } from './decisions.ts'
import { findingsIn } from './workspace/fixture.ts'

const folder = 'packages/core/decisions'
const pages = { [`${folder}/0001-one-lock.md`]: '# One lock\n', [`${folder}/0002-no-zod.md`]: '# No zod\n' }
const first = '| [0001](0001-one-lock.md) | How many locks? | One | Simple | Waiting |'

const findings = (rows: string): Promise<readonly string[]> =>
  findingsIn(checkDecisions, { ...pages, [`${folder}/README.md`]: `# Decisions\n\n${rows}\n` })

describe('decisions', () => {
  it('accept an index that has each page once', async () => {
    expect(await findings(`${first}\n| [0002](0002-no-zod.md) | zod? | No | Slow | |`)).toEqual([])
  })

  it('refuse a page without a row, and a row without a page or a choice', async () => {
    expect(await findings(`${first}\n${first}\n| [0003](0003-gone.md) | Why? | | | |`)).toEqual([
      `${folder}/README.md:4: 0001-one-lock.md has a row already`,
      `${folder}/README.md:5: 0003-gone.md does not exist`,
      `${folder}/README.md:5: expected | page | question | choice | why | cost |`,
      `${folder}/0002-no-zod.md has no row in README.md`,
    ])
    expect(await findingsIn(checkDecisions, pages)).toEqual([
      `${folder}/README.md is missing: the index of the decisions`,
    ])
  })
})
