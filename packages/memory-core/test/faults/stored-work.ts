import type { Memory } from '../../src/index.ts'
import { capturedPrefix, kept, session, trimmed } from './jobs.ts'
import { alikeTexts, texts } from './texts.ts'

/**
 * Everything that the layers themselves say they have of the workers' own: a line for each piece, with all that was said
 * of it, so that what is cut short or stands in another place is another line.
 */
export async function storedWork(memory: Memory): Promise<string[]> {
  const facts = await memory.facts.list()
  const history = await memory.history.list()
  const knowledge = await memory.knowledge.list()
  const records = await memory.records.list({ archived: 'all', limit: 10_000 })
  return [
    ...(await messages(memory)),
    // The rest is what the model made of messages.
    ...facts.flatMap(({ text }) => (/^word-[a-z]+-\d+$/.test(text) || isCaptured(text) ? [] : `fact ${text}`)),
    ...history.flatMap(({ text }) => (/^Saw (?:word-[a-z]+-\d+ ?)*\.$/.test(text) ? [] : `history ${text}`)),
    ...(await items(memory)),
    ...knowledge.map(({ category, content }) => `knowledge ${category}: ${content}`),
    ...records.map(({ type, text }) => `record ${type}: ${text}`),
    ...(await notes(memory)),
  ]
}

async function messages(memory: Memory): Promise<string[]> {
  const sessions = await memory.sessions.list()
  const lines = sessions.map(async ({ key }) =>
    (await memory.sessions.messages(key, { archived: true })).map(
      ({ id, role, content }) => `message ${key}/${id} ${role}: ${content}`,
    ),
  )
  return (await Promise.all(lines)).flat()
}

async function items(memory: Memory): Promise<string[]> {
  const found = await memory.items.search({ prefix: [kept], limit: 10_000 })
  return found.map(({ namespace, key, value }) => `item ${namespace.join('/')}/${key}: ${JSON.stringify(value)}`)
}

async function notes(memory: Memory): Promise<string[]> {
  const whole: string[] = []
  for (const { filename, name, description, type } of await memory.notes.list())
    whole.push(`note ${name}, ${description}, ${type}: ${(await memory.notes.read(filename))?.content}`)
  return whole
}

type Lines = (name: string, number: number) => readonly string[]

const appended: Lines = (name, number) => [
  `message ${number % 2 === 0 ? session : name}/${name}-${number} user: ${texts.append(name, number)}`,
]

/** What each job stores, in the lines of {@link storedWork}. */
const written = new Map<string, Lines>(
  Object.entries({
    append: appended,
    capture: (name, number) => [
      `message ${capturedPrefix}${name}/${name}-${number} user: ${texts.capture(name, number)}`,
      `record preference: ${texts.capture(name, number)}`,
    ],
    fact: (name, number) => [`fact ${texts.fact(name, number)}`],
    history: (name, number) => [`history ${texts.history(name, number)}`],
    item: (name, number) => [`item ${kept}/${name}/${number}: ${JSON.stringify({ text: texts.item(name, number) })}`],
    knowledge: (name, number) => [`knowledge learned_fact: ${texts.knowledge(name, number)}`],
    learn: (name, number) => [`record fact: ${texts.learn(name, number)}`],
    maintain: (name, number) => alikeTexts(name, number).map((text) => `record policy: ${text}`),
    note: (name, number) => [`note note ${name} ${number}, written by a worker, project: ${texts.note(name, number)}`],
    reindex: appended,
    trim: (name, number) => [`message ${trimmed}/${name}-${number} user: ${texts.trim(name, number)}`],
  } satisfies Readonly<Record<string, Lines>>),
)

/** What one piece of work stores; nothing of jobs that store nothing of their own. */
export function workOf(job: string, name: string, number: number): readonly string[] {
  return written.get(job)?.(name, number) ?? []
}

/** Whether a line is the whole of something that a worker wrote. */
export function isWhole(line: string): boolean {
  const [, name = '', number = ''] = /(?:word-)?([a-z-]+)[-/ ](\d+)/.exec(line) ?? []
  return [...written.values()].some((lines) => lines(name, Number(number)).includes(line))
}

/** A line that capture gave to what a message says: the message is looked for itself. */
export function isCaptured(text: string): boolean {
  return /^I prefer the tool .* \(\d{4}-\d{2}-\d{2}\)$/.test(text)
}
