import {
  checkOptions,
  createReporter,
  flag,
  type WaitingOptions,
  waitingFields,
  waitingMs,
} from '@daybook/memory-core/adapters'
import type { InputProcessor, OutputProcessor } from '@mastra/core/processors'
import { alignRun, captureProcessor } from './capture-processor.ts'
import { createOwners, type Ownership } from './owners.ts'
import { recallProcessor } from './recall-processor.ts'
import { createFindScope } from './run-scope.ts'

/** Options of {@link createMemoryProcessors}. */
export interface MemoryProcessorsOptions extends Ownership, WaitingOptions {
  /** Adds the context, but stores nothing, whatever a run requests. @default false */
  readOnly?: boolean | undefined
}

/** Processors for an agent whose messages another memory stores. */
export interface MemoryProcessors {
  /** For `inputProcessors`. */
  input: InputProcessor[]
  /** For `outputProcessors`; none when read-only. */
  output: OutputProcessor[]
}

/**
 * Creates processors that recall before the model and store after it, for agents that use `@mastra/memory` for their
 * history: `new Agent({ …, inputProcessors: input, outputProcessors: output })`. They never throw.
 * @throws MemoryError `bad-option`
 */
export function createMemoryProcessors(options: MemoryProcessorsOptions): MemoryProcessors {
  checkOptions(options, 'createMemoryProcessors', { ...waitingFields, readOnly: flag })
  const { readOnly = false, timeoutMs = waitingMs } = options
  const report = createReporter(options.onError)
  const owners = createOwners(options, 'createMemoryProcessors')
  const findScope = createFindScope({ owners, ownerOf: async () => undefined, report })
  return {
    input: [recallProcessor({ findScope, timeoutMs, report })],
    output: readOnly ? [] : [captureProcessor({ findScope, store: alignRun, timeoutMs, report })],
  }
}
