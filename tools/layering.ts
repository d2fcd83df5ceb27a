import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { type Import, readSources, type Source } from './workspace/source.ts'
import type { Check, Project, Workspace } from './workspace/workspace.ts'

/** The folders of memory-core's `src` by column; a folder imports from columns to its left only. */
const columns: readonly (readonly string[])[] = [
  ['privacy'],
  ['vocabulary'],
  ['text', 'storage'],
  ['statements', 'journal', 'in-memory', 'disk'],
  ['sqlite'],
  ['local', 'documents', 'notes', 'knowledge', 'records', 'responses', 'sessions'],
  ['capture', 'activation', 'consolidation', 'maintenance', 'indexing', 'upkeep'],
  ['recall'],
  ['context', 'check', 'forgetting'],
  ['receipts'],
  ['tools'],
  ['memory'],
  ['index', 'testing', 'adapters'],
]

/** The files directly in `src`, by the column entry that they belong to. Files of one entry may import each other. */
const rootFiles: Readonly<Record<string, string>> = {
  'errors.ts': 'vocabulary',
  'clock.ts': 'vocabulary',
  'message.ts': 'vocabulary',
  'model.ts': 'vocabulary',
  'events.ts': 'vocabulary',
  'option-checks.ts': 'vocabulary',
  'json.ts': 'vocabulary',
  'async.ts': 'vocabulary',
  'options.ts': 'memory',
  'profiles.ts': 'memory',
  'memory.ts': 'memory',
  'memories.ts': 'memory',
  'index.ts': 'index',
}

/** The folders with an entry point of their own: they may have an index.ts. */
const doors: ReadonlySet<string> = new Set(['adapters', 'local', 'storage', 'testing', 'tools'])

/** The folders that may import Node's modules. */
const onNode: ReadonlySet<string> = new Set(['disk', 'sqlite', 'local', 'testing'])

/** What reads statements is half of the core, and is loaded at its first use: the index imports none of it statically. */
const loadedLater: ReadonlySet<string> = new Set([
  'statements/read-statements.ts',
  'statements/claims/claims-of.ts',
  'statements/english/orders.ts',
])

/** Which tags a project's declared workspace dependencies may have. */
const allowedScopes: Readonly<Record<string, readonly string[]>> = {
  'scope:core': [],
  'scope:adapter': ['scope:core'],
  'scope:storage': ['scope:core'],
  'scope:door': ['scope:core', 'scope:storage', 'scope:door'],
  'scope:app': ['scope:core', 'scope:adapter', 'scope:storage', 'scope:door'],
  'scope:tools': ['scope:core', 'scope:adapter', 'scope:storage', 'scope:door'],
}

const placeOf = (file: string): string | undefined => {
  const [first, ...rest] = file.split('/')
  if (first === undefined) return undefined
  return rest.length === 0 ? rootFiles[first] : first
}

const columnOf = (place: string): number => columns.findIndex((column) => column.includes(place))

const isRelative = (specifier: string): boolean => specifier.startsWith('./') || specifier.startsWith('../')

const internalFinding = (file: string, place: string, imported: Import, target: string): string | undefined => {
  if (target.startsWith('../')) return 'leaves src'
  const to = placeOf(target)
  if (to === undefined || columnOf(to) < 0) return `is in no column of tools/layering.ts`
  const isDoor = doors.has(to) && target === `${to}/index.ts`
  if (posix.basename(target) === 'index.ts' && !(isDoor && imported.kind === 'dynamic')) {
    return 'is an index: import the file that has it'
  }
  if (to === place) return undefined
  if (columnOf(to) === columnOf(place)) return `is a neighbour in ${place}'s column`
  if (columnOf(to) > columnOf(place)) return `is to the right of ${place}`
  if (onNode.has(to) && to !== 'testing' && imported.kind === 'value' && !onNode.has(place)) {
    return 'is loaded dynamically or imported as a type, never statically'
  }
  return file === target ? 'imports itself' : undefined
}

const importFinding = (file: string, place: string, imported: Import): string | undefined => {
  const { specifier } = imported
  if (specifier === undefined) return 'a computed import, which no check can follow'
  if (isRelative(specifier)) {
    const target = posix.normalize(posix.join(posix.dirname(file), specifier))
    const finding = internalFinding(file, place, imported, target)
    return finding === undefined ? undefined : `${specifier} ${finding}`
  }
  if (isBuiltin(specifier) && !onNode.has(place)) {
    return `${specifier}: only disk/, sqlite/, local/ and testing/ import Node's modules`
  }
  return undefined
}

