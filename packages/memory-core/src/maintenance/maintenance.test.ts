import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { MemoryError } from '../errors.ts'
import { localStorage } from '../local/storage.ts'
import { type OpenRecords, openRecords } from '../records/open-records.fixture.ts'
import type { NewRecord } from '../records/record-book.ts'
import { createScoring, type RecordsOptions } from '../records/record-types.ts'
import { compareTexts } from '../storage/compare-texts.ts'
import type { StoredRecord } from '../storage/records.ts'
import type { Lease, Storage } from '../storage/storage.ts'
import { printMaintenance } from '../tools/record-tools.ts'
import { createMaintenance, type MaintenanceOptions, maintenanceDefaults } from './maintenance.ts'

const day = 86_400_000
const directories: string[] = []
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true })
})

interface Open extends OpenRecords {
  maintenance: ReturnType<typeof createMaintenance>
  all: () => Promise<StoredRecord[]>
}

function open({
  storage,
  records,
  ...options
}: Partial<Required<MaintenanceOptions>> & {
  storage?: Storage
  records?: Partial<Required<RecordsOptions>>
} = {}): Open {
  const opened = openRecords(records, storage)
  const maintenance = createMaintenance(opened.setting, opened.book, { ...maintenanceDefaults, ...options })
  const all = async (): Promise<StoredRecord[]> =>
    (await opened.storage.records.list({ archived: 'all', limit: 100_000 })).sort(
      (a, b) => compareTexts(b.createdAt, a.createdAt) || compareTexts(a.id, b.id),
    )
  return { ...opened, maintenance, all }
}

/** Statements that two by two say nearly the same. */
const near = [
  'always run the linter and the type checker before you push changes to the main branch',
  'always run the linter and the type checker before you push the changes to the main branch please',
] as const

