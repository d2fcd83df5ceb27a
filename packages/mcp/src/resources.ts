import { MemoryError, textOf } from '@daybook/memory-core'
import { ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import type { Served } from './memory-server.ts'

/** The URI of the long-term facts. */
export const memoryUri = 'memory://MEMORY.md'

const mostListed = 50
const mostEntries = 200
const markdown = { mimeType: 'text/markdown' } as const

/** Registers the readable resources: MEMORY.md, the notes, the history, and conversations. */
export function registerResources(served: Served): void {
  const { server, open, layers } = served
  const has = (layer: string): boolean => layers.includes(layer)
  const text = (uri: URL | string, content: string) => ({
    contents: [{ uri: typeof uri === 'string' ? uri : uri.href, ...markdown, text: content }],
  })

  if (has('facts'))
    server.registerResource('MEMORY.md', memoryUri, { ...markdown, description: 'What is always known.' }, async () =>
      text(memoryUri, await (await open()).facts.read()),
    )
  if (has('history'))
    server.registerResource(
      'history',
      'memory://history',
      { ...markdown, description: 'What happened when.' },
      async (uri) => {
        const entries = await (await open()).history.list({ limit: mostEntries })
        return text(uri, entries.map((entry) => `## ${entry.at ?? ''}\n\n${entry.text}`).join('\n\n'))
      },
    )
  if (has('notes')) {
    server.registerResource(
      'notes',
      'memory://notes',
      { ...markdown, description: 'The index of the notes.' },
      async (uri) => text(uri, await (await open()).notes.index()),
    )
    const list = async () => ({
      resources: (await (await open()).notes.list()).slice(0, mostListed).map(({ filename, description }) => ({
        uri: `memory://notes/${encodeURIComponent(filename)}`,
        name: filename,
        ...markdown,
        ...(description === undefined ? {} : { description }),
      })),
    })
    server.registerResource(
      'note',
      new ResourceTemplate('memory://notes/{filename}', { list }),
      { ...markdown, description: 'One note.' },
      async (uri, { filename }) => {
        const note = await (await open()).notes.read(decoded(filename, uri))
        if (!note) throw new ResourceNotFoundError(uri.href)
        return text(uri, note.text)
      },
    )
  }
  server.registerResource(
    'told',
    'memory://told',
    { mimeType: 'application/json', description: 'The context that was told last: what stood in it, and why.' },
    async (uri) => {
      const receipt = await (await open()).receipts.get()
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(receipt ?? null) }] }
    },
  )
  const list = async () => ({
    resources: (await (await open()).sessions.list()).slice(-mostListed).map(({ key, title }) => ({
      uri: `memory://session/${encodeURIComponent(key)}`,
      name: title ?? key,
      ...markdown,
    })),
  })
  server.registerResource(
    'session',
    new ResourceTemplate('memory://session/{key}', { list }),
    { ...markdown, description: 'One conversation.' },
    async (uri, { key }) => {
      const { sessions } = await open()
      const session = decoded(key, uri)
      if (!(await sessions.get(session))) throw new ResourceNotFoundError(uri.href)
      const messages = await sessions.messages(session, { archived: true })
      return text(uri, messages.map((one) => `**${one.role}**, ${one.createdAt}\n\n${textOf(one)}`).join('\n\n'))
    },
  )
}

function decoded(value: string | string[] | undefined, uri: URL): string {
  try {
    return decodeURIComponent(String(value))
  } catch (cause) {
    throw new MemoryError('bad-input', `${uri.href} is not a URI of this memory`, { cause })
  }
}
