import { stemmer as stemRussian } from '@orama/stemmers/russian'
import { stopwords as russianWords } from '@orama/stopwords/russian'
import { foldLetters } from './fold-letters.ts'

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
let russian: ReadonlySet<string> | undefined

/** Whether a lower-case word is a Russian stop word. */
export function isRussianStopWord(word: string): boolean {
  russian ??= new Set([
    'это',
    'эта',
    'мои',
    'наш',
    'наша',
    'наши',
    ...russianWords.filter((entry) => !content.has(entry)),
  ])
  return russian.has(word.replace(/ё/g, 'е'))
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

const arabicLetters: ReadonlyMap<string, string> = new Map([
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['آ', 'ا'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ئ', 'ي'],
  ['ؤ', 'و'],
  ['ک', 'ك'],
  ['ة', 'ه'],
])
const arabicArticle = /^(?:و?ال|[وفبك]{1,2}ال|و?لل)(?=.{3})/u
const arabicAnd = /^و(?=.{3})/u
const arabicSuffix = /(?<=^.{2,})(?:تي|تك|ته|تنا|هما|كما|ها|ان|ات|ون|ين|يه|نا|هم|كم|هن|ه|ي)$/u

/**
 * A light stem, after light10 (Larkey, Ballesteros and Connell 2007). Unifies letters, and removes "and", the article
 * with attached prepositions, and endings of plural, feminine and possession.
 */
function lightArabicStem(word: string): string {
  const unified = word.replace(/[ـء]/g, '').replace(/[أإآٱىیئؤکة]/g, (letter) => arabicLetters.get(letter) ?? letter)
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