describe('merging', () => {
  it('C09 merges near duplicates: the older survives with the counts, tags and priority of all', async () => {
    const { records, maintenance, clock, book } = open({ similarity: 0.8 })
    const [old] = await records.learn({ text: near[0], tags: ['a'], confidence: 0.5 })
    clock.advance(day)
    const [young] = await records.learn({ text: near[1], tags: ['b'], priority: 'high' })
    await records.learn({ text: near[1], confidence: 0.9 })
    clock.advance(day)
    const report = await maintenance.run()
    expect(report).toMatchObject({
      merged: [{ kept: old?.id, archived: [young?.id] }],
      totals: { merged: 1, archived: 0, promoted: 0 },
      examined: 2,
      dryRun: false,
      startedAt: '2026-01-03T00:00:00.000Z',
      finishedAt: '2026-01-03T00:00:00.000Z',
    })
    const [kept] = await book.store.list({ limit: 10 })
    expect(kept).toMatchObject({
      id: old?.id,
      text: near[0],
      createdAt: '2026-01-01T00:00:00.000Z',
      accessedAt: '2026-01-02T00:00:00.000Z',
      reinforcementCount: 3,
      tags: ['a', 'b'],
      priority: 'high',
      confidence: 1,
      supersedes: young?.id,
    })
    expect(kept?.strength).toBe(kept && createScoring(book.options).strength(kept))
    expect(await records.get(young?.id ?? '')).toMatchObject({
      text: near[1],
      archivedAt: '2026-01-03T00:00:00.000Z',
      validTo: '2026-01-03T00:00:00.000Z',
    })
  })

  it('merges what says exactly the same, also where it has no words', async () => {
    const { records, maintenance } = open()
    for (const text of ['Uses PNPM', '🎉']) {
      const [changed] = await records.learn([{ text: `${text} once` }])
      await records.update(changed?.id ?? '', { text })
      await records.learn({ text })
    }
    expect((await maintenance.run()).totals.merged).toBe(2)
    expect(await records.list()).toHaveLength(2)
  })

  it.each<[string, Partial<NewRecord>, Partial<NewRecord>]>([
    ['another type', { type: 'fact' }, { type: 'decision' }],
    ['another scope', { scope: 'src/**' }, { scope: 'test/**' }],
    ['a scope and none', { scope: 'src/**' }, {}],
    ['another end', { validTo: '2027-01-01' }, {}],
    ['an end that is past', { validTo: '2025-01-01' }, { validTo: '2025-01-01' }],
    ['a negation', {}, { text: `${near[0]} never` }],
    ['another number', { text: `${near[0]} 3 times` }, { text: `${near[0]} 5 times` }],
    ['another name', { text: `${near[0]} with Ada` }, { text: `${near[0]} with Bob` }],
    ['an opposite', { text: `${near[0]} enabled` }, { text: `${near[0]} disabled` }],
    ['a word in the place of another', {}, { text: near[0].replace('linter', 'compiler') }],
    [
      'the other way round',
      { text: 'copy backups of the green server into the blue one' },
      { text: 'copy backups of the blue server into the green one' },
    ],
    ['fewer common words', {}, { text: 'always run the tests before you push changes to the main branch' }],
  ])('never merges over %s', async (_, one, other) => {
    const { records, maintenance } = open({ similarity: 0.8 })
    await records.learn({ text: near[0], ...one })
    await records.learn({ text: near[1], ...other })
    expect((await maintenance.run()).merged).toEqual([])
    expect(await records.list()).toHaveLength(2)
  })

  it('never merges events, procedures and what is archived', async () => {
    const { records, maintenance } = open({ similarity: 0.8 })
    for (const text of near) await records.episode({ text })
    for (const text of near) await records.procedure({ name: text.slice(-20), text, steps: ['one'] })
    const [archived] = await records.learn([{ text: near[0] }, { text: near[1] }])
    await records.archive([archived?.id ?? ''])
    expect(await maintenance.run()).toMatchObject({ merged: [], examined: 5 })
  })

  it('merges three and more into the oldest, whatever their order in the store', async () => {
    const { records, maintenance } = open({ similarity: 0.7 })
    const texts = [' please', '', ' really', ' surely'].map((end) => `${near[0]}${end}`)
    const dates = ['2025-12-03', '2025-12-01', '2025-12-04', '2025-12-02']
    const learned = await records.learn(texts.map((text, index) => ({ text, createdAt: dates[index] })))
    const { merged } = await maintenance.run()
    expect(merged).toEqual([{ kept: learned[1]?.id, archived: [learned[3]?.id, learned[0]?.id, learned[2]?.id] }])
    expect((await records.get(learned[1]?.id ?? ''))?.reinforcementCount).toBe(4)
  })

  it('leaves a merge for the next time when one of the two changes meanwhile', async () => {
    const { records, maintenance, storage, beforeWrite, all } = open({ similarity: 0.8 })
    const [old, young] = await records.learn([
      { text: near[0], createdAt: '2025-12-01' },
      { text: near[1], createdAt: '2025-12-02' },
    ])
    for (const change of ['text', 'gone'] as const) {
      beforeWrite.call = () => {
        beforeWrite.call = () => undefined
        if (change === 'gone') void storage.records.write({ remove: [old?.id ?? ''] })
        else void storage.records.update([young?.id ?? ''], (record) => ({ ...record, text: 'Something else' }))
      }
      const report = await maintenance.run()
      expect(report.merged).toEqual([])
      expect((await all()).every(({ archivedAt }) => archivedAt === undefined)).toBe(true)
      await records.update(young?.id ?? '', { text: near[1] })
    }
  })

  it('restores a record that was merged away as one that holds', async () => {
    const { records, maintenance } = open({ similarity: 0.8 })
    await records.learn({ text: near[0], createdAt: '2025-12-01' })
    const [young] = await records.learn({ text: near[1] })
    await maintenance.run()
    expect(await records.restore([young?.id ?? ''])).toBe(1)
    const back = await records.get(young?.id ?? '')
    expect(back).not.toHaveProperty('archivedAt')
    expect(back).not.toHaveProperty('validTo')
  })
})

