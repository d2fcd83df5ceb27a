import { knowledgeOf } from '../knowledge/knowledge-document.ts'
import type { Passage } from '../storage/passages.ts'
import { analyse } from '../text/analyse.ts'
import { inParts } from './passages-of.ts'

/** The searchable passages of knowledge.json: one for each entry, also found by its tags. */
export function passagesOfKnowledge(path: string, text: string, nowMs: number): Passage[] {
  return knowledgeOf(text, nowMs).flatMap(({ id, category, content, tags, createdAt }) =>
    inParts(
      {
        id: `knowledge:${id}`,
        layer: 'knowledge',
        type: category,
        origin: path,
        text: content,
        createdAt,
        source: { path, entry: id },
      },
      analyse(tags.join('\n')),
    ),
  )
}
