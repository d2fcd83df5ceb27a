/** What is told in a piece of work: found again by the oracle. */
export function wordOf(name: string, number: number): string {
  return `word-${name}-${number}`
}

/** A word that nothing else has: what a search finds the piece of work by. */
export function markOf(name: string, number: number): string {
  return `${name}${number}x`
}

/** Ends in letters of several bytes: what was cut off anywhere is another text. No two are alike, so that none are merged. */
function ending(name: string, number: number): string {
  const mark = markOf(name, number)
  return `${mark} until ${mark}y at ${mark}z, Ende, 終わり 😀`
}

type Text = (name: string, number: number) => string

/** Every text that a job writes, whole, by the job. */
export const texts = {
  append: (name, number) => `${wordOf(name, number)} ${ending(name, number)}`,
  capture: (name, number) => `I prefer the tool ${wordOf(name, number)} over others ${ending(name, number)}`,
  fact: (name, number) => `by hand ${name} ${number} ${ending(name, number)}`,
  // Long, so that the history rotates often.
  history: (name, number) => `entry ${name} ${number} ${'of some length '.repeat(8)}${ending(name, number)}`,
  item: (name, number) => `kept ${name} ${number} ${ending(name, number)}`,
  knowledge: (name, number) => `known ${name} ${number} ${ending(name, number)}`,
  learn: (name, number) => `learned ${name} ${number} ${ending(name, number)}`,
  note: (name, number) => `${wordOf(name, number)}\n\n- ${ending(name, number)}`,
  trim: (name, number) => `to be trimmed ${ending(name, number)}`,
} as const satisfies Readonly<Record<string, Text>>

/** Two that say nearly the same, so that maintenance has something to merge. */
export function alikeTexts(name: string, number: number): readonly [one: string, other: string] {
  const words = `look at the report of ${name} ${number} before you merge any branch into the main one`
  return [`always ${words}`, `always ${words} please`]
}
