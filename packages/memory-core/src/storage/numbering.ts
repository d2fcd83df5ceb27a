import { safeName } from './file-checks.ts'

/** Maximum parts of a text, and so the numbers that each text reserves. */
export const partsOfText: number = 128
/** Numbers of one origin: enough for four million texts. */
export const places: number = 2 ** 22 * partsOfText
/** Number of neighbours on each side. */
export const reach = 2
/** Number of best candidates whose neighbours become candidates, too. */
export const nearbyOf = 40

/** The first number of an origin; origins are counted from 1. Safe integers suffice for sixteen million origins. */
export function firstNumber(origin: number): number {
  return origin * places
}

/** The last number of an origin. */
export function lastNumber(origin: number): number {
  return firstNumber(origin) + places - 1
}

/** The number of the first part of the text that a number belongs to. */
export function firstPartOf(number: number): number {
  // A remainder of what is no 32-bit integer costs ten times as much.
  return number - (number & (partsOfText - 1))
}

/** The name of {@link firstPartOf} behind the door `/storage`. */
export { firstPartOf as textOf }

/** The first parts of the texts next to some, within their origins, without those that are known already. */
export function nearbyNumbers(numbers: readonly number[], known: ReadonlySet<number>): number[] {
  const nearby = new Set<number>()
  for (const text of new Set(numbers.map(firstPartOf)))
    for (let far = -reach; far <= reach; far++) {
      const near = text + far * partsOfText
      if (far !== 0 && isSameOrigin(text, near) && !known.has(near)) nearby.add(near)
    }
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

const partStart = /^part:\d+:/

/** The id of a part of a text. */
export function partId(id: string, place: number): string {
  return place === 0 ? id : `part:${place}:${id}`
}

/** The id of the text that a passage is, or is a part of. */
export function wholeId({ id, part }: { id: string; part?: { place: number } | undefined }): string {
  return part && part.place > 0 ? id.replace(partStart, '') : id
}

/** The id of a message's passage. `origin` is the path of the session's file without its extension. */
export function messagePassageId(origin: string, messageId: string): string {
  return `message:${origin.slice(origin.lastIndexOf('/') + 1)}:${messageId}`
}

/** The id of a message for `recall` and `forget`. */
export function messageId(session: string, id: string): string {
  return messagePassageId(safeName(session), id)
}
