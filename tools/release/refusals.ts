import { isFilledIn, repository } from '../repository.ts'

/** The state that a release checks before it begins. */
export interface State {
  /** The address of the source. @default that of repository.ts */
  address?: string
  branch: string
  /** The output of `git status --porcelain`. */
  changedFiles: readonly string[]
}

/** The reasons why nothing can be released now, each with the way out. */
export const refusals = ({ address = repository, branch, changedFiles }: State): readonly string[] => [
  ...(isFilledIn(address)
    ? []
    : [`the address of the source is not filled in: change it in tools/repository.ts, then npm run metadata`]),
  ...(branch === 'main' ? [] : [`a release is made on main, and this is ${branch === '' ? 'no branch' : branch}`]),
  ...(changedFiles.length === 0
    ? []
    : [`files have changed that are not committed: ${changedFiles.map((line) => line.trim()).join(', ')}`]),
]
