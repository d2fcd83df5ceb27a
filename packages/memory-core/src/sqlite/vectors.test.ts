import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, onTestFinished } from 'vitest'
import { localStorage } from '../local/storage.ts'
import type { Storage } from '../storage/storage.ts'
import { vectorIndexCases } from '../testing/index.ts'

async function open(): Promise<Storage> {
  const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return localStorage({ directory })
}

describe('local vectors', () => {
  for (const one of vectorIndexCases) it(one.name, () => one.run(open))
})
