import { patternOf } from '../text/regex.ts'
import { type AskedTime, byWord, type SaidTime, saidDate, spanOf, type TimeSpan } from './asked-dates.ts'

/** Maximum characters scanned. A longer question names its time at the beginning. */
const searched = 1_000

/**
 * Finds the time a question asks about, seen from `at` (ms): a date ("8 May 2023", "in May", "2023-05-08",
 * "08.05.2023", "08/05/2023", "in 2022"), a span between dates or a relative time ("yesterday", "last week", "three months ago", see {@link relativeTime}), in eight languages.
 * Undefined for none. A name such as "may" or "mars" counts as a month only beside a number or after "in". Linear.
 */
export function saidTime(question: string, at: number): SaidTime | undefined {
  const text = question.slice(0, searched).toLowerCase().replaceAll('’', "'")
  return saidDate(text, at) ?? relativeTime(text, at)
}

/** People talk about an event soon after it, so a day before the span costs as much as two after it. */
const earlyPenalty = 2
/** Days outside the span at which the fit is 1/e. */
const fadingDays = 8

export function readingsOf(asked: AskedTime): AskedTime[] {
  return 'or' in asked && asked.or ? [asked, asked.or] : [asked]
}

/** Whether what was said outside a time is hardly meant: a month, or a span from one date to another. */
export function isPeriod(asked: AskedTime): boolean {
  return 'from' in asked ? asked.isExact === true : asked.month !== undefined && asked.day === undefined
}

/** A period, of any year that of a moment. */
export function spanAt(period: AskedTime, moment: number): TimeSpan {
  return 'from' in period ? period : spanOf(period, period.year ?? new Date(moment).getUTCFullYear())
}

