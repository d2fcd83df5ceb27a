import type { Role } from '../../message.ts'
import { largeRegex, source } from '../../text/regex.ts'

const opening = source`^\W*(?:(?:please|pls|ok(?:ay)?|now|hi|hey|so|and|let['’]?s|let us|i(?:['’]d| would)? (?:want|like|need|love)(?: you)? to|(?:can|could|will|would) (?:you|we)|do|have|start|try)[\s,.!]+)*`
const asked = source`(?:quiz|interview|ask|test|examine|grill|question|diagnose)`
const part = source`(?:the|an?|my) (?!part\b|role of (?:the )?(?:law|thumb)\b)[^.!?\n]{2,60}?`
const player = source`(?:doctor|patient|nurse|client|customer|guest|waiter|waitress|interviewer|recruiter|examiner|landlord|tenant|boss|manager|teacher|student|judge|lawyer|officer|receptionist|salesm[ae]n|investor|dungeon master|villain|king|queen)`
const rehearsed = source`(?:an?|my|the|for (?:an?|my|the)) (?:[a-z-]+ ){0,2}?(?:interview|exam|viva|call|conversation|negotiation|dialogue|pitch|appointment)`
/** Opens a role play: "Play the doctor and quiz me", "Let's do a mock interview", "you be the clerk and I'm the customer". */
const begins = largeRegex.i`${opening}(?:role-?\s?play\b|(?:an? |some |the |another |my )?mock (?:[a-z]+ ){0,2}?(?:interview|exam|viva|call|pitch|negotiation|trial)(?:,? (?:please|pls|with me)\b|[.!,:;?]|\s*$|(?<=\b(?:do|have|start|try) .*) )|interview me (?:as|like|for)\b|(?:practi[sc]e|rehearse|simulate) ${rehearsed}\b(?=[^.!?\n]*(?:\byou(?:['’]re)?\b|\bwith me\b|\bask me\b|(?<=let['’]?s .*)))|(?:pretend to be|act as|be|play) (?:${part}(?: and|,)(?: then| you)* (?:(?:i['’]?(?:ll|m)|i (?:am|will)) (?:be )?(?:the|an?|your)\b|${asked} me)|(?:the|an?|my) (?:[a-z]+ ){0,2}?${player}\b(?! (?:said|says|is|was)\b))|you be (?:the |an? |my )?[a-zà-ž' ]{2,30},? (?:and )?(?:i['’]?ll|i['’]?m|i will|i am)\b)`
/** Leaves it: "ok, stop", "end of the interview", "how did I do?", "ooc:", or a task of another kind. */
const ends = largeRegex.i`^\W*(?:(?:ok(?:ay)?|thanks?|thank you|great|right|well|cool|now|so|and|please|(?:can|could) you)[\s,.!]+)*(?:(?:let['’]?s )?(?:stop|pause|end|leave|quit|finish|exit)\b(?!ed|ing)|enough\b|that(?:['’]s| was| is) (?:enough|it|all|great|good|helpful|useful|fun)\b|(?:the )?(?:interview|role-?play|game|scene) (?:is )?over\b|out of (?:character|role)\b|ooc\b|back to (?:me|reality|normal|real life)\b|no more (?:role-?play|playing)\b|for real\b|how did i do\b|(?:give me |any |some )?feedback\b|remember\b|(?:new|different|another) (?:topic|question)\b|(?:write|draft|translate|summari[sz]e|recommend|suggest|plan|explain|create|generate|rewrite|proofread|calculate|remind me|help me (?:write|plan|with my))\b)|\b(?:remember|note) (?:that|this) (?:about me|for (?:later|next time))|, remember that\b`

/**
 * Whether the user plays a part, after one more message: what they say then is not of themselves. A play goes on until
 * they leave it.
 */
export function playAfter(isPlay: boolean, { role, text }: { role: Role; text: string }): boolean {
  if (role !== 'user') return isPlay
  const head = text.slice(0, 200)
  return begins.test(head) || (isPlay && !ends.test(head))
}
