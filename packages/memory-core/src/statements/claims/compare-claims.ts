import { regex } from '../../text/regex.ts'
import type { Claim } from './claim.ts'
import { claimKindOf, foremost, isOfKind, isOfOtherUnit, isSameValue, placeKindOf, typeOf } from './claim-value.ts'
import { endsNoun } from './endings.ts'

/**
 * What a newer claim does to an older one: replaces it, ends it without a replacement, possibly contradicts it, or says
 * the same. `news` leaves the older one as it is: it tells what happened to a person or a thing that is named there.
 */
export type ClaimChange = 'supersedes' | 'ends' | 'conflicts' | 'agrees' | 'news'

/** Whether a claim can affect another: what only names a person or a thing cannot. */
export function canAffect({ stance, mark }: Pick<Claim, 'stance' | 'mark'>): boolean {
  return stance !== 'named' || mark !== 'none'
}

/** Compares two claims; undefined if they are unrelated. Errs on the side of leaving the older one as it is. */
export function compareClaims(older: Claim, newer: Claim): ClaimChange | undefined {
  // A new value for one purpose does not affect the others, nor one of later what holds now.
  if (older.key !== newer.key || newer.isPartial || (newer.isAhead && !older.isAhead)) return undefined
  if (older.about && newer.about) return figureChange(older, newer)
  if (older.stance === 'named' || newer.stance === 'named') return changeOfNamed(older, newer)
  const isSame = isSameValue(older.value, newer.value)
  // The older one says who this is, so it stays.
  if (older.introduces && !newer.introduces && !isSame) return 'news'
  if (older.stance !== 'holds') return afterDenial(older, newer, isSame)
  if (newer.stance === 'ended') return newer.value === '' || (isSame && !isPartOf(older, newer)) ? 'ends' : undefined
  if (newer.stance === 'denied') return isSame ? (newer.mark === 'none' ? 'conflicts' : 'ends') : undefined
  if (isSame && older.value !== '' && newer.replaces === undefined) return 'agrees'
  return newer.isAdditional || older.isAdditional ? undefined : replacement(older, newer, isSame)
}

/** Whether the newer value names a thing by the older one: who finishes a keto cookbook, still eats keto. */
function isPartOf(older: Claim, newer: Claim): boolean {
  const rest = newer.value.startsWith(`${older.value} `) ? newer.value.slice(older.value.length + 1) : ''
  const within = newer.value !== older.value && ` ${newer.value} `.includes(` ${older.value} `)
  return within && !/^(?:(?:at|in|near|as) [a-zà-ž]|and (?:[a-zà-ž]+ed|got|became|went|took|found) )/u.test(rest)
}

/** A figure replaces another one for the same purpose if its statement clearly calls itself a change. */
function figureChange(older: Claim, newer: Claim): ClaimChange | undefined {
  const isAboutSame = [...(older.about ?? [])].some((word) => newer.about?.has(word))
  return isAboutSame && newer.mark === 'clear' && older.value !== newer.value ? 'supersedes' : undefined
}

function changeOfNamed(older: Claim, newer: Claim): ClaimChange | undefined {
  if (older.stance !== 'named' || older.mark !== 'none' || newer.mark === 'none') return undefined
  if (newer.stance === 'holds') return newer.value === older.value ? 'agrees' : 'supersedes'
  if (newer.mark !== 'clear') return undefined
  if (newer.stance === 'named') return 'news'
  return newer.value === '' || newer.value === older.value || endsNoun(older, newer) ? 'ends' : undefined
}

/** What a newer claim does to one that was denied or had ended. */
function afterDenial(older: Claim, { stance, mark, value }: Claim, isSame: boolean): ClaimChange | undefined {
  // Who is pregnant after a birth had that child.
  if ((!isSame && value !== '') || (older.stance === 'ended' && older.value === 'pregnant')) return undefined
  // Another dose ends the one before, which had ended one, too.
  if (stance !== 'holds') return value === 'medicine' ? undefined : 'agrees'
  // A denial for one purpose does not contradict the general statement: Docker, but not for the billing.
  return mark === 'none' && value !== older.value ? 'conflicts' : 'supersedes'
}

function replacement(older: Claim, newer: Claim, isSame: boolean): ClaimChange | undefined {
  if (newer.replaces !== undefined) {
    if (isSameValue(older.value, newer.replaces)) return 'supersedes'
    return isSame ? 'agrees' : undefined
  }
  // An address begins with a number, a town does not.
  const isAlikeType = newer.key.endsWith('|home') || typeOf(older.value) === typeOf(newer.value)
  if (isSame || !isAlikeType) return isSame ? 'agrees' : undefined
  const { mark, cardinality } = newer
  // Two wishes about hotels may both hold: quiet ones, and small ones.
  if (newer.key.endsWith('|prefer') && mark === 'none' && claimKindOf(newer.value).startsWith('-')) return undefined
  if (mark !== 'clear' && !newer.key.endsWith('address|is') && isOfOtherUnit(older.value, newer.value)) return undefined
  if (cardinality === 'one') return 'supersedes'
  if (cardinality === 'many' || (cardinality === 'several' && mark === 'none')) return undefined
  if (cardinality === 'several') return 'supersedes'
  if (cardinality === 'one-if-alike') return mark !== 'none' || isPlaceAlike(older, newer) ? 'supersedes' : 'conflicts'
  const isAlike = isOfKind(older.value, newer.value) || ofForemost.test(newer.key)
  // Allergies add up, to things with a number as well: E102 and E110.
  if (cardinality === 'one-of-kind' && (!isAlike || newer.value.startsWith('allergic '))) return undefined
  if (mark === 'clear' || (mark === 'weak' && (cardinality === 'marked' || isAlike))) return 'supersedes'
  // For most things, two different words can be true at the same time.
  return cardinality === 'clearly-marked' && mark === 'none' && !isAlike ? undefined : 'conflicts'
}

const ofForemost = regex`\b(?:${foremost}) [^|]+\|is$`

function isPlaceAlike(older: Claim, newer: Claim): boolean {
  const kind = placeKindOf(newer.value)
  return kind !== '' && kind === placeKindOf(older.value)
}

const order: readonly (ClaimChange | undefined)[] = ['agrees', 'supersedes', 'ends', 'conflicts', 'news', undefined]

/** What a newer statement does to an older one, which stays as it is if any claim of the newer one agrees. */
export function changeBetween(older: readonly Claim[], newer: readonly Claim[]): ClaimChange | undefined {
  const changes = newer.flatMap((claim) => older.map((known) => compareClaims(known, claim)))
  return order.find((change) => change === undefined || changes.includes(change))
}

/** Whether claims say that the previous job, and the role there, is over: "I quit", "I now work at". */
export function endsJob(claims: readonly Claim[]): boolean {
  return claims.some(
    ({ key, stance, mark, replaces }) =>
      key.endsWith('|employer') && (stance === 'ended' || mark === 'weak' || replaces !== undefined),
  )
}

/** Whether newer claims say that a person or an animal of an older statement is gone: "Rex died", "she left me". */
export function endsBeing(older: readonly Claim[], newer: readonly Claim[]): boolean {
  const gone = newer.filter(({ key, stance }) => key.startsWith('|being|') && stance === 'ended')
  return gone.some(({ key }) => older.some((known) => known.key === key))
}

/** Whether newer claims say that what an older statement is about is over: "I left the choir". */
export function endsThing(older: readonly Claim[], newer: readonly Claim[]): boolean {
  return newer.some((claim) => older.some((known) => endsNoun(known, claim)))
}
