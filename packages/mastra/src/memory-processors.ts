import {
  anyMemory,
  callable,
  checkOptions,
  createReporter,
  type Fields,
  flag,
  text,
  waitingTime,
} from '@daybook/memory-core/adapters'
import type { InputProcessor, OutputProcessor } from '@mastra/core/processors'
import { alignRun, captureProcessor } from './capture-processor.ts'
import { createOwners, type Ownership } from './owners.ts'
import { recallProcessor } from './recall-processor.ts'
import { createFindScope } from './run-scope.ts'

/** What `createMemoryProcessors` takes. */
export interface MemoryProcessorsOptions extends Ownership {
  /** Give the model what is remembered, and store nothing, whatever a run says. @default false */
  readOnly?: boolean
  /** The most milliseconds that a run waits for the memory: once before the model, and once after it. @default 2000 */
  timeoutMs?: number
  /** Told whatever went wrong with the memory; the run goes on without it. @default `console.warn`, once for each error */
  onError?: (error: unknown) => void
}

/** Processors for an agent whose messages another memory keeps. */
export interface MemoryProcessors {
  /** For `inputProcessors`. */
  input: InputProcessor[]
  /** For `outputProcessors`; none when read-only. */
  output: OutputProcessor[]
}

const fields: Fields = {
  memory: anyMemory,
  user: text('a text that is not empty'),
  readOnly: flag,
  timeoutMs: waitingTime,
  onError: callable,
}

/**
 * Makes processors that recall before the model and store after it, for agents that keep `@mastra/memory` for their
 * history: `new Agent({ …, inputProcessors: input, outputProcessors: output })`. They never throw.
 * @throws MemoryError `bad-option`
 */
export function createMemoryProcessors(options: MemoryProcessorsOptions): MemoryProcessors {
  checkOptions(options, 'createMemoryProcessors', fields)
  const { readOnly = false, timeoutMs = 2_000 } = options
  const report = createReporter(options.onError)
  const owners = createOwners(options, 'createMemoryProcessors')
  const findScope = createFindScope({ owners, ownerOf: async () => undefined, report })
  return {
    input: [recallProcessor({ findScope, timeoutMs, report })],
    output: readOnly ? [] : [captureProcessor({ findScope, store: alignRun, timeoutMs, report })],
  }
}
