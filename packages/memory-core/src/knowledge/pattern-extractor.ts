import { proseLines } from '../statements/prose/prose.ts'
import { firstCharacters } from '../text/plain-text.ts'
import { splitSentences } from '../text/sentences.ts'
import type { KnowledgeCategory } from './knowledge-entry.ts'

const preference = { category: 'user_preference', source: 'user_message', tags: ['preference'] } as const
const decision = { category: 'project_decision', source: 'user_message', tags: ['decision'] } as const
const failure = { category: 'error_pattern', source: 'agent_response', tags: ['error'] } as const

/**
 * The forms of sentences, in the order in which they are tried. English. Each matches to the end of the sentence: "never
 * use tabs" must not become "tabs". Linear.
 */
const sentencePatterns = [
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

function sentencesIn(text: string): string[] {
  const sentences = proseLines(text.slice(0, readCharacters)).flatMap((line) => splitSentences(line.text))
  return sentences.filter((sentence) => !sentence.endsWith('?'))
}

/** One exchange with an agent. */
export interface Exchange {
  /** The user's message. */
  user?: string | undefined
  /** The agent's answer. */
  response?: string | undefined
  /** The names of the called tools, one for each call. */
  toolCalls?: readonly string[] | undefined
}

/** A statement found in an exchange, as input for `knowledge.add`. */
export interface ExtractedPattern {
  category: KnowledgeCategory
  /** At most 120 characters. */
  content: string
  source: 'user_message' | 'agent_response' | 'tool_usage'
  tags: readonly string[]
}

/** Finds patterns in exchanges by rule, without a model. Counts the calls of each tool. */
export interface PatternExtractor {
  /**
   * At most three patterns: preferences and decisions of the user, errors in the answer, and once a tool at its fifth
   * call. English. Questions, quotations and code are skipped; only the first 20,000 characters of a text are read.
   * Linear.
   */
  extract(exchange: Exchange): ExtractedPattern[]
}

const mostPatterns = 3
const mostCharacters = 120
const readCharacters = 20_000
const callsOfFrequentTool = 5
/** Maximum tools counted. Models choose the names, so their number must be bounded. */
const mostTools = 1_000
const longestToolName = 80

export function createPatternExtractor(): PatternExtractor {
  const calls = new Map<string, number>()

  /** Tools that were called often enough and have not been reported. */
  function frequentTools(names: readonly string[]): string[] {
    for (const name of names) {
      const count = calls.get(name)
      if (count !== undefined || calls.size < mostTools) calls.set(name, (count ?? 0) + 1)
    }
    return [...new Set(names)].filter((name) => (calls.get(name) ?? 0) >= callsOfFrequentTool)
  }

  return {
    extract({ user = '', response = '', toolCalls = [] }) {
      const sentences = { user_message: sentencesIn(user), agent_response: sentencesIn(response) }
      const found = sentencePatterns.flatMap(({ pattern, ...one }) => {
        const [match] = sentences[one.source].flatMap((sentence) => pattern.exec(sentence)?.[0] ?? [])
        return match === undefined ? [] : [{ ...one, content: cut(match, mostCharacters) }]
      })
      const spoken = distinct(found).slice(0, mostPatterns)
      const tools = frequentTools(toolCalls).slice(0, mostPatterns - spoken.length)
      // Each tool is reported once; one without room in this result is reported at its next call.
      for (const name of tools) calls.set(name, Number.NEGATIVE_INFINITY)
      return [...spoken, ...tools.map(toolPattern)]
    },
  }
}

function toolPattern(tool: string): ExtractedPattern {
  const name = cut(tool.replace(/\s+/g, ' '), longestToolName)
  const content = `Tool '${name}' is frequently used`
  return { category: 'system_behavior', content, source: 'tool_usage', tags: ['tool_frequency', name] }
}

/** Drops statements that another one of the category repeats or extends. */
function distinct(patterns: readonly ExtractedPattern[]): ExtractedPattern[] {
  return patterns.filter(({ category, content }, index) => {
    const text = content.toLowerCase()
    return !patterns.some((other, at) => {
      const isPreferred = other.content.length > content.length || at < index
      return other.category === category && isPreferred && other.content.toLowerCase().includes(text)
    })
  })
}

/** Cuts a text at a blank if possible, never inside a character, and drops trailing punctuation. */
function cut(text: string, most: number): string {
  const short = firstCharacters(text.toWellFormed(), most)
  const whole = short.length < text.length && short.includes(' ') ? short.slice(0, short.lastIndexOf(' ')) : short
  return whole.replace(/[.,;:! ]{1,120}$/, '')
}
