/** The value below which the given share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** How long each of `count` calls takes, in milliseconds. */
export async function timed(count: number, call: (index: number) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = []
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now()
    await call(index)
    samples.push(performance.now() - begun)
  }
  return samples
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '--')), ...rows.map(line)].join('\n')
}

export function rounded(value: number, digits = 2): string {
  return value.toFixed(digits)
}
