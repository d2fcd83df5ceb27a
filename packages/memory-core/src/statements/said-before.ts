import type { Role } from '../message.ts'
import type { Claim } from './claims/claim.ts'
import { claimsOf } from './claims/claims-of.ts'
import { endsNoun } from './claims/endings.ts'
import { isTopic, topicsIn } from './claims/topics.ts'
import { readStatements } from './read-statements.ts'
import { asksToKeepNothingBefore, isWithheld } from './requests-to-forget.ts'
import type { Statement } from './statement.ts'

/* What the messages of a conversation say that a later one of it asks to forget. */

interface Said {
  role: Role
  text: string
  name?: string | undefined
}

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

/** What statements ask to forget by its words, and not for one reply only. */
export function topicsOf(statements: readonly Statement[]): Claim[] {
  const asked = statements.filter(({ isForgetting, span }) => isForgetting && span !== 'local')
  return asked.flatMap(({ text }) => claimsOf(text)).filter(isTopic)
}

/** What a message asks to forget by its words. */
export function topicsAsked(text: string): Claim[] {
  return topicsOf(readStatements(text))
}

/** Returns a test for texts that have all words of a topic. */
export function hasTopic(topics: readonly Claim[]): (text: string) => boolean {
  return (text) => topics.length > 0 && topicsIn(text).some((said) => topics.some((one) => endsNoun(said, one)))
}

/** The messages that ask to keep nothing of them or to forget something, and what they ask to forget of the others. */
export function withheldAmong<Message extends Said>(messages: readonly Message[]): ReadonlySet<Message> {
  const withheld = new Set<Message>()
  for (const [at, one] of messages.entries()) {
    if (one.role !== 'user' || !isWithheld(one.text)) continue
    const before = messages.slice(0, at)
    const isNamed = hasTopic(topicsAsked(one.text))
    const named = before.filter(({ role, text }) => role === 'user' && isNamed(text))
    const last = asksToKeepNothingBefore(one.text) ? saidBefore(before.toReversed(), one.name) : []
    for (const message of [one, ...named, ...last]) withheld.add(message)
  }
  return withheld
}
