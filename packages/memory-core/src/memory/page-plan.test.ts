import { describe, expect, it } from 'vitest'
import { startCpuClock } from '../../test/cpu-clock.ts'
import { factsDefaults } from '../documents/facts-file.ts'
import { lineKey, pageLines } from '../documents/placed-lines.ts'
import type { MemoryRecord } from '../storage/records.ts'
import { type PageMaterial, planPage, saidOnlyBy } from './page-plan.ts'
import type { PlacedLine } from './placement.ts'
import { comparable, saidAgain, says } from './repeated-lines.ts'

let made = 0

function record(text: string, fields: Partial<MemoryRecord> = {}): MemoryRecord {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + ++made * 1000).toISOString()
  return {
    id: `record:${made}`,
    type: 'fact',
    kind: 'semantic',
    priority: 'normal',
    text,
    tags: [],
    author: 'user',
    confidence: 1,
    about: 'work',
    worth: 0.5,
    createdAt,
    accessedAt: createdAt,
    reinforcementCount: 1,
    successCount: 0,
    failureCount: 0,
    ...fields,
  }
}

function plan(text: string, records: readonly MemoryRecord[], material: Partial<PageMaterial> = {}): string {
  const at = '2026-02-01T00:00:00.000Z'
  return planPage({ text, placed: [], records, replaced: [], at, options: factsDefaults, ...material }).text
}

function placedOn(text: string, ids: readonly string[]): PlacedLine[] {
  const lines = pageLines(text)
  return ids.map((id, at) => ({ id, key: lineKey(lines[at]?.key ?? ''), section: 'work', rank: 0.5 }))
}

const bulletsOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('- '))

