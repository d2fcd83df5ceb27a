/** What a part of a pattern matches, as far as it is known. */
interface Part {
  /** Each of these lists has a text that whatever matches has in it. */
  needs: readonly (readonly string[])[]
  /** The one text that it matches, where it can match no other. */
  exact?: string
}

const nothingKnown: Part = { needs: [] }
const empty: Part = { needs: [], exact: '' }
const shortest = 2
/** From here on, one character says as much as a word: Han, Kana, Hangul. */
export const firstLoneCharacter = 0x2e80
/** Lists of more texts cost more than they spare. */
const longestList = 80
/** Characters whose lower case depends on nothing else, and which only their own upper case stands for. */
const plainCharacter = /^[\0-\u00b4\u00b6-\u00ff\u2e80-\ud7ff]$/u

/**
 * Texts that a pattern needs, in lower case: of each list, one at least stands in the lower case of every text that the
 * pattern matches in. Read off its source; none where that says nothing, or is not understood. A text with `ſ` may be
 * matched without (it is another `s`).
 */
export function neededTexts({ source, flags }: RegExp): readonly (readonly string[])[] {
  if (flags.includes('v')) return []
  const reader = createReader(source)
  const part = reader.alternatives()
  if (!reader.isAtEnd()) return []
  return withExact(part).needs.filter((texts) => texts.length <= longestList)
}

const bar = /\|/uy
const border = /\^|\$|\\[bB]/uy
const assertionStart = /\((?:\?(?:[=!]|<[=!]))/uy
const groupStart = /\((?:\?:|\?<[^>=!][^>]*>|(?!\?))/uy
const groupEnd = /\)/uy
const anyOfClass = /\[(?:\\.|[^\]\\])*\]|\.|\\[pP]\{[^}]*\}|\\k<[^>]*>|\\[dDsSwW1-9]/uy
const escapedSign = /\\[^a-zA-Z0-9]/uy
const ownCharacter = /[^\\()[\]{}*+?|]/uy
const quantifier = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/uy
/** All else begins nothing but itself. */
const special: ReadonlySet<string> = new Set('^$\\([.')

interface Reader {
  alternatives(): Part
  isAtEnd(): boolean
}

function createReader(source: string): Reader {
  let at = 0

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0]
    at += found?.length ?? 0
    return found
  }

  function alternatives(): Part {
    const first = sequence()
    const others: Part[] = []
    while (take(bar) !== undefined) others.push(sequence())
    return others.length === 0 ? first : anyOf([first, ...others])
  }

  function sequence(): Part {
    const parts: Part[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(quantified(atom()))
    return inOrder(parts)
  }

  function atom(): Part {
    const isPlain = !special.has(source[at] ?? '')
    if (isPlain) return literal()
    if (take(border) !== undefined) return empty
    if (take(assertionStart) !== undefined) return assertion()
    if (take(groupStart) !== undefined) return group()
    if (take(anyOfClass) !== undefined) return nothingKnown
    return literal()
  }

  function assertion(): Part {
    group()
    return empty
  }

  function group(): Part {
    const inner = alternatives()
    take(groupEnd)
    return inner
  }

  function literal(): Part {
    const escaped = take(escapedSign)
    const character = escaped?.slice(1) ?? take(ownCharacter)
    if (character === undefined) at = Number.POSITIVE_INFINITY
    if (character === undefined || !plainCharacter.test(character)) return nothingKnown
    return { needs: [], exact: character.toLowerCase() }
  }

  function quantified(part: Part): Part {
    const count = take(quantifier)
    if (count === undefined) return part
    return /^(?:[*?]|\{0)/.test(count) ? nothingKnown : { needs: withExact(part).needs }
  }

  return { alternatives, isAtEnd: () => at === source.length }
}

function withExact({ needs, exact = '' }: Part): Part {
  return exact.length < shortest && !(exact.charCodeAt(0) >= firstLoneCharacter)
    ? { needs }
    : { needs: [...needs, [exact]] }
}

/** Neighbouring characters make one text. */
function inOrder(parts: readonly Part[]): Part {
  const needs: (readonly string[])[] = []
  let run = ''
  for (const part of parts) {
    if (part.exact !== undefined && part.needs.length === 0) run += part.exact
    else {
      needs.push(...withExact({ needs: [], exact: run }).needs, ...part.needs)
      run = ''
    }
  }
  if (parts.every(({ exact }) => exact !== undefined)) return { needs: [], exact: run }
  return { needs: [...needs, ...withExact({ needs: [], exact: run }).needs] }
}

/** One text of each alternative's longest list. */
function anyOf(parts: readonly Part[]): Part {
  const lists = parts.map((part) => longest(withExact(part).needs))
  return lists.every((list) => list !== undefined) ? { needs: [lists.flat()] } : nothingKnown
}

function longest(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const least = (list: readonly string[]): number => Math.min(...list.map(({ length }) => length))
  return lists.toSorted((a, b) => least(b) - least(a) || a.length - b.length)[0]
}
