import type { Role } from '../../message.ts'
import { largeRegex, regex, source } from '../../text/regex.ts'
import type { ReadingOptions } from '../statement.ts'
import { toAnnounce } from './mentioned.ts'

const opening = source`^\W*(?:(?:please|pls|ok(?:ay)?|now|hi|hey|so|and|let['’]?s|let us|i(?:['’]d| would)? (?:want|like|need|love)(?: you)? to|(?:can|could|will|would) (?:you|u|we)|i wanna|wanna|do|have|start|try|continue|resume|play)[\s,.!]+)*`
const asked = source`(?:quiz|interview|ask|test|examine|grill|question|diagnose)`
const part = source`(?:the|an?|my) (?!part\b|role of (?:the )?(?:law|thumb)\b)[^.!?\n]{2,60}?`
const player = source`(?:doctor|patient|nurse|client|customer|guest|waiter|waitress|interviewer|recruiter|examiner|landlord|tenant|boss|manager|teacher|student|lawyer|officer|receptionist|salesm[ae]n|investor|dungeon master|villain|king|queen)\b(?!['’]s\b| (?:said|says|is|was|of|service|ass?istant|advisor)\b)`
const rehearsed = source`(?:an?|my|the|for (?:an?|my|the)) (?:[a-z-]+ ){0,2}?(?:interview|exam|viva|call|conversation|negotiation|dialogue|pitch|appointment)`
/** Whose advice on the user's own affairs is asked for. */
const adviser = source`(?:[a-z-]+ ){0,2}?(?:doctor|nurse|lawyer|teacher|manager)`
const userAs = source`(?:i['’]?(?:ll|m)|i (?:am|will)) (?:be\b|(?:the|an?|your)\b)`
/** The user answers as themselves: "ask me about my diet", "interview me for my book". */
const notOfSelf = source`(?! (?:[a-z]+ ){0,3}?(?:about me|(?:about )?my|how i|what i|part of)\b)`
/** A game of parts, asked for by itself, without a date or the company of others: "a d&d session", "the rp thing again". */
const game = source`(?:an? |the |our |some |another |new |quick |short |more |dnd |d&d )*?(?:d ?& ?d|dnd|dungeons (?:and|&) dragons|rp|role-?play|text adventure)(?: (?:thing|session|game|campaign|adventure|scene|one[- ]?shots?|again|now|rn|with (?:me|you)|w (?:me|u)|for me|together|pls|please|to take my mind off (?:it|things)|its been \w+))*\s*(?=[,.!?;:]|$)`
/** Who leads it: "you are the dm". */
const leader = source`(?:(?:you(?:['’]?re| are| be)?|ur|u(?: r| be)?|be) (?:the |my )?(?:dm|gm|dungeon master|game master|narrator)\b|dm (?:for (?:me|us)|(?:an?|our|my) (?:game|session|campaign))\b)`
/** Opens a role play: "Play the doctor and quiz me", "Let's do a mock interview", "you be the clerk and I'm the customer". */
const begins = largeRegex.i`${opening}(?:${game}|${leader}|role-?\s?play\b(?! (?:is|was|are|games?|helps?|servers?)\b)|(?:an? |some |another )?mock (?:[a-z]+ ){0,2}?(?:interview|exam|viva|call|pitch|negotiation|trial)(?:,? (?:please|pls|with me)\b|[.!,:;?](?!\s+(?:it|\d))|\s*$|(?<=\b(?:do|have|start|try) .*) (?!(?:today|tomorrow|tonight|on|next)\b))|interview me (?:as|like|for)\b${notOfSelf}|(?:practi[sc]e|rehearse|simulate) ${rehearsed}\b(?! between\b)(?=[^.!?\n]*(?:\byou(?:['’]re)?\b|\bwith me\b|\bask me\b|(?<=let['’]?s .*)))|(?<!\bi(?:['’]d| would)? (?:want|like|need|love) to )(?:pretend to be|act as|be|play) (?:${part}(?: and|,)(?: then| you)* (?:${userAs}|${asked} me${notOfSelf})|(?!my guest\b|(?<=act as )(?:an?|my) ${adviser}\b)(?:the|an?|my) (?:[a-z]+ ){0,2}?${player})|you be (?:the |an? |my )?[a-zà-ž' ]{2,30},? (?:and )?${userAs})`
/** Leaves it: "ok, stop", "end of the interview", "how did I do?", "ooc:", or a task of another kind. */
const ends = largeRegex.i`^\W*(?:(?:ok(?:ay)?|thanks?|thx|thank you|great|right|well|cool|now|so|and|please|(?:can|could) you)[\s,.!]+)*(?:(?:let['’]?s )?(?:stop|pause|end|leave|quit|finish|exit)\b(?!ed|ing)|enough\b|that(?:['’]s| was| is) (?:enough|it|all|great|good|helpful|useful|fun)\b|(?:the )?(?:interview|role-?play|game|scene) (?:is )?over\b|out of (?:character|role)\b|ooc\b|back to (?:me|reality|normal|real life)\b|no more (?:role-?play|playing)\b|for real\b|i['’]?m done\b|bye\b|how did i do\b|(?:give me |any |some )?feedback\b|remember\b|(?:new|different|another) (?:topic|question)\b|(?:write|draft|translate|summari[sz]e|recommend|suggest|plan|explain|create|generate|rewrite|proofread|calculate|remind me|help me (?:write|plan|with my))\b)|\b(?:remember|note) (?:that|this) (?:about me|for (?:later|next time))|, remember that\b`

