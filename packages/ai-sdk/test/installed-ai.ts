import * as ai from 'ai'
import type { MockLanguageModelV4 } from 'ai/test'
import * as mocks from 'ai/test'
import * as olderMocks from 'ai5/test'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The specification of the models that the tests of this project wrap. */
    models: 'v2' | 'v3' | 'v4'
  }
}

/** The version of `ai` that is tested. */
export const version: 5 | 6 | 7 = 'isStepCount' in ai ? 7 : 'rerank' in ai ? 6 : 5

/** The specification of the models that are tested with it. */
export const models: 'v2' | 'v3' | 'v4' = inject('models')

/** Stops a tool loop after a number of steps; it has another name in `ai` 7. */
export const isStepCount: typeof ai.isStepCount = version === 7 ? ai.isStepCount : ai.stepCountIs

/** The mock model of `ai` for the specification; that of `ai` 5 where the installed one has none. */
export function mockModel(settings: ConstructorParameters<typeof MockLanguageModelV4>[0]): MockLanguageModelV4 {
  const name = `MockLanguageModel${models.toUpperCase()}`
  return Reflect.construct(Reflect.get(mocks, name) ?? Reflect.get(olderMocks, name), [settings])
}

type Messages = ai.ModelMessage[]

/** The messages of an answer, for the next prompt. */
export async function responseMessages(result: {
  responseMessages?: Messages | PromiseLike<Messages>
  response: unknown
}): Promise<Messages> {
  if (version === 7) return (await result.responseMessages) ?? []
  const response = await result.response
  return Reflect.get(Object(response), 'messages')
}

/** All parts of a streamed answer; they got another name in `ai` 7. */
export function partsOf<Parts>(result: { stream: Parts; fullStream: Parts }): Parts {
  return version === 7 ? result.stream : result.fullStream
}
