import { regex, source } from '../../text/regex.ts'
import { devices } from '../english/orders.ts'
import { deliberation } from '../stated-sentences.ts'
import { type Rewrites, rewritesTo } from './claim.ts'
import { firm, noJob } from './claim-row-parts.ts'
import { month, numbers, ofRole } from './claim-value.ts'
import { forgettingRewrites } from './claims-to-forget.ts'
import { shortForms } from './named-claims.ts'

/** Where a clause ends, or only says when. */
const end = '(?=[.!,;]*$|[,;.!] )'
const when = source`(?:,? (?:yesterday|today|tonight|now|finally|recently|already|again|last (?:week|month|night|[a-zà-ž]+day)|this (?:week|month|morning|afternoon|evening)|on [a-zà-ž]+day|(?:a|\d+) (?:days?|weeks?) ago|in (?:january|february|march|april|may|june|july|august|september|october|november|december)))*`

const doctor = source`(?:doc|docs|dr\.? [a-zà-ž]+|(?:(?:my|the) )?(?:[a-zà-ž]*doctor|doc|gp|physician|pharmacist|allergist|immunologist|cardiologist|psychiatrist|specialist|neurologist|endocrinologist|nurse|consultant|oncologist|dermatologist|pulmonologist|gastroenterologist|rheumatologist|pediatrician|dietitian))`
const unit = '(?:mg|mcg|ml|g|units?|drops|pills|tablets|times|puffs)'
const daily = source`(?:(?: (?:now|daily|once|\d+ times|(?:a|per|every) day|every (?:morning|evening|night)|in the (?:morning|evening)s?|at (?:night|bedtime)|with (?:food|meals)))*(?=[.!]*$|[,;]| and| but))`
/** The figure of a medicine, with its unit or with what only a dose is followed by. */
const dose = source`(\d[\d.]*(?: ?${unit}\b|(?=${daily})))${daily}?`
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

/**
 * News as people tell it in passing: "new job at siemens!!", "doc bumped my metformin to 1000". Each becomes the form that
 * the rows know. What is not the user's own news, or not sure to be, is left as it is.
 */
