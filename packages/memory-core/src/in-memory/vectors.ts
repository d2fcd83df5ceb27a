import { partId } from '../storage/numbering.ts'
import type { PassageHit, PassageIndex } from '../storage/passages.ts'
import { checkVector, compareSimilar, cosine, isSameModel, vectorCode } from '../storage/vector-code.ts'
import { createVectorRows, type VectorRows } from '../storage/vector-rows.ts'
import type { VectorIndex, VectorModel } from '../storage/vectors.ts'
import { copied } from './passages.ts'

interface Held {
  passage: PassageHit['passage']
  key: number
  /** Undefined until a vector was requested; null if the text has none. */
  code: Int8Array | null | undefined
}

/** Vectors in RAM for an index in RAM; changes of the index must go through the returned `passages`. */
export function createInMemoryVectors(index: PassageIndex): { passages: PassageIndex; vectors: VectorIndex } {
  const held = new Map<string, Held>()
  const byKey = new Map<number, Held>()
  const lacking = new Set<string>()
  let nextKey = 1
  let stored: { model: VectorModel; rows: VectorRows } | undefined

  function drop(id: string): void {
    const known = held.get(id)
    if (!known) return
    stored?.rows.remove(known.key)
    byKey.delete(known.key)
    held.delete(id)
    lacking.delete(id)
  }

  /** Drops the parts of a text from one on. */
  function dropParts(id: string, from: number): void {
    const count = held.get(id)?.passage.part?.count ?? 1
    for (let place = from; place < count; place++) drop(partId(id, place))
  }

  function hold(passage: PassageHit['passage']): void {
    const known = held.get(passage.id)
    const code = known?.passage.text === passage.text ? known.code : undefined
    drop(passage.id)
    const next: Held = { passage, key: nextKey++, code }
    held.set(passage.id, next)
    byKey.set(next.key, next)
    if (code === undefined) lacking.add(passage.id)
    else if (code) stored?.rows.put(next.key, code, passage)
  }

  function begin(model: VectorModel): VectorRows {
    if (stored && isSameModel(stored.model, model)) return stored.rows
    stored = { model: { ...model }, rows: createVectorRows(model.dimensions) }
    for (const one of held.values()) {
      one.code = undefined
      lacking.add(one.passage.id)
    }
    return stored.rows
  }

  const passages: PassageIndex = {
    ...index,
    async update(change) {
      const added = (change.upsert ?? []).map(copied)
      const gone = [...(change.remove ?? [])]
      await index.update(change)
      for (const id of gone) {
        dropParts(id, 1)
        drop(id)
      }
      for (const passage of added) {
        if ((passage.part?.place ?? 0) === 0) dropParts(passage.id, passage.part?.count ?? 1)
        hold(passage)
      }
    },
    async clear() {
      await index.clear()
      for (const id of [...held.keys()]) drop(id)
      stored = undefined
    },
  }

  const vectors: VectorIndex = {
    model: async () => stored && { ...stored.model },
    async missing(name, limit) {
      const found: { id: string; text: string }[] = []
      for (const id of stored?.model.name === name ? lacking : held.keys()) {
        if (found.length >= limit) break
        const text = held.get(id)?.passage.text
        if (text !== undefined) found.push({ id, text })
      }
      return found
    },
    async put(model, given) {
      for (const { vector } of given) if (vector) checkVector(vector, model)
      const rows = begin(model)
      for (const { id, text, vector } of given) {
        const known = held.get(id)
        if (known?.passage.text !== text) continue
        known.code = vector ? vectorCode(vector) : null
        lacking.delete(id)
        if (known.code) rows.put(known.key, known.code, known.passage)
        else rows.remove(known.key)
      }
    },
    async nearest(query) {
      checkVector(query.vector, query.model)
      if (!stored || !isSameModel(stored.model, query.model)) return { nearest: [], also: new Map() }
      const also = new Map<string, number>()
      for (const id of query.also ?? []) {
        const code = held.get(id)?.code
        if (code) also.set(id, cosine(code, query.vector))
      }
      const nearest = (await stored.rows.nearest(query)).flatMap(({ key, similarity }) => {
        const one = byKey.get(key)
        return one ? [{ passage: copied(one.passage), score: similarity }] : []
      })
      return { nearest: nearest.sort(compareSimilar), also }
    },
  }
  return { passages, vectors }
}