describe('archiving', () => {
  it('C13 archives every record with a score below 0.1, which stays searchable', async () => {
    const { records, maintenance, clock } = open({ keepFrom: 'none' })
    const [policy, fact] = await records.learn([
      { text: 'Never commit secrets', type: 'policy' },
      { text: 'Rate is 100' },
    ])
    await records.episode({ text: 'Deployed' })
    await records.procedure({ name: 'deploy', steps: ['push'] })
    clock.advance(250 * day)
    expect((await maintenance.run()).archived).toHaveLength(2)
    expect((await records.list()).map(({ type }) => type)).toEqual(['policy', 'workflow'])
    clock.advance(49 * day)
    const { archived, totals } = await maintenance.run()
    expect(archived).toContain(policy?.id)
    expect(totals.archived).toBe(2)
    expect(await records.list()).toEqual([])
    expect(await records.get(fact?.id ?? '')).toMatchObject({ archivedAt: '2026-09-08T00:00:00.000Z' })
    expect(await records.recall('secrets')).toMatchObject([{ text: 'Never commit secrets' }])
  })

  it('K3 keeps what every context tells, however long nobody asked for it', async () => {
    const { records, maintenance, clock } = open()
    await records.learn([
      { text: 'Never commit secrets', type: 'policy' },
      { text: 'Auth is a separate service', type: 'architecture' },
      { text: 'I prefer tabs', type: 'preference', priority: 'high' },
      { text: 'I prefer tea', type: 'preference' },
      { text: 'Rate is 100', priority: 'critical' },
    ])
    clock.advance(2_000 * day)
    const { totals } = await maintenance.runByItself()
    expect(totals).toEqual({ merged: 0, archived: 2, promoted: 0 })
    expect((await records.list()).map(({ text }) => text)).toEqual([
      'Never commit secrets',
      'Auth is a separate service',
      'I prefer tabs',
    ])
  })

  it('X31 archives it to the letter of document 003 with keepFrom none, and says so', async () => {
    const { records, maintenance, clock } = open({ keepFrom: 'none' })
    await records.learn([{ text: 'Never commit secrets', type: 'policy' }, { text: 'Rate is 100' }])
    clock.advance(300 * day)
    const report = await maintenance.run({ dryRun: true })
    expect(report.totals).toEqual({ merged: 0, archived: 2, promoted: 0, alwaysTold: 1 })
    expect(printMaintenance(report)).toContain('archived 2 (1 of them until now in every context)')
  })

  it('C13 leaves what was used lately, also when the use is not written yet', async () => {
    const { records, maintenance, clock } = open()
    await records.learn({ text: 'Rate is 100' })
    clock.advance(300 * day)
    await records.recall('rate')
    expect((await maintenance.run()).archived).toEqual([])
    expect(await records.list()).toHaveLength(1)
  })

  it('archives below another score when asked, and none below 0', async () => {
    const { records, maintenance, storage, clock } = open({ archiveBelow: 0 })
    await records.learn({ text: 'Rate is 100' })
    clock.advance(10_000 * day)
    expect((await maintenance.run()).archived).toEqual([])
    const strict = open({ storage, archiveBelow: 0.7 })
    expect((await strict.maintenance.run()).archived).toHaveLength(1)
  })

  it('keeps a faded record that its duplicate keeps alive', async () => {
    const { records, maintenance, clock } = open({ similarity: 0.8 })
    const [old] = await records.learn({ text: near[0] })
    clock.advance(300 * day)
    await records.learn({ text: near[1] })
    const report = await maintenance.run()
    expect(report).toMatchObject({ merged: [{ kept: old?.id }], archived: [] })
    expect(await records.list()).toMatchObject([{ id: old?.id }])
  })
})

