import { z } from 'zod'
import { shownTime } from '../clock.ts'
import { MemoryError, shown } from '../errors.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { withoutUndefined } from '../option-checks.ts'
import type { ScoredRecord } from '../records/records.ts'
import { retryOnConflict } from '../storage/file-checks.ts'
import { counted, oneLine } from '../text/plain-text.ts'
import { checkSchema, erasedSchema, listSchema, scrubSchema, statusSchema } from './command-outputs.ts'
import { type Command, defineCommand } from './tool-definition.ts'
import type { ToolSources } from './tool-sources.ts'

const shownText = 300
const mostRecords = 10_000
const none = z.strictObject({})
const dryRun = z.boolean().optional().describe('Only show what would be removed.')

const init = defineCommand({
  name: 'memory_init',
  purpose: 'Creates a memory in a folder or in a database.',
  line: { name: 'init', positional: [], example: 'daybook init' },
  inputSchema: none,
  outputSchema: z.object({ place: z.string(), user: z.string().optional(), made: z.boolean() }),
  effect: 'writes',
  needs: ['place'],
  run: async ({ place }) => ({ place: place.name, user: place.user, made: await place.init() }),
  print({ place, user, made }) {
    return made ? `Made a memory${ofUser(user)} in ${place}.` : `There is a memory${ofUser(user)} already in ${place}.`
  },
})

/** At most 10,000 records that are not archived, also those that a newer statement has replaced. */
async function activeRows(records: ToolSources['records']): Promise<readonly ScoredRecord[]> {
  return records?.list({ archived: 'no', limit: mostRecords }) ?? []
}

const status = defineCommand({
  name: 'memory_status',
  purpose: 'Shows where the memory is and how much it contains.',
  line: { name: 'status', positional: [], example: 'daybook status --json' },
  inputSchema: none,
  outputSchema: statusSchema,
  effect: 'reads',
  needs: ['place', 'sessions', 'layers'],
  async run({ place, sessions, facts, records, notes, history, layers }) {
    const [known, rows, stats] = await Promise.all([sessions.list(), activeRows(records), records?.stats()])
    const replaced = rows.filter(({ validTo }) => validTo !== undefined).length
    return {
      place: place.name,
      user: place.user,
      layers: [...layers],
      facts: (await facts?.list())?.length ?? 0,
      records: stats && { ...stats, active: stats.active - replaced, replaced },
      notes: (await notes?.list())?.length,
      history: (await history?.list())?.length,
      sessions: known.length,
      lastMessageAt: known.at(-1)?.updatedAt,
    }
  },
  print: ({ place, user, facts, records, notes, history, sessions, lastMessageAt }) =>
    [
      `memory    ${place}${user === undefined ? '' : `, user ${user}`}`,
      `facts     ${counted(facts, 'line')} of MEMORY.md`,
      ...(records
        ? [`records   ${records.active} active, ${records.replaced} replaced, ${records.archived} archived`]
        : []),
      ...(notes === undefined ? [] : [`notes     ${notes}`]),
      ...(history === undefined ? [] : [`history   ${counted(history, 'entry', 'entries')}`]),
      `sessions  ${sessions}${lastMessageAt === undefined ? '' : `, the last message at ${shownTime(lastMessageAt)}`}`,
    ].join('\n'),
})

const list = defineCommand({
  name: 'memory_list',
  purpose: 'Lists the facts and the records, at most 10,000, with their ids.',
  line: { name: 'list', positional: [], example: 'daybook list --json' },
  inputSchema: none,
  outputSchema: listSchema,
  effect: 'reads',
  needs: ['layers'],
  async run({ facts, records }): Promise<z.output<typeof listSchema>> {
    const [lines, rows] = await Promise.all([facts?.list(), activeRows(records)])
    return {
      items: [
        ...(lines ?? []).map(({ text }) => ({ id: factPassageId(text), layer: 'facts', text })),
        ...rows.map((row) => ({ ...row, layer: 'records' })),
      ],
    }
  },
  print({ items }) {
    const lines = items.map(({ id, text, validTo }) => {
      const end = validTo === undefined ? '' : ` (held until ${validTo.slice(0, 10)})`
      return `[${id}] ${oneLine(text, shownText)}${end}`
    })
    return lines.join('\n') || 'There are no facts and no records.'
  },
})

