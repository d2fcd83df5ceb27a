import { appendFileSync } from 'node:fs'
import type { PromptFunction } from '../../src/index.ts'

/** What the test's messages say. */
export const words: RegExp = /\bword-[a-z]+-\d+\b/g

/**
 * A slow model that sums up the words it sees and makes each of them a fact. It notes in a log when it begins and ends.
 */
export function learningModel(log: string, name: string): PromptFunction {
  return async ({ prompt }) => {
    appendFileSync(log, `begin ${name}\n`)
    await new Promise((resolve) => setTimeout(resolve, 15))
    const conversation = prompt.slice(prompt.lastIndexOf('## Conversation to Process'))
    const known = /## Current Long-term Memory\n(.*?)\n\n## Conversation to Process/s.exec(prompt)?.[1] ?? ''
    const seen = conversation.match(words) ?? []
    const facts = [known.replace('(empty)', '').trim(), ...seen.map((word) => `- ${word}`)].join('\n')
    appendFileSync(log, `end ${name}\n`)
    return JSON.stringify({ history_entry: `Saw ${seen.join(' ')}.`, memory_update: facts })
  }
}