describe('promoting', () => {
  it('C09 promotes what recurs by one step, once, and nothing to critical', async () => {
    const { records, maintenance, book } = open()
    const given: NewRecord[] = [
      { text: 'A fact' },
      { text: 'A preference', type: 'preference' },
      { text: 'A pitfall', type: 'pitfall' },
      { text: 'A policy', type: 'policy' },
      { text: 'A low fact', priority: 'low' },
      { text: 'A high fact', priority: 'high' },
    ]
    const learned = await records.learn(given)
    await records.learn({ text: 'A rare fact' })
    for (let turn = 0; turn < 4; turn++) book.touch(learned.map(({ id }) => id))
    const { promoted, totals } = await maintenance.run()
    const priorities = async (): Promise<Map<string, string>> =>
      new Map((await records.list()).map(({ text, priority }) => [text, priority]))
    expect(promoted).toHaveLength(2)
    expect(promoted).toContainEqual({ id: learned[0]?.id, from: 'normal', to: 'medium' })
    expect(promoted).toContainEqual({ id: learned[1]?.id, from: 'medium', to: 'high' })
    expect(totals.promoted).toBe(2)
    const expected = new Map([
      ['A policy', 'critical'],
      ['A pitfall', 'high'],
      ['A preference', 'high'],
      ['A high fact', 'high'],
      ['A fact', 'medium'],
      ['A rare fact', 'normal'],
      ['A low fact', 'low'],
    ])
    expect(await priorities()).toEqual(expected)
    for (let turn = 0; turn < 50; turn++) book.touch(learned.map(({ id }) => id))
    expect((await maintenance.run()).promoted).toEqual([])
    expect(await priorities()).toEqual(expected)
  })

  it('promotes what recurs only together with its duplicates', async () => {
    const { records, maintenance } = open({ similarity: 0.8, promoteAt: 4 })
    for (const text of [...near, ...near])
      await records.learn({ text, createdAt: text === near[0] ? '2025-12-01' : '2025-12-02' })
    expect((await maintenance.run()).promoted).toMatchObject([{ from: 'normal', to: 'medium' }])
  })

  it('K5 merges six equal episodes into the first one, and promotes it', async () => {
    const { records, maintenance, clock } = open()
    const episodes = []
    for (let turn = 0; turn < 6; turn++) {
      episodes.push(await records.episode({ text: 'The staging deploy ran out of disk.', outcome: 'failure' }))
      clock.advance(day)
    }
    const other = await records.episode({ text: 'The staging deploy ran out of disk.', outcome: 'success' })
    const [first, ...others] = episodes.map(({ id }) => id)
    expect(await maintenance.run()).toMatchObject({
      merged: [{ kept: first, archived: others }],
      promoted: [{ id: first, from: 'normal', to: 'medium' }],
    })
    expect((await records.list()).map(({ id }) => id)).toEqual([first, other.id])
    expect(await records.get(first ?? '')).toMatchObject({ reinforcementCount: 6, priority: 'medium' })
    expect(await records.recall('staging disk')).toHaveLength(7)
  })

  it('does not promote what is archived in the same run', async () => {
    const { records, maintenance, clock } = open({ promoteAt: 1, records: { reinforcement: 'linear' } })
    await records.learn({ text: 'A fact' })
    clock.advance(400 * day)
    expect(await maintenance.run()).toMatchObject({ totals: { archived: 1, promoted: 0 } })
  })
})

/** Some of everything that maintenance does. */
async function fill({ records, book, clock }: OpenRecords): Promise<void> {
  await records.learn(Array.from({ length: 6 }, (_, index) => ({ text: `An old fact about thing${index}` })))
  clock.advance(300 * day)
  const subjects = ['linter', 'compiler', 'formatter', 'bundler', 'debugger']
  for (const [index, text] of near.entries())
    await records.learn(
      subjects.map((subject) => ({ text: text.replace('linter', subject), createdAt: `2026-0${index + 1}-01` })),
    )
  const often = await records.learn(
    Array.from({ length: 4 }, (_, index) => ({ text: `A frequent fact about thing${index}` })),
  )
  for (let turn = 0; turn < 6; turn++) book.touch(often.map(({ id }) => id))
  await book.flush()
}

