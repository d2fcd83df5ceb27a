import type { RecalledItem, RecallOptions } from '@daybook/memory-core'
import {
  anything,
  checkOf,
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

/** Options of a {@link DaybookRetriever}. With `openMemories`, each call names its user, or finds nothing. */
export interface DaybookRetrieverOptions extends BaseRetrieverInput, RunOwner {
  /** Options of `memory.recall`, such as `limit`, `layers`, `type` and `since`. @default 10 items of all layers */
  recall?: Omit<RecallOptions, 'signal'>
}

/** The metadata of a document. */
export interface RecalledMetadata {
  /** The id for `memory.forget`. */
  id: string
  /** Its layer: facts, records, notes, knowledge, history or messages. */
  layer: RecalledItem['layer']
  /** The type of a record or a note, the category of a fact or a knowledge entry. */
  type?: string
  /** Higher is better; comparable only within one result. */
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
  recall: checkOf('an object such as { limit: 5 }', isObject),
  callbacks: anything,
  tags: anything,
  metadata: anything,
  verbose: anything,
}

/**
 * Everything that is remembered, as a retriever: `retriever.invoke(question)`, or in a chain. The call names its user:
 * `retriever.invoke(question, { configurable: { user } })`; its `signal` cancels the search. If the memory fails, the
 * result is empty, and the chain continues.
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

  /** Finds what is remembered for a question, best first. @throws only the reason of the call's own abort signal */
  override async invoke(
    input: string,
    options?: Partial<RunnableConfig>,
  ): Promise<DocumentInterface<RecalledMetadata>[]> {
    // LangChain does not pass the configuration to the search. Concurrent calls share a retriever, so the configuration
    // is kept in an object for this call alone.
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
