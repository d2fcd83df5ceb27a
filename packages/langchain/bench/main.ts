import { measureRuns } from './agent-runs.ts'
import { measureStores, type StoreTimes } from './store-operations.ts'

const ms = (value: number): string => (value < 10 ? value.toFixed(3) : value.toFixed(0))

const columns = [
  'fill',
  'put',
  'get',
  'page',
  'filter',
  'query',
  'queryAll',
] as const satisfies readonly (keyof StoreTimes)[]

/** Prints what RESULTS.md holds. */
async function main(): Promise<void> {
  const { bare, atOnce, onDisk } = await measureRuns()
  console.log('## One agent run, milliseconds, the median of 300\n')
  console.log('| bare agent | with a memory that answers at once | added by the adapter | with a memory on disk |')
  console.log('|---|---|---|---|')
  console.log(`| ${[bare, atOnce, atOnce - bare, onDisk].map(ms).join(' | ')} |`)
  console.log('\n## One operation of a store, milliseconds, medians\n')
  console.log(`| store | items | ${columns.join(' | ')} |`)
  console.log(`|---|---|${columns.map(() => '---').join('|')}|`)
  for (const items of [1_000, 10_000, 100_000])
    for (const times of await measureStores(items))
      console.log(`| ${times.store} | ${items} | ${columns.map((column) => ms(times[column])).join(' | ')} |`)
}

await main()
