import {
  anything,
  type ContextText,
  type Fields,
  type OwnedMemory,
  openedOwner,
  text,
  type WaitingOptions,
  waitingFields,
  waitingMs,
  within,
} from '@daybook/memory-core/adapters'
import type { ModelMessage } from 'ai'

/** The memory and conversation of the steps. */
export interface PrepareStepOptions extends OwnedMemory, WaitingOptions {
  /** The conversation: its summary is part of the context, and its own messages are not recalled. @default none */
  session?: string | undefined
  /** Maximum tokens of the context. @default the memory's own */
  budget?: number | undefined
}

/** The fields of a step that `ai` 5, 6 and 7 pass. */
export interface PreparedStep {
  stepNumber: number
  messages: ModelMessage[]
  /** Since `ai` 7: the instructions of the host, without changes by earlier steps. */
  initialInstructions?: unknown
  initialMessages?: unknown
}

/** The changes to a step. */
export interface StepChange {
  messages: ModelMessage[]
}

const fields: Fields = { ...waitingFields, session: text('a session key'), budget: anything }

/**
 * A `prepareStep` that adds the context to a tool loop, for hosts that cannot wrap their model: the stable part before
 * the question and the volatile part after it, both in the last user message, and the same for all steps that answer
 * it. It stores nothing: use `memory.addMessages` for that, or wrap the model with `withMemory`, which does both and
 * keeps the provider's prompt cache warm.
 * @throws MemoryError `bad-option` here for invalid options, and for many memories without a user. Later nothing: a
 * failing memory never fails a step
 */
export function memoryPrepareStep(
  options: PrepareStepOptions,
): (step: PreparedStep) => Promise<StepChange | undefined> {
  const { open, report } = openedOwner(options, 'memoryPrepareStep', fields)
  const { session, budget, timeoutMs = waitingMs } = options
  /** By question: all steps of an agent share the question object, and the entry is freed with it. */
  const known = new WeakMap<ModelMessage, Promise<ContextText | undefined>>()

  async function remember(messages: readonly ModelMessage[], question: ModelMessage): Promise<ContextText | undefined> {
    try {
      return await within({ timeoutMs }, async (signal) => {
        const own = await open()
        const { stable, volatile } = await own.buildContext({
          query: textOf(question),
          hostSends: messages.some(({ role }) => role === 'assistant') ? 'window' : 'nothing',
          ...(session !== undefined && { session }),
          ...(budget !== undefined && { budget }),
          signal,
        })
        return { stable, volatile }
      })
    } catch (error) {
      report(error)
      return undefined
    }
  }

  return async ({ stepNumber, messages, ...rest }) => {
    // Since `ai` 7, changes of an earlier step persist.
    if (stepNumber > 0 && 'initialMessages' in rest) return undefined
    const at = messages.findLastIndex(({ role }) => role === 'user')
    const question = messages[at]
    if (question?.role !== 'user') return undefined
    const remembering = known.get(question) ?? remember(messages, question)
    known.set(question, remembering)
    const context = await remembering
    if (!context || context.stable + context.volatile === '') return undefined
    return { messages: messages.with(at, withContext(question, context)) }
  }
}

function withContext(
  question: Extract<ModelMessage, { role: 'user' }>,
  { stable, volatile }: ContextText,
): ModelMessage {
  const parts =
    typeof question.content === 'string' ? [{ type: 'text' as const, text: question.content }] : question.content
  const part = (text: string) => (text === '' ? [] : [{ type: 'text' as const, text }])
  return { ...question, content: [...part(stable), ...parts, ...part(volatile)] }
}

function textOf({ content }: ModelMessage): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
