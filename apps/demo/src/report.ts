import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Memory } from '@daybook/memory-core'
import type { Arguments } from './arguments.ts'
import { describeCaptured } from './captured.ts'
import { contextLayers, sumByLayer } from './context-share.ts'
import type { Collection } from './conversation.ts'
import { type ContextSize, type Figures, largestContext } from './figures.ts'
import { openToLook } from './open-to-look.ts'
import { profilePlans } from './profile-plan.ts'

const longestDocument = 40
const shownEntries = 3
/** The least width of the column of names. */
export const labelWidth = 22

/** What a person would look at first: the folder, then what each layer holds. */
export async function describeDirectory(
  collection: Collection,
  directory: string,
  { profile }: Pick<Arguments, 'profile'>,
): Promise<string> {
  const memory = await openToLook(collection, directory, profile)
  try {
    return [
      `\n${directory}`,
      ...(await tree(directory, directory)),
      ...(await describeDocuments(memory)),
      ...(await describeCaptured(memory, collection)),
    ].join('\n')
  } finally {
    await memory.close()
  }
}

async function describeDocuments(memory: Memory): Promise<string[]> {
  if (!memory.layers.includes('facts')) return []
  const facts = ((await memory.facts.read()).trim() || '(empty)').split('\n')
  const rest = facts.length - longestDocument
  const entries = await memory.history.list({ limit: shownEntries })
  return [
    '\nMEMORY.md',
    ...facts.slice(0, longestDocument).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  (… ${rest} more lines)`] : []),
    '\nHISTORY, the last entries',
    ...entries.map(({ at, text }) => `  ${at ?? ''} ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`),
  ]
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
export function describeFigures(name: string, figures: Figures, given: Pick<Arguments, 'budget' | 'profile'>): string {
  const { messages, sessions, steps, conversationTokens, errors } = figures
  const { budget, profile } = given
  const rows = [
    ...(profile === 'default' ? [] : [['profile', profile]]),
    ['messages', `${messages} in ${sessions} sessions${steps > 0 ? `, and ${steps} of tool calls` : ''}`],
    ...describeLearnt(figures),
    ['whole conversation', `${conversationTokens} tokens`],
    ['context when playing', describeContexts(figures.playing)],
    ['context when asked', describeContexts(figures.asking)],
    ...describeLayers(figures),
    ['budget', `${budget} tokens, ${largestContext(figures) > budget ? 'EXCEEDED' : 'never exceeded'}`],
    ...describeAsked(figures, profile),
    ...describeWritten(figures, profile),
    ...(errors.length > 0 ? [['memory failures', `${errors.length}, the first: ${String(errors[0])}`]] : []),
  ]
  const width = Math.max(labelWidth, ...rows.map(([what = '']) => what.length + 2))
  return [`\n${name}`, ...rows.map(([what = '', said]) => `  ${what.padEnd(width)}${said}`)].join('\n')
}

function describeLearnt({ messages, consolidations, consolidated, held }: Figures): string[][] {
  const share = `${consolidated} turns (${percent(consolidated, messages)}) consolidated`
  const kinds = [
    [held.facts, 'facts'],
    [held.history, 'history entries'],
    [held.records, 'records'],
    [held.notes, 'notes'],
    [held.knowledge, 'knowledge entries'],
  ] as const
  const counts = kinds.flatMap(([count, kind]) => ((count ?? 0) === 0 ? [] : [`${count} ${kind}`]))
  return [
    [
      'consolidations',
      held.facts === undefined ? 'none: the profile does not consolidate' : `${consolidations}; ${share}`,
    ],
    ['learnt', counts.join(', ') || 'nothing'],
  ]
}

/** The share of each layer in all contexts of questions together. */
function describeLayers({ asked }: Figures): string[][] {
  const whole = asked.reduce((sum, { tokens }) => sum + tokens, 0)
  if (whole === 0) return []
  const sum = sumByLayer(asked.map(({ layers }) => layers))
  const said = contextLayers.filter((layer) => sum[layer] !== undefined)
  const rest = whole - said.reduce((left, layer) => left + (sum[layer] ?? 0), 0)
  const shares = said.map((layer) => `${layer} ${percent(sum[layer] ?? 0, whole)}`)
  return [['  by layer', [...shares, `titles, dates and instructions ${percent(Math.max(0, rest), whole)}`].join(', ')]]
}

/** What was written down while playing, and whether it is still there. */
function describeWritten({ lost, asked }: Figures, profile: Arguments['profile']): string[][] {
  const { tool, written: layer, cached, search } = profilePlans[profile]
  const rows: string[][] = []
  const written = asked.filter(({ isWritten }) => isWritten).length
  const names = lost.map((id) => `, LOST ${id}`).join('')
  if (layer !== undefined && written > 0)
    rows.push([
      'written down',
      `${written} by ${tool ?? 'the host'}, ${written - lost.length} still in ${layer}${names}`,
    ])
  if (search !== undefined) {
    const [planted, found] = [withPlanted(asked), asked.filter(({ isFound }) => isFound)]
    rows.push(['when asked for', `${search} finds ${found.length} of ${planted.length} planted facts`])
  }
  if (cached) {
    const hits = asked.filter(({ isCached }) => isCached).length
    rows.push(['response cache', `answers ${hits} of ${asked.length} questions when they are asked again, in capitals`])
  }
  return rows
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

function describeAsked({ asked }: Figures, profile: Arguments['profile']): string[][] {
  const withGold = asked.filter(({ gold }) => gold > 0)
  const planted = withPlanted(asked)
  const found = planted.filter(({ hasPlanted }) => hasPlanted).length
  const missing = planted.filter(({ hasPlanted }) => !hasPlanted).map(({ id }) => id)
  const rows = [['questions', `${asked.length}`]]
  if (withGold.length > 0) rows.push(['evidence in context', evidenceShare(withGold)])
  const categories = [...new Set(withGold.map(({ category }) => category))].sort()
  if (categories.length > 1)
    for (const name of categories)
      rows.push([`  ${name}`, evidenceShare(withGold.filter(({ category }) => category === name))])
  const isPromised = profilePlans[profile].promised !== undefined
  const names = isPromised ? missing.map((id) => `, MISSING ${id}`).join('') : '; the profile promises none'
  if (planted.length > 0) {
    rows.push(['planted facts', `${found} of ${planted.length} in context${names}`])
    rows.push(['  by layer', plantedByLayer(planted)])
    rows.push(['', `${planted.filter(({ saysPlanted }) => saysPlanted).length} of ${planted.length} in the answer`])
  }
  return rows
}

function withPlanted(asked: Figures['asked']): Figures['asked'] {
  return asked.filter(({ hasPlanted }) => hasPlanted !== undefined)
}

/** In how many contexts each layer said the planted fact; several may say the same. */
function plantedByLayer(planted: Figures['asked']): string {
  const counts = contextLayers.map((layer) => ({
    layer,
    count: planted.filter(({ plantedIn }) => plantedIn.includes(layer)).length,
  }))
  const holders = counts.filter(({ count }) => count > 0)
  return holders.map(({ layer, count }) => `${layer} ${count}`).join(', ') || 'none'
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

/** The line that opens a memory in the inspector. */
export function describeInspector(directory: string): string {
  const place = relative(join(import.meta.dirname, '../../..'), directory)
  return `  ${'look at it'.padEnd(labelWidth)}npm run inspect -- ${place.startsWith('..') ? directory : place}`
}
