import { useMemo, useState } from 'preact/hooks'
import { type Receipt, type ReceiptItem, type ReceiptSummary, useAnswer } from './data.ts'
import { CopyButton, Rows, Tag, Trouble } from './parts.tsx'
import { go, linkTo } from './route.ts'
import { figure, momentOf } from './words.ts'

const layers: Readonly<Record<ReceiptItem['layer'], string>> = {
  facts: 'Facts',
  records: 'Records',
  knowledge: 'Knowledge',
  notes: 'Notes',
  history: 'History',
  sessions: 'Messages',
  summary: 'Summary',
}

type ToldRow = ReceiptSummary & { question?: string }

/** The contexts that were told, and one of them taken apart. */
export function ToldView({ open }: { open: string | undefined }) {
  const { data, error } = useAnswer<{ receipts: ToldRow[] }>('receipts')
  const rows = data?.receipts ?? []
  const shown = open ?? rows[0]?.id
  return (
    <div class="split">
      <section class="list narrow" aria-label="Contexts that were told">
        <header>
          <h1>Told to the model</h1>
        </header>
        <Trouble text={error} />
        {data && (
          <Rows
            label="Contexts that were told"
            rows={rows}
            selected={rows.findIndex(({ id }) => id === shown)}
            onSelect={(place) => go({ view: 'told', open: rows[place]?.id })}
            empty="No context was built yet, or receipts are off."
            render={(receipt) => (
              <>
                <p class="said">{receipt.question ?? 'A question that is not stored'}</p>
                <p class="about">
                  <span>{momentOf(receipt.at)}</span>
                  {receipt.session !== undefined && <span>{receipt.session}</span>}
                </p>
                <Bar parts={[['used', receipt.tokens]]} whole={receipt.budget} />
              </>
            )}
          />
        )}
      </section>
      <section class="detail wide" aria-label="One context">
        {shown !== undefined && <ToldDetail key={shown} id={shown} />}
      </section>
    </div>
  )
}

function ToldDetail({ id }: { id: string }) {
  const { data, error } = useAnswer<{ receipt: Receipt }>('receipt', { id })
  const [place, setPlace] = useState<number | undefined>(undefined)
  if (error !== undefined) return <Trouble text={error} />
  if (!data) return null
  const { receipt } = data
  const item = place === undefined ? undefined : receipt.items[place]
  return (
    <div class="told">
      <header>
        <p class="muted">
          {momentOf(receipt.at)}
          {receipt.session !== undefined && (
            <>
              {' in '}
              <a href={linkTo({ view: 'conversations', open: receipt.session, at: receipt.turn })}>{receipt.session}</a>
            </>
          )}
        </p>
        <h2>{receipt.question ?? 'A question that is not stored'}</h2>
        <Budget receipt={receipt} />
        <p class="facts-of">
          <Exactness receipt={receipt} />
          <span>{receipt.isWhole ? 'documents were whole' : 'a document was cut'}</span>
          <span>built in {receipt.ms.toFixed(receipt.ms < 10 ? 1 : 0)} ms</span>
          {receipt.degraded !== undefined && <span class="warn">degraded: {receipt.degraded}</span>}
          <CopyButton value={receipt} />
        </p>
      </header>
      <div class="apart">
        <section class="text" aria-label="The text as the model saw it">
          <Part
            title="At the start of the prompt"
            part={receipt.stable}
            items={receipt.items}
            place={place}
            onPlace={setPlace}
          />
          <Part
            title="With the question"
            part={receipt.volatile}
            items={receipt.items}
            place={place}
            onPlace={setPlace}
          />
          <LeftOut dropped={receipt.dropped} />
        </section>
        <aside aria-label="Why this line" aria-live="polite">
          {item ? (
            <Why item={item} />
          ) : (
            <p class="muted">Select a line to see where it comes from and why it stood there.</p>
          )}
        </aside>
      </div>
    </div>
  )
}

function Exactness({ receipt }: { receipt: Receipt }) {
  const isExact = receipt.stable.isExact && receipt.volatile.isExact
  return isExact ? (
    <span class="good">exactly what the model saw</span>
  ) : (
    <span class="warn">something was changed or forgotten since: shown as it is stored now</span>
  )
}

