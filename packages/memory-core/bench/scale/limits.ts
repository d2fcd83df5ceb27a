import type { InnerRecall } from '../../src/recall/recall.ts'
import { createIndexFile } from '../../src/sqlite/index-file.ts'
import { createLocalPassages } from '../../src/sqlite/passages.ts'
import type { PassageIndex } from '../../src/storage/passages.ts'
import type { AskedText } from './source.ts'

/** For comparison: so many candidates, neighbours of as many, and every word chooses. */
const manyCandidates = 5_000
const limit = 10

/** What the limits of candidates lose, as a sentence: of the answers that are known, and of the best ten without limits. */
export async function lostByLimits(
  { directory, file }: { directory: string; file: string },
  recallOver: (index: PassageIndex) => InnerRecall,
  questions: readonly AskedText[],
): Promise<string> {
  const files = [createIndexFile(directory, file), createIndexFile(directory, file)] as const
  const usual = createLocalPassages(files[0])
  const wide = createLocalPassages(files[1], {
    postings: () => Number.POSITIVE_INFINITY,
    nearby: manyCandidates,
  })
  const recall = recallOver(usual)
  const recallAll = recallOver({ ...wide, candidates: (query) => wide.candidates({ ...query, limit: manyCandidates }) })
  let [shared, total, first, asked] = [0, 0, 0, 0]
  const answered = { usual: 0, wide: 0, of: 0 }
  for (const { text, gold } of questions) {
    const best = await places(recallAll, text)
    const found = await places(recall, text)
    if (best.length === 0) continue
    asked += 1
    total += best.length
    shared += best.filter((place) => found.includes(place)).length
    first += Number(found[0] === best[0])
    answered.of += Number(gold.length > 0)
    answered.usual += gold.filter((place) => found.includes(place)).length / Math.max(1, gold.length)
    answered.wide += gold.filter((place) => best.includes(place)).length / Math.max(1, gold.length)
  }
  for (const one of files) one.close()
  const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
  const ofGold =
    answered.of === 0
      ? ''
      : `; recall@10 of the answers is ${percent(answered.usual, answered.of)}, and ${percent(answered.wide, answered.of)} without limits`
  return `candidates: of the best ten of ${manyCandidates} with every word choosing, ${percent(shared, total)} are among the ten with the usual limits, the first is the same for ${percent(first, asked)} of ${asked} questions${ofGold}`
}

/** Where the messages stand that a recall finds. */
async function places(recall: InnerRecall, text: string): Promise<number[]> {
  const { items } = await recall(text, { limit, layers: ['sessions'] }, { isFresh: true })
  return items.flatMap(({ source }) => ('messageId' in source ? [Number(source.messageId)] : []))
}
