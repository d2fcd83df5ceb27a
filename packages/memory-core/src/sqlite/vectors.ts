import { randomUUID } from 'node:crypto'
import { packKey, unpackKey } from '../storage/pack-key.ts'
import * as vectorSearch from '../storage/vector-search.ts'
import type { PassageVector, VectorIndex, VectorModel, VectorQuery } from '../storage/vectors.ts'
import type { IndexFile } from './index-file.ts'
import { type PassageRow, passageColumns, passageOf } from './passage-row.ts'

interface ModelRow extends VectorModel {
  /** Changes whenever the vectors start anew; a copy in RAM with another token is stale. */
  token: string
}

type LoadedRow = PassageRow & { seq: number; code: Uint8Array }

const modelSql = 'SELECT name, dimensions, token FROM vector_model'
const beginSql = 'INSERT OR REPLACE INTO vector_model (one, name, dimensions, token) VALUES (1, ?, ?, ?)'
const forgetSql = [
  'DELETE FROM vectors',
  'DELETE FROM unembedded',
  'INSERT INTO unembedded (number) SELECT number FROM passages',
]
const loadSql = `
  SELECT seq, code, ${passageColumns} FROM vectors JOIN passages USING (number) WHERE seq > ? ORDER BY seq LIMIT ?`
const hitSql = `SELECT ${passageColumns} FROM vectors JOIN passages USING (number) WHERE seq = ?`
const codeSql = 'SELECT code FROM passages JOIN vectors USING (number) WHERE id = ?'
const sequenceSql = 'SELECT seq FROM vectors'
const allSql = `SELECT ${passageColumns} FROM passages ORDER BY number LIMIT ?`
const missedSql = `SELECT ${passageColumns} FROM unembedded JOIN passages USING (number) ORDER BY number LIMIT ?`
const findSql = 'SELECT number FROM passages WHERE id = ? AND text = ?'
const putSql = 'INSERT OR REPLACE INTO vectors (number, code) VALUES (?, ?)'

export function createLocalVectors(index: IndexFile): VectorIndex {
  const nearest = vectorSearch.createVectorSearch({
    newer: (model, { token, last }, limit) =>
      index.read(() => {
        const stored = modelRow(index)
        if (!stored || !vectorSearch.isSameModel(stored, model)) return undefined
        const found = index.statement(loadSql).all(stored.token === token ? last : 0, limit) as unknown as LoadedRow[]
        return {
          token: stored.token,
          rows: found.map((row) => ({ key: row.seq, code: signed(row.code), place: passageOf(row) })),
        }
      }),
    passages: (keys) =>
      index.read(() => {
        const found = keys.map((key) => [key, index.statement(hitSql).get(key) as PassageRow | undefined] as const)
        return new Map(found.flatMap(([key, row]) => (row ? [[key, passageOf(row)]] : [])))
      }),
    keys: () => index.read(() => index.statement(sequenceSql).all()).then((rows) => rows.map(({ seq }) => Number(seq))),
  })

  function also({ model, vector, also: ids = [] }: VectorQuery): Promise<Map<string, number>> {
    return index.read(() => {
      const stored = modelRow(index)
      const cosines = new Map<string, number>()
      if (!stored || !vectorSearch.isSameModel(stored, model)) return cosines
      for (const id of ids) {
        const code = index.statement(codeSql).get(packKey(id))?.['code']
        if (code instanceof Uint8Array && code.length > 0) cosines.set(id, vectorSearch.cosine(signed(code), vector))
      }
      return cosines
    })
  }

  return {
    model: () =>
      index.read(() => {
        const row = modelRow(index)
        return row && { name: row.name, dimensions: row.dimensions }
      }),
    missing: (name, limit) =>
      index.read(() => {
        const isOwn = modelRow(index)?.name === name
        const rows = index.statement(isOwn ? missedSql : allSql).all(limit) as unknown as PassageRow[]
        return rows.map(passageOf).map(({ id, text }) => ({ id, text }))
      }),
    async put(model, vectors) {
      const codes = vectors.map(({ vector, ...one }) => ({ ...one, code: vector && vectorSearch.vectorCode(vector) }))
      const { name, dimensions } = model
      await index.write(() => putCodes(index, { name, dimensions }, codes))
    },
    async nearest(query) {
      const cosines = await also(query)
      return { nearest: await nearest(query), also: cosines }
    },
  }
}

function modelRow(index: IndexFile): ModelRow | undefined {
  const row = index.statement(modelSql).get() as unknown as ModelRow | undefined
  return row && { ...row, name: unpackKey(row.name) }
}

function putCodes(
  index: IndexFile,
  model: VectorModel,
  codes: readonly (Omit<PassageVector, 'vector'> & { code: Int8Array | undefined })[],
): void {
  const stored = modelRow(index)
  if (!stored || !vectorSearch.isSameModel(stored, model)) {
    for (const sql of forgetSql) index.statement(sql).run()
    index.statement(beginSql).run(packKey(model.name), model.dimensions, randomUUID())
  }
  for (const { id, text, code = new Int8Array() } of codes) {
    const number = index.statement(findSql).get(packKey(id), packKey(text))?.['number']
    if (typeof number !== 'number') continue
    index.statement(putSql).run(number, new Uint8Array(code.buffer, code.byteOffset, code.byteLength))
    index.statement('DELETE FROM unembedded WHERE number = ?').run(number)
  }
}

function signed(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
