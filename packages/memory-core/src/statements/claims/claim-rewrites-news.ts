import { regex, source } from '../../text/regex.ts'
import { answerLanguages } from '../english/orders.ts'
import { type Rewrites, rewritesTo } from './claim.ts'
import { firm, judged, noGuest, noJob } from './claim-row-parts.ts'
import { month } from './claim-value.ts'

/*
 * News as people tell it in passing: "new job at siemens!!", "doc bumped my metformin to 1000". Each becomes the form
 * that the rows know. What is not the user's own news, or not sure to be, is left as it is.
 */

/** Where a clause ends, or only says when. */
const end = '(?=[.!,;]*$|[,;.!] )'
const when = source`(?:,? (?:yesterday|today|tonight|now|finally|recently|already|again|last (?:week|month|night|[a-zà-ž]+day)|this (?:week|month|morning|afternoon|evening)|on [a-zà-ž]+day|(?:a|\d+) (?:days?|weeks?) ago|in (?:january|february|march|april|may|june|july|august|september|october|november|december)))*`

/** A doctor, in lower case. */
export const doctor: string = source`(?:doc|docs|dr\.? [a-zà-ž]+|(?:(?:my|the) )?(?:[a-zà-ž]*doctor|doc|gp|physician|pharmacist|allergist|immunologist|cardiologist|psychiatrist|specialist|neurologist|endocrinologist|nurse|consultant|oncologist|dermatologist|pulmonologist|gastroenterologist|rheumatologist|pediatrician|dietitian|physio(?:therapist)?|surgeon|orthop(?:a)?edist))`
const unit = '(?:mg|mcg|ml|g|units?|drops|pills|tablets|times|puffs)'
const daily = source`(?:(?: (?:now|daily|once|\d+ times|(?:a|per|every) day|every (?:morning|evening|night)|in the (?:morning|evening)s?|at (?:night|bedtime)|with (?:food|meals)))*(?=[.!]*$|[,;]| and| but))`
/** The figure of a medicine, with its unit or with what only a dose is followed by. */
export const dose: string = source`(\d[\d.]*(?: ?${unit}\b|(?=${daily})))${daily}?`
/** How long one has a new job. */
const span = '(?:an?|one|two|three|four|five|six|\\d+|a (?:few|couple of)) (?:weeks?|months?)'
/** Illnesses that people have and lose. */
const illness =
  '(?:asthma|eczema|psoriasis|acne|rosacea|insomnia|an(?:a)?emia|depression|anxiety|tinnitus|migraines?|vertigo|hay fever|hayfever|gout|adhd|diabetes|hypertension|high blood pressure|sleep apn(?:o)?ea|reflux|gerd|ibs|sciatica|shingles|[a-zà-ž]{3,}(?:itis|osis))'
const food = source`((?!(?:dairy|milk|lactose|cheese|butter|yoghurt|yogurt|meat|fish|eggs|alcohol|wine|beer)(?: again| now)\b)[a-zà-ž]{3,}(?: (?:nuts|fruits?|products|seeds|wheat|beans))?)`
/** Parts of the body that hurt for a time. */
const body =
  '(?:ankle|knee|back|shoulder|wrist|leg|foot|arm|hip|elbow|neck|hand|finger|toe|rib|ribs|hamstring|achilles|tendon)'
const gone =
  '(?:(?:is|has|are|have)(?: [a-zà-ž]+ly| now| finally| all)? (?:gone(?: away)?|cured|healed|over|disappeared|vanished|cleared up|resolved)|went away|disappeared|vanished|cleared up)'
const cast = '(?:cast|plaster|sling|splint|brace|boot)'
const weight = source`(\d{2,3}(?:[.,]\d)?) ?(?:kg|kgs|kilos?|kilograms?)`
const nowWeigh =
  '(?:(?:i )?weighed in at |(?:i )?weighed myself[:,]? |i was (?=.{5,12} (?:today|this morning|at the (?:nurse|doctor|gp|clinic))\\b)|i (?:am|weigh|now weigh|got) (?:now )?(?:(?:down|up|back)? ?(?:to|at) )?(?:now )?|(?:down|up) to )'
/** Things with a day, told without an article: "exam is on may 12". */
const event =
  '(?:exam|finals?|beta|launch|flight|surgery|operation|appointment|deadline|wedding|interview|defen[cs]e|release|meeting|trip|viva|delivery|course|concert|race|marathon|hearing|kickoff|kick-off|go-live|demo|due date|move|exams|staging|prod|production|hosting|monitoring|website|blog)'
const dayAhead = source`(?:(?:on|at) )?(?:the )?(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.? \d)`
const sized =
  '(long|longer|detailed|more detailed|thorough|short|shorter|brief|concise)(?:,? (?:and )?(?:detailed|thorough|concise|simple))?'
