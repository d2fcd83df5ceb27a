/** What other libraries call something, and what it is called here; the first of these that there is. */
const borrowed: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    directory: 'dir path folder root cwd location dbpath datadir file filename',
    storage: 'store db database backend adapter',
    model: 'llm languagemodel chatmodel prompt promptfunction summarizer generate',
    embed: 'embedder embedding embeddings embeddingmodel vectorizer',
    rerank: 'reranker rerankingmodel',
    memory: 'memories daybook store',
    user: 'userid username owner resource resourceid actorid',
    agent: 'agentid agentname',
    session: 'sessionid sessionkey thread threadid chat chatid conversation conversationid',
    query: 'question text input search q prompt',
    limit: 'topk k n top max maxresults take count size maxitems',
    budget: 'maxtokens tokenbudget tokens tokenlimit maxcontexttokens',
    types: 'type',
    type: 'types kind category',
    profile: 'preset',
    logger: 'log',
    onError: 'onwarning errorhandler',
    timeoutMs: 'timeout patience',
    ttlMs: 'ttl',
    countTokens: 'tokenizer tokencounter',
    scope: 'filepath',
    since: 'from after start startdate',
    until: 'to before end enddate',
    signal: 'abortsignal abort',
  })
    .flatMap(([ours, names]) => names.split(' ').map((name) => [name, ours] as const))
    .reduce((all, [name, ours]) => all.set(name, [...(all.get(name) ?? []), ours]), new Map<string, string[]>()),
)

/**
 * The end of an error message about a name that there is not: "; did you mean …?", or nothing. Known are misspelt names
 * and what other libraries call the same.
 */
export function didYouMean(name: unknown, known: Iterable<string>): string {
  if (typeof name !== 'string') return ''
  const names = [...known]
  const plain = plainName(name)
  const meant =
    names.find((one) => plainName(one) === plain) ??
    borrowed.get(plain)?.find((one) => names.includes(one)) ??
    nearest(plain, names)
  return meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
}

function plainName(name: string): string {
  return name
    .slice(0, longest)
    .replaceAll(/[-_\s]/g, '')
    .toLowerCase()
}

const longest = 64

/** Misspelt at most once for each four letters, and less in short names. */
function nearest(plain: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distanceOf(plain, plainName(name)) }))
    .filter(
      ({ name, distance }) => distance <= Math.min(3, Math.max(1, Math.floor(name.length / 4))) && plain.length > 2,
    )
    .toSorted((a, b) => a.distance - b.distance)
  return best?.name
}

/** How many letters have to be put in, left out, changed, or swapped with the next one (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1]
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1]
      const swapped = isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1), swapped))
    }
    before = last
    last = next
  }
  return last.at(-1) ?? 0
}
