const months =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const weekdays =
  '(?:mon|tues?|wednes|thurs?|fri|satur|sun)days?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?'

/** Types of values, tried in this order. Values of different types answer different questions. */
const types: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['address', /\S@\S|^https?:/],
  ['time', /^(?:at )?(?:\d{1,2}(?::\d{2}| ?[ap]\.?m\b)|noon|midnight|\d{1,2} ?o'?clock|\d{1,2} uhr)/],
  [
    'day',
    new RegExp(
      `\\b(?:${weekdays})\\b|\\b${months} \\d{1,2}\\b|\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?${months}\\b|\\b\\d{4}-\\d{2}-\\d{2}\\b|^\\d{1,2}[./]\\d{1,2}[./]`,
      'u',
    ),
  ],
  ['place', /^(?:in|at|on the .*floor|on the .*\dth|on the .*\d(?:st|nd|rd))(?: |$)/],
  ['number', /^(?:[#+$€£v]|version )?\d/],
]

/** The type of a value; "" for words. */
export function typeOf(value: string): string {
  return types.find(([, pattern]) => pattern.test(value))?.[0] ?? ''
}

const framing = /^["'“”‘’«»„(]+|["'“”‘’«»„).,;:!?…]+$/gu
const determiner =
  /^(?:a|an|the|my|our|called|named|ein|eine|einen|einem|der|die|das|den|dem|im|am|el|la|los|las|un|una)(?= )/u
const preposition = /^(?:at|on|to|as|for|für|am|um|auf|im|los|las|el|al|para|a)(?= )/u

/** The form in which values in lower case are compared: without quotes, articles, prepositions and outer signs. */
export function normalValue(text: string): string {
  let value = text
    .trim()
    .replaceAll(framing, '')
    .replaceAll(/[,;]*\s+/g, ' ')
    .trim()
  for (let shorter = ''; shorter !== value; ) {
    shorter = value
    value = value.replace(determiner, '').replace(preposition, '').trim().replaceAll(framing, '')
  }
  return value.replace(new RegExp(`^((?:${weekdays}))s$`, 'u'), '$1').replace(/^(\w+day)s$/, '$1')
}

/** Maximum additional words of the more exact of two values, unless it begins like the other. */
const mostMore = 3

/** Whether two values are the same, or one is a more exact form of the other (`Berlin`, `Berlin in Germany`). */
export function isSameValue(a: string, b: string): boolean {
  if (a === b || a === '' || b === '') return a === b
  if (leadingNumber(a) !== leadingNumber(b)) return false
  if (a.startsWith(`${b} `) || b.startsWith(`${a} `)) return true
  const more = Math.abs(a.split(' ').length - b.split(' ').length)
  return more <= mostMore && (` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `))
}

/** The number at the beginning of a value; "" without one. `5 of 10 lessons` are not the 10 lessons. */
function leadingNumber(value: string): string {
  return /^[$€£]?(\d[\d.,]*)/.exec(value)?.[1] ?? ''
}
