import { regex, source } from '../../text/regex.ts'
import { type Rewrites, rewritesTo } from './claim.ts'
import { firm, noJob } from './claim-row-parts.ts'
import { month } from './claim-value.ts'

/*
 * News as people tell it in passing: "new job at siemens!!", "doc bumped my metformin to 1000". Each becomes the form
 * that the rows know. What is not the user's own news, or not sure to be, is left as it is.
 */

/** Where a clause ends, or only says when. */
const end = '(?=[.!,;]*$|[,;.!] )'
const when = source`(?:,? (?:yesterday|today|tonight|now|finally|recently|already|again|last (?:week|month|night|[a-zà-ž]+day)|this (?:week|month|morning|afternoon|evening)|on [a-zà-ž]+day|(?:a|\d+) (?:days?|weeks?) ago|in (?:january|february|march|april|may|june|july|august|september|october|november|december)))*`

const doctor = source`(?:doc|docs|dr\.? [a-zà-ž]+|(?:(?:my|the) )?(?:[a-zà-ž]*doctor|doc|gp|physician|pharmacist|allergist|immunologist|cardiologist|psychiatrist|specialist|neurologist|endocrinologist|nurse|consultant|oncologist|dermatologist|pulmonologist|gastroenterologist|rheumatologist|pediatrician|dietitian))`
const unit = '(?:mg|mcg|ml|g|units?|drops|pills|tablets|times|puffs)'
const daily = source`(?:(?: (?:now|daily|once|\d+ times|(?:a|per|every) day|every (?:morning|evening|night)|in the (?:morning|evening)s?|at (?:night|bedtime)|with (?:food|meals)))*(?=[.!]*$|[,;]| and| but))`
/** The figure of a medicine, with its unit or with what only a dose is followed by. */
export const dose: string = source`(\d[\d.]*(?: ?${unit}\b|(?=${daily})))${daily}?`
const food = source`((?!(?:dairy|milk|lactose|cheese|butter|yoghurt|yogurt|meat|fish|eggs|alcohol|wine|beer)(?: again| now)\b)[a-zà-ž]{3,}(?: (?:nuts|fruits?|products|seeds|wheat|beans))?)`
/** Parts of the body that hurt for a time. */
const body =
  '(?:ankle|knee|back|shoulder|wrist|leg|foot|arm|hip|elbow|neck|hand|finger|toe|rib|ribs|hamstring|achilles|tendon)'
const cast = '(?:cast|plaster|sling|splint|brace|boot)'
const weight = source`(\d{2,3}(?:[.,]\d)?) ?(?:kg|kgs|kilos?|kilograms?)`
const nowWeigh =
  '(?:(?:i )?weighed in at |(?:i )?weighed myself[:,]? |i was (?=.{5,12} (?:today|this morning|at the (?:nurse|doctor|gp|clinic))\\b)|i (?:am|weigh|now weigh|got) (?:now )?(?:(?:down|up|back)? ?(?:to|at) )?(?:now )?|(?:down|up) to )'
/** Things with a day, told without an article: "exam is on may 12". */
const event =
  '(?:exam|finals?|beta|launch|flight|surgery|operation|appointment|deadline|wedding|interview|defen[cs]e|release|meeting|trip|viva|delivery|course|concert|race|marathon|hearing|kickoff|kick-off|demo|due date|move|exams|staging|prod|production|hosting|monitoring|website|blog)'
const dayAhead = source`(?:(?:on|at) )?(?:the )?(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.? \d)`
const sized =
  '(long|longer|detailed|more detailed|thorough|short|shorter|brief|concise)(?:,? (?:and )?(?:detailed|thorough|concise|simple))?'
const answers = '(?:answers|replies|responses|explanations)'
/** That an order is about this reply only. */
const notHere = source`(?!.*\b(?:this|that|these|those|here|it|for (?:the|my|our)|in (?:the|my|our)|one|email|essay|exam)\b)`

/** From when on something holds, if that is all that is said of its time. */
const since = source`(?:from|starting(?: from| in)?|as of|effective|beginning) (?:(?:next|this) (?:week|month|year|term|semester|season)|(?:the )?(?:new year|${month}(?: \d{4})?))(?: on(?:wards)?)?`
/** That it was otherwise until now. */
const sinceNow = '(?:now|again|from now on|these days)'

