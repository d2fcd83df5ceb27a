import { largeRegex, regex, source } from '../../text/regex.ts'
import type { Claim } from './claim.ts'
import { medicineEndings, medicines } from './claim-forms.ts'
import { claim } from './named-claims.ts'

/*
 * A medicine is known by its name, in whatever words it is taken, stopped, exchanged or taken in another dose: "GP put me
 * on ramipril 5", "the ramipril's been stopped", "they doubled my ramipril".
 */

const name = source`(?:[a-z]{3,}(?:${medicineEndings})|${medicines})`
const medicine = largeRegex.g`\b${name}\b`

const doctor = source`(?:they|(?:my |the )?(?:[a-z]*doctor|doc|gp|consultant|nurse|specialist|clinic|hospital|surgery|pharmacist|psych|[a-z]+(?:logist|iatrist))|dr\.? [a-z]+)(?:'s)?`
const adverbs = '(?: (?:have|has|had|is|was|are|been|being|just|now|also|finally|completely|got|went|gone))*'
const ended =
  '(?:stopped|discontinued|withdrawn|swapped|replaced|switched|changed|quit|upped|raised|increased|bumped|lowered|reduced|halved|doubled|tripled|cut|adjusted)'
const more = source`(?=[.!]*$|[,;.]| (?:up|down|back|to|by|with|for(?! (?:an?|the|this|one|two|three|\d+) )|and|but|because|since|completely|altogether|now|last|yesterday|in [a-z]+ \d)\b)`
const put = '(?:put|moved|bumped|taken|took|dropped|brought|turned|has|have)'
/** "They put me up to metformin 1000", "doc put my metformin down to 500", "I'm down to 20 of prednisolone". */
const dosedTo = source`(?:(?:${doctor}${adverbs} ${put} me(?: on(?:to)?(?= ))?|i (?:am|have been put|was put)(?: now)?(?= (?:back |up |down )+to ))(?=.* \d)(?: (?:back|up|down|again|to))*(?: my| \d[\d.,]*(?: ?(?:mg|mcg|ml|units?))?(?: of| on)?)? (?<put>${name})|${doctor}${adverbs} ${put} (?:my|the) (?<kept>${name})(?: dose| dosage)?(?: (?:back|up|down|again))* to (?=\d))`
/** A medicine of the speaker that was stopped or exchanged, or has another dose. */
const changed = largeRegex`^${dosedTo}|^(?:${doctor}|i(?!${adverbs} (?:cut|changed)\b))${adverbs} (?:${ended}|taken me off|took me off|(?:come|came) off|off)(?: (?:my|the))? (?<by>${name})(?: dose| dosage)?${more}|^i (?:switched from|now take(?= [a-z]+ \d)) (?<from>${name})(?= )|^(?:(?:my|the) )?(?<it>${name})(?: dose| dosage)?(?:'s)?${adverbs} (?:${ended}${more}|(?:up|down|back)(?: up| down)? to (?=\d)|(?<=(?:'s|is|now|are) )\d[\d.]*(?: ?(?:mg|mcg|ml|units?))?(?: (?:now|a day|daily|at night|twice a day))*[.!]*$)`
/** Without the new figure, the known dose says from which it was changed. */
const dosed =
  /\b(?:upped|raised|increased|bumped|lowered|reduced|halved|doubled|tripled|cut|adjusted|changed)\b(?! (?:to|for) [a-z])/
/** Others, their medicines, and what is over soon. */
const notMine =
  /\b(?:he|she|him|his|her|their|your|trials?|stud(?:y|ies)|novel|book|until|till|temporarily|while|before|brand|packaging|price|manufacturer|supplier|pens?|shel(?:f|ves)|patients?|ward|bed|medium|clear|in [a-z]+'s case|(?:by )?(?:accident|mistake)|instead of|never|for (?:my|our|the) (?!moment)[a-z]+)\b/
/** That the speaker takes it. Not allergies, and not what others take. */
const taken =
  /\b(?:i|we)(?:'m| am|'ve| have)?(?: (?:been|now|also|currently|still|just|only|always|already|was))* (?:take|taking|took|on|use|using|inject|injecting|(?:put|started) on)\b|\b(?:put|started|switched|moved|bumped|brought|has|keeps) me (?:back )?(?:(?:up |down )?to|on|onto)\b|^i(?:'m| am) (?:now )?(?:back |up |down )+to \d|^(?:taking|on) |^my (?:meds?|medicines?|medications?|tablets|pills)\b/
const notTaken = regex`\b(?:not|no|never|off|stopped|avoid|without|allerg\w*|intoleran\w*|he|she|him|his|her|their|(?:for|to) my|can't|don't|won't)\b|n't\b`

/** "She has put me on ramipril": a doctor. */
const byDoctor = /^s?he(?= .*\b(?:me|my)\b)/

/** The medicines that a statement says the speaker takes. A list of several, or one with its illness, tells more. Linear. */
export function medicinesOf(said: string): Claim[] {
  const value = said.toLowerCase().replaceAll('’', "'").replace(byDoctor, 'they')
  const names = new Set(value.match(medicine))
  if (names.size === 0 || notTaken.test(value) || !(taken.test(value) || isNewDose(value))) return []
  const isAlone = names.size === 1 && !/,? (?:(?:for|against) (?:my|the)|and|because|but|as) [a-z]/.test(value)
  return [...names].flatMap((one) => [
    claim(`|named|${one}`),
    ...(isAlone ? [claim(`|being|${one}`, { value: 'medicine' })] : []),
  ])
}

/** Whether it tells the figure of another dose. */
function isNewDose(value: string): boolean {
  return /\d/.test(value) && (dosed.test(value) || / to \d/.test(value)) && medicineNews(value).length > 0
}

/** The medicine that a clause in lower case says was stopped, exchanged or changed. Linear. */
export function medicineNews(said: string): Claim[] {
  const clause = said.replace(byDoctor, 'they')
  if (clause.search(medicine) < 0 || notMine.test(clause) || /[%$€£]|\bpercent\b/.test(clause)) return []
  const { by, from = by, put = from, kept = put, it = kept } = changed.exec(clause)?.groups ?? {}
  if (it === undefined) return []
  const isOver = !dosed.test(clause) || /\d/.test(clause)
  return [
    claim(`|named|${it}`, { mark: 'clear' }),
    ...(isOver ? [claim(`|being|${it}`, { value: 'medicine', stance: 'ended', mark: 'clear' })] : []),
  ]
}
