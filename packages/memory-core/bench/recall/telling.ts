import type { Turn } from './conversations.ts'

/** So many words in a row tell a turn from others. */
const run = 12
const leastContent = 3
const stopWords = new Set(
  'a an the and or but if of to in on at for with by from as is are was were be been do does did have has had i you he she it we they me my your his her its our their this that these those what which who whom when where why how can could would should will not no so about into over than then there here up out just'.split(
    ' ',
  ),
)

/** Tells which turns of a conversation a context says. */
export interface Telling {
  /**
   * A turn is told when twelve words in a row that stand in no other turn (of a shorter turn all of its words) stand in the
   * context, or when a line of the context with at least three content words, without its date and label, stands in that turn
   * and in no other.
   */
  isTold(context: string, turn: Turn): boolean
}

/** Reads the turns of a conversation for what is only in one of them. */
export function createTelling(turns: readonly Turn[]): Telling {
  const texts = turns.map(({ text }) => ` ${wordsOf(text).join(' ')} `)
  const runs = new Map<string, number>()
  for (const text of texts)
    for (const one of new Set(runsOf(text.trim().split(' ')))) runs.set(one, (runs.get(one) ?? 0) + 1)
  const isAlone = (line: string): boolean => texts.filter((text) => text.includes(` ${line} `)).length === 1
  return {
    isTold(context, { text }) {
      const words = wordsOf(text)
      const said = ` ${wordsOf(context).join(' ')} `
      if (words.length === 0) return false
      const own = words.length <= run ? [words.join(' ')] : runsOf(words).filter((one) => runs.get(one) === 1)
      if (own.some((one) => said.includes(` ${one} `))) return true
      const whole = ` ${words.join(' ')} `
      return linesOf(context).some((line) => whole.includes(` ${line} `) && isAlone(line))
    },
  }
}

/** The words of a text, in lower case. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Whether a word says something by itself. */
export function isContent(word: string): boolean {
  return !stopWords.has(word)
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(0, Math.max(0, words.length - run + 1)).map((_, i) => words.slice(i, i + run).join(' '))
}

function linesOf(context: string): string[] {
  const lines = context.split('\n').map((line) =>
    wordsOf(
      line
        .replace(/^\s*[-*]\s*/, '')
        .replace(/^\[[^\]]*\]\s*/, '')
        .replace(/^\([^)]*\)\s*/, '')
        .replace(/[(·]\s*\d{4}-\d\d-\d\d\)?\s*$/, ''),
    ),
  )
  return lines.filter((words) => new Set(words.filter(isContent)).size >= leastContent).map((words) => words.join(' '))
}
