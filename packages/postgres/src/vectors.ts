import { randomUUID } from 'node:crypto'
import type { Layer, PassageVector, VectorIndex, VectorModel, VectorQuery } from '@daybook/memory-core'
import {
  cosine,
  createVectorSearch,
  isSameModel,
  packedKeys,
  type StoredVector,
  type VectorPlace,
  vectorCode,
} from '@daybook/memory-core/storage'
import type { Database } from './database.ts'
import { indexKey } from './index-key.ts'
import { type StoredPassage, toPassage } from './passage-row.ts'
import type { Session } from './session.ts'
import * as sql from './vector-sql.ts'

interface Model extends VectorModel {
  /** Changes whenever the vectors start anew; a copy in RAM with another token is stale. */
  token: string
  lastSeq: number
}

interface NewRow {
  seq: string | number
  code: string
  layer: Layer
  session: string | null
  type: string | null
  created_at: string | null
}

/** Vectors are derived like the index, and written under the same lock. */
const writing = { lock: 'passages', durable: false }

/** The vectors of a namespace, loaded into RAM by the first search and compared there: no extension is needed. */
export function createPostgresVectors(database: Database): VectorIndex {
  /** All passages up to this change have a vector. */
  let covered = { token: '', change: 0 }

  const nearest = createVectorSearch({
    newer: (model, { token, last }, limit) =>
      database.read(async (session) => {
        const stored = await storedModel(session)
        if (!stored || !isSameModel(stored, model)) return undefined
        const values = [stored.token === token ? last : 0, limit]
        const rows = await session.rows<NewRow>(sql.newVectorsSql, values)
        return { token: stored.token, rows: rows.map(toVector) }
      }),
    async passages(keys) {
      const rows = await database.read((session) =>
        session.rows<StoredPassage & { seq: string }>(sql.vectorHitsSql, [keys]),
      )
      return new Map(rows.map((row) => [Number(row.seq), toPassage(row)]))
    },
    async keys() {
      const rows = await database.read((session) => session.rows<{ seq: string }>(sql.sequencesSql))
      return rows.map(({ seq }) => Number(seq))
    },
  })

  async function also({ model, vector, also: ids = [] }: VectorQuery): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map()
    const byKey = new Map(ids.map((id) => [indexKey(id), id]))
    const rows = await database.read(async (session) => {
      const stored = await storedModel(session)
      if (!stored || !isSameModel(stored, model)) return []
      return session.rows<{ id: string; code: string }>(sql.vectorsByIdSql, [[...byKey.keys()]])
    })
    const codes = rows.map(({ id, code }) => ({ id: byKey.get(id) ?? id, code: codeOf(code) }))
    return new Map(codes.flatMap(({ id, code }) => (code.length > 0 ? [[id, cosine(code, vector)] as const] : [])))
  }

  return {
    async model() {
      const stored = await database.read(storedModel)
      return stored && { name: stored.name, dimensions: stored.dimensions }
    },
    async missing(name, limit) {
      return database.read(async (session) => {
        const stored = await storedModel(session)
        const isOwn = stored?.name === name
        if (isOwn && covered.token !== stored.token) covered = { token: stored.token, change: 0 }
        const [last] = await session.rows<{ changes: string }>(sql.changesSql)
        const rows = await session.rows<StoredPassage & { change: string }>(
          isOwn ? sql.missingVectorsSql : sql.anyPassagesSql,
          [isOwn ? covered.change : 0, limit],
        )
        if (isOwn && limit > 0) covered.change = rows[0] ? Number(rows[0].change) - 1 : Number(last?.changes ?? 0)
        return rows.map(toPassage).map(({ id, text }) => ({ id, text }))
      })
    },
    async put(model, vectors) {
      const { name, dimensions } = model
      const codes = vectors.map((one) => ({ ...one, code: one.vector ? base64(vectorCode(one.vector)) : '' }))
      await database.write((session) => putCodes(session, { name, dimensions }, codes), writing)
    },
    async nearest(query) {
      const { sessions, types } = query
      // Rows store sessions and types as keys, and are queried by them.
      const keys = {
        ...(sessions && { sessions: sessions.map(indexKey) }),
        ...(types && { types: types.map(indexKey) }),
      }
      return { also: await also(query), nearest: await nearest({ ...query, ...keys }) }
    },
  }
}

async function storedModel(session: Session): Promise<Model | undefined> {
  const [row] = await session.rows<VectorModel & { token: string; last_seq: string }>(sql.modelSql)
  return row && { ...row, name: packedKeys.unpackKey(row.name), lastSeq: Number(row.last_seq) }
}

async function putCodes(
  session: Session,
  model: VectorModel,
  codes: readonly (PassageVector & { code: string })[],
): Promise<void> {
  const stored = await storedModel(session)
  const isOther = !stored || !isSameModel(stored, model)
  if (isOther) await session.run(sql.beginModelSql, [packedKeys.packKey(model.name), model.dimensions, randomUUID()])
  const known = await session.rows<StoredPassage & { number: string }>(sql.passagesByIdSql, [
    codes.map(({ id }) => indexKey(id)),
  ])
  const passages = known.map((row) => ({ number: Number(row.number), ...toPassage(row) }))
  const numbers = new Map(passages.map(({ id, text, number }) => [JSON.stringify([id, text]), number]))
  const present = new Map<number, string>()
  for (const { id, text, code } of codes) {
    const number = numbers.get(JSON.stringify([id, text]))
    if (number !== undefined) present.set(number, code)
  }
  if (present.size === 0) return
  const first = (isOther ? 0 : stored.lastSeq) + 1
  const sequences = [...present.keys()].map((_, i) => first + i)
  await session.run(sql.putVectorsSql, [[...present.keys()], sequences, [...present.values()]])
}

function toVector({ seq, code, layer, session, type, created_at: createdAt }: NewRow): StoredVector {
  const source = session === null ? { path: '', line: 0 } : { session, messageId: '', role: '' }
  const place: VectorPlace = { layer, source }
  if (type !== null) place.type = type
  if (createdAt !== null) place.createdAt = createdAt
  return { key: Number(seq), code: codeOf(code), place }
}

function base64(code: Int8Array): string {
  return Buffer.from(code.buffer, code.byteOffset, code.byteLength).toString('base64')
}

function codeOf(text: string): Int8Array {
  return new Int8Array(Buffer.from(text, 'base64'))
}
