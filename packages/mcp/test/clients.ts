import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** The program as it is installed. */
export const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** Both generations of the protocol. */
export const eras = ['legacy', '2026-07-28'] as const
export type Era = (typeof eras)[number]

/** A client of that generation, which confirms if `confirm` says so, or cannot be asked. */
export function clientOf(era: Era, confirm?: () => boolean): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: confirm === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: era } },
    },
  )
  if (confirm !== undefined)
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirm: confirm() } }))
  return client
}

/** A server of its own process over stdio, with its client. */
export async function overStdio(directory: string, era: Era, confirm?: () => boolean) {
  const client = clientOf(era, confirm)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, '--directory', directory],
    stderr: 'pipe',
  })
  await client.connect(transport)
  return { client, transport }
}

/** A client of a server over HTTP. */
export async function overHttp(url: string, era: Era, confirm?: () => boolean): Promise<Client> {
  const client = clientOf(era, confirm)
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  return client
}

/** The text of a tool's answer. */
export function textOf({ content }: { content?: unknown }): string {
  const [first]: unknown[] = Array.isArray(content) ? content : []
  return typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : ''
}