const answers = '(?:answers|replies|responses|explanations)'
/** That an order is about this reply only. */
const notHere = source`(?!.*\b(?:this|that|these|those|here|it|for (?:the|my|our)|in (?:the|my|our)|one|email|essay|exam)\b)`

/** From when on something holds, if that is all that is said of its time. */
const since = source`(?:from|starting(?: from| in)?|as of|effective|beginning) (?:(?:next|this) (?:week|month|year|term|semester|season)|(?:the )?(?:new year|(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)?${month}(?: \d{4}| \d{1,2}(?:st|nd|rd|th)?)?))(?: on(?:wards)?)?`
/** Nouns of which "new … is" gives the next value: "new editor is Tom". */
const valued =
  '((?:[a-zà-ž]+ ){0,2}?(?:title|subtitle|slogan|motto|venue|price|fee|stipend|rate|shift|schedule|metric|rent|salary|budget|deadline|target|editor|contact|assistant|accountant|treasurer|tutor|agent|supplier|cleaner|carer|nanny))'
const altered =
  '(?:changed|moved|been updated|been rescheduled|updated|rescheduled|(?:went|gone|goes|going) (?:up|down)|increased|risen|rose|dropped)'
/** That it was otherwise until now. */
const sinceNow = '(?:now|again|from now on|these days)'

