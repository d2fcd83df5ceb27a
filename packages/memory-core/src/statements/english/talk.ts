import type { Role } from '../../message.ts'
import { longReply } from './features.ts'

/** What people say of themselves and ask each other, and assistants do not. */
const ofPerson =
  /\b(?:my|our) (?!(?:apolog|suggest|recommend|advi[cs]e|answer|previous|last|earlier|mistake|response|reply|best|knowledge|pleasure|understanding|training|draft|version|list|notes)\p{L}*)\p{L}+|\bi(?:'ve| have|'d)? (?:went|got|was|just|been|love|loved|took|had|made|started|tried|saw|met|used to|work|live|play|feel|felt|really|never|always|also|totally|know)\b|\bme (?:too|either|and)\b|\bwe (?:went|had|got|were|are|did|just|have|all)\b|\b(?:how (?:about|was|were|are|have) (?:you|your)|what (?:about you|have you|did you|are you|do you)|have you|did you|are you|what's (?:up|new)|how's|lol|haha|omg|congrats)\b/iu

/**
 * Whether a conversation is talk between people: another one than the user has spoken of themselves, and has written
 * nothing as long as assistants do. `isTalk` says so of what was before the message.
 */
export function isTalkAfter(isTalk: boolean, { role, text }: { role: Role; text: string }): boolean {
  if (role !== 'assistant') return isTalk
  return text.length < longReply && (isTalk || ofPerson.test(text))
}
