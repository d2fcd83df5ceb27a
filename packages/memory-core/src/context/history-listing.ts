import { bareWords, statementKey } from '../text/statement-key.ts'

/** One of the things that a history entry lists: the beginning of a message, or a line that was moved there. */
export interface ListedTopic {
  /** As it stands there. */
  text: string
  /** What it states, to be compared. */
  words: string
}

/** A history entry that was written by rule: it lists how messages begin, each up to 80 characters. */
export interface HistoryListing {
  topics: readonly ListedTopic[]
  /** The entry with these topics only. */
  withOnly(topics: readonly ListedTopic[]): string
}

const listing = /^Consolidated \d+ messages\. Topics: /
const movedTitle = 'Moved here from MEMORY.md:'

/** What an entry lists; undefined for one that tells something itself. */
export function listingOf(text: string): HistoryListing | undefined {
  const head = listing.exec(text)?.[0]
  if (head === undefined) return undefined
  const [first = '', ...rest] = text.slice(head.length).split('\n')
  const begun = first.split('; ').map((said): ListedTopic => ({ text: said, words: bareWords(said) }))
  const moved = rest.flatMap((line): ListedTopic[] =>
    line.trim() === '' || line.trim() === movedTitle ? [] : [{ text: line, words: statementKey(line) }],
  )
  return {
    topics: [...begun, ...moved],
    withOnly(topics) {
      const left = new Set(topics)
      const [said, lines] = [begun, moved].map((some) => some.filter((one) => left.has(one)).map((one) => one.text))
      const below = lines?.length ? [movedTitle, ...lines].join('\n') : ''
      return [said?.length ? `${head}${said.join('; ')}` : '', below].filter((part) => part !== '').join('\n')
    },
  }
}
