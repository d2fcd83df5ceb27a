import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { readSources, type Source } from './workspace/source.ts'
import type { Check } from './workspace/workspace.ts'

/** The sections of the core's ARCHITECTURE.md that follow a call from file to file. */
const sections = ['The way of a message', 'The way of a question']

/** A file that a section names, and the line of the page. */
interface Step {
  file: string
  line: number
}

/** The steps of each section: the numbered lines that begin with a file, as in "3. `sessions/sessions.ts` takes the lock". */
export const walksIn = (page: string): ReadonlyMap<string, readonly Step[]> => {
  const walks = new Map<string, Step[]>()
  let steps: Step[] | undefined
  for (const [at, line] of page.split('\n').entries()) {
    const [, heading] = /^## (.*)$/.exec(line) ?? []
    if (heading !== undefined) steps = sections.includes(heading) ? [] : undefined
    if (heading !== undefined && steps !== undefined) walks.set(heading, steps)
    const [, file] = /^\d+\. `([\w./-]+\.ts)`/.exec(line) ?? []
    if (file !== undefined) steps?.push({ file, line: at + 1 })
  }
  return walks
}

/** The files that a source imports. The index of an entry point stands for the files that it names. */
const importedBy = (source: Source, all: ReadonlyMap<string, Source>): readonly string[] =>
  source.imports.flatMap(({ specifier }) => {
    if (specifier === undefined || !specifier.startsWith('.')) return []
    const target = posix.normalize(posix.join(posix.dirname(source.file), specifier))
    const door = posix.basename(target) === 'index.ts' ? all.get(target) : undefined
    return door === undefined ? [target] : importedBy(door, all)
  })

/** Finds files of these sections that do not exist, or that no earlier file of the same section imports. */
export const checkWalks: Check = async ({ root, projects, note }) => {
  const core = projects.find(({ manifest }) => manifest.nx.tags.includes('scope:core'))
  const path = `${core?.folder}/ARCHITECTURE.md`
  if (core === undefined || !existsSync(join(root, path))) return [`${path}: there is none`]
  const walks = walksIn(await readFile(join(root, path), 'utf8'))
  const all = new Map((await readSources(join(root, core.folder, 'src'))).map((source) => [source.file, source]))
  const findings = sections
    .filter((section) => (walks.get(section)?.length ?? 0) < 2)
    .map((section) => `${path}: "## ${section}" has to name its files in order, one in each numbered line`)
  for (const [section, steps] of walks) {
    const reached = new Set(steps.slice(0, 1).map(({ file }) => file))
    for (const { file, line } of steps) {
      const source = all.get(file)
      if (source === undefined) findings.push(`${path}:${line}: src/${file} does not exist`)
      else if (!reached.has(file))
        findings.push(`${path}:${line}: no file above it imports src/${file}: ${section.toLowerCase()} leads elsewhere`)
      for (const next of source === undefined ? [] : importedBy(source, all)) reached.add(next)
    }
    note(`${section}: ${steps.length} files`)
  }
  return findings
}
