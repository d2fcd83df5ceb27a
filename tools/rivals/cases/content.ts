import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runWorker } from '../workers/run-worker.ts'
import type { Report, Step } from '../workers/steps.ts'
import { added, type Case, firstError, listed, none, type Outcome, place } from './case.ts'

const oddTexts: readonly (readonly [title: string, text: string])[] = [
  ['empty', ''],
  ['blanks', '   '],
  ['a megabyte', `${'word '.repeat(200_000)}end`],
  ['NUL', 'before\u0000after'],
  ['half a surrogate', 'before\ud800after'],
  ['many scripts', 'straße, 東京都, สวัสดี, \u202eright to left\u202c, e\u0301'],
  ['`__proto__`', '__proto__'],
  ['lines of JSON', '{"type":"entity","name":"x"}\n{"id":1'],
]

/** Texts that often break parsers. */
export const odd: Case = {
  title: 'odd texts',
  done: `Eight texts, each added alone and listed by a new process: ${oddTexts.map(([title]) => title).join(', ')}. Exact means every character; refused means an error at once.`,
  async run({ name, driver }, directory) {
    const texts = oddTexts.map(([, text]) => text)
    const all: Step = { do: 'all', user: place.user }
    const written = await runWorker(name, directory, [{ do: 'add', texts, place }, all])
    const read = (driver.durable ?? true) ? await runWorker(name, directory, [all]) : written
    const present = listed(read)
    if (present === undefined) return { cell: '**unreadable**', verdict: 'loss', detail: firstError(read) }
    const acknowledged = new Set(added(written))
    const names = (chosen: (text: string) => boolean): string =>
      oddTexts
        .filter(([, text]) => chosen(text))
        .map(([title]) => title)
        .join(', ')
    const trimmed = (text: string): boolean => !present.includes(text) && present.includes(text.trim())
    const cut = names((text) => acknowledged.has(text) && trimmed(text))
    const gone = names((text) => acknowledged.has(text) && !trimmed(text) && !present.includes(text))
    // As many as were acknowledged are there, so none is missing.
    const fate = present.length >= acknowledged.size ? 'changed' : 'changed or lost'
    const refused = names((text) => !acknowledged.has(text))
    const exact = texts.filter((text) => present.includes(text)).length
    const parts = [
      `${exact} exact`,
      refused && `refused: ${refused}`,
      cut && `trimmed: ${cut}`,
      gone && `**${fate}: ${gone}**`,
    ]
    const verdict = gone === '' ? 'fine' : 'loss'
    return { cell: parts.filter((part) => part !== '').join('; '), verdict, detail: firstError(written) }
  },
}

// A made-up secret in a real format, assembled here so that scanners of repositories ignore it.
const secret = ['AKIA', 'Z7Q4M2X8', 'K1P5W9BD'].join('')

/** A key that a user pastes. */
export const secrets: Case = {
  title: 'a pasted secret',
  done: 'A user pastes a cloud access key into a message. Is the key in any file afterwards?',
  async run({ name, driver }, directory) {
    if (!(driver.durable ?? true)) return none('no file')
    const reports = await runWorker(name, directory, [
      { do: 'add', texts: [`Use this key for the backups: ${secret} and tell nobody.`], place },
    ])
    const files = readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(secret)).length
    const detail = firstError(reports)
    if (added(reports).length === 0) return { cell: 'refused', verdict: 'fine', detail }
    if (files === 0) return { cell: 'on no disk', verdict: 'fine', detail }
    return { cell: `**stored in ${files} file${files > 1 ? 's' : ''}**`, verdict: 'loss', detail }
  },
}

const oddUsers = ['ada', 'Ada', 'ada/ben', 'ben', '__proto__', 'constructor', '../../outside', 'a b', '日本']

/** Compares what each user can see with what each user said. */
function crossings(reports: readonly Report[], users: readonly string[]): Outcome {
  let foreign = 0
  let missing = 0
  for (const [position, user] of users.entries()) {
    const own = `Only ${user} knows the word heron.`
    const all = listed(reports, 2 * position) ?? []
    const found = listed(reports, 2 * position + 1) ?? []
    foreign += [...all, ...found].filter((text) => text !== own).length
    if (!all.includes(own)) missing++
  }
  if (foreign > 0) return { cell: `**${foreign} seen by others**`, verdict: 'loss' }
  if (missing > 0) return { cell: `nothing crosses; **${missing} of ${users.length} lost**`, verdict: 'loss' }
  return { cell: 'nothing crosses', verdict: 'fine' }
}

/** Users whose names are easily mixed up. */
export const users: Case = {
  title: 'users apart',
  done: `One sentence each of users called ${oddUsers.map((user) => `\`${user}\``).join(', ')}; each is then listed and searched. A name that is refused with an error is left out. No file may appear outside the directory.`,
  async run({ name, driver }, directory) {
    if (!(driver.users ?? true)) return none('no users: a server and a file for each is needed')
    const inner = join(directory, 'one', 'two', 'three')
    mkdirSync(inner, { recursive: true })
    const sentence = (user: string): string => `Only ${user} knows the word heron.`
    const adds = oddUsers.map(
      (user): Step => ({ do: 'add', texts: [sentence(user)], place: { user, session: 'main' } }),
    )
    const written = await runWorker(name, inner, adds)
    const kept = oddUsers.filter((user) => added(written).includes(sentence(user)))
    const asks = kept.flatMap((user): Step[] => [
      { do: 'all', user },
      { do: 'search', query: 'heron', limit: 10, user },
    ])
    const again = kept.map((user): Step => ({ do: 'add', texts: [sentence(user)], place: { user, session: 'main' } }))
    const read = await runWorker(name, inner, (driver.durable ?? true) ? asks : [...again, ...asks])
    const outside = readdirSync(join(directory, 'one')).length > 1 || readdirSync(directory).length > 1
    const outcome = crossings(read, kept)
    const refused = oddUsers.length - kept.length
    const parts = [
      outcome.cell,
      refused > 0 && `${refused} ${refused === 1 ? 'name' : 'names'} refused`,
      outside && '**files outside the directory**',
    ]
    const detail = firstError(written) ?? firstError(read)
    return { cell: parts.filter(Boolean).join('; '), verdict: outside ? 'loss' : outcome.verdict, detail }
  },
}
