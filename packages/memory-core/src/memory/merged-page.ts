import { type HistoryBlock, historyBlocks } from '../documents/history-entry.ts'
import { hasLinesBelow, type MarkdownLine, markdownLines, rawLines } from '../documents/markdown-lines.ts'
import { readPlaced } from '../documents/placed-lines.ts'
import { statementKey } from '../text/statement-key.ts'

interface Section {
  /** The heading's line; undefined above the first one. */
  heading: MarkdownLine | undefined
  lines: MarkdownLine[]
}

/**
 * MEMORY.md as two copies made it, brought in order after the lines of both were kept: lines that had left one of them go
 * (`isLeft`), a statement stands once, in the copy of the line that is oldest, a heading of ours stands once, and the dated
 * lines below it are in the order of their days. The same for both orders of the copies. What a person wrote without a date
 * stays where it is.
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
      const key = statementKey(line.body)
      return !said.has(key) && Boolean(said.add(key))
    })
    .map(({ raw }) => raw)
    .join('')
}

/**
 * A part of the history without the entries that had left it in one copy, each entry once, in the order of their times. Text
 * before the first entry stays as it is.
 */
export function mergedHistory(text: string, isLeft: (entry: HistoryBlock) => boolean): string {
  const seen = new Set<string>()
  return (
    historyBlocks(text)
      .filter((block) => {
        if (block.at === undefined) return true
        const isAgain = seen.has(block.source.trimEnd())
        seen.add(block.source.trimEnd())
        return !isAgain && !isLeft(block)
      })
      // Entries of one minute keep their order: it is that in which they were written.
      .sort((a, b) => compare(a.at ?? '', b.at ?? ''))
      .map(({ source }) => ended(source))
      .join('')
  )
}

/** A page or a kept version of it without the lines for which `isGone` is true of the fact. */
export function withoutFacts(text: string, isGone: (fact: string) => boolean): string {
  return withoutLeft(markdownLines(text), isGone)
    .map(({ raw }) => raw)
    .join('')
}

/** A page with the lines that only a copy of it has, each behind the line that it follows there. */
export function withLinesOf(page: string, copy: string): string {
  return united(rawLines(page), rawLines(copy))
}

/** The same for a part of the history, whose entries stay in one piece. */
export function withEntriesOf(history: string, copy: string): string {
  const sources = (text: string): string[] => historyBlocks(text).map(({ source }) => source)
  return united(sources(history), sources(copy))
}

function united(own: readonly string[], copy: readonly string[]): string {
  const all = own.map(ended)
  const lines = all.map((text) => text.trimEnd())
  let at = 0
  for (const text of copy.map(ended)) {
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

/** The lines of a section that both copies have begun stand below its first heading. */
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

/** Runs of dated lines by their days; a line without a day, or with lines below it, parts two runs. */
function inOrder(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const ordered: MarkdownLine[] = []
  let run: { line: MarkdownLine; day: string }[] = []
  const end = (): void => {
    run.sort((a, b) => compare(a.day, b.day) || compare(a.line.body, b.line.body))
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

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
