/** A table of the schema. Its first column is the namespace, and so is that of its key and of every index. */
export interface Table {
  name: string
  /** By a hash of the namespace. */
  isPartitioned: boolean
  /** All columns but the namespace, and the key. */
  columns: string
  /** By name: what follows the namespace in the index, and the index's condition. */
  indexes: readonly { name: string; columns: string; where?: string }[]
}
