import { largeRegex, regex, source } from '../../text/regex.ts'
import { bareOwned } from '../english/said-clauses.ts'
import type { Claim, Rewrites } from './claim.ts'
import { anyBeing, beings } from './claim-forms.ts'
import { firm } from './claim-row-parts.ts'
import { ofRole } from './claim-value.ts'

/*
 * People, animals and things by their names: which ones a statement speaks of, and what happened to one of them. What
 * happened to something known is worth keeping, however plainly it is said: "Zosia turned 9", "they upped the ramipril".
 */

/** Rewrites of short forms of words for people, of owners left out ("boss is Miguel"), and of "is back at 9:30". */
export const shortForms: Rewrites = [
  [/\bgf\b/gi, 'girlfriend'],
  [/\bbf\b/gi, 'boyfriend'],
  [/^([a-zà-ž]+) from now on (is|are) /gi, '$1 $2 now '],
  [bareOwned, 'my $&'],
  [
    /^(?:nan|nana|gran|granny|grandma|grandad|grandpa|mum|mom|dad)(?='s | (?:went|has|is|home|out|moved|lives|came)\b)/gi,
    'my $&',
  ],
  [/^(my [a-zà-ž]+)'s (?=(?:moved|gone|left|been)\b)/gi, '$1 has '],
  [/^(my [a-zà-ž]+)(?:'s| is) home again\b/gi, '$1 is back home'],
  [/\bmoved back home (?=to )/gi, 'moved back '],
  [/^(.{2,40} (?:is|are)) back (?=(?:at|on) (?:\d|noon\b|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b))/g, '$1 '],
]
const groupPatterns = Object.entries(beings).map(([group, words]) => [group, regex.i`^(?:${words})$`] as const)
const verbs =
  "(?:is|was|has|had|can(?:not|'t)?|doesn't|eats?|takes?|turned|turns|works?|lives?|loves?|likes?|hates?|goes|plays?|studies|moved|started|visits?)"
/** "My daughter Zosia", "a dog, Rex", "our cat called Miso", and without capitals where a verb follows. */
const introduced = largeRegex.gi`\b(?:my|our|an?)(?: [a-zà-ž]+)? (?<noun>${anyBeing}),?(?: (?:called|named|is called|is named|is))? (?<name>(?!(?:${verbs}|and|or|who|that|with|from|in|at|on)\b)[a-zà-ž][a-zà-ž-]{1,20})(?<verb> ${verbs}\b)?`
const atTable = /\b(?:al+erg|diabet|c?o?eliac|asthma|epilep|intoleran|vegan|vegetarian)/i
/** Who has a role that one person has at a time: "my boss Darren lets me swap". */
const holder = regex.gu`\b[Mm]y (?<role>${ofRole}),? (?<name>(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{Ll}+)`
/** A statement about a person or a pet alone: "my girlfriend (Aiko) loves sushi". */
const ofOne = largeRegex.i`^my (?:dear |lovely |new )?(?<noun>${[beings['partner'], beings['family'], beings['pet']].join('|')})(?:'s [a-zà-ž]+(?: [a-zà-ž]+)?|,? (?!(?:and|or|who|that|${verbs})\b)[a-zà-ž][a-zà-ž-]{1,20},?)? ${verbs}\b`
const capital = /(?<=[\p{Ll}\d,:] )\p{Lu}[\p{L}\d-]{2,20}/gu
const calendar =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day|^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/

/** Groups whose nouns mean one being, if nothing else is said: "my mum", "my dog". */
const lasting: ReadonlySet<string> = new Set(['family', 'pet'])
/** Attributes whose values name things: what one takes, uses, drives, learns. */
const ofThings = /\|(?:use|car|employer|do (?:tak|on|us|driv|ride|play|lear|study|trai|hav|own|attend))$/
const mostWords = 2
const title = /^(?:dr|mrs?|ms|miss|prof(?:essor)?)\.? (?=\p{L})/u

const who = source`(?!(?:i|we|you|he|she|it|they|this|that|these|those|there|who|what|someone|somebody|everyone|nobody)\b)(?:(?:my|our|the|poor|old|dear|little) ){0,3}(?:[\p{L}-]+ )??(?<who>\p{L}[\p{L}-]{1,20})(?:'s)?`
const adverbs = '(?: (?:has|have|had|is|was|just|finally|recently|now|also|got|gets|being|been))*'
/** What happened to a person or a thing. */
const happened = largeRegex.u`^${who}${adverbs} (?:(?<dead>died(?! (?:laughing|inside|in (?:the|a|this|my) (?:book|film|movie|game|show|novel|story)|of (?:laughter|boredom|embarrassment)))|passed away|dead(?=$|[.,!])|(?:been )?put (?:down|to sleep)(?! (?:for|as|on|by|with)\b))|(?<left>(?:left|quit|resigned|retired)(?=$|[.,!;]| (?:the|our) (?:company|team|firm|department|job)\b| (?:last|this) (?:week|month|year)\b| (?:in (?:january|february|march|april|may|june|july|august|september|october|november|december)|yesterday|for good|and|so)\b)|no longer works? (?:here|with us))|(?<out>mov(?:ed|ing) out(?! of (?:her|his|their|the)\b))|turned \d|mov(?:ed|ing) (?:in|to|away|back|up|into)|joined|graduated|passed|failed|outgrew|recovered|born|married|engaged|divorced|pregnant|promoted|fired|laid off|diagnosed|hired|accepted|rejected|cancell?ed|called off|postponed|delayed|rescheduled|slipped|pushed|moved|brought forward|extended|upped|raised|lowered|increased|reduced|doubled|halved|stopped|finished|approved|expired|renewed|stolen|sold|broken|back|started|starts|had (?:the|a|an|her|his|their) (?:baby|twins|accident|surgery|operation|stroke)|won|eloped|retired|arrived|healed|gone|over|done|off|closed|(?:and (?:i|me) )(?:eloped|married|got married|split|separated)|(?:eats?|drinks?|can|works?|lives?|smokes?|speaks?|walks?|drives?|plays?|runs?) [^,]{0,40}(?:again|any ?more)(?=$|,))\b`
/** What a person did with something. */
const done = largeRegex.gu`\b(?:upped|raised|lowered|increased|reduced|doubled|halved|stopped(?: taking| using)?|quit|gave up|given up|dropped(?: out of)?|sold|cancelled|canceled|postponed|moved(?: off| from| away from)?|pushed|rescheduled|extended|failed|passed|finished|submitted|left|lost|replaced|switched|renewed|traded(?: in)?|swapped|ditched|scrapped|got rid of|gave away|handed over|sold off|wiped|cut (?:back on|down on|out)|cut right back on|done with|finished with|bought|(?:took|taken) me off|switched off|(?:am|is|are) off|came off|(?<parted>broke up with|split up with|divorced)) (?:my |our |the |his |her )?(?<what>\p{L}[\p{L}-]{2,20})\b`
const ofDeath = source`(?:(?:only|just|nearly|almost|already) )?(?:\d+(?: years old)?(?=[.!]*$)|(?:so |very |too )?(?:old|ill|sick|frail|in pain|suffering)\b|(?:put down|put to sleep|run over|hit by)\b|(?:(?:his|her|its|the) )?(?:heart|kidneys?|liver|lungs?|cancer|tumou?r|stroke)\b)`
/** What people say of a pet; of a person it only means a farewell: "we had to put Rex down", "we lost Misty on Monday". */
const farewell = largeRegex.u`^(?:(?:our|my|poor|sweet|old) )*(?<crossed>\p{L}{2,20}) (?:crossed the rainbow bridge\b|is (?:now )?gone(?=[.!]*$|, (?:it|she|he) was ${ofDeath}))|^(?:(?:(?:our|my|the) )?(?<first>\p{L}{2,20})(?:'s)? .{1,80} and )?(?:i|we) (?:(?:have|just|sadly|finally) )*(?:lost(?! .*(?:\bfound\b|, (?:but )?(?:she|he|it) was (?!${ofDeath})))|sold|rehomed|had to (?:let|put|sell|rehome)) (?:(?:our|my|the|poor|sweet|old|dear|dog|cat|horse) )*(?<lost>\p{L}{2,20})(?: (?:go|down|to sleep))?(?=[.!]*$|, (?:she|he|it) was\b| (?:yesterday|today|last|this|on \p{L}+day|to (?:an? |my |our )(?:\p{L}+ )?(?:girl|boy|woman|man|lady|family|friend|couple|neighbour|neighbor))\b)`

export function claim(key: string, more: Partial<Claim> = {}): Claim {
  return { key, value: '', stance: 'named', mark: 'none', cardinality: 'many', isAdditional: false, ...more }
}

/** Whom and what a statement names, by its words and its other claims. Linear. */
export function namesOf(said: string, claims: readonly Claim[]): Claim[] {
  const sentence = shortForms.reduce((text, [from, to]) => text.replace(from, to), said)
  const names = new Set([...sentence.matchAll(capital)].map(([name]) => name.toLowerCase()))
  const groups = new Map<string, string>()
  for (const { groups: found = {} } of sentence.matchAll(introduced())) {
    const { noun = '', name = '', verb } = found
    const group = groupOf(noun)
    // A colleague who leaves still likes jazz: only who they were is over, and what to cook for them.
    const isLeft = (group === 'work' || group === 'home') && !atTable.test(sentence)
    if (verb !== undefined || /^\p{Lu}/u.test(name)) groups.set(name.toLowerCase(), isLeft ? noun : group)
    if (group === 'partner') names.add(noun.toLowerCase())
  }
  const one = ofOne().exec(sentence)?.groups?.['noun']
  if (one !== undefined) groups.set(one.toLowerCase(), groupOf(one))
  for (const { key, value, stance } of claims) {
    if (stance !== 'holds' || key.startsWith('|figure|')) continue
    const [, subject = '', attribute] = key.split('|')
    const noun = subject.split(' ').at(-1) ?? ''
    if (attribute === 'employer') names.add(attribute)
    if (attribute === 'name') groups.set(value.replace(title, '').replace(/ .*$/, ''), groupOf(noun))
    if (subject === 'me' || subject === 'us') {
      if (ofThings.test(key)) wordsOf(value).forEach((word) => void names.add(word))
    } else if (/^\p{L}{3,}$/u.test(noun)) {
      names.add(noun)
      wordsOf(subject).forEach((word) => void names.add(word))
      if (lasting.has(groupOf(noun))) groups.set(noun, groupOf(noun))
    }
  }
  groups.forEach((_, name) => void names.add(name))
  return [
    ...[...groups].map(([name, value]) => claim(`|being|${name}`, { value })),
    ...[...sentence.matchAll(holder)].map(({ groups: { role = '', name = '' } = {} }) =>
      claim(`|my ${role.toLowerCase()}|name`, { value: name.replace(title, '').toLowerCase() }),
    ),
    ...[...names].filter((name) => name !== '' && !calendar.test(name)).map((name) => claim(`|named|${name}`)),
  ]
}

function groupOf(noun: string): string {
  return groupPatterns.find(([, words]) => words.test(noun))?.[0] ?? 'other'
}

function wordsOf(value: string): string[] {
  return value
    .split(' ')
    .filter((word) => /^\p{L}[\p{L}\d+#.-]{3,}$/u.test(word))
    .slice(0, mostWords)
}

/** Words that tell of a change, in clauses of the speaker that are not about this moment. */
const ofOwn = /^(?:i|we|my|our|not|no longer|done)\b/
const changed = largeRegex`\b(?:now|any ?more|lately|nowadays|these days|no longer|is (?:over|done|off|gone)|done with|instead|healed|cured|in remission|extended|paid off)\b`
const ofThisMoment = regex.u`^(?:now|let's|so|can|do|what|how)\b|\b(?:am|are|is|i'm|'re|'s) \p{L}+ing\b|\b(?:right|just) now\b|\bnow (?:i|we|you|that)\b`
const contentWord = largeRegex.gu`\b(?!(?:longer|anymore|again|lately|nowadays|these|days|finally|instead|with|from|have|that|this|been|more|over|done|gone|extended|paid|really|about|after|very|much|some)\b)\p{L}[\p{L}\d+#.-]{3,}`

/** "I'm with Siemens now": an employer, a provider or a friend, so that it ends nothing. */
const perhapsHired = largeRegex.u`^i am (?:now with ${firm}|with ${firm} now)$`
const women = ['girlfriend', 'wife', 'fiancee', 'fiancée', 'partner']
const men = ['boyfriend', 'husband', 'fiance', 'fiancé', 'partner']
/** "She left me", "Ana has dumped me". Not "she left me a note", "in charge". */
const leftMe = largeRegex.u`^(?:my |our )?(?<who>\p{L}[\p{L}-]{1,20})(?: (?:has|have|just|finally|recently|now))* (?:(?:left|dumped|divorced|is leaving)|(?:broke|broken|split) up with) me(?: (?:for (?!dead\b|(?:an? )?(?:\p{L}+ )?(?:lunch|dinner|work|while|moment|bit|minute|hour|day|week|weekend|month|meeting|trip|walk|call|conference)\b)[^,]+|after (?:\S+ ){1,3}(?:years?|months?|weeks?)|because [^,]+|yesterday|today|(?:last|this) (?:week|month|year|night|morning|weekend|spring|summer|autumn|fall|winter|\p{L}+day)|\S+ \p{L}+ ago|on \p{L}+day|and (?:the|our|my) (?:kids?|children)))?(?=$|[.,!;])`
/** "My ex-wife Priya": the one who was the wife. */
const formerPartner = regex.u`^my ex-?(?: ?(?:${[...women, ...men].join('|')}))? (?<who>(?!(?:is|was|has|had|and|who|keeps|wants|lives|got|moved|took|from)\b)\p{L}[\p{L}-]{1,20})(?![\p{L}'])`
/** What the speaker says about their own partner, who is not named. */
const lovers = ['girlfriend', 'boyfriend', 'fiancee', 'fiancée', 'partner']
const loversParted = regex.u`^(?:i|we) (?:have )?(?:just )?(?:(?:broke|broken|split) up|separated)(?=$|[.,!;]| (?:last|yesterday|today|this|after|because|two|\d)\b)|^(?:i )?(?:was|got) (?:just )?dumped(?=$|[.,!;]| (?:last|yesterday|today|by)\b)|^i am (?:now )?single (?:now|again)\b`
const spousesParted = regex.u`^(?:(?:the|my|our) )?divorce (?:is (?:now )?(?:final|through|official|done)|came through)(?=$|[.,!;]| (?:on|yesterday|today|now|last|this)\b)|^we separated(?=$|[.,!;]| (?:last|yesterday|after|because)\b)|^(?:i|we) (?:am|are|got|have)(?: (?:been|getting|now|just|finally))* (?:divorced|separated)(?=$|[.,!;]| (?:last|yesterday|now|this|after|because)\b)`

/** What a clause in lower case says has happened to a person or a thing with a name. Linear. */
export function newsOf(clause: string): Claim[] {
  const { who: subject, dead, left, out } = happened().exec(clause)?.groups ?? {}
  const objects = [...clause.matchAll(done())].map(({ groups = {} }) => groups)
  const gone = dead === undefined ? undefined : subject
  const {
    first,
    lost,
    crossed = /^(?:him|her|it)$/.test(lost ?? '') ? first : lost,
  } = farewell().exec(clause)?.groups ?? {}
  const leaver = leftMe().exec(clause)?.groups?.['who']
  const parted = objects.find((one) => one['parted'] !== undefined)?.['what']
  const changing =
    ofOwn.test(clause) && changed().test(clause) && !ofThisMoment.test(clause)
      ? (clause.match(contentWord()) ?? [])
      : []
  const joined = perhapsHired().test(clause) ? 'employer' : undefined
  const leavers = leaver === 'she' ? women : leaver === 'he' ? men : [leaver]
  const told = [subject, gone, crossed, joined, ...leavers, ...objects.map((one) => one['what']), ...changing].filter(
    (name) => name !== undefined,
  )
  const over = (name: string | undefined, group: string): Claim[] =>
    name === undefined || isOfOthers(clause, name)
      ? []
      : [claim(`|being|${name}`, { value: group, stance: 'ended', mark: 'clear' })]
  const partners = [
    ...(loversParted.test(clause) ? lovers : []),
    ...(spousesParted.test(clause) ? ['wife', 'husband'] : []),
    ...leavers,
    formerPartner.exec(clause)?.groups?.['who'],
    parted ?? (out === undefined ? undefined : subject),
  ]
  return [
    ...[...new Set(told)].map((name) => claim(`|named|${name}`, { mark: 'clear' })),
    ...over(gone, ''),
    ...over(crossed, 'pet'),
    ...over(left === undefined ? undefined : subject, 'work'),
    ...over(out === undefined ? undefined : subject, 'home'),
    ...partners.flatMap((one) => over(one, 'partner')),
  ]
}

/** Whether a noun means a person of others: "his wife". */
function isOfOthers(clause: string, noun: string): boolean {
  const at = clause.search(regex.u`(?<!\p{L})${noun}(?!\p{L})`)
  return /(?:^| )(?:his|her|their|your|whose|\p{L}+'s) (?:\p{L}+ )?$/u.test(
    clause.slice(Math.max(0, at - 60), Math.max(0, at)),
  )
}
