import type { CutOff } from './convert-messages.ts'
import { type FinishReason, type ReplyPart, reasonOf, type StreamPart } from './model-call.ts'

/** A reply, possibly incomplete. */
export interface CapturedReply {
  content: readonly ReplyPart[]
  /** Why it is incomplete; undefined if it is not. */
  partial?: CutOff
}

/** Receives a reply. It must not throw; the end of the stream waits for it, its chunks do not. */
export type KeepReply = (reply: CapturedReply) => Promise<void>

/**
 * The same stream, chunk for chunk, which passes its reply to `keep` once: at the end, when the consumer stops reading,
 * when the call is aborted, or when the model fails.
 */
export function captureReply(
  stream: ReadableStream<StreamPart>,
  keep: KeepReply,
  signal: AbortSignal | undefined,
): ReadableStream<StreamPart> {
  const reader = stream.getReader()
  const reply = createReply()
  let kept: Promise<void> | undefined

  function keepOnce(ending?: Ending): Promise<void> {
    signal?.removeEventListener('abort', onAbort)
    kept ??= keep(reply.soFar(ending))
    return kept
  }
  const onAbort = (): void => void keepOnce('abort')
  signal?.addEventListener('abort', onAbort)

  // Not a TransformStream: not every runtime notifies a transformer of a cancelled stream, and the model should be
  // stopped at once.
  return new ReadableStream<StreamPart>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) {
            controller.enqueue(value)
            reply.add(value)
            return
          }
        } catch (error) {
          await keepOnce(signal?.aborted || isAbort(error) ? 'abort' : 'error')
          throw error
        }
        await keepOnce()
        controller.close()
      },
      async cancel(reason) {
        await Promise.all([reader.cancel(reason), keepOnce(signal?.aborted || isAbort(reason) ? 'abort' : 'cancelled')])
      },
    },
    { highWaterMark: 0 },
  )
}

type Ending = CutOff['finishReason']

function isAbort(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'AbortError'
}

/** Whether an answer with this finish reason is incomplete because of an error. */
export function isCutOff(reason: FinishReason): boolean {
  return reason === 'error' || reason === 'interrupted'
}

interface Reply {
  add(part: StreamPart): void
  /** The reply, marked as partial unless the model finished it. */
  soFar(ending: Ending | undefined): CapturedReply
}

type OpenPart = Extract<ReplyPart, { type: 'text' | 'reasoning' }>
/** The fields of stream parts that extend a text. */
interface Extension {
  id: string
  delta?: string
  providerMetadata?: OpenPart['providerMetadata']
}

/** Reassembles the parts of a stream in the order in which they began. */
function createReply(): Reply {
  const content: ReplyPart[] = []
  const open = new Map<string, OpenPart>()
  let finished: FinishReason | undefined
  let hasFailed = false

  function start(type: OpenPart['type'], id: string): OpenPart {
    const part: OpenPart = { type, text: '' }
    open.set(`${type} ${id}`, part)
    content.push(part)
    return part
  }

  function extend(type: OpenPart['type'], { id, delta = '', providerMetadata }: Extension): void {
    const part = open.get(`${type} ${id}`) ?? start(type, id)
    part.text += delta
    // The latest value is kept, because a signature comes last.
    if (providerMetadata) part.providerMetadata = providerMetadata
  }

  function add(part: StreamPart): void {
    switch (part.type) {
      case 'text-start':
        start('text', part.id)
        extend('text', part)
        break
      case 'reasoning-start':
        start('reasoning', part.id)
        extend('reasoning', part)
        break
      case 'text-delta':
      case 'text-end':
        extend('text', part)
        break
      case 'reasoning-delta':
      case 'reasoning-end':
        extend('reasoning', part)
        break
      case 'tool-call':
      case 'tool-result':
      case 'tool-approval-request':
      case 'file':
      case 'reasoning-file':
      case 'source':
      case 'custom':
        content.push(part)
        break
      case 'error':
        hasFailed = true
        break
      case 'finish':
        finished = reasonOf(part.finishReason)
    }
  }

  function soFar(ending: Ending | undefined): CapturedReply {
    if (finished !== undefined && !isCutOff(finished)) return { content }
    return { content, partial: { finishReason: finished ?? ending ?? (hasFailed ? 'error' : 'interrupted') } }
  }

  return { add, soFar }
}
