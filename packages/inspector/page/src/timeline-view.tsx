import { useMemo, useState } from 'preact/hooks'
import { VList } from 'virtua'
import { type TimelineEvent, useAnswer, useChange } from './data.ts'
import { Marked, Search, Trouble, wordsOf } from './parts.tsx'
import { linkTo } from './route.ts'
import { dayOf } from './words.ts'

const kinds: Readonly<Record<TimelineEvent['kind'], string>> = {
  learnt: 'Learnt',
  replaced: 'Replaced',
  archived: 'Set aside',
  document: 'Document',
  history: 'History',
  forgotten: 'Forgotten',
}

type Line = { day: string } | { event: TimelineEvent }

/** What was learnt, replaced, set aside and forgotten, by day. */
export function TimelineView() {
  const { data, error } = useAnswer<{ events: TimelineEvent[] }>('timeline')
  const [search, setSearch] = useState('')
  const words = useMemo(() => wordsOf(search), [search])
  const lines = useMemo(() => {
    const found = (data?.events ?? []).filter(({ text, by = '', kind }) => {
      const said = `${text} ${by} ${kinds[kind]}`.toLowerCase()
      return words.every((word) => said.includes(word))
    })
    return found.flatMap((event, at): Line[] => {
      const day = dayOf(event.at)
      return day === dayOf(found[at - 1]?.at) ? [{ event }] : [{ day }, { event }]
    })
  }, [data, words])
  return (
    <section class="page timeline">
      <header>
        <h1>Timeline</h1>
        <Search label="Search what happened" value={search} onValue={setSearch} />
      </header>
      <Trouble text={error} />
      {data && lines.length === 0 && (
        <p class="empty">{search === '' ? 'Nothing happened yet.' : 'Nothing says all of these words.'}</p>
      )}
      <div class="rows">
        <VList data={lines}>
          {(line, at) =>
            'day' in line ? <h2 key={at}>{line.day}</h2> : <Event key={at} event={line.event} words={words} />
          }
        </VList>
      </div>
    </section>
  )
}

function Event({ event, words }: { event: TimelineEvent; words: readonly string[] }) {
  const change = useChange()
  const [trouble, setTrouble] = useState<string | undefined>(undefined)
  const restore = (): void => {
    const what = event.version === undefined ? { record: event.record } : { version: event.version }
    change('restore', what).catch((error: Error) => setTrouble(error.message))
  }
  return (
    <article class={`event event-${event.kind}`}>
      <span class="what">{kinds[event.kind]}</span>
      <div>
        <p>
          <Marked text={event.text} words={words} />
        </p>
        {event.by !== undefined && (
          <p class="by">
            → <Marked text={event.by} words={words} />
          </p>
        )}
        {event.source && (
          <a
            class="muted"
            href={linkTo({ view: 'conversations', open: event.source.session, at: event.source.message })}
          >
            said in {event.source.session}
          </a>
        )}
        <Trouble text={trouble} />
      </div>
      {(event.version !== undefined || event.record !== undefined) && (
        <button type="button" class="quiet small" onClick={restore}>
          {event.version === undefined ? 'Bring back' : 'Restore this version'}
        </button>
      )}
    </article>
  )
}
