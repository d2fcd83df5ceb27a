import { bareWords, statementKey } from '../text/statement-key.ts'

/** One item that a history entry lists: the beginning of a message, or a line moved from MEMORY.md. */
export interface ListedTopic {
  /** As written. */
  text: string
  /** Normalised for comparison. */
  words: string
}

/** A history entry written by rule: it lists the beginnings of messages, each up to 80 characters. */
export interface HistoryListing {
  topics: readonly ListedTopic[]
  /** The entry with these topics only. */
  withOnly(topics: readonly ListedTopic[]): string
}

const listing = /^Consolidated \d+ messages\. Topics: /
const movedTitle = 'Moved here from MEMORY.md:'

/** Parses an entry written by rule; undefined for any other. */
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
