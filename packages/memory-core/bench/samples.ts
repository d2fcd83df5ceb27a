/** Times of single calls, in milliseconds. */
export interface Samples {
  p50: number
  p95: number
}

/** Measures a subject and what it is compared with in turns, so that the machine's moods hit both. */
export async function measurePair(
  subject: (turn: number) => Promise<unknown>,
  baseline: (turn: number) => unknown,
  { warmUp, count }: { warmUp: number; count: number },
): Promise<{ subject: Samples; baseline: Samples }> {
  const times: { subject: number[]; baseline: number[] } = { subject: [], baseline: [] }
  for (let turn = 0; turn < warmUp + count; turn++) {
    const own = await timed(() => subject(turn))
    const raw = await timed(async () => baseline(turn))
    if (turn < warmUp) continue
    times.subject.push(own)
    times.baseline.push(raw)
  }
  return { subject: summary(times.subject), baseline: summary(times.baseline) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function summary(times: readonly number[]): Samples {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

/** Rows as a table with aligned columns, in Markdown. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => `${'-'.repeat(width + 1)}${i === 0 ? '-' : ':'}`).join('|')}|`
  return [line(rows[0] ?? []), rule, ...rows.slice(1).map(line)].join('\n')
}
