import { wordOf } from './texts.ts'

/** One piece of a worker's work. */
export interface Work {
  job: string
  name: string
  number: number
}

/** A piece of work in one line: `append word-ada-3`. */
export function lineOf({ job, name, number }: Work): string {
  return `${job} ${wordOf(name, number)}`
}

/** The piece of work in a line. */
export function workIn(line: string): Work {
  const [, job = '', name = '', number = ''] = /^(\w+) word-(.+)-(\d+)$/.exec(line) ?? []
  return { job, name, number: Number(number) }
}
