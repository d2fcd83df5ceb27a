import type { KnowledgeCategory } from './knowledge-entry.ts'

/** One exchange with an agent. */
export interface Exchange {
  /** What the user said. */
  user?: string | undefined
  /** What the agent answered. */
  response?: string | undefined
  /** The names of the tools that it called, one for each call. */
  toolCalls?: readonly string[] | undefined
}

/** Something that an exchange shows, as `knowledge.add` takes it. */
export interface ExtractedPattern {
  category: KnowledgeCategory
  /** At most 120 characters. */
  content: string
  source: 'user_message' | 'agent_response' | 'tool_usage'
  tags: readonly string[]
}

/** Finds patterns in exchanges by rule, without a model. Remembers how often each tool was called. */
export interface PatternExtractor {
  /**
   * At most three patterns: preferences and decisions of the user, errors in the answer, and a tool at its fifth call,
   * once. English. Questions, quotations and code are passed over; of long texts the first 20,000 characters are read.
   * Linear.
   */
  extract(exchange: Exchange): ExtractedPattern[]
}

interface Rule extends Omit<ExtractedPattern, 'content'> {
  /** Takes a sentence from here to its end: "never use tabs" must not become "tabs". */
  pattern: RegExp
}

const mostPatterns = 3
const mostCharacters = 120
const readCharacters = 20_000
const callsOfFrequentTool = 5
/** Names come from models: their number must not grow without end. */
const mostTools = 1_000
const longestToolName = 80

const preference: Omit<Rule, 'pattern'> = { category: 'user_preference', source: 'user_message', tags: ['preference'] }
const decision: Omit<Rule, 'pattern'> = { category: 'project_decision', source: 'user_message', tags: ['decision'] }
const failure: Omit<Rule, 'pattern'> = { category: 'error_pattern', source: 'agent_response', tags: ['error'] }

/** Every pattern is linear. */
const rules: readonly Rule[] = [
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

/** No tool was called yet. */
export function createPatternExtractor(): PatternExtractor {
  const calls = new Map<string, number>()

  /** The tools that were called often enough and were not told yet. */
  function frequentTools(names: readonly string[]): string[] {
    for (const name of names) {
      const count = calls.get(name)
      if (count !== undefined || calls.size < mostTools) calls.set(name, (count ?? 0) + 1)
    }
    return [...new Set(names)].filter((name) => (calls.get(name) ?? 0) >= callsOfFrequentTool)
  }

  return {
    extract({ user = '', response = '', toolCalls = [] }) {
      const said = { user_message: sentencesOf(user), agent_response: sentencesOf(response), tool_usage: [] }
      const spoken = distinct(rules.flatMap((rule) => applyRule(rule, said[rule.source]))).slice(0, mostPatterns)
      const tools = frequentTools(toolCalls).slice(0, mostPatterns - spoken.length)
      // Told once; one that found no room is told at its next call.
      for (const name of tools) calls.set(name, Number.NEGATIVE_INFINITY)
      return [...spoken, ...tools.map(toolPattern)]
    },
  }
}

/** At most one pattern for each rule, as a rule that fits often says little. */
function applyRule({ pattern, ...rule }: Rule, sentences: readonly string[]): ExtractedPattern[] {
  for (const sentence of sentences) {
    const match = pattern.exec(sentence)?.[0]
    if (match !== undefined) return [{ ...rule, content: cut(match, mostCharacters) }]
  }
  return []
}

function toolPattern(tool: string): ExtractedPattern {
  const name = cut(tool.replace(/\s+/g, ' '), longestToolName)
  const content = `Tool '${name}' is frequently used`
  return { category: 'system_behavior', content, source: 'tool_usage', tags: ['tool_frequency', name] }
}

/** Without what another one of its category says as well, or with more words. */
function distinct(patterns: readonly ExtractedPattern[]): ExtractedPattern[] {
  return patterns.filter(({ category, content }, index) => {
    const text = content.toLowerCase()
    const others = patterns.filter((other, at) => at !== index && other.category === category)
    return !others.some((other) => {
      const isLonger = other.content.length > content.length
      return other.content.toLowerCase().includes(text) && (isLonger || patterns.indexOf(other) < index)
    })
  })
}

/** The statements of a text: no questions, no code, no quoted lines. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let isCode = false
  for (const line of text.slice(0, readCharacters).split('\n')) {
    const said = line.replace(/\s+/g, ' ').trim()
    const isFence = said.startsWith('```') || said.startsWith('~~~')
    if (isFence) isCode = !isCode
    if (isFence || isCode || said.startsWith('>')) continue
    sentences.push(...said.split(/(?<=[.!?]) /).filter((sentence) => !sentence.endsWith('?')))
  }
  return sentences
}

/** At a blank where there is one, without the punctuation of its end, and never through a character. */
function cut(text: string, most: number): string {
  const characters = [...text.toWellFormed().slice(0, 2 * most)]
  const short = characters.slice(0, most).join('')
  const whole = short.length < text.length && short.includes(' ') ? short.slice(0, short.lastIndexOf(' ')) : short
  return whole.replace(/[.,;:! ]{1,120}$/, '')
}
