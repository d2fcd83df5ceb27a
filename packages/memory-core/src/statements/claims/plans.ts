import { largeRegex, regex, source } from '../../text/regex.ts'
import type { Claim } from './claim.ts'
import { verbStem } from './claim-of-row.ts'
import { place } from './claim-row-parts.ts'
import { isNamed, month } from './claim-value.ts'
import { claim } from './named-claims.ts'

/*
 * What is planned, and what calls it off: "I'm flying to Lisbon on 4 March", "we're not going to Madeira after all". Only
 * the same deed with the same object is called off; and if a time is said, only if the plan names it, too.
 */

const journey = '(?:trip|holidays?|vacation|getaway|journey|honeymoon|cruise)'
const event = `(?:${journey}|flight|interview|marathon|race|concert|gig|festival|conference|workshop|course|exam|appointment|party|retreat|viewing|match)`
/** "Madeira", "the Madeira trip", "my interview at Bosch". */
const thing = regex`^(?:on )?(?:(?:the|my|our|an?) )?(?:(?<noun>${event}) (?:to|in|at|with|for) (?:the )?)?(?<name>.+?)(?: (?<last>${event}))?$`
const planned = largeRegex`^(?!.*\b(?:every|each|twice|[a-z]+(?<!holi)days)\b)(?:(?:[a-zà-ž' ]{2,20} and )?(?:i|we) (?<aux>(?:(?:am|are|have|be|will|shall|would|like|planning|plan|want|hoping|hope|intend|decided|booked|now|also|still|finally|just|to) )+)(?<verb>(?!not?\b)[a-zà-ž]+) (?:to )?|(?:my|our) (?=(?:[a-zà-ž-]+ ){0,3}?${event}\b))(?<rest>.+)`
const surely = source`\b(?:after all|any ?more|any longer|no longer|in the end|decided|agreed|chosen?)\b`
/** Of other things than a journey, that they are not done may be said of today. */
const refused = largeRegex`^(?=.*${surely}|\S+ (?:am|are) not (?:going|flying|moving) to ${place})(?<who>i|we) (?:(?:have|had|now|finally|in the end) )*(?:(?:am|are) (?:not|no longer)|(?:decided|agreed|chose|chosen) (?:not to|against)|(?<wish>(?:no longer|do not) (?:want|plan|intend)) to) (?<verb>[a-zà-ž]+) (?:to )?(?<rest>.+)`
/** May be said of the reason alone: "we're not going to Rome because it's cheap". */
const notFor = regex`^(?!.*${surely})(?:i|we) (?:am|are) not (?:going|flying|moving) to [^,;:!]+ (?:because|cause|so|since|as) `
/** What was done as planned, at whatever time: "finished the half in 1:56", "the kitchen's finished". */
const done = source`(?:(?:i|we) )?(?:(?:have|just|finally) )*(?:(?:finished|completed|done with) (?:the|my|our) (?<finished>[^,]+?)|(?:ran|passed|did) (?:the|my|our) (?<passed>[^,]*?(?:${event}|test|half|triathlon|\d+k))|got (?<status>married|engaged)|(?:am|are) (?<stays>staying) (?:put|where (?:i|we) (?:am|are)|(?:here|in [^,]+?) (?:after all|instead))|scrap(?:ped)? (?<dropped>(?!(?:the|my|our|all|that|this|it)\b)[^ ,]+))(?: (?:in|at|on) .*)?|(?:the|my|our) (?<thing>[^,]{3,30}?)(?: is| are|'s)(?: (?:now|finally|all))* (?:finished|complete|done)`
const cancelled = largeRegex`^(?:${done}|(?:(?:i|we|they) )?(?:(?:have|had to|just|finally) )*(?:cancel(?:l?ed)?|called off|call off|scrap(?:ped)?) (?<what>.+)|(?:please )?forget(?: about)? (?<trip>.*\b${event}\b.*)|(?<by>[a-zà-ž.]+(?: [a-zà-ž]+)?) (?:has |just )*(?:cancell?ed|called off) (?:the|my|our) (?<its>${event})|(?<off>(?:(?:the|my|our) )?.*${event}\b.*|[a-zà-ž-]+(?: [a-zà-ž-]+)?) (?:is|are|was|got|has been) (?:now )?(?:off|cancell?ed|called off|not happening)(?: after all| now)*)$`
const filler = regex.g` ?\b(?:after all|any ?more|any longer|in the end|now|again|either|unfortunately|sadly)\b`
/** A time, with the words before it. */
const time = regex.g` ?\b(?:(?:on|in|for|from|over|at|this|next|the|of|to|and|is|early|mid|late|around) )*(${month}|\d{1,4}(?:st|nd|rd|th)?(?:-\d+)?(?![.:]\d)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|week|month|year|spring|summer|autumn|winter|christmas|easter)(?![a-zà-ž\d])`
/** Where an object ends; the rest says more exactly what is meant. */
const further =
  / (?=(?:with|for|in|at|on|from|by|via|is|are|starts?|begins?|booked|alone|together|without|near|to|[a-zà-ž]+ly)\b)/
