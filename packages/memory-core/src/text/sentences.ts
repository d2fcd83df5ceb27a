import { matchesOf, regex } from './regex.ts'

/* Where sentences end, and what they are: about their speaker, questions, wishes, with a time or a number. */

/** Ends of sentences. Emoji end one like a full stop. */
const end =
  /[.!?…]+(?=\s|$)|[。！？]+|(?:[\u{1f600}-\u{1f64f}\u{1f910}-\u{1f92f}\u{1f970}-\u{1f97a}👍👎👌👏🎉])+(?=\s|$)/gu
/** Full stops that do not end a sentence. */
const abbreviation = regex.i`(?:^|[\s(])(?:e\.g|i\.e|vs|mr|mrs|ms|mx|dr|prof|st|rev|sgt|capt|lt|cpl|maj|cmdr|mgr|msgr|mme|mlle|dra|lic|arq|dott|avv|dipl|approx|z\.b|d\.h|bzw|usw|ca|sr|sra|srta|p\.ej)$`
/** Titles that may also be words: they end no sentence in front of a name. */
const title = /(?:^|[\s(])(?:Mag|Ing|Doc|Col|Gen|Hr|Fr|Me|Hon|Gov|Sen|Rep|Insp|Fam|Sig|Univ|Mt|Ft|Ave|Blvd)$/
const name = regex.u`^\. (?!(?:An?|And|As|At|But|For|He|Her|His|How|I|If|In|It|Its|My|No|Not|On|Our|Please|She|So|That|The|Then|There|They|This|We|What|When|Which|With|You|Your|Also|Always|Any|Anyway|Are|Because|Can|Could|Do|Does|Give|Has|Have|Is|Just|Maybe|Never|Now|Since|Some|Tell|Thanks|Use|Call|Keep|Write|Make|Answer|Avoid|Every|Each|From|After|Before|Today|Tomorrow|Yesterday|Next|Last|By|Until|Kids|People|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Those|Who|Why|Would|Ich|Meine?|Wir|Unsere?|Das|Die|Der|Es|Er|Sie|Und|Aber|Mi|Mis|Yo|El|La|Los|Las|Je|Mon|Ma|Mes|Le|Les|Nous|Il|Elle|Io|Il|Eu|Meu|Minha|Ik|Mijn|Wij|Het)\b)[\p{Lu}\d]`
/** Initials, which end no sentence before a name or another initial: "J. K. Marsh", "J.P. Morgan". */
const initial = /(?:^|[\s(])(?:\p{Lu}\.)*\p{Lu}$/u
/** Single letters that are no initials: "So do I.", "vitamin D.", "in the U.S." */
const letter =
  /(?:(?<!\p{Lu}\. ?)I|\b(?:D\.C|U\.S|U\.S\.A|U\.K|E\.U|L\.A|N\.Y|[AP]\.M)|(?:\d|\b(?:an?|the|in(?= [^NSEW])|use|uses|using|vitamin|plan|grade|option|type|class|team|group|version|section|part|appendix|point|hepatitis|drive|gen|generation|level|phase|building|block|size|model|category|answer|gate|zone|line|column|series)) (?:is )?\p{Lu})$/iu
/** Abbreviations that end no sentence before a number or a small letter that begins none: "Acme Inc. in Leeds". */
const shortened = /(?:^|[\s(])(?:apt|rd|ave|blvd|inc|ltd|co|corp|bros|jr|dept|ext|tel|incl|est)$/i
const goesOn =
  /^\. (?:\d|(?!(?:i|i'm|im|ive|my|me|we|our|you|your|he|she|they|it|its|it's|the|this|that|there|please|pls|so|then|also|can|could|what|how|who|when|where|why|is|are|do|does|any|never|always|no|yes|ok|thanks|(?:new )?(?:boss|manager|landlord|rent|wife|husband|partner|kids)|started|moved|works?|\p{L}+ (?:is|are|has))\b)\p{Ll})/u
/** Months and numbers: "Nov. 14", "at No. 12". */
const counted = /(?:[\s(](?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Jj]u[nl]|[Aa]ug|[Ss]ept?|[Oo]ct|[Nn]ov|[Dd]ec)|\p{Ll} No)$/u
/** The number of an item within a sentence: "two cats: 1. Milo, 2. Otis". */
const item = /(?:[:;]|,(?: and| or)?) \(?[1-9]$/
/** A word before dots that needs another behind them: "we marry in... hmm, june". */
const unfinished =
  /\b(?:an?|and|are|as|at|because|but|by|for|from|in|into|is|my|of|or|our|than|the|their|to|until|was|were|with|your) ?$/i
/** A change of mind behind dots. */
const instead =
  /^(?:\.{2,}|…)\s+(?:(?:ah|er+m?|hm+|oh|u[hm]+|wait|well),? )*(?:no(?=,| (?:actually|he|i|i'm|im|it|it's|not|she|sorry|still|they|wait|we)\b)|nope|nah|scratch that|or rather|i mean|actually (?=(?:he|i|i'm|im|it|it's|my|no|not|our|she|still|they|we)\b))/i

const germanDate = /^\.\s(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)/

/** The end positions of sentences, except after `Dr.`, `St.` or `3. Mai`. Linear. */
export function sentenceEnds(text: string): number[] {
  const ends: number[] = []
  for (const { 0: stop, index } of matchesOf(end, text))
    if (!endsNoSentence(text, index, stop)) ends.push(index + stop.length)
  return ends
}

/** The sentences of a text, trimmed; the last one may lack its full stop. */
export function splitSentences(text: string): string[] {
  const ends = sentenceEnds(text)
  return [0, ...ends].map((from, index) => text.slice(from, ends[index]).trim()).filter((sentence) => sentence !== '')
}

/** Whether a stop at `index` belongs to a word, such as `Dr.`, or to a pause, and ends no sentence. */
export function endsNoSentence(text: string, index: number, stop: string): boolean {
  const before = text.slice(Math.max(0, index - 16), index)
  const rest = text.slice(index, index + 60)
  if (/^(?:\.{2,}|…)$/.test(stop)) return unfinished.test(before) || instead.test(rest)
  if (stop !== '.') return false
  if (abbreviation.test(before) || (title.test(before) && name.test(rest))) return true
  if (initial.test(before) && (/^\. \p{Lu}\./u.test(rest) || (!letter.test(before) && name.test(rest)))) return true
  if (item.test(before)) return /^\. (?!(?:I|We|My|Our|The|It|He|She|They|And|But|So)\b)\S/.test(rest)
  if (shortened.test(before)) return goesOn.test(rest)
  if (counted.test(before)) return /^\. \d/.test(rest)
  return /\d$/.test(before) && germanDate.test(rest)
}

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
