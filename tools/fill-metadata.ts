import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { metadataOf, serverOf } from './metadata.ts'
import { mcpName, repository } from './repository.ts'
import { run } from './workspace/run.ts'
import { publishedProjects, readWorkspace } from './workspace/workspace.ts'

// npm run metadata: writes the address of repository.ts into every package.json and every page that has an older one,
// and the fields of the MCP server, with the package's version, into its server.json. A release rehearses this in
// another work tree, whose folder is the argument.
const root = process.argv[2] ?? join(import.meta.dirname, '..')
const workspace = await readWorkspace(root, () => undefined)
const older = new Set<string>()

async function rewrite(path: string, change: (text: object) => object): Promise<void> {
  const changed = change(JSON.parse(await readFile(path, 'utf8')))
  await writeFile(path, `${JSON.stringify(changed, null, 2)}\n`)
}

for (const { folder, manifest } of publishedProjects(workspace)) {
  const path = join(root, folder, 'package.json')
  const { url } = Object(manifest['repository'])
  if (typeof url === 'string') older.add(url.replace(/^git\+/, '').replace(/\.git$/, ''))
  const server = join(root, folder, 'server.json')
  const isServer = existsSync(server)
  await rewrite(path, (text) => ({ ...text, ...metadataOf(folder), ...(isServer && { mcpName }) }))
  if (isServer) await rewrite(server, (text) => serverOf(text, manifest))
}
older.delete(repository)
const { stdout } = await run('git', ['ls-files', '-z', '*.md', '*.ts', '*.json'], { cwd: root })
for (const page of stdout.split('\0').filter((name) => name !== '')) {
  const before = await readFile(join(root, page), 'utf8')
  const after = [...older].reduce((text, address) => text.replaceAll(address, repository), before)
  if (after !== before) await writeFile(join(root, page), after)
}
console.log(`${repository} stands in ${publishedProjects(workspace).length} packages and in the pages that name it`)
