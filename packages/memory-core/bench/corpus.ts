/** Made-up conversations, the same in each run: words with the frequencies of natural language (Zipf), 8 to 30 a message. */
export interface Corpus {
  message(): string
  /** A question of four words that occur, none of them among the most frequent. */
  question(): string
}

const vocabulary = 8_000
const syllables = 'ba co di fe gu ha jo ki lu me no pa qui ro sa tu va we xi yo zu bran cles dorf gim'.split(' ')

/** Makes a corpus out of a seed. */
export function createCorpus(seed: number): Corpus {
  let state = seed >>> 0
  /** A number from 0 to 1 (mulberry32). */
  function random(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  function word(rank: number): string {
    let text = ''
    for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
      text += syllables[rest % syllables.length] ?? ''
    return text
  }
  const frequent = (lowest: number): string => word(Math.floor(lowest * (vocabulary / lowest) ** random()) - 1)
  const words = (count: number, lowest: number): string =>
    Array.from({ length: count }, () => frequent(lowest)).join(' ')
  return {
    message: () => `${words(8 + Math.floor(random() * 23), 1)}.`,
    question: () => `What did we say about ${words(4, 50)}?`,
  }
}
