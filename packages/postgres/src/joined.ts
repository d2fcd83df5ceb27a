import process from 'node:process'

/** A statement with its parameters after the namespace, which is the first of every statement. */
export interface Statement {
  sql: string
  values: readonly unknown[]
}

export type Ask = (statement: Statement) => Promise<unknown[]>

interface Waiting extends Statement {
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** Joins reads of one moment into one round trip. JSON has texts, lists and numbers below 2^53, and no bytes. */
export function createJoining(ask: Ask): Ask {
  let waiting: Waiting[] = []

  function send(): void {
    const statements = waiting
    waiting = []
    askJoined(ask, statements).then(
      (found) => {
        for (const [index, { resolve }] of statements.entries()) resolve(found[index] ?? [])
      },
      (error: unknown) => {
        for (const { reject } of statements) reject(error)
      },
    )
  }

  return (statement) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    if (waiting.length === 0) process.nextTick(send)
    waiting.push({ ...statement, resolve, reject })
    return promise
  }
}

async function askJoined(ask: Ask, statements: readonly Statement[]): Promise<unknown[][]> {
  const [only, another] = statements
  if (only && !another) return [await ask(only)]
  const found: unknown[][] = statements.map(() => [])
  // The number of its statement, and the row as JSON.
  const rows = (await ask(joinStatements(statements))) as { asked: string | number; row: string }[]
  for (const { asked, row } of rows) found[Number(asked)]?.push(JSON.parse(row))
  return found
}

/** Renumbers the parameters of each statement; `$1` is shared. */
function joinStatements(statements: readonly Statement[]): Statement {
  const values: unknown[] = []
  const parts = statements.map((one, asked) => {
    const before = values.length
    values.push(...one.values)
    const sql = one.sql.replace(/\$(\d+)/g, (name, number) => (number === '1' ? name : `$${Number(number) + before}`))
    return `SELECT ${asked} AS asked, row_number() OVER () AS place, row_to_json(part)::text AS row FROM (${sql}) AS part`
  })
  return { sql: `${parts.join(' UNION ALL ')} ORDER BY asked, place`, values }
}
