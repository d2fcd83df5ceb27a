import { knowledgeOf } from '../knowledge/knowledge-document.ts'
import type { Passage } from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'

/** The searchable passages of knowledge.json: one for each entry, found by its tags too. */
export function passagesOfKnowledge(path: string, text: string, nowMs: number): Passage[] {
  return knowledgeOf(text, nowMs).map(({ id, category, content, tags, createdAt }) => ({
    id: `knowledge:${id}`,
    layer: 'knowledge',
    type: category,
    origin: path,
    text: content,
    tokens: analyse([content, ...tags].join('\n')),
    createdAt,
    source: { path, entry: id },
  }))
}
