import { stemmer as stemRussian } from '@orama/stemmers/russian'
import { stopwords } from '@orama/stopwords/english'
import { stopwords as russianWords } from '@orama/stopwords/russian'
import { stemmer } from 'stemmer'
import { cached, lazy } from '../plain-text.ts'

/** Reduces the words of one script, for texts and queries alike. */
interface ScriptRule {
  script: RegExp
  /** A lower-case word → the forms it is indexed and searched under. */
  forms: (word: string) => string[]
}

const rules: readonly ScriptRule[] = [
  { script: /^\p{Script=Cyrillic}/u, forms: (word) => [foldLetters(stemRussian(word.replace(/ё|е\u0308/g, 'е')))] },
  { script: /^\p{Script=Greek}/u, forms: (word) => [foldLetters(word).replace(greekEnding, '')] },
  { script: /^\p{Script=Arabic}/u, forms: (word) => [lightArabicStem(foldLetters(word))] },
  { script: /^\p{Script=Hebrew}/u, forms: (word) => hebrewForms(foldLetters(word)) },
  { script: /^\p{Script=Devanagari}/u, forms: (word) => [foldLetters(word).normalize('NFC').replace(hindiEnding, '')] },
]

/** The first Greek letter; all before it is Latin. */
const firstRuled = 0x3_70

/** A lower-case word → its forms by the rules of its script; undefined for scripts without rules. */
export function scriptForms(word: string): string[] | undefined {
  return word.charCodeAt(0) < firstRuled ? undefined : rules.find(({ script }) => script.test(word))?.forms(word)
}

const content: ReadonlySet<string> = new Set(['человек', 'жизнь', 'сказать', 'сказал', 'сказала'])
const russian = lazy(
  () => new Set([...'это эта мои наш наша наши'.split(' '), ...russianWords.filter((entry) => !content.has(entry))]),
)

/** Whether a lower-case word is a Russian stop word. */
export function isRussianStopWord(word: string): boolean {
  return russian().has(word.replace(/ё/g, 'е'))
}

/** Cyrillic letters that Russian does not have. */
const notRussian = /[іїєґўјљњћђџѓќѕ]/

/** Whether words are certainly Russian: two different stop words, and no letter of another language. */
export function isRussian(words: readonly string[]): boolean {
  const found = new Set<string>()
  for (const word of words) {
    if (word.charCodeAt(0) < firstRuled) continue
    if (notRussian.test(word)) return false
    if (isRussianStopWord(word)) found.add(word)
  }
  return found.size >= 2
}

const greekEnding =
  /(?<=^.{3,})(?:ουσα|ια|ιου|ιων|ιο|ι|ουμε|ουν|ους|εις|ειο|εια|ειου|ων|ος|ου|ον|οι|ης|ησ|ας|ες|εσ|ασ|οσ|ουσ|εισ|ει|αι|α|η|ο|ι|ε|υ)$/u

const hindiEnding =
  /(?:(?<=^.{3,})(?:ना|ता|ते|ती)|(?<=^.{2,})(?:ियों|ियाँ|ियां|ियो|ाओं|ाएँ|ाएं|ुओं|ुएँ|ओं|एँ|एं|ों|ें|ीं|ाँ|ां|ा|े|ी|ो|ि|ु|ू))$/u

/** Variant letters, and the letter that stands for each group. */
const arabicLetters: readonly (readonly [RegExp, string])[] = [
  [/[أإآٱ]/g, 'ا'],
  [/[ىیئ]/g, 'ي'],
  [/ؤ/g, 'و'],
  [/ک/g, 'ك'],
  [/ة/g, 'ه'],
]
const arabicArticle = /^(?:و?ال|[وفبك]{1,2}ال|و?لل)(?=.{3})/u
const arabicAnd = /^و(?=.{3})/u
const arabicSuffix = /(?<=^.{2,})(?:تي|تك|ته|تنا|هما|كما|ها|ان|ات|ون|ين|يه|نا|هم|كم|هن|ه|ي)$/u

/**
 * A light stem, after light10 (Larkey, Ballesteros and Connell 2007). Unifies letters, and removes "and", the article
 * with attached prepositions, and endings of plural, feminine and possession.
 */
