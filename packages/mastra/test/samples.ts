import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { StorageThreadType } from '@mastra/core/memory'
import type { DaybookStorage } from '../src/index.ts'

/** A moment, so many minutes after the first. */
export const minute = (count: number): Date => new Date(Date.UTC(2026, 2, 1, 9, count))

/** A thread of Ada's, unless it is said otherwise. */
export function thread(fields: Partial<StorageThreadType> = {}): StorageThreadType {
  return {
    id: `thread-${crypto.randomUUID()}`,
    resourceId: 'ada',
    title: 'Tea',
    metadata: { key: 'value' },
    createdAt: minute(0),
    updatedAt: minute(0),
    ...fields,
  }
}

let count = 0

/** A message of a thread, each a minute later than the one before, unless it is said otherwise. */
export function message(
  { id: threadId, resourceId }: Pick<StorageThreadType, 'id' | 'resourceId'>,
  text: string,
  fields: Partial<MastraDBMessage> = {},
): MastraDBMessage & { threadId: string; resourceId: string } {
  count += 1
  return {
    id: `message-${count}`,
    role: 'user',
    createdAt: minute(count),
    content: { format: 2, parts: [{ type: 'text', text }], content: text },
    ...fields,
    threadId,
    resourceId,
  }
}

/** What messages say, in their order. */
export const texts = (messages: readonly MastraDBMessage[]): string[] =>
  messages.map(({ content }) => content.content ?? '')

/** A stored thread with messages that say these texts. */
export async function conversation(
  storage: DaybookStorage,
  words: readonly string[],
  fields: Partial<StorageThreadType> = {},
) {
  const stored = thread(fields)
  await storage.saveThread({ thread: stored })
  const messages = words.map((text) => message(stored, text))
  await storage.saveMessages({ messages })
  return { thread: stored, messages }
}