const clauses =
  /[,;:!]+ | (?:because|cause|so|but|and) (?!i (?:am|are)\b)| (?:as|since) (?=(?:i|we|he|she|it|they|my|our|the|[a-zà-ž]+ (?:is|are|can|must|has|got))\b)/
/** Maximum clauses, and plans of each. */
const most = 12
/** Deeds that are a journey. Who does not fly may take the train, but who does not go does not fly. */
const travels = /^(?:go|fly|driv|in)$/
const isTrip = regex`^(?:${journey}|flight)$`

type Plan = readonly [key: string, time: string]

/** The plans that a sentence in lower case names, and those that it calls off, which have `ended`. Linear. */
export function plansOf(sentence: string, speaker: string): Claim[] {
  const plain = sentence.replace(/\bim\b/g, 'i am').replace(/\b(are|do)n'?t\b/g, '$1 not')
  const same = plain.replace(/\b(?:travell?ing|heading|off) (?=to )/, 'going ').replace(/[.!…\s]+$/, '')
  return same.split(clauses, most).flatMap((part) => {
    const over = notFor.test(same) ? undefined : calledOff(part)
    const form = over ? ({ stance: 'ended', mark: 'clear' } as const) : {}
    return (over ?? named(part)).map(([key, value]) =>
      claim(`${speaker.toLowerCase()}|plan|${key}`, { value, ...form }),
    )
  })
}

function named(clause: string): Plan[] {
  const { aux = '', verb = '', rest } = planned().exec(clause)?.groups ?? {}
  if (rest === undefined) return []
  const who = /\b(?:are|we|our)\b/.test(clause) ? 'we' : 'i'
  const { object, times } = objectOf(rest)
  const parts = object.split(further)
  const deed = `${/\b(?:want|like|hop)/.test(aux) ? 'want ' : ''}${verbStem(verb)}`
  const deeds = new Set(parts.flatMap((_, at) => deedsOf(deed, parts.slice(0, at + 1).join(' ')).flat()))
  if (/\b(?:mov|relocat)(?:e|ing) to /.test(clause) && !isNamed(object)) deeds.add('= staying')
  // "I have a house" is no plan that could be done.
  const plans = [...deeds].filter((one) => /ing$/.test(verb) || !one.startsWith('='))
  return plans.flatMap((one) => times.map((at) => [`${who} ${one}`, at] as const)).slice(0, most)
}

function calledOff(clause: string): Plan[] | undefined {
  const no = refused().exec(clause)?.groups
  const { what, trip = what, by, its, off = trip, ...found } = no ?? cancelled().exec(clause)?.groups ?? {}
  const { finished, passed = finished, status = passed, stays = status, dropped = stays, thing: fact = dropped } = found
  const {
    rest = its === undefined ? (fact ?? off) : `${by} ${its}`,
    verb = fact === undefined ? '*' : '=',
    who,
    wish,
  } = found
  if (rest === undefined) return undefined
  const { object, times } = objectOf(rest)
  const deed = verbStem(verb)
  const verbs = wish === undefined && travels.test(deed) ? [deed] : [deed, `want ${deed}`]
  const at = fact === undefined ? (times.find((one) => /^\d/.test(one)) ?? times[0] ?? '') : ''
  const deeds = new Set(verbs.flatMap((one) => deedsOf(one, object).map(([whole]) => whole)))
  return [...deeds].flatMap((one) =>
    (who === 'i' ? ['i'] : ['i', 'we']).map((person) => [`${person} ${one}`, at] as const),
  )
}

function objectOf(said: string): { object: string; times: readonly string[] } {
  const times = [...said.matchAll(time)].map(([, one = '']) => /^\d+|^.{3}/.exec(one)?.[0] ?? '')
  return { object: said.replaceAll(time, '').replaceAll(filler, '').trim(), times: times.length > 0 ? times : [''] }
}

/** What is done with an object, `fly lisbon`, and what that is a part of; `*` is whatever is done there, `=` with it. */
function deedsOf(deed: string, said: string): string[][] {
  const { noun, name = '', last = noun } = thing.exec(said)?.groups ?? {}
  // "Going to learn Spanish" is no journey.
  const [, next = '', object] = (deed === 'go' && /^([a-zà-ž]+) (.+)$/.exec(said)) || []
  const others = object === undefined ? [] : deedsOf(verbStem(next), object)
  const isJourney = last === undefined ? travels.test(deed) : isTrip.test(last)
  const done = last === 'flight' ? 'fly' : last === undefined ? deed : '*'
  const whole = isJourney || last === undefined ? `${done} ${name}` : `* ${name} ${last}`
  return [[whole, ...(isJourney ? [`go ${name}`, `* ${name}`] : [`${deed} ${name}`]), `= ${name}`], ...others]
}
