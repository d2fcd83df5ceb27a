import { useEffect, useRef, useState } from 'preact/hooks'
import { type Forgotten, useChange } from './data.ts'
import { Trouble } from './parts.tsx'
import { count } from './words.ts'

/** What is to be forgotten. */
export type ForgetWhat = { ids: string[] } | { session: string }

interface Props {
  what: ForgetWhat
  /** What it says, for the person who decides. */
  text: string
  onEnd(isForgotten: boolean): void
}

/** Shows what forgetting would remove, and removes it when that is wanted. */
export function ForgetDialog({ what, text, onEnd }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const change = useChange()
  const [seen, setSeen] = useState<Forgotten | undefined>(undefined)
  const [trouble, setTrouble] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const ask = (dryRun: boolean, then: (forgotten: Forgotten) => void): void => {
    setBusy(true)
    change<Forgotten>('forget', { ...what, dryRun })
      .then(then, (error: Error) => setTrouble(error.message))
      .finally(() => setBusy(false))
  }
  useEffect(() => {
    dialog.current?.showModal()
    ask(true, setSeen)
  }, [])
  const counts = Object.entries(seen?.counts ?? {}).filter(([, amount]) => amount > 0)
  return (
    <dialog ref={dialog} class="forget" aria-labelledby="forget-title" onClose={() => onEnd(false)}>
      <h2 id="forget-title">Forget this permanently?</h2>
      <blockquote>{text.slice(0, 400)}</blockquote>
      <Trouble text={trouble} />
      {seen === undefined && trouble === undefined && <p class="muted">Looking for everything that comes from it…</p>}
      {seen && (
        <>
          <p>It goes from every file, earlier version and index, with what was learnt from it:</p>
          <ul class="counts">
            {counts.map(([place, amount]) => (
              <li key={place}>
                <b>{amount}</b> {place}
              </li>
            ))}
            {counts.length === 0 && <li>nothing: it is not there any more</li>}
          </ul>
          {seen.unattributed.length > 0 && (
            <details>
              <summary>{count(seen.unattributed.length, 'place')} may say it too, and stay for you to decide</summary>
              <ul>
                {seen.unattributed.slice(0, 20).map((one) => (
                  <li key={`${one.path}${one.line}`}>
                    <code>{one.path}</code> {one.text}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      <div class="actions">
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Keep it
        </button>
        <button
          type="button"
          class="danger"
          disabled={seen === undefined || isBusy}
          onClick={() => ask(false, () => onEnd(true))}
        >
          {isBusy && seen ? 'Forgetting…' : 'Forget'}
        </button>
      </div>
    </dialog>
  )
}
