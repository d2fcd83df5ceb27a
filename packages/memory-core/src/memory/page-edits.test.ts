import { describe, expect, it } from 'vitest'
import { lineKey } from '../documents/placed-lines.ts'
import { statementKey } from '../text/comparison.ts'
import { editsOf, type PageEdits } from './page-edits.ts'
import type { PlacedLine } from './placement.ts'

const editor = 'My favourite editor is VS Code'
const tabs = 'I prefer tabs over spaces'

function placed(id: string, text: string): PlacedLine {
  return { id, key: lineKey(statementKey(`${text} (2026-01-01)`)), section: 'rules', rank: 1 }
}

const texts = new Map([
  ['editor', editor],
  ['tabs', tabs],
])
const lines = [placed('editor', editor), placed('tabs', tabs)]

function edits(page: string, dropped: readonly string[] = []): PageEdits {
  return editsOf(page, lines, ({ id }) => texts.get(id), {
    isDropped: ({ id }) => dropped.includes(id),
    headingOf: () => 'Rules',
  })
}

const ids = (some: readonly PlacedLine[]): string[] => some.map(({ id }) => id)

describe('X7a what was done to the lines of MEMORY.md', () => {
  it('is nothing where they stand, wherever, in whatever order and with another date', () => {
    const { kept, removed, changed } = edits(`- ${tabs} (2026-02-02)\n\n## Mine\n\n- ${editor}\n`)
    expect([ids(kept), removed, changed]).toEqual([['editor', 'tabs'], [], []])
  })

  it('is a change where exactly one new line under their heading is like them', () => {
    const { kept, removed, changed } = edits(`## rules\n\n- My favourite editor is Zed\n- Feed the cat\n- ${tabs}\n`)
    expect(changed).toEqual([{ line: lines[0], text: 'My favourite editor is Zed' }])
    expect(removed).toEqual([])
    expect(kept[0]).toEqual({ ...lines[0], key: lineKey(statementKey('My favourite editor is Zed')) })
  })

  it.each([
    ['two new lines are', '## Rules\n\n- My favourite editor is Zed\n- My favourite editor is Vim\n'],
    ['one under another heading is', '## Other\n\n- My favourite editor is Zed\n'],
    ['none is', '## Rules\n\n- The editor of the journal called\n'],
  ])('is a removal where %s like them', (_why, page) => {
    const { kept, removed, changed } = edits(`${page}\n- ${tabs}\n`)
    expect([ids(kept), ids(removed), changed]).toEqual([['tabs'], ['editor'], []])
  })

  it('is no removal where a model left them out: they only lose their place', () => {
    const { kept, removed } = edits(`- ${tabs}\n`, ['editor'])
    expect([ids(kept), removed]).toEqual([['tabs'], []])
  })
})
