import type { Claim, ClaimRow, Stance } from './claim.ts'
import { isNamed, toolKindOf } from './claim-kinds.ts'
import { placeKindOf } from './claim-places.ts'
import { isOneOfSeveral, subjectOf, thingOf, verbStem } from './claim-subject.ts'
import { normalValue, typeOf } from './claim-value.ts'

/** A value of more words is a story. */
const maxWords = 8

/** How a clause was said, before its words were taken apart. */
export interface Manner {
  mark: Claim['mark']
  isAdditional: boolean
  stance: Stance
  replaces: string | undefined
  /** Who "I" is, where it is not the user. */
  speaker: string
}

type Groups = Readonly<Record<string, string | undefined>>

/** The claims of a clause that has the form of a row: none where only the conversation shows of whom it is. */
export function claimsOfRow(row: ClaimRow, groups: Groups, manner: Manner): Claim[] {
  const place = placeOf(row, groups)
  if (!place) return []
  const said = groups['v'] ?? ''
  const isLongHome = row.attribute === 'home' && said.split(' ').length > maxWords
  const value = normalValue(isLongHome ? townOf(said) : said)
  // One moves to Zed, but lives elsewhere; and one gives up VS Code, but not to drink it.
  const isOfPeople = row.attribute === 'home' || (row.stance === 'ended' && row.attribute?.startsWith('do '))
  if (value.split(' ').length > maxWords || (isOfPeople && isNamed(value))) return []
  const replaces = groups['o'] ?? manner.replaces
  const mark = row.mark === 'clear' || manner.mark === 'clear' ? 'clear' : (row.mark ?? manner.mark)
  const type = typeOf(said) || typeOf(value)
  const addsUp = row.attribute === 'name' && isOneOfSeveral(place.subject)
  const isTyped = place.isThing && type !== ''
  const claim: Omit<Claim, 'key'> = {
    value,
    stance: manner.stance === 'holds' ? (row.stance ?? 'holds') : manner.stance,
    cardinality: addsUp ? 'several' : isTyped || place.isOne ? 'one' : row.cardinality,
    mark: place.isNew && mark === 'none' ? 'weak' : mark,
    isAdditional: manner.isAdditional,
    ...(replaces === undefined ? {} : { replaces: normalValue(replaces) }),
  }
  const key = (subject: string, attribute: string): string =>
    [/^(?:me|us|my)\b/.test(subject) ? manner.speaker.toLowerCase() : '', subject, attribute].join('|')
  const subjects = [place.subject, ...(place.isThing && mark !== 'none' ? [twinOf(place.subject)] : [])]
  const head = place.isThing ? place.subject.replace(detail, '') : place.subject
  const claims: Claim[] = place.attributes.flatMap((attribute) => [
    ...subjects.map((subject) => ({ ...claim, key: key(subject, attribute) })),
    ...(head === place.subject ? [] : [{ ...claim, key: key(head, attribute), isPartial: true as const }]),
  ])
  const purpose = groups['f']
  if (purpose === undefined || wholly.test(purpose)) return [...claims, ...endedTools(claims)]
  const area = areaOf(purpose, groups['s'])
  const ofArea = area === undefined ? [] : place.attributes.map((attribute) => key(area, attribute))
  return [
    ...claims.map((one) => ({ ...one, isPartial: true as const })),
    // What was chosen for a purpose before gives way to what is for it now; a second choice may stand beside the first.
    ...ofArea.map((of) => ({
      ...claim,
      key: of,
      cardinality: row.mark === 'weak' ? row.cardinality : ('marked' as const),
    })),
  ]
}

/** "My exam in pharmacology" is what "the exam" means afterwards. */
const detail = / (?:in|for|of|with|at|on|to) .+$/u

/** Who says that "the exam" was moved means the one that was called "my exam" before. */
function twinOf(subject: string): string {
  return subject.startsWith('my ') ? subject.slice(3) : `my ${subject}`
}

/** Where in a town one lives. Without it, who "moved to microservices, with …" has no new home. */
const whereabouts = /^[^,]+, (?:up in|near|next to|close to|on an? (?:\p{L}+ )?(?:street|road|lane|avenue|square))\b/u

/** The town of a long description of a home: which street and floor is no part of its name. */
function townOf(said: string): string {
  const town = said.split(',', 1)[0] ?? ''
  return placeKindOf(town) !== '' || whereabouts.test(said) ? town : said
}

/** What is given up or replaced is no longer the favourite of its kind, either: `my favorite editor`. */
function endedTools(claims: readonly Claim[]): Claim[] {
  return claims.flatMap(({ key, stance, value, mark, replaces = value }) => {
    const [speaker = '', subject, attribute] = key.split('|')
    const kind = toolKindOf(replaces)
    const isOver = stance === 'ended' || (replaces !== value && toolKindOf(value) === kind)
    if (kind === '' || subject !== 'me' || attribute !== 'use' || !isOver) return []
    return [`my favorite ${kind}`, `my ${kind}`].map((thing) => ({
      key: [speaker, thing, 'is'].join('|'),
      value: replaces,
      stance: 'ended' as const,
      cardinality: 'many' as const,
      mark,
      isAdditional: false,
    }))
  })
}

/** A purpose that leaves none out. */
const wholly = /^(?:everything|all\b|(?:our|my|the|this) (?:project|team|company|stack)$)/u

/** What something is for, as what is said of: my recipes, where "I" speak of recipes. */
function areaOf(purpose: string, s = ''): string | undefined {
  const isMine = s === 'i' && !/^(?:my|our|the|this) /u.test(purpose)
  const name = subjectOf(isMine ? `my ${purpose}` : purpose.replace(/^an? /u, ''))?.name
  return name === 'me' || name === 'us' ? undefined : name
}

/** Of whom and what about them a claim is. */
interface Place {
  subject: string
  attributes: readonly string[]
  /** Whether one thing has one value, whatever it is. */
  isOne: boolean
  isNew: boolean
  isThing: boolean
}

function placeOf(row: ClaimRow, groups: Groups): Place | undefined {
  if (row.attribute !== undefined) return placeOfAttribute(row, row.attribute, groups)
  const { s = row.subject, a = '' } = groups
  if (s === undefined) {
    const thing = thingOf(a)
    return thing && { ...thing, isNew: thing.isNew || row.mark === 'weak', isThing: true }
  }
  const subject = s === 'me' || s === 'us' ? s : subjectOf(s)?.name
  if (subject === undefined) return undefined
  return { subject, attributes: [`do ${verbStem(a)}`], isOne: false, isNew: false, isThing: false }
}

function placeOfAttribute({ subject: fixed, mark }: ClaimRow, attribute: string, groups: Groups): Place | undefined {
  const about = fixed === undefined ? subjectOf(wholeSubject(groups)) : { name: fixed, isNew: false }
  if (!about) return undefined
  // Who says "we" of where they live speaks of themselves.
  const subject = attribute === 'home' && about.name === 'us' ? 'me' : about.name
  return { subject, attributes: [attribute], isOne: false, isNew: about.isNew || mark === 'weak', isThing: false }
}

/** "My name" is mine; "my sister's name" is hers; "we renamed the repo" is about the repo, "I moved recipes" about mine. */
function wholeSubject({ s = '', n }: Groups): string {
  if (n === undefined) return s
  if (/^(?:my|our|the|mein|meine|meinen|mi) /u.test(n)) return n
  if (/^(?:my|our|the|mein|meine|mi)$|'s$/u.test(s)) return `${s} ${n}`
  return s === 'i' ? `my ${n}` : `the ${n}`
}
