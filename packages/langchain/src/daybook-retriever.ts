import type { RecalledItem, RecallOptions } from '@daybook/memory-core'
import {
  anything,
  checkOptions,
  createReporter,
  type Fields,
  isObject,
  reportingFields,
} from '@daybook/memory-core/adapters'
import { Document, type DocumentInterface } from '@langchain/core/documents'
import { BaseRetriever, type BaseRetrieverInput } from '@langchain/core/retrievers'
import { ensureConfig, type RunnableConfig } from '@langchain/core/runnables'
import { createScopes, identifyFields, type RunOwner } from './scope/identify.ts'

/** What a retriever searches, and how. With `openMemories` each call names its user; a call without memory finds nothing. */
export interface DaybookRetrieverOptions extends BaseRetrieverInput, RunOwner {
  /** How to search, as `memory.recall` takes it: `limit`, `layers`, `sessions`, `type`, `since` and so on. @default 10 items of every layer */
  recall?: Omit<RecallOptions, 'signal'>
}

/** What is known of a document. */
export interface RecalledMetadata {
  /** As `memory.forget` takes it. */
  id: string
  /** Where it was found: facts, records, notes, knowledge, history or messages. */
  layer: RecalledItem['layer']
  /** The type of a record or a note, the category of a fact or a knowledge entry. */
  type?: string
  /** Higher is better; comparable within one answer only. */
  score: number
  /** ISO time, if it has one. */
  createdAt?: string
  source: RecalledItem['source']
  /** With `recall: { explain: true }`. */
  explain?: RecalledItem['explain']
}

const fields: Fields = {
  ...reportingFields,
  ...identifyFields,
  recall: { fits: isObject, expected: 'an object such as { limit: 5 }' },
  callbacks: anything,
  tags: anything,
  metadata: anything,
  verbose: anything,
}

/**
 * Everything that is remembered, as a retriever: `retriever.invoke(question)`, or in a chain. Who asks is said by the
 * call, `retriever.invoke(question, { configurable: { user } })`; its `signal` ends the search. A memory that fails finds
 * nothing, and the chain goes on.
 */
export class DaybookRetriever extends BaseRetriever<RecalledMetadata> {
  override lc_namespace: string[] = ['daybook', 'retrievers']
  private readonly find: Find

  static override lc_name(): string {
    return 'DaybookRetriever'
  }

  /** @throws MemoryError `bad-option` */
  constructor(options: DaybookRetrieverOptions) {
    checkOptions(options, 'DaybookRetriever', fields)
    const { memory: _memory, user: _user, recall: _recall, identify: _identify, ...others } = options
    const { userFromConfigurable: _userFromConfigurable, onError: _onError, ...rest } = others
    super(rest)
    this.find = createFind(options)
  }

  /** What is remembered of a question, best first. @throws the reason of the call's own abort signal, and nothing else */
  override async invoke(
    input: string,
    options?: Partial<RunnableConfig>,
  ): Promise<DocumentInterface<RecalledMetadata>[]> {
    // LangChain does not hand the configuration on to the search. A retriever is used by many at once, so it is kept
    // with an object for this call alone.
    const asked: this = Object.create(this)
    calls.set(asked, ensureConfig(options))
    return super.invoke.call(asked, input, options)
  }

  /** The search itself; {@link invoke} adds tracing. */
  override async _getRelevantDocuments(query: string): Promise<DocumentInterface<RecalledMetadata>[]> {
    return this.find(query, calls.get(this) ?? {})
  }
}

type Find = (query: string, call: RunnableConfig) => Promise<Document<RecalledMetadata>[]>

const calls = new WeakMap<object, RunnableConfig>()

function createFind({ recall, onError, ...options }: DaybookRetrieverOptions): Find {
  const report = createReporter(onError)
  const { memoryOf } = createScopes({ ...options, report })
  const wanted = structuredClone(recall ?? {})
  return async (query, call) => {
    const { signal } = call
    try {
      signal?.throwIfAborted()
      const mine = await memoryOf(call)
      if (!mine) return []
      const { items } = await mine.memory.recall(query, { ...wanted, ...(signal && { signal }) })
      return items.map(toDocument)
    } catch (error) {
      signal?.throwIfAborted()
      report(error)
      return []
    }
  }
}

function toDocument({ text: pageContent, ...metadata }: RecalledItem): Document<RecalledMetadata> {
  return new Document({ pageContent, id: metadata.id, metadata })
}
