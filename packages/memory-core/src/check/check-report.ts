import type { Finding } from '../storage/storage.ts'

/** What a check found. */
export interface CheckReport {
  /** The worst first. */
  findings: readonly Finding[]
  /** Whether nothing is damaged, or all damage was repaired; findings of severity `info` do not count. */
  isSound: boolean
  /** The findings for people: two lines each, and one that sums up. */
  text: string
}

const severities = ['error', 'warn', 'info'] as const

/** Sums up findings. */
export function checkReport(found: readonly Finding[]): CheckReport {
  const findings = severities.flatMap((severity) => found.filter((finding) => finding.severity === severity))
  const open = findings.filter(({ severity, repaired }) => severity !== 'info' && repaired !== true)
  return { findings, isSound: open.length === 0, text: [...findings.map(printed), summary(findings, open)].join('\n') }
}

function printed({ severity, place, path, problem, remedy, repaired }: Finding): string {
  const done = repaired === undefined ? 'remedy' : repaired ? 'repaired' : 'not repaired'
  return `${severity} ${place}${path === undefined ? '' : ` (${path})`}: ${problem}\n  ${done}: ${remedy}`
}

function summary(findings: readonly Finding[], open: readonly Finding[]): string {
  if (findings.length === 0) return 'nothing is wrong'
  if (open.length === 0) return 'nothing is wrong any more'
  return `${open.length} ${open.length === 1 ? 'thing needs' : 'things need'} a repair`
}