function ofUser(user: string | undefined): string {
  return user === undefined ? '' : ` of ${shown(user)}`
}

const edit = defineCommand({
  name: 'memory_edit',
  purpose: 'Opens MEMORY.md in $EDITOR, or replaces one line of it.',
  line: { name: 'edit', positional: ['line', 'text'], example: 'daybook edit "Likes tea" "Likes green tea"' },
  inputSchema: z.strictObject({
    line: z.string().min(1).optional().describe('The words to replace, as they stand in one line.'),
    text: z.string().optional().describe('What stands in their place; "" removes the whole line.'),
  }),
  outputSchema: z.object({ changed: z.boolean(), lines: z.number() }),
  effect: 'writes',
  needs: ['place', 'facts'],
  async run({ place, facts }, { line, text }) {
    if (line !== undefined && text === undefined)
      throw new MemoryError('bad-input', 'edit needs both: words of the line, and its new text')
    const base = await facts.read()
    const edited = line === undefined ? await place.edit(base) : replacedLine(base, line, text ?? '')
    return retryOnConflict(async () => {
      const before = await facts.read()
      // Keeps what others wrote while the editor was open.
      const after = before === base ? edited : rebased(base, edited, before)
      await facts.replace(after, { expected: before })
      return { changed: after !== before, lines: after.split('\n').filter((one) => one.trim() !== '').length }
    }, 5)
  },
  print: ({ changed }) => (changed ? 'MEMORY.md was changed.' : 'MEMORY.md is unchanged.'),
})

/**
 * Replaces words in the one line that has them, ignoring case if no line has them exactly. With "" the whole line goes.
 */
function replacedLine(document: string, words: string, text: string): string {
  const lines = document.split('\n')
  const exactly = linesWith(lines, (line) => line.indexOf(words))
  const found = exactly.length > 0 ? exactly : linesWith(lines, (line) => placeInAnyCase(line, words))
  const [first, second] = found
  const many = `${found.length} lines of MEMORY.md contain ${shown(words)}: give words of exactly one line`
  if (second) throw new MemoryError('bad-input', many)
  const nowhere = `no line of MEMORY.md contains ${shown(words)}: give words of exactly one line`
  if (!first) throw new MemoryError('not-found', nowhere)
  const { at, place } = first
  if (text === '') return lines.toSpliced(at, 1).join('\n')
  const line = lines[at] ?? ''
  const edited = `${line.slice(0, place)}${text.replaceAll(/\s+/g, ' ')}${line.slice(place + words.length)}`
  return lines.with(at, edited).join('\n')
}

function linesWith(lines: readonly string[], placeIn: (line: string) => number): { at: number; place: number }[] {
  return lines.map((line, at) => ({ at, place: placeIn(line) })).filter(({ place }) => place >= 0)
}

/** The place of words in a line, whatever their case; -1 also where a change of case moves places. */
function placeInAnyCase(line: string, words: string): number {
  const [lower, wanted] = [line.toLowerCase(), words.toLowerCase()]
  return lower.length === line.length && wanted.length === words.length ? lower.indexOf(wanted) : -1
}

/** Applies the changes between `base` and `edited` to another text: removed lines go, new ones follow the same line. */
function rebased(base: string, edited: string, current: string): string {
  const [before, after] = [base.split('\n'), edited.split('\n')]
  const gone = new Set(before.filter((line) => line.trim() !== '' && !after.includes(line)))
  const lines = current.split('\n').filter((line) => !gone.has(line))
  for (const [at, line] of after.entries()) {
    if (before.includes(line) || lines.includes(line)) continue
    const above = after.slice(0, at).findLast((one) => one.trim() !== '' && lines.includes(one))
    lines.splice(above === undefined ? 0 : lines.lastIndexOf(above) + 1, 0, line)
  }
  return lines.join('\n')
}

