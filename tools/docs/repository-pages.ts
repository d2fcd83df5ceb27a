import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { repository } from '../repository.ts'

/** The pages of the repository that the documentation shows under `repository/`, by their names there. */
const pagesOf = async (root: string): Promise<ReadonlyMap<string, string>> => {
  const core = 'packages/memory-core'
  const decisions = (await readdir(join(root, core, 'decisions'))).filter((name) => name.endsWith('.md'))
  return new Map([
    ...['GUARANTEES', 'RIVALS', 'ARCHITECTURE'].map((name): [string, string] => [`${core}/${name}.md`, `${name}.md`]),
    ...decisions.map((name): [string, string] => [
      `${core}/decisions/${name}`,
      `decisions/${name === 'README.md' ? 'index.md' : name}`,
    ]),
    ...['memory-core', 'ai-sdk', 'langchain', 'mastra', 'postgres'].map((name): [string, string] => [
      `packages/${name}/bench/RESULTS.md`,
      `bench-${name}.md`,
    ]),
    ['tools/rivals/RESULTS.md', 'rivals-RESULTS.md'],
  ])
}

/** Rewrites the links of a moved page: to other moved pages, or to files in the repository. */
export const moveLinks = (text: string, from: string, pages: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)/g, (_, target: string, anchor = '') => {
    const path = posix.join(posix.dirname(from), target)
    const page = pages.get(path)
    if (page === undefined) return `](${repository}/blob/main/${path}${anchor})`
    return `](${posix.relative(posix.dirname(pages.get(from) ?? ''), page)}${anchor})`
  })

/** Escapes text that Vue would interpret, except in code. */
const withoutTags = (text: string): string =>
  text
    .split(/(^```[\s\S]*?^```|`[^`\n]*`)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('')

/** Rewrites docs/repository. */
export const writeRepositoryPages = async (root: string): Promise<void> => {
  const folder = join(root, 'docs', 'repository')
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'decisions'), { recursive: true })
  const pages = await pagesOf(root)
  for (const [from, to] of pages) {
    const text = withoutTags(await readFile(join(root, from), 'utf8'))
    await writeFile(join(folder, to), moveLinks(text, from, pages))
  }
}
