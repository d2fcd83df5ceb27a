import { expect, it } from 'vitest'
import { repository } from '../repository.ts'
import { moveLinks } from './repository-pages.ts'

it('a page that has moved links to others that have, and to the repository for what has not', () => {
  const pages = new Map([
    ['packages/a/GUARANTEES.md', 'GUARANTEES.md'],
    ['packages/a/decisions/0001-x.md', 'decisions/0001-x.md'],
  ])
  const moved = moveLinks(
    '[g](../GUARANTEES.md#two) [s](../src/x.ts) [w](https://nodejs.org) [t](#here)',
    'packages/a/decisions/0001-x.md',
    pages,
  )
  expect(moved).toBe(
    `[g](../GUARANTEES.md#two) [s](${repository}/blob/main/packages/a/src/x.ts) [w](https://nodejs.org) [t](#here)`,
  )
})
