import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { VList, type VListHandle } from 'virtua'
import { useKeys } from './keys.ts'

/** What went wrong, in the server's words. */
export function Trouble({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p class="trouble">{text}</p>
}

export function Tag({ kind, children }: { kind: string; children: ComponentChildren }) {
  return <span class={`tag kind-${kind}`}>{children}</span>
}

/** A field to search in; `/` leads to it. */
export function Search({ label, value, onValue }: { label: string; value: string; onValue(value: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.select() })
  return (
    <input
      ref={field}
      type="search"
      class="search"
      aria-label={label}
      placeholder={`${label}   ( / )`}
      value={value}
      spellcheck={false}
      onInput={(event) => onValue(event.currentTarget.value)}
    />
  )
}

interface RowsProps<Row> {
  label: string
  rows: readonly Row[]
  selected: number
  onSelect(place: number): void
  render(row: Row): ComponentChildren
  empty: string
}

/** Reaches into a list that scrolls; its type stands for the element and for the list at once. */
export function useScroller(): {
  ref(list: unknown): void
  scrollTo(place: number, align: 'nearest' | 'center'): void
} {
  const list = useRef<VListHandle>(undefined)
  return {
    ref(found) {
      list.current = isScroller(found) ? found : undefined
    },
    scrollTo: (place, align) => list.current?.scrollToIndex(place, { align }),
  }
}

function isScroller(list: unknown): list is VListHandle {
  return typeof list === 'object' && list !== null && 'scrollToIndex' in list
}

/** A list of any length; arrows, j and k go through it. */
export function Rows<Row>({ label, rows, selected, onSelect, render, empty }: RowsProps<Row>) {
  const { ref, scrollTo } = useScroller()
  const move = (by: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, selected + by))
    onSelect(next)
    scrollTo(next, 'nearest')
  }
  useKeys({ ArrowDown: () => move(1), j: () => move(1), ArrowUp: () => move(-1), k: () => move(-1) })
  if (rows.length === 0) return <p class="empty">{empty}</p>
  return (
    <div class="rows" role="listbox" aria-label={label} tabIndex={0}>
      <VList ref={ref} data={rows}>
        {(row, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: arrows, j and k select rows
          <div
            key={at}
            class={at === selected ? 'row selected' : 'row'}
            role="option"
            tabIndex={-1}
            aria-selected={at === selected}
            onClick={() => onSelect(at)}
          >
            {render(row)}
          </div>
        )}
      </VList>
    </div>
  )
}

/** Text of the memory, with the words that were searched for marked. It is only ever text. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return <>{text}</>
  const lower = text.toLowerCase()
  const cuts: [number, number][] = []
  for (const word of words)
    for (
      let at = lower.indexOf(word);
      at >= 0 && lower.length === text.length;
      at = lower.indexOf(word, at + word.length)
    )
      cuts.push([at, at + word.length])
  const parts: ComponentChildren[] = []
  let end = 0
  for (const [from, to] of cuts.sort(([a], [b]) => a - b)) {
    if (from < end) continue
    parts.push(text.slice(end, from), <mark>{text.slice(from, to)}</mark>)
    end = to
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

export function CopyButton({ value }: { value: unknown }) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), 1_500)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = (): void => {
    navigator.clipboard.writeText(JSON.stringify(value, null, 2)).then(
      () => setDone(true),
      () => undefined,
    )
  }
  return (
    <button type="button" class="quiet" onClick={copy}>
      {isDone ? 'Copied' : 'Copy as JSON'}
    </button>
  )
}

/** The words of a search, in lower case. */
export function wordsOf(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}