const erase = defineCommand({
  name: 'memory_erase',
  purpose: 'Removes the whole memory, with every copy that it keeps.',
  line: { name: 'erase', positional: [], example: 'daybook erase --dry-run' },
  inputSchema: z.strictObject({ dryRun }),
  outputSchema: erasedSchema,
  effect: 'destroys',
  needs: ['place'],
  run: async ({ place }, { dryRun: isDry = false }) => ({
    place: place.name,
    user: place.user,
    dryRun: isDry,
    ...(await place.erase({ dryRun: isDry })),
  }),
  print: ({ place, user, dryRun: isDry, files, bytes, remains }) =>
    [
      `${isDry ? 'Would remove' : 'Removed'} ${counted(files, 'file')}, ${counted(bytes, 'byte')}: the memory${ofUser(user)} in ${place}.`,
      ...remains.map((one) => `Can still be read: ${one}`),
    ].join('\n'),
})

const check = defineCommand({
  name: 'memory_check',
  purpose: 'Checks everything that is stored for damage; --repair repairs it.',
  line: { name: 'check', positional: [], example: 'daybook check --repair' },
  inputSchema: z.strictObject({ repair: z.boolean().optional().describe('Apply the remedy of each finding.') }),
  outputSchema: checkSchema,
  effect: 'writes',
  needs: ['check'],
  run: async ({ check: look }, { repair = false }, { signal }) => ({
    ...(await look({ repair, ...(signal && { signal }) })),
  }),
  print({ text, findings }) {
    const lines = text.split('\n')
    const summary = lines.pop() ?? ''
    const isRepaired = findings.some(({ repaired }) => repaired === true)
    const said = isRepaired ? summary : summary.replace(/ any more$/, '')
    return [...lines, `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`].join('\n')
  },
})

const backup = defineCommand({
  name: 'memory_backup',
  purpose: 'Copies the memory into a new folder, even while it is being written to.',
  line: { name: 'backup', positional: ['folder'], example: 'daybook backup ./backup-2026-11-23' },
  inputSchema: z.strictObject({ folder: z.string().min(1).describe('A new or empty folder.') }),
  outputSchema: z.object({ directory: z.string() }),
  effect: 'reads',
  needs: ['backup'],
  async run({ backup: copy }, { folder }, { signal }) {
    await copy(folder, signal ? { signal } : {})
    return { directory: folder }
  },
  print: ({ directory }) => `Copied the memory into ${directory}.`,
})

const scrub = defineCommand({
  name: 'memory_scrub',
  purpose: 'Removes secrets from everything that is stored.',
  line: { name: 'scrub', positional: [], example: 'daybook scrub --dry-run' },
  inputSchema: z.strictObject({ dryRun }),
  outputSchema: scrubSchema,
  effect: 'destroys',
  needs: ['scrub'],
  run: async ({ scrub: clean }, { dryRun: isDry = false }) => ({ ...(await clean({ dryRun: isDry })) }),
  isNothing: ({ found }) => found.length === 0,
  print({ dryRun: isDry, found, files, remains }) {
    if (found.length === 0) return 'No secrets were found.'
    const what = found.map(({ layer, rule, count }) => `${count} ${rule} in ${layer}`).join(', ')
    return [
      `${isDry ? 'Would remove' : 'Removed'} ${what}.`,
      ...files.map((file) => `  ${file}`),
      ...remains.map((one) => `Can still be read: ${one}`),
    ].join('\n')
  },
})

const port = z.int().min(0).max(65_535).optional()
/** A command that runs until it is stopped, and answers nothing. */
const serving = { outputSchema: none, effect: 'writes', needs: ['place'], print: () => '' } as const

const mcp = defineCommand({
  ...serving,
  name: 'memory_mcp',
  purpose: 'Serves the memory to MCP hosts: over stdio, or on a port of this machine.',
  line: { name: 'mcp', positional: [], example: 'daybook mcp --port 4103' },
  inputSchema: z.strictObject({ port: port.describe('Serve HTTP on 127.0.0.1. Default: stdio.') }),
  async run({ place }, input) {
    await place.serve(withoutUndefined(input))
    return {}
  },
})

const inspect = defineCommand({
  ...serving,
  name: 'memory_inspect',
  purpose: 'Opens the memory in a page on this machine: what is known, what was told and why.',
  line: { name: 'inspect', positional: [], example: 'daybook inspect' },
  inputSchema: z.strictObject({ port: port.describe('The port on 127.0.0.1. Default: a free one.') }),
  async run({ place }, input) {
    await place.inspect(withoutUndefined(input))
    return {}
  },
})

export const placeCommands: readonly Command[] = [init, status, list, edit, erase, check, backup, scrub, mcp, inspect]
