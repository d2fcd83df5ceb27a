import type { Role } from '../../message.ts'
import { largeRegex, regex, source } from '../../text/regex.ts'
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
  return (wasPlay && !ends.test(head)) || begins.test(head) ? '' : text.replace(beginsLater, '')
}

/** A pause after which a part is no longer played, in ms. */
const pauseMs = 6 * 3_600_000

/** Until when the user plays a part, after one more message: until they leave it or pause; ms, 0 if they play none. */
export function playAfter(until: number, said: { role: Role; text: string; createdAt: string }): number {
  const { role, text, createdAt } = said
  const at = Date.parse(createdAt)
  const head = text.slice(0, 200)
  const isLeft = at >= until || (role === 'user' && ends.test(head))
  const isBegun = role === 'user' && (begins.test(head) || beginsLater.test(text.slice(0, 2_000)))
  return isBegun || !isLeft ? at + pauseMs : 0
}

/** A brief for a role. Nothing in it is about the user. */
export const brief: RegExp = largeRegex.iu`^\s*(?:\*(?!always|this|is|was|has|its|yes|us)\p{Ll}+s (?!is\b|are\b)[^*\n]{1,80}\*(?!\*)|[([](?:in[ -]character|ic|ooc|rp|role-?play)[)\]:]|in character:|i (?:want|would like|need) you to (?:act|pretend|play|be|imagine)|(?:please |(?:can|could|would|will) you (?:please )?)?(?:you are to )?(?:(?:act|behave|respond) (?:as|like) (?!(?:i|we|you|it|that|this|before|usual|always|normal)\b)|pretend (?:to be|you|that(?! i(?:['’]ve| have)? (?:never|didn['’]t))))\b|(?:please |(?:can|could|would|will) you (?:please )?)*(?:proofread|polish|edit|improve) (?:my|this|the following) (?:[a-zà-ž]+ )?(?:letter|essay|bio|cv|resume|speech|post|story|text|paragraph|statement|application)\s*[.:\n]|you (?:are|will be) (?:now )?(?:a|an|the|my)\b|(?:let's )?(?:pretend(?! (?:that )?i(?:['’]ve| have)? (?:never|didn['’]t|did not) (?:ever )?(?:told|tell|said|say|mention))|imagine|suppose|play\b(?=[^.!?\n]{0,40}:)|say (?=(?:i|im|i'm|my|we)\b))\b|let'?s say (?=(?:i|im|i'm|my|we)\b)|hypothetically\b|for this exercise\b|in (?:this|my) (?:game|story|novel)\b|in the (?:game|story|scene|campaign|sims)\b|(?:dnd|d&d)\b|(?!${toAnnounce})(?:please )?(?:write|draft|compose|create) (?:me )?(?:an?|the|my) [a-zà-ž -]{2,40}:|(?:cover letter|bio)\s*:|ignore (?:all|any|the|your)\b|from now on,? you are\b)`
/** Shows that the user plays as well: "a novel", "dungeon", "and I am your student". */
const played = source`\b(?:novels?|(?<!user )story|dungeons?|d&d|dnd|rpg|role-?play|fictional|pretend|an? fake (?:company|startup|firm|name|person|life|country)|my agent at|i(?: am|['’]m) your)\b`
/** The job of an assistant of one's own, up to the end of its sentence or to what else is said: "You are my coding agent." */
export const job: RegExp = largeRegex.iu`^(?![^]{0,300}${played})\s*(?:(?:please|from now on),? )?(?:you (?:are|will be)(?: now)?|(?:i (?:want|would like|need) you to )?(?:act as|be)) (?=[^.!?\n]{0,80}\b(?:my|our|me|us)\b)(?!(?:[^.!?\n]{1,80} )?(?:in an?|the) (?:story|novel|game|scene|campaign|role-?play)\b)(?:my|our|an?|the) (?:[a-zà-ž-]+ ){0,3}(?:agent|assistant|reviewer|engineer|developer|programmer|helper|(?:chat)?bot|co-?pilot|tutor|analyst|researcher|planner|scheduler)\b(?:(?!(?:,|,? and) (?:i|i'm|im|we|my|our|you|never|always|don't|do not|please)\b|:\s)[^.!?\n]){0,120}(?:[.!?:,]\s*|\n\s*|$|(?= and ))`
