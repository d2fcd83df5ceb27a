import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from './workspace/workspace.ts'

const pageName = /^(\d{4})-.+\.md$/
const row = /^\| \[(\d{4})\]\(([^)]+)\) \|(.*)\|$/

/** Finds decisions missing from the index of their folder, and rows of the index without a target or an explanation. */
export const checkDecisions: Check = async ({ root, projects, note }) => {
  const core = projects.find(({ manifest }) => manifest.nx.tags.includes('scope:core'))
  const folder = `${core?.folder}/decisions`
  if (!existsSync(join(root, folder, 'README.md')))
    return [`${folder}/README.md is missing: the index of the decisions`]
  const pages = (await readdir(join(root, folder))).filter((name) => pageName.test(name))
  const lines = (await readFile(join(root, folder, 'README.md'), 'utf8')).split('\n')
  const findings: string[] = []
  const listed = new Set<string>()
  for (const [at, line] of lines.entries()) {
    const [, number = '', page = '', cells = ''] = row.exec(line) ?? []
    if (page === '') continue
    const where = `${folder}/README.md:${at + 1}`
    if (!pages.includes(page)) findings.push(`${where}: ${page} does not exist`)
    if (!page.startsWith(`${number}-`)) findings.push(`${where}: ${page} is not number ${number}`)
    if (listed.has(page)) findings.push(`${where}: ${page} has a row already`)
    const [question = '', choice = '', ...more] = cells.split('|').map((cell) => cell.trim())
    if (question === '' || choice === '' || more.length !== 2)
      findings.push(`${where}: expected | page | question | choice | why | cost |`)
    listed.add(page)
  }
  for (const page of pages) if (!listed.has(page)) findings.push(`${folder}/${page} has no row in README.md`)
  note(`${pages.length} decisions`)
  return findings
}
