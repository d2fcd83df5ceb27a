import type { Json, Memory, StoredItem } from '@daybook/memory-core'
import type { StorageResourceType } from '@mastra/core/storage'
import { jsonCopy } from './json-copy.ts'
import { needMemory, type ThreadAccess } from './owned-threads.ts'

/** The data of Mastra's resources: working memory and metadata. */
export interface ResourceRows {
  get(resource: string): Promise<StorageResourceType | null>
  save(resource: StorageResourceType): Promise<void>
  /** Changes the given fields, and merges metadata; creates the resource if needed. */
  update(resource: string, change: ResourceChange): Promise<StorageResourceType>
}

/** The new fields of a resource. */
export interface ResourceChange {
  workingMemory?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

interface ResourceRow {
  workingMemory?: string
  metadata?: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

const namespace = ['mastra', 'resources']

/** The resources of a storage, each an item in its own memory. */
export function createResourceRows(access: ThreadAccess): ResourceRows {
  const { catalogue, owners, inOrder, now } = access

  async function get(id: string): Promise<StorageResourceType | null> {
    const memory = (await catalogue.hasResource(id)) ? await owners.of(id) : undefined
    const [found] = memory ? await memory.items.get(namespace, [id], { at: now() }) : []
    return found ? resourceOf(id, rowOf(found)) : null
  }

  async function write(resource: StorageResourceType): Promise<void> {
    const memory = await needMemory(access, resource.id)
    await put(memory, resource, now())
    if (!(await catalogue.hasResource(resource.id))) await catalogue.addResource(resource.id)
  }

  return {
    get,
    save: (resource) => inOrder(resource.id, () => write(resource)),
    update: (id, { workingMemory, metadata }) =>
      inOrder(id, async () => {
        const time = new Date(now())
        const before = (await get(id)) ?? { id, metadata: {}, createdAt: time, updatedAt: time }
        const after = {
          ...before,
          ...(workingMemory !== undefined && { workingMemory }),
          metadata: { ...before.metadata, ...metadata },
          updatedAt: time,
        }
        await write(after)
        return after
      }),
  }
}

async function put({ items }: Memory, resource: StorageResourceType, at: string): Promise<void> {
  const { id, workingMemory, metadata, createdAt, updatedAt } = resource
  const row: ResourceRow = {
    ...(typeof workingMemory === 'string' && { workingMemory }),
    ...(metadata && { metadata: jsonCopy(metadata) }),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
  await items.put([{ namespace, key: id, value: { ...row } as Json, at }]) // JSON already
}

function rowOf({ value }: StoredItem): ResourceRow {
  return structuredClone(value) as unknown as ResourceRow // written by this file
}

function resourceOf(id: string, { createdAt, updatedAt, ...rest }: ResourceRow): StorageResourceType {
  return { id, ...rest, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }
}