/** Opens one behind what the user says of themselves: "I have an interview on Monday, practice with me?" */
const beginsLater = regex.i`(?:[.!?,;]\s+|\n\s*)(?:(?:please|pls|so|and|then|can|could|will|would|let['’]?s|we|you|i want to)\s+)*(?:(?:practi[sc]e|rehearse|role-?play) (?:it |this |that |the interview )?with me\b|(?:do|have|start|try) an? (?:mock|practice) (?:[a-z]+ )?(?:interview|exam|viva)\b|interview me\b${notOfSelf}|(?:play|be|act as) the ${player})[^]*$`

/** What a message says of the user themselves, who has played a part before it or not: all, nothing, or its beginning. */
export function outsidePlay(text: string, wasPlay: boolean): string {
  const head = text.slice(0, 200)
  return (wasPlay && !ends().test(head)) || begins().test(head) ? '' : text.replace(beginsLater, '')
}

/** A pause after which a part is no longer played, in ms. */
const pauseMs = 6 * 3_600_000

/** Until when the user plays a part, after one more message: until they leave it or pause; ms, 0 if they play none. */
export function playAfter(until: number, said: { role: Role; text: string; createdAt: string }): number {
  const { role, text, createdAt } = said
  const at = Date.parse(createdAt)
  const head = text.slice(0, 200)
  const isLeft = at >= until || (role === 'user' && ends().test(head))
  const isBegun = role === 'user' && (begins().test(head) || beginsLater.test(text.slice(0, 2_000)))
  return isBegun || !isLeft ? at + pauseMs : 0
}

/** A brief for a role. Nothing in it is about the user. */
export const brief: () => RegExp = largeRegex.iu`^\s*(?:\*(?!always|this|is|was|has|its|yes|us)\p{Ll}+s (?!is\b|are\b)[^*\n]{1,80}\*(?!\*)|[([](?:in[ -]character|ic|ooc|rp|role-?play)[)\]:]|in character:|i (?:want|would like|need) you to (?:act|pretend|play|be|imagine)|(?:please |(?:can|could|would|will) you (?:please )?)?(?:you are to )?(?:(?:act|behave|respond) (?:as|like) (?!(?:i|we|you|it|that|this|before|usual|always|normal)\b)|pretend (?:to be|you|that(?! i(?:['’]ve| have)? (?:never|didn['’]t))))\b|(?:please |(?:can|could|would|will) you (?:please )?)*(?:proofread|polish|edit|improve) (?:my|this|the following) (?:[a-zà-ž]+ )?(?:letter|essay|bio|cv|resume|speech|post|story|text|paragraph|statement|application)\s*[.:\n]|you (?:are|will be) (?:now )?(?:a|an|the|my)\b|(?:let's )?(?:pretend(?! (?:that )?i(?:['’]ve| have)? (?:never|didn['’]t|did not) (?:ever )?(?:told|tell|said|say|mention))|imagine|suppose|play\b(?=[^.!?\n]{0,40}:)|say (?=(?:i|im|i'm|my|we)\b))\b|let'?s say (?=(?:i|im|i'm|my|we)\b)|hypothetically\b|for this exercise\b|in (?:this|my) (?:game|story|novel)\b|in the (?:game|story|scene|campaign|sims)\b|(?:dnd|d&d)\b|(?!${toAnnounce})(?:please )?(?:write|draft|compose|create) (?:me )?(?:an?|the|my) [a-zà-ž -]{2,40}:|(?:cover letter|bio)\s*:|ignore (?:all|any|the|your)\b|from now on,? you are\b)`
/** Shows that the user plays as well: "a novel", "dungeon", "and I am your student". */
const played = source`\b(?:novels?|(?<!user )story|dungeons?|d&d|dnd|rpg|role-?play|fictional|pretend|an? fake (?:company|startup|firm|name|person|life|country)|my agent at|i(?: am|['’]m) your)\b`
/** The job of an assistant of one's own, up to the end of its sentence or to what else is said: "You are my coding agent." */
export const job: () => RegExp = largeRegex.iu`^(?![^]{0,300}${played})\s*(?:(?:please|from now on),? )?(?:you (?:are|will be)(?: now)?|(?:i (?:want|would like|need) you to )?(?:act as|be)) (?=[^.!?\n]{0,80}\b(?:my|our|me|us)\b)(?!(?:[^.!?\n]{1,80} )?(?:in an?|the) (?:story|novel|game|scene|campaign|role-?play)\b)(?:my|our|an?|the) (?:[a-zà-ž-]+ ){0,3}(?:agent|assistant|reviewer|engineer|developer|programmer|helper|(?:chat)?bot|co-?pilot|tutor|analyst|researcher|planner|scheduler)\b(?:(?!(?:,|,? and) (?:i|i'm|im|we|my|our|you|never|always|don't|do not|please)\b|:\s)[^.!?\n]){0,120}(?:[.!?:,]\s*|\n\s*|$|(?= and ))`