describe('a maintenance', () => {
  it('changes nothing when it is only rehearsed, and reports the same as the real one', async () => {
    const opened = open({ similarity: 0.8, promoteAt: 2 })
    await fill(opened)
    const { maintenance, all, storage, writes } = opened
    const before = {
      all: JSON.stringify(await all()),
      revision: await storage.records.revision(),
      writes: writes.length,
    }
    const rehearsed = await maintenance.run({ dryRun: true })
    expect({
      all: JSON.stringify(await all()),
      revision: await storage.records.revision(),
      writes: writes.length,
    }).toEqual(before)
    const real = await maintenance.run()
    expect(real.totals).toEqual({ merged: 5, archived: 6, promoted: 9 })
    expect(rehearsed).toEqual({ ...real, dryRun: true })
  })

  it('does the rest after a crash at any write, and no more at a second run', async () => {
    const whole = open({ similarity: 0.8, promoteAt: 2 })
    await fill(whole)
    const first = whole.writes.length
    await whole.maintenance.run()
    const writes = whole.writes.length - first
    const expected = JSON.stringify(await whole.all())
    expect(writes).toBeGreaterThan(7)
    for (let crash = 1; crash <= writes; crash++) {
      const opened = open({ similarity: 0.8, promoteAt: 2 })
      await fill(opened)
      const start = opened.writes.length
      opened.beforeWrite.call = (write) => {
        if (write - start === crash) throw new Error('power cut')
      }
      await expect(opened.maintenance.run()).rejects.toThrow('power cut')
      opened.beforeWrite.call = () => undefined
      await opened.maintenance.run()
      expect(JSON.stringify(await opened.all())).toBe(expected)
    }
    expect((await whole.maintenance.run()).totals).toEqual({ merged: 0, archived: 0, promoted: 0 })
    expect(JSON.stringify(await whole.all())).toBe(expected)
  })

  it('never runs twice at once; a rehearsal may', async () => {
    const { maintenance, storage } = open()
    const other = open({ storage }).maintenance
    const answers = await Promise.allSettled([maintenance.run(), other.run(), other.run({ dryRun: true })])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: { code: 'locked' } })
    await other.run()
  })

  it('gives its lease back when it fails', async () => {
    const { maintenance, records, beforeWrite } = open()
    await records.learn({ text: 'A fact' })
    beforeWrite.call = () => {
      throw new Error('disk full')
    }
    await expect(maintenance.run()).rejects.toThrow('disk full')
    beforeWrite.call = () => undefined
    expect((await maintenance.run()).examined).toBe(1)
  })

  it('changes nothing when another process has taken over', async () => {
    const { setting, book, records, clock } = open()
    await records.learn({ text: 'A fact' })
    clock.advance(300 * day)
    const check = async (): Promise<never> => Promise.reject(new MemoryError('lease-lost', 'taken over'))
    const lease = async (): Promise<Lease> => ({ fence: 1, check, release: async () => undefined })
    const storage = { ...setting.storage, lease }
    const maintenance = createMaintenance({ ...setting, storage }, book, maintenanceDefaults)
    await expect(maintenance.run()).rejects.toMatchObject({ code: 'lease-lost' })
    expect(await records.list()).toHaveLength(1)
  })

  it('stops when it is told to', async () => {
    const { maintenance, records } = open()
    await records.learn({ text: 'A fact' })
    await expect(maintenance.run({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
    const controller = new AbortController()
    const running = maintenance.run({ signal: controller.signal })
    controller.abort(new Error('now'))
    await expect(running).rejects.toThrow('now')
    expect((await maintenance.run()).examined).toBe(1)
  })

  it('C13 is due weekly: a week after the last one, when there are records', async () => {
    const { maintenance, records, clock } = open()
    expect(await maintenance.isDue()).toBe(false)
    await records.learn({ text: 'A fact' })
    expect(await maintenance.isDue()).toBe(true)
    await maintenance.run({ dryRun: true })
    expect(await maintenance.isDue()).toBe(true)
    await maintenance.run()
    expect(await maintenance.isDue()).toBe(false)
    clock.advance(7 * day - 1)
    expect(await maintenance.isDue()).toBe(false)
    clock.advance(1)
    expect(await maintenance.isDue()).toBe(true)
  })

  it('is due again when the clock once stood far ahead, and never by itself without auto', async () => {
    const { maintenance, records, clock, storage } = open()
    clock.set('2199-01-01')
    await records.learn({ text: 'A fact' })
    await maintenance.run()
    clock.set('2026-01-01')
    expect(await maintenance.isDue()).toBe(true)
    expect(await open({ storage, auto: false }).maintenance.isDue()).toBe(false)
  })

  describe('with a clock that leaps', () => {
    async function aFadedAndArchived(): Promise<Open> {
      const opened = open({ similarity: 0.8 })
      const { records, clock, maintenance } = opened
      const [hand] = await records.learn([{ text: 'Archived by hand' }, ...near.map((text) => ({ text }))])
      await records.archive([hand?.id ?? ''])
      await maintenance.run()
      await records.learn({ text: 'Gone for good' })
      clock.set('2100-01-01')
      return opened
    }
    const active = async ({ all }: Open): Promise<string[]> =>
      (await all())
        .filter(({ archivedAt }) => archivedAt === undefined)
        .map(({ text }) => text)
        .toSorted((a, b) => a.localeCompare(b, 'en'))

    it('fault 13: lets nothing fade by itself after a leap, and everything that has when the clock is believed for a week', async () => {
      const opened = await aFadedAndArchived()
      const { clock, maintenance } = opened
      const before = await active(opened)
      expect((await maintenance.runByItself()).totals.archived).toBe(0)
      expect(await active(opened)).toEqual(before)
      clock.advance(7 * day)
      expect((await maintenance.runByItself()).totals.archived).toBe(before.length)
    })

    it('fault 13: brings back what faded meanwhile, and nothing that was archived by hand or merged', async () => {
      const opened = await aFadedAndArchived()
      const { clock, maintenance, records } = opened
      const before = await active(opened)
      const mergedAway = (await opened.all()).filter(({ validTo }) => validTo !== undefined)
      expect(mergedAway).toHaveLength(1)
      expect((await maintenance.run()).totals.archived).toBe(before.length)
      clock.advance(7 * day)
      await records.learn([{ text: near[0] }, { text: near[1] }].map(({ text }) => ({ text: `of 2100: ${text}` })))
      clock.advance(400 * day)
      await maintenance.run()
      clock.set('2026-01-05')
      expect((await maintenance.run({ dryRun: true })).totals.restored).toBeGreaterThanOrEqual(before.length)
      expect((await maintenance.run()).totals.restored).toBeGreaterThanOrEqual(before.length)
      expect(await active(opened)).toEqual(expect.arrayContaining(before))
      expect(await active(opened)).not.toContain('Archived by hand')
      const after = new Map((await opened.all()).map((record) => [record.id, record]))
      for (const record of mergedAway) expect(after.get(record.id)?.archivedAt).toBe(record.archivedAt)
      expect((await maintenance.run()).totals.restored).toBeUndefined()
    })

    it('fault 13: leaves in the archive what a clock at 1970 sees there, but for what faded by itself', async () => {
      const opened = open()
      const { clock, maintenance, records } = opened
      const [hand] = await records.learn([{ text: 'Archived by hand' }, { text: 'Faded by itself' }])
      await records.archive([hand?.id ?? ''])
      clock.advance(400 * day)
      await maintenance.run()
      clock.set('1970-01-02')
      await maintenance.run()
      expect(await active(opened)).toEqual(['Faded by itself'])
      clock.set('2027-03-01')
      expect((await maintenance.run()).totals.archived).toBe(1)
    })
  })

  it('names the option that is wrong', async () => {
    const { maintenance } = open()
    for (const wrong of [{ dryRun: 1 }, { dry: true }, { signal: true }])
      await expect(maintenance.run(Object(wrong))).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('lists the first hundred of each, and counts all', async () => {
    const { maintenance, records, clock } = open({ promoteAt: 1 })
    await records.learn(Array.from({ length: 150 }, (_, index) => ({ text: `Old fact ${index}` })))
    clock.advance(300 * day)
    await records.learn(Array.from({ length: 150 }, (_, index) => ({ text: `New fact ${index}` })))
    const report = await maintenance.run()
    expect([report.archived.length, report.promoted.length]).toEqual([100, 100])
    expect(report.totals).toEqual({ merged: 0, archived: 150, promoted: 150 })
  })

  it('maintains 2,500 records in seconds, also when they all share most of their words', async () => {
    const { maintenance, records } = open()
    const texts = Array.from({ length: 2_500 }, (_, index) => {
      const word = index.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))
      return { text: `always look at the green report of the nightly build machine before merging branch x${word}` }
    })
    await records.learn(texts)
    const spentMs = startCpuClock()
    const { examined } = await maintenance.run()
    expect(examined).toBe(2_500)
    expect(spentMs()).toBeLessThan(3_500)
  })

  it('does the same in SQLite', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'daybook-'))
    directories.push(directory)
    const [inMemory, local] = [
      open({ similarity: 0.8, promoteAt: 2 }),
      open({ similarity: 0.8, promoteAt: 2, storage: await localStorage({ directory }) }),
    ]
    await fill(inMemory)
    await fill(local)
    expect(await local.maintenance.run()).toEqual(await inMemory.maintenance.run())
    expect(await local.all()).toEqual(await inMemory.all())
    await local.storage.close()
  })
})
