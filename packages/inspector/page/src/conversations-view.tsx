import { useEffect, useMemo, useState } from 'preact/hooks'
import { VList } from 'virtua'
import { type Conversation, type ReceiptSummary, type SaidMessage, type SessionRow, useAnswer } from './data.ts'
import { ForgetDialog, type ForgetWhat } from './forget-dialog.tsx'
import { CopyButton, Marked, Rows, Search, Tag, Trouble, useScroller, wordsOf } from './parts.tsx'
import { go, linkTo } from './route.ts'
import { count, dayOf, figure, momentOf } from './words.ts'

/** The conversations, and one of them: for each turn what was told for it and what was learnt from it. */
export function ConversationsView({ open, at }: { open: string | undefined; at: string | undefined }) {
  const { data, error } = useAnswer<{ sessions: SessionRow[] }>('sessions')
  const [search, setSearch] = useState('')
  const words = useMemo(() => wordsOf(search), [search])
  const rows = useMemo(
    () =>
      (data?.sessions ?? []).filter(({ key, title = '', summary = '' }) => {
        const said = `${key} ${title} ${summary}`.toLowerCase()
        return words.every((word) => said.includes(word))
      }),
    [data, words],
  )
  return (
    <div class="split">
      <section class="list" aria-label="Conversations">
        <header>
          <h1>Conversations</h1>
          <Search label="Search names and titles" value={search} onValue={setSearch} />
        </header>
        <Trouble text={error} />
        {data && (
          <Rows
            label="Conversations"
            rows={rows}
            selected={rows.findIndex(({ key }) => key === open)}
            onSelect={(place) => go({ view: 'conversations', open: rows[place]?.key })}
            empty={search === '' ? 'No conversation is stored yet.' : 'No conversation has such a name.'}
            render={(session) => (
              <>
                <p class="said">
                  <Marked text={session.title ?? session.key} words={words} />
                </p>
                <p class="about">
                  <span>{dayOf(session.updatedAt)}</span>
                  <span>{figure(session.messageCount)} in the window</span>
                  {session.title !== undefined && <span>{session.key}</span>}
                </p>
              </>
            )}
          />
        )}
      </section>
      <section class="detail wide" aria-label="Conversation">
        {open === undefined ? (
          <p class="hint muted">
            Select a conversation to see what was said, what the model was told, and what was learnt.
          </p>
        ) : (
          <ConversationDetail key={open} session={open} at={at} />
        )}
      </section>
    </div>
  )
}

function ConversationDetail({ session, at }: { session: string; at: string | undefined }) {
  const { data, error } = useAnswer<Conversation>('session', { key: session })
  const [forgetting, setForgetting] = useState<{ what: ForgetWhat; text: string } | undefined>(undefined)
  const { ref, scrollTo } = useScroller()
  const receipts = useMemo(() => byTurn(data?.receipts ?? []), [data])
  const place = data?.messages.findIndex(({ id }) => at !== undefined && (id === at || id.endsWith(`:${at}`))) ?? -1
  useEffect(() => {
    if (place >= 0) scrollTo(place, 'center')
  }, [place, data === undefined])
  if (error !== undefined) return <Trouble text={error} />
  if (!data) return null
  const { messages } = data
  return (
    <>
      <header class="conversation">
        <div>
          <h2>{data.session.title ?? session}</h2>
          <p class="muted">
            {count(messages.length, 'message')} · {momentOf(data.session.createdAt)} to{' '}
            {momentOf(data.session.updatedAt)}
          </p>
        </div>
        <div class="actions">
          <CopyButton value={data} />
          <button
            type="button"
            onClick={() =>
              setForgetting({
                what: { session },
                text: `The conversation “${session}”, ${count(messages.length, 'message')}`,
              })
            }
          >
            Forget…
          </button>
        </div>
      </header>
      <div class="turns">
        <VList ref={ref} data={messages}>
          {(message, index) => (
            <Turn
              key={message.id}
              message={message}
              receipts={receipts.get(message.id) ?? []}
              isMeant={index === place}
              onForget={() => setForgetting({ what: { ids: [message.id] }, text: message.text })}
            />
          )}
        </VList>
      </div>
      {forgetting && (
        <ForgetDialog
          {...forgetting}
          onEnd={(isForgotten) => {
            setForgetting(undefined)
            if (isForgotten && 'session' in forgetting.what) go({ view: 'conversations' })
          }}
        />
      )}
    </>
  )
}

function byTurn(receipts: readonly ReceiptSummary[]): Map<string, ReceiptSummary[]> {
  const turns = new Map<string, ReceiptSummary[]>()
  for (const receipt of receipts)
    if (receipt.turn !== undefined) turns.set(receipt.turn, [...(turns.get(receipt.turn) ?? []), receipt])
  return turns
}

interface TurnProps {
  message: SaidMessage
  receipts: readonly ReceiptSummary[]
  isMeant: boolean
  onForget(): void
}

function Turn({ message, receipts, isMeant, onForget }: TurnProps) {
  const { role, name, text, createdAt, learnt } = message
  return (
    <article class={`turn role-${role === 'user' || role === 'assistant' ? role : 'tool'}${isMeant ? ' meant' : ''}`}>
      <p class="about">
        <b>{name ?? role}</b> <time dateTime={createdAt}>{momentOf(createdAt)}</time>
        <button
          type="button"
          class="quiet small"
          onClick={onForget}
          aria-label={`Forget this message of ${name ?? role}`}
        >
          Forget…
        </button>
      </p>
      <p class="words">{text}</p>
      {receipts.map((receipt) => (
        <a key={receipt.id} class="told-link" href={linkTo({ view: 'told', open: receipt.id })}>
          <b>Told the model</b> {count(receipt.items, 'line')}, {figure(receipt.tokens)} of {figure(receipt.budget)}{' '}
          tokens
          {receipt.dropped > 0 && ` · ${figure(receipt.dropped)} left out`}
          {!receipt.isWhole && ' · a document was cut'}
          {receipt.degraded !== undefined && ` · ${receipt.degraded}`}
        </a>
      ))}
      {learnt.length > 0 && (
        <ul class="learnt">
          <li class="muted">Learnt from it</li>
          {learnt.map((record) => (
            <li key={record.id}>
              <Tag kind="record">{record.type}</Tag> {record.text}
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}
