import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { author, mcpName, repository } from './repository.ts'
import { type Check, type Manifest, type Project, publishedProjects } from './workspace/workspace.ts'

/** The fields that are the same in every published package, except for the folder. */
export const metadataOf = (folder: string, address: string = repository) => ({
  homepage: `${address}/tree/main/${folder}#readme`,
  bugs: { url: `${address}/issues` },
  repository: { type: 'git', url: `git+${address}.git`, directory: folder },
  author,
  publishConfig: { access: 'public', provenance: true },
})

/** The fields of a server.json, with the name and version of its npm package; `server` has the others. */
export const serverOf = (server: unknown, { name, version }: Pick<Manifest, 'name' | 'version'>) => {
  const { packages, ...rest } = z.looseObject({ packages: z.array(z.looseObject({})) }).parse(server)
  return { ...rest, name: mcpName, version, packages: packages.map((one) => ({ ...one, identifier: name, version })) }
}

/** Finds a server.json with another name or version than its package, and a package that names another server. */
export const serverFindings = (server: unknown, manifest: Manifest): readonly string[] =>
  [
    ...(manifest['mcpName'] === mcpName
      ? []
      : [`mcpName is ${JSON.stringify(manifest['mcpName'])}, expected ${mcpName}`]),
    ...(isDeepStrictEqual(server, serverOf(server, manifest)) ? [] : ['server.json has another name or version']),
  ].map((finding) => `${finding}; npm run metadata writes it`)

/** The keywords of every package on npm; a package may have more. */
const commonKeywords = ['ai', 'agent-memory', 'long-term-memory']

/** Finds fields of a package that differ from the common ones. */
export const metadataFindings = ({ folder, manifest }: Project): readonly string[] => {
  const wrong = Object.entries(metadataOf(folder))
    .filter(([name, value]) => !isDeepStrictEqual(manifest[name], value))
    .map(([name, value]) => `${name} is ${JSON.stringify(manifest[name])}, expected ${JSON.stringify(value)}`)
  const missing = commonKeywords.filter((keyword) => !keywordsOf(manifest).includes(keyword))
  const findings = missing.length === 0 ? wrong : [...wrong, `keywords lack ${missing.join(', ')}`]
  return findings.map((finding) => `${finding}; npm run metadata writes it`)
}

const keywordsOf = (manifest: Manifest): readonly unknown[] =>
  Array.isArray(manifest['keywords']) ? manifest['keywords'] : []

const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')

const targetsOf = (markdown: string): readonly string[] =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')

/** The path in the repository that a link refers to; undefined for other links. */
const pathIn = (target: string): string | undefined => {
  const [address] = target.split('#')
  const inside = /^\/(?:blob|raw|tree)\/main\/(.+)$/.exec(
    address?.startsWith(repository) ? address.slice(repository.length) : '',
  )
  return inside?.[1]
}

/**
 * Finds broken links of a README on npm, which shows the page without the repository: a link must be an anchor or a
 * full address, and one into the repository must name an existing file.
 */
export const linkFindings = (root: string, markdown: string): readonly string[] =>
  targetsOf(markdown).flatMap((target) => {
    if (target.startsWith('#')) return []
    if (!/^https?:\/\//.test(target))
      return [`the link ${target} leads nowhere on npm; write ${repository}/blob/main/…`]
    const path = pathIn(target)
    return path === undefined || existsSync(join(root, path))
      ? []
      : [`the link ${target} names a file that is not there`]
  })

/** Finds relative links of a page to files that do not exist. */
export const relativeLinkFindings = (root: string, page: string, markdown: string): readonly string[] =>
  targetsOf(markdown).flatMap((target) => {
    if (target.startsWith('#')) return []
    const path = /^https?:\/\//.test(target)
      ? pathIn(target)
      : posix.join(posix.dirname(page), target.split('#')[0] ?? '')
    return path === undefined || existsSync(join(root, path))
      ? []
      : [`the link ${target} names a file that is not there`]
  })

/** Checks the metadata of the published packages, that they share one version, and the links of their READMEs. */
export const checkMetadata: Check = async (workspace) => {
  const projects = publishedProjects(workspace)
  const [first] = projects
  const findings: string[] = []
  for (const project of projects) {
    const { name, version } = project.manifest
    const add = (found: readonly string[]) => findings.push(...found.map((finding) => `${name}: ${finding}`))
    add(metadataFindings(project))
    if (version !== first?.manifest.version) {
      add([`version is ${version}, ${first?.manifest.name} has ${first?.manifest.version}: they move together`])
    }
    const server = join(workspace.root, project.folder, 'server.json')
    if (existsSync(server)) add(serverFindings(JSON.parse(await readFile(server, 'utf8')), project.manifest))
    const readme = join(workspace.root, project.folder, 'README.md')
    if (existsSync(readme)) add(linkFindings(workspace.root, await readFile(readme, 'utf8')))
  }
  const page = await readFile(join(workspace.root, 'README.md'), 'utf8')
  return [...findings, ...relativeLinkFindings(workspace.root, 'README.md', page).map((found) => `README.md: ${found}`)]
}
