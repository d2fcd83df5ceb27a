import type { LanguageModelMiddleware } from 'ai'

type Hook<Name extends 'transformParams' | 'wrapGenerate' | 'wrapStream'> = NonNullable<LanguageModelMiddleware[Name]>

/** The parameters of a model call. */
export type CallOptions = Parameters<Hook<'transformParams'>>[0]['params']
/** The messages of a model call. */
export type Prompt = CallOptions['prompt']
export type PromptMessage = Prompt[number]
/** The result of a call without streaming. */
export type GenerateResult = Awaited<ReturnType<Hook<'wrapGenerate'>>>
/** The result of a call with streaming. */
export type StreamResult = Awaited<ReturnType<Hook<'wrapStream'>>>
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never
export type ReplyPart = GenerateResult['content'][number]
/** Why a model stopped, in one word; includes `unknown` of `ai` 5. */
export type FinishReason = (GivenReason extends { unified: infer Unified } ? Unified : GivenReason) | 'unknown'
type GivenReason = GenerateResult['finishReason']

/** Why a model stopped, in one word, for every version of `ai`. */
export function reasonOf(reason: FinishReason | { unified: FinishReason }): FinishReason {
  return typeof reason === 'string' ? reason : reason.unified
}
