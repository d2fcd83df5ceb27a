import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openMemory } from '../../src/index.ts'
import { localStorage } from '../../src/local/index.ts'
import { expectWhole } from './expect-whole.ts'
import type { JobName } from './jobs.ts'
import { isLong, note, workplace } from './run-length.ts'
import { inject, type Tracer, withoutStrace } from './strace.ts'
import { survive } from './trouble.ts'
import { acknowledged, startWorker, untyped } from './worker-process.ts'
import { workerSetting } from './worker-setting.ts'

const writing: readonly JobName[] = ['append', 'fact', 'history', 'knowledge', 'learn', 'note']
/** Calls whose failure must come out, and be made good by trying again, each with the distance between two that are tried. */
const failing = { fsync: 3, pwrite64: 4, write: 4, rename: 1, ftruncate: 1, openat: 4, mkdir: 1 }

const mostCalls = 60

/** What the n-th call of a kind was: there is none, it failed, or it failed and Node ended itself. */
type Struck = 'none' | 'failed' | 'ended'

/** One worker does one thing while the n-th call of a kind fails; it tries again. */
async function fail(job: JobName, call: string, n: number): Promise<Struck> {
  const directory = await workplace()
  const log = `${directory}.strace`
  const worker = await startWorker({ directory, name: 'ada', jobs: [job], count: 2, attempts: 4 })
  const tracer = await inject(worker, [`${call}:error=EIO:when=${n}`], log)
  worker.go()
  const { code, signal, problems } = await worker.ended
  await tracer.detach()
  // Node wakes its threads by a write: when that one fails, it ends itself, and what was acknowledged is there all the same.
  const isNodes = call === 'write' && signal === 'SIGABRT'
  if (!isNodes) expect([code, problems], `${job}, ${call} ${n}`).toEqual([0, ''])
  expect(untyped(worker), `${job}, ${call} ${n}`).toEqual([])
  // What the worker says is written, too: its last word may be the one that failed.
  const last = call === 'write' ? { isOk: true } : { job: 'run', isOk: true }
  if (!isNodes) expect(worker.outcomes.at(-1)).toMatchObject(last)
  await expectWhole(directory, acknowledged(worker))
  if (isNodes) return 'ended'
  return fs.readFileSync(log, 'utf8').includes('(INJECTED)') ? 'failed' : 'none'
}

/** Lets the calls of one kind fail, one after the other, until there is none. Answers how many have. */
async function failEach(job: JobName, call: string, first: number, step: number): Promise<number> {
  let count = 0
  for (let n = first; n < mostCalls; n += step) {
    const struck = await fail(job, call, n)
    if (struck === 'none') break
    if (struck === 'failed') count++
  }
  return count
}

