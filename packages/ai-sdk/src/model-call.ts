import type { LanguageModelMiddleware } from 'ai'

type Hook<Name extends 'transformParams' | 'wrapGenerate' | 'wrapStream'> = NonNullable<LanguageModelMiddleware[Name]>

/** What a model is called with. */
export type CallOptions = Parameters<Hook<'transformParams'>>[0]['params']
/** What a model is shown, message by message. */
export type Prompt = CallOptions['prompt']
/** One message of a prompt. */
export type PromptMessage = Prompt[number]
/** What a model answers at once. */
export type GenerateResult = Awaited<ReturnType<Hook<'wrapGenerate'>>>
/** What a model answers bit by bit. */
export type StreamResult = Awaited<ReturnType<Hook<'wrapStream'>>>
/** One bit of a streamed answer. */
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never
/** One part of an answer. */
export type ReplyPart = GenerateResult['content'][number]
/** Why a model stopped. Models of `ai` 5 say it in one word, `unknown` among them. */
export type FinishReason = (GivenReason extends { unified: infer Unified } ? Unified : GivenReason) | 'unknown'
type GivenReason = GenerateResult['finishReason']

/** Why a model stopped, in one word, whatever the version of the model. */
export function reasonOf(reason: FinishReason | { unified: FinishReason }): FinishReason {
  return typeof reason === 'string' ? reason : reason.unified
}