describe('a new MEMORY.md', () => {
  it('X35 has no line for what another line says with more words', () => {
    const page = '## Work and projects\n\n- We use Redis 7 for the cache of the shop\n'
    expect(plan(page, [record('We use Redis 7 for the cache')])).toBe(page)
  })

  it.each([
    ['I have to decide if I keep the dog Rex or give him to my sister', 'I keep the dog Rex'],
    ['Im in year 10 now and i gotta pick if i do triple science or not', 'Im doing triple science after all'],
    ['I might move to Leeds in the spring if my daughter finds a bungalow', 'I move to Leeds in the spring'],
    ['My wife and I have to choose if we rent or buy the house in Hull', 'We buy the house in Hull'],
    ['I used to run marathons before my knee surgery', 'I run marathons'],
    ['Our blood test is every week', 'No more blood test every week'],
    ['I wonder whether to leave Acme in March', 'I leave Acme in March'],
  ])('has a line for what was decided, although the line of an older record has its words: %j, %j', (before, after) => {
    const [older, newer] = [record(before), record(after)]
    const page = plan('', [older])
    const text = plan(page, [older, newer], { placed: placedOn(page, [older.id]) })
    expect(bulletsOf(text)).toContain(`- ${after} (2026-01-01)`)
    expect(bulletsOf(plan('', [older, newer]))).toHaveLength(2)
  })

  it('X35 has one line for what claims nothing and is said again with more words', () => {
    const short = record("I think I'm going with Hetzner")
    const long = record("I think I'm going with Hetzner because of the price")
    expect(bulletsOf(plan('', [short, long]))).toEqual([`- ${long.text} (2026-01-01)`])
    expect(bulletsOf(plan('', [long, short]))).toEqual([`- ${long.text} (2026-01-01)`])
    const other = record(long.text, { source: { quote: `Ada: ${long.text}` } })
    expect(bulletsOf(plan('', [short, other]))).toHaveLength(2)
    expect(bulletsOf(plan('', [short, record("I think I'm going with Hetzner, not AWS")]))).toHaveLength(2)
  })

  it('X35 has one line for what one message says twice, once with the next sentence, though both claim something', () => {
    const source = { session: 'one', messageId: 'a' }
    const short = record('Release slipped again, QA found a blocker', { source })
    const long = record("Release slipped again, QA found a blocker. it's going out on the 30th instead", { source })
    expect(bulletsOf(plan('', [short, long]))).toEqual([`- ${long.text} (2026-01-01)`])
    const other = record(short.text, { source: { ...source, messageId: 'b' } })
    expect(bulletsOf(plan('', [long, other]))).toHaveLength(2)
  })

  it('loses every line of a statement that holds no longer', () => {
    const [rome, paris] = [record('I live in Rome'), record('I live in Paris')]
    const page =
      '## About you\n\n- I live in Rome (2026-01-01)\n\n## Work and projects\n\n- I live in Rome (2026-01-01)\n'
    const over = { ...rome, supersededBy: paris.id }
    const text = plan(page, [over, paris], { placed: placedOn(page, [rome.id]) })
    expect(bulletsOf(text)).toEqual(['- I live in Paris (2026-01-01)'])
  })

  it('X35 loses the line of what another line begins with and goes on', () => {
    const short = record('I work at Nortada')
    const page = '## Work and projects\n\n- I work at Nortada (2026-01-01)\n'
    const placed = placedOn(page, [short.id])
    const long = record('I work at Nortada as a data engineer')
    expect(bulletsOf(plan(page, [short, long], { placed }))).toEqual([`- ${long.text} (2026-01-01)`])
    for (const text of ['I work at Nortada no longer', 'I work at Acme', 'My sister works at Nortada as a nurse'])
      expect(plan(page, [short, record(text)], { placed })).toContain('- I work at Nortada (2026-01-01)\n')
    const extended = `${page}  - since spring\n`
    expect(plan(extended, [short, long], { placed })).toContain('- I work at Nortada (2026-01-01)\n  - since spring\n')
  })

  it.each(['We use Redis 8 for the cache', 'We use Valkey 7 for the cache', 'We never use Redis 7 for the cache'])(
    'has one where names, numbers or negations differ: %j',
    (text) => {
      const page = '## Work and projects\n\n- We use Redis 7 for the cache of the shop\n'
      expect(plan(page, [record(text)])).toContain(`- ${text} (2026-01-01)\n`)
    },
  )

  it('K1 has what replaced a statement in its place', () => {
    const old = record('The demo is on the 12th', { supersededBy: 'new' })
    const now = record('The demo is on the 14th', { id: 'new' })
    const page = '## Work and projects\n\n- The demo is on the 12th (2026-01-01)\n- We use Kafka (2026-01-01)\n'
    const kafka = record('We use Kafka')
    const text = plan(page, [old, now, kafka], { placed: placedOn(page, [old.id, kafka.id]) })
    expect(bulletsOf(text)).toEqual(['- The demo is on the 14th (2026-01-01)', '- We use Kafka (2026-01-01)'])
  })

  it('X7a leaves a replaced line under which a person has written more', () => {
    const old = record('The demo is on the 12th', { validTo: '2026-01-20T00:00:00.000Z' })
    const page = '## Work and projects\n\n- The demo is on the 12th (2026-01-01)\n  - in the small room\n'
    expect(plan(page, [old], { placed: placedOn(page, [old.id]) })).toBe(page)
  })

  it('lets the lines go that are worth least, rules and what concerns health last of all', () => {
    const records = [
      record('We use Kafka', { worth: 0.9 }),
      record('We use Redis', { worth: 0.4 }),
      record('I am allergic to nuts', { about: 'health', worth: 0.4 }),
      record('We use Vault', { worth: 0.6 }),
    ]
    const limits = { ...factsDefaults.limits, bytes: 115 }
    const text = plan('', records, { options: { ...factsDefaults, limits } })
    expect(bulletsOf(text)).toEqual(['- We use Kafka (2026-01-01)', '- I am allergic to nuts (2026-01-01)'])
  })

  it.each([
    'I injured my ankle so no half marathon',
    'my wife broke her wrist',
    'my cholesterol is back to normal',
    'Gluten slip last week, was sick three days',
    'I had surgery on my knee in May',
    'I wish I was not allergic',
  ])('lets what passes go like other lines, though later: %s', (said) => {
    const limits = { ...factsDefaults.limits, bytes: 110 }
    const left = (worth: number): string[] => {
      const records = [record(said, { about: 'health', worth }), record('We use Kafka and Redis', { worth: 0.6 })]
      const filler = record('We use Vault and more than forty other things at work', { worth: 0.95 })
      return bulletsOf(plan('', [...records, filler], { options: { ...factsDefaults, limits } }))
    }
    expect(left(0.2).join('\n')).not.toContain(said)
    expect(left(0.4).join('\n')).not.toContain('Kafka')
  })

  it.each([
    "I have Parkinson's",
    'I take 50 mg of sertraline every day',
    'My mum has a heart condition',
    'Ich bin allergisch gegen Nüsse',
    'I was injured in 2019 and have epilepsy since',
    'The physio says I must not lift more than 10 kg',
  ])('never lets a lasting illness or medicine go: %s', (said) => {
    const records = [record(said, { about: 'health', worth: 0.4 }), record('We use Kafka', { worth: 0.9 })]
    const limits = { ...factsDefaults.limits, bytes: 40 }
    expect(bulletsOf(plan('', records, { options: { ...factsDefaults, limits } }))).toEqual([`- ${said} (2026-01-01)`])
  })

  const leaving = (...records: MemoryRecord[]): string[] => {
    const whole = bulletsOf(plan('', records))
    const bytes = Buffer.byteLength(plan('', records)) - 1
    const limits = { ...factsDefaults.limits, bytes }
    const left = bulletsOf(plan('', records, { options: { ...factsDefaults, limits } }))
    return whole.filter((line) => !left.includes(line)).map((line) => line.slice(2, -13))
  }
  const idle = (): MemoryRecord => record('I read a magazine on Sundays', { worth: 0.6 })

  it.each([
    ['I studied Flask 2.3 and SQLite 3.39', 'In Lisbon I studied SQLite 3.39, Flask 2.3 and Bootstrap'],
    ['My close friend Megan recommended The Witcher', 'My younger friend Megan recommended The Witcher on 10 May'],
    ['I have allocated $500 a month', 'I set a budget and allocated $500 a month for courses and books'],
    ['I lost my job', 'In January I lost my job at the bank'],
    ['I have an interview on November 25', "I'm preparing for a November 25 interview at Acme"],
    ['I run marathons', 'I used to run marathons before my knee surgery'],
  ])('lets go first what a newer line says again: %j, %j', (before, after) => {
    const older = record(before, { worth: 0.7 })
    expect(leaving(older, idle(), record(after, { worth: 0.7 }))).toEqual([before])
    // A line of lower rank does not stand for one of a higher.
    expect(leaving(older, idle(), record(after, { worth: 0.65 }))).toEqual(['I read a magazine on Sundays'])
  })

  it('lets go first a line about tools that another of a high rank says again', () => {
    const older = record("I'm using Flask 2.3 and SQLite 3.39", { worth: 0.7 })
    const newer = record("I've been using SQLite 3.39, Flask 2.3 and Bootstrap", { worth: 0.65 })
    expect(leaving(older, idle(), newer)).toEqual([older.text])
  })

  it.each([
    ['I have to decide if I keep the dog Rex', 'I keep the dog Rex'],
    ['We use Redis 7 for the cache', 'We use Redis 8 for the cache of the shop'],
    ['My friend Ann recommended The Witcher', 'My friend Megan recommended The Witcher'],
    ['I live in Leeds', 'My mother lives in York, I work in Leeds'],
    ['I eat pork', "I don't eat pork any more"],
    ['I never drink', 'I drink coffee in the morning'],
  ])('lets go what is worth least where the newer line says less or something else: %j, %j', (before, after) => {
    const [older, newer] = [record(before, { worth: 0.7 }), record(after, { worth: 0.7 })]
    expect(leaving(older, idle(), newer)).toEqual(['I read a magazine on Sundays'])
  })

  it('lets go what is worth least where another person says the same', () => {
    const older = record('I run marathons', { worth: 0.7, source: { quote: 'Ada: I run marathons' } })
    const newer = record('In Rome I run marathons', { worth: 0.7, source: { quote: 'Ben: In Rome I run marathons' } })
    expect(leaving(older, idle(), newer)).toEqual(['I read a magazine on Sundays'])
  })

  it('is filled to a part by lines of little worth, and whole by those of more', () => {
    const limits = { ...factsDefaults.limits, bytes: 2_000 }
    const bytesOf = (...worths: readonly number[]): number => {
      const records = worths.flatMap((worth) =>
        Array.from({ length: 60 }, (_, at) => record(`I like thing ${at} of ${worth}`, { worth })),
      )
      return Buffer.byteLength(plan('', records, { options: { ...factsDefaults, limits } }))
    }
    expect(bytesOf(0.31)).toBeGreaterThan(720)
    expect(bytesOf(0.31)).toBeLessThanOrEqual(800)
    expect(bytesOf(0.45)).toBeGreaterThan(1_250)
    expect(bytesOf(0.45)).toBeLessThanOrEqual(1_400)
    expect(bytesOf(0.6)).toBeGreaterThan(1_950)
    expect(bytesOf(0.31, 0.6)).toBe(bytesOf(0.6))
    // What a newer line says again has no more room than what is worth least.
    const saidAgain = [
      'We use Flask 2.3 and SQLite 3',
      'We use SQLite 3, Flask 2.3 and Vite',
      'I have a dog',
      'I fear the dog',
    ]
    const others = Array.from({ length: 40 }, (_, at) => `I like thing ${at}`)
    const records = [...saidAgain, ...others].map((text) => record(text, { worth: 0.9 }))
    const page = bulletsOf(plan('', records, { options: { ...factsDefaults, limits } }))
    expect(page).toHaveLength(43)
    expect(page).not.toContain('- We use Flask 2.3 and SQLite 3 (2026-01-01)')
  })

  it('has the newest two of what passes about one condition before other lines, and older ones by their worth', () => {
    const told = ['woke me', 'came back', 'spoilt the walk', 'eased'].map((what) =>
      record(`My sinus pressure ${what}`, { about: 'health', worth: 0.35 }),
    )
    const others = Array.from({ length: 5 }, (_, at) => record(`I like thing ${at}`, { worth: 0.5 }))
    const limits = { ...factsDefaults.limits, bytes: 300 }
    const page = plan('', [...told, ...others], { options: { ...factsDefaults, limits } })
    expect(page.match(/sinus pressure .*(?= \()/g)).toEqual(['sinus pressure spoilt the walk', 'sinus pressure eased'])
    expect(page).toContain('I like thing 4')
    const ofTwo = plan(
      '',
      [
        ...told.slice(0, 2),
        ...told.slice(2).map((one) => ({ ...one, source: { quote: `Ben: ${one.text}` } })),
        ...others,
      ],
      { options: { ...factsDefaults, limits: { ...limits, bytes: 400 } } },
    )
    expect(ofTwo.match(/sinus/g)).toHaveLength(4)
  })

  it('has room for half of the limit, however much a person has written', () => {
    const own = Array.from({ length: 40 }, (_, at) => `- Line ${at} of my own\n`).join('')
    const records = [0.5, 0.6, 0.7].map((worth) => record(`We use ${worth}`, { worth }))
    const limits = { ...factsDefaults.limits, bytes: 200 }
    const text = plan(`## Mine\n\n${own}`, records, { options: { ...factsDefaults, limits } })
    expect(bulletsOf(text).slice(40)).toEqual(['- We use 0.6 (2026-01-01)', '- We use 0.7 (2026-01-01)'])
    expect(text).toContain(own)
  })
})

describe('what ends with a line that a person removes', () => {
  const chain = (count: number) =>
    Array.from({ length: count }, (_, at) => record(`I live in Berlin${' a'.repeat(at)}`, { id: `r${at}` }))
  const endedWith = (records: readonly MemoryRecord[], id: string): string[] => {
    const removed = [{ id, key: '', section: 'work', rank: 0.5 } as const]
    const edits = { kept: [], removed, changed: [] }
    return [...saidOnlyBy(edits, records, '2026-02-01T00:00:00.000Z', factsDefaults)].sort()
  }

  it('is all that only it says, and nothing that another line says', () => {
    expect(endedWith(chain(4), 'r3')).toEqual(['r0', 'r1', 'r2', 'r3'])
    expect(endedWith([...chain(4), record('I live in Berlin a b', { id: 'b' })], 'r3')).toEqual(['r2', 'r3'])
  })

  it('is found at once among a thousand, each the beginning of the next', () => {
    const spentMs = startCpuClock()
    expect(endedWith(chain(1_000), 'r999').length).toBeGreaterThan(900)
    expect(spentMs()).toBeLessThan(3_000)
  })
})

describe('the rank of a line', () => {
  const ranksOf = (...records: MemoryRecord[]): number[] =>
    planPage({
      text: '',
      placed: [],
      records,
      replaced: [],
      at: '2026-02-01T00:00:00.000Z',
      options: factsDefaults,
    }).lines.map(({ rank }) => rank)

  it('is the last where a newer statement replaces one of the things that it says', () => {
    const older = record('I live in Leeds with my parents')
    const newer = record('I live in York now', { conflictsWith: [older.id] })
    expect(ranksOf({ ...older, conflictsWith: [newer.id] }, newer)).toEqual([0, 0.5])
    expect(ranksOf({ ...older, conflictsWith: ['record:gone'] }, newer)).toEqual([0.5, 0.5])
    const health = { ...older, about: 'health', conflictsWith: [newer.id] }
    expect(ranksOf(health, newer)).toEqual([1.5, 0.5])
  })

  it('is at least 1 for protected lines only', () => {
    const passing = record('I broke my leg.', { about: 'health', worth: 0.9 })
    const ranks = ranksOf(
      record('We use Kafka', { worth: 1 }),
      passing,
      record('I have lupus', { about: 'health', worth: 0 }),
    )
    expect(ranks).toEqual([0.99, 0.99, 1])
  })

  it('is computed once a plan, not at each comparison', () => {
    let reads = 0
    const records = Array.from({ length: 2_000 }, (_, at) => {
      const one = record(`My ${at} allergy needs cetirizine`, { about: 'health', worth: (at % 7) / 10 })
      const { text } = one
      const get = (): string => {
        reads++
        return text
      }
      return Object.defineProperty(one, 'text', { get })
    })
    plan('', records)
    expect(reads / records.length).toBeLessThan(8)
  })

  it('is that of its worth where the two only contradict each other', () => {
    const older = record('We use Docker')
    const newer = record("We don't use Docker", { conflictsWith: [older.id] })
    expect(ranksOf({ ...older, conflictsWith: [newer.id] }, newer)).toEqual([0.5, 0.5])
  })
})

const words = 'apple river stone cloud forest piano garden window not Ann'.split(' ')

function linesOf(count: number, wordsOf: (at: number) => string) {
  return Array.from({ length: count }, (_, at) => ({
    ...comparable(wordsOf(at), at % 3 === 0 ? 'Ada' : undefined),
    rank: (at % 4) / 10,
  }))
}

describe('the lines said again', () => {
  it.each<[lines: readonly string[], again: readonly string[]]>([
    [['I use Flask 2.3 and SQLite 3', 'I use SQLite 3.1', 'I use Flask 2.3 and Vite 5', 'I have SQLite 3 backups'], []],
    [
      ['I use Flask 2.3 and SQLite 3', "I'm using SQLite 3 and Vite 5", 'I use Flask 2.3, Vite 5 and Redis 7'],
      ['I use Flask 2.3 and SQLite 3'],
    ],
    [
      ['I use Redis 7 for my layout', 'I use Redis 7 and Vite 5', "I don't use Redis 7"],
      ['I use Redis 7 for my layout'],
    ],
    [['We use Redis 7 for queues, logs and locks', 'We use Redis 7 and Vite 5'], []],
    [['I use Excel for my budget', 'I use Trello and Excel'], []],
  ])('are those about tools that the others say together: %j %j', (lines, again) => {
    const compared = lines.map((line) => ({ line, rank: 0.9, ...comparable(line, undefined) }))
    expect([...saidAgain(compared)].map(({ line }) => line)).toEqual(again)
  })

  it('stay for those of a low rank', () => {
    const ranked = (line: string, rank: number) => ({ line, rank, ...comparable(line, undefined) })
    const lines = [ranked('I use Flask 2.3 and Vite 5', 0.9), ranked('I use Vite 5 and Flask 2.3 and Redis 7', 0.5)]
    expect(saidAgain(lines).size).toBe(0)
  })

  it('are those that a comparison of every two finds', () => {
    let state = 7
    const next = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
    const lines = linesOf(600, () => Array.from({ length: 1 + next(7) }, () => words[next(words.length)]).join(' '))
    const compared = lines.filter((one, at) =>
      lines
        .slice(at + 1)
        .some((line) => line.rank >= one.rank && line.speaker === one.speaker && !line.isNegative && says(line, one)),
    )
    expect([...saidAgain(lines)]).toEqual(compared)
    expect(compared.length).toBeGreaterThan(100)
    expect(compared.length).toBeLessThan(500)
  })

  it('are found at once among five thousand', () => {
    const lines = linesOf(5_000, (at) => `I like ${words[at % 8]} ${words[(at * 3) % 8]} thing ${at}`)
    const spentMs = startCpuClock()
    expect(saidAgain(lines).size).toBe(0)
    expect(spentMs()).toBeLessThan(1_000)
  })
})
