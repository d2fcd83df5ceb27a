const ownWords = new Set(
  // English, German, French, Spanish, Portuguese, Italian, Dutch, Russian.
  (
    'i me my mine myself we us our ours i’m i’ve i’d i’ll we’re we’ve we’ll ' +
    'ich mich mir mein meine meinen meinem meiner meins wir uns unser unsere ' +
    'je j moi mon ma mes nous notre nos ' +
    'yo mí mi mis mío mía me nosotros nuestro nuestra ' +
    'eu meu minha meus minhas nós nosso nossa ' +
    'io mio mia miei mie noi nostro nostra ' +
    'ik mij mijn wij ons onze ' +
    'я меня мне мной мой моя моё мои мы нас нам наш наша'
  ).split(' '),
)
const ownSigns = /[我咱私僕俺]|나는|내가|저는|제가/
const word = /\p{L}+(?:['’]\p{L}+)?/gu
const question = /[?？؟]["'”’»」』)\]]*\s*$/u
/** Maximum characters read at the beginning of a text; `ending`: at the end, to find a question. */
const searched = 2_000
const ending = 40

/**
 * Whether a text is about its speaker: it has "I", "my" or "we" in one of ten languages. Linear; reads the first 2,000
 * characters.
 */
export function isPersonal(text: string): boolean {
  const start = text.slice(0, searched)
  if (ownSigns.test(start)) return true
  for (const [found] of start.toLowerCase().matchAll(word)) {
    const said = found.replace("'", '’')
    if (ownWords.has(said) || said.startsWith('j’')) return true
  }
  return false
}

/** Whether a text ends in a question. */
export function isQuestion(text: string): boolean {
  return question.test(text.slice(-ending))
}

const preference =
  /\b(?:i|we)(?:['’]d| would)? (?:\p{L}+ )?(?:prefer|dislike|hate|despise|avoid|refuse|can['’]?t stand|cannot stand|(?:don['’]t|do not|never|only) (?:like|enjoy|eat|drink|wear|use|buy|watch|read|listen|travel|stay))\b|\b(?:aversion|preference|phobia|allerg(?:ic|y)|objection|distaste|no interest|not interested|opposed) (?:to|for|of|in)\b|\bmy preference\b|\bziehe?n? .{1,80} vor\b|\b(?:bevorzuge|lieber)\b|\bje préfère\b|\bprefiero\b|\bprefiro\b|\bpreferisco\b|\bliever\b|предпочитаю/iu
const order =
  /(?:^|[.!?] )(?:please |bitte |por favor |per favore )?(?:always|never|whenever|from now on|in future|make sure|immer|niemals|nie|ab jetzt|toujours|jamais|désormais|siempre|nunca|sempre|mai|altijd|nooit|всегда|никогда)(?!\p{L})/iu

/**
 * Whether a text gives an instruction ("Always …", "From now on …") or a preference ("I prefer …"), in eight languages.
 * Linear; reads the first 2,000 characters.
 */
export function wishOf(text: string): 'order' | 'preference' | undefined {
  const start = text.slice(0, searched)
  if (order.test(start)) return 'order'
  return preference.test(start) ? 'preference' : undefined
}

const times = [
  'yesterday|today|tonight|tomorrow|ago|recently|just (?:got|finished|started|came)|(?:mon|tues|wednes|thurs|fri|satur|sun)day',
  '(?:last|next|this) (?:night|week|month|year|spring|summer|fall|winter|weekend|morning|afternoon|evening)',
  'january|february|march|april|june|july|august|september|october|november|december|(?:19|20)\\d\\d|\\d{1,2}(?:st|nd|rd|th)',
  'gestern|heute|neulich|kürzlich|(?:letzte|nächste|vorige|diese)[nrms]? (?:woche|monat|jahr|wochenende|sommer|winter)|vor \\S+ (?:tag|woche|monat|jahr)\\p{L}*',
  '(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|januar|februar|märz|juni|juli|oktober|dezember',
  "hier|aujourd['’]hui|demain|il y a|derni(?:er|ère)|prochaine?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
  'janvier|février|avril|juin|juillet|août|septembre|octobre|novembre|décembre',
  'ayer|hoy|anoche|hace|pasad[oa]|próxim[oa]|lunes|martes|miércoles|jueves|viernes|sábado|domingo',
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
  'ontem|hoje|amanhã|passad[oa]|(?:segunda|terça|quarta|quinta|sexta)-feira|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro',
  'ieri|oggi|domani|scors[oa]|prossim[oa]|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
  'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre',
  'gisteren|vandaag|onlangs|geleden|vorige|volgende|(?:maan|dins|woens|donder|vrij|zater|zon)dag|januari|februari|maart|mei|augustus',
  'вчера|сегодня|завтра|недавно|назад|понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье',
]
const numbers = [
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand|few|couple|dozen|once|twice',
  'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|hundert|tausend|paar|einmal|zweimal',
  'deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|vingt|mille|dos|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|cien|mil',
  'dois|duas|três|quatro|sete|oito|nove|dez|doze|due|tre|quattro|cinque|sette|otto|dieci|cento',
  'twee|drie|vijf|zes|zeven|negen|tien|twaalf|honderd|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять',
]
const wholeWords = (patterns: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
const time = wholeWords(times)
const number = wholeWords(numbers)

/**
 * Finds out whether a text has a time ("yesterday", "next week", "in 2024") or a number, in digits or in words of eight
 * languages. Linear; reads the first 2,000 characters.
 */
export function toldIn(text: string): { time?: true; number?: true } {
  const start = text.slice(0, searched)
  return {
    ...(time.test(start) ? { time: true } : {}),
    ...(/\p{N}/u.test(start) || number.test(start) ? { number: true } : {}),
  }
}
