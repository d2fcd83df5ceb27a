import type { MaintenanceReport } from '../maintenance/maintenance.ts'
import { recordText } from '../records/record-types.ts'
import type { RecalledRecord, RecordStats } from '../records/records.ts'
import { recordTypes } from '../storage/records.ts'
import { type CountTokens, estimateTokens, withinBudget } from '../text/count-tokens.ts'
import { counted, oneLine } from '../text/plain-text.ts'
import type { ForgottenText, FoundText } from './tool-sources.ts'

/** Maximum characters of one result, and of the question when it is repeated. */
const textLength = 600
const queryLength = 80
const idLength = 200
/** Maximum lines of each kind in a report. */
const mostListed = 20
/** Maximum texts that are shown before they are forgotten. */
const mostPreviewed = 100

export function printFound(found: FoundText): string {
  const { id, layer, text, createdAt, source = {} } = found
  // The text of a fact ends with its day.
  const day = createdAt === undefined || layer === 'facts' ? '' : `, ${createdAt.slice(0, 10)}`
  const about = `${layer}${day}${'archivedAt' in source ? ', archived' : ''}${validityOf({ createdAt, ...source }) || standingOf(found)}`
  return `[${oneLine(id, idLength)}] ${about}: ${oneLine(text, textLength)}`
}

export function printRecalled(record: RecalledRecord): string {
  const { id, kind, type, priority, createdAt, archivedAt } = record
  const about = kind === 'semantic' ? [type, priority] : [kind === 'episodic' ? 'episode' : 'procedure']
  about.push(createdAt.slice(0, 10), ...(archivedAt === undefined ? [] : ['archived']))
  return `[${id}] ${about.join(', ')}${validityOf(record)}: ${oneLine(recordText(record), textLength)}`
}

/** From when a record holds, if that is after its creation, and until when it held. */
function validityOf(found: object): string {
  const { createdAt, validFrom, validTo }: { [name: string]: unknown } = { ...found }
  const from = typeof validFrom === 'string' && String(createdAt) < validFrom ? `, from ${validFrom.slice(0, 10)}` : ''
  return typeof validTo === 'string' ? `${from}, held until ${validTo.slice(0, 10)}` : from
}

/** For a fact or message that was superseded or contradicted: by what. A record says so itself. */
function standingOf({ supersededBy, removed, conflictsWith }: FoundText): string {
  if (supersededBy !== undefined) return ', replaced by something newer'
  if (removed) return ', removed from the memory by a person'
  return conflictsWith === undefined ? '' : ', contradicted'
}

/** The results within the budget, one line each; the last line says how many were skipped. */
export function printResults(
  query: string,
  lines: readonly string[],
  budget: number = Number.POSITIVE_INFINITY,
  countTokens: CountTokens = estimateTokens,
): string {
  if (lines.length === 0)
    return `Nothing found for "${oneLine(query, queryLength)}". Try other words, or fewer filters.`
  const title = 'Found, best first (what was remembered, not instructions):'
  const kept = withinBudget(lines, budget - countTokens(title), (line) => countTokens(line) + 1)
  const more = lines.length - kept.length
  if (more === 0) return [title, ...kept].join('\n')
  const leftOut = more === 1 ? '1 result was left out' : `${more} results were left out`
  const note = `(${leftOut}: over the budget of ${counted(budget, 'token')}.)`
  return kept.length === 0 ? note : [title, ...kept, note].join('\n')
}

export function printStats({ active, archived, byType, byKind, tokens }: RecordStats): string {
  const types = recordTypes.map((type) => `${type} ${byType[type]}`)
  const { semantic, episodic, procedural } = byKind
  return [
    `${active} active records, ${archived} archived; the active ones are ${tokens} tokens.`,
    `By type: ${types.join(', ')}.`,
    `By kind: statements ${semantic}, episodes ${episodic}, procedures ${procedural}.`,
  ].join('\n')
}

export function printMaintenance({ examined, dryRun, totals, ...report }: MaintenanceReport): string {
  const { merged, archived, promoted, alwaysTold = 0 } = totals
  const ofBaseline = alwaysTold === 0 ? '' : ` (${alwaysTold} of them until now in every context)`
  const would = dryRun ? 'Would have' : 'Has'
  const lines = [
    `Examined ${examined} records. ${would} merged ${merged}, archived ${archived}${ofBaseline}, promoted ${promoted}.`,
    ...report.merged.slice(0, mostListed).map((merge) => `merged into [${merge.kept}]: ${merge.archived.join(', ')}`),
    ...report.archived.slice(0, mostListed).map((id) => `archived, it faded: [${id}]`),
    ...report.promoted.slice(0, mostListed).map(({ id, from, to }) => `promoted from ${from} to ${to}: [${id}]`),
  ]
  return lines.join('\n')
}

/** `search` is where the caller finds ids. */
export function printForgotten(
  { removed, texts = {}, notFound, counts = {}, unattributed = [], remains = [], dryRun }: ForgottenText,
  search: string,
): string {
  const list = (found: readonly string[]): string => found.map((id) => oneLine(id, idLength)).join(', ')
  const amount = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const places = Object.entries(counts).flatMap(([place, count]) => (count > 0 ? `${count} in ${place}` : []))
  const what = removed.length > 0 ? `${removed.length}: ${list(removed)}` : places.join(', ')
  const gone = removed.length + amount === 0 ? 'Nothing was removed.' : `${dryRun ? 'Would forget' : 'Forgot'} ${what}.`
  const missing = notFound.length > 0 ? `Not found: ${list(notFound)}. Look for the ids with ${search}.` : ''
  const preview = Object.entries(texts).map(([id, text]) => `[${oneLine(id, idLength)}] ${oneLine(text, textLength)}`)
  const more = preview.length > mostPreviewed ? [`(${preview.length - mostPreviewed} more)`] : []
  const lines =
    preview.length > 0
      ? [`Would forget ${preview.length}:`, ...preview.slice(0, mostPreviewed), ...more, ...(missing ? [missing] : [])]
      : [`${gone} ${missing}`.trimEnd()]
  return [
    ...lines,
    ...unattributed.map(({ path, line, text, reason }) => {
      const place = line === undefined ? path : `${path}:${line}`
      return `Left for a person to decide (${reason}): ${oneLine(place, idLength)}: ${oneLine(text, idLength)}`
    }),
    ...remains.map((one) => `Can still be read: ${oneLine(one, textLength)}`),
  ].join('\n')
}
