import { join } from 'node:path'
import { readSources } from './workspace/source.ts'
import type { Check } from './workspace/workspace.ts'

/** Maximum lines of a file. Functions are only reported, because a limit on each would make code worse. */
const maxFileLines = 350

interface Size {
  where: string
  lines: number
}

const percentile = (sizes: readonly Size[], share: number): number => {
  const sorted = sizes.map((size) => size.lines).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const largest = (sizes: readonly Size[]): string =>
  sizes
    .toSorted((a, b) => b.lines - a.lines)
    .slice(0, 3)
    .map((size) => `${size.where} ${size.lines}`)
    .join(', ')

const summary = (what: string, sizes: readonly Size[]): string =>
  `${sizes.length} ${what}, median ${percentile(sizes, 0.5)} lines, p90 ${percentile(sizes, 0.9)}; largest: ${largest(sizes)}`

/** Reports the sizes of files and functions, without tests, and finds files that are too long. */
export const checkSizes: Check = async ({ root, projects, note }) => {
  const findings: string[] = []
  for (const { folder } of projects) {
    const sources = (await readSources(join(root, folder, 'src'))).filter((source) => !source.isTest)
    if (sources.length === 0) continue
    const files = sources.map(({ file, lines }) => ({ where: file, lines }))
    const functions = sources.flatMap((source) =>
      source.functions.map(({ name, line, lines }) => ({ where: `${source.file}:${line} ${name}`, lines })),
    )
    note(`${folder}: ${summary('files', files)}`)
    note(`${folder}: ${summary('functions', functions)}`)
    for (const { where, lines } of files) {
      if (lines > maxFileLines)
        findings.push(`${folder}/src/${where}: ${lines} lines, at most ${maxFileLines}; split it`)
    }
  }
  return findings
}
