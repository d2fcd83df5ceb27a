import { type ContextItem, estimateTokens } from '@daybook/memory-core'

/** A layer that something in a context came from. */
export type ContextLayer = ContextItem['layer']

/** Tokens by layer. */
export type LayerTokens = Readonly<Partial<Record<ContextLayer, number>>>

/** A context cuts a passage here. */
const passageLength = 600

/**
 * The tokens of what each layer said in a context, counted as the memory counts them. What is left of the block are its
 * titles, dates and the words that tell the model what it is looking at.
 */
export function tokensByLayer({ items }: { items: readonly ContextItem[] }): LayerTokens {
  const tokens: Partial<Record<ContextLayer, number>> = {}
  for (const { layer, text } of items)
    tokens[layer] = (tokens[layer] ?? 0) + estimateTokens(text.slice(0, passageLength))
  return tokens
}

/** The tokens of several contexts together. */
export function sumByLayer(all: readonly LayerTokens[]): LayerTokens {
  const sum: Partial<Record<ContextLayer, number>> = {}
  for (const layer of layersIn(all)) sum[layer] = all.reduce((left, one) => left + (one[layer] ?? 0), 0)
  return sum
}

function layersIn(all: readonly LayerTokens[]): ContextLayer[] {
  return [...new Set(all.flatMap(namesOf))]
}

function namesOf(tokens: LayerTokens): ContextLayer[] {
  return contextLayers.filter((layer) => tokens[layer] !== undefined)
}

/** The layers, in the order in which a context speaks of them. */
export const contextLayers: readonly ContextLayer[] = ['facts', 'knowledge', 'notes', 'records', 'sessions', 'history']
