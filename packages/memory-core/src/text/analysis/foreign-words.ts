import { type Language, latinLanguages } from './detect-language.ts'
import { cutWord, foldLetters } from './word-forms.ts'

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

/**
 * Marks stems of languages other than English, so that they never match English texts. No other token has this letter,
 * because folding turns it into "o".
 */
export const foreignMark: string = 'ø'
/** Marks prefixes of words in languages without a stemmer. */
const beginningMark = `${foreignMark}${foreignMark}`
/** The length of a prefix that identifies an inflected word well enough (McNamee and Mayfield 2004, n-grams and truncation). */
const beginningLength = 5
const rememberedWords = 20_000

const remembered = new Map<string, readonly string[]>()

/** A word of only Latin letters, as the stemmers expect. */
export const latinWord: RegExp = /^[\p{Script=Latin}\p{M}]+$/u

/**
 * A lower-case word, with diacritics, of a text in a language other than English → the tokens it is indexed under: its
 * stem, the stem of the word without diacritics if that differs, and in languages that write compounds as one word the
 * stems of their parts. Without a language: the first five letters.
 */
export function foreignTokens(word: string, languages: readonly Language[]): readonly string[] {
  return once(`${languages.map(({ code }) => code).join()} ${word}`, () =>
    languages.length === 0 ? beginnings(word) : languages.flatMap((language) => stemTokens(word, language)),
  )
}

/** The cached tokens of a key, computed if missing, without duplicates. */
function once(key: string, make: () => readonly string[]): readonly string[] {
  const known = remembered.get(key)
  if (known) return known
  if (remembered.size >= rememberedWords) remembered.clear()
  const tokens = [...new Set(make())]
  remembered.set(key, tokens)
  return tokens
}

function stemTokens(word: string, language: Language): string[] {
  const parts = language.hasCompounds ? compoundParts(word) : []
  return [word, ...parts].flatMap((part) => stems(part, language))
}

/** A lower-case word of a query → its possible tokens in texts of all other languages, without duplicates. */
export function queryTokens(word: string): readonly string[] {
  return once(`? ${word}`, () => [
    ...latinLanguages().flatMap((language) => stems(word, language)),
    ...beginnings(word),
  ])
}

/** The marked stem of a word, with and without its diacritics. */
export function stems(word: string, { code, stem }: Language): string[] {
  const bare = foldLetters(word)
  const forms = (bare === word ? [word] : [word, bare]).flatMap((form) => prepared(form, code))
  return [...new Set(forms.map((form) => cutWord(foreignMark + foldLetters(finished(stem(form), code)))))]
}

/** Unifies forms that the stemmers do not: Portuguese plurals, Dutch diminutives, the Swedish article, some verbs. */
function prepared(word: string, code: string): string[] {
  if (code === 'pt') return [word.replace(/(?:ões|ães|oes|ao)$/, 'ão').replace(/(?<=..)ns$/, 'm')]
  if (code === 'nl') return [word.replace(/jes$/, 'je').replace(/(?<=[aeiouy].*[bfgklmnpr])(?:t|te|ten)$/, 'en')]
  if (code === 'de') return [word.replace(/(?<=[aeiouyäöü].*[bfgklmnprhz])(?:t|te|ten|test|tet)$/, '')]
  if (code === 'sv') return [word.replace(/(?<=...)an$/, 'a')]
  if (code === 'fr' && /[^m]ent$/.test(word)) return [word, word.replace(/nt$/, 'r')]
  if (code === 'fr' && /euses?$/.test(word)) return [word, word.replace(/euses?$/, 'eur')]
  return [word]
}

/** Unifies stems of one word that differ in a letter: Dutch huis and huizen, Swedish cykel and cyklar. */
function finished(stem: string, code: string): string {
  if (code === 'nl') return stem.replace(/z$/, 's').replace(/v$/, 'f')
  return code === 'sv' ? stem.replace(/(?<=..[^aeiouyåäö])e(?=[ln]$)/, '') : stem
}

function beginnings(word: string): string[] {
  const bare = foldLetters(word)
  return bare.length < beginningLength - 1 ? [] : [beginningMark + bare.slice(0, beginningLength)]
}
