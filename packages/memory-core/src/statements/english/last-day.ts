import { largeRegex, matchesOf, regex, source } from '../../text/regex.ts'
import { acquaintance } from '../persons.ts'
import { kindOf, nameAndRelation, namedRelation } from './kinds.ts'

export const months = 'january february march april may june july august september october november december'.split(' ')
const days = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const monthNames = `(${months.join('|')}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`

const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/g
const monthDay = regex.gi`\b${monthNames}\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(\d{4})\b)?`
const dayMonth = regex.gi`\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?${monthNames}\b(?:,?\s+(\d{4})\b)?`
const weekday = regex.gi`\b(?:(next|this|on|by|until|till|coming)\s+)?(${days.join('|')})\b(?!s)( week\b)?`
const relative: readonly (readonly [pattern: RegExp, days: number])[] = [
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/i, 0],
  [/\btomorrow\b/i, 1],
  [/\ba week (?:from )?today\b/i, 7],
  [/\ba week (?:from )?tomorrow\b/i, 8],
  [/\bthis week(?:end)?\b/i, 7],
  [/\bnext week(?:end)?\b/i, 14],
  [/\bthis month\b/i, 31],
  [/\bnext month\b/i, 61],
]
const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const count = source`(?:about |around |just |only |another |at least )?(\d{1,3}|an?|a couple of|a few|${numbers.join('|')}) (?:more )?`
const span = regex.gi`\b(?:in|within|for the next) ${count}(day|week|month)s?\b`
/** States and bans that last as long as one says: "I'm on crutches for six weeks", "I can't drive", "no running". */
const passing = source`(?:\S+(?:'[ms]| am| is)|(?:we|they|(?:my|our) [a-zà-ž]+)(?:'re| are))(?: (?:not|now|also|currently|back|only))* (?:on|off|in|at (?:my|our|the|his|her|an?)|away|home|here|out|with|without|under|staying|working from|covering|using|wearing|living|sleeping|renting|doing|eating|drinking|taking|allowed|supposed|unable|banned|forbidden|grounded|stuck|closed|signed off|resting|fasting|sick|isolating|(?:house|dog|cat|baby)-?sitting|looking after|minding|hosting)|(?:i|we|he|she|they|my [a-zà-ž]+|^\S+(?<!s)) (?:can't|cannot|can not|must not|mustn't|may not|shouldn't|should not|(?:must|have to|has to|needs? to) (?:wear|rest|stay|take|use|avoid|sleep|lie|eat))|(?:no|avoid|stop) (?:[a-zà-ž]+ )?(?:[a-zà-ž]+ing|alcohol|sports?|exercise|gym|caffeine|coffee|sex|stairs|weights|screens?|food|dairy|gluten|sugar|salt|meetings|visitors|orders|bookings)|nothing (?:heavy|solid|spicy)|(?:i|we) have no|put (?:me|him|her) on`
/** What is so each time, has been so, or is to come: "when I eat dairy I'm sick for two days". */
const atOtherTimes = `every|each|always|usually|often|sometimes|when(?:ever)?|if|once|per|then [^,]* for|(?:go|do|live|last|survive) without|been|since|next|going|after (?:an?|[a-zà-ž]+ing)|in (?:${months.join('|')}|spring|summer|autumn|winter)`
const whilePassing = largeRegex.gi`^(?!an? |any |.*\b(?:${atOtherTimes})\b)(?:.*[ ,:])?(?:${passing})\b(?:(?!,? (?:and|but) |, (?:i|we|he|she)\b)[^;])* for ${count}(day|week|month)s?\b(?=$|[,.;:!)]| (?:and|so|but|because|as|due|with|from|to|while|please)\b)`
const dayOfUnit: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31 }
/** "Until the end of May", "until May": the last day of the month. */
const untilMonth = regex.gi`\b(?:until|till|through|by|before)(?: the)?(?: end of| middle of| mid-)? ?${monthNames}\b(?! \d{1,2}(?!\d))(?:,? (\d{4})\b)?`
/** Feasts and seasons, with the day by which each has begun or is over. */
const feasts =
  'halloween 31 october,christmas 25 december,xmas 25 december,new year 1 january,valentine 14 february,easter 25 april,thanksgiving 28 november,spring 30 april,summer 31 july,autumn 5 november,fall 5 november,winter 31 december'
