import type { EmbedFunction } from '../../src/model.ts'

/** Words that mean the same. */
const meanings: readonly (readonly string[])[] = [
  ['dog', 'hound', 'puppy'],
  ['car', 'automobile', 'vehicle'],
  ['physician', 'doctor', 'medic'],
  ['bread', 'loaf', 'sourdough'],
]
const dimensions = 64

/** The vector of a text: its words by their meaning, the unknown ones by a hash. Deterministic, and offline. */
export function synonymVector(text: string): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const meaning = meanings.findIndex((words) => words.includes(word))
    const at = meaning >= 0 ? meaning : meanings.length + (hash(word) % (dimensions - meanings.length))
    vector[at] = (vector[at] ?? 0) + (meaning >= 0 ? 4 : 0.25)
  }
  if (vector.every((value) => value === 0)) vector[dimensions - 1] = 0.01
  return vector
}

/** An embedder for tests, and every text that it was asked for. */
export interface SynonymEmbedder {
  embed: EmbedFunction
  readonly asked: { texts: readonly string[]; use: 'document' | 'query' | undefined; signal: AbortSignal | undefined }[]
}

/** Makes one; `before` runs before each answer, and may throw, wait, or answer something else. */
export function synonymEmbedder(before?: (texts: readonly string[], use?: string) => unknown): SynonymEmbedder {
  const asked: SynonymEmbedder['asked'] = []
  return {
    asked,
    async embed(texts, signal, use) {
      asked.push({ texts: [...texts], use, signal })
      const other = await before?.(texts, use)
      return Array.isArray(other) ? other : texts.map(synonymVector)
    },
  }
}

function hash(word: string): number {
  let sum = 0
  for (const letter of word) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return sum
}
