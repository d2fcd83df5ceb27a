import { stemOf } from '../../text/analysis/english-words.ts'
import { deliberation } from '../stated-sentences.ts'
import type { Claim, ClaimLanguage } from './claim.ts'
import { englishRows } from './claim-rows-english.ts'
import { namesOf, newsOf } from './named-claims.ts'

/** Things that have one figure at a time for each purpose. */
const head =
  /\b(?:budget|limit|quota|salary|rent|allowance|goal|target|coverage|accuracy|latency|rate|deadline|response time|word count)\b/g
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const figure = `(?:(?<money>[$€£]\\d[\\d.,]*k?)|(?<share>\\d[\\d.]*%)|(?<day>${month} \\d{1,2}(?!\\d)|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${month}(?!\\p{L}))|(?<count>\\d(?:[\\d.,]*\\d)?) ?(?<unit>\\p{L}{2,20}))`
const change =
  '(?:moved|pushed|postponed|rescheduled|shifted|changed|updated|adjusted|increased|raised|reduced|lowered|cut|decreased|extended|bumped|improved|grew|grown|dropped|risen|rose|fell|climbed|reached|now|new)'
const isChange = new RegExp(`\\b${change}\\b`)
const purpose = '(?: (?:for|on) (?<purpose>(?:[\\p{L}-]{1,20} ){0,3}[\\p{L}-]{1,20}))?'
/** A figure after its head: `budget for books was increased to $50`. */
const behind = new RegExp(
  `^${purpose}(?<link>(?: (?:${change}|was|were|is|are|has|have|been|recently|just|got|further|up|down|to|of|at|being|from [$€£\\d]\\S*)){0,6}) ${figure}`,
  'u',
)
/** A figure before its head: `$500 monthly joint budget for groceries`. */
const ahead = new RegExp(`(?<mark>(?:\\S{1,20} ){0,2})${figure}(?<about>(?: [\\p{L}-]{1,20}){0,3}) $`, 'u')
const after = new RegExp(`^${purpose}`, 'u')
/** Words that do not tell the purpose. */
const empty: ReadonlySet<string> = new Set(
  `my our the his her their this that i we have has had was is of for to at on with by from in and or so a an it total
  overall joint strict initial first final current usual average monthly weekly daily annual yearly set meet hit got
  get agreed within about only extra`.split(/\s+/),
)
const mostHeads = 3

/**
 * Finds the figures of an English clause in lower case, each as a claim about its purpose: `my snack budget of $65`.
 * They may be in the middle of the clause. Linear.
 */
