import { useEffect, useMemo, useState } from 'preact/hooks'
import { type KnownItem, useAnswer, useChange } from './data.ts'
import { ForgetDialog } from './forget-dialog.tsx'
import { useKeys } from './keys.ts'
import { CopyButton, Marked, Rows, Search, Tag, Trouble, wordsOf } from './parts.tsx'
import { go, linkTo } from './route.ts'
import { count, dayOf, figure, momentOf } from './words.ts'

const kinds = { fact: 'Facts', record: 'Records', note: 'Notes', knowledge: 'Knowledge' } as const
type Kind = keyof typeof kinds

/** What is known now: one list, a search, and the one that is looked at. */
export function KnownView({ open }: { open: string | undefined }) {
  const { data, error } = useAnswer<{ items: KnownItem[] }>('known')
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<Kind | undefined>(undefined)
  const words = useMemo(() => wordsOf(search), [search])
  const items = useMemo(
    () => (data?.items ?? []).map((item) => ({ item, said: `${item.text} ${item.type}`.toLowerCase() })),
    [data],
  )
  const found = useMemo(() => items.filter(({ said }) => words.every((word) => said.includes(word))), [items, words])
  const rows = useMemo(
    () => found.filter(({ item }) => kind === undefined || item.kind === kind).map(({ item }) => item),
    [found, kind],
  )
  const place = placeOf(rows, open)
  /** What a person is rewriting: it stays, although its line may change or leave in between. */
  const [rewritten, setRewritten] = useState<KnownItem | undefined>(undefined)
  const selected = rewritten !== undefined && keyOf(rewritten) === open ? rewritten : rows[place]
  const amounts = useMemo(() => {
    const amount: Record<Kind, number> = { fact: 0, record: 0, note: 0, knowledge: 0 }
    for (const { item } of found) amount[item.kind] += 1
    return amount
  }, [found])
  return (
    <div class="split">
      <section class="list" aria-label="Known now">
        <header>
          <h1>Known now</h1>
          <Search label="Search what is known" value={search} onValue={setSearch} />
          <div class="filters">
            <button type="button" aria-pressed={kind === undefined} onClick={() => setKind(undefined)}>
              All <span>{figure(found.length)}</span>
            </button>
            {Object.entries(kinds).map(([name, label]) => {
              const own = name as Kind
              return (
                <button
                  type="button"
                  key={name}
                  hidden={amounts[own] === 0 && kind !== own}
                  aria-pressed={kind === own}
                  onClick={() => setKind(kind === own ? undefined : own)}
                >
                  {label} <span>{figure(amounts[own])}</span>
                </button>
              )
            })}
          </div>
        </header>
        <Trouble text={error} />
        {data && (
          <Rows
            label="What is known"
            rows={rows}
            selected={place}
            onSelect={(at) => go({ view: 'known', open: rows[at] && keyOf(rows[at]) })}
            empty={search === '' ? 'Nothing is known yet.' : 'Nothing says all of these words.'}
            render={(item) => (
              <>
                <p class="said">
                  <Marked text={withoutDay(item.text)} words={words} />
                </p>
                <p class="about">
                  <Tag kind={item.kind}>{item.type}</Tag>
                  <span>{dayOf(item.at)}</span>
                  {item.isContradicted && <span class="warn">contradicted</span>}
                </p>
              </>
            )}
          />
        )}
      </section>
      <section class="detail" aria-label="What is selected">
        {selected ? (
          <KnownDetail key={keyOf(selected)} item={selected} onRewrite={setRewritten} />
        ) : (
          <Hint items={data?.items.length} />
        )}
      </section>
    </div>
  )
}

/** Of two equal lines of MEMORY.md each is an item, with the same id. */
function keyOf({ id, line }: KnownItem): string {
  return line === undefined ? id : `${id} ${line}`
}

/** Where an item stands, by its key, or by its id if its line has moved. */
function placeOf(rows: readonly KnownItem[], open: string | undefined): number {
  const exact = rows.findIndex((item) => keyOf(item) === open)
  return exact >= 0 ? exact : rows.findIndex(({ id }) => id === open?.split(' ')[0])
}

