import type { InputProcessor, OutputProcessor } from '@mastra/core/processors'
import type { FindScope } from './run-scope.ts'

/** The functions that guarding needs. */
export interface Guard {
  findScope: FindScope
  report: (error: unknown) => undefined
}

/**
 * The framework's own input processor, restricted to runs that have a memory. It never throws, so that a failing memory
 * does not prevent the answer.
 */
export function guardedInput(processor: InputProcessor, { findScope, report }: Guard): InputProcessor {
  const { id, name = id } = processor
  return {
    id,
    name,
    processInput: async (args) => {
      try {
        if (await findScope(args.requestContext)) return (await processor.processInput?.(args)) ?? args.messageList
      } catch (error) {
        report(error)
      }
      return args.messageList
    },
    ...(processor.processInputStep && {
      processInputStep: async (args) => {
        try {
          return (await findScope(args.requestContext)) ? await processor.processInputStep?.(args) : undefined
        } catch (error) {
          return report(error)
        }
      },
    }),
  }
}

/** The framework's own output processor, guarded in the same way. */
export function guardedOutput(processor: OutputProcessor, { findScope, report }: Guard): OutputProcessor {
  const { id, name = id } = processor
  return {
    id,
    name,
    processOutputResult: async (args) => {
      try {
        const scope = await findScope(args.requestContext)
        if (scope && !scope.readOnly) return (await processor.processOutputResult?.(args)) ?? args.messageList
      } catch (error) {
        report(error)
      }
      return args.messageList
    },
  }
}