/** Rewrites of everyday news, applied after the variants of spelling. */
export const newsRewrites: Rewrites = rewritesTo(
  {
    // Changes told beside a task: since when, of what, to what.
    'now ': regex.g`^${since},? (?=(?:i|we|my|our|the|it|they|no|[a-zà-ž]+ (?:is|are)) )`,
    ' now': regex.g`,? ${since}(?=[.!]*$)`,
    '': regex.g`(?<!\b(?:i|we|you|he|she|it|they)) also(?= ${altered})`,
    'the $1 changed to ': [
      regex.g`^(?:the |my |our )?((?!(?:i|we|he|she|it|they|you|that|this|what|things|everything|plans?)\b)[a-zà-ž]+(?: [a-zà-ž]+){0,2}?)(?:'s)?(?: (?:has|have|got|is|was|just|now))* ${altered}(?:,? (?:and |so )?(?:now )?|[:;]| -| –)+ ?(?:it is|its|they are|theyre) (?:now )?(?:on |at )?${judged}`,
      regex.g`^(?:(?:the|my|our) )?new ${valued}(?: is|:) (?:now )?(?:on |at )?${judged}(?=\S+(?: \S+){0,4}$|\S+(?: \S+){0,2}[,.(;])`,
    ],
    '$1 are on ': regex.g`^(?:the |my |our )?([a-zà-ž]+s) are in (?=${month}\b)`,
    'my $1 is ': regex.g`^(?:the |my |our )?([a-zà-ž]+(?: [a-zà-ž]+){0,2}?) (?:that )?(?:i|we) (?:can |may |get to )?(?:give|pay|charge|offer|earn|take) is (?=[$€£]?\d)`,
    // Rules that are lifted.
    'it is allowed to $1': [
      regex.g`^(?=.* ${sinceNow}\b|from now on\b)(?:from now on,? )?(?:you|u|we) (?:can|may|are (?:free|allowed|welcome) to)(?: ${sinceNow})* ((?!(?:answer|reply|respond|give|write|speak|send|call|stop)\b|use (?!.*\d))[a-zà-ž]{3,15} [^,.;]{2,60}?)(?: ${sinceNow})*(?=[.!]*$)`,
      regex.g`^([a-zà-ž]{3,15}ing [^,.;]{2,60}?) is (?:fine|ok|okay|allowed|all right)(?: (?:with me|by me))?(?: ${sinceNow})+(?=[.!]*$)`,
    ],
    'before ':
      /\bbefore (?:(?:you|u) )?(?:run|running|do|doing|make|making|start|starting|apply|applying) (?:any |the )?(?=[a-zà-ž])/g,
    'never put $1 ': regex.g`^(?:please |now )?(?:no|(?:never|do not) (?:book|schedule|put|plan|set up|arrange)(?: me| any)?) ((?!more\b)[a-zà-ž]+(?: [a-zà-ž]+)?) (?=(?:before|after) \d{1,2}(?!\d))`,
    '$1 switched from ': /^(i|we) (?:(?:am|are) )?(?:switch(?:ing)?|move|migrate)(?: over)? from (?=\S+(?: \S+)? to )/g,
    'we now use ': /^(?:(?:i|we) (?:have )?)?bumped us (?:up )?to (?=[a-zà-ž.]+ v?\d)/gu,
    '$1 now owns $2': regex.gu`(?<=^.{3,60}(?:,| and| so) )(?!(?:i|we|he|she|it|they|you|who|and|so)\b)([a-zà-ž]{2,20}) (?:has|does|is doing|covers|looks after) (?!(?:it|this|that|an?|two|\d+)\b|${illness}|covid|flu)((?:the |our )?[a-zà-ž-]+)(?: now| from now on| till [a-zà-ž]+| until [a-zà-ž]+)(?=[.!]*$)`,
    '$1 replaced $2 with $3':
      /^(i|we) (?:have )?swapped(?: out)? (?:the )?([a-zà-ž][^,]{1,30}?) (?:for|with) (?:the )?([a-zà-ž][\w.+#-]{1,20}(?: [\w.]{2,12})?)(?=[.!]*$|,)/gu,
    'we replaced $2 with $1':
      /^(?!(?:i|we|you|he|she|it|they|this|that|who)\b)([a-z][a-z.+#-]{2,20}) (?:has )?replace[ds] ([a-z][a-z.+#-]{2,20})(?=[.!]*$|,)/g,
    'we no longer use $1': regex.gu`^(?:(?:scrap|ditch)(?= [^ ,]+,? (?:and |so )?(?:we|i)\b)|we are (?:not|no longer) (?:switching|migrating|moving)(?: over)? to) (?!(?:it|this|that|them|these|those|the|my|what)\b)([a-zà-ž][a-zà-ž.+#-]+)(?: (?:after all|any ?more|any longer))*(?=[.!]*$|,? (?:and |so )?(?:we|i)\b)`,
    '$1 now work $2': regex.g`^(i|we) (?:(?:have|am|are) )*(?:(?:dropped|gone|went|cut|reduced|increased|down|up|back)(?: my hours)? )+to ((?:\d|one|two|three|four|five|six) days)(?: (?:a|per) week)?(?: at [^,;]{2,40}?)?(?= now|[.!]*$)`,
  },
  {
    // What follows a statement: a remark in brackets, a request, a further detail.
    '': [
      / ?\((?![^()]*\b(?:i|we|my|our|and)\b)[^()]{1,60}\)/g,
      /(?<=^(?:i|we|my|our) .{8,}?),? so (?:keep|please|no|only|do not|plan|give|make|just|avoid|stick|use|i need)\b.*$/g,
    ],
    'i am $1': regex.g`^i (?:am|have been(?= \S+ (?:since|for) )) (single|married|divorced|engaged|widowed|unemployed|retired|self-employed|vegan|vegetarian|pescatarian)(?:[,;]| and| but| since| for) .*`,
    $1: /^(i weigh \d[\d.,]* ?(?:kg|kgs|lbs?|pounds|kilos?|stone)?) (?:and|but|so) .*/g,
  },
  { '': [/\ball (?=(?:my|our) [a-zà-ž])/gu, /(?<=\bany ?more),? (?:just|only|but|now) .*$/g] },
  {
    // Faces at the end, and a bare age or weight after "im".
    '': /(?: *(?:[:;=]'?-?[()/|dp]+|<3|xd|\p{Extended_Pictographic}\uFE0F?))+[.!]*$/gu,
  },
  {
    // A doctor's word that something is over ends it.
    '': regex.gu`^${doctor} (?:says|said|told me|tells me|confirmed|has confirmed|thinks) (?:that )?(?=i (?:can (?:eat|have|drink|tolerate)|am no longer|am not (?:[a-zà-ž]+ )?(?:allergic|intolerant|pregnant|diabetic)|(?:do not|no longer) have|outgrew|have outgrown|can (?!not\b)[a-zà-ž]+(?: [a-zà-ž]+){0,3} again|am (?:cleared|allowed) to)\b)`,
    'i am cleared to ': regex.gu`^${doctor} (?:has )?cleared me (?:to|for) `,
    // Work.
    'i now work at $1': regex.gu`^(?:(?:i|just|finally|officially) )*(?:(?:got|have|started|landed|took|accepted) )*(?:an? |my |the )?new (?:job|position|role|gig) (?:at|with) ${firm}(?=[.!]*$|, |${when}[.!]*$| as )`,
    // Not "I'm at Siemens now", which may be said at its door.
    'i now work at $1$2': regex.gu`^(?:(?:i am|now|currently) )+(?:(?:at|with) ${firm}(?: now)? as (?:an? |the |their |its )${noGuest}.*|at ${firm} (?:nowadays|these days)(?=[.!]*$|, ).*)`,
    'i started at $1': regex.gu`^(?:i (?:have )?)?(?:just |recently )?(?:joined ${noJob}|started (?:work |working )?at )${firm}${when}[.!]*$`,
    'i started at $1$2$3$4': regex.gu`^(?:(?!(?:we|i|he|she|they|who|some[a-zà-ž]+|any[a-zà-ž]+|no[a-zà-ž]+)\b)${firm} (?:(?:has|have|just|finally) )*hired me|(?:(?:today|yesterday|it) (?:is|was) |(?:i )?had )?(?:my )?first (?:day|week|month|shift) at ${firm}(?: (?:(?:was|went|is) [a-zà-ž]+|done|over|behind me)(?: (?:and|but) .*)?)?|(?:i )?(?:have )?(?:just )?(?:took|accepted|signed) (?:an?|the|my|their) (?:(?:job )?offer|(?:job|work|employment) contract) (?:from|at|with) ${firm}|(?:i )?got an? (?:job )?offer (?:from|at|with) ${firm},? and (?:i )?(?:took|accepted) it)(?: as (?!.*\bfor\b)[^,\d]+)?${when}[.!]*$`,
  },
  {
    'i started at $1': regex.gu`^(?:starting|i (?:am starting|start|will start|will be starting)) (?:(?:work|working|my new (?:job|role|position)|a new (?:job|role|position)) )?at ${firm}(?:,? (?:on [a-zà-ž]+day|on (?:the )?\d{1,2}[a-zà-ž]{0,2}(?: of)?(?: [a-zà-ž]+)?|on [a-zà-ž]+ \d{1,2}|in [a-zà-ž]{3,9}|next (?:week|month|[a-zà-ž]+day)|tomorrow))(?: as [^,]+?)?[.!]*$`,
    // Not "two weeks into Duolingo".
    'i started at $1$2': regex.gu`^i have been at ${firm} (?:for )?${span} now(?=[.!]*$|,? (?:and|but) )|^(?:(?:i am|now) )*${span} into (?:my|the) (?:new )?(?:job|role|position) (?:at|with) ${firm}(?=[.!]*$|,? (?:and|but) )`,
    'i lost my job': regex.gu`^(?:(?:i )?(?:just |officially )*(?:got|was|been|have been|have just been) (?:just )?(?:laid off|fired|sacked|let go|made redundant)|(?:just |finally )?lost my job|(?!(?:i|we|he|she|it|you|please|just|never|my (?:mom|mum|dad|mother|father|parents?|wife|husband|girlfriend|boyfriend|partner|doctor|friend|teacher|brother|sister|son|daughter)|mom|mum|dad|(?:the )?(?:police|cops?|officers?|guards?|security|hospital|doc|doctor|bouncer|school|teacher))\b|.*\b(?:old|former|last|previous|ex)\b.* me\b)[a-zà-ž][a-zà-ž\d&. -]{1,30}? (?:has |have |just )*(?:let me go|laid me off|fired me|sacked me|made me redundant))${when}[.!]*$`,
    // Not "I quit" alone, which may be said of what is too hard.
    'i quit my job': regex.gu`^i (?:have )?(?:just )?(?:quit(?= )|resigned)${when}[.!]*$`,
    'i am unemployed': regex.g`^i am (?:currently |sadly |now )?(?:jobless|out of work|out of a job|without a job|between jobs)\b`,
    'i no longer work at $1$2$3$4': regex.gu`^(?:i am )?(?:no longer at ([a-zà-ž\d&.-]{3,20})|not at ([a-zà-ž\d&.-]{3,20}) any ?more|(?<!am )(?:have )?finished at ${firm}(?: for good| on [a-zà-ž]+day| last (?:week|month|[a-zà-ž]+day))|(?:my )?last day at ${firm} was (?:yesterday|last (?:week|month|[a-zà-ž]+day)|on [a-zà-ž]+day|[a-zà-ž]+day))(?=[.!]*$)`,
    'i am ':
      /^(?:now )?(?=(?:working (?:at|for)|living in) [^,]{3,40} (?:now|at the moment|right now|currently)[.!]*$)/gu,
    // The second half of "I live in Lisbon and work at Bosch".
    'i work at $1': regex.gu`^work (?:at|for) (?!(?:free|fun|money|peanuts|exposure|change)\b)${firm}(?= as |[.!]*$)`,
    'i ': /^(?=work as an? [a-zà-ž]|live in (?!fear|hope|harmony)[a-zà-ž' -]{3,40}[.!]*$)/gu,
    'we are $1 people': /^we are (?:an? )?(?:[a-zà-ž]+ )?(?:team|group|company|startup|squad|crew) of (\d+)\b.*/gu,
    '': /^(?:i|we) (?:have )?graduated\b.*(?:\b(?:19|20)\d\d\b|\bago\b).*/g,
    // Home.
    '$1 now $2 ': /^((?:my|our) [a-zà-ž]+) (lives?) since (?:last|this|a) [a-zà-ž]+ (?=with |in |at )/gu,
    '$1 in ': regex.gu`^((?:my|our) [a-zà-ž]+ (?:now )?lives?) (?:alone|on (?:his|her|their) own|by (?:him|her)self|with (?:my|our|his|her) [a-zà-ž]+(?: [a-zà-ž]+)?|in (?:his|her|their) own (?:flat|house)) in `,
    'i moved to ': regex.gu`^(?:(?:i|we) )?(?:(?:have|am|are|just|finally|now) )*settled (?:down )?in (?!(?:well|nicely|now|ok|okay|fine|great|already|at|quickly|court|full|cash|to|with|for|front|advance|by|after|and|here|there)\b)(?=[a-zà-ž]{3,})`,
    '$1 no longer live in $2': regex.gu`^(i|we) (?:have )?(?:(?:just )?moved (?:away|out|on) (?:from|of) (?=[a-zà-ž])(?!(?:the|my|our|his|her|their|an?)\b)|left ([a-zà-ž -]{3,25}?) (?:for good|permanently|behind)(?=[.!,]*$|, ))`,
    '$1i call home $2$3$4': regex.gu`(^|, (?:and )?)(?:(?:my |our )?home is (?:now ([a-zà-ž -]{3,25}?)|([a-zà-ž -]{3,25}?) now)|([a-zà-ž -]{3,25}?) is (?:now (?:my |our )?home|(?:my |our )?home now))(?=[.!]*$)`,
    '$2 $3 live in $1': regex.gu`^(?:in|from) (?!(?:${answerLanguages})\b)([a-zà-ž][a-zà-ž '-]{2,30}), that(?:s| is) where (i|we) live(?: (now|these days))?[.!]*$`,
    'i no longer live in $1$2':
      /^(?:(?:i am|we are) )?(?:not in ([a-zà-ž -]{3,25}?) any ?more|no longer in ([a-zà-ž -]{3,25}?))(?=[.!,]*$|, )/gu,
    // Relationships and pregnancies.
    '$1 crossed the rainbow bridge':
      /^(?:i|we) had to say goodbye to (?:(?:our|my|poor|sweet|old) )*([a-zà-ž]{2,20})\b.*/gu,
    'i am now divorced':
      /^(?:the|our|my) divorce (?:(?:has|is|was|got|been|now|finally|all) )+(?:finali[sz]ed|final|through|done)\b.*/g,
    'i was promoted to $1': regex.gu`^(?:they|(?:my |the )?(?:boss|manager|company|work|board)) (?:(?:have|has|just|finally) )*(?:made|named|promoted) me (?:to )?(?:an? |the )?(?!(?:do|work|feel|stay|wait|come|go|cry|laugh|sad|happy|mad|redo|late)\b)([a-zà-ž-]+(?: [a-zà-ž-]+){0,2}?)(?= on | last | this | yesterday| today| from | as of |[,.!]|$).*`,
    'we are getting ': regex.gu`^(?:me and (?:my )?[a-zà-ž]+|(?:my )?[a-zà-ž]+ and (?:i|me)) are (?:getting (?:a )?)?(?=divorced?\b|separated\b)`,
    '$1 are getting divorced': /^(i|we) (?:am|are) getting a divorce\b/g,
    'the pregnancy is over': regex.gu`^(?:(?:(?:(?:i|we) )?(?:(?:have|just|sadly|unfortunately) )*(?:lost (?:the|our|my) baby|had an? miscarriage|miscarried)|(?:the |our )?(?:baby|little one|twins|(?:baby )?(?:girl|boy))(?: [a-zà-ž]+)? (?:(?:is|are) (?:finally )?here|(?:was|were|got|has been) (?:finally )?born|(?:has |have )?(?:finally )?arrived)(?:,? \d[\d.,]* ?(?:kg|g|lbs?|pounds))?)${when}[.!]*$|our (?:[a-zà-ž]+ )?(?:son|daughter|baby|twins|girl|boy)(?: [a-zà-ž]+)? (?:was|were|is|are) born(?=$|[.,!]| (?:yesterday|today|last (?:night|week|[a-zà-ž]+day)|this|on (?!the same)|at \d)).*|(?!(?:he|she|it|who|they)\b)[a-zà-ž-]{2,20} was born (?:yesterday|today|last night|this morning|on (?:the \d+[a-z]{2}|[a-zà-ž]+day))(?=[.!,]*$|[.,!] )|our (?:son|daughter|baby|twins|girl|boy)(?: [a-zà-ž]+)? arrived\b.* \d[\d.,]* ?(?:kg|g|lbs?|pounds)\b.*)`,
    'i gave birth': regex.gu`^(?:just |finally )?gave birth${when}[.!]*$`,
    // What is over by its name, and what is eaten again.
    'we broke up': [
      /^(?:the|my|our) engagement is (?:off|over)(?=[.!,;]*$|[.,!;] )/g,
      regex.g`^(?:me and my|my) (?:girlfriend|boyfriend)(?: and (?:i|me))? (?:have )?(?:(?:broke|broken|split) up(?! with me)\b|(?:split|separated|are (?:done|over|through)|parted ways|called it quits)(?=[.!,;]*$|[.,!;] ))`,
    ],
    'i am no longer $1': regex.g`^(?:the|my) (?:whole )?(vegan|vegetarian|pescatarian)(?: thing| diet| phase)? is over\b`,
    '$1 is no longer vegetarian, $1 is no longer vegan':
      /^(my [a-zà-ž]+) (?:is|went|has gone) back (?:on|to)(?: eating)? meat\b/gu,
    'i stopped $1': /^i (?:have )?left (teaching|nursing|acting|banking|farming|catering|policing)(?=[.!]*$|,)/g,
    // Health.
    'i now take $2 $1': regex.gu`^(?:they|(?:my |the )?(?:doc|doctor|gp|psych|psychiatrist|specialist|nurse)) (?:just |recently )?(?:bumped|upped|put|moved|raised|lowered|dropped|cut) me (?:up |down |back )?(?:to|on) (\d[\d.]*)(?: ?(?:mg|mcg|ml|units?))? (?:of|on) (?:the |my )?([a-zà-ž]{5,})\b.*`,
    'i started smoking': regex.g`^i (?:am|have gone|went|have been) back (?:on|to) (?:(?:the|about|half|an?|smoking|\d+) )*(?:cigarettes?|fags|smokes|smoking|ciggies|pack(?: a day)?)(?=$|[.,!;]| (?:again|since|after|and|a day)\b).*`,
    'i drink alcohol': regex.g`^i (?:am|have (?:been|started)) (?:having|drinking|back on) (?:(?:the odd|an? (?:occasional|odd)|some|a bit of|a little) )?(?:(?:glass|bit) of )?(?:wine|beers?|alcohol|drink) (?:again|now)\b.*`,
    'i stopped smoking': regex.g`^(?:\d+ (?:day|week|month|year)s? (?:without (?:an? |any )?(?:cigarettes?|smoking)|smoke[- ]free)\b|(?:i (?:am|have been) )?smoke[- ]free (?:since|for|now)\b).*`,
    'i now eat ':
      /^i (?:have )?started eating (?=.*\b(?:eggs|fish|dairy|cheese|honey|chicken|beef|pork|turkey|lamb|bacon)\b)/g,
    'i now weigh $1': regex.g`^(?:the |my )?scales? (?:said|says?|showed|shows?) (\d{2,3}(?:[.,]\d)?)\b(?! ?(?:g\b|grams|oz|ml|%)).*`,
    'i am no longer allergic to $1': regex.gu`^i can (?:eat|have|drink|tolerate) ${food}(?: again| now| after all)+${end}`,
    '$1 is no longer allergic to $2': regex.gu`^(?:i|(my [a-zà-ž]+(?: [a-zà-ž]+)??)) (?:(?:have|has|finally) )*(?:outgrew|outgrown|grew out of|grown out of|got over|lost|no longer (?:has|have)) (?:my|her|his|their|the|an?) ${food} allergy`,
    'my $1 is no longer allergic to $2': regex.gu`^my (?:(\p{L}+)'s )?(?!(?:spring|seasonal)\b)${food} allergy ${gone}`,
    'i am no longer $1 intolerant': regex.gu`^my ([a-zà-ž]{4,}) intolerance ${gone}`,
    'i no longer have $1': regex.gu`^my (?:left |right )?(${illness}|${body}) (?:${gone}|(?:is|are) (?:all |completely |totally )?(?:fine|good|ok|okay|better|well) (?:again|now)${end})`,
    'i no longer have $1$2': regex.gu`^(?:(?:the |my )?${cast} (?:is|came|has come) off(?:,| and|;) (?:and )?(?:the |my )?(?:left |right )?(${body}) is (?:all |totally )?(?:fine|good|ok|okay|healed)|(?:(?:the|my) )?(?:left |right )?(${body})(?:'s| is| has) (?:(?:finally|all|fully|now) )?(?:healed|mended|out of (?:the |its |a )?${cast}|(?:fine|ok|okay|better) again|back to normal))(?: again| now)*${end}.*`,
    'i have broken $1': regex.gu`^i (?:have )?(?:broke|broken|sprained|tore|torn|fractured|injured|hurt|twisted|wrecked|busted|strained|dislocated|pulled|bruised|messed up|did in) my (?:left |right )?(${body})\b`,
  },
  {
    vegetarian: regex.g`(?<=\b(?:am|are|is|went|turned|going|still|now) (?:fully |pure )?)veggie\b`,
    'i am ': /^(?:my {2}is| {1,2}is|is) (?=no longer allergic )/g,
    '$1 been allergic to $2': /\b(have|has) (?:an? )?(?:severe |bad |mild |strong |slight )*([a-zà-ž]{3,}) allergy\b/gu,
    'am allergic to ': /\bhave been allergic to /g,
    'is allergic to ': /\bhas been allergic to /g,
    'allergic to $1y': /\ballergic to ([a-zà-ž]{3,}?)ies\b/gu,
    'allergic to $1': /\ballergic to ([a-zà-ž]{3,}?)s\b/gu,
    'i no longer have $1$2$3': regex.gu`^(?:i do not (?:actually |really )?have (.{3,40}?)(?:[,;.:]| -| –| and| but)? (?:(?:they|the doctors?|my doctor|doc) (?:had )?misdiagnosed me|(?:it|that) was (?:an? )?(?:misdiagnosis|misdiagnosed|wrong diagnosis)|i was misdiagnosed)\b.*|(?:i was|they|the doctors?|my doctor|doc) misdiagnosed(?: me)?(?:[,;.:]| -| –| and| so)* i (?:do not|never) (?:actually |really )?(?:have|had) ([^,.;]{3,40})|(?:my |the )?(${illness}) (?:diagnosis )?was (?:an? )?(?:misdiagnosis|misdiagnosed|wrong|false)\b.*)`,
    'i now take $1 $2': regex.gu`^(?!.* (?:for (?:my|his|her|our|the)|in [a-zà-ž]+'s case)\b)(?=(?:i|we|they) .*\d ?${unit}\b|${doctor} )(?:i|we|they|${doctor}) (?:(?:has|have|just|recently|now) )*(?:upped|raised|increased|bumped|lowered|reduced|halved|doubled|cut|changed|put)(?: up| down)? (?:my |the )?(?!(?:appointment|rent|salary|rate|budget|limit|price|goal|fee|next)\b)([a-zà-ž]{4,})(?: dose| dosage)?(?: up| down)?(?:(?: from [^,]{1,20})? to|,) ${dose}`,
    'i now take $1 ': regex.gu`^(?:my |the )?([a-zà-ž]{4,})(?: dose| dosage)? (?:(?:has been|was|got|is|went) (?:(?:now|just|upped|raised|increased|bumped|lowered|reduced|cut|changed|up|down|to) )+|is (?=\S+ ?${unit} now[.!]*$))(?=\d[\d.]* ?${unit}\b)`,
    'my $1 is no longer on $2, my $1 stopped $2, $&': regex.gu`^(?:they|(?:the |her |his )?(?:doc|doctor|gp|clinic|hospital|memory clinic|vet)) (?:have |has )?(?:just |now )?(?:stopped|discontinued|taken off) (?:my )?(mum|mom|mother|dad|father|wife|husband|son|daughter|gran|nan|dog|cat)'s ([a-zà-ž]{5,})\b.*`,
    'i stopped taking ': regex.gu`^(?:i )?(?:(?:have|am|just|finally|now) )*(?:got|gotten|went|gone|came|come|weaned myself|weaned|tapered) off (?:of )?(?:my )?(?!(?:work|track|topic|easy|easily|lightly|course|campus|school|duty|target|balance|schedule|guard|line|stage|site|road|grid|script|bus|train|plane|tram|light|scot|with|on|at|in|to|the|an?|it|me|him|her|them|that|this)\b)(?=[a-zà-ž]{4,})`,
    ', i now take $1':
      /, (?:and )?(?:now )?(?:i am )?on (?!(?:call|leave|vacation|holiday|track|time|hold|sale|it|that|my|the|an?|mon|tues|wednes|thurs|fri|satur|sun)\b)([a-zà-ž]{5,}(?: \d[\d.]* ?(?:mg|mcg|ml|units?)?)?) (?:now|instead)(?=[.!]*$)/gu,
    // Numbers.
    '$1 turned $2': regex.gu`^(my [a-zà-ž]+(?: [a-zà-ž]+)?|(?!(?:i|we|he|she|they)\b)[a-zà-ž]+) (?:just )?(?:had|celebrated) (?:his|her|their) (\d{1,3})(?:st|nd|rd|th) birthday\b.*`,
    'i turned ': /^(?:just |finally )?turned (?=\d{1,3}(?:[.!,]*$| (?:yesterday|today|last|this|on|in)\b))/g,
    'i weigh ': /^my weight is (?:now )?(?=\d)/g,
    'i now weigh $1$2 kg': regex.gu`^(?:${nowWeigh}${weight}(?: now| today| this morning| at the [a-z]+(?:'s)?)*(?=[.!]*$|[,;] )|${weight} (?:now|today|this morning)(?=[.!]*$))`,
    // Measures by their names, whatever the verb: "HbA1c came back at 48". Each new one takes the place of the last.
    'my $1 moved to $2': regex.g`^(?:${doctor} (?:says?|said|told me|tells me)(?: that)? |(?!.*\b(?:his|her|he|she|their|they|(?!my\b|our\b)[a-zà-ž]+(?: [a-zà-ž]+)? went|(?:my|our|the) [a-zà-ž]+ (?:had|got|has))\b)[^,]{3,40}, )?(?:my |the )?((?:total |ldl |hdl )?cholesterol|(?:hb)?a1c|ferritin|blood (?:pressure|sugar)|resting (?:heart rate|pulse)|vitamin d|b12|tsh|egfr|bmi)(?: levels?)? (?:(?:is|was|has|been|came|come|went|gone|now|back|up|down|dropped|fell|rose|improved|at|to) )+(\d\S*?)(?: (?:now|today|(?:in|last|this) [a-zà-ž]+))?(?:[.!]*$|(?:, (?:much )?(?:better|down|up|lower|higher)| (?:down )?from| and (?:it )?was)\b.*)`,
    'my salary moved to ': regex.g`^(?:i )?(?:have )?(?:got|was given) (?:a|the|my) (?:pay )?(?:raise|rise)(?:,|:)? (?:(?:and|it is|i now (?:earn|make|get)|i (?:am|earn)|now|to|on) )*(?=[$€£]\d|\d[\d.,]*k\b|\d{3,}|\d{1,3}[.,]\d{3})`,
    'my salary is ':
      /^i (?:now )?(?:earn|bring home) (?=[$€£]?\d)(?!.*\b(?:from|side|extra|hour|day|tax|when|if|for|per (?!month|year)[a-z]+)\b)/g,
    'my savings are $1': regex.g`^(?:(?:(?:i|we) )?(?:have |got |have got )?([$€£]?\d[\d.,]*k?(?: (?:euros?|dollars|bucks|eur|usd))?) (?:saved(?: up)?|in (?:my |our |the )?savings(?: account)?)(?: now| so far)*(?=[.!]*$)|(?:my |our )?savings (?:(?:are|is|have|has|hit|reached|went|grew|grown|up|down|now|at|to) )*(?=[$€£]?\d))`,
    $1: /^(my savings are [$€£]?\d\S*) today(?=[.!]*$)/g,
    '$1the ': regex.gu`^((?:(?:actually|ok|no|so|oh),? )*)(?=${event}(?: date)? (?:is ${dayAhead}|(?:(?:was|is|got|has been|has|just) )*(?:moved|pushed|slipped|put off|postponed|rescheduled|shifted|delayed|cancell?ed|called off|brought forward)\b)|(?:title|price|fee|stipend|rate|shift|target|budget|rent|salary|deadline|lead time|per diem|notice period)(?: for [^,]{2,40})? is )`,
    '': /(?<=\b(?:is|are|to|at) )(?:now )?(?:around|about|roughly|approximately|approx) (?=[$€£]?\d)/g,
    'now ': /(?<=\b(?:is|are) )(?:more like|closer to|back to) (?=[$€£]?\d)/g,
  },
  {
    'never ': /^(?:please )?do not (?=(?:push|commit|merge|rebase|deploy|publish|release|install|rename) )/g,
    // Orders about answers.
    $1: /^((?:you|u) (?:can|may) (?:use|add|include) [^,;]{3,30}? again)\b.*/g,
    'never $1 $2':
      /^(?:please )?(?:do not|(?:you )?(?:do not|no longer) (?:need|have) to|no need to) (?!(?:call|need|have|keep|be|make)\b)([a-zà-ž]{3,15}) ([^,.;]{3,60}?) any ?(?:more|longer)\b/gu,
    'stop ': /^(?:you )?(?:can|may) stop (?=[a-zà-ž]+ing )/gu,
    'give $1 answers': regex.gu`^(?:(?:(?:please|ok|so) )?(?:(?:you|u) (?:can|may)|feel free to|it is (?:ok|okay|fine) to) (?:now |again )?(?:give|write|send)(?: me)?|(?:i (?:want|would like|need|prefer)|i'd (?:like|prefer))(?: to (?:have|get|see))?)${notHere} ${sized} ${answers}\b.*`,
  },
)
