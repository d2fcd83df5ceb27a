import { join } from 'node:path'
import type { CheckRequest, Finding } from '../storage/finding.ts'
import { openForReading } from './database.ts'
import { damageOf } from './database-damage.ts'
import { type JournalStore, tablesPath } from './journal-store.ts'
import { journalNames, journalPath, readJournal } from './journal-text.ts'

const mostNamed = 20

/** Checks the journals line by line, and the tables that follow them. */
export async function checkJournals(root: string, store: JournalStore, request: CheckRequest): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const name of journalNames) {
    const problems = await problemsOf(root, name, request)
    if (problems.length > 0 && request.repair) await store.compact(name)
    findings.push(...problems.map((problem) => lineFinding(name, problem, request.repair)))
  }
  return [...findings, ...(await checkTables(root, store, request))]
}

async function problemsOf(
  root: string,
  name: (typeof journalNames)[number],
  { signal }: CheckRequest,
): Promise<string[]> {
  const problems: string[] = []
  for await (const { damaged } of readJournal(root, name)) {
    signal?.throwIfAborted()
    problems.push(...damaged.map(({ error }) => error.message))
  }
  const more = problems.length - mostNamed
  return more > 0 ? [...problems.slice(0, mostNamed), `${more} more lines are damaged`] : problems
}

function lineFinding(name: (typeof journalNames)[number], problem: string, repair: boolean): Finding {
  return {
    severity: 'error',
    place: name,
    path: journalPath(name),
    problem,
    remedy: repair
      ? `it was moved to ${journalPath(name)}.corrupt-….jsonl`
      : 'restore it from a backup, or let a repair move it to a file beside the journal',
    ...(repair && { repaired: true }),
  }
}

async function checkTables(root: string, store: JournalStore, { repair }: CheckRequest): Promise<Finding[]> {
  const problem = damageOf(join(root, tablesPath), openForReading)
  if (problem === undefined) return []
  if (repair) await store.discard()
  return [
    {
      severity: 'warn',
      place: 'tables',
      path: tablesPath,
      problem: `the tables of the journals are damaged: ${problem}`,
      remedy: repair
        ? 'they were deleted, and are made again from the journals'
        : 'delete them, or let a repair do it: they are derived',
      ...(repair && { repaired: true }),
    },
  ]
}
