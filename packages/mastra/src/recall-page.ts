import { MemoryError } from '@daybook/memory-core'
import { shown } from '@daybook/memory-core/adapters'
import type { MastraDBMessage } from '@mastra/core/agent/message-list'
import type { MemoryConfigInternal } from '@mastra/core/memory'
import type { StorageListMessagesInput } from '@mastra/core/storage'
import type { DaybookStorage } from './daybook-storage.ts'
import type { Owners } from './owners.ts'

/** The result of `recall`: one page of messages. */
export interface RecalledPage {
  messages: MastraDBMessage[]
  total: number
  page: number
  perPage: number | false
  hasMore: boolean
}

/** The parts that recalling needs. */
export interface RecallSources {
  domain: DaybookStorage
  owners: Owners
  config: MemoryConfigInternal
}

const usual = 10
const mostHits = 10

/**
 * The messages of a thread. Without an order: the newest page, oldest first; without a page size: as many as the
 * settings load into a run. With a search text, matching messages of the resource are added from all its threads.
 * @throws MemoryError `bad-input` if the thread belongs to another resource than the given one
 */
export async function recallPage(
  { vectorSearchString = '', ...query }: StorageListMessagesInput & { vectorSearchString?: string },
  { domain, owners, config }: RecallSources,
): Promise<RecalledPage> {
  const { threadId, resourceId, orderBy } = query
  if (resourceId) await checkOwner(domain, threadId, resourceId)
  const lastMessages = config.lastMessages === false ? 0 : (config.lastMessages ?? usual)
  const perPage = query.perPage ?? lastMessages
  const include = [...(query.include ?? []), ...(await hits(vectorSearchString, resourceId, owners))]
  const isNewest = !orderBy && perPage !== false
  const order = isNewest ? ({ field: 'createdAt', direction: 'DESC' } as const) : orderBy
  const found = await domain.listMessages({ ...query, perPage, include, ...(order && { orderBy: order }) })
  return isNewest ? { ...found, messages: found.messages.toReversed() } : found
}

async function checkOwner(domain: DaybookStorage, threadId: string | string[], resourceId: string): Promise<void> {
  for (const id of [threadId].flat()) {
    const thread = await domain.getThreadById({ threadId: id })
    if (!thread || thread.resourceId === resourceId) continue
    throw new MemoryError('bad-input', `Thread ${shown(id)} does not belong to the resource ${shown(resourceId)}`)
  }
}

async function hits(text: string, resourceId: string | undefined, owners: Owners) {
  const memory = text === '' || !resourceId ? undefined : await owners.of(resourceId)
  const { items } = memory ? await memory.recall(text, { limit: mostHits, layers: ['sessions'] }) : { items: [] }
  return items.flatMap(({ source }) => ('messageId' in source ? [{ id: source.messageId }] : []))
}
