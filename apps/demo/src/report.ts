import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { openMemory } from '@daybook/memory-core'
import { type ContextSize, type Figures, largestContext } from './figures.ts'

const longestDocument = 40
const shownEntries = 3
/** The least width of the column of names. */
export const labelWidth = 22

/** What a person would look at first: the folder, MEMORY.md, the end of the history. */
export async function describeDirectory(directory: string): Promise<string> {
  const memory = await openMemory({ directory, consolidation: { auto: false } })
  try {
    const facts = ((await memory.facts.read()).trim() || '(empty)').split('\n')
    const rest = facts.length - longestDocument
    const entries = await memory.history.list({ limit: shownEntries })
    return [
      `\n${directory}`,
      ...(await tree(directory, directory)),
      '\nMEMORY.md',
      ...facts.slice(0, longestDocument).map((line) => `  ${line}`),
      ...(rest > 0 ? [`  (… ${rest} more lines)`] : []),
      '\nHISTORY, the last entries',
      ...entries.map(({ at, text }) => `  ${at ?? ''} ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`),
    ].join('\n')
  } finally {
    await memory.close()
  }
}

async function tree(directory: string, root: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const lines: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name)
    const indent = '  '.repeat(relative(root, path).split(/[/\\]/).length)
    if (entry.isDirectory()) lines.push(`${indent}${entry.name}/`, ...(await tree(path, root)))
    else lines.push(`${indent}${entry.name}  ${size((await stat(path)).size)}`)
  }
  return lines
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} kB`
}

/** The figures of one conversation, or of several together. */
export function describeFigures(name: string, figures: Figures, budget: number): string {
  const { messages, sessions, consolidations, consolidated, conversationTokens, errors } = figures
  const rows = [
    ['messages', `${messages} in ${sessions} sessions`],
    ['consolidations', `${consolidations}; ${consolidated} turns (${percent(consolidated, messages)}) consolidated`],
    ['learnt', `${figures.facts} facts, ${figures.historyEntries} history entries`],
    ['whole conversation', `${conversationTokens} tokens`],
    ['context when playing', describeContexts(figures.playing)],
    ['context when asked', describeContexts(figures.asking)],
    ['budget', `${budget} tokens, ${largestContext(figures) > budget ? 'EXCEEDED' : 'never exceeded'}`],
    ...describeAsked(figures),
    ...(errors.length > 0 ? [['memory failures', `${errors.length}, the first: ${String(errors[0])}`]] : []),
  ]
  const width = Math.max(labelWidth, ...rows.map(([what = '']) => what.length + 2))
  return [`\n${name}`, ...rows.map(([what = '', said]) => `  ${what.padEnd(width)}${said}`)].join('\n')
}

/** Sizes, and the share of the whole conversation that each context is instead of. */
function describeContexts(contexts: readonly ContextSize[]): string {
  if (contexts.length === 0) return 'none in this run'
  const sum = contexts.reduce((left, { tokens }) => left + tokens, 0)
  const shares = contexts.map(({ tokens, whole }) => tokens / whole)
  const mean = shares.reduce((left, share) => left + share, 0) / shares.length
  const most = Math.max(0, ...contexts.map(({ tokens }) => tokens))
  const average = `${(sum / contexts.length).toFixed(0)} tokens on average, ${most} at the most`
  return `${average}; ${percent(mean, 1)} of the conversation on average`
}

function describeAsked({ asked }: Figures): string[][] {
  const withGold = asked.filter(({ gold }) => gold > 0)
  const planted = asked.filter(({ hasPlanted }) => hasPlanted !== undefined)
  const found = planted.filter(({ hasPlanted }) => hasPlanted).length
  const missing = planted.filter(({ hasPlanted }) => !hasPlanted).map(({ id }) => id)
  const rows = [['questions', `${asked.length}`]]
  if (withGold.length > 0) rows.push(['evidence in context', evidenceShare(withGold)])
  const categories = [...new Set(withGold.map(({ category }) => category))].sort()
  if (categories.length > 1)
    for (const name of categories)
      rows.push([`  ${name}`, evidenceShare(withGold.filter(({ category }) => category === name))])
  const names = missing.map((id) => `, MISSING ${id}`).join('')
  if (planted.length > 0) {
    rows.push(['planted facts', `${found} of ${planted.length} in context${names}`])
    rows.push(['', `${planted.filter(({ saysPlanted }) => saysPlanted).length} of ${planted.length} in the answer`])
  }
  return rows
}

/** A question counts when any of its evidence turns is there; when all are is said as well. */
function evidenceShare(asked: Figures['asked']): string {
  const any = asked.filter(({ evidence }) => evidence > 0).length
  const all = asked.filter(({ evidence, gold }) => evidence === gold).length
  return `${any} of ${asked.length} (${percent(any, asked.length)}), all of it ${percent(all, asked.length)}`
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((part / whole) * 100).toFixed(1)} %`
}
