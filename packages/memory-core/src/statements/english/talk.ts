import { largeRegex, regex, source } from '../../text/regex.ts'
import type { ReadingOptions } from '../statement.ts'

/** Characters from which a message is long, as assistants write them, and from which people hardly write any. */
const longReply = 400
const longTalk = 2_000

/** Who and what belongs to a person. */
const close = source`(?:wife|husband|(?:girl|boy)friend|friends|bestie|fianc[eé]e?|mother|father|mom|mum|dad|parents|folks|sons?|daughters?|sister|brother|bro|sis|siblings|cousins?|aunt|uncle|niece|nephew|grand(?:ma|pa|mother|father|parents|kids|son|daughter)|kids?|kiddos?|fam(?:ily)?|boss|co-?workers?|room-?mates?|neighbou?rs|budd(?:y|ies)|dogs?|cats?|pups?|pupp(?:y|ies)|pets?|weekend|vacation|trip)\b(?!'s? name)`

/** What people say of their own life, and assistants do not, by kinds. */
const ofOwnLife: readonly RegExp[] = [
  largeRegex.i`\b(?:my|our) (?:(?!suggest|recommend)[a-zà-ž]+ )?${close}|\bmy (?:new |old |own |first |whole |last )?(?:apartment|garden|car|bike|birthday|holidays?|childhood|hobby|hobbies|bed|hair|gym|commute|hometown|room|job(?! (?:is|here))|school|students)\b|(?<!made )\bmy (?:own |whole )?(?:day|life)\b`,
  largeRegex.i`\b(?:i|we)(?:'ve)? (?:just |also |even |actually |recently |always |really |finally |both )*(?:went (?!with|through|over|ahead|back|for the|and\b)|been to|grew up|met (?!the|all|an? (?:error|problem|issue|limit))|bought|ate|cooked (?!up)|slept|woke up|hiked|visited (?!the|your|that|this|each|http)|travell?ed|hung out|loved? (?!that|the|this|your|how|it|to help)|enjoy(?:ed)? (?!this|that|helping|our|your|working)|hate (?!to|that)|miss (?:my|him|her|them|home|being)|live (?:in|near|with|on)|play(?:ed)?\b(?! (?:with|around|the role|back|it)\b)|work (?:at|from home)|watched (?!the|it|your|for)|used to (?:be|go|live|play|work|have|love|hate)|got (?:home|married|my|a (?:job|dog|cat|puppy|kitten|car|promotion|tattoo|ticket))|took (?:my|them|him|her)\b|go to|(?:have )?always wanted|had (?:an?|so much|such a|some) (?:great|good|nice|amazing|awesome|fun|blast|lovely|rough|hard|tough|long|wonderful))|\bi(?:'m| am| was|'ve been) (?:currently |so |really |super |pretty |just |still |kinda |a bit )*(?:tired|exhausted|swamped|hungry|bored|stressed|nervous|stoked|pumped|blessed|at (?:work(?! on)|home|school)|a (?:big|huge) fan|off to|majoring|cooking|baking|painting|in love)\b`,
  largeRegex.i`\b(?:how|what) about you(?:rs)?\s*(?:[?!.,]|$)|\bas for me\b|\bsee (?:you|ya|u) (?:soon|around|then|later|tomorrow|tonight)\b|\b(?:pic|photo|picture|selfie|snap)s? (?:of (?:me|us|my|our)|i (?:took|snapped))\b|\bme (?:too|either|neither)\b|\bsame here\b`,
  largeRegex.i`\b(?:lo+l|lmao|omg|rofl|wanna|gonna|gotta|idk|tbh|tho|cuz|ur|yay|a?(?:ha){2,}h?)\b`,
  largeRegex.i`\b(?:i|we|my|our)\b[^.!?]{0,80}\b(?:last (?:weekend|night|week|month|year|summer|winter|spring|fall)|the other day|this (?:weekend|summer))\b|\b(?:last (?:weekend|night|week|month|year|summer|winter|spring|fall)|yesterday|the other day|this (?:weekend|summer)),? (?:i|we|my|our)\b`,
]
/** What the user asks about the other's life or wishes them, by kinds. */
const ofTheirLife: readonly RegExp[] = [
  regex.i`\b(?:how|what) about you(?:rs)?\s*(?:[?!.,]|$)|\b(?:your|ur) (?:[a-zà-ž]+ )?${close}`,
  /\bcongrat(?:s|ulations)\b|\blong time no see\b|\btalk (?:to you )?soon\b|\b(?:proud of|happy for|missed|miss) (?:you|u)\b/i,
  /\bmust (?:be|feel|have been) (?:so |such |really |pretty )*(?:an? )?(?:scary|exciting|excited|proud|tough|amazing|nice|fun|awesome|tiring|exhausting|thrilled|incredible|beautiful|wonderful)\b/i,
]
/** What only assistants write: a list, a heading, code, a draft. */
const laidOut = /^\s*(?:[-*•#]|\d+[.)])\s|```|\*\*|^(?:subject:|dear )|^(?:hi|hello) [^\n]{1,30},$/im
const asAssistant =
  /^(?:noted|understood|certainly|done|of course)\b|\b(?:(?:would you like|do you want|want) (?:me to|an?|the)|(?:shall|should) i|here(?:'s| is| are) (?:the|your)|i(?:'ve| have) (?:just |now |also )?(?:added|updated|fixed|changed|removed|created|noted|set|moved|renamed|drafted|written|saved|run|marked)|i(?:'d| would)? (?:recommend|suggest|advise))\b/i
/** Either says that one of the two is an assistant. */
const ofAssistant =
  /\b(?:as|i'?m|i am|you'?re|you are) (?:(?:just|only) )?(?:an? |your )(?:[a-z]+ )?(?:ai|chat ?bot|language model|virtual assistant)(?=[,.!?;]|$| (?:assistant|companion|language|model|and|so|but|i|who|that)\b)|\bai (?:assistant|companion|chat ?bot|friend)\b/i
const quoted = /"[^"]*"|“[^”]*”|^>.*$/gm

/** Signs from which a conversation is talk between people, and the most that count. */
const enough = 1.5
const most = 8
/** Signs that a reply without any takes back; one that is long and as assistants write takes all. */
const taken = { laidOut: 2, asAssistant: 1, long: 0.6, plain: 0.1 }

type Speech = NonNullable<ReadingOptions['before']>

/** Whether a conversation with that many signs is talk between people. */
export function isAmongPeople(signs: number): boolean {
  return signs >= enough
}

/**
 * The signs that a conversation is talk between people, after one more message: kinds in which another one than the user
 * has told of their own life, at most two a message, and in which the user asked about it. Assistants show one by chance
 * now and then, so that other replies take signs back; that one of the two is an assistant, said by either, takes all.
 * A user who answers another one shows two.
 */
export function talkAfter(signs: number, { role, text, name }: Speech, before?: Omit<Speech, 'text'>): number {
  const own = text.slice(0, longTalk).replaceAll(quoted, ' ').replaceAll('’', "'")
  if (ofAssistant.test(own)) return 0
  if (role === 'user' && before?.role === 'user' && before.name !== name) return Math.min(most, signs + 2)
  const isReply = role === 'assistant'
  const isLong = text.length >= longReply
  if (isReply && (text.length > longTalk || laidOut.test(own))) return Math.max(0, signs - taken.laidOut)
  const kinds = (isReply ? ofOwnLife : ofTheirLife).filter((kind) => kind.test(own)).length
  if (kinds > 0) return Math.min(most, signs + Math.min(isLong ? 1 : 2, kinds))
  if (!isReply) return signs
  if (asAssistant.test(own)) return isLong ? 0 : Math.max(0, signs - taken.asAssistant)
  return Math.max(0, signs - (isLong ? taken.long : taken.plain))
}