/** Rewrites of everyday news, applied after the variants of spelling. */
export const newsRewrites: Rewrites = rewritesTo(
  {
    // Changes told beside a task: since when, of what, to what.
    ' now': regex.g`,? ${since}(?=[.!]*$)`,
    // Rules that are lifted.
    'it is allowed to $1': [
      regex.g`^(?=.* ${sinceNow}\b|from now on\b)(?:from now on,? )?(?:you|u|we) (?:can|may|are (?:free|allowed|welcome) to)(?: ${sinceNow})* ((?!(?:answer|reply|respond|give|write|speak|send|call|stop)\b|use (?!.*\d))[a-zà-ž]{3,15} [^,.;]{2,60}?)(?: ${sinceNow})*(?=[.!]*$)`,
    ],
    'we now use ': /^(?:(?:i|we) (?:have )?)?bumped us (?:up )?to (?=[a-zà-ž.]+ v?\d)/gu,
  },
  {
    // What follows a statement: a remark in brackets, a request, a further detail.
    '': [
      / ?\((?![^()]*\b(?:i|we|my|our|and)\b)[^()]{1,60}\)/g,
      /(?<=^(?:i|we|my|our) .{8,}?),? so (?:keep|please|no|only|do not|plan|give|make|just|avoid|stick|use|i need)\b.*$/g,
    ],
    'i am $1':
      /^i (?:am|have been(?= \S+ (?:since|for) )) (single|married|divorced|engaged|widowed|unemployed|retired|self-employed|vegan|vegetarian|pescatarian)(?:[,;]| and| but| since| for) .*/g,
  },
  { '': [/\ball (?=(?:my|our) [a-zà-ž])/gu] },
  {
    // Faces at the end, and a bare age or weight after "im".
    '': /(?: *(?:[:;=]'?-?[()/|dp]+|<3|xd|\p{Extended_Pictographic}\uFE0F?))+[.!]*$/gu,
  },
  {
    // A doctor's word that something is over ends it.
    '': regex.gu`^${doctor} (?:says|said|told me|tells me|confirmed|has confirmed|thinks) (?:that )?(?=i (?:can (?:eat|have|drink|tolerate)|am no longer|am not (?:[a-zà-ž]+ )?(?:allergic|intolerant|pregnant|diabetic)|(?:do not|no longer) have|outgrew|have outgrown)\b)`,
    // Work.
    'i now work at $1': regex.gu`^(?:(?:i|just|finally|officially) )*(?:(?:got|have|started|landed|took|accepted) )*(?:an? |my |the )?new (?:job|position|role|gig) (?:at|with) ${firm}(?=[.!]*$|, |${when}[.!]*$| as )`,
    // Not "I'm at Siemens now", which may be said at its door.
    'i started at $1': regex.gu`^(?:i (?:have )?)?(?:just |recently )?(?:joined ${noJob}|started (?:work |working )?at )${firm}${when}[.!]*$`,
  },
  {
    'i lost my job': regex.gu`^(?:(?:i )?(?:just |officially )*(?:got|was|been|have been|have just been) (?:just )?(?:laid off|fired|sacked|let go|made redundant)|(?:just |finally )?lost my job|(?!(?:i|we|he|she|it|you|please|just|never|my (?:mom|mum|dad|mother|father|parents?|wife|husband|girlfriend|boyfriend|partner|doctor|friend|teacher|brother|sister|son|daughter)|mom|mum|dad|(?:the )?(?:police|cops?|officers?|guards?|security|hospital|doc|doctor|bouncer|school|teacher))\b|.*\b(?:old|former|last|previous|ex)\b.* me\b)[a-zà-ž][a-zà-ž\d&. -]{1,30}? (?:has |have |just )*(?:let me go|laid me off|fired me|sacked me|made me redundant))${when}[.!]*$`,
    // Not "I quit" alone, which may be said of what is too hard.
    'i quit my job': regex.gu`^i (?:have )?(?:just )?(?:quit(?= )|resigned)${when}[.!]*$`,
    'i am unemployed':
      /^i am (?:currently |sadly |now )?(?:jobless|out of work|out of a job|without a job|between jobs)\b/g,
    // The second half of "I live in Lisbon and work at Bosch".
    '': /^(?:i|we) (?:have )?graduated\b.*(?:\b(?:19|20)\d\d\b|\bago\b).*/g,
    // Home.
    '$1 in ':
      /^((?:my|our) [a-zà-ž]+ (?:now )?lives?) (?:alone|on (?:his|her|their) own|by (?:him|her)self|with (?:my|our|his|her) [a-zà-ž]+(?: [a-zà-ž]+)?|in (?:his|her|their) own (?:flat|house)) in /gu,
    '$1 no longer live in $2':
      /^(i|we) (?:have )?(?:(?:just )?moved (?:away|out|on) (?:from|of) (?=[a-zà-ž])(?!(?:the|my|our|his|her|their|an?)\b)|left ([a-zà-ž -]{3,25}?) (?:for good|permanently|behind)(?=[.!,]*$|, ))/gu,
    // Relationships and pregnancies.
    '$1 crossed the rainbow bridge':
      /^(?:i|we) had to say goodbye to (?:(?:our|my|poor|sweet|old) )*([a-zà-ž]{2,20})\b.*/gu,
    'we are getting ': regex.gu`^(?:me and (?:my )?[a-zà-ž]+|(?:my )?[a-zà-ž]+ and (?:i|me)) are (?:getting (?:a )?)?(?=divorced?\b|separated\b)`,
    'the pregnancy is over': regex.gu`^(?:(?:(?:(?:i|we) )?(?:(?:have|just|sadly|unfortunately) )*(?:lost (?:the|our|my) baby|had an? miscarriage|miscarried)|(?:the |our )?(?:baby|little one|twins|(?:baby )?(?:girl|boy))(?: [a-zà-ž]+)? (?:(?:is|are) (?:finally )?here|(?:was|were|got|has been) (?:finally )?born|(?:has |have )?(?:finally )?arrived)(?:,? \d[\d.,]* ?(?:kg|g|lbs?|pounds))?)${when}[.!]*$|our (?:[a-zà-ž]+ )?(?:son|daughter|baby|twins|girl|boy)(?: [a-zà-ž]+)? (?:was|were|is|are) born(?=$|[.,!]| (?:yesterday|today|last (?:night|week|[a-zà-ž]+day)|this|on (?!the same)|at \d)).*|(?!(?:he|she|it|who|they)\b)[a-zà-ž-]{2,20} was born (?:yesterday|today|last night|this morning|on (?:the \d+[a-z]{2}|[a-zà-ž]+day))(?=[.!,]*$|[.,!] )|our (?:son|daughter|baby|twins|girl|boy)(?: [a-zà-ž]+)? arrived\b.* \d[\d.,]* ?(?:kg|g|lbs?|pounds)\b.*)`,
    // What is over by its name, and what is eaten again.
    // Health.
    'i now take $2 $1':
      /^(?:they|(?:my |the )?(?:doc|doctor|gp|psych|psychiatrist|specialist|nurse)) (?:just |recently )?(?:bumped|upped|put|moved|raised|lowered|dropped|cut) me (?:up |down |back )?(?:to|on) (\d[\d.]*)(?: ?(?:mg|mcg|ml|units?))? (?:of|on) (?:the |my )?([a-zà-ž]{5,})\b.*/gu,
    'i stopped smoking':
      /^(?:\d+ (?:day|week|month|year)s? (?:without (?:an? |any )?(?:cigarettes?|smoking)|smoke[- ]free)\b|(?:i (?:am|have been) )?smoke[- ]free (?:since|for|now)\b).*/g,
    'i now weigh $1':
      /^(?:the |my )?scales? (?:said|says?|showed|shows?) (\d{2,3}(?:[.,]\d)?)\b(?! ?(?:g\b|grams|oz|ml|%)).*/g,
    '$1 is no longer allergic to $2': regex.gu`^(?:i|(my [a-zà-ž]+(?: [a-zà-ž]+)??)) (?:(?:have|has|finally) )*(?:outgrew|outgrown|grew out of|grown out of|got over|lost|no longer (?:has|have)) (?:my|her|his|their|the|an?) ${food} allergy`,
    'i no longer have $1$2': regex.gu`^(?:(?:the |my )?${cast} (?:is|came|has come) off(?:,| and|;) (?:and )?(?:the |my )?(?:left |right )?(${body}) is (?:all |totally )?(?:fine|good|ok|okay|healed)|(?:(?:the|my) )?(?:left |right )?(${body})(?:'s| is| has) (?:(?:finally|all|fully|now) )?(?:healed|mended|out of (?:the |its |a )?${cast}|(?:fine|ok|okay|better) again|back to normal))(?: again| now)*${end}.*`,
  },
  {
    'i am ': /^(?:my {2}is| {1,2}is|is) (?=no longer allergic )/g,
    '$1 been allergic to $2': /\b(have|has) (?:an? )?(?:severe |bad |mild |strong |slight )*([a-zà-ž]{3,}) allergy\b/gu,
    'am allergic to ': /\bhave been allergic to /g,
    'is allergic to ': /\bhas been allergic to /g,
    'allergic to $1': /\ballergic to ([a-zà-ž]{3,}?)s\b/gu,
    'i now take $1 $2': regex.gu`^(?!.* (?:for (?:my|his|her|our|the)|in [a-zà-ž]+'s case)\b)(?=(?:i|we|they) .*\d ?${unit}\b|${doctor} )(?:i|we|they|${doctor}) (?:(?:has|have|just|recently|now) )*(?:upped|raised|increased|bumped|lowered|reduced|halved|doubled|cut|changed|put)(?: up| down)? (?:my |the )?(?!(?:appointment|rent|salary|rate|budget|limit|price|goal|fee|next)\b)([a-zà-ž]{4,})(?: dose| dosage)?(?: up| down)?(?:(?: from [^,]{1,20})? to|,) ${dose}`,
    'i now take $1 ': regex.gu`^(?:my |the )?([a-zà-ž]{4,})(?: dose| dosage)? (?:(?:has been|was|got|is|went) (?:(?:now|just|upped|raised|increased|bumped|lowered|reduced|cut|changed|up|down|to) )+|is (?=\S+ ?${unit} now[.!]*$))(?=\d[\d.]* ?${unit}\b)`,
    'my $1 is no longer on $2, my $1 stopped $2, $&':
      /^(?:they|(?:the |her |his )?(?:doc|doctor|gp|clinic|hospital|memory clinic|vet)) (?:have |has )?(?:just |now )?(?:stopped|discontinued|taken off) (?:my )?(mum|mom|mother|dad|father|wife|husband|son|daughter|gran|nan|dog|cat)'s ([a-zà-ž]{5,})\b.*/gu,
    'i stopped taking ':
      /^(?:i )?(?:(?:have|am|just|finally|now) )*(?:got|gotten|went|gone|came|come|weaned myself|weaned|tapered) off (?:of )?(?:my )?(?!(?:work|track|topic|easy|easily|lightly|course|campus|school|duty|target|balance|schedule|guard|line|stage|site|road|grid|script|bus|train|plane|tram|light|scot|with|on|at|in|to|the|an?|it|me|him|her|them|that|this)\b)(?=[a-zà-ž]{4,})/gu,
    ', i now take $1':
      /, (?:and )?(?:now )?(?:i am )?on (?!(?:call|leave|vacation|holiday|track|time|hold|sale|it|that|my|the|an?|mon|tues|wednes|thurs|fri|satur|sun)\b)([a-zà-ž]{5,}(?: \d[\d.]* ?(?:mg|mcg|ml|units?)?)?) (?:now|instead)(?=[.!]*$)/gu,
    // Numbers.
    'i now weigh $1$2 kg': regex.gu`^(?:${nowWeigh}${weight}(?: now| today| this morning| at the [a-z]+(?:'s)?)*(?=[.!]*$|[,;] )|${weight} (?:now|today|this morning)(?=[.!]*$))`,
    // Measures by their names, whatever the verb: "HbA1c came back at 48".
    '$1the ': regex.gu`^((?:(?:actually|ok|no|so|oh),? )*)(?=${event}(?: date)? (?:is ${dayAhead}|(?:(?:was|is|got|has been|has|just) )*(?:moved|pushed|slipped|put off|postponed|rescheduled|shifted|delayed|cancell?ed|called off|brought forward)\b)|(?:title|price|fee|stipend|rate|shift|target|budget|rent|salary|deadline|lead time|per diem|notice period)(?: for [^,]{2,40})? is )`,
  },
  {
    'never ': /^(?:please )?do not (?=(?:push|commit|merge|rebase|deploy|publish|release|install|rename) )/g,
    // Orders about answers.
    $1: /^((?:you|u) (?:can|may) (?:use|add|include) [^,;]{3,30}? again)\b.*/g,
    'give $1 answers': regex.gu`^(?:(?:(?:please|ok|so) )?(?:(?:you|u) (?:can|may)|feel free to|it is (?:ok|okay|fine) to) (?:now |again )?(?:give|write|send)(?: me)?|(?:i (?:want|would like|need|prefer)|i'd (?:like|prefer))(?: to (?:have|get|see))?)${notHere} ${sized} ${answers}\b.*`,
  },
)
