import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Budget, fileFindings, manifestFindings } from './packages.ts'
import { findingsIn } from './workspace/fixture.ts'
import type { Manifest } from './workspace/workspace.ts'

const files = ['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts']
const budget: Budget = {
  packedBytes: 1,
  unpackedBytes: 1,
  dependencies: 1,
  entries: ['.', './package.json'],
  because: 'it is small',
}

const sound = (): Manifest => ({
  name: 'a',
  version: '1.0.0',
  private: false,
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=22.16.0' },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './package.json': './package.json' },
  dependencies: { one: '1' },
  devDependencies: { many: '1', more: '1' },
  peerDependencies: { ai: '7' },
  optionalDependencies: {},
  nx: { tags: [] },
})

describe('packages', () => {
  it('accepts a sound package', () => {
    expect([...fileFindings(files), ...manifestFindings(sound(), budget, files)]).toEqual([])
  })

  it.each([
    ['src/index.ts', 'does not belong'],
    ['.npmrc', 'does not belong'],
    ['dist/a.test.js', 'is no file for users'],
    ['dist/tsconfig.tsbuildinfo', 'is no file for users'],
  ])('refuses %s in a tarball', (file, finding) => {
    expect(fileFindings([...files, file])).toEqual([expect.stringContaining(finding)])
  })

  it('misses a README', () => {
    expect(fileFindings(files.filter((file) => file !== 'README.md'))).toEqual([
      'README.md is missing from the tarball',
    ])
  })

  it.each<[string, Partial<Manifest>, string]>([
    ['CommonJS', { type: 'commonjs' }, 'type is commonjs'],
    ['side effects', { sideEffects: undefined }, 'sideEffects is not false'],
    ['an older Node', { engines: { node: '>=20' } }, 'engines.node is >=20'],
    ['a dependency too many', { dependencies: { one: '1', two: '2' } }, '2 runtime dependencies, at most 1'],
    ['an entry too few', { exports: { './package.json': './package.json' } }, 'expected exactly . ./package.json'],
    [
      'an entry that is not packed',
      {
        exports: { '.': { types: './dist/index.d.ts', default: './dist/main.js' }, './package.json': './package.json' },
      },
      './dist/main.js, which is not packed',
    ],
    ['a pattern', { exports: { './*': './dist/*.js' } }, 'exports: '],
  ])('refuses a manifest with %s', (_name, change, finding) => {
    const findings = manifestFindings({ ...sound(), ...change }, budget, files)
    expect(findings).toEqual([expect.stringContaining(finding)])
  })

  it('of this repository builds before it is packed by hand, so that no tarball lacks its dist', async () => {
    const folder = join(import.meta.dirname, '..', 'packages')
    for (const name of await readdir(folder)) {
      const manifest: unknown = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8'))
      expect(manifest).toMatchObject({ scripts: { prepack: 'nx build' } })
    }
  })

  it('packs without running the scripts of the package', async () => {
    const { checkPackages } = await import('./packages.ts')
    const manifest = {
      name: '@daybook/memory-core',
      version: '0.1.0',
      scripts: { prepack: 'exit 7', prepare: 'exit 7' },
    }
    const findings = await findingsIn(checkPackages, {
      'packages/adapter/package.json': JSON.stringify({ name: 'adapter', private: true }),
      'packages/core/package.json': JSON.stringify(manifest),
    })
    expect(findings).toContain('@daybook/memory-core: dist/index.js is missing from the tarball')
  })
})
