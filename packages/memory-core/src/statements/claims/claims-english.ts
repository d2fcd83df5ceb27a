import { stemOf } from '../../text/analysis/word-forms.ts'
import { largeRegex, regex, source } from '../../text/regex.ts'
import { bansOf, liftsOf } from './bans.ts'
import type { Claim, ClaimLanguage } from './claim.ts'
import { medicineEndings, medicines } from './claim-forms.ts'
import { englishRewrites } from './claim-rewrites-english.ts'
import { englishRows } from './claim-rows-english.ts'
import { month } from './claim-value.ts'
import { endingsOf, subjectsOf } from './endings.ts'
import { claim, namesOf, newsOf } from './named-claims.ts'
import { plansOf } from './plans.ts'
import { dosesOf, partOfDay, timesOf } from './times-and-doses.ts'

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
function medicinesOf(said: string): Claim[] {
  const value = said.toLowerCase().replaceAll('’', "'").replace(byDoctor, 'they')
  const names = new Set(value.match(medicine()))
  if (names.size === 0 || notTaken.test(value) || !(taken.test(value) || isNewDose(value))) return []
  const isAlone = names.size === 1 && !/,? (?:(?:for|against) (?:my|the)|and|because|but|as) [a-z]/.test(value)
  return [...names].flatMap((one) => [
    claim(`|named|${one}`),
    ...(isAlone
      ? [one, `${one} ${partOfDay(value) ?? ''}`].map((name) => claim(`|being|${name.trim()}`, { value: 'medicine' }))
      : []),
  ])
}

/** Whether it tells the figure of another dose. */
function isNewDose(value: string): boolean {
  return /\d/.test(value) && (dosed.test(value) || / to \d/.test(value)) && medicineNews(value).length > 0
}

/** The medicine that a clause in lower case says was stopped, exchanged or changed. Linear. */
function medicineNews(said: string): Claim[] {
  const clause = said.replace(byDoctor, 'they')
  if (clause.search(medicine()) < 0 || notMine.test(clause) || /[%$€£]|\bpercent\b/.test(clause)) return []
  const { by, from = by, put = from, kept = put, it = kept } = changed().exec(clause)?.groups ?? {}
  if (it === undefined) return []
  const isOver = !dosed.test(clause) || /\d/.test(clause)
  const at = /\d/.test(clause) ? partOfDay(clause) : undefined
  return [
    claim(`|named|${it}`, { mark: 'clear' }),
    // The dose at night says nothing of the one at breakfast.
    ...(isOver
      ? [
          claim(`|being|${at === undefined ? it : `${it} ${at}`}`, {
            value: 'medicine',
            stance: 'ended',
            mark: 'clear',
          }),
        ]
      : []),
  ]
}

/** Figures of money, with or without its sign. */
const ofMoney = /budget|salary|rent|allowance/
/** Things that have one figure at a time for each purpose. */
const head =
  /\b(?:budget|limit|quota|salary|rent|allowance|goal|target|coverage|accuracy|latency|rate|deadline|response time|word count)\b/g
const figure = source`(?:(?<money>[$€£]\d[\d.,]*k?)|(?<share>\d[\d.]*%)|(?<day>${month} \d{1,2}(?!\d)|\d{1,2}(?:st|nd|rd|th)? (?:of )?${month}(?![a-zà-ž]))|(?<count>\d(?:[\d.,]*\d)?k?)(?: ?(?<unit>(?!(?:now|today|already|instead|after|from|since|only|and|but|or|plus)\b)[a-zà-ž]{2,20}))?)`
const change =
  '(?:moved|pushed|postponed|rescheduled|shifted|changed|updated|adjusted|increased|raised|reduced|lowered|cut|decreased|extended|upped|bumped|improved|grew|grown|dropped|risen|rose|fell|climbed|reached|now|new)'
const isChange = regex`\b${change}\b`
const purpose = '(?: (?:for|on) (?<purpose>(?:[a-zà-ž-]{1,20} ){0,3}[a-zà-ž-]{1,20}))?'
/** A figure after its head: `budget for books was increased to $50`. */
const behind = regex.u`^${purpose}(?<link>(?: (?:${change}|was|were|is|are|has|have|been|recently|just|got|further|up|down|to|of|at|being|from [$€£\d]\S*)){0,6}) ${figure}`
/** A figure before its head: `$500 monthly joint budget for groceries`. */
const ahead = regex.u`(?<mark>(?:\S{1,20} ){0,2})${figure}(?<about>(?: [a-zà-ž-]{1,20}){0,3}) $`
const after = regex.u`^(?:(?: (?:of|is|was|now))* ${figure})?${purpose}`
/** Words that do not tell the purpose. */
const empty: ReadonlySet<string> = new Set(
  `my our the his her their this that i we have has had was is of for to at on with by from in and or so a an it total
  overall joint strict initial first final current usual average monthly weekly daily annual yearly set meet hit got
  get agreed within about only extra`.split(/\s+/),
)
const mostHeads = 3

