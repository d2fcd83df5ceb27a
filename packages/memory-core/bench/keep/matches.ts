const stopWords = new Set(
  `a an the and or but if of to in on at for with by from as is are was were be been being do does did have has had i you
  he she it we they me my your his her its our their them us this that these those what which who whom when where why how
  can could would will should not no so about into over than then there here up out just also very really m s ve re d ll
  t`.split(/\s+/),
)

/**
 * The texts that keep a sentence: one that shares a run of six words with it (of a shorter sentence, all of them), at
 * least three of them content words, or one of whose content words seven tenths are words of the sentence, at least three
 * (of a shorter sentence, all). Words are content by their first five letters.
 */
export function matches<T extends { text: string }>(sentence: string, texts: readonly T[]): T[] {
  const words = wordsOf(sentence)
  const own = contentOf(words)
  if (own.size === 0) return []
  const least = Math.min(3, own.size)
  const length = Math.min(6, words.length)
  const runs = own.size < 3 ? [] : words.flatMap((_, at) => runAt(words, at, length, least))
  return texts.filter((one) => {
    const { joined, content } = indexOf(one)
    if (runs.some((run) => joined.includes(run))) return true
    const both = content.filter((word) => own.has(word)).length
    return both >= least && both >= 0.7 * content.length
  })
}

function runAt(words: readonly string[], at: number, length: number, least: number): string[] {
  const run = words.slice(at, at + length)
  return run.length === length && contentOf(run).size >= least ? [` ${run.join(' ')} `] : []
}

const indexed = new WeakMap<object, { joined: string; content: string[] }>()

function indexOf(one: { text: string }): { joined: string; content: string[] } {
  const known = indexed.get(one)
  if (known) return known
  const words = wordsOf(one.text)
  const index = { joined: ` ${words.join(' ')} `, content: [...contentOf(words)] }
  indexed.set(one, index)
  return index
}

function wordsOf(text: string): string[] {
  return (
    text
      .replace(/\[shared image[^\]]*\]?/gi, ' ')
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

function contentOf(words: readonly string[]): Set<string> {
  return new Set(words.filter((word) => !stopWords.has(word)).map((word) => word.slice(0, 5)))
}
