import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// What a cold `daybook recall` costs beside a bare `node -e 0`, and where its CPU time goes.
const runs = Number(process.argv[2] ?? 11)
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const cwd = await mkdtemp(join(tmpdir(), 'daybook-cli-'))
const run = (...args: readonly string[]): number => {
  const startedAt = performance.now()
  execFileSync(process.execPath, args, { cwd, stdio: 'ignore' })
  return performance.now() - startedAt
}
run(main, 'init')
run(main, 'remember', 'I prefer pnpm over npm')
const times = { node: [0].slice(1), recall: [0].slice(1) }
for (let at = 0; at < runs; at++) {
  times.node.push(run('-e', '0'))
  times.recall.push(run(main, 'recall', 'pnpm'))
}
const median = (ms: readonly number[]): number => ms.toSorted((a, b) => a - b)[Math.floor(ms.length / 2)] ?? 0
const [node, recall] = [median(times.node), median(times.recall)]
console.log(
  `node -e 0 ${node.toFixed(0)} ms, daybook recall ${recall.toFixed(0)} ms, ratio ${(recall / node).toFixed(2)}`,
)

run('--cpu-prof', '--cpu-prof-interval', '200', main, 'recall', 'pnpm')
const file = (await readdir(cwd)).find((name) => name.endsWith('.cpuprofile')) ?? ''
interface Profile {
  nodes: { id: number; callFrame: { url: string; functionName: string } }[]
  samples: number[]
  timeDeltas: number[]
}
const { nodes, samples, timeDeltas }: Profile = JSON.parse(await readFile(join(cwd, file), 'utf8'))
const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]))
const spent = new Map<string, number>()
for (const [at, id] of samples.entries()) {
  const place = places.get(id) ?? ''
  spent.set(place, (spent.get(place) ?? 0) + (timeDeltas[at] ?? 0))
}
for (const [place, us] of [...spent].sort((a, b) => b[1] - a[1]).slice(0, 12))
  console.log(`${(us / 1_000).toFixed(0).padStart(6)} ms  ${place}`)
await rm(cwd, { recursive: true })

function placeOf({ url, functionName }: Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName
  if (url.startsWith('node:')) return url.split('/').slice(0, 3).join('/')
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? url.split('/').slice(-3, -1).join('/')
}
