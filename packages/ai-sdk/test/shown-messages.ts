import type { UIMessage } from 'ai'

/** What a user interface shows of a user. */
export const user = (id: string, text: string): UIMessage => ({ id, role: 'user', parts: [{ type: 'text', text }] })
/** What it shows of an answer in one step. */
export const assistant = (id: string, text: string): UIMessage => {
  return { id, role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text, state: 'done' }] }
}

/** One message with each kind of part that a user interface shows. */
export const rich: UIMessage = {
  id: 'rich',
  role: 'assistant',
  metadata: { model: 'x', tokens: 3 },
  parts: [
    { type: 'step-start' },
    { type: 'reasoning', text: 'Hm.', providerMetadata: { anthropic: { signature: 's' } } },
    { type: 'text', text: 'Looking.' },
    { type: 'tool-look', toolCallId: 'c1', state: 'output-available', input: { at: 1 }, output: { sky: 'clear' } },
    { type: 'dynamic-tool', toolName: 'ask', toolCallId: 'c2', state: 'output-error', input: {}, errorText: 'No.' },
    { type: 'step-start' },
    { type: 'text', text: 'Clear.' },
    { type: 'source-url', sourceId: 's1', url: 'https://example.com', title: 'Sky' },
    { type: 'file', mediaType: 'image/png', filename: 'sky.png', url: 'data:image/png;base64,aGVsbG8=' },
    { type: 'data-note', id: 'n', data: { lines: [1, null, { a: [] }] } },
  ],
}
