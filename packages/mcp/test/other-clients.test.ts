import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Memory, openMemory } from '@daybook/memory-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Serving, serveHttp } from '../src/index.ts'
import { main } from './clients.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const programOf = (name: string, file: string): string => join(dirname(require.resolve(`${name}/package.json`)), file)
const inspector = programOf('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js')
const conformance = programOf('@modelcontextprotocol/conformance', 'dist/index.js')

let root = ''
let memory: Memory
let serving: Serving

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'daybook-mcp-'))
  memory = await openMemory({ directory: join(root, 'http') })
  serving = await serveHttp(memory, { port: 0 })
})

afterAll(async () => {
  await serving.close()
  await memory.close()
  await rm(root, { recursive: true })
})

/** What the inspector is answered over a transport. */
async function inspect(kind: 'stdio' | 'http', ...args: readonly string[]): Promise<unknown> {
  const target =
    kind === 'http'
      ? [serving.url, '--transport', 'http']
      : [process.execPath, main, '--directory', join(root, 'stdio')]
  const { stdout } = await run(process.execPath, [inspector, '--cli', ...target, ...args])
  return JSON.parse(stdout)
}

const list = ['--method', 'tools/list']
const learn = ['--method', 'tools/call', '--tool-name', 'memory_learn', '--tool-arg', 'text=Deploys go to staging']

describe('the inspector', () => {
  it('lists and calls the tools, and reads MEMORY.md, over stdio', async () => {
    expect(await inspect('stdio', ...list)).toMatchObject({ tools: { length: 6 } })
    expect(await inspect('stdio', ...learn)).toMatchObject({ structuredContent: { text: 'Deploys go to staging' } })
    expect(JSON.stringify(await inspect('stdio', '--method', 'resources/list'))).toContain('memory://MEMORY.md')
  })

  it('calls the tools over http', async () => {
    expect(await inspect('http', ...learn)).toMatchObject({ structuredContent: { text: 'Deploys go to staging' } })
  })
})

describe('the conformance suite', () => {
  let printed = ''

  // One run of all scenarios. Those that are not named below need tools, resources and prompts of the suite's own names.
  beforeAll(async () => {
    const args = [conformance, 'server', '--url', serving.url]
    printed = await run(process.execPath, args, { cwd: root }).then(
      ({ stdout }) => stdout,
      // The suite fails, because of those others. If it breaks off instead, the tests show why.
      (error) => [error.stdout, error.stderr, error].join('\n'),
    )
  })

  it.each([
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ])('passes %s', (scenario) => {
    expect(printed).toMatch(new RegExp(`^✓ ${scenario}: \\d+ passed, 0 failed$`, 'm'))
  })
})
