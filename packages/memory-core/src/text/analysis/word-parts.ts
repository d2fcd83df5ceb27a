import { lazy } from '../plain-text.ts'
import { cutWord, spellMarks } from './word-forms.ts'

const character = /\P{M}\p{M}*/gu
const han = /^\p{Script=Han}$/u
const hiragana = /^\p{Script=Hiragana}+$/u
const katakana = /^[\p{Script=Katakana}ー]+$/u
const inflected = /^(\p{Script=Han}+)\p{Script=Hiragana}+$/u
/** Han and Kana. The alphabets of Thai, Lao, Khmer and Myanmar are too small for pairs to be distinctive. */
const ideographic = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆]/u

/** Words and endings that carry no meaning: Chinese, Japanese, Thai. */
const stopWords: ReadonlySet<string> = new Set(
  `我 你 他 她 它 的 了 是 在 和 也 都 就 不 吗 呢 吧 与 及 或 这 那 有 要 会 很 把 被 给 对 从 到 着 过 我们 你们 他们 她们 什么 怎么 这个 那个 哪 哪里 谁
  です ます した ました でした ません する して いる いて ある あり あっ から まで より だけ など とき こと もの この その あの どの これ それ あれ ここ そこ どこ という よう ない なかっ
  だった です。 たい ている でき できる 私 何 誰
  ที่ ใน และ ของ เป็น มี ได้ ให้ กับ ว่า จะ นี้ นั้น ก็ อยู่ ไม่ การ ความ คือ แต่ หรือ จาก โดย ซึ่ง แล้ว เมื่อ ครับ ค่ะ คะ ฉัน ผม เขา เธอ เรา มัน คุณ มาก ทุก`.split(
    /\s+/,
  ),
)

const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'word' }))

interface SpacelessOptions {
  /** A text yields every piece that a query may contain, a query only its words. */
  isQuery: boolean
  keepAll: boolean
}

/**
 * A run of a script without spaces → its tokens: the words that the dictionary of `Intl.Segmenter` finds, without stop
 * words, and pieces of them.
 *
 * - Han and Kana: every overlapping pair of characters, so that a word is found however the dictionary splits the text;
 *   also triples of Kana, the beginnings and ends of long Katakana words, and the Han characters of an inflected word.
 * - Thai, Lao, Khmer, Myanmar: every two neighbouring words as one, and the beginnings and ends of words.
 *
 * A query gives only pairs within its words. At most 5 tokens a character, about 2 in ordinary text.
 */
export function spacelessTokens(run: string, options: SpacelessOptions): string[] {
  const characters = run.match(character) ?? []
  if (characters.length < 2) return characters.map(asToken)
  const words = Array.from(segmenter().segment(run), ({ segment }) => segment)
  const tokens = ideographic.test(run) ? ideographicTokens(characters, words, options) : wordTokens(words, options)
  return tokens.map(asToken)
}

function ideographicTokens(
  characters: readonly string[],
  words: readonly string[],
  options: SpacelessOptions,
): string[] {
  const kana = pieces(characters, 3).filter((piece) => hiragana.test(piece))
  // Names in Hiragana are in no dictionary, which splits them into single characters.
  const isKana = kana.length === characters.length - 2
  const tokens = options.isQuery ? [] : pieces(characters, 2)
  if (isKana || !options.isQuery) tokens.push(...kana)
  for (const word of options.isQuery ? joinSingles(words) : words) {
    if (!options.keepAll && stopWords.has(word)) continue
    const letters = word.match(character) ?? []
    if (letters.length > 2 || han.test(word)) tokens.push(word)
    const stem = inflected.exec(word)?.[1]
    if (stem !== undefined) tokens.push(stem)
    if (katakana.test(word)) tokens.push(...(options.isQuery ? short(letters) : edges(letters)))
    else if (!options.isQuery) continue
    else if (hiragana.test(word)) tokens.push(...(letters.length > 3 ? pieces(letters, 3) : short(letters)))
    else tokens.push(...pieces(letters, 2).filter((pair) => !hiragana.test(pair)))
  }
  return tokens
}

/** A word of two letters, which is indexed as a pair; no token for other lengths. */
function short(letters: readonly string[]): string[] {
  return letters.length === 2 ? [letters.join('')] : []
}

/** Adds pairs of consecutive single Han characters, which are often an unknown name. */
function joinSingles(words: readonly string[]): string[] {
  const joined = [...words]
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? ''
    if (han.test(word) && han.test(next) && !stopWords.has(word) && !stopWords.has(next)) joined.push(word + next)
  }
  return joined
}

function wordTokens(words: readonly string[], { isQuery, keepAll }: SpacelessOptions): string[] {
  const tokens: string[] = []
  let previous = ''
  for (const word of words) {
    const isStop = !keepAll && stopWords.has(word)
    const letters = word.match(character) ?? []
    if (!isStop) {
      tokens.push(word)
      if (!isQuery) tokens.push(...edges(letters))
      if (previous !== '') tokens.push(previous + word)
    }
    previous = isStop ? '' : word
  }
  return tokens
}

/** The beginnings and ends of a long word, each of three to eight characters. */
function edges(letters: readonly string[]): string[] {
  const found: string[] = []
  const longest = Math.min(letters.length - 2, 8)
  for (let length = 3; length <= longest; length++)
    found.push(letters.slice(0, length).join(''), letters.slice(-length).join(''))
  return found
}

