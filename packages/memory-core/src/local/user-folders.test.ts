import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localStorage } from './local-storage.ts'
import { userFolders } from './user-folders.ts'

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-users-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

describe('userFolders', () => {
  it('gives each user a folder that says whose it is, and each agent one in it', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    for (const [user, agent] of [['ada'], ['Ada'], ['bob', 'coder']] as const)
      await (await folders.open(user, agent)).storage.close()
    expect(await folders.users()).toEqual(['Ada', 'ada', 'bob'])
    const names = await readdir(directory)
    expect(names.filter((name) => /^(?:ada|ada~[0-9a-f]{16}|bob)$/.test(name))).toHaveLength(3)
    expect(await readFile(join(directory, 'ada', 'state', 'owner.json'), 'utf8')).toMatch(
      /^\{"user":"ada","id":"[0-9a-f-]{36}"\}\n$/,
    )
    expect(await readFile(join(directory, 'bob', 'agents', 'coder', 'state', 'owner.json'), 'utf8')).toMatch(
      /^\{"user":"bob","agent":"coder","id":"[0-9a-f-]{36}"\}\n$/,
    )
  })

  it('takes what else lies in the directory for no user', async () => {
    const directory = await temporary()
    await writeFile(join(directory, 'README.md'), 'x')
    await mkdir(join(directory, 'empty'))
    await mkdir(join(directory, 'odd'))
    await writeFile(join(directory, 'odd', 'agents'), 'x')
    expect(await userFolders({ directory }).users()).toEqual([])
    expect(await userFolders({ directory: join(directory, 'missing') }).users()).toEqual([])
  })

  it.each([['{"user":7}'], ['{broken'], ['[]']])(
    'says what to do about an owner that nobody can read: %s',
    async (text) => {
      const directory = await temporary()
      await mkdir(join(directory, 'x', 'state'), { recursive: true })
      await writeFile(join(directory, 'x', 'state', 'owner.json'), text)
      await expect(userFolders({ directory }).users()).rejects.toThrow(
        /owner\.json .+expected \{"user":"…"\}: write it, or remove/,
      )
    },
  )

  it('removes no folder that is not the memory of that user', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    await mkdir(join(directory, 'invoices'))
    await expect(folders.remove('invoices')).rejects.toThrow(/invoices is not the memory of user "invoices"/)
    expect(await readdir(directory)).toEqual(['invoices'])
  })

  it('gives nobody the folder of somebody else', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    await (await folders.open('ada')).storage.close()
    await writeFile(join(directory, 'ada', 'state', 'owner.json'), '{"user":"mallory"}')
    await expect(folders.open('ada')).rejects.toThrow(/is the memory of user "mallory", not of "ada"/)
  })

  it('is no folder of users when it is the directory of one memory', async () => {
    const directory = await temporary()
    await (await localStorage({ directory })).close()
    await expect(userFolders({ directory }).open('ada')).rejects.toThrow(/is the directory of one memory/)
  })

  it('removes all of a user, agents included, and nothing else', async () => {
    const directory = await temporary()
    const folders = userFolders({ directory })
    for (const [user, agent] of [['ada'], ['ada', 'coder'], ['bob']] as const)
      await (await folders.open(user, agent)).storage.close()
    await folders.remove('ada')
    await folders.remove('nobody')
    expect(await readdir(directory)).toEqual(['bob'])
  })
})
