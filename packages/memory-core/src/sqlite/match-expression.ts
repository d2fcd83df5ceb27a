import { hash } from 'node:crypto'
import { searchScope, sessionOf } from '../storage/passage-query.ts'
import { type Passage, type PassageQuery, searchedLayers } from '../storage/passages.ts'

const asciiToken = /^[a-z0-9]+$/
/** Tokens that FTS5's `ascii` tokenizer keeps unchanged. U+E000 marks the encoded form of the others. */
const plainToken = /^[a-z0-9\u{80}-\u{d7ff}\u{e001}-\u{10ffff}]+$/u

export type ScopeQuery = Pick<PassageQuery, 'layers' | 'sessions' | 'types'>

/** The two scope tokens of a passage: its layer, and its session or else its type. */
export function scopeText({ layer, type, source }: Pick<Passage, 'layer' | 'type' | 'source'>): string {
  const session = sessionOf({ layer, source })
  if (session !== undefined) return `${layer} ${sessionToken(session)}`
  return `${layer} ${type === undefined ? 'none' : typeToken(type)}`
}

/** An FTS5 expression; undefined for an empty scope. Words are quoted and have no quotes: no input is syntax. */
export function matchExpression(terms: readonly string[], query: ScopeQuery): string | undefined {
  const words = `tokens : (${anyOf(terms.map(indexedToken))})`
  const scope = searchScope(query)
  if (!scope) return words
  const allowed = [...scope.layers, ...[...scope.sessions].map(sessionToken)]
  const types = scope.types && [...scope.types].map(typeToken)
  if (allowed.length === 0 || types?.length === 0) return undefined
  const typed = types ? ` AND scope : (${anyOf(types)})` : ''
  return `scope : (${anyOf(allowed)})${typed} AND ${words}`
}

/** A scope as lists of layers, of complete scope texts, and of scope tokens of types (undefined: all). */
export function scopeLists(query: ScopeQuery) {
  const { layers, sessions, types } = searchScope(query) ?? { layers: searchedLayers, sessions: [], types: undefined }
  return {
    layers: [...layers],
    scopes: [...sessions].map((session) => `sessions ${sessionToken(session)}`),
    types: types && [...types].map(typeToken),
  }
}

function anyOf(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' OR ')
}

function sessionToken(session: string): string {
  return `s${digest(session)}`
}

function typeToken(type: string): string {
  return `t${digest(type)}`
}

/** Any name as letters and digits. */
function digest(name: string): string {
  return hash('sha256', name).slice(0, 24)
}

/** A token as it is stored in the index: FTS5's tokenizer keeps it whole. */
export function indexedToken(token: string): string {
  return asciiToken.test(token) || plainToken.test(token)
    ? token
    : `\u{e000}${Buffer.from(token, 'utf16le').toString('hex')}`
}
