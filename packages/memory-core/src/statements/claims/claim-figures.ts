import { stemOf } from '../../text/analysis/english-words.ts'
import type { Claim } from './claim.ts'

/** What people have one figure of at a time, for each purpose. */
const head =
  /\b(?:budget|limit|quota|salary|rent|allowance|goal|target|coverage|accuracy|latency|rate|deadline|response time|word count)\b/g
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const figure = `(?:(?<money>[$€£]\\d[\\d.,]*k?)|(?<share>\\d[\\d.]*%)|(?<day>${month} \\d{1,2}(?!\\d)|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${month}(?!\\p{L}))|(?<count>\\d(?:[\\d.,]*\\d)?) ?(?<unit>\\p{L}{2,20}))`
const change =
  '(?:moved|pushed|postponed|rescheduled|shifted|changed|updated|adjusted|increased|raised|reduced|lowered|cut|decreased|extended|bumped|improved|grew|grown|dropped|risen|rose|fell|climbed|reached|now|new)'
const isChange = new RegExp(`\\b${change}\\b`)
const purpose = '(?: (?:for|on) (?<purpose>(?:[\\p{L}-]{1,20} ){0,3}[\\p{L}-]{1,20}))?'
/** A figure behind its head: `budget for books was increased to $50`. */
const behind = new RegExp(
  `^${purpose}(?<link>(?: (?:${change}|was|were|is|are|has|have|been|recently|just|got|further|up|down|to|of|at|being|from [$€£\\d]\\S*)){0,6}) ${figure}`,
  'u',
)
/** A figure before it: `$500 monthly joint budget for groceries`. */
const ahead = new RegExp(`(?<mark>(?:\\S{1,20} ){0,2})${figure}(?<about>(?: [\\p{L}-]{1,20}){0,3}) $`, 'u')
const after = new RegExp(`^${purpose}`, 'u')
/** What says nothing of the purpose. */
const empty: ReadonlySet<string> = new Set(
  `my our the his her their this that i we have has had was is of for to at on with by from in and or so a an it total
  overall joint strict initial first final current usual average monthly weekly daily annual yearly set meet hit got
  get agreed within about only extra`.split(/\s+/),
)
const mostHeads = 3

/**
 * The figures of an English clause in lower case, each as a claim about what it is for: `my snack budget of $65`. They are
 * found in the middle of a clause, too. Linear.
 */
export function figuresOf(clause: string, speaker: string): Claim[] {
  // Of several figures one after the other, the clause says which is the last in too many ways.
  if (/\b(?:later|then) to\b/.test(clause)) return []
  return [...clause.matchAll(head)].slice(0, mostHeads).flatMap(({ 0: name, index }) => {
    const end = index + name.length
    return figureOf(name, clause.slice(Math.max(0, index - 80), index), clause.slice(end, end + 100), speaker) ?? []
  })
}

function figureOf(name: string, before: string, rest: string, speaker: string): Claim | undefined {
  const last = before.trim().split(' ').slice(-5).join(' ')
  const follows = behind.exec(rest)?.groups
  const groups = follows ?? ahead.exec(before)?.groups
  if (!groups) return undefined
  const { money, share, day, count, unit = '', link = '', mark = '', about = last } = groups
  const kind = money ? 'money' : share ? 'share' : day ? 'day' : stemOf(unit)
  return {
    key: [speaker.toLowerCase(), 'figure', `${name} ${kind}`].join('|'),
    value: (money ?? share ?? day ?? count ?? '').replace(/[.,]+$/, ''),
    stance: 'holds',
    cardinality: 'one',
    mark: isChange.test(`${follows ? last : mark} ${about} ${link}`) ? 'clear' : 'none',
    isAdditional: false,
    about: stemsOf(`${about} ${after.exec(rest)?.groups?.['purpose'] ?? ''}`),
  }
}

function stemsOf(said: string): ReadonlySet<string> {
  const words = said
    .split(/[ -]/)
    .filter((word) => /^\p{L}{3,}$/u.test(word) && !empty.has(word) && !isChange.test(word))
  return new Set(words.map(stemOf))
}