/** Characters from which a message is long, as assistants write them, and from which people hardly write any. */
const longReply = 400
const longTalk = 2_000

/** Who and what belongs to a person. */
const close = source`(?:wife|husband|(?:girl|boy)friend|friends|bestie|fianc[eé]e?|mother|father|mom|mum|dad|parents|folks|sons?|daughters?|sister|brother|bro|sis|siblings|cousins?|aunt|uncle|niece|nephew|grand(?:ma|pa|mother|father|parents|kids|son|daughter)|kids?|kiddos?|fam(?:ily)?|boss|co-?workers?|room-?mates?|neighbou?rs|budd(?:y|ies)|dogs?|cats?|pups?|pupp(?:y|ies)|pets?|weekend|vacation|trip)\b(?!'s? name)`

/** What people say of their own life, and assistants do not, by kinds. */
const ofOwnLife: readonly (() => RegExp)[] = [
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
  regex.i`\bmust (?:be|feel|have been) (?:so |such |really |pretty )*(?:an? )?(?:scary|exciting|excited|proud|tough|amazing|nice|fun|awesome|tiring|exhausting|thrilled|incredible|beautiful|wonderful)\b`,
]
/** What only assistants write: a list, a heading, code, a draft. */
const laidOut = /^\s*(?:[-*•#]|\d+[.)])\s|```|\*\*|^(?:subject:|dear )|^(?:hi|hello) [^\n]{1,30},$/im
const asAssistant =
  /^(?:noted|understood|certainly|done|of course)\b|\b(?:(?:would you like|do you want|want) (?:me to|an?|the)|(?:shall|should) i|here(?:'s| is| are) (?:the|your)|i(?:'ve| have) (?:just |now |also )?(?:added|updated|fixed|changed|removed|created|noted|set|moved|renamed|drafted|written|saved|run|marked)|i(?:'d| would)? (?:recommend|suggest|advise))\b/i
/** Either says that one of the two is an assistant. */
const ofAssistant = regex.i`\b(?:as|i'?m|i am|you'?re|you are) (?:(?:just|only) )?(?:an? |your )(?:[a-z]+ )?(?:ai|chat ?bot|language model|virtual assistant)(?=[,.!?;]|$| (?:assistant|companion|language|model|and|so|but|i|who|that)\b)|\bai (?:assistant|companion|chat ?bot|friend)\b`
const quoted = /"[^"]*"|“[^”]*”|^>.*$/gm

/** Signs from which a conversation is talk between people, and the most that count. */
const enough = 1.5
const most = 8
/** Signs that a reply without any takes back; one that is long and as assistants write takes all. */
const taken = { laidOut: 2, asAssistant: 1, long: 0.6, plain: 0.1 }

/** Whether a conversation with that many signs is talk between people. */
export function isAmongPeople(signs: number): boolean {
  return signs >= enough
}

type Speech = NonNullable<ReadingOptions['before']>

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
  const signsOf = isReply ? ofOwnLife.map((kind) => kind()) : ofTheirLife
  const kinds = signsOf.filter((kind) => kind.test(own)).length
  if (kinds > 0) return Math.min(most, signs + Math.min(isLong ? 1 : 2, kinds))
  if (!isReply) return signs
  if (asAssistant.test(own)) return isLong ? 0 : Math.max(0, signs - taken.asAssistant)
  return Math.max(0, signs - (isLong ? taken.long : taken.plain))
}
