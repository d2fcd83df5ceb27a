import type { ContextLine } from '../context/page.ts'
import { type StableSection, type StableText, sectionNotices } from '../context/stable-part.ts'
import type { ToldContext } from '../context/told-context.ts'
import { parseFacts } from '../documents/fact.ts'
import { factPassageId, messageId } from '../indexing/passages-of.ts'
import type { SaltedHash } from '../journal/memory-key.ts'
import type { CountTokens } from '../text/count-tokens.ts'
import { codeOfReason } from './receipt.ts'
import {
  asideMark,
  type DroppedItem,
  documentCodes,
  formVersion,
  kindCodes,
  layerCodes,
  noticeKey,
  type StoredReceipt,
  type StoredSection,
  standings,
  type ToldItem,
} from './stored-receipt.ts'

export interface WaitingContext extends ToldContext {
  id: string
  at: string
}

export type WriteReceipt = ReturnType<typeof createWriteReceipt>

/** Maximum items left out that are named; others are counted. */
const mostDropped = 100

export function createWriteReceipt(hash: SaltedHash, countTokens: CountTokens) {
  /** The stable part is the same from turn to turn. */
  const known = new WeakMap<StableText, { sections: StoredSection[]; text: string }>()

  function stableOf(part: StableText): { sections: StoredSection[]; text: string } {
    const before = known.get(part)
    if (before) return before
    const ids = new Set(part.items.map(({ id }) => id))
    const sections = part.sections.map((section): StoredSection => {
      const keys = keysOf(section, hash, (id) => ids.has(id))
      const lines = section.text.split('\n')
      const told = keys.flatMap((key, at) => [key, isItem(lines[at] ?? '') ? countTokens(lines[at] ?? '') : 0])
      return [documentCodes[section.document], section.isWhole ? 1 : 0, ...told]
    })
    const made = { sections, text: hash('text', part.text) }
    known.set(part, made)
    return made
  }

  function itemOf({ line, cost, item, form }: ContextLine, session: string | undefined): ToldItem {
    const id = form.kind === 'message' && session !== undefined ? messageId(session, item.id) : item.id
    const { start, end } = form.kind === 'passage' ? form.range : { start: 0, end: item.text.length }
    const stored: ToldItem = [
      kindCodes[form.kind] + layerCodes[item.layer],
      id,
      start,
      end,
      rounded(item.score),
      cost ?? countTokens(line),
      codeOfReason(item.reason),
    ]
    if (form.kind === 'record' && form.isNewer) stored.push(1)
    if (form.kind === 'passage' && (form.standing || form.isAside || form.topics || form.passage)) {
      stored.push(standings.indexOf(form.standing) + (form.isAside ? asideMark : 0))
      if (form.topics || form.passage) stored.push(form.topics ?? 0)
      if (form.passage) stored.push([form.passage.start, form.passage.end])
    }
    return stored
  }

  return ({ id, at, request, query, asked, block, stable, lines, budget, ms }: WaitingContext): StoredReceipt => {
    const { session } = request
    const { sections, text } = stableOf(stable)
    const dropped = block.dropped.slice(0, mostDropped).map(({ layer, id, text, score, reason }): DroppedItem => {
      const name = id === text ? `#${hash('line', id, 12)}` : id
      return [layerCodes[layer], name, rounded(score), codeOfReason(reason)]
    })
    const length = Math.max(0, ...lines.map(({ form }) => (form.kind === 'passage' ? form.length : 0)))
    return {
      v: 1,
      id,
      at,
      ...(session !== undefined && { s: hash('session', session) }),
      ...(query !== '' && { q: hash('question', query) }),
      ...(session !== undefined && asked !== undefined && { t: messageId(session, asked) }),
      f: formVersion,
      n: [stable.tokens, block.tokens - stable.tokens, budget, rounded(ms), length],
      h: [text, hash('text', block.volatile)],
      ...(block.degraded !== undefined && { g: block.degraded }),
      d: sections,
      i: lines.map((line) => itemOf(line, session)),
      x: dropped,
      ...(block.dropped.length > mostDropped && { y: block.dropped.length - mostDropped }),
    }
  }
}

/** Identifies each line of a document: a fact by its id, a line without content by its kind, others by a hash. */
export function keysOf(
  { document, text }: Pick<StableSection, 'document' | 'text'>,
  hash: SaltedHash,
  isKnown: (factId: string) => boolean = () => true,
): string[] {
  const facts = document === 'facts' ? parseFacts(text) : []
  const ids = new Map(facts.map((fact) => [fact.line - 1, factPassageId(fact.text)]))
  return text.split('\n').map((line, at) => {
    if (line === '') return ''
    if (sectionNotices.includes(line)) return noticeKey + sectionNotices.indexOf(line)
    const id = ids.get(at)
    return id !== undefined && isKnown(id) ? id : hash('line', line, 12)
  })
}

/** Whether a line of a document has content: headings and blank lines do not. */
function isItem(line: string): boolean {
  return line.trim() !== '' && !line.trimStart().startsWith('#') && !sectionNotices.includes(line)
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000
}
