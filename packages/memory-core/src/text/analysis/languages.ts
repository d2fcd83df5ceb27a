import { stemmer as stemDutch } from '@orama/stemmers/dutch'
import { stemmer as stemFrench } from '@orama/stemmers/french'
import { stemmer as stemGerman } from '@orama/stemmers/german'
import { stemmer as stemItalian } from '@orama/stemmers/italian'
import { stemmer as stemPortuguese } from '@orama/stemmers/portuguese'
import { stemmer as stemSpanish } from '@orama/stemmers/spanish'
import { stemmer as stemSwedish } from '@orama/stemmers/swedish'
import { stopwords as dutchWords } from '@orama/stopwords/dutch'
import { stopwords as frenchWords } from '@orama/stopwords/french'
import { stopwords as germanWords } from '@orama/stopwords/german'
import { stopwords as italianWords } from '@orama/stopwords/italian'
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese'
import { stopwords as spanishWords } from '@orama/stopwords/spanish'
import { stopwords as swedishWords } from '@orama/stopwords/swedish'

/** A language other than English that is written in Latin letters. */
export interface Language {
  /** Two letters of ISO 639. */
  code: string
  /** Snowball's stem of a lower-case word, diacritics included where there are any. */
  stem: (word: string) => string
  stopWords: readonly string[]
  /** Words that tell the language and mean something. */
  frequent: readonly string[]
  /** The letters that it has and English has not. */
  letters: string
  /** Whether it writes compounds as one word. */
  hasCompounds: boolean
}

/** Words that the published lists count among the stop words, and that people ask for: summer, work, life, country … */
const meaningful: ReadonlySet<string> = new Set(
  `acuerdo día dia días dias ejemplo enseguida horas lugar mal manera medio mejor momento parte país pais paìs peor
  primera primero tarde temprano tiempo trabaja trabajais trabajamos trabajan trabajar trabajas trabajo usa valor verdad
  informo informó general largo nueva nuevas nuevo nuevos buena buenas bueno buenos gran grandes conocer cinco cuatro
  seis siete ocho cosas sobre été étée étées étés machen weg fora sitta`.split(/\s+/),
)

function plain(words: readonly string[]): string[] {
  return words.filter((word) => word !== '' && !meaningful.has(word))
}

/** The languages whose words are stemmed, the commoner first. The lists are built when they are first asked for. */
export function latinLanguages(): readonly Language[] {
  languages ??= [
    {
      code: 'de',
      stem: stemGerman,
      stopWords: plain([...germanWords, 'beim', 'die', 'ihm']),
      frequent:
        'wurde wurden worden gibt heute gestern immer schon gern gerne bitte danke wann warum neue neuen neuer neues unsere unserer unseren jeden ja'.split(
          ' ',
        ),
      letters: 'äöüß',
      hasCompounds: true,
    },
    {
      code: 'fr',
      stem: stemFrench,
      stopWords: plain([...frenchWords, 'chez', 'très']),
      frequent:
        'hier aujourd être avoir fait faire aime deux comme tout tous toujours quand bien où dont leurs cette'.split(
          ' ',
        ),
      letters: 'àâæçèéêëîïôùûüÿœ',
      hasCompounds: false,
    },
    {
      code: 'es',
      stem: stemSpanish,
      stopWords: plain(spanishWords),
      frequent: 'ayer quiero tengo gusta prefiere prefiero nuestra vive tiene'.split(' '),
      letters: 'áéíñóúü',
      hasCompounds: false,
    },
    {
      code: 'pt',
      stem: stemPortuguese,
      stopWords: plain([...portugueseWords, 'meus', 'pelos']),
      frequent: 'hoje ontem gosta gosto quero prefiro moro fica nesta neste pelo'.split(' '),
      letters: 'àáâãçéêíóôõú',
      hasCompounds: false,
    },
    {
      code: 'it',
      stem: stemItalian,
      stopWords: plain([...italianWords, 'delle']),
      frequent: 'oggi ieri molto vorrei piace piacciono sempre anche vive ogni gli'.split(' '),
      letters: 'àèéìíòóù',
      hasCompounds: false,
    },
    {
      code: 'nl',
      stem: stemDutch,
      stopWords: plain([...dutchWords, 'wij', 'jij', 'onze', 'deze']),
      frequent: 'vandaag gisteren graag elke naar nieuwe wij zij altijd woont'.split(' '),
      letters: 'áéëïóöü',
      hasCompounds: true,
    },
    {
      code: 'sv',
      stem: stemSwedish,
      stopWords: plain([...swedishWords, 'nya']),
      frequent: 'idag igår tycker gillar behöver bor köpte mycket jobbar bakom nya'.split(' '),
      letters: 'åäöé',
      hasCompounds: true,
    },
  ]
  return languages
}

let languages: readonly Language[] | undefined
