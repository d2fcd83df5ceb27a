import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/memory.ts'
import { commitAll, git, hasGit, mergeFrom, shelf } from './repository.ts'

const bank = 'My bank is Kestrel Savings.'

describe.skipIf(!hasGit)('after a merge, the first call', () => {
  it.each(['read', 'list', 'search'] as const)('facts.%s shows nothing that the other copy forgot', async (method) => {
    const place = await shelf()
    const [one, two] = [join(place, 'one'), join(place, 'two')]
    const first = await openMemory(one)
    await first.addMessages('chat', [
      { role: 'user', content: 'I live in Lisbon.' },
      { role: 'user', content: bank },
    ])
    await first.flush()
    git(one, 'init', '--quiet', '--initial-branch', 'main')
    commitAll(one)
    git(place, 'clone', '--quiet', one, two)
    const second = await openMemory(two)
    await second.addMessages('plans', { role: 'user', content: 'I work as a nurse.' })
    await second.close()
    commitAll(two)
    await first.forget({ text: 'Kestrel' })
    await first.close()
    commitAll(one)
    mergeFrom(one, two)
    expect(await readFile(join(one, 'memory', 'MEMORY.md'), 'utf8'), 'as git left it').toContain('nurse')
    const merged = await openMemory(one)
    const shown = JSON.stringify(
      method === 'search' ? await merged.facts.search('Kestrel nurse') : await merged.facts[method](),
    )
    await merged.close()
    expect(shown).toContain('nurse')
    expect(shown).not.toContain('Kestrel')
  })
})

describe('the facts that are shown', () => {
  it('have what was said in the call before', async () => {
    const memory = await openMemory(await shelf())
    await memory.addMessages('chat', { role: 'user', content: 'I live in Lisbon.' })
    expect(await memory.facts.read()).toContain('Lisbon')
    await memory.close()
  })

  it('have the lines with records after the file was deleted or edited', async () => {
    const directory = await shelf()
    const memory = await openMemory(directory)
    await memory.addMessages('chat', { role: 'user', content: 'I live in Lisbon.' })
    await memory.flush()
    const path = join(directory, 'memory', 'MEMORY.md')
    await rm(path)
    expect((await memory.facts.list()).map(({ text }) => text)).toEqual([expect.stringContaining('Lisbon')])
    await writeFile(path, '# Facts\n')
    await memory.facts.read()
    expect(
      (await memory.records.list()).map(({ text }) => text),
      'the removal was obeyed',
    ).toEqual([])
    await memory.close()
  })
})
