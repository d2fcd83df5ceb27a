import type { Claim } from './claim.ts'
import { placeKindOf } from './places.ts'
import { isSameValue, kindOf, typeOf } from './value.ts'

/**
 * What a newer claim does to an older one: takes its place, ends it without taking its place, contradicts it without being
 * sure, or says the same. Undefined when they do not concern each other.
 */
export type ClaimChange = 'supersedes' | 'ends' | 'conflicts' | 'agrees'

/** Compares two claims. Errs on the side of leaving the older one as it is. */
export function compareClaims(older: Claim, newer: Claim): ClaimChange | undefined {
  if (older.key !== newer.key) return undefined
  const isSame = isSameValue(older.value, newer.value)
  if (older.stance !== 'holds') return afterDenial(newer, isSame)
  if (newer.stance === 'ended') return isSame || newer.value === '' ? 'ends' : undefined
  if (newer.stance === 'denied') return isSame ? (newer.mark === 'none' ? 'conflicts' : 'ends') : undefined
  if (isSame && older.value !== '' && newer.replaces === undefined) return 'agrees'
  return newer.isAdditional || older.isAdditional ? undefined : replacement(older, newer, isSame)
}

/** What is said of what was denied before, or was over. */
function afterDenial({ stance, mark, value }: Claim, isSame: boolean): ClaimChange | undefined {
  if (!isSame && value !== '') return undefined
  if (stance !== 'holds') return 'agrees'
  return mark === 'none' ? 'conflicts' : 'supersedes'
}

function replacement(older: Claim, newer: Claim, isSame: boolean): ClaimChange | undefined {
  if (newer.replaces !== undefined) {
    if (isSameValue(older.value, newer.replaces)) return 'supersedes'
    return isSame ? 'agrees' : undefined
  }
  if (isSame || typeOf(older.value) !== typeOf(newer.value)) return isSame ? 'agrees' : undefined
  const { mark, cardinality } = newer
  if (cardinality === 'one') return 'supersedes'
  if (cardinality === 'many' || (cardinality === 'several' && mark === 'none')) return undefined
  if (cardinality === 'several') return 'supersedes'
  if (cardinality === 'one-if-alike') return mark !== 'none' || isPlaceAlike(older, newer) ? 'supersedes' : 'conflicts'
  const kind = kindOf(newer.value)
  const isOfKind = kind !== '' && kind === kindOf(older.value)
  if (cardinality === 'one-of-kind' && !isOfKind) return undefined
  if (mark === 'clear' || (mark === 'weak' && (cardinality === 'marked' || isOfKind))) return 'supersedes'
  // Of most things, two different words can be true at a time.
  return cardinality === 'clearly-marked' && mark === 'none' && !isOfKind ? undefined : 'conflicts'
}

function isPlaceAlike(older: Claim, newer: Claim): boolean {
  const kind = placeKindOf(newer.value)
  return kind !== '' && kind === placeKindOf(older.value)
}

const order: readonly (ClaimChange | undefined)[] = ['agrees', 'supersedes', 'ends', 'conflicts', undefined]

/**
 * What a newer statement does to an older one, by the claims of both. One that says the same in any of its claims
 * leaves the older one as it is.
 */
export function changeBetween(older: readonly Claim[], newer: readonly Claim[]): ClaimChange | undefined {
  const changes = newer.flatMap((claim) => older.map((known) => compareClaims(known, claim)))
  return order.find((change) => change === undefined || changes.includes(change))
}