/** The budget as a bar: what each layer took of it. */
function Budget({ receipt }: { receipt: Receipt }) {
  const parts = useMemo(() => {
    const sums = new Map<string, number>()
    for (const { layer, tokens } of receipt.items) sums.set(layer, (sums.get(layer) ?? 0) + tokens)
    const said = [...sums.values()].reduce((sum, tokens) => sum + tokens, 0)
    return [...sums, ['frame', Math.max(0, receipt.tokens - said)] as const].filter(([, tokens]) => tokens > 0)
  }, [receipt])
  return (
    <div class="budget">
      <Bar parts={parts} whole={Math.max(receipt.budget, receipt.tokens)} />
      <p class="legend">
        {parts.map(([layer, tokens]) => (
          <span key={layer}>
            <i class={`fill-${layer}`} /> {layers[layer as ReceiptItem['layer']] ?? 'Headings and notices'}{' '}
            {figure(tokens)}
          </span>
        ))}
        <span class="muted">
          {figure(receipt.tokens)} of {figure(receipt.budget)} tokens
        </span>
      </p>
    </div>
  )
}

function Bar({ parts, whole }: { parts: readonly (readonly [string, number])[]; whole: number }) {
  let x = 0
  return (
    <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(([name, amount]) => {
        const width = whole === 0 ? 0 : (amount / whole) * 1000
        const from = x
        x += width
        return <rect key={name} class={`fill-${name}`} x={from} y={0} width={Math.max(0, width - 1)} height={10} />
      })}
    </svg>
  )
}

interface PartProps {
  title: string
  part: Receipt['stable']
  items: readonly ReceiptItem[]
  place: number | undefined
  onPlace(place: number): void
}

function Part({ title, part, items, place, onPlace }: PartProps) {
  if (part.lines.length === 0) return null
  return (
    <section class="part">
      <h3>{title}</h3>
      {part.lines.map((line, at) => {
        const item = line.item === undefined ? undefined : items[line.item]
        if (!item)
          return (
            <p key={at} class="line own">
              {line.text || '\u00a0'}
            </p>
          )
        return (
          <button
            type="button"
            key={at}
            class={`line layer-${item.layer} state-${item.state}`}
            aria-pressed={line.item === place}
            onClick={() => line.item !== undefined && onPlace(line.item)}
          >
            {item.state === 'forgotten' ? 'forgotten' : line.text || 'not there any more'}
          </button>
        )
      })}
    </section>
  )
}

function Why({ item }: { item: ReceiptItem }) {
  const message = /^(?:part:\d+:)?message:/.test(item.id ?? '')
  return (
    <article class="why">
      <Tag kind={item.layer}>{layers[item.layer]}</Tag>
      <p class="reason">{item.reason}</p>
      <dl>
        <dt>Score</dt>
        <dd>{item.score.toFixed(2)}</dd>
        <dt>Tokens</dt>
        <dd>{figure(item.tokens)}</dd>
        {item.state !== 'same' && (
          <>
            <dt>Now</dt>
            <dd class="warn">
              {item.state === 'forgotten'
                ? 'forgotten: nothing of it is stored'
                : 'says something else, or stands elsewhere'}
            </dd>
          </>
        )}
        {item.id !== undefined && (
          <>
            <dt>Source</dt>
            <dd class="id">{message ? <SourceLink id={item.id} /> : item.id}</dd>
          </>
        )}
      </dl>
      {item.text !== undefined && (
        <blockquote>
          <Told item={item} />
        </blockquote>
      )}
    </article>
  )
}

/** The whole text of the source, with what was told of it marked. */
function Told({ item: { text = '', range } }: { item: ReceiptItem }) {
  if (!range) return <>{text}</>
  return (
    <>
      {text.slice(0, range.start)}
      <mark>{text.slice(range.start, range.end)}</mark>
      {text.slice(range.end)}
    </>
  )
}

/** The name of a session's file is its key, unless that could be no name. */
function SourceLink({ id }: { id: string }) {
  const [, name = '', message = ''] = /^(?:part:\d+:)?message:([^:]+):(.*)$/s.exec(id) ?? []
  if (name.includes('~')) return <>{id}</>
  return <a href={linkTo({ view: 'conversations', open: name, at: message })}>{name}</a>
}

function LeftOut({ dropped }: { dropped: readonly ReceiptItem[] }) {
  const groups = useMemo(() => {
    const byReason = new Map<string, ReceiptItem[]>()
    for (const item of dropped) byReason.set(item.reason, [...(byReason.get(item.reason) ?? []), item])
    return [...byReason]
  }, [dropped])
  if (groups.length === 0) return null
  return (
    <section class="left-out">
      <h3>Left out</h3>
      {groups.map(([reason, items]) => (
        <details key={reason}>
          <summary>
            {reason} <span class="muted">{figure(items.length)}</span>
          </summary>
          <ul>
            {items.map((item, at) => (
              <li key={at}>
                <Tag kind={item.layer}>{layers[item.layer]}</Tag>{' '}
                {item.text ?? (item.state === 'forgotten' ? 'forgotten' : 'not there any more')}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}
