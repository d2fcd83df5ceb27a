import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  linkFindings,
  metadataFindings,
  metadataOf,
  relativeLinkFindings,
  serverFindings,
  serverOf,
} from './metadata.ts'
import { mcpName, repository } from './repository.ts'
import { publishedProjects, readWorkspace } from './workspace/workspace.ts'

const root = join(import.meta.dirname, '..')
const { projects, ...workspace } = await readWorkspace(root, () => undefined)
const core = publishedProjects({ projects, ...workspace }).find(({ folder }) => folder === 'packages/memory-core')
if (core === undefined) throw new Error('packages/memory-core is not there')

describe('metadata', () => {
  it('says of each package where its own folder is', () => {
    expect(metadataOf('packages/postgres').repository.directory).toBe('packages/postgres')
    expect(metadataFindings(core)).toEqual([])
  })

  it.each(['homepage', 'bugs', 'repository', 'author', 'publishConfig'])('finds a package without %s', (field) => {
    const findings = metadataFindings({ ...core, manifest: { ...core.manifest, [field]: undefined } })
    expect(findings.join()).toContain(`${field} is undefined, expected`)
  })

  it('finds a package that nobody who searches would find', () => {
    const findings = metadataFindings({ ...core, manifest: { ...core.manifest, keywords: ['ai'] } })
    expect(findings.join()).toContain('keywords lack agent-memory, long-term-memory')
  })

  it('finds a server.json that names another server or version than its package', () => {
    const manifest = { ...core.manifest, mcpName }
    const server = serverOf({ packages: [{ registryType: 'npm' }] }, manifest)
    expect(serverFindings(server, manifest)).toEqual([])
    expect(serverFindings({ ...server, version: '9.9.9' }, manifest).join()).toContain('another name or version')
    expect(serverFindings(server, core.manifest).join()).toContain('mcpName is undefined')
    expect(mcpName).toBe(`io.github.${repository.split('/')[3]}/daybook`)
  })

  it('finds links that are dead on npm, and none in code', () => {
    expect(linkFindings(root, 'see [it](bench/RESULTS.md)').join()).toContain('bench/RESULTS.md leads nowhere on npm')
    expect(linkFindings(root, `see [it](${repository}/blob/main/NOWHERE.md)`).join()).toContain('that is not there')
    const sound = `[a](#below), [b](https://nodejs.org), [c](${repository}/blob/main/README.md#two), \`[d](e)\``
    expect(linkFindings(root, sound)).toEqual([])
    expect(linkFindings(root, '```ts\nconst a = b[0](c)\n```')).toEqual([])
  })

  it('finds links of a page in the repository that name no file', () => {
    expect(relativeLinkFindings(root, 'docs/a.md', '[x](../README.md) [y](b.md)').join()).toBe(
      'the link b.md names a file that is not there',
    )
  })
})
