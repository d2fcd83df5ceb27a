import type { LanguageModel } from 'ai'
import { scriptedModel } from './scripted-model.ts'

/**
 * The model that answers. This one needs no key: it can only quote what memory tells it. For a real one, change this line:
 *
 *     export const model: LanguageModel = 'openai/gpt-5-mini' // with AI_GATEWAY_API_KEY set, or any provider of the AI SDK
 */
export const model: LanguageModel = scriptedModel