/** For each part of the date, or once for a span, how well a moment fits it, from 0 to 1. */
export function fittings(asked: AskedTime): ((moment: number) => number)[] {
  if ('from' in asked) return [(moment) => nearness(asked, moment)]
  const datesOf = (date: Date): number[] => [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return [asked.year, asked.month, asked.day].flatMap((part, at) =>
    part === undefined ? [] : [(moment: number) => Number(datesOf(new Date(moment))[at] === part)],
  )
}

/** How near a moment is to a span: 1 within it, falling to 0 outside. */
export function nearness({ from, to }: TimeSpan, moment: number): number {
  const early = from - moment
  const days = (early > 0 ? early * earlyPenalty : Math.max(0, moment - to)) / dayMs
  return Math.exp(-days / fadingDays)
}

export const dayMs = 86_400_000
/** "Three weeks ago" is approximate: the span reaches this share of a unit to either side. */
const looseness = 0.6

/** Whole words in lower case, Latin or Cyrillic. With `\p{L}`, each pattern would take 0.3 ms at the import. */
function wordsOf(pattern: string): RegExp {
  return patternOf(`(?<![a-z\\dß-\u04FF])(?:${pattern})(?![a-z\\dß-\u04FF])`, 'u')
}

/** English, German, French, Spanish, Portuguese, Italian, Dutch and Russian, like the names of months. */
const amounts = byWord([
  [1, 'a an one ein eine einem einer einen un une una um uma uno een один одну'],
  [2, 'two couple zwei deux dos dois duas due twee два две'],
  [3, 'three few drei trois tres três tre drie три paar quelques unos unas alguns algumas alcuni alcune несколько'],
  [4, 'four vier quatre cuatro quatro quattro четыре'],
  [5, 'five fünf cinq cinco cinque vijf пять'],
  [6, 'six sechs seis sei zes шесть'],
  [7, 'seven sieben sept siete sete sette zeven семь'],
  [8, 'eight acht huit ocho oito otto восемь'],
  [9, 'nine neun neuf nueve nove negen девять'],
  [10, 'ten zehn dix diez dez dieci tien десять'],
])
const units = byWord([
  [1, 'day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen день дня дней'],
  [7, 'week weeks woche wochen semaine semaines semana semanas settimana settimane weken неделю недели недель'],
  [30, 'month months monat monate monaten mois mes meses mês mese mesi maand maanden месяц месяца месяцев'],
  [365, 'year years jahr jahre jahren an ans année années año años ano anos anno anni jaar jaren год года лет'],
])
const amount = `(?:(?:a|ein|einem|een|um) (?=couple|few|paar))?(?<count>${[...amounts.keys()].join('|')}|\\d{1,3})(?: of)?`
const unit = `(?<unit>${[...units.keys()].join('|')})`
const ago: readonly RegExp[] = [
  `${amount} ${unit} (?:ago|geleden|fa|atrás)`,
  `(?:vor|il y a|hace|há) ${amount} ${unit}`,
  `(?:${amount} )?${unit} назад`,
].map(wordsOf)
const past: readonly RegExp[] = [
  `(?:past|last) ${amount} ${unit}`,
  `(?:in den |den |die |der )?(?:letzten|vergangenen) ${amount} ${unit}`,
  `(?:les |ces )${amount} derni(?:ers|ères) ${unit}`,
  `(?:los |las |nos |nas |os |as )?últim[oa]s ${amount} ${unit}`,
  `(?:gli |nelle |negli |le )?ultim[ie] ${amount} ${unit}`,
  `(?:de |in de )?(?:afgelopen|laatste) ${amount} ${unit}`,
].map(wordsOf)

const beforeYesterday: RegExp = wordsOf(
  "the day before yesterday|vorgestern(?: abend)?|avant[ -]hier|antes de ayer|ante(?:ayer|ontem)|l'altro ieri|altroieri|eergisteren|позавчера",
)
const yesterday: RegExp = wordsOf(
  'yesterday|last night|gestern(?: abend)?|ayer|anoche|ontem|ieri(?: sera)?|gisteren|вчера',
)
/** In German and Dutch, "hier" means "here"; it is read as "yesterday" only in a French question. */
const hier: RegExp = wordsOf('hier(?: soir)?')
const french: RegExp = wordsOf("nous|vous|avons|avez|avait|étai[st]|quoi|j'ai|ai-je|est-ce|qu'est|a-t-on|s'est")
const today: RegExp = wordsOf(
  "today|this morning|tonight|heute(?: morgen)?|aujourd'hui|ce matin|hoy|esta mañana|hoje|oggi|stamattina|vandaag|vanmorgen|сегодня",
)

/** The words for the last and the current period of one kind. */
interface Period {
  last: RegExp
  current?: RegExp
  /** When the current one began and the last one ended, in ms. */
  begins(today: Date): number
  /** The length of the last one, if that is not all the time since the one before. */
  days?: number
}

const monday = (day: Date): number => day.getTime() - ((day.getUTCDay() + 6) % 7) * dayMs
const utc = (day: Date, month: number, date: number): number => Date.UTC(day.getUTCFullYear(), month, date)

const periods: readonly Period[] = [
  {
    last: wordsOf(
      'last weekend|(?:letztes|vergangenes|voriges) wochenende|le week-?end (?:dernier|passé)|(?:el )?fin de semana pasado|(?:o )?fim de semana passado|(?:lo )?scorso (?:weekend|fine settimana)|(?:il )?(?:weekend|fine settimana) scorso|(?:vorig|afgelopen) weekend|(?:на |в )?прошлы[ехй] выходны[ехй]',
    ),
    begins: monday,
    days: 2,
  },
  {
    last: wordsOf(
      'last week|(?:in der )?(?:letzten?|letzter|vergangenen?|vorigen?) woche|la semaine (?:dernière|passée)|la semana pasada|(?:na |a )?semana passada|(?:la )?(?:settimana scorsa|scorsa settimana)|(?:vorige|afgelopen) week|(?:на )?прошл(?:ой|ая|ую) недел(?:е|я|ю)',
    ),
    current: wordsOf(
      'this week|(?:in )?dieser? woche|cette semaine|esta semana|nesta semana|questa settimana|deze week|(?:на )?эт(?:ой|а|у) недел(?:е|я|ю)',
    ),
    begins: monday,
  },
  {
    last: wordsOf(
      'last month|(?:im )?(?:letzten|vergangenen|vorigen) monat|le mois (?:dernier|passé)|(?:el )?mes pasado|(?:no |o )?mês passado|(?:il |lo )?(?:mese scorso|scorso mese)|(?:vorige|afgelopen) maand|(?:в )?прошл(?:ом|ый) месяце?',
    ),
    current: wordsOf(
      'this month|(?:in )?diese[nm] monat|ce mois(?:-ci)?|este mes|(?:n)?este mês|questo mese|deze maand|(?:в )?этом месяце',
    ),
    begins: (day) => utc(day, day.getUTCMonth(), 1),
  },
  {
    last: wordsOf(
      "last year|(?:im )?(?:letzte[sn]|vergangene[sn]|vorige[sn]) jahr|l'an(?:née)? derni(?:er|ère)|(?:el )?año pasado|(?:no |o )?ano passado|(?:l'|lo )?(?:anno scorso|scorso anno)|(?:vorig|afgelopen) jaar|(?:в )?прошл(?:ом|ый) год[уа]?",
    ),
    current: wordsOf(
      "this year|(?:in )?diese[sm] jahr|cette année|este año|(?:n)?este ano|quest'anno|dit jaar|(?:в )?этом году",
    ),
    begins: (day) => utc(day, 0, 1),
  },
]

/** Beginning with Sunday. */
const weekdays = byWord(
  [
    'sunday sonntag dimanche domingo domenica zondag воскресенье',
    'monday montag lundi lunes segunda segunda-feira lunedì maandag понедельник',
    'tuesday dienstag mardi martes terça terça-feira martedì dinsdag вторник',
    'wednesday mittwoch mercredi miércoles quarta quarta-feira mercoledì woensdag среду',
    'thursday donnerstag jeudi jueves quinta quinta-feira giovedì donderdag четверг',
    'friday freitag vendredi viernes sexta sexta-feira venerdì vrijdag пятницу',
    'saturday samstag samedi sábado sabato zaterdag субботу',
  ].entries(),
)
const anyWeekday = `(?<day>${[...weekdays.keys()].sort((a, b) => b.length - a.length).join('|')})`
const lastWeekday: RegExp = wordsOf(
  `(?:last|letzten|vergangenen|vorigen|scorso|scorsa|vorige|afgelopen|(?:в )?прошл(?:ый|ую|ое)) ${anyWeekday}`,
)
const weekdayLast: RegExp = wordsOf(
  `(?:le |el |la |na |no )?${anyWeekday} (?:dernier|passé|pasado|passad[ao]|scors[ao])`,
)

/** Every match of the patterns contains one of these. Most questions have none, which spares the slow patterns. */
const telling: RegExp = new RegExp(
  `назад|вчера|сегодня|прошл|эт|últim|\\b(?:(?:ago|fa|vor|il|há|ce|hoy|dit)(?!\\p{L})|${[
    'geleden hace atrás past last letzt vergangen vorig derni ultim afgelopen laatste yesterday gest ayer',
    'anoche ontem ieri gister hier today this tonight heute aujourd esta este hoje oggi stamattina vandaag vanmorgen',
    'pasad passad passé scors cette nesta neste questa questo quest deze dies vorgest anteayer anteont altroieri eergist',
  ]
    .join(' ')
    .replaceAll(' ', '|')})`,
  'u',
)

/**
 * The time that a text in lower case names, relative to `at` (ms): "yesterday", "last week", "this month", "three
 * months ago", "last Friday", "the past two weeks", in eight languages, in days of UTC. "Last week" is the calendar
 * week before this one, from Monday. Undefined for none. Linear.
 */
function relativeTime(text: string, at: number): SaidTime | undefined {
  if (!telling.test(text)) return undefined
  const start = Math.floor(at / dayMs) * dayMs
  const found = (said: string, from: number, to: number): SaidTime => ({ time: { from, to }, said })
  const before = firstOf(ago, text)
  if (before) {
    const middle = at - before.count * before.days * dayMs
    const loose = looseness * before.days * dayMs
    return found(before.said, middle - loose, middle + loose)
  }
  const twoBack = beforeYesterday.exec(text)
  if (twoBack) return found(twoBack[0], start - 2 * dayMs, start - dayMs)
  const eve = yesterday.exec(text) ?? (french.test(text) ? hier.exec(text) : null)
  if (eve) return found(eve[0], start - dayMs, start)
  const now = today.exec(text)
  if (now) return found(now[0], start, start + dayMs)
  const reaching = firstOf(past, text)
  if (reaching) return found(reaching.said, at - reaching.count * reaching.days * dayMs, at)
  return periodIn(text, at, start) ?? weekdayIn(text, start)
}

function firstOf(patterns: readonly RegExp[], text: string): { said: string; count: number; days: number } | undefined {
  for (const pattern of patterns) {
    const { 0: said, groups } = pattern.exec(text) ?? {}
    if (said === undefined || groups === undefined) continue
    const { count: word = 'one', unit: name = '' } = groups
    const count = amounts.get(word) ?? Number(word)
    if (count > 0) return { said, count, days: units.get(name) ?? 1 }
  }
  return undefined
}

function periodIn(text: string, at: number, start: number): SaidTime | undefined {
  for (const { last, current, begins, days } of periods) {
    const to = begins(new Date(start))
    const before = last.exec(text)
    if (before) {
      const from = days === undefined ? begins(new Date(to - dayMs)) : to - days * dayMs
      return { said: before[0], time: { from, to, until: at } }
    }
    const now = current?.exec(text)
    if (now) return { said: now[0], time: { from: to, to: at } }
  }
  return undefined
}

function weekdayIn(text: string, start: number): SaidTime | undefined {
  const { 0: said, groups } = lastWeekday.exec(text) ?? weekdayLast.exec(text) ?? {}
  const day = weekdays.get(groups?.['day'] ?? '')
  if (said === undefined || day === undefined) return undefined
  const back = (new Date(start).getUTCDay() - day + 7) % 7 || 7
  return { said, time: { from: start - back * dayMs, to: start - (back - 1) * dayMs } }
}