function lightArabicStem(word: string): string {
  const unified = arabicLetters.reduce((text, [some, one]) => text.replace(some, one), word.replace(/[ـء]/g, ''))
  let stem = unified.replace(arabicArticle, '')
  if (stem === unified) stem = unified.replace(arabicAnd, '')
  for (let round = 0; round < 3; round++) stem = stem.replace(arabicSuffix, '')
  return stem === '' ? word : stem
}

const hebrewPrefix = /^(?:[ושכ]?[בהלמכ]|[וש])(?=.{3})/u

/** The word as it is, and without attached article, conjunction and preposition. */
function hebrewForms(word: string): string[] {
  const bare = word.replace(hebrewPrefix, '')
  return bare === word ? [word] : [word, bare]
}

/** Particles and endings attached to Korean words, longest first. */
const koreanEndings: readonly string[] =
  `으로부터 에서부터 이라고 에서는 에서도 에게서 한테서 으로는 으로도 까지는 했습니다 하였습니다 합니다 했어요 했었다 하였다 하세요 하지만 하면서 하려고
  해야 해요 해서 하는 하고 하던 하기 하다 하여 하면 한다 했던 했고 했다 입니다 이에요 예요 이다 었습니다 았습니다 습니다 었어요 았어요 었다 았다 어요 아요 는다
  에서 에게 에는 에도 한테 부터 까지 처럼 보다 마다 마저 조차 밖에 이랑 이나 으로 라도 이라 께서 들은 들이 들을 들과 들도 들의 들
  은 는 이 가 을 를 에 의 와 과 도 만 로 랑 나 께 야 요`
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)

/** Pairs of syllables that are only grammar and occur in nearly every sentence. */
const koreanGrammar: ReadonlySet<string> = new Set(
  `니다 습니 합니 입니 었습 았습 했습 있습 없습 어요 아요 해요 세요 네요 군요 지요 이다 었다 았다 했다 한다 는다 하다 하고 하는 해야 해서 하지 에서 에게 으로
  부터 까지 있다 있는 있고 없다 없는 것을 것이 것은 이에 에요 예요 었어 았어 했어 하기 하면`.split(/\s+/),
)

const koreanStopWords: ReadonlySet<string> = new Set(
  `나는 저는 내가 제가 그는 그녀는 우리는 이 그 저 것 것을 것이 것은 수 있다 있어요 있습니다 있는 없다 없어요 없습니다 하다 합니다 해요 한다 그리고 그래서 하지만
  그러나 또는 및 등 더 좀 아주 매우 너무 정말 은 는 이 가 을 를 에 의`.split(/\s+/),
)

/**
 * A run of Hangul → the word itself, the word without its particle or ending, and for three syllables and more every
 * overlapping pair of them, except pairs that are only grammar. At most two tokens more than syllables.
 */
export function hangulTokens(run: string, keepAll: boolean): string[] {
  if (!keepAll && koreanStopWords.has(run)) return []
  const bare = withoutKoreanEnding(run)
  const tokens = bare === run ? [run] : [run, bare]
  if (bare.length > 2) for (let at = 1; at < bare.length; at++) tokens.push(bare.slice(at - 1, at + 1))
  const whole = new Set(tokens.slice(0, 2))
  return [...new Set(tokens)].filter((token) => whole.has(token) || !koreanGrammar.has(token)).map(cutWord)
}

/** Removes up to two endings: in 학교에서는 a topic particle follows that of the place. */
function withoutKoreanEnding(run: string): string {
  let word = run
  for (let round = 0; round < 2; round++) {
    const ending = koreanEndings.find((entry) => word.length > entry.length && word.endsWith(entry))
    if (!ending || (round > 0 && word.length < 3)) break
    word = word.slice(0, -ending.length)
  }
  return word
}

const foldedScripts = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const ascii = /^[\0-\x7f]*$/
const optionalMarks = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const marks = /\p{M}/gu
/** The keycap frame, and the variation selectors. */
const decoration = /\p{Me}|\p{Variation_Selector}/gu

/** Variant letters that no normal form decomposes. */
const variants: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ς: 'σ', '’': "'" }),
)
const variant = /[ßæœøđðþłıς’]/g

