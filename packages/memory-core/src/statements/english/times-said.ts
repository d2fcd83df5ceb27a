import { matchesOf, regex, source } from '../../text/regex.ts'

/* Days and times as they stand in a text, and how one takes the place of another. */

const weekday = source`(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|wed|thurs?|thu|fri|(?<=\b(?:on|and|to|or) |[&,/-] ?)(?:sat|sun))(?![\p{L}'’])`
const month = source`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![\p{L}'’])`
const number = source`(?<![\d.:/$€£])\d{1,2}`
const ending = '(?:st|nd|rd|th)'
const date = source`(?:${weekday},? )?(?:(?:the )?${number}${ending}?(?: of)? ${month}|${month} \d{1,2}${ending}?(?![\d.:]))(?:,? \d{4}(?!\d))?|(?:${weekday},? )?(?:the )?${number}${ending}(?!\p{L}| (?:birthday|anniversary|floor|grade|year|form|class|time|round|place|child|edition)s?\b)`
/** "10" in "from 10 to 17 May". */
const first = source`${number}(?= ?(?:to|till|until|and|-|–) ?(?:the )?\d{1,2}${ending}?(?: of)? ${month})`
const days = source`(?:(?:the )?(?:first|second|third|fourth|last|every other|every) )?${weekday}(?:(?:,? (?:and|&|to) |, ?| ?[/-] ?)${weekday})*(?: of (?:the|each|every) month)?`
const clock = source`(?<![\d.:/$€£])(?:\d{1,2}[:.][0-5]\d(?![\d:%]|\.\d)(?: ?[ap]m)?|\d{1,2} ?[ap]m|(?<=\bat )\d{1,2}(?![\d:/%]|\.\d| ?(?:%|\p{L}+day|${month}|years?|weeks?|months?|kg|mg|km)))(?!\p{L})|\b(?:noon|midnight)\b`
const anyMonth = source`(?<=\b(?:in|to|until|till|for|is|not|from|but|now) (?:early |mid-? ?|late )?)(?:may(?! (?:be|have|not)\b)|${month})`
const said = regex.giu`(?<=^|[^\p{L}\d])(?:(?<clock>${clock})|${date}|${first}|${days}|${anyMonth})`
const ofWeek = regex.iu`(?<!\p{L})${weekday}`
const ofYear = regex.iu`(?<!\p{L})${month}`

/** A day or a time of day in a text. */
export interface TimeSaid {
  text: string
  index: number
  isClock: boolean
  weekday: string | undefined
  day: number | undefined
  month: string | undefined
}

/** The days and times in a text. Linear. */
export function timesIn(text: string): TimeSaid[] {
  return matchesOf(said, text).map(({ 0: one, index, groups = {} }) => {
    const isClock = groups['clock'] !== undefined
    const [day] = isClock ? [] : (/\d{1,2}/.exec(one) ?? [])
    const [inWeek, inYear] = isClock ? [] : [ofWeek.exec(one)?.[0], ofYear.exec(one)?.[0]]
    return {
      text: one,
      index,
      isClock,
      weekday: inWeek?.toLowerCase(),
      day: day === undefined ? undefined : Number(day),
      month: inYear?.slice(0, 3).toLowerCase(),
    }
  })
}

/** Whether all that is said of one time is said of the other. */
export function isTime(older: TimeSaid, said: TimeSaid): boolean {
  if (said.isClock) return older.isClock && bareClock(older.text) === bareClock(said.text)
  const isSame = <T>(one: T | undefined, other: T | undefined): boolean => one === undefined || one === other
  const [one, other] = [said.weekday, older.weekday].map((name) => name?.replace(/s$/, '').slice(0, 3))
  return !older.isClock && isSame(said.day, older.day) && isSame(said.month, older.month) && isSame(one, other)
}

/** Whether all texts say one day of a year, some less exactly: "20 June", "in June". */
export function isOneDay(texts: readonly string[]): boolean {
  const days = texts.map((text) => timesIn(text).filter(({ isClock }) => !isClock))
  const [exact] = days.flat().filter(({ day, month }) => day !== undefined && month !== undefined)
  return (
    exact !== undefined &&
    days.every(([one, ...more]) => one && more.length === 0 && isTime(exact, one) && one.month !== undefined)
  )
}

function bareClock(text: string): string {
  return text
    .toLowerCase()
    .replace('.', ':')
    .replace(/:00|\s/g, '')
}

/** Days that come again: "Tuesdays", "tue and thu", "the first Monday". */
const again = /(?:days|^(?:the |every).* \S+|[a-z] ?(?:and|&|,|\/|-| to )\s?\w+)$/i

/** What stands in place of an older time after a newer one was said; undefined where that is not sure. */
function replacementOf(older: TimeSaid, said: TimeSaid): string | undefined {
  const { text, weekday, day, month } = said
  if (older.isClock || said.isClock) return older.isClock && said.isClock ? text : undefined
  const isOnce = older.day !== undefined || older.month !== undefined
  if (day === undefined && month === undefined)
    return isOnce || (again.test(older.text) && !again.test(text))
      ? undefined
      : text.replace(/^(?=[a-z]+days$)/i, older.text.startsWith('every') ? 'on ' : '')
  // What comes again was put to another day only once.
  if (!isOnce) return again.test(older.text) ? undefined : text.replace(/^the /, '')
  if (month !== undefined) return text.replace(/^the /, '')
  // The month is that of the older one: "the 25th" after "Thursday 26 March".
  if (older.day === undefined) return `${day} ${ofYear.exec(older.text)?.[0]}`
  const bare = weekday === undefined ? older.text.replace(weekdayBefore, '') : older.text
  return bare.replace(/\d{1,2}(?:st|nd|rd|th)?/, /\d[a-z]/i.test(bare) ? (/\d+\w*/.exec(text)?.[0] ?? '') : `${day}`)
}

const weekdayBefore = regex.iu`^${weekday},? `

/** Puts a newer time in place of an older one of a text; undefined where it does not fit. */
export function withTime(text: string, older: TimeSaid, said: TimeSaid): string | undefined {
  const changed = replacementOf(older, said)
  if (changed === undefined) return undefined
  const before = text.slice(0, older.index)
  const isMonth = /^\p{L}+$/u.test(changed) && said.month !== undefined
  const lead = older.isClock ? before : before.replace(/\b(?:on|in) $/i, isMonth ? 'in ' : 'on ')
  return `${lead}${changed}${text.slice(older.index + older.text.length)}`
}