/** Every overlapping piece of the given length, in characters. */
function pieces(characters: readonly string[], length: number): string[] {
  return characters.slice(length - 1).map((_, at) => characters.slice(at, at + length).join(''))
}

function asToken(text: string): string {
  return cutWord(spellMarks(text))
}

const shortestCompound = 7
const shortestPart = 3
const shortestInner = 5
const mostParts = 20

const vowel = /[aeiouyäöüåéèëï]/

/** Beginnings of German, Dutch and Swedish words: one consonant, or several that can be spoken together. */
const onset =
  /^(?:[bcdfghjklmnprstvwz]|[bfgkpv][lr]|[dtw]r|kn|gn|qu|pf[lr]?|s[cklmnptvwj]|sc[hj]r?|sch[lmnrw]|spl|spr|st[rj]|skr?|skj|zw|tw|tj|kv|sj|bj|fj)[aeiouyäöüåéèëï]/
/** The words that begin with a vowel. They are listed because few words but many endings do. */
const vowelOnset =
  /^(?:abend|adress|alarm|allergi|amt|anlage|antrag|anzug|apfel|apotheke|app$|apparaat|arbeit|arbet|arm$|art$|artikel|arzt|ärzt|arts|atlas|aufgabe|ausflug|ausgabe|ausweis|auto|avond|eier|eimer|einkauf|eis|eltern|ende$|engel|entwickl|ernte|essen|eten|examen|idee|impfung|ingenieur|insel|institut|instrument|obst|oefening|ofen|öl|oper|ordner|ordnung|organis|ort|onderzoek|ontwikkel|oven|uhr|uur|umzug|unfall|unterricht|unternehm|urlaub|ägg)/
/** Endings that are not words. */
const ending =
  /^(?:(?:bar|haft|heid|heit|keit|lich|lijk|schaft|schap|sam|los|nis|tion)(?:en?|er|es|em|s|sten?)?$|[^aeiouyäöü]+(?:er|el|ier|ig)?ungs?|[^aeiouyäöü]{1,2}ing(?:en|s)?$|ken[^n]|nen[^aeiou]|chen|lein)/
/** Ends of first parts: consonants that can end a word, or one of few vowels. */
const leftEnd = /(?:[bdfghklmnprstxzß]|ck|ie|[ae]u|ei|äu|ee|e|[ioedtnr]o)$/
const openEnd = /(?:[bdgkptf]r|[bgkpfdt]l|sp|[tz]w|[bdgkp]n|sch[lmnr])$/
const prefix =
  /(?:^(?:ab|an|auf|aus|bei|ein|ge|her|hin|mit|um|un|vor|zer|zu|ver|ont|ent|bes|gek|op|uit|aan|be[^aeiou]+)|ver|ent|zer|ont)$/
/** Letters that make one sound or mostly begin a word together, so that no cut is between them. */
const joined = /(?:s ch|sc h|c [hk]|[pbfgk] l|k n|q u|p f)/
/** Short words of this form are mostly verbs and adjectives. */
const longestVerb = 9
const verbEnding = /(?:en|te|lich|lijk|ing|isch)$/

/** Words of up to three letters that occur in compounds. */
const shortWords: ReadonlySet<string> = new Set(
  `amt arm art bad bau bus box eis gas hof hut kur ohr ort rad rat rot see tag tal tee tor tür typ uhr weg zug zoo lob mut
  aap auto bal bed bos dag dak eet fee jas kas kat kip koe mes nek oog oor pad pan pen pot rok rug tas tuin uur vak vis
  vlo wei wol zak zee zon bil båt fot hav hem hus kök lov mat ost rum råd sol tid vin vår våg väg mus bok`.split(/\s+/),
)

/**
 * A compound → the words that it may consist of, first and last parts and then those between them: `kaffeemaschine` →
 * `kaffee`, `maschine`. Works without a dictionary: a German, Dutch or Swedish word is split wherever its first part
 * can end and the next one can begin, so that some parts are not words. No parts for words of fewer than 7 letters or
 * short ones that end like verbs; at most 20 parts, two for most compounds.
 */
export function compoundParts(word: string): string[] {
  if (word.length < shortestCompound || (word.length <= longestVerb && verbEnding.test(word))) return []
  const cuts: number[] = []
  for (let at = shortestPart; at <= word.length - shortestPart; at++) if (isCut(word, at)) cuts.push(at)
  const parts = cuts.flatMap((at) => [word.slice(0, at), word.slice(at)])
  for (const [number, from] of cuts.entries())
    for (const to of cuts.slice(number + 1)) if (to - from >= shortestInner) parts.push(word.slice(from, to))
  return parts.slice(0, mostParts)
}

function isCut(word: string, at: number): boolean {
  const left = word.slice(0, at)
  const right = word.slice(at)
  return canEnd(left) && canBegin(right) && !joined.test(`${left.slice(-2)} ${right.slice(0, 2)}`)
}

function canEnd(left: string): boolean {
  if (left.length === shortestPart) return shortWords.has(left)
  return vowel.test(left) && leftEnd.test(left) && !openEnd.test(left) && !prefix.test(left)
}

function canBegin(right: string): boolean {
  if (right.length === shortestPart) return shortWords.has(right)
  return !ending.test(right) && (onset.test(right) || vowelOnset.test(right))
}