const newsRewrites: Rewrites = rewritesTo(
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

/** Variants of English spelling and phrasing → one form, applied in this order to a sentence in lower case. */
export const englishRewrites: Rewrites = [
  ...forgettingRewrites,
  ...rewritesTo(
    {
      '': /(?:,? (?:btw|by the way|fyi|lol|haha|tho|though|thank god|finally)(?<!\bis (?:now )?(?:my|our) new .{1,30} (?:lol|haha)))+(?=[.!]*$)/g,
      '$1 not': /\b(is|are|was|were|do|does|did)n'?t\b/g,
      'never use $1': regex.g`^no (?:more )?(${devices})(?: any ?more)?(?: in (?:your |the )?(?:answers|replies|responses))?(?: please| pls)?(?=[.!]*$)`,
    },
    {
      '': /^(?:please )?(?:do not|don't|dont) call me [^,]{1,30}?(?: any ?more)?(?:,|;| -)? (?:and )?(?:just )?(?=call me )/g,
      'i am': /\bim\b(?! \d)/g,
      'i have': /\bive\b/g,
      '$1 is ': [
        /^((?:(?:my|our|the) )?[a-zà-ž\d]+(?: [a-zà-ž]+){0,2})'s (?=(?:now|off|over|called|back (?:on|at)|up to|down to|on (?:the )?\d)\b)/gu,
      ],
    },
  ),
  ...shortForms,
  ...rewritesTo({
    $1r: /\b(favo|colo|hono)ur/g,
    // A planned change ends nothing yet, but is replaced once it turns out otherwise.
    'i ': /^(?:(?:the )?user (?=(?:lives|works|is|has|uses|likes|eats|drinks|smokes|plays|moved|speaks|owns|drives|no longer|does|stopped)\b)|(?=lives (?:in|near) |works (?:at|for) (?!me\b|us\b|\d)))/g,
  }),
  ...numbers.map((word, at) => [regex.g`\b${word}(?= (?!or\b|of\b(?! us\b)))`, `${at + 2}`] as const),
  ...rewritesTo({
    '1 times ': /\bonce (?=(?:a|per) [a-zà-ž])/gu,
    '2 times ': /\btwice (?=(?:a|per) [a-zà-ž])/gu,
    'i am': /^i is\b/g,
    'i do': /^i does\b/g,
    'i have': /^i has\b/g,
  }),
  ...newsRewrites,
  ...rewritesTo(
    {
      '': deliberation,
      '$1 am now ':
        /^(i|we) (?:have )?(?:(?:decided|choose|chose) (?:on |to )?)?(?:went|gone|go|going|be|become|became|turned) (?:fully |completely )?(?=(?:vegan|vegetarian|pescatarian)\b)/g,
      // What is over, also told without "I": "not doing keto anymore", "no more glasses".
      'i am ': /^(?=(?:(?:not|no longer) (?:on|off|[a-zà-ž]+ing)|off (?:the |my )?[a-zà-ž-]{4,} since)\b)/g,
      '$1 no longer $2':
        /^(i|we) (?:am|are|do) not (?=(?:on|tak(?:e|ing)|do(?:ing)?|follow(?:ing)?|wear(?:ing)?|need(?:ing)?) )([^,.!]+?) any ?(?:more|longer)\b/g,
      '$1 give up ':
        /^(i|we) (?:(?:am|are) )?no longer (?:on|tak(?:e|ing)|do(?:ing)?|follow(?:ing)?|wear(?:ing)?|need(?:ing)?) (?!(?:(?:sick|parental|maternity|paternity) )?(?:leave|vacation|holiday|call|well|it|that|this|so)\b)(?=[a-zà-ž])/gu,
      '$1i give up $2':
        /(^|, (?:so )?|\band )no more (?!than\b|of\b|questions?\b)([a-zà-ž]+(?: [a-zà-ž]+)?)(?: for me)?(?=$|[,.!])/gu,
      '$1 moved ': /^(i|we) (?:ended|wound) up moving (?=(?:in)?to\b)/g,
      'my $4 is $2': /^(i|we) have an? (\d+)[- ](year|month|week)s?[- ]old ([a-zà-ž]+)/gu,
      '$1 is no longer pregnant':
        /^(my [a-zà-ž]+|(?!(?:i|we)\b)[a-zà-ž]+) (?:has )?(?:just )?(?:had (?:the|our|her|a) (?:baby|babies|twins|boy|girl)|gave birth)\b.*/gu,
      'wake up ': /\b(?:wake|get)s? up (?=(?:at|around|about|by) )/g,
      '$1:00':
        /((?:\b(?:wake up|is(?: now)?|starts?|begins?|moved to) (?:at|around|about|by)|^never put [a-zà-ž ]{3,30} (?:before|after)) (?:1?\d|2[0-3]))(?=$|[.,!]| now| on | every )/g,
      'my $1best': /\bmy ((?:[a-zà-ž\d]+ ){0,3}?)(?:pb|pr|personal best|personal record)\b/gu,
      'my $1$2 best moved to ':
        /^(?:(?:i|just|got|set|hit|ran|have|an?) )*new ([a-zà-ž\d]+ )?(?:pb|pr|personal best|personal record)(?: (?:in|for|on|over|at) (?:the |my |a )?([a-zà-ž\d]+))?(?:,|:| of| is| -| –)* (?:now )?(?=\d)/gu,
      'i am no longer afraid of ': /^i (?:am|got) over (?:my |the )?fear of /g,
      'i finished ': /^(?:i am |we are )?(?:done with|finished with) (?=[a-zà-ž])/gu,
      '$1 started drinking alcohol':
        /^(i|we) (?:have )?(?:(?:started|began|begun|resumed|(?:am|are|went) back to) drinking|(?:am|are) back to having) (?:(?:the|an?) )?(?:(?:odd|occasional) )?(?:(?:glass|pint) of )?(?:wine|beer|whisk(?:e?y)|cocktails|gin|rum|cider|sake)\b/g,
      '$1 $2e ': /^(i|we) have been (us|wear|tak|driv)ing /g,
      '$1 like ': /^(i|we) have (?:gotten|got|grown) (?:really |very )?(?:into|to (?:like|love)) /g,
      'my favorite $2 is now $1': /^i think (.{2,40}?) is (?:now )?my favorite ([a-zà-ž]+)(?: now)?(?=$|[.!,])/gu,
      'my $1number': /\bmy (new )?(?:cell |mobile |phone |telephone )+number\b/g,
      '$1my new $2 is ': regex.g`(^|, (?:and |so )?)(?:new|interim|acting) (number|address|e-?mail|roommate|car|phone|laptop|${ofRole})(?: is |: | (?=(?:mr|mrs|ms|miss|dr)\b))`,
      'the $1 is now ':
        /^(?!(?:this|that|what|everything|life|today|there|which)\b)(\p{L}{3,}) is now (?=(?:at|on) )/gu,
      '$1 a ': /\b((?:my|our) car is|(?:i|we) drive) an? (?:19|20)\d\d /g,
      'i switched from $1 to ':
        /^(?!.* (?:for (?:my|his|her|our|the) [a-zà-ž]+|in [a-zà-ž]+'s case)[.!]*$|(?:i|we) (?:have )?changed (?:my|the) [a-zà-ž]+ to )(?:they|doc|dr\.? [a-zà-ž]+|we|i|(?:(?:my|the) )?(?:[a-zà-ž]*doctor|gp|physician|cardiologist|psychiatrist|specialist|neurologist|endocrinologist|nurse|consultant|oncologist|dermatologist)(?:'s)?) (?:have |has )?(?:changed|swapped|replaced) (?:my |the )?([a-zà-ž]{5,}) (?:for|with|to) (?=[a-zà-ž]{4,})/gu,
      'i now take ': /^i am back on (?=[a-zà-ž-]{5,}(?: \d.*)?[.!]*$)(?!(?:track|board|schedule|course|speaking)\b)/gu,
      '$1 now like ': /^(i|we) no longer (?:hate|dislike|mind) /g,
      'give longer answers': [
        /^(?:please )?(?:do (?:your )?answers (?:a (?:bit|little) )?longer|(?:go into|give) more (?:depth|detail)) (?:from now on|in (?:the )?future|in general)\b.*/g,
        /^(?:you )?(?:do not|no) (?:need|have) to (?:keep|be)(?: it| them| (?:the |your )?answers)?(?: so| that| too| as)? (?:short|brief|concise)\b.*/g,
      ],
      '$1 ':
        /\b(live|lives|living) (?:(?:alone|by myself|on my own) |in an? (?:[a-zà-ž]+[- ]){0,3}?(?:flat|apartment|house|studio|room|condo|place|loft|townhouse) )(?=in )/gu,
      'the $1 ':
        /^(?!(?:i|we|he|she|it|they|you|this|that|there|my|our|the|an?|his|her|their|what|who|everything|and|but)\b)([a-zà-ž]+(?: [a-zà-ž]+)?) (?=(?:(?:was|is|are|got|has been|has|just) )*(?:moved|pushed|slipped|postponed|rescheduled|changed|went (?:up|down)|gone (?:up|down)|increased|raised|dropped|extended) (?:[a-zà-ž]+ )?(?:to|until) (?:the )?(?:\d|[$€£]|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))/gu,
      'the $1 is ':
        /^(?!(?:i|we|he|she|it|they|you|this|that|there|my|our|the|an?|his|her|their|what|who|today|everything)\b)([a-zà-ž]{3,}(?: [a-zà-ž]+)?) is (?=(?:now )?(?:on )?(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:days?)?\b|\d.* now[.!]*$)/gu,
      'i switched from ': /^.{1,40}? (?:switched|moved|changed) me from (?=\S+(?: \S+){0,2} to )/g,
      'my $1 is on ': /^(?:we are|i am) planning (?:our|my) (wedding|party|trip|move) (?:for|on) (?=\S* ?\d)/g,
      'we use ':
        /^(?:our|the|my) (?:repo|project|codebase|monorepo) (?:uses|runs on|is on|is written in(?= [a-zà-ž]+ v?\d)) /gu,
      // News is often told without "I".
      'i ': /^(?:just |recently |finally )?(?=(?:moved|relocated|switched|migrated|upgraded|ditched|replaced|swapped) (?!up|down|back(?! to )|forward)|switched|sold (?:my|our|the) |dropped (?!by|off|in\b)|(?:started|stopped|quit) (?:[a-zà-ž]+ing\b|my |the )|quit (?!it\b|that\b|while\b)[a-zà-ž]{3,}|started at |joined [a-zà-ž]+ as |(?:gave|given) up |passed (?:my|the) |failed (?:my|the) |got (?:the|a|my) (?:new )?(?:job|offer|position|promotion|car|phone|laptop|apartment|flat)\b|(?:broke|split) up(?= with |[.!]*$)|left (?=[a-zà-ž]+ for )|graduated\b|retired\b|had to [a-zà-ž]|cancell?ed (?:my|our|the) )/gu,
      // Who says that it was a mistake, corrects it; who tries to stop something, still does it.
      'actually, $1':
        /^(.{3,80}?)[,;.]? (?:(?:that|it|this) (?:was|is) (?:an? |my )?(?:mistake|wrong|error|misdiagnosis)|i was (?:wrong|mistaken))(?=[.!]*$)/g,
      '$1 am ': /^(i|we) am (?:still )?trying to (?:quit|stop|give up) (?=[a-zà-ž]+ing\b)/gu,
      // One form each for decisions, for things given up or finished, and for due dates.
      'we choose ': /^let's (?:use|go with|go for|stick with) /g,
      '$1 choose ':
        /^(i|we|the team) (?:have )?(?:finally )?(?:decided|agreed(?! with)|chosen|chose|picked|selected|adopted|settled|opted|standardi[sz]ed|went|(?:am|are) going)(?: (?:on|for|with|upon|to (?:use|adopt|go (?:with|for)|(?:switch|move|migrate) to)))? (?!(?:to|that|against|this|it|these|those|them|back|[a-zà-ž]+ing)\b)/gu,
    },
    {
      '$1 give up ':
        /^(i|we|the team) (?:(?:am|are|is|have|has) )?(?:(?:decided|chose) (?:against|to (?:drop|abandon|ditch|stop using))|drop|dropp(?:ed|ing)(?! out)|ditch(?:ed|ing)|abandon(?:ed|ing)|retir(?:ed|ing)(?! now\b| from\b| since\b| last\b| early\b)|phas(?:ed|ing) out|gave up(?: on)?|given up(?: on)?|giving up(?: on)?|got(?:ten)? rid of|getting rid of|mov(?:ed|ing) (?:away from|off)|ripp(?:ed|ing) out|tore out|uninstalled|stopp(?:ed|ing) using|quit using) (?!(?:my|our|the) |support for)/g,
      $1: /^((?:i|we|the team) give up .+?) after (?:\d+|many|all these|several) (?:days|weeks|months|years)\b/g,
      '$1, $2 give up $3':
        /^((i|we) (?:have )?(?:moved|migrated|switched|ported|converted) [^,]{2,80}?)(?:,|,? and|;|:) (\S{2,30}) is (?:now )?gone(?=[.!]*$)/g,
      '$1 have completed ': /^(i|we) (?:(?:am|are) (?:done|through) with|have finished|have done) (?=\d)/g,
      '$1 ': /\b(is|are) (?:now )?(?:scheduled|due|booked|planned|set)(?: (?:for|on|at|by))? (?=\S)/g,
      'my $2 is ': /^(i|we) have (?:got )?an? (budget|limit|salary|quota) of /g,
      'my $2 is on ': regex.gu`^(i|we) have (?:got )?(?:an?|my|our) ((?:[a-zà-ž]+ ){0,2}[a-zà-ž]+) on (?=(?:the )?\d|${month} \d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)`,
      '$2 has $1': /^there (?:is|are) (\d+ (?!of us\b)[^,]{1,40}?) (?:in|on) ((?:my|our|the) [a-zà-ž -]{2,40})/gu,
      'my new $2 is ':
        /^(i|we) (?:have )?(?:got|bought|have)(?: myself| ourselves)? a new ((?:[a-zà-ž]+ )?[a-zà-ž]+)(?:,|:| -| –)+ (?=an? |the |[a-zà-ž]+ [a-zà-ž]*\d)/gu,
      'i broke up with $1$2$3':
        /^(?:(?:me and )?(?!(?:i|we)\b)([a-zà-ž]+)(?: and (?:i|me))? (?:have )?(?:(?:broke|broken|split) up|split|separated|are (?:done|over|through)|parted ways|called it quits)(?=$|[.,!;]| (?:last|yesterday|today|this|after|in|for good|because|with each other|a few|a couple|\d+ (?:days?|weeks?|months?) ago)\b).*|([a-zà-ž]+) and (?:i|me) (?:got|have) (?:divorced|separated)\b.*|we (?:have )?(?:broke|broken|split) up, (?:me and )?(?!me\b)([a-zà-ž]+)\b.*)/gu,
    },
    {
      $1: /\b((?:am|are|is) )(?:now |about )?\d+ (?:weeks|months) (?=pregnant\b)/g,
      '$1 $3 $2':
        /^(i (?:now )?(?:take|am on)) (\d[\d.]*(?: ?(?:mg|mcg|ml|units?|drops|pills|tablets)|(?= of (?!th[a-zà-ž]+ |your |their |each )))) (?:of )?([a-zà-ž]{4,})\b/gu,
      'we are $1$2 people':
        /^(?:(?:(?:my|our|the) )?(?:team|company|startup|group|band)(?:'s| (?:(?:has )?(?:grew|grown|shrank|shrunk) to|is|has))(?: now| down to| up to)* (\d+)(?: (?:people|persons|employees|members))?|there are (\d+) of us (?:on|in|at) (?:my|our|the) (?:team|company|startup|group|band))(?= now|$|[.!,])/g,
      ', i now take $1': /,? and (?:(?:they|are|have|now) )*(?:put(?:ting)?|start(?:ed|ing)) me on ([a-zà-ž]{4,})\b.*/g,
      'i take $1 $2': regex.gu`^.{2,60}? (?:put(?:ting)?|start(?:ed|ing)) me on (?:the )?([a-zà-ž]{4,})\b(?:,? ${dose})?.*`,
      '$1 am now $2': /^(i|we) (?:am|are) (?:going )?back to (?:being )?(vegan|vegetarian|pescatarian)\b.*/g,
      'my $1 is now ': regex.gu`^(?:i |we )?(?:have )?(?:changed|switched|(?:got|have|found|see(?!.* (?:now and then|every|each|once)\b)) a new) (${ofRole}|editor|supplier|trainer|advis[oe]r|cleaner|childminder)s?(?: now)?(?:,|:| -)? (?:and |now |it is |its |it's |to |called |named )*(?:with )?(?=[a-zà-ž])`,
      'my deadline moved to ': /^.{1,40} (?:gave me|granted me|got) an extension (?:until|till|to) /g,
      'i am now on the $1 plan':
        /^(?:i|we) (?:have )?(?:upgraded|downgraded|switched|moved) to (?:the |a )?(free|basic|pro|premium|plus|team|business|enterprise|paid|family)(?: (?:plan|tier|version))?(?=$| |[.,!])/g,
      '$1 switched':
        /^(i|we) (?:have )?(?:switched|moved|migrated|changed) (?:the |our |my )?(?:repo|monorepo|project|codebase|stack|everything|editor|ide|browser|shell|notes)(?= (?:from|to|over) )/g,
      'i am no longer pregnant':
        /^(?:i|we) (?:have )?(?:had (?:the|our|my|a) baby|gave birth|given birth)(?=$|[.,!]| (?:yesterday|today|last|this|on|to (?:a|an|our|twins)|and|boy|girl|\d+ (?:days|weeks) ago)\b).*/g,
      'i now live in ':
        /^(?:(?:i |we )?(?:just |finally )?(?:got|have) the keys(?: today)?(?:,| and|,? so) (?:and )?)?(?:(?:my|our|the) )?new (?:home|house|flat|apartment|place) is in (?!.* for (?:the )?(?:summers?|winters?|holidays?|weekends?)\b)/g,
      // What one had to do, one did.
      '$1 $2ed': /^(i|we) had to (switch|cancel|lower|push|extend|postpon|mov|rais|reduc|reschedul|upgrad)e?\b/g,
      '$1 use ': /^(i|we) (?:code|program|write code|do (?:all )?(?:my|our) coding) (?:in|with) /g,
      'is history': /\bis (?:finally |now )+gone(?=[.!,]*$|[,.!] )/g,
      '$1 give up ':
        /^(i|we) (?:have )?stopped taking (?!notes|photos|pictures|lessons|classes|screenshots|things)(?=[a-zà-ž]{5})/gu,
      'i live in ': /^(?:my (?:home|house|flat|apartment|place) is in |home: |(?:i am )?based in )(?=[a-zà-ž])/g,
      // "We're in Porto now" may be said on a journey, but not if it names a dwelling there.
      '$1 now live in ': /^(i|we) (?:am|are) (?:now )?in (?:a|my|our) new (?:house|flat|apartment|place|home) in /g,
      '$1 now live in $2, ':
        /^(i|we) (?:am|are) (?:now )?in ([a-zà-ž' -]{2,30}?)(?: now)?, (?=on an? (?:[a-zà-ž]+ )?(?:street|road|lane|avenue|square)\b|(?:in |with )?(?:an?|our|my|new)\b(?: [a-zà-ž]+){0,2} (?:house|flat|apartment|place|home)\b|(?:[a-zà-ž]{2,10}|\d{1,2}[a-zà-ž]{2}) floor\b)/gu,
      '$1$2 live': /\b(i|we) (?:am|are|have been)( now)? living(?= in )/g,
      'my manager is$1 ': /^i( now)? report to (?=[a-zà-ž])/gu,
      'i now work at ': /^my new (?:employer is|(?:job|position|role) is (?:at|with)) /g,
      'i started at ': /^(?:(?:i|we) )?(?:have )?(?:just )?(?:been|got|was) hired (?:by|at) /g,
      '$1 prefer $2': /^(i|we) (?:like|enjoy) (.{2,60}?) (?:better|more|best)\b/g,
      '$1$2 like ': /^(i|we)( no longer)? (?:really )?(?:love|enjoy|adore) (?!to be\b)/g,
      '$1 do not like ': /^(i|we) (?:really )?(?:hate|dislike|detest|can not stand|do not (?:love|enjoy)) /g,
      'i stopped taking ':
        /^(?!.* for (?:my|his|her|our|the|an?|\d+)\b)(?:.{2,60}? (?:t(?:oo|a)k(?:en|ing)?|wean(?:ed|ing)|taper(?:ed|ing)) me off (?:of )?|(?:they|doc|dr\.? [a-zà-ž]+|(?:(?:my|the) )?(?:[a-zà-ž]*doctor|gp|nurse|consultant|specialist|[a-zà-ž]+(?:logist|iatrist)))(?: (?:has|have|are|is|just|now|also|finally))* (?:stopp(?:ed|ing)|discontinu(?:ed|ing)) )(?:the |my )?(?!me\b|us\b|it\b|[a-zà-ž]+ing\b)(?=\S)/g,
      '$1 stopped taking ':
        /^(i|we) (?:(?:have )?(?:came|come) off (?:of )?(?:the |my )?(?=\S)|(?:am|are|have been) (?:now |finally )?off (?:of )?(?!work\b|call\b|duty\b|sick\b|today\b|tomorrow\b|tonight\b|topic\b|track\b|line\b|limits\b|this\b|next\b|until\b|again\b|site\b|the (?:bus|train|tram|plane|ferry|metro|tube|subway|road)\b)(?:the |my )?(?=[a-zà-ž-]{4,}(?: (?:now|finally|too|completely|for good|since .*))*[.!]*$))/g,
      'i prefer ': /^(?:(i|we) would|i'd|we'd) (?:much )?rather (?:have|use|get) /g,
      surname: /\b(?:last|family) name\b/g,
      '$1 upgraded to $3 $4':
        /\b(i|we) (have )?(?:upgraded|bumped|updated|moved|migrated) (?!(?:my|our|to|from)\b)(?:the )?([a-zà-ž][a-zà-ž .-]{0,30}?)(?: from \S{1,12})? to (?:version |v)?(\d[\w.]*)(?=$|[,.;!])/gu,
      '$1, $2 $3 ':
        /^((i|we) [^,]{2,120}?),? and ((?:now )?(?:work|use|live|moved|switched|prefer|started|joined|drive)) /g,
    },
  ),
]
