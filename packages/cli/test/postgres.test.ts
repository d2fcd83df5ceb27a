import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Server, startServer } from '../../postgres/test/server.ts'
import { daybook, type Ran } from './daybook.ts'

let server: Server
let root = ''

beforeAll(async () => {
  server = await startServer(['fsync=off'])
  root = await mkdtemp(join(tmpdir(), 'daybook-cli-'))
})

afterAll(async () => {
  await server.stop()
  await rm(root, { recursive: true })
})

const as = (user: string, ...args: readonly string[]): Promise<Ran> =>
  daybook(root, [...args, '--postgres', server.url, '--user', user])

it('a memory in PostgreSQL is asked, corrected and erased with the same commands', async () => {
  expect(await as('ada', 'status')).toMatchObject({ code: 1, err: expect.stringContaining('daybook init') })
  expect((await as('ada', 'init')).out).toContain('Made a memory of "ada" in PostgreSQL at 127.0.0.1')
  expect((await as('ada', 'remember', 'I prefer pnpm over npm')).out).toContain('Learned')
  expect((await as('ada', 'recall', 'pnpm')).out).toContain('I prefer pnpm over npm')
  expect((await as('bob', 'recall', 'pnpm')).out).toContain('Nothing found')
  expect((await as('ada', 'why', 'prefer pnpm')).out).toContain('told       always')
  expect((await as('ada', 'edit', 'pnpm over npm', 'yarn over npm')).code).toBe(0)
  expect((await as('ada', 'context')).out).toContain('yarn over npm')
  expect((await as('ada', 'backup', 'copy')).code).toBe(0)
  expect((await as('ada', 'erase', '--dry-run')).out).toMatch(/^Would remove \d+ files/)
  expect((await as('ada', 'erase', '--yes')).code).toBe(0)
  expect((await as('ada', 'recall', 'yarn')).out).toContain('Nothing found')
  expect(await readdir(root)).toEqual(['copy'])
})

it('a server that is not there is an error in one line', async () => {
  const { code, err } = await daybook(root, ['status', '--postgres', 'postgres://x@127.0.0.1:1/x', '-u', 'ada'])
  expect(code).toBe(1)
  expect(err).toMatch(/^daybook: [^\n]+\n$/)
})
