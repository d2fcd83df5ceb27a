import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A registry on loopback that contains only the scope of the published packages. */
export interface Registry {
  url: string
  /** The .npmrc of a user: this scope comes from this registry, all others from the usual one. */
  npmrc: string
  close: () => Promise<void>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}

const configuration = (folder: string): string => `
storage: ${JSON.stringify(join(folder, 'storage'))}
uplinks: {}
packages:
  '@daybook/*': { access: $all, publish: $anonymous, unpublish: $anonymous }
log: { type: stdout, format: pretty, level: warn }
`

const isUp = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/-/ping`)).ok
  } catch {
    return false // not ready yet
  }
}

/** Starts the registry that `installRuntimes` has installed in tools/registry, with its storage in `folder`. */
export const openRegistry = async (root: string, folder: string): Promise<Registry> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = join(folder, 'registry.yaml')
  await writeFile(config, configuration(folder))
  const program = join(root, 'tools/registry/node_modules/verdaccio/bin/verdaccio')
  const child = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  const closed = once(child, 'close')
  const close = async (): Promise<void> => {
    child.kill('SIGKILL')
    await closed
  }
  for (let tries = 0; !(await isUp(url)); tries += 1) {
    if (tries === 300 || child.exitCode !== null) {
      await close()
      throw new Error(`the registry does not start:\n${printed.join('')}`)
    }
    await wait(200)
  }
  // npm publishes only with a token; this registry accepts any.
  const npmrc = `@daybook:registry=${url}/\n//127.0.0.1:${port}/:_authToken=anybody\n`
  return { url, npmrc, close }
}