describe.skipIf(withoutStrace !== '')(`a disk that fails${withoutStrace}`, () => {
  it('fault 4: EIO of any one call: a typed error, nothing acknowledged, and the next attempt succeeds', async () => {
    let struck = 0
    for (const job of isLong ? writing : writing.slice(0, 1))
      for (const [call, step] of Object.entries(failing).slice(0, isLong ? undefined : 2))
        struck += isLong ? await failEach(job, call, 1, step) : await failEach(job, call, 3, 25)
    note(`fault 4: ${struck} calls failed with EIO`)
    expect(struck).toBeGreaterThan(2)
  }, 3_600_000)

  it('fault 4: a disk that syncs nothing: typed errors, reading goes on, and writing when it syncs again', async () => {
    const directory = await workplace()
    let tracer: Tracer | undefined
    await survive(directory, {
      jobs: [...writing, 'item'],
      says: /^storage-failed .*(EIO|disk I\/O error)/,
      strike: async (worker) => {
        tracer = await inject(worker, ['fsync:error=EIO', 'fdatasync:error=EIO'])
      },
      lift: async () => {
        const memory = await openMemory({ ...workerSetting, directory, consolidation: { auto: false } })
        expect((await memory.sessions.messages('shared')).length).toBeGreaterThan(0)
        await memory.close()
        await tracer?.detach()
      },
    })
  })

  it('fault 4: after a sync that failed, the journal takes its line back before it takes the next one', async () => {
    const directory = await workplace()
    const memory = await openMemory({ ...workerSetting, directory })
    await memory.records.learn({ text: 'The first' })
    await memory.close()
    const log = `${directory}.strace`
    const worker = await startWorker({ directory, name: 'ada', jobs: ['learn'], count: 1, attempts: 3 })
    const tracer = await inject(worker, ['fsync:error=EIO:when=1'], log, ['pwrite64', 'write', 'ftruncate'])
    worker.go()
    await worker.ended
    await tracer.detach()
    expect(worker.outcomes.slice(0, 2)).toMatchObject([{ isOk: false }, { job: 'learn', isOk: true }])
    const lines = fs.readFileSync(log, 'utf8').split('\n')
    const failed = lines.findIndex((line) => line.includes('(INJECTED)'))
    const next = lines.findIndex((line, index) => index > failed && line.includes('ok learn'))
    const between = lines.slice(failed + 1, next)
    expect(between.filter((line) => /ftruncate\(\d+<[^>]*\/records\.jsonl>/.test(line))).not.toEqual([])
    expect(between.filter((line) => /fsync\(\d+<[^>]*\/records\.jsonl>/.test(line)).length).toBeGreaterThanOrEqual(1)
    const journal = fs.readFileSync(join(directory, 'journal', 'records.jsonl'), 'utf8')
    expect(journal.trimEnd().split('\n')).toHaveLength(new Set(journal.trimEnd().split('\n')).size)
  })
})

describe('a new file', () => {
  /** Lets the n-th sync of this process fail from here on, once. */
  function failSync(n: number): { count: () => number } {
    const { fsync } = fs
    let count = 0
    const failing = vi.spyOn(fs, 'fsync').mockImplementation((descriptor, done) => {
      count += 1
      if (count === n) done(Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' }))
      else fsync(descriptor, done)
    })
    onTestFinished(() => failing.mockRestore())
    return { count: () => count }
  }

  it('fault 4: is not there when its text or its name could not be brought to the disk, and is made again', async () => {
    for (const n of [1, 2, 3]) {
      const directory = await workplace()
      const { files, close } = await localStorage({ directory })
      failSync(n)
      await expect(files.append('notes/a.txt', 'A')).rejects.toMatchObject({ code: 'storage-failed' })
      expect(await files.stat('notes/a.txt')).toBeUndefined()
      await files.append('notes/a.txt', 'B')
      expect((await files.read('notes/a.txt'))?.text).toBe('B')
      await close()
      vi.restoreAllMocks()
    }
  })

  it('fault 4: is not there when it was written as a whole, and its name could not be brought to the disk', async () => {
    const directory = await workplace()
    const { files, close } = await localStorage({ directory })
    await files.write('notes/a.txt', 'A')
    for (const n of [1, 2]) {
      failSync(n)
      await expect(files.write('notes/b.txt', 'B', { ifVersion: null })).rejects.toMatchObject({
        code: 'storage-failed',
      })
      expect(await files.read('notes/b.txt')).toBeUndefined()
      expect(fs.readdirSync(join(directory, 'notes'))).toEqual(['a.txt'])
      vi.restoreAllMocks()
    }
    // What it replaces stays, or is replaced as a whole.
    failSync(2)
    await expect(files.write('notes/a.txt', 'AA')).rejects.toMatchObject({ code: 'storage-failed' })
    expect((await files.read('notes/a.txt'))?.text).toBe('AA')
    vi.restoreAllMocks()
    await files.write('notes/b.txt', 'B', { ifVersion: null })
    expect((await files.read('notes/b.txt'))?.text).toBe('B')
    await close()
  })

  it('fault 4: that a dead writer left empty is brought to the disk by name with its first text, and never again', async () => {
    const directory = await workplace()
    const { files, close } = await localStorage({ directory })
    fs.writeFileSync(join(directory, 'a.txt'), '')
    const { count } = failSync(0)
    await files.append('a.txt', 'A\n')
    expect(count()).toBe(2)
    await files.append('a.txt', 'B\n')
    expect(count()).toBe(3)
    await close()
  })
})