const feastNames = feasts.replace(/ \d+ [a-z]+/g, '').replaceAll(',', '|')
const someWeekday = regex.i`\bon (?:${days.join('|')})\b`
const isFeast = new RegExp(feastNames, 'i')
/** Not of what comes again each month or year. */
const once = source`(?<!\b(?:every|each|always|usually|normally|never|due|paid|payday|salary)\b.*)\b`
/** "Before" counts only where it ends a ban. */
const until = "until|till|through|(?:no|not|nothing|[a-zà-ž]+n't) [^;]*before"
const visit = source`(?:am|are|is|['’](?:m|re|s)|be)(?: (?:not|all|both|also))* (?:coming|going|here|over|away|home|at home|off|visiting|staying|hosting|having|flying|driving|travell?ing)\b[^;]{0,40}? (?:for|over|at|this)`
const untilFeast = regex.gi`${once}(${until}|by|${visit}) (?:after )?(?:the )?(${feastNames})(?:'?s)?\b`
const untilDate = regex.gi`${once}(?:${until}|the \d{1,2}(?:st|nd|rd|th) to) (?:after )?the (\d{1,2})(?:st|nd|rd|th)(?=$|[,.;:!)]| (?:and|so|but|because|as|due|with|please|at)\b)`
const someDay = source`(?:the )?(?:(?:end|middle) of )?(?:next\b|\d{1,2}(?:st|nd|rd|th)\b|(?:\d{1,2} (?:of )?)?${monthNames}\b|${feastNames})`
/** From one day to another without a date: "from 2 November to next June". */
const fromTo = regex.gi`\bfrom (?:the )?(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? ${monthNames}|${monthNames}\.? \d{1,2}(?:st|nd|rd|th)?|\d{4}-\d\d-\d\d|next week|tomorrow|on)(?: on)? (?:to|till|until|through) (?:(?:the )?(?:next|early|late|mid|middle|end|beginning|start|following)(?: of)?[ -])*(?=year\b|term\b|${someDay})(?!(?:the )?\d)`
/** Matches words that name the day on which a statement is over. */
const ending = regex.i`\b(?:until|till|(?:through|from .{2,40} to)(?= ${someDay})|before(?= the \d{1,2}(?:st|nd|rd|th)\b)|for the next|for now|this (?:week|month)|in (?:about |around |just )?(?:an?|\d{1,3}|[a-zà-ž]{3,6}) (?:days?|weeks?|months?))\b`

/** Whether a text says when its statement is over: "until the end of May", "in three weeks". */
export function isEnding(text: string): boolean {
  return ending.test(text) || text.search(whilePassing()) === 0
}