const coreFindings = (source: Source, folder: string): readonly string[] => {
  if (source.isTest) return []
  const at = `${folder}/src/${source.file}`
  const place = placeOf(source.file)
  if (place === undefined || columnOf(place) < 0) {
    return [`${at}: in no column of tools/layering.ts; give it a place there first`]
  }
  const findings: string[] = []
  if (posix.basename(source.file) === 'index.ts' && source.file !== 'index.ts' && !doors.has(place)) {
    findings.push(`${at}: a folder has no index; importers name the file`)
  }
  for (const imported of source.imports) {
    const finding = importFinding(source.file, place, imported)
    if (finding !== undefined) findings.push(`${at}:${imported.line}: ${finding}`)
  }
  return findings
}

/** The chains of static imports from the index to a file that is loaded at its first use. */
const eagerFindings = (sources: readonly Source[], folder: string): readonly string[] => {
  const all = new Map(sources.map((source) => [source.file, source]))
  const chains = new Map([['index.ts', 'index.ts']])
  for (const [file, chain] of chains)
    for (const { specifier = '', kind } of all.get(file)?.imports ?? []) {
      const target = posix.normalize(posix.join(posix.dirname(file), specifier))
      if (kind === 'value' && isRelative(specifier) && !chains.has(target)) chains.set(target, `${chain} → ${target}`)
    }
  return [...chains].flatMap(([file, chain]) =>
    loadedLater.has(file) ? [`${folder}/src/${file}: imported statically by ${chain}; load it at its first use`] : [],
  )
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const onNodeScopes = ['scope:storage', 'scope:door'] as const

const adapterFindings = (source: Source, { folder, manifest }: Project, core: string): readonly string[] => {
  if (source.isTest) return []
  // A storage runs on Node and brings the driver of its database; an entry point brings the protocol that it serves.
  const isOnNode = onNodeScopes.some((scope) => manifest.nx.tags.includes(scope))
  const own = Object.keys({ ...(isOnNode && manifest.dependencies), ...manifest.peerDependencies })
  const allowed = new Set([core, ...own])
  return source.imports.flatMap(({ specifier, line }) => {
    const isOfNode = isOnNode && specifier !== undefined && isBuiltin(specifier)
    if (specifier !== undefined && (isRelative(specifier) || isOfNode || allowed.has(packageOf(specifier)))) return []
    const name = specifier ?? 'a computed import'
    return [`${folder}/src/${source.file}:${line}: ${name}: an adapter imports ${[...allowed].join(' and ')} only`]
  })
}

const scopeOf = (project: Project): string | undefined =>
  project.manifest.nx.tags.find((tag) => tag.startsWith('scope:'))

const declaredBy = ({ manifest }: Project): readonly string[] =>
  Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  })

const scopeFindings = ({ projects }: Workspace): readonly string[] => {
  const scopes = new Map(projects.map((project) => [project.manifest.name, scopeOf(project)]))
  return projects.flatMap((project) => {
    const scope = scopeOf(project)
    const allowed = scope === undefined ? undefined : allowedScopes[scope]
    if (allowed === undefined) {
      return [`${project.folder}/package.json: nx.tags needs one of ${Object.keys(allowedScopes).join(', ')}`]
    }
    return declaredBy(project)
      .filter((name) => scopes.has(name) && !allowed.includes(scopes.get(name) ?? ''))
      .map((name) => `${project.folder}/package.json: ${scope} may not depend on ${name} (${scopes.get(name)})`)
  })
}

/** The columns on one line, as drawn in CONTRIBUTING.md. */
const drawing = columns.map((column) => column.join(', ')).join(' ← ')

const drawingFindings = async (root: string): Promise<readonly string[]> => {
  const page = join(root, 'CONTRIBUTING.md')
  if (!existsSync(page)) return []
  const isDrawn = (await readFile(page, 'utf8')).replaceAll(/\s+/g, ' ').includes(drawing)
  return isDrawn ? [] : [`CONTRIBUTING.md: expected the columns of tools/layering.ts in a block: ${drawing}`]
}

/**
 * Finds imports and declared dependencies that violate the direction of the layers, an outdated drawing of them, and what
 * the core loads before it is used.
 */
export const checkLayering: Check = async (workspace) => {
  const findings = [...scopeFindings(workspace), ...(await drawingFindings(workspace.root))]
  const core = workspace.projects.find((project) => scopeOf(project) === 'scope:core')
  for (const project of workspace.projects) {
    const scope = scopeOf(project)
    if (scope !== 'scope:core' && scope !== 'scope:adapter' && scope !== 'scope:storage' && scope !== 'scope:door')
      continue
    const sources = await readSources(join(workspace.root, project.folder, 'src'))
    if (scope === 'scope:core') findings.push(...eagerFindings(sources, project.folder))
    for (const source of sources) {
      if (scope === 'scope:core') findings.push(...coreFindings(source, project.folder))
      else findings.push(...adapterFindings(source, project, core?.manifest.name ?? 'the core'))
    }
  }
  return findings
}