function Hint({ items }: { items: number | undefined }) {
  return (
    <div class="hint">
      {items !== undefined && <p>{count(items, 'thing')} known. Select one to see where it comes from.</p>}
      <p class="muted">
        <kbd>/</kbd> search · <kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>e</kbd> edit · <kbd>f</kbd> forget · <kbd>1</kbd>–
        <kbd>5</kbd> views
      </p>
    </div>
  )
}

function KnownDetail({ item, onRewrite }: { item: KnownItem; onRewrite: (item: KnownItem | undefined) => void }) {
  const change = useChange()
  const [draft, setText] = useState<string | undefined>(undefined)
  const setDraft = (text: string | undefined): void => {
    setText(text)
    onRewrite(text === undefined ? undefined : item)
  }
  useEffect(() => () => onRewrite(undefined), [])
  const [trouble, setTrouble] = useState<string | undefined>(undefined)
  const [isForgetting, setForgetting] = useState(false)
  const canEdit = item.kind !== 'note'
  const edit = (): void => setDraft(item.text)
  useKeys({ e: canEdit ? edit : undefined, f: () => setForgetting(true) })
  const canSave = draft !== undefined && draft.trim() !== '' && draft !== item.text
  const save = (): void => {
    if (!canSave) return
    change<{ id: string }>('edit', { id: item.id, text: draft, line: item.line }).then(
      ({ id }) => {
        setDraft(undefined)
        go({ view: 'known', open: id })
      },
      (error: Error) => setTrouble(error.message),
    )
  }
  return (
    <article>
      <Tag kind={item.kind}>{item.kind}</Tag>
      {draft === undefined ? (
        <p class="statement">{withoutDay(item.text)}</p>
      ) : (
        <form
          class="edit"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <textarea
            aria-label="The new words"
            value={draft}
            ref={(field) => field?.focus()}
            onInput={(event) => setDraft(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
              if (event.key === 'Escape') setDraft(undefined)
            }}
          />
          <div class="actions">
            <button type="button" class="quiet" onClick={() => setDraft(undefined)}>
              Cancel
            </button>
            <button type="submit" class="primary" disabled={!canSave}>
              Save
            </button>
          </div>
        </form>
      )}
      <Trouble text={trouble} />
      <dl>
        <Field name={item.kind === 'fact' ? 'Section' : 'Type'} value={item.type} />
        <Field name="Learnt" value={momentOf(item.at)} />
        <Field name="Priority" value={item.priority} />
        <Field name="Worth" value={item.worth?.toFixed(2)} />
        <Field name="Applies to" value={item.scope} />
        <Field
          name="Stands in"
          value={
            item.kind === 'fact' ? `MEMORY.md, line ${item.line}` : item.kind === 'note' ? item.filename : undefined
          }
        />
        {item.isContradicted && <Field name="Doubt" value="another statement says otherwise" />}
        {item.source && (
          <>
            <dt>Said in</dt>
            <dd>
              <a href={linkTo({ view: 'conversations', open: item.source.session, at: item.source.message })}>
                {item.source.session}
              </a>
            </dd>
          </>
        )}
      </dl>
      {item.source?.message !== undefined && <Said session={item.source.session} message={item.source.message} />}
      <div class="actions start">
        {canEdit && draft === undefined && (
          <button type="button" onClick={edit}>
            Edit
          </button>
        )}
        <button type="button" onClick={() => setForgetting(true)}>
          Forget…
        </button>
        <CopyButton value={item} />
      </div>
      {isForgetting && (
        <ForgetDialog
          what={{ ids: [item.id] }}
          text={item.text}
          onEnd={(isForgotten) => {
            setForgetting(false)
            if (isForgotten) go({ view: 'known' })
          }}
        />
      )}
    </article>
  )
}

/** What was said when it was learnt. */
function Said({ session, message }: { session: string; message: string }) {
  const { data } = useAnswer<{ said?: { role: string; text: string } }>('said', { key: session, message })
  if (!data?.said) return null
  return (
    <blockquote class="source">
      <b>{data.said.role}</b> {data.said.text}
    </blockquote>
  )
}

/** Lines of MEMORY.md end in the day of their learning, which is shown below. */
function withoutDay(text: string): string {
  return text.replace(/ \(\d{4}-\d{2}-\d{2}\)$/, '')
}

function Field({ name, value }: { name: string; value: string | undefined }) {
  if (value === undefined || value === '') return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
