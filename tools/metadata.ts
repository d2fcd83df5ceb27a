import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { author, mcpName, repository } from './repository.ts'
import { type Check, type Manifest, type Project, publishedProjects } from './workspace/workspace.ts'

/** What every published package says about itself in the same words; only its folder differs. */
export const metadataOf = (folder: string, address: string = repository) => ({
  homepage: `${address}/tree/main/${folder}#readme`,
  bugs: { url: `${address}/issues` },
  repository: { type: 'git', url: `git+${address}.git`, directory: folder },
  author,
  publishConfig: { access: 'public', provenance: true },
})

/** What the MCP registry reads of a server, with the name and version that npm has: the rest of it is `server`. */
export const serverOf = (server: unknown, { name, version }: Pick<Manifest, 'name' | 'version'>) => {
  const { packages, ...rest } = z.looseObject({ packages: z.array(z.looseObject({})) }).parse(server)
  return { ...rest, name: mcpName, version, packages: packages.map((one) => ({ ...one, identifier: name, version })) }
}

/** Finds a server.json that names another server or version than its package, and a package that names another server. */
export const serverFindings = (server: unknown, manifest: Manifest): readonly string[] =>
  [
    ...(manifest['mcpName'] === mcpName
      ? []
      : [`mcpName is ${JSON.stringify(manifest['mcpName'])}, expected ${mcpName}`]),
    ...(isDeepStrictEqual(server, serverOf(server, manifest)) ? [] : ['server.json has another name or version']),
  ].map((finding) => `${finding}; npm run metadata writes it`)

/** What people search for on npm; a package may have more. */
const commonKeywords = ['ai', 'agent-memory', 'long-term-memory']

/** Finds what a package does not say about itself as every published package says it. */
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

/** The path in the repository that a link names, or undefined for a link that leads elsewhere. */
const pathIn = (target: string): string | undefined => {
  const [address] = target.split('#')
  const inside = /^\/(?:blob|raw|tree)\/main\/(.+)$/.exec(
    address?.startsWith(repository) ? address.slice(repository.length) : '',
  )
  return inside?.[1]
}

/**
 * Finds links of a README that lead nowhere on npm: npm shows the page without the repository around it, so that a
 * link is an anchor or a whole address, and one into the repository names a file that is there.
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

/** Finds relative links of a page in the repository that name no file. */
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

/** Checks what the published packages say about themselves, that they share one version, and the links of their READMEs. */
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