function figuresOf(clause: string, speaker: string): Claim[] {
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

const numbers = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Intentions. Figures in them may already hold: `I'm trying to stay within my budget of $35`. */
const intending = /\b(?:want|wants|wanted|plans?(?= (?:to|on)\b)|planning|going to|gonna|try(?:ing)? to)\b/

/** What holds for a time, or is done today. */
const passing =
  /\b(?:today|tonight|tomorrow|this (?:week|weekend|month|morning|afternoon|evening|time|once|sprint|quarter|summer|winter)|until|till|temporar(?:y|ily)|for (?:now|once|this|a (?:day|week|few|while)|the (?:day|week|weekend|moment|time being))|just (?:this )?once|at the moment|next (?:week|month|year|time|summer)|during|while|visiting|on vacation|on holiday|meanwhile)\b/

/** English statements. */
export const english: ClaimLanguage = {
  leftOut: [
    intending,
    /[?？]["')\s]*$/u,
    /^(?:if|unless|whether|when|should|could|would|can|do(?! not use\b)|does|did|is|are|was|were|has|have|will|shall|may|what|who|why|where|how|which)\b(?! i (?:meant|mean)\b)/,
    /\b(?:if|unless|might|maybe|perhaps|probably|possibly|would|could|should|wish|hope|hoping|thinking (?:of|about)|consider(?:ing)?|suppose|supposing|imagine|assume|assuming|pretend|hypothetically|(?<!\b(?:my|our|the) )interview|almost|nearly|dream(?:ed|t|s|ing)?|tempted|offered?|will)\b/,
    /\b(?<!who )(?:said|says|say|told|tells|claims?|claimed|thinks|thought|believes?|believed|heard|according to|asked|asks|wrote|writes|reckons|mentioned|rumou?rs?|apparently|supposedly|joked?)\b/,
    passing,
    /\b(?:used to|previously|formerly|originally|at first|before that|back then|back when|in those days|as a (?:kid|child|teenager|student)|when i was|years? before|once upon|in the past|at the time|until recently|from \d{4} to|between \d{4} and)\b/,
    /^in \d{4}\b|\b(?:have|has) not\b|\b(?:haven't|hasn't|hadn't|hardly|not yet|some of|sometimes|occasionally|often|usually|mostly|one of)\b/,
    /\b(?:e\.g\.|for example|for instance)/,
    // Stories, and times that are over.
    /^(?:in|for|as part of) (?:the|my|our|this|that|a|an|his|her) (?:\p{L}+ ){0,2}(?:story|novel|book|tale|game|movie|film|play|sketch|poem|song|scenario|example|exercise|role-?play|campaign|chapter|simulation|fiction|fanfic|joke)\b|\b(?:my|the) (?:character|avatar|protagonist|hero)\b/u,
    /\b(?:came|went|moved|come) back\b(?! to\b)|\b(?:and|but|then) (?:then )?(?:i |we )?(?:came|went|moved|returned)\b|\b(?:moved|married|engaged|divorced)\b.{0,80} in (?:19|20)\d{2}\b/,
  ],
  opening:
    /^(?:(?:actually|no|nope|nah|sorry|oops|whoops|wait|correction|i meant(?: to say)?(?: that)?|i mean|what i meant (?:was|is)(?: that)?|edit|update|rather|ok|okay|hey|hi|hello|well|so|and|but|oh|yes|yeah|yep|turns out(?: that)?|it turns out(?: that)?|btw|by the way|fyi|note|remember|remember that|please remember(?: that)?|heads up|just|scratch that|that's wrong|that is wrong|not quite|good news|i am wrong|my mistake|my bad)\b[\s,.:;!–—-]*)/,
  correcting:
    /^(?:(?:ok|okay|hey|well|so|and|but|oh|yes|wait|sorry|oops)[\s,.:;!–—-]+)*(?:actually|no|nope|nah|sorry|oops|whoops|wait|correction|i meant?|what i meant|edit|update|rather|scratch that|that's wrong|that is wrong|not quite|i am wrong|my mistake|my bad)\b/,
  contractions: [
    [/\b(i) ?'m\b/g, '$1 am'],
    [/\b(he|she|it|that|there)'s\b(?! \p{L}+ (?:is|are)\b)/gu, '$1 is'],
    [/\b(we|they|you)'re\b/g, '$1 are'],
    [/\b(i|we|they|you)'ve\b/g, '$1 have'],
    [/\bwon't\b/g, 'will not'],
    [/\bcan't\b/g, 'can not'],
  ],
  rewrites: [
    [/(?:,? (?:btw|by the way|fyi|lol|haha|tho|though|thank god|finally))+(?=[.!]*$)/g, ''],
    [/\b(is|are|was|were|do|does|did)n'?t\b/g, '$1 not'],
    [/\bfavourite\b/g, 'favorite'],
    [/\bcolour/g, 'color'],
    [
      /^(?:the )?user (?=(?:lives|works|is|has|uses|likes|eats|drinks|smokes|plays|moved|speaks|owns|drives|no longer|does|stopped)\b)/g,
      'i ',
    ],
    [/^(?:the )?user's /g, 'my '],
    [new RegExp(`\\b(?:${numbers.join('|')})(?= (?!or\\b|of\\b))`, 'g'), (word) => `${numbers.indexOf(word) + 2}`],
    [/\bonce (?=(?:a|per) \p{L})/gu, '1 times '],
    [/\btwice (?=(?:a|per) \p{L})/gu, '2 times '],
    [/^i is\b/g, 'i am'],
    [/^i does\b/g, 'i do'],
    [/^i has\b/g, 'i have'],
    [deliberation, ''],
    [/^(i|we) (?:have )?(?:went|gone|go|became|become|turned) (?=(?:vegan|vegetarian|pescatarian)\b)/g, '$1 am now '],
    [
      /\b((?:my|our|the) (?!due\b|birth|start\b|end\b)\p{L}+) (?:date|day) (?=(?:has |was |is |got )?(?:been )?(?:changed|moved|pushed|postponed|now)\b)/gu,
      '$1 ',
    ],
    // News is often told without "I".
    [
      /^(?:just |recently |finally )?(?=(?:moved|relocated|switched|upgraded) (?!up|down|back|forward)|switched|sold (?:my|our|the) |dropped (?!by|off|in\b)|(?:started|stopped|quit) (?:\p{L}+ing\b|my |the )|quit (?!it\b|that\b|while\b)\p{L}{3,}|started at |joined \p{L}+ as |(?:gave|given) up |passed (?:my|the) |failed (?:my|the) |got (?:the|a|my) (?:new )?(?:job|offer|position|promotion)\b|graduated\b|retired\b|cancell?ed (?:my|our|the) )/gu,
      'i ',
    ],
    // Who says that it was a mistake, corrects it; who tries to stop something, still does it.
    [
      /^(.{3,80}?)[,;.]? (?:(?:that|it|this) (?:was|is) (?:an? |my )?(?:mistake|wrong|error|misdiagnosis)|i was (?:wrong|mistaken))(?=[.!]*$)/g,
      'actually, $1',
    ],
    [/^(i|we) am (?:still )?trying to (?:quit|stop|give up) (?=\p{L}+ing\b)/gu, '$1 am '],
    // One form each for decisions, for things given up or finished, and for due dates.
    [/^let's (?:use|go with|go for|stick with) /g, 'we choose '],
    [
      /^(i|we|the team) (?:have )?(?:finally )?(?:decided|agreed(?! with)|chosen|chose|picked|selected|adopted|settled|opted|standardi[sz]ed|went|(?:am|are) going)(?: (?:on|for|with|upon|to (?:use|adopt|go (?:with|for)|(?:switch|move|migrate) to)))? (?!(?:to|that|against|this|it|these|those|them|back|\p{L}+ing)\b)/gu,
      '$1 choose ',
    ],
    [
      /^(i|we|the team) (?:(?:am|are|is|have|has) )?(?:(?:decided|chose) (?:against|to (?:drop|abandon|ditch|stop using))|drop|dropp(?:ed|ing)(?! out)|ditch(?:ed|ing)|abandon(?:ed|ing)|retir(?:ed|ing)(?! now\b| from\b| since\b| last\b| early\b)|phas(?:ed|ing) out|gave up(?: on)?|given up(?: on)?|giving up(?: on)?|got(?:ten)? rid of|getting rid of|mov(?:ed|ing) (?:away from|off)|ripp(?:ed|ing) out|tore out|uninstalled|stopp(?:ed|ing) using|quit using) (?!(?:my|our|the) |support for)/g,
      '$1 give up ',
    ],
    [/^((?:i|we|the team) give up .+?) after (?:\d+|many|all these|several) (?:days|weeks|months|years)\b/g, '$1'],
    [
      /^((i|we) (?:have )?(?:moved|migrated|switched|ported|converted) [^,]{2,80}?)(?:,|,? and|;|:) (\S{2,30}) is (?:now )?gone(?=[.!]*$)/g,
      '$1, $2 give up $3',
    ],
    [/^(i|we) (?:(?:am|are) (?:done|through) with|have finished|have done) (?=\d)/g, '$1 have completed '],
    [/\b(is|are) (?:now )?(?:scheduled|due|booked|planned|set)(?: (?:for|on|at|by))? (?=\S)/g, '$1 '],
    [/^(i|we) have (?:got )?an? (budget|limit|salary|quota) of /g, 'my $2 is '],
    [
      new RegExp(
        `^(i|we) have (?:got )?(?:an?|my|our) ((?:\\p{L}+ ){0,2}\\p{L}+) on (?=(?:the )?\\d|${month} \\d)`,
        'gu',
      ),
      'my $2 is on ',
    ],
    [/^there (?:is|are) (\d+ [^,]{1,40}?) (?:in|on) ((?:my|our|the) [\p{L} -]{2,40})/gu, '$2 has $1'],
    [
      /^(i|we) (?:have )?(?:got|bought|have)(?: myself| ourselves)? a new ((?:\p{L}+ )?\p{L}+)(?:,|:| -| –)+ (?=an? |the )/gu,
      'my new $2 is ',
    ],
    [
      /^(?:(?:me and )?(?!(?:i|we)\b)(\p{L}+)(?: and (?:i|me))? (?:have )?(?:broke|broken|split) up\b.*|(\p{L}+) and (?:i|me) (?:got|have) (?:divorced|separated)\b.*|we (?:have )?(?:broke|broken|split) up, (?:me and )?(?!me\b)(\p{L}+)\b.*)/gu,
      'i broke up with $1$2$3',
    ],
    [/^\p{L}+ and i are getting (?=divorced|separated)/gu, 'we are getting '],
    [/\b((?:am|are|is) )(?:now |about )?\d+ (?:weeks|months) (?=pregnant\b)/g, '$1'],
    [/^our (?:\p{L}+ )?(?:son|daughter|baby|twins|girl|boy) (?:was|were|is|are) born\b.*/gu, 'i am no longer pregnant'],
    [/^i (?:can )?eat (?:eggs|dairy|cheese|milk|butter|yogh?urt)(?= again\b).*/g, 'i am no longer vegan'],
    [/^i (?:can )?eat (?:fish|seafood)(?= again\b).*/g, 'i am now pescatarian'],
    [
      /^.{0,40}?\b(?:upped|raised|increased|bumped|lowered|reduced|halved|doubled)(?: up| down)? (?:my |the )?(\p{L}{4,})(?: dose| dosage)?(?:(?: from [^,]{1,20})? to|,) (?=\d[\d.]* ?(?:mg|mcg|ml|g|units?|drops|pills|tablets|times|puffs)\b)/gu,
      'i now take $1 ',
    ],
    [
      /^(i (?:now )?(?:take|am on)) (\d[\d.]* ?(?:mg|mcg|ml|units?|drops|pills|tablets)) (?:of )?(\p{L}{4,})\b/gu,
      '$1 $3 $2',
    ],
    [/^our (?:team|company|startup|group|band) (?:is|has) (?=\d+ (?:people|persons|employees|members)\b)/g, 'we are '],
    [
      /^.{2,60}? (?:has |have )?(?:put|started) me on (?:the )?(\p{L}{4,}),? (\d+[\d.]* ?(?:mg|mcg|ml|units?))?.*/gu,
      'i take $1 $2',
    ],
    [/^(i|we) charge (.{1,20}? (?:per|an|a) hour)\b/g, 'my rate is $2'],
    [
      /^(?:i|we) (?:have )?(?:raised|lowered|increased|upped|changed) (my|our) (rate|price|fee|rent|budget)s?, (?:it is|i am at|we are at|to) (?:now )?/g,
      '$1 $2 moved to ',
    ],
    [
      /^(i|we) (?:have )?(?:decided|choose|chose) (?:to )?(?:go|going|be|become) (?:fully |completely )?(?=(?:vegan|vegetarian|pescatarian)\b)/g,
      '$1 am now ',
    ],
    [/^(i|we) (?:am|are) (?:going )?back to (?:being )?(vegan|vegetarian|pescatarian)\b.*/g, '$1 am now $2'],
    [
      /^(?:i |we )?(?:have )?(?:changed|switched|(?:got|have|found) a new) (coach|boss|doctor|therapist|dentist|manager|landlord|editor|supplier|trainer|lawyer)(?:,|:| -)? (?:now |it is |to )?(?:with )?(?=\p{L})/gu,
      'my $1 is now ',
    ],
    // What becomes of a day is said of the thing alone.
    [
      /^(?=(?:exam|beta|launch|flight|surgery|operation|appointment|deadline|wedding|interview|defen[cs]e|release|meeting|trip|viva|delivery|course|concert|race|hearing|move|kickoff|kick-off)(?: date)? (?:(?:was|is|got|has been|has|just) )*(?:moved|pushed|slipped|put off|postponed|rescheduled|shifted|delayed|cancell?ed|called off|brought forward)\b)/g,
      'the ',
    ],
    [/^.{1,40} (?:gave me|granted me|got) an extension (?:until|till|to) /g, 'my deadline moved to '],
    [
      /^(?:i|we) (?:have )?(?:upgraded|downgraded|switched|moved) to (?:the |a )?(free|basic|pro|premium|plus|team|business|enterprise|paid|family)(?: (?:plan|tier|version))?(?=$| |[.,!])/g,
      'i am now on the $1 plan',
    ],
    [/^(i|we) (?:(?:have|am|are) )?(?:moved|moving|migrated|migrating) off (?:of )?(\S+) to /g, '$1 moved from $2 to '],
    [
      /^(i|we) (?:have )?(?:switched|moved|migrated|changed) (?:the |our |my )?(?:repo|monorepo|project|codebase|stack|everything)(?= (?:from|to|over) )/g,
      '$1 switched',
    ],
    [/^(?:i|we) (?:have )?(?:had (?:the|our|my|a) baby|gave birth|given birth)\b.*/g, 'i am no longer pregnant'],
    [/^my new (?:home|house|flat|apartment|place) is in /g, 'i now live in '],
    [/^my (?:home|house|flat|apartment|place) is in /g, 'i live in '],
    // "We're in Porto now" may be said on a journey, but not if it names a dwelling there.
    [/^(i|we) (?:am|are) (?:now )?in (?:a|my|our) new (?:house|flat|apartment|place|home) in /g, '$1 now live in '],
    [
      /^(i|we) (?:am|are) (?:now )?in ([\p{L}' -]{2,30}?)(?: now)?, (?=on an? (?:\p{L}+ )?(?:street|road|lane|avenue|square)\b|(?:in |with )?(?:an?|our|my|new)\b(?: \p{L}+){0,2} (?:house|flat|apartment|place|home)\b|(?:\p{L}{2,10}|\d{1,2}\p{L}{2}) floor\b)/gu,
      '$1 now live in $2, ',
    ],
    [/\b(i|we) (?:am|are|have been)( now)? (work)ing(?= (?:at|for|as) )/g, '$1$2 $3'],
    [/\b(i|we) (?:am|are|have been)( now)? living(?= in )/g, '$1$2 live'],
    [/^i( now)? report to (?=\p{L})/gu, 'my manager is$1 '],
    [/^my new (?:employer is|(?:job|position|role) is (?:at|with)) /g, 'i now work at '],
    [/^(i|we) (?:(?:have )?(?:been|got|was) )hired (?:by|at) /g, '$1 started at '],
    [/^(i|we) (?:like|enjoy) (.{2,60}?) (?:better|more|best)\b/g, '$1 prefer $2'],
    [/^(i|we)( no longer)? (?:really )?(?:love|enjoy|adore) (?!to be\b)/g, '$1$2 like '],
    [/^(i|we) (?:really )?(?:hate|dislike|detest|can not stand|do not (?:love|enjoy)) /g, '$1 do not like '],
    [/^.{2,60}? (?:has |have )?(?:took|taken) me off (?:of )?(?:the |my )?(?=\S)/g, 'i stopped taking '],
    [
      /^(i|we) (?:am|are) (?:now |finally )?off (?!work\b|duty\b|sick\b|today\b|tomorrow\b|tonight\b|topic\b|track\b|line\b|limits\b|the\b|this\b|next\b|until\b|again\b|site\b)(?=[\p{L}-]{4,}[.!]*$)/gu,
      '$1 stopped taking ',
    ],
    [/^(i|we) (?:have )?(?:came|come) off (?:of )?(?:the |my )?(?=\S)/g, '$1 stopped taking '],
    [/^(?:(i|we) would|i'd|we'd) (?:much )?rather (?:have|use|get) /g, 'i prefer '],
    [/\b(?:last|family) name\b/g, 'surname'],
    [
      /\b(i|we) (have )?(?:upgraded|bumped|updated|moved|migrated) (?!(?:my|our|to|from)\b)(?:the )?([\p{L}][\p{L} .-]{0,30}?)(?: from \S{1,12})? to (?:version |v)?(\d[\w.]*)(?=$|[,.;!])/gu,
      '$1 upgraded to $3 $4',
    ],
    [
      /^((i|we) [^,]{2,120}?),? and ((?:now )?(?:work|use|live|moved|switched|prefer|started|joined|drive)) /g,
      '$1, $2 $3 ',
    ],
  ],
  adding: /\b(?:also|too|as well|additionally|in addition|besides|another|additional|a second|else|more)\b/,
  changing:
    /(?:^now,? |\b(?:now|nowadays|these days|instead|by now|so far)\b(?! of)|^(?:my|our|the) (?=new )|\bnew (?=\p{L})|^(?:i|we) .* (?:again|after all)\b)/u,
  adverbs:
    /^(?:last \p{L}+|since [^,]{1,30}?|as of [^,]{1,30}|after [^,]{1,40}|yesterday|on \p{L}+day|starting [^,]{1,30}|effective [^,]{1,30}),? (?=(?:i|we|my|our|the) )|,? (?:because|due to|so that|in order to|which) .*$|\b(?:from now on|as of now|going forward|so far|by now)\b|,? \binstead\b(?! of)|\b(?:currently|just|finally|recently|already|officially|still|always|really|presently|now|nowadays|these days|all|both|actually|again|after all)\b(?! of)|,? (?:last (?:week|month|year|night|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday)|yesterday|(?:a|an|one|two|three|some|\d+|a (?:few|couple(?: of)?)) (?:days?|weeks?|months?|years?) ago|in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)|since .*|in (?<!\bborn in )\d{4})(?=[.!]?$)/gu,
  retracting: [
    /^(?:please )?(?:forget|disregard|ignore)(?: the fact)? that (?<rest>.+)$/,
    /^(?:it is|it's) (?:not true|no longer true|not the case|no longer the case)(?: any ?more| any longer)? that (?<rest>.+)$/,
    /^that (?<rest>.+) is (?:not true|no longer true|not the case|no longer the case)(?: any ?more| any longer)?$/,
    /^(?<rest>.+?),? (?:is|that is) (?:not true|no longer true)(?: any ?more| any longer)?$/,
  ],
  replacing: [
    /^(?<rest>.+?),? instead of (?<o>.+)$/,
    /^(?<rest>.+?),? rather than (?<o>.+)$/,
    /^(?<rest>.+?), not (?<o>.+)$/,
    /^(?<rest>.+?)(?:,| and|, and) no longer (?<o>.+)$/,
  ],
  joint: /(?:,| and| but|;)+ (?=(?:so |now )?(?:i|we|he|she|it|they|my|our|the) )/g,
  rows: englishRows,
  intending,
  figures: figuresOf,
  names: namesOf,
  news: newsOf,
  passing,
}
