import type { Claim, ClaimRow, Stance } from './claim.ts'
import { isNamed, placeKindOf, toolKindOf } from './claim-kinds.ts'
import { type ClaimPlace, isOneOfSeveral, subjectOf, thingOf, verbStem } from './claim-subject.ts'
import { normalValue, typeOf } from './claim-value.ts'

/** Maximum words of a value; a longer one is a story. */
const maxWords = 8

/** Properties of a clause that are known before it is matched with rows. */
export interface Manner {
  mark: Claim['mark']
  isAdditional: boolean
  stance: Stance
  replaces: string | undefined
  /** The name of the person who says "I", if that is not the user. */
  speaker: string
}

type Groups = Readonly<Record<string, string | undefined>>

/** The claims of a clause that matches a row; none if only the conversation shows who it is about. */
export function claimsOfRow(row: ClaimRow, groups: Groups, manner: Manner): Claim[] {
  const place = placeOf(row, groups)
  if (!place) return []
  const said = row.value ?? groups['v'] ?? ''
  const isLongHome = row.attribute === 'home' && said.split(' ').length > maxWords
  const value = normalValue(isLongHome ? townOf(said) : said)
  // A tool is no home ("moved to Zed") and nothing that people eat, drink or play ("gave up VS Code").
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
  const key = (subject: string): string =>
    [/^(?:me|us|my)\b/.test(subject) ? manner.speaker.toLowerCase() : '', subject, place.attribute].join('|')
  const subjects = [place.subject, ...(place.isThing && mark !== 'none' ? [twinOf(place.subject)] : [])]
  const claims: Claim[] = subjects.map((subject) => ({ ...claim, key: key(subject) }))
  const head = place.isThing ? place.subject.replace(detail, '') : place.subject
  if (head !== place.subject) claims.push({ ...claim, key: key(head), isPartial: true })
  const purpose = groups['f']
  if (purpose === undefined || wholly.test(purpose)) return [...claims, ...endedTools(claims)]
  const area = areaOf(purpose, groups['s'])
  const partial = claims.map((one) => ({ ...one, isPartial: true as const }))
  if (area === undefined) return partial
  // A new choice for a purpose replaces the old one, but with a weak mark it may be a second one beside it.
  return [...partial, { ...claim, key: key(area), cardinality: row.mark === 'weak' ? row.cardinality : 'marked' }]
}

/** The detail of "my exam in pharmacology", which "the exam" means afterwards. */
const detail = / (?:in|for|of|with|at|on|to) .+$/u

/** The same thing with or without "my": "the exam" that was moved is the one called "my exam" before. */
function twinOf(subject: string): string {
  return subject.startsWith('my ') ? subject.slice(3) : `my ${subject}`
}

/** A place within a town, which shows that "moved to" is about a home, unlike "moved to microservices, with …". */
const whereabouts = /^[^,]+, (?:up in|near|next to|close to|on an? (?:\p{L}+ )?(?:street|road|lane|avenue|square))\b/u

/** The town in a long description of a home, without street and floor. */
function townOf(said: string): string {
  const town = said.split(',', 1)[0] ?? ''
  return placeKindOf(town) !== '' || whereabouts.test(said) ? town : said
}

/** The claims that a tool given up or replaced is no longer the favourite of its kind: `my favorite editor`. */
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

/** A purpose that includes all others. */
const wholly = /^(?:everything|all\b|(?:our|my|the|this) (?:project|team|company|stack)$)/u

/** The purpose of something as a subject: "recipes" said by "I" are "my recipes". */
function areaOf(purpose: string, s = ''): string | undefined {
  const isMine = s === 'i' && !/^(?:my|our|the|this) /u.test(purpose)
  const name = subjectOf(isMine ? `my ${purpose}` : purpose.replace(/^an? /u, ''))?.name
  return name === 'me' || name === 'us' ? undefined : name
}

function placeOf({ attribute, subject: fixed, mark }: ClaimRow, groups: Groups): ClaimPlace | undefined {
  const isWeak = mark === 'weak'
  const { s = fixed, a = '' } = groups
  if (attribute === undefined && s === undefined) {
    const thing = thingOf(a)
    return thing && { ...thing, isNew: thing.isNew || isWeak }
  }
  const about = subjectOf(fixed ?? wholeSubject(groups))
  if (!about) return undefined
  if (attribute === undefined)
    return { subject: about.name, attribute: `do ${verbStem(a)}`, isOne: false, isNew: false, isThing: false }
  // "We live in …" is about the speaker.
  const subject = attribute === 'home' && about.name === 'us' ? 'me' : about.name
  return { subject, attribute, isOne: false, isNew: about.isNew || isWeak, isThing: false }
}

/**
 * The subject with its noun: "my name" is mine, "my sister's name" is hers, "we renamed the repo" is about the repo, "I
 * moved recipes" about mine.
 */
function wholeSubject({ s = '', n }: Groups): string {
  if (n === undefined) return s
  if (/^(?:my|our|the|mein|meine|meinen|mi) /u.test(n)) return n
  if (/^(?:my|our|the|mein|meine|mi)$|'s$/u.test(s)) return `${s} ${n}`
  return s === 'i' ? `my ${n}` : `the ${n}`
}