/** What takes place on its day, also if it is about health. */
export const isAppointment: RegExp =
  /\b(?:surgery|operation|appointment|scan|check-?up|biopsy|mri|blood test|vaccination|follow-?up|procedure)\b.* (?:is|are|'s|on|at|was moved|moved) /i
/** An illness or a danger that no day ends, unlike "I can't eat until Friday". */
const lifelong = regex.i`\b(?:al+erg(?:ic|y|ies)|anaphyla(?:xis|ctic)|epilep(?:sy|tic)|diabet(?:es|ic)|asth?ma(?:tic)?|celiac|coeliac|ha?emophilia|intoleran(?:t|ce)|deaf|blind(?! (?:dates?|tasting|tests?|auctions?|spots?)\b)|autis(?:m|tic)|dementia|arthritis|hiv|(?:not|never|cannot|[a-zà-ž]+n't) (?:[a-zà-ž]+ ){0,2}(?:[a-zà-ž]*nuts|shellfish|penicillin|aspirin|ibuprofen)|birthday(?:'s| is)(?: on)?(?: the)? (?:\d{1,2}(?:st|nd|rd|th)?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*))\b(?! (?:UK|foundation|society|charity|awareness|fundraiser|walk|run|gala|conference|campaign|research)\b)`
/** Complaints that pass. The day up to which they forbid something ends them: "I sprained my ankle, no sport until May". */
const passingComplaint =
  /^(?!.*\bchronic).*\b(?:sprain(?:s|ed)?|broke|broken|fractures?|fractured|stress reaction|tore|torn|dislocated|injured|concussion|infection|surgery|pregnan(?:t|cy)|shingles|flu|cold|fever|pneumonia|(?:append|bronch|tonsill|conjunctiv|sinus|laryng|tend[io]n)itis|congestion|rash|antibiotics|[a-z]+(?:cillin|mycin)|shin splints|lifting|rehab)\b/i
const standing = regex.i`^(?:never|always)\b(?! (?:mind|an?|the|been|again|good|nice|great|happy|fun)\b)|\b(?:must|ha(?:ve|s) to) avoid\b(?! (?:the|this|that|my|our)\b)|\bblood thinners\b|\bno (?:[a-zà-ž]+ ){0,2}(?:[a-zà-ž]*nuts|shellfish|penicillin|aspirin|ibuprofen)\b|(?:n't|\b(?:not|never|no longer)) (?:eat|drink)\b|\b(?:vegans?|vegetarians?|pescatarian|teetotal)(?=$|[.!?;:)]| (?:now|since|so|because|for (?:\d|[a-zà-ž]+ )?years?)\b)|\b(?:eats?|drinks?) (?:no|only)\b|\b(?:on|do|doing|keep|keeps|eats?|is|am|'m) (?:keto|paleo|low[- ]carb|kosher|halal)\b`
/** Guests of a day: "two don't eat pork". */
const ofGuests = /^(?:he|she|they|some|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b/i
/** What tells who a person is: "who is a nurse", "he lives in Kiel", "my key is with Hans". */
const ofAPerson =
  /^(?:my|our) [a-zà-ž]+ (?:is|are) (?:with|called) |^(?:who|he|she|they)(?:'s|'re| is| are) an? (?!bit\b|little\b|lot\b|mess\b)|^(?:who|he|she|they) lives? (?:in|at|near) |^(?:his|her|their) name is /i
/** Between parts of a clause, of which each has a day of its own. What follows from a part that ends, ends with it. */
const nextPart =
  / \(|(?<!^(?:until|till|for|this|through)\b(?:(?! (?:i|we|he|she|they|my|our)\b)[^,])*), (?!(?:but )?(?:only )?(?:until|till|for|through|this)\b|so\b)|,? (?:and|but(?! only\b)|though|although) |(?<!\b(?:until|till|for|through|this)\b.*),? so /i

/** What one is, where one works and lives, whom and what one has: "I'm a nurse", "my boss is Anna", "I drive a Fiat". */
const ofLong = largeRegex.u`^(?:(?:[Ii]'?m|[Ii] am|(?:[Mm]y|[Oo]ur) [\p{Ll} -]{2,30} is) an? (?!bit|little|lot|few|fan|mess|guest|visitor|tourist|temp|intern|substitute|volunteer|speaker|juror|delegate)(?:\p{Ll}+ )*?(?:\p{Ll}{2,}(?:er|or|ist|ian|ant|eon)|nurse|vet|chef|cook|pilot|student|midwife|electrician|apprentice|PhD|postdoc)(?=$| (?:at|in|for|with|from|on)\b)|(?:[Ii]|[Ww]e|(?:[Mm]y|[Oo]ur) [\p{Ll}-]+(?: \p{Lu}\p{Ll}+)?) (?:works?|teach(?:es)?|lives?|stud(?:y|ies)) (?!(?:from|on|until|this|here|there|out)\b|(?:in|at|with) (?:an?|the|this)\b)\p{L}|[Ii] (?:work|teach) (?:as|for|at|in) an? |\p{Lu}\p{Ll}+ (?:does (?!(?:it|this|that|the|not|so|well)\b)\p{Ll}|(?:owns|leads|handles) (?!(?:it|this|that)\b)\p{Ll}|is (?:my|our) (?!guest|turn|date|visitor)\p{L})|(?:[Ii]|[Ww]e) (?:run|own) (?:an?|the) (?:[\p{Ll}-]+ )?(?:caf[eé]|shop|store|bakery|restaurant|bar|pub|salon|studio|company|business|farm|hotel|clinic|practice|school|nursery|garage|agency|gallery|brewery|kennel)\b|(?:[Mm]y|[Oo]ur) [\p{Ll}-]+(?: is|'s) (?:Mrs?|Ms|Dr|Prof)\b|(?:[Ii]|[Ww]e)(?: have| own|'ve got|'ve) (?:an?|two|three|four|five|\d) (?:[\p{L}-]+ )?(?:kids?|children|sons?|daughters?|boys?|girls?|twins|dogs?|cats?|horses?|rabbits?|cleaner|nanny|carer|au pair|gardener|assistant|business partner)\b|(?:[Ii] (?:drive|own|use)|(?:[Mm]y|[Oo]ur) (?:car|van|bike|boat|laptop|camera|phone) is) an? (?!rental|hired?\b|loan|courtesy|borrowed|replacement|spare))`
const isCalled = regex.u`(?: is|'s)(?: called| named)? \p{Lu}`

/** Whether a part says what a person is, has or does not eat, or, beside an end without a date, who a person is. */
export function hasEndlessPart(masked: string, at?: string): boolean {
  const isVague = masked.search(whilePassing()) === 0 || masked.search(untilFeast) >= 0
  return masked.split(nextPart).some((part) => {
    if (isAppointment.test(part)) return false
    if (lifelong.test(part)) return true
    if (isEnding(part)) return false
    const { kind } = kindOf(part, () => true)
    if (kind === 'identity' || (kind === 'health' && !passingComplaint.test(part))) return true
    const isOfOne = standing.test(part) && (!ofGuests.test(part) || acquaintance.test(masked))
    const isForLong = ofLong().test(part) || (acquaintance.test(part) && isCalled.test(part))
    const isNamed = ofAPerson.test(part) || namedRelation.test(part) || nameAndRelation.test(part)
    return (isOfOne || isForLong || (isVague && isNamed)) && lastDay(part, at) === undefined
  })
}

/** A day, or the time until it. */
const aDay = source`(?:today\b|tomorrow\b|now\b|this\b|next\b|in (?:\d+|an?|[a-z]{3,6}) (?:day|week|month)s?\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\d{1,2}(?:st|nd|rd|th)? (?:of )?[a-z]{3,9})\b(?!.* (?:(?:till|until) |to (?:the )?(?:\d|mid\b|early\b|late\b|${days.join('|')}|tomorrow\b|${someDay})))`
/** Events that end soon after they begin. */
const brief =
  '(?:meetings?|calls?|exams?|finals|conference|summit|festival|fair|concert|show|gig|movie|film|trip|flight|journey|tour|cruise|holidays?|vacation|break|sales?|sprint|workshop|webinar|hackathon|interviews?|tournament|game|match|race|marathon|retreat|weekend|party|wedding|appointment|surgery|operation|inspection|audit|ends?|until|till|report|essay|homework)'
/** Statements that hold from a day on: "I start on 5 January", "from April 1", "he starts school next week". */
const soon = largeRegex.i`^(?:i|we)(?:'m|'re| am| are| will|'ll)? (?:start|starting|begin|beginning|join|joining|become|becoming|mov(?:e|ing) (?:to|into|out|in)|relocat(?:e|ing)|switch(?:ing)? (?:to|from|jobs)|chang(?:e|ing) jobs|go(?:ing)? back)\b|^(?:i'm|i am|we're|we are) (?:an? (?:[a-zà-ž]+ )*[a-zà-ž]+|on [a-zà-ž]{5,}), |\b(?:start(?:ed|ing)?|put(?:ting)?|switch(?:ed|ing)?) (?:me|him|her|them) (?:on|to) [a-zà-ž]{5,}(?!.* (?:until|till|for) )|\b(?:effective|as of|since|from)(?: (?:on|the))? ${aDay}|^(?!.*\b${brief}\b).*\b(?:start(?:s|ing)?|begin(?:s|ning)?|join(?:s|ing)|mov(?:es|ing) (?:in|into|out)|kicks? in|takes? effect|appl(?:y|ies)|go(?:es)? live|takes over|first day)(?! (?:the|at \d))(?: [^ ,]+){0,4}?,?(?: (?:on|the))? ${aDay}(?!.* at \d)`

/** A change: "we moved to Leeds this week". */
const lastingChange = largeRegex.u`^(?!.*\b(?:will|'ll|going to|gonna|planning|plan to|want|need|have to|should|might|hope|until|till|for the next|for now|coming|arriving|staying|(?:being|getting) (?:delivered|fitted|installed))\b)(?:.{0,40}[,.:] )?(?:(?:[Ii]|[Ww]e|[Mm]y \p{L}+|[Oo]ur \p{L}+|\p{Ll}{3,}(?= went from)|[Jj]ust|[Ff]inally|\p{Lu}\p{Ll}+)(?:'ve| have| has|'m| am| is)? )?(?:(?:just|finally|also|already|officially|now) )*(?:moved (?!(?:the|my|our|it) )|relocated|raised|lowered|increased|reduced|quit|stopped|gave up|started|adopted|bought|sold|(?<!(?:['’]ve|have) )got (?:an?|my|the)\b|got (?:engaged|married|divorced|promoted|laid off|fired|hired|diagnosed)\b|have an? new|became|turned \d|retired|graduated|married|engaged|divorced|separated|broke up|went from|took over|promoted|hired (?!.* (?:car|van|venue|hall|band|dj|photographer)\b)|switched|upgraded|changed|joined|left (?:my|the|\p{Lu})|lost (?:my|our)|passed away|died|born|came out|settled)`

/** What happens on a day and stays so. */
const stays = source`(?:died|born|passed away|buried|divorced|discharged|diagnosed|(?<=\b(?:was|were|got|been) )approved|evicted|expelled|arrested|stolen|sold(?! out\b)|worse|let go|ran (?:away|off)|came through|(?<=\b(?:baby|twins) (?:\S+ ){0,2})arrived|lost (?:(?:my|our) (?:\p{Ll}+ )?)?(?!Game|Round|Match)\p{Lu}\p{Ll}+(?= on\b)|(?:left|dumped|divorced) me|signed for (?:the|our|a) (?:house|flat|apartment|place|lease|mortgage)|broke (?:my|his|her|their) (?:\p{Ll}+ )?(?:arm|leg|wrist|ankle|hip|foot|hand|nose|ribs?|finger|toe|elbow|collarbone)|let (?:him|her|them|it|\p{Lu}\S+) go|put (?:(?:him|her|it|\p{Lu}\S+) )?(?:down|to sleep))\b`
/** A clause of which every verb is past and one lasts: "we lost Bruno on Friday", "he got worse and we had to let him go". */
const isPast = largeRegex.u`^(?!.*\b(?:am|is|are|will|can|must|should|want|need|if|when|next|tomorrow|tonight|until|till|by|this|coming|for (?:the next|now)|(?<!had )to (?:be|go|come|meet|see|do|start)|going to)\b)(?!.*(?:['’](?:m|re|ll|d)|\b(?:he|it|she|that|there)['’]s) )(?:.{0,60} and )?(?:[Ii]|[Ww]e|[Tt]hey|[Ss]he|[Hh]e|(?:[Mm]y|[Oo]ur|[Tt]he) (?:[\p{Ll}-]+ ){0,2}?[\p{L}-]+|\p{Lu}\p{Ll}+)(?: (?:just|finally|sadly|also|already|officially|then))* (?:(?:was|were|got|had|had to) )?${stays}`

/** A milestone is no part of a longer word and has no hour: "my visa", not "my visa form", "my shop at 9". */
const alone = source`(?=$|[,.;:!)]| (?!at (?:noon|midnight|\d[\d:.]*(?: ?[ap]m)?(?:$|[,;!]|\.? (?:today|yesterday|this|and|on)\b)))(?:in|on|at|as|with|for|from|near|by|to|and|last|this|yesterday|today)\b)`
/** What one tells with its day and is for long: "I started at Bosch on 1 September", "I passed my driving test". */
const milestone = largeRegex`\b(?=[IiWw])(?<!\b(?:wish|wished|thought|think|if|hope|hoped|hoping|dreamt|dreamed|when|once|that|until|till|before|after|unless|says?|said|suppose|pretend|like|though) )(?:[Ii]|[Ww]e)(?:'ve| have)?(?: just| finally| also| officially| now| already)* (?:resigned\b(?! (?:myself|to)\b)|(?:gave|given|handed in|put in)(?: in)? (?:my |our )?(?:notice|resignation)${alone}(?! to (?!(?:my|our|the) (?:boss|manager|employer|landlord|landlady|company|school|hr)\b))|started (?:(?:at|working (?:at|for)) (?!(?:Chapter|Level|Part|Page|Stage|Step|Act|Season|Episode|Lesson|Unit)\b)[A-ZÀ-Ž]|as (?:an?|the) |(?:an?|my|our) (?:new |first |own )*(?:[a-zà-ž-]+ )?(?:job|role|position|[Pp][Hh][Dd]|degree|masters?|course|apprenticeship|internship|traineeship|business|company|firm|studio|shop|practice)${alone})|(?:registered|founded|incorporated|opened|launched|set up|bought|closed|sold|took over(?: the(?= ))?) (?:(?:(?:my|our|an?) |(?<=over the ))(?:\S+ ){0,2}?(?:company|business|firm|shop|store|studio|practice|office|branch|restaurant|caf[eé]|bakery|salon|gallery|clinic|newsletter|podcast|charity|house|flat|apartment|home|cottage)${alone}|(?:[A-ZÀ-Ž]\S* ){1,3}(?:Ltd|GmbH|Inc|LLC|LLP)\b)|passed (?:my|the|our) (?:\S+ ){0,2}?(?:test|exams?|bar|boards|finals|viva|orals?)${alone}|(?:got|accepted|took|landed) (?:my|an?|the|our) (?!(?:\S+ ){0,2}?role in (?:the|an?|our) (?:raid|game|match|campaign|quest|scene)\b)(?:first |new |second |big )*(?:[a-zà-ž-]+ ){0,2}(?:job|role|position|promotion|citizenship|licen[cs]e|degree|diploma|visa|residency|offer)${alone}|got (?:promoted|hired|fired|laid off)\b|retired${alone}|enrolled (?:in|at|on|for) (?:[A-ZÀ-Ž]|(?:an?|the|my) (?:\S+ ){0,3}?(?:course|school|degree|masters?|program(?:me)?)${alone})|moved into (?:my|our|the|an?) (?!(?:meeting|next|other|waiting)\b)|(?:hired|joined) [A-ZÀ-Ž]\S* (?:as|on (?!the\b))|joined (?:an?|the|my) (?:\S+ ){0,2}?(?:club|team|choir|gym|board|union|band|orchestra|league)${alone}|closed on (?:the|our|a) (?:house|flat|apartment)|found (?:an?|our|my) (?:\S+ )?(?:flat|apartment|house|\d ?(?:br|bed[a-z]*)|job|nanny|childminder)${alone})`

/** A couple that comes together or parts: "we broke up", "my girlfriend dumped me", "I'm dating a girl called Rosie". */
const ofCouple = source`(?:(?:my )?(?!(?:he|she|they|who|it|this|that)\b)[a-zà-ž]+ (?:just |finally )*proposed(?: to me)?\b(?! (?:that|an?|the|we|i|to (?!me\b))\b)|i (?:just |finally )*proposed to (?:my )?[a-zà-ž]+|(?:we|me and (?:my )?[a-zà-ž]+|(?!my\b)[a-zà-ž]+ and (?:i|me)|my (?:wife|husband|partner|girlfriend|boyfriend) and i)(?:'ve| have| just| finally)* (?:broke|broken|split) up|(?:(?:my |the )?[a-zà-ž]+)(?: just)? (?:broke up with|dumped) me|i(?: just| finally)* (?:broke up with|dumped) (?:my )?[a-zà-ž]+|(?:i|we)(?:'m|'re| am| are)(?: now| finally)? (?:official|dating (?!(?:myself|the|it|apps?|sites?)\b)(?:(?:an?|this) )?[a-zà-ž]+(?: (?:called|named) [a-zà-ž]+)?)|(?:i )?got into (?:(?:my|an?|the) )?(?:[a-zà-ž]+ )?(?:college|uni(?:versity)?|school))`
/** The same without "I" at the head of a clause, and what a thing of one's life came to: "got the postdoc", "the wedding is off". */
const headline = largeRegex.i`^(?:(?:just|finally|yay|sadly|well|so),? )*(?:(?:i |we )?(?:(?:have|'ve) )?(?:got|landed|accepted) (?:my|an?|the|our) (?:\S+ ){0,2}?(?:postdoc|fellowship|scholarship|traineeship|apprenticeship|job|promotion|citizenship|driving licen[cs]e)|(?:i |we )?(?:just |finally )*(?:got|picked up|have) the keys (?:to|for|of) (?:my|the|our) (?:new |first )*(?:house|flat|apartment|place|home)|(?:i |we )?(?:handed in|submitted|defended) (?:my|the|our) (?:\S+ )?(?:thesis|dissertation|phd)|(?:(?:i|we)(?:'?m|'?re| am| are) )(?:now )?(?:vat[- ]registered|self[- ]employed|debt[- ]free)|(?:i'?m |i am )?\d+ (?:days|weeks|months|years) (?:sober|clean)|(?:(?:the|my|our) )?(?:divorce|wedding|engagement|adoption|honeymoon|mortgage|house(?: sale| purchase)?|cruise)(?:'s)?(?: (?:is|was|has|got|now|finally|just|been))* (?:off|final|finali[sz]ed|approved|fell through|fallen through|(?<=divorce )(?:came|come) through|cancell?ed|called off)|(?:my |our |the )?(?:memoir|thesis|dissertation|phd)(?: is| was)? (?:finished|done|submitted|handed in)|(?:our )?baby (?:girl|boy|daughter|son)(?: \S+)? (?:was )?born|${ofCouple})(?=[.!]*$|[,;.!]| (?:now|over|at (?!\d)|from|because|since|yesterday|today|after all|last|this|on|\d+)\b)(?!.*\?)`

/** Whether a text tells a milestone of the speaker's life. */
export function tellsMilestone(text: string): boolean {
  return milestone().test(text) || headline().test(text)
}

/** Whether what a text tells lasts beyond the day it names: "I start on 5 January", "we moved to Leeds this week". */
export function isLasting(text: string): boolean {
  return (
    soon().test(text) ||
    lastingChange().test(text) ||
    tellsMilestone(text) ||
    (someWeekday.test(text) && isPast().test(text))
  )
}

const day = 86_400_000
/** Milliseconds that a day without a year may be back; otherwise it is the next one. Plans reach ten months ahead. */
const furthestBack = 60 * day

/**
 * The last day that a text names, as YYYY-MM-DD: "on May 9", "next Friday", "tomorrow".
 *
 * @param at ISO time at which it was said; without it only days with a year are found
 */
export function lastDay(said: string, at?: string): string | undefined {
  const onItsDay = (_: string, lead: string, name: string) =>
    `${lead} ${feasts.split(`${name.toLowerCase()} `)[1]?.split(',')[0]}`
  const ended = said.replace(fromTo, 'until ')
  const text = isFeast.test(ended) ? ended.replace(untilFeast, onItsDay) : ended
  const now = at === undefined ? Number.NaN : Date.parse(at)
  const relativeDays = relative.filter(([pattern]) => pattern.test(text)).map(([, ahead]) => now + ahead * day)
  const found = [
    ...dated(text, now),
    ...(Number.isNaN(now) ? [] : [...onWeekdays(text, now), ...relativeDays, ...spans(text, now)]),
    ...matchesOf(untilMonth, text).map(([, month, year]) => monthEnd(year, month, now)),
  ]
  const last = Math.max(...found.filter((time) => Number.isFinite(time)))
  return Number.isFinite(last) ? new Date(last).toISOString().slice(0, 10) : undefined
}

function dated(text: string, now: number): number[] {
  if (!/\d/.test(text)) return []
  const [month, today] = [new Date(now).getUTCMonth(), new Date(now).getUTCDate()]
  return [
    ...matchesOf(iso, text).map(([, year, month, date]) => timeOf(Number(year), Number(month) - 1, Number(date))),
    ...matchesOf(monthDay, text).map(([, month, date, year]) => nearest(year, month, date, now)),
    ...matchesOf(dayMonth, text).map(([, date, month, year]) => nearest(year, month, date, now)),
    ...matchesOf(untilDate, text).map(([, date]) =>
      nearest(undefined, months[(month + Number(Number(date) <= today)) % 12], date, now),
    ),
  ]
}

function nearest(year: string | undefined, name = '', date: string | undefined, now: number): number {
  const month = months.findIndex((one) => one.startsWith(name.toLowerCase().slice(0, 3)))
  if (year !== undefined) return timeOf(Number(year), month, Number(date))
  if (Number.isNaN(now)) return Number.NaN
  const current = new Date(now).getUTCFullYear()
  const candidates = [current - 1, current, current + 1].map((one) => timeOf(one, month, Number(date)))
  return candidates.find((time) => time >= now - furthestBack) ?? Number.NaN
}

function timeOf(year: number, month: number, date: number): number {
  const time = Date.UTC(year, month, date)
  return new Date(time).getUTCDate() === date ? time : Number.NaN
}

function monthEnd(year: string | undefined, name: string | undefined, now: number): number {
  const first = nearest(year, name, '1', now)
  return Number.isNaN(first) ? first : Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 0)
}

/** "In three weeks", "for six weeks". */
function spans(text: string, now: number): number[] {
  return [...matchesOf(span, text), ...matchesOf(whilePassing(), text)].map(([, count = '', unit = '']) => {
    const named = numbers.indexOf(count.toLowerCase()) + 1
    const many = Number(count) || named || (/^a (?:c|f)/i.test(count) ? 4 : 1)
    return now + many * (dayOfUnit[unit.toLowerCase()] ?? 1) * day
  })
}

/** "On Friday" is the next Friday, "Friday week" the one after it; "Friday" alone and "on Fridays" give no day. */
function onWeekdays(text: string, now: number): number[] {
  const today = new Date(now).getUTCDay()
  return matchesOf(weekday, text).flatMap(([, lead, name = '', week]) => {
    if (lead === undefined && week === undefined) return []
    const ahead = (days.indexOf(name.toLowerCase()) - today + 7) % 7 || 7
    return [now + (ahead + (week === undefined ? 0 : 7)) * day]
  })
}
