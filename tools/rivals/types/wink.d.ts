declare module 'wink-bm25-text-search' {
  interface WinkEngine {
    defineConfig(config: {
      fldWeights: Record<string, number>
      bm25Params?: { k1?: number; b?: number; k?: number }
    }): boolean
    definePrepTasks(tasks: readonly ((text: string) => readonly string[])[]): number
    addDoc(doc: Record<string, string>, id: number): number
    consolidate(): boolean
    /** Pairs of the id given to addDoc, as text, and the score. */
    search(text: string, limit: number): [string, number][]
  }
  export default function create(): WinkEngine
}

declare module 'wink-nlp-utils' {
  const words: {
    string: { stem(word: string): string }
    tokens: { removeWords(tokens: string[]): string[] }
  }
  export default words
}
