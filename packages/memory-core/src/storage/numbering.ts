/** So many numbers one origin has. */
export const places: number = 2 ** 24
/** How far neighbours reach on each side. */
export const reach = 2
/** Of so many of the best candidates the neighbours are candidates, too. */
export const nearbyOf = 40

/** The number of the first place of an origin; origins are counted from 1. Safe integers for half a billion origins. */
export function firstNumber(origin: number): number {
  return origin * places
}

/** The number of the last place of an origin. */
export function lastNumber(origin: number): number {
  return firstNumber(origin) + places - 1
}

/** The numbers next to some, within their origins, without those that are known already. */
export function nearbyNumbers(numbers: readonly number[], known: ReadonlySet<number>): number[] {
  const nearby = new Set<number>()
  for (const number of numbers)
    for (let far = -reach; far <= reach; far++)
      if (isSameOrigin(number, number + far) && !known.has(number + far)) nearby.add(number + far)
  return [...nearby]
}

/** The origin that a number belongs to. */
export function originOf(number: number): number {
  return Math.floor(number / places)
}

/** Whether two numbers belong to one origin. */
export function isSameOrigin(a: number, b: number): boolean {
  return originOf(a) === originOf(b)
}
