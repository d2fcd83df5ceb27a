/** A table of the schema. Its first column is the namespace, which also begins its key and every index. */
export interface Table {
  name: string
  /** Partitioned by a hash of the namespace. @default false */
  isPartitioned?: boolean
  /** All columns after the namespace, and the key. */
  columns: string
  /** By name: the columns after the namespace, and the index's condition. */
  indexes?: readonly { name: string; columns: string; where?: string }[]
}

/** Rows as lists, one for each of these fields, as `unnest` takes them. */
export function columnsOf<Row>(rows: readonly Row[], fields: readonly (keyof Row)[]): unknown[] {
  return fields.map((field) => rows.map((row) => row[field]))
}
