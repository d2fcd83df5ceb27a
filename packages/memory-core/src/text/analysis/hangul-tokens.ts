import { cutWord } from './fold-letters.ts'

/** Particles and endings attached to Korean words, longest first. */
const endings: readonly string[] =
  `으로부터 에서부터 이라고 에서는 에서도 에게서 한테서 으로는 으로도 까지는 했습니다 하였습니다 합니다 했어요 했었다 하였다 하세요 하지만 하면서 하려고
  해야 해요 해서 하는 하고 하던 하기 하다 하여 하면 한다 했던 했고 했다 입니다 이에요 예요 이다 었습니다 았습니다 습니다 었어요 았어요 었다 았다 어요 아요 는다
  에서 에게 에는 에도 한테 부터 까지 처럼 보다 마다 마저 조차 밖에 이랑 이나 으로 라도 이라 께서 들은 들이 들을 들과 들도 들의 들
  은 는 이 가 을 를 에 의 와 과 도 만 로 랑 나 께 야 요`
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)

/** Pairs of syllables that are only grammar and occur in nearly every sentence. */
const grammar: ReadonlySet<string> = new Set(
  `니다 습니 합니 입니 었습 았습 했습 있습 없습 어요 아요 해요 세요 네요 군요 지요 이다 었다 았다 했다 한다 는다 하다 하고 하는 해야 해서 하지 에서 에게 으로
  부터 까지 있다 있는 있고 없다 없는 것을 것이 것은 이에 에요 예요 었어 았어 했어 하기 하면`.split(/\s+/),
)

/** Words that carry no meaning. */
const stopWords: ReadonlySet<string> = new Set(
  `나는 저는 내가 제가 그는 그녀는 우리는 이 그 저 것 것을 것이 것은 수 있다 있어요 있습니다 있는 없다 없어요 없습니다 하다 합니다 해요 한다 그리고 그래서 하지만
  그러나 또는 및 등 더 좀 아주 매우 너무 정말 은 는 이 가 을 를 에 의`.split(/\s+/),
)

/**
 * A run of Hangul → the word itself, the word without its particle or ending, and for three syllables and more every
 * overlapping pair of them, except pairs that are only grammar. At most two tokens more than syllables.
 */
export function hangulTokens(run: string, keepAll: boolean): string[] {
  if (!keepAll && stopWords.has(run)) return []
  const bare = withoutEnding(run)
  const tokens = bare === run ? [run] : [run, bare]
  if (bare.length > 2) for (let at = 1; at < bare.length; at++) tokens.push(bare.slice(at - 1, at + 1))
  const whole = new Set(tokens.slice(0, 2))
  return [...new Set(tokens)].filter((token) => whole.has(token) || !grammar.has(token)).map(cutWord)
}

/** Removes up to two endings: in 학교에서는 a topic particle follows that of the place. */
function withoutEnding(run: string): string {
  let word = run
  for (let round = 0; round < 2; round++) {
    const ending = endings.find((entry) => word.length > entry.length && word.endsWith(entry))
    if (!ending || (round > 0 && word.length < 3)) break
    word = word.slice(0, -ending.length)
  }
  return word
}
