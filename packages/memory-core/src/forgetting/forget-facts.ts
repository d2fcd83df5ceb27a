import { lineHash } from '../consolidation/attribution.ts'
import { parseFacts } from '../documents/fact.ts'
import { hasLinesBelow, markdownLines } from '../documents/markdown-lines.ts'
import { placeLines } from '../documents/placed-lines.ts'
import { factPassageId } from '../indexing/passages-of.ts'
import { withdrawRecords } from '../records/withdraw.ts'
import { editText } from './edit-text.ts'
import type { ForgetParts } from './forget-parts.ts'
import type { ForgetReceipt } from './forgotten.ts'

/** Which lines of a document go, counted from 0. */
export type Cut = (text: string) => ReadonlySet<number>

/**
 * Takes lines out of MEMORY.md and of its kept versions, and the links of records to them. Price: reads every version, and
 * every record when a fact goes.
 */
export async function forgetFacts(parts: ForgetParts, receipt: ForgetReceipt, cut: Cut): Promise<void> {
  const { files } = parts.setting.storage

  async function take(path: string, place: 'facts' | 'versions'): Promise<void> {
    let found: string[] = []
    const edit = (text: string): string => {
      const lines = cut(text)
      found = text.split('\n').filter((line, at) => lines.has(at) && line.trim() !== '')
      if (place === 'facts') receipt.removed(factIdsOn(text, lines))
      return placeLines(text, [], lines, parts.headings)
    }
    await editText(files, path, edit, receipt.dryRun)
    receipt.detach([], found.map(lineHash))
    receipt.count(place, place === 'facts' ? found.length : Math.min(found.length, 1), path)
  }

  await parts.guard(async () => {
    const versions = await versionPaths(parts)
    // Links in records and marks go first: after a crash in between, the next run still finds the lines.
    if (!receipt.dryRun) await unlinkFacts(parts, [parts.facts.path, ...versions], cut)
    await take(parts.facts.path, 'facts')
    for (const path of versions) await take(path, 'versions')
  })
}

/** An id is a hash of its fact: a short text can be found from it. */
async function unlinkFacts({ setting, stored }: ForgetParts, paths: readonly string[], cut: Cut): Promise<void> {
  const texts = (await setting.storage.files.readMany(paths)).map((file) => file?.text ?? '')
  const ids = texts.flatMap((text) => factIdsOn(text, cut(text)))
  const gone = new Set(ids)
  if (gone.size > 0)
    await withdrawRecords(setting.storage.records, [], stored, { isGone: (id) => gone.has(id), everywhere: true })
}

/** The lines of the facts with these ids, with what is indented below them. */
export function cutFacts(ids: ReadonlySet<string>): Cut {
  return (text) => {
    const lines = markdownLines(text)
    const gone = new Set<number>()
    for (const fact of parseFacts(text)) {
      if (!ids.has(factPassageId(fact.text))) continue
      const bullet = fact.line - 1
      gone.add(bullet)
      const indent = lines[bullet]?.indent ?? 0
      if (!hasLinesBelow(lines, bullet)) continue
      for (let below = bullet + 1; isContinued(lines[below], indent); below++) gone.add(below)
    }
    return gone
  }
}

/** Lines of the same paragraph as the bullet above them. */
function isContinued(line: ReturnType<typeof markdownLines>[number] | undefined, indent: number): boolean {
  return line?.kind === 'text' && line.indent > indent
}

/** The lines for which `isMeant` is true, blank ones left out. */
export function linesWhere(text: string, isMeant: (line: string) => boolean): Set<number> {
  const lines = [...text.split('\n').entries()]
  return new Set(lines.filter(([, line]) => line.trim() !== '' && isMeant(line)).map(([at]) => at))
}

function factIdsOn(text: string, lines: ReadonlySet<number>): string[] {
  return parseFacts(text)
    .filter(({ line }) => lines.has(line - 1))
    .map((fact) => factPassageId(fact.text))
}

async function versionPaths({ facts, setting }: ForgetParts): Promise<string[]> {
  const directory = facts.path.slice(0, facts.path.lastIndexOf('/'))
  return (await setting.storage.files.list(`${directory}/.versions`)).map(({ path }) => path)
}
