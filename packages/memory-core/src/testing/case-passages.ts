import type { Layer, Passage, PassageIndex, PassageQuery } from '../storage/passages.ts'
import { type ConformanceCase, storageCase } from './conformance-case.ts'

const corpusText = `the crane flew north over the river
ada prefers pnpm over npm
the map shows where cranes rest on the way north
we decided to store positions in postgis
deploy on friday is forbidden
the demo is on the fourteenth of march
storks and cranes share the northern marsh
ada moved from lisbon to porto in june
the trip to the marsh took nine hours
npm install fails behind the proxy
positions arrive every nine minutes
the river froze in january and the cranes stayed
duckdb replaced postgis for the map
a stork nest on the roof of the house in porto
the proxy needs a certificate from the company
march was cold and the migration late
ada bakes bread on sunday bread needs time
the certificate expires in june
birds birds birds everywhere on the map
north
the migration map loads in two seconds
her sister visits porto in march
pnpm workspaces make the demo build fast
the doctor said nine weeks of rest
friday evening is for choir
the choir sings in the old house by the river
a late train from lisbon cost two hours
minutes of the meeting are in the shared folder
rest the dough for two hours
the company moved the deadline to the fourteenth`

/** Thirty facts that share some of their words. */
export const corpus: readonly Passage[] = corpusText
  .split('\n')
  .map((text, index) => fact(`f${String(index).padStart(2, '0')}`, text))

/** A case that receives the passage index of an open storage. */
export function passageCase(name: string, check: (passages: PassageIndex) => Promise<void>): ConformanceCase {
  return storageCase(name, ({ passages }) => check(passages))
}

/** A fact, with the words of its text as tokens. */
export function fact(id: string, text: string): Passage {
  return passage(id, 'facts', 'memory/MEMORY.md', text, { path: 'memory/MEMORY.md', line: 1 })
}

/** A message of a session, with the words of its text as tokens. */
export function message(id: string, session: string, text: string): Passage {
  return passage(id, 'sessions', session, text, { session, messageId: id, role: 'user' })
}

/** The ids of a search's results, sorted. */
export async function found(
  passages: PassageIndex,
  query: Omit<PassageQuery, 'limit'> & { limit?: number },
): Promise<string[]> {
  const hits = await passages.search({ limit: 100, ...query })
  return hits.map((hit) => hit.passage.id).sort(byCodeUnit)
}

/** Compares texts by code units. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A passage with the words of its text as tokens. */
export function passage(id: string, layer: Layer, origin: string, text: string, source: Passage['source']): Passage {
  return { id, layer, origin, text, tokens: text.split(' ').filter((token) => token !== ''), source }
}
