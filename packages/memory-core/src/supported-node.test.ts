import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkNode } from './errors.ts'
import { inMemoryStorage } from './in-memory/storage.ts'
import { localStorage, userFolders } from './local/index.ts'
import { openMemories } from './memories.ts'
import { openMemory } from './memory.ts'

it.each(['18.20.8', '20.20.2', '22.15.1'])('F8 refuses Node.js %s by its name', (version) => {
  expect(() => checkNode(version)).toThrow(
    expect.objectContaining({
      code: 'storage-failed',
      message: expect.stringMatching(new RegExp(`Node\\.js ${version}, .*22\\.16 or newer`)),
    }),
  )
})

it.each([['22.16.0'], ['22.20.0'], ['24.0.0'], ['26.1.0-nightly']])('takes %s', (version) => {
  expect(() => checkNode(version)).not.toThrow()
  expect(() => checkNode()).not.toThrow()
})

describe('on Node.js 20', () => {
  it.each<[string, () => unknown]>([
    ['openMemory', () => openMemory({ storage: inMemoryStorage() })],
    ['openMemory', () => openMemory({ dir: 'x' } as object)],
    ['openMemories', async () => openMemories({ directory: 'never-made' })],
    ['inMemoryStorage', async () => inMemoryStorage()],
    ['localStorage', () => localStorage({ directory: 'never-made' })],
    ['userFolders', async () => userFolders({ directory: 'never-made' })],
  ])('F8 %s says first which version is needed', async (_, open) => {
    vi.stubGlobal('process', Object.create(process, { versions: { value: { node: '20.20.2' } } }))
    onTestFinished(() => void vi.unstubAllGlobals())
    await expect(Promise.resolve().then(open)).rejects.toThrow('this is Node.js 20.20.2, and Daybook needs 22.16')
  })
})
