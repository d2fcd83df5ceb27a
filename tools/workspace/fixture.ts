import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withTemporaryFolder } from './pack.ts'
import { type Check, readWorkspace } from './workspace.ts'

const core = {
  name: '@daybook/memory-core',
  nx: { tags: ['scope:core'] },
}

const adapter = {
  name: '@daybook/adapter',
  dependencies: { '@daybook/memory-core': '^0.1.0' },
  peerDependencies: { ai: '^7.0.0' },
  nx: { tags: ['scope:adapter'] },
}

const workspaceFiles: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ workspaces: ['packages/*', 'apps/*'] }),
  'packages/core/package.json': JSON.stringify(core),
  'packages/adapter/package.json': JSON.stringify(adapter),
}

/** Writes files, given by path and content, below a folder. */
export const writeFiles = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

/** Runs a check on a small workspace (a core and an adapter) with these files added; for tests of the checks. */
export const findingsIn = (check: Check, files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  withTemporaryFolder(async (root) => {
    await writeFiles(root, { ...workspaceFiles, ...files })
    return check(await readWorkspace(root, () => undefined))
  })
