import type { ContextItem } from '@daybook/memory-core'
import { contextLayers, tokensByLayer } from './context-share.ts'
import { cut } from './cut.ts'

/** The context of a question, to be explained. */
export interface ExplainedContext {
  id: string
  category: string
  text: string
  /** The words that the planted fact is known by. */
  answer?: string
  tokens: number
  items: readonly ContextItem[]
  dropped: readonly ContextItem[]
}

const explained = 2
const shownOfLayer = 4
const shownDropped = 5

/**
 * The contexts that tell most: in which many layers speak of the planted fact, put in or left out, and in which there are
 * many layers and reasons. The first of equals.
 */
export function mostTelling<T extends ExplainedContext>(contexts: readonly T[]): T[] {
  const ranked = contexts.map((context) => ({ context, worth: worthOf(context) }))
  return ranked
    .sort((a, b) => b.worth - a.worth)
    .slice(0, explained)
    .map(({ context }) => context)
}

function worthOf(context: ExplainedContext): number {
  const { items, dropped } = context
  const speaking = [...items, ...dropped].filter((item) => saysAnswer(item, context))
  const layersOf = (some: readonly ContextItem[]): number => new Set(some.map(({ layer }) => layer)).size
  return layersOf(speaking) * 1_000 + layersOf(items) * 100 + new Set([...items, ...dropped].map(kindOf)).size
}

function saysAnswer({ text }: ContextItem, { answer }: ExplainedContext): boolean {
  return answer !== undefined && text.includes(answer)
}

/** What each layer put into a context and why, and what was left out. */
export function explainContext(context: ExplainedContext, budget: number): string {
  const { id, category, text, tokens, items, dropped } = context
  const byLayer = tokensByLayer(context)
  const lines = [`\n${id} (${category}) ${text}`, `  ${tokens} of at most ${budget} tokens`]
  for (const layer of contextLayers) {
    const all = items.filter((item) => item.layer === layer)
    if (all.length === 0) continue
    const telling = all.filter((item) => saysAnswer(item, context))
    const own = [...telling, ...all.filter((item) => !telling.includes(item))]
    const share = ((100 * (byLayer[layer] ?? 0)) / tokens).toFixed(0)
    lines.push(`  ${layer}: ${own.length}, ${byLayer[layer]} tokens, ${share} %`)
    lines.push(...own.slice(0, shownOfLayer).map((item) => itemLine(item)))
    if (own.length > shownOfLayer) lines.push(`    (… ${own.length - shownOfLayer} more)`)
  }
  return [...lines, ...explainDropped(dropped)].join('\n')
}

/** One for each layer and reason, the highest score of each, layers A to C of the records first. */
function explainDropped(dropped: readonly ContextItem[]): string[] {
  if (dropped.length === 0) return ['  left out: nothing']
  const groups = new Map<string, ContextItem[]>()
  for (const item of dropped) groups.set(kindOf(item), [...(groups.get(kindOf(item)) ?? []), item])
  const best = [...groups.values()].map((group) => group.sort((a, b) => b.score - a.score))
  const shown = best.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, shownDropped)
  const lines = shown.flatMap(([first, ...others]) => {
    if (!first) return []
    const more = others.length > 0 ? `  and ${others.length} more` : ''
    return [`${itemLine(first, first.layer)}${more}`]
  })
  return [`  left out: ${dropped.length}`, ...lines]
}

function rankOf([item]: readonly ContextItem[]): number {
  return item ? contextLayers.indexOf(item.layer) + (item.layer === 'records' ? -contextLayers.length : 0) : 0
}

function itemLine({ score, text, reason }: ContextItem, layer = ''): string {
  const name = layer === '' ? '' : `${layer.padEnd(9)} `
  return `    ${name}${score.toFixed(2).padStart(5)}  ${cut(text, 90)}  [${reason}]`
}

/** A layer and a reason, whatever the numbers in it. */
function kindOf({ layer, reason }: ContextItem): string {
  return `${layer}: ${reason.replaceAll(/\d+(?:\.\d+)?/g, '#')}`
}
