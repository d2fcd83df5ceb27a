import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectWhole } from './expect-whole.ts'
import type { JobName } from './jobs.ts'
import { without, workplace } from './run-length.ts'
import { meet, oks, refusals, survive } from './trouble.ts'
import { acknowledged, startWorker, untyped, type Worker } from './worker-process.ts'

const writing: readonly JobName[] = ['append', 'fact', 'history', 'knowledge', 'learn', 'note']
const withoutMount = without('unshare', '-m', 'mount', '-t', 'tmpfs', 'daybook', '/mnt')
const withoutLimits = without('prlimit', '--nofile=100', 'true')

const limit = ({ child }: Worker, what: string): void => {
  execFileSync('prlimit', ['--pid', String(child.pid), what])
}

/** Fills a file system to the last byte, however the space comes and goes while others write to it. */
function fill(file: string): void {
  const descriptor = fs.openSync(file, 'a')
  for (let size = 65_536; size >= 1; )
    try {
      fs.writeSync(descriptor, Buffer.alloc(size))
    } catch {
      size = Math.floor(size / 2)
    }
  fs.closeSync(descriptor)
}

/** Removes a directory that others write to, however often they put something into it meanwhile. */
function removeForGood(directory: string): void {
  while (fs.existsSync(directory))
    try {
      fs.rmSync(directory, { recursive: true })
    } catch (error) {
      if (!String(error).includes('ENOTEMPTY')) throw error
    }
}

describe('a disk that takes no more', () => {
  it.skipIf(withoutMount !== '')(
    `fault 3: ENOSPC: typed errors, nothing lost, and writing goes on when there is space again${withoutMount}`,
    async () => {
      const directory = await workplace()
      const disk = `${dirname(directory)}/disk`
      await mkdir(disk)
      // The mount is seen by the worker alone; the test reaches it through the worker's own view.
      const script = 'mount -t tmpfs -o size=3m daybook "$0" && exec "$@"'
      const seen = ({ child }: Worker, name: string): string => join(`/proc/${child.pid}/root`, disk, name)
      let known: string[] = []
      await meet(directory, {
        jobs: [...writing, 'recall'],
        failing: writing,
        directory: join(disk, 'memory'),
        through: ['unshare', '-m', 'sh', '-c', script, disk],
        says: /^storage-failed .*(the disk is full: free some space|disk took \d+ of|free some space)/,
        strike: async (worker) => fill(seen(worker, 'ballast')),
        lift: async (worker) => {
          expect(await readdir(seen(worker, 'memory/sessions'))).toContain('shared.jsonl')
          const answered = oks(worker, 'recall')
          await worker.until(() => oks(worker, 'recall') > answered + 1)
          expect(refusals(worker, 'recall')).toEqual([])
          fs.rmSync(seen(worker, 'ballast'))
        },
        collect: async (worker) => {
          known = acknowledged(worker)
          worker.child.kill('SIGSTOP')
          await cp(seen(worker, 'memory'), directory, { recursive: true })
          worker.child.kill('SIGCONT')
        },
      })
      expect(known.length).toBeGreaterThan(10)
      await expectWhole(directory, known)
    },
  )

  it.skipIf(withoutLimits !== '')(
    `fault 3: EFBIG: typed errors, nothing lost, and writing goes on when files may grow again${withoutLimits}`,
    async () => {
      const directory = await workplace()
      const sizes = (): number => fs.statSync(join(directory, 'memory', 'MEMORY.md')).size
      await survive(directory, {
        jobs: writing,
        failing: ['fact'],
        says: /^storage-failed /,
        strike: async (worker) => limit(worker, `--fsize=${sizes() + 10}:unlimited`),
        lift: async (worker) => limit(worker, '--fsize=unlimited:unlimited'),
      })
    },
  )
})

describe('a process that may open no more files', () => {
  it.skipIf(withoutLimits !== '')(
    `fault 6: EMFILE: typed errors, nothing lost, and everything goes on when there are files again${withoutLimits}`,
    async () => {
      const directory = await workplace()
      await survive(directory, {
        jobs: writing,
        failing: ['append', 'fact', 'knowledge', 'note'],
        says: /^storage-failed .*(too many open files|free some space)/,
        strike: async (worker) => limit(worker, '--nofile=3:4096'),
        lift: async (worker) => limit(worker, '--nofile=4096:4096'),
      })
    },
  )
})

describe('a directory that is removed while it is open', () => {
  it('fault 6: typed errors, and everything goes on when the directory is back', async () => {
    const directory = await workplace()
    const away = `${directory}-away`
    await survive(directory, {
      jobs: writing,
      says: /^erased .*open the memory again/,
      strike: async () => fs.renameSync(directory, away),
      lift: async () => fs.renameSync(away, directory),
    })
  })

  it('fault 6: one that is removed for good refuses for good, and is not made again behind the back of whoever removed it', async () => {
    const directory = await workplace()
    const worker = await startWorker({ directory, name: 'ada', jobs: writing })
    worker.go()
    await worker.until(() => writing.every((job) => oks(worker, job) > 0))
    removeForGood(directory)
    await worker.until(() => writing.every((job) => refusals(worker, job).length > 1))
    expect(fs.existsSync(directory)).toBe(false)
    await mkdir(directory)
    const refused = new Map(writing.map((job) => [job, refusals(worker, job).length]))
    await worker.until(() => writing.every((job) => refusals(worker, job).length > (refused.get(job) ?? 0) + 1))
    expect(untyped(worker)).toEqual([])
    expect(await readdir(directory)).toEqual([])
    worker.stop()
    expect((await worker.ended).code).toBe(0)
  })
})
