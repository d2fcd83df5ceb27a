import { isQuestion } from '../text/sentences.ts'
import type { Claim } from './claims/claim.ts'
import { claimsOf } from './claims/claims-of.ts'
import { endsNoun } from './claims/endings.ts'
import { wordsIn } from './claims/shared-words.ts'
import { isTopic, statedWords, topicsIn } from './claims/topics.ts'
import { readStatements } from './read-statements.ts'
import { asksToKeepNothingBefore, isWithheld } from './requests-to-forget.ts'
import { sentencesOf } from './stated-sentences.ts'
import type { ReadingOptions, Statement } from './statement.ts'

/* What the messages of a conversation say that a later one of it asks to forget. */

type Said = NonNullable<ReadingOptions['before']>

/** A draft, code or a file of the assistant: "don't keep that" is about it. */
const draft =
  /```|^.{600}|\b(?:files?|[\w-]+\.(?:[cm]?[jt]sx?|json|py|md|txt|csv|ya?ml|html|css|sql|pdf|docx?|xlsx?))\b/is

/** A few words about the speaker, or their own. */
const ofSpeaker = /^(?=.*\S \S+ \S).*\b(?:i|im|ive|i['’][a-z]+|my|mine|me|we|our|us)\b/is

/**
 * What a request is about that names nothing: the speaker's last message about themselves, and what followed; none
 * behind a draft.
 * @param before the messages before the request, the newest first
 */
export function saidBefore<Message extends Said>(before: readonly Message[], name?: string): Message[] {
  const at = before.findIndex(
    (one) =>
      (one.role === 'assistant' && draft.test(one.text)) ||
      (one.role === 'user' && one.name === name && ofSpeaker.test(one.text)),
  )
  return before[at]?.role === 'user' ? before.slice(0, at + 1) : []
}

/**
 * What a request is about that states it in other words: of what the speaker said of themselves before it, the message
 * with most of its words; none if two have as many, or if it says another thing of the same.
 * @param before the messages before the request
 */
export function nearestBefore<Message extends Said>(
  before: readonly Message[],
  topics: readonly Claim[],
  request: Said,
): Message[] {
  const stated = new Map(claimsOf(request.text, { speaker: request.name }).map(({ key, value }) => [key, value]))
  const isOther = ({ key, value }: Claim): boolean => (stated.get(key) || value) !== value
  const own = before.filter(
    ({ role, name, text }) =>
      role === 'user' && name === request.name && !isWithheld(text) && !claimsOf(text, { speaker: name }).some(isOther),
  )
  const shared = own.map(({ text }) => Math.max(0, ...sentencesOf(text).map((one) => wordsShared(one, topics))))
  const most = Math.max(0, ...shared)
  const nearest = own.filter((_, at) => shared[at] === most)
  return most > 0 && nearest.length === 1 ? nearest : []
}

/** How many words of what requests state a statement of the speaker about themselves has. */
export function wordsShared(sentence: string, topics: readonly Claim[]): number {
  if (!ofSpeaker.test(sentence) || isQuestion(sentence)) return 0
  const stated = statedWords(topics)
  return stated.size === 0 ? 0 : wordsIn(sentence).filter((one) => stated.has(one)).length
}

/** What statements ask to forget by its words, and not for one reply only. */
export function topicsOf(statements: readonly Statement[], speaker?: string): Claim[] {
  const asked = statements.filter(({ isForgetting, span }) => isForgetting && span !== 'local')
  return asked.flatMap(({ text }) => claimsOf(text, { speaker })).filter(isTopic)
}

/** What a message asks to forget by its words. */
export function topicsAsked(text: string, speaker?: string): Claim[] {
  return topicsOf(readStatements(text), speaker)
}

/** Returns a test for texts with a sentence that has the words of a topic; `speaker` said it, or it was said to them. */
export function hasTopic(topics: readonly Claim[]): (text: string, speaker?: string) => boolean {
  const isNamed = (text: string, speaker?: string): boolean =>
    topicsIn(text, speaker).some((said) => topics.some((one) => endsNoun(said, one)))
  return (text, speaker) => topics.length > 0 && sentencesOf(text).some((sentence) => isNamed(sentence, speaker))
}

/** The messages that ask to keep nothing of them or to forget something, and what they ask to forget of the others. */
export function withheldAmong<Message extends Said>(messages: readonly Message[]): ReadonlySet<Message> {
  const withheld = new Set<Message>()
  for (const [at, one] of messages.entries()) {
    if (one.role !== 'user' || !isWithheld(one.text)) continue
    const before = messages.slice(0, at)
    const isNamed = hasTopic(topicsAsked(one.text, one.name))
    const named = before.filter(({ role, text, name }) => role === 'user' && isNamed(text, name))
    const last = asksToKeepNothingBefore(one.text) ? saidBefore(before.toReversed(), one.name) : []
    for (const message of [one, ...named, ...last]) withheld.add(message)
  }
  return withheld
}
