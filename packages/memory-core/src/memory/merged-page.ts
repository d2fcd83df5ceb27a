import { type HistoryBlock, historyBlocks } from '../documents/history-entry.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines } from '../documents/markdown.ts'
import { placedKey, readPlaced } from '../documents/placed-lines.ts'
import { compareTexts } from '../storage/compare-texts.ts'

interface Section {
  heading: MarkdownLine | undefined
  lines: MarkdownLine[]
}

/**
 * Merges MEMORY.md of two copies, after the lines of both were kept. Removes lines that had left one copy (`isLeft`)
 * and repeated statements, of which the one with the oldest day stays; joins sections under the same heading of ours,
 * and sorts the dated lines in them by day. The result is the same for both orders of the copies. Undated lines, which
 * a person wrote, keep their place.
 */
export function mergedPage(text: string, isLeft: (fact: string) => boolean, headings: readonly string[]): string {
  const own = new Set(headings.map((heading) => heading.toLowerCase()))
  const sections = joined(sectionsOf(withoutLeft(markdownLines(text), isLeft)), own)
  const said = new Set<string>()
  return sections
    .flatMap(({ heading, lines }) => [
      ...(heading ? [heading] : []),
      ...(heading && own.has(heading.body.toLowerCase()) ? inOrder(lines) : lines),
    ])
    .filter((line, at, all) => {
      if (dayOf(line) === undefined || hasLinesBelow(all, at)) return true
      const key = placedKey(line.body)
      return !said.has(key) && Boolean(said.add(key))
    })
    .map(({ raw }) => raw)
    .join('')
}

/** Merges a file of the history: each entry once, by time, without those that left one copy. Text before them stays. */
export function mergedHistory(text: string, isLeft: (entry: HistoryBlock) => boolean): string {
  const seen = new Set<string>()
  const kept = historyBlocks(text).filter((block) => {
    if (block.at === undefined) return true
    const isAgain = seen.has(block.source.trimEnd())
    seen.add(block.source.trimEnd())
    return !isAgain && !isLeft(block)
  })
  // The sort is stable: entries of one minute stay in the order they were written.
  const inOrder = kept.sort((a, b) => compareTexts(a.at ?? '', b.at ?? ''))
  return inOrder.map(({ source }) => ended(source)).join('')
}

/** Removes the lines for which `isGone` is true from a page or a kept version of it. */
export function withoutFacts(text: string, isGone: (fact: string) => boolean): string {
  const left = withoutLeft(markdownLines(text), isGone)
  return left.map(({ raw }) => raw).join('')
}

/** Adds the lines that only `copy` has, each after the line that it follows there. */
export function withLinesOf(page: string, copy: string): string {
  return united(page, copy, (text) => markdownLines(text).map(({ raw }) => raw))
}

/** The same for a file of the history, entry by entry. */
export function withEntriesOf(history: string, copy: string): string {
  return united(history, copy, (text) => historyBlocks(text).map(({ source }) => source))
}

function united(own: string, copy: string, piecesOf: (text: string) => string[]): string {
  const all = piecesOf(own).map(ended)
  const lines = all.map((text) => text.trimEnd())
  let at = 0
  for (const text of piecesOf(copy).map(ended)) {
    const line = text.trimEnd()
    if (line === '') continue
    const known = lines.indexOf(line)
    if (known < 0) {
      all.splice(at, 0, text)
      lines.splice(at, 0, line)
    }
    at = (known < 0 ? at : known) + 1
  }
  return all.join('')
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

function withoutLeft(lines: readonly MarkdownLine[], isLeft: (fact: string) => boolean): MarkdownLine[] {
  return lines.filter((line, at) => line.kind !== 'bullet' || hasLinesBelow(lines, at) || !isLeft(line.body))
}

function sectionsOf(lines: readonly MarkdownLine[]): Section[] {
  const sections: Section[] = [{ heading: undefined, lines: [] }]
  for (const line of lines)
    if (line.kind === 'heading') sections.push({ heading: line, lines: [] })
    else sections.at(-1)?.lines.push(line)
  return sections
}

/** Joins sections that both copies have, under the first heading. */
function joined(sections: readonly Section[], own: ReadonlySet<string>): Section[] {
  const known = new Map<string, Section>()
  return sections.filter((section) => {
    const name = section.heading?.body.toLowerCase() ?? ''
    if (!own.has(name)) return true
    const first = known.get(name)
    if (!first) known.set(name, section)
    else {
      const at = first.lines.findLastIndex(({ kind }) => kind !== 'blank') + 1
      first.lines.splice(at, 0, ...section.lines.filter(({ kind }) => kind !== 'blank'))
    }
    return first === undefined
  })
}

/** Sorts runs of dated lines by day; a line without a day, or with lines below it, separates two runs. */
function inOrder(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const ordered: MarkdownLine[] = []
  let run: { line: MarkdownLine; day: string }[] = []
  const end = (): void => {
    run.sort((a, b) => compareTexts(a.day, b.day) || compareTexts(a.line.body, b.line.body))
    ordered.push(...run.map(({ line }) => line))
    run = []
  }
  for (const [at, line] of lines.entries()) {
    const day = hasLinesBelow(lines, at) ? undefined : dayOf(line)
    if (day === undefined) {
      end()
      ordered.push(line)
    } else run.push({ line: { ...line, raw: ended(line.raw) }, day })
  }
  end()
  return ordered
}

function dayOf({ kind, body }: MarkdownLine): string | undefined {
  return kind === 'bullet' ? readPlaced(body).day : undefined
}
