import { describe, expect, it } from 'vitest'
import { refusals } from './refusals.ts'

const ready = { address: 'https://github.com/daybook/daybook', branch: 'main', changedFiles: [] }

describe('a release', () => {
  it('is not kept from a clean main with an address', () => {
    expect(refusals(ready)).toEqual([])
  })

  it('refuses as long as nobody has filled in where the source is', () => {
    expect(refusals({ ...ready, address: 'https://github.com/OWNER/daybook' }).join()).toContain('tools/repository.ts')
  })

  it('refuses another branch and a tree with changes', () => {
    expect(refusals({ ...ready, branch: 'mine' })).toEqual(['a release is made on main, and this is mine'])
    expect(refusals({ ...ready, changedFiles: [' M a.ts'] }).join()).toContain('not committed: M a.ts')
  })
})
