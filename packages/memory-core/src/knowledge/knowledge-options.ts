/** How the knowledge base is kept. */
export interface KnowledgeOptions {
  /** The folder of knowledge.json, relative to the memory's directory. @default 'memory' */
  directory?: string
  /**
   * Which entries a context gets first within a category. `score`: those that are used often and were used lately;
   * `category`: the newest, as the described system does. See `exportKnowledge`. @default 'score'
   */
  order?: KnowledgeOrder
  /** The most characters of an export, unless the call says otherwise. @default 2000 */
  maxChars?: number
}

/** What decides within a category. */
export type KnowledgeOrder = 'category' | 'score'

/** {@link KnowledgeOptions} with the defaults filled in. */
export type ResolvedKnowledgeOptions = Required<KnowledgeOptions>

/** What an option is when it is not given. */
export const knowledgeDefaults: ResolvedKnowledgeOptions = { directory: 'memory', order: 'score', maxChars: 2000 }
