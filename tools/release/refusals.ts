import { isFilledIn, repository } from '../repository.ts'

/** What a release looks at before it begins. */
export interface State {
  /** The address of the source. @default that of repository.ts */
  address?: string
  branch: string
  /** As `git status --porcelain` prints them. */
  changedFiles: readonly string[]
}

/** Why nothing can be released now; each with the way out. */
export const refusals = ({ address = repository, branch, changedFiles }: State): readonly string[] => [
  ...(isFilledIn(address)
    ? []
    : [`the address of the source is not filled in: change it in tools/repository.ts, then npm run metadata`]),
  ...(branch === 'main' ? [] : [`a release is made on main, and this is ${branch === '' ? 'no branch' : branch}`]),
  ...(changedFiles.length === 0
    ? []
    : [`files have changed that are not committed: ${changedFiles.map((line) => line.trim()).join(', ')}`]),
]