/** The figures in an English clause in lower case, as claims about their purpose: `my snack budget of $65`. Linear. */
function figuresOf(clause: string, speaker: string): Claim[] {
  if (/^(?:my|his|her|their|our) [a-zà-ž]+'s\b/u.test(clause)) return []
  // There are too many ways to say which of several figures in a row is the last.
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
  const kind = money || ofMoney.test(name) ? 'money' : share ? 'share' : day ? 'day' : stemOf(unit)
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
    .filter((word) => /^[a-zà-ž]{3,}$/u.test(word) && !empty.has(word) && !isChange.test(word))
  return new Set(words.map(stemOf))
}

/** Intentions. Figures in them may already hold: `I'm trying to stay within my budget of $35`. */
const intending = /\b(?:want|wants|wanted|plans?(?= (?:to|on)\b)|planning|going to|gonna|try(?:ing)? to)\b/

/** What holds for a time, or is done today. */
const passing = regex`\b(?:today|tonight|tomorrow|this (?:week|weekend|month|morning|afternoon|evening|time|once|sprint|quarter|summer|winter)|until|till|temporar(?:y|ily)|for (?:now|once|this|a (?:day|week|few|while)|the (?:day|week|weekend|moment|time being))|just (?:this )?once|at the moment|next (?:week|month|year|time|summer)|during|while|visiting|on vacation|on holiday|meanwhile)\b`

/** English statements. */
export const englishClaims: ClaimLanguage = {
  leftOut: [
    intending,
    /^(?:if|unless|whether|when|should|could|would|can|do(?! not (?:use|call)\b)|does|did|is|are|was|were|has|have|will|shall|may|what|who|why|where|how|which)\b(?! i (?:meant|mean)\b)/,
    regex`\b(?:if|unless|might|maybe|perhaps|probably|possibly|would|could|should|wish|hope|hoping|thinking (?:of|about)|consider(?:ing)?|suppose|supposing|imagine|assume|assuming|pretend|hypothetically|(?<!\b(?:my|our|the) (?:[a-zà-ž]+ )?)interview|almost|nearly|dream(?:ed|t|s|ing)?|tempted|offered?|will)\b`,
    /\b(?<!who )(?:said|says|say|told|tells|claims?|claimed|thinks|thought|believes?|believed|heard|according to|asked|asks|wrote|writes|reckons|mentioned|rumou?rs?|apparently|supposedly|joked?)\b/,
    passing,
    /\b(?:used to|previously|formerly|originally|at first|before that|back then|back when|in those days|as a (?:kid|child|teenager|student)|when i was|years? before|once upon|in the past|at the time|until recently|from \d{4} to|between \d{4} and)\b/,
    regex`^in \d{4}\b|\b(?:have|has) not\b|\b(?:haven't|hasn't|hadn't|hardly|not yet|some of|sometimes|occasionally|often|usually|mostly|one of|on (?:the )?weekends?|on my days? off)\b`,
    /\b(?:e\.g\.|for example|for instance)/,
    // Stories, and times that are over.
    regex.u`^(?:in|for|as part of) (?:the|my|our|this|that|a|an|his|her) (?:[a-zà-ž]+ ){0,2}(?:story|novel|book|tale|game|movie|film|play|sketch|poem|song|scenario|example|exercise|role-?play|campaign|chapter|simulation|fiction|fanfic|joke)\b|\b(?:my|the) (?:character|avatar|protagonist|hero)\b`,
    regex`\b(?:came|went|moved|come) back\b(?! to\b)|\b(?:and|but|then) (?:then )?(?:i |we )?(?:came|went|moved|returned)\b|\b(?:moved|married|engaged|divorced)\b.{0,80} in (?:19|20)\d{2}\b`,
  ],
  opening: regex`^(?:(?:actually|no|nope|nah|sorry|oops|whoops|wait|correction|i meant(?: to say)?(?: that)?|i mean|what i meant (?:was|is)(?: that)?|edit|update|rather|ok|okay|hey|hi|hello|well|so|and|but|oh|yes|yeah|yep|turns out(?: that)?|it turns out(?: that)?|btw|by the way|fyi|note|remember|remember that|please remember(?: that)?|heads up|just|scratch that|that's wrong|that is wrong|not quite|good news|i am wrong|my mistake|my bad)\b[\s,.:;!–—-]*)`,
  correcting:
    /^(?:(?:ok|okay|hey|well|so|and|but|oh|yes|wait|sorry|oops)[\s,.:;!–—-]+)*(?:actually|no|nope|nah|sorry|oops|whoops|wait|correction|i meant?|what i meant|(?:it )?turns out|edit|update|rather|scratch that|that's wrong|that is wrong|not quite|i am wrong|my mistake|my bad)\b/,
  contractions: [
    [/\b(i) ?'m\b/g, '$1 am'],
    [/\b(he|she|it|that|there)'s\b(?! [a-zà-ž]+ (?:is|are)\b)/gu, '$1 is'],
    [/\b(we|they|you)'re\b/g, '$1 are'],
    [/\b(i|we|they|you)'ve\b/g, '$1 have'],
    [/\bwon't be (?=(?:go|fly|mov|travell?)ing to )/g, 'am not '],
    [/\bwon't\b/g, 'will not'],
    [/\bcan't\b/g, 'can not'],
  ],
  rewrites: englishRewrites,
  adding:
    /\b(?:also|too|as well|additionally|in addition|besides|another|additional|a second|else|more(?! (?:detail(?:ed)?|thorough|verbose|concise|brief|in-depth|elaborate|succinct)\b))\b/,
  changing:
    /(?:^now,? |\b(?:now|nowadays|lately|these days|instead|by now|so far)\b(?! of)|^(?:my|our|the) (?=new )|\bnew (?=[a-zà-ž])|^(?:i|we) .* (?:again|after all)\b)/u,
  adverbs: regex.gu`^(?:last [a-zà-ž]+|since [^,]{1,30}?|as of [^,]{1,30}|after [^,]{1,40}|yesterday|on [a-zà-ž]+day|starting [^,]{1,30}|effective [^,]{1,30}),? (?=(?:i|we|my|our|the) )|,? (?:because|due to|so (?:that|no|please)|in order to|which) .*$|\b(?:from now on|as of now|going forward|so far|by now)\b|,? \binstead\b(?! of)|\b(?:currently|just|finally|recently|lately|already|officially|still|always|really|presently|now|nowadays|these days|all|both|actually|again|after all)\b(?! of)|(?: for (?:the (?:last|past) (?:few |couple of |\d+ )?(?:days?|weeks?|months?|years?)))(?= instead of |[.!]?$)|,? (?:last (?:week|month|year|night|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday)|yesterday|(?:a|an|one|two|three|some|\d+|a (?:few|couple(?: of)?)) (?:days?|weeks?|months?|years?) ago|in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)|since .*|in (?<!\bborn in )\d{4})(?=[.!]?$)`,
  retracting: [
    /^(?:please )?(?:forget|disregard|ignore)(?: the fact)? that (?<rest>.+)$/,
    /^(?:it is|it's) (?:not|no longer) (?:true|the case)(?: any ?more| any longer)? that (?<rest>.+)$/,
    /^(?:that )?(?<rest>.+?),? (?:that )?is (?:not|no longer) (?:true|the case)(?: any ?more| any longer)?$/,
  ],
  replacing: [/^(?<rest>.+?),? (?:instead of|rather than) (?<o>.+)$/, /^(?<rest>.+?), not (?<o>.+)$/],
  // Not "my brother moved to York, got laid off".
  joint:
    /(?:,| and| but| so|;)+ (?=(?:so |now (?!it is\b|they are\b))?(?:(?:it )?turns out|(?<=^(?:i|we) .*)(?:have|need|got) (?:an?|to|no|some|two|three|\d)|i|we|he|she|it|they|my|our|the|you(?= (?:can|may) )) |(?:just |finally |also |then )*(?:got (?:laid off|fired|sacked|divorced|engaged|a (?:new )?job|the job)|lost my job|quit my job|(?:new job|started) at|moved (?:back )?to|broke up|split up) ?(?<=^(?:i|we|got|lost|quit|moved|just|finally) .{1,200})|[a-zà-ž]{2,20} now owns )/g,
  rows: englishRows,
  intending,
  figures: figuresOf,
  names: (sentence, claims) => [
    ...namesOf(sentence, claims),
    ...subjectsOf(sentence),
    ...bansOf(sentence),
    ...medicinesOf(sentence),
    ...timesOf(sentence),
    ...dosesOf(sentence),
  ],
  news: (clause) => [...newsOf(clause), ...endingsOf(clause), ...liftsOf(clause), ...medicineNews(clause)],
  plans: plansOf,
  passing,
}
