import type { MemoryRecord } from '../storage/records.ts'

/** What a record says, as text: an event with how it ended, a procedure with its name and its numbered steps. */
export function recordText({ kind, text, name, steps = [], outcome }: MemoryRecord): string {
  if (kind === 'episodic') return outcome === undefined ? text : `${text} (${outcome})`
  if (kind === 'semantic' || name === undefined) return text
  const title = text === name ? name : `${name}: ${text}`
  return [title, ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
}
