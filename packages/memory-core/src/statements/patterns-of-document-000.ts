import { splitSentences } from '../text/sentence-ends.ts'
import { proseLines } from './prose/prose.ts'

/** What a sentence of one form is, after document 000 (Grip). */
export interface SentencePattern {
  category: 'user_preference' | 'project_decision' | 'error_pattern'
  source: 'user_message' | 'agent_response'
  tags: readonly string[]
  /** Takes a sentence from here to its end: "never use tabs" must not become "tabs". Linear. */
  pattern: RegExp
}

const preference = { category: 'user_preference', source: 'user_message', tags: ['preference'] } as const
const decision = { category: 'project_decision', source: 'user_message', tags: ['decision'] } as const
const failure = { category: 'error_pattern', source: 'agent_response', tags: ['error'] } as const

/** The patterns of document 000, in its order. English. */
const patternsOfDocument000: readonly SentencePattern[] = [
  { ...preference, pattern: /\bi (?:(?:really|usually|much) )?(?:prefer|like|love|always use) .{3,}/i },
  { ...preference, pattern: /\bmy (?:favou?rite|preferred|default) .{5,}/i },
  {
    ...preference,
    pattern:
      /\b(?:don['’]?t|do not|never|stop) (?:ever )?(?:us(?:e|ing)|show(?:ing)?|suggest(?:ing)?|includ(?:e|ing)) .{3,}/i,
  },
  { ...preference, pattern: /\bplease (?:always|never) .{5,}/i },
  { ...decision, pattern: /\blet['’]?s (?:use|go with|switch to|try) .{3,}/i },
  { ...decision, pattern: /\bwe(?:['’]ve| have)? (?:decided|agreed|chose|chosen|picked) .{3,}/i },
  { ...decision, pattern: /\bgoing (?:forward )?with .{3,}/i },
  { ...decision, pattern: /\bthe plan is to .{5,}/i },
  {
    ...failure,
    pattern: /(?:[a-z]{1,40} )?[a-z]{0,40}errors?:? .{0,100}?\b(?:fixed|solved|resolved) (?:by|with) .{3,}/i,
  },
  { ...failure, pattern: /[a-z]{0,40}error: .{10,}/i },
]

/** What texts show by the patterns: at most one sentence for each, as a pattern that fits often says little. */
export function matchPatterns(
  said: Readonly<Record<SentencePattern['source'], string>>,
): (Omit<SentencePattern, 'pattern'> & { content: string })[] {
  const sentences = { user_message: sentencesIn(said.user_message), agent_response: sentencesIn(said.agent_response) }
  return patternsOfDocument000.flatMap(({ pattern, ...found }) => {
    const matches = sentences[found.source].flatMap((sentence) => pattern.exec(sentence)?.[0] ?? [])
    return matches.slice(0, 1).map((content) => ({ ...found, content }))
  })
}

/** No questions, no code, no quoted lines. */
function sentencesIn(text: string): string[] {
  const sentences = proseLines(text).flatMap((line) => splitSentences(line.text))
  return sentences.filter((sentence) => !sentence.endsWith('?'))
}
