import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shareFolder } from './shared/share-folder.ts'

it('eight clients on one folder lose nothing, double nothing and cross nothing, though they are killed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-shared-'))
  const { problems, kills, kept } = await shareFolder(directory, { operations: 5, killEvery: 5, seed: 1 })
  await rm(directory, { recursive: true })
  expect(problems).toEqual([])
  expect(kills).toBeGreaterThan(2)
  expect(kept).toBeGreaterThan(8)
}, 600_000)