/**
 * Removes diacritics that people omit in searches: those of Latin, Greek and Cyrillic letters (`café` → `cafe`), and
 * Hebrew and Arabic vowel points. Marks of other scripts are vowels and stay.
 */
export function foldLetters(word: string): string {
  if (ascii.test(word)) return word
  const plain = word.replace(decoration, '').replace(variant, (letter) => variants.get(letter) ?? letter)
  if (foldedScripts.test(plain)) return plain.normalize('NFD').replace(marks, '')
  return optionalMarks.test(plain) ? plain.replace(marks, '') : plain
}

/** Replaces marks in a word by their codes in base 36, because search indexes end a word at a mark. */
export function spellMarks(word: string): string {
  return word.replace(marks, (mark) => (mark.codePointAt(0) ?? 0).toString(36))
}

const longestWord = 64

/** The first 64 code units of a word, without half a character. That is enough for searches. */
export function cutWord(word: string): string {
  if (word.length <= longestWord) return word
  const cut = word.slice(0, longestWord)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/**
 * Lemmas, each followed by its irregular forms. Forms that are also names or other words (rose, saw as a tool …) are
 * left out unless the verb is far more common.
 */
const irregularForms = `
  be being, become became, begin began begun, bite bit bitten, blow blew blown, break broke broken, bring brought,
  build built, burn burnt, buy bought, catch caught, child children, choose chose chosen, come came, creep crept,
  crisis crises, criterion criteria, deal dealt, die died dies dying, dig dug, draw drew drawn, dream dreamt,
  drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought,
  find found, flee fled, fly flew flown, foot feet, forbid forbade forbidden, forget forgot forgotten,
  forgive forgave forgiven, freeze froze frozen, get got gotten, give gave given, go went gone, goose geese,
  grow grew grown, half halves, hang hung, hear heard, hide hid hidden, hold held, index indices, keep kept,
  knife knives, know knew known, lead led, lean leant, leap leapt, learn learnt, leave left, lend lent,
  lie lied lies lying, light lit, loaf loaves, lose lost, make made, man men, matrix matrices, mean meant, meet met,
  mouse mice, ox oxen, pay paid, person people persons, phenomenon phenomena, prove proven, ride rode ridden,
  ring rang rung, rise risen, run ran, say said, scarf scarves, see saw seen, seek sought, sell sold, send sent,
  sew sewn, shake shook shaken, shelf shelves, shine shone, shoot shot, show shown, shrink shrank shrunk,
  sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, speak spoke spoken, spend spent, spill spilt,
  spin spun, spoil spoilt, stand stood, steal stole stolen, stick stuck, sting stung, strike struck stricken,
  swear swore sworn, sweep swept, swell swollen, swim swam swum, swing swung, take took taken, teach taught,
  tear tore torn, tell told, thesis theses, thief thieves, think thought, throw threw thrown, tie tied ties tying,
  tooth teeth, understand understood, vertex vertices, wake woke woken, wear wore worn, weave wove woven, weep wept,
  wife wives, win won, wolf wolves, woman women, write wrote written`

/** Irregular English forms → lemma (`went` → `go`, `children` → `child`); about 150. */
const lemmas = lazy(
  () =>
    new Map(
      irregularForms.split(',').flatMap((entry) => {
        const [lemma = '', ...forms] = entry.trim().split(' ')
        return forms.map((one) => [one, lemma] as const)
      }),
    ),
)

/** Whether a lower-case word carries no meaning, such as `don't` and `dont`; not `may`, which is also a month. */
export function isStopWord(word: string): boolean {
  return stopWordsOfEnglish().has(word)
}

/** All words for which {@link isStopWord} is true. */
export const stopWordsOfEnglish: () => ReadonlySet<string> = lazy(() => {
  const negated = stopwords.filter((word) => word.endsWith("n't")).map((word) => word.replace("'", ''))
  const stopWords = new Set(['a', ...stopwords, ...negated])
  stopWords.delete('may')
  return stopWords
})

/** Maximum stems cached. Stemming takes about 5 µs a word, a look-up 0.05 µs. */
const rememberedStems = 20_000

/** A lower-case word of ASCII letters → its stem, including irregular forms: `running` → `run`, `went` → `go`. */
export const stemOf: (word: string) => string = cached((word) => stemmer(lemmas().get(word) ?? word), rememberedStems)
