import { largeRegex, regex, source } from '../../text/regex.ts'
import { doctorsOrder } from './kinds.ts'
import type { Said } from './said-parts.ts'

/*
 * Plain sentences in which people introduce themselves: "I'm a nurse", "I love jazz", "My boss is Miguel". They are too
 * short and too rare in the labelled talk for weights of their own, so they are known by their form.
 */

const adverbs =
  '(?: (?:also|still|really|both|currently|now|always|usually|often|only|never|mostly|mainly|just|recently|finally|generally|absolutely|happily|much))*'
const me = `(?:i|we)${adverbs}`
const am = `(?:i'?m|i am|we're|we are)${adverbs}`
const mine = source`(?:my|our) (?:[a-zà-ž\d'’-]+ ){1,3}`

/** Names, homes, work, preferences. */
const name = largeRegex.i`^(?:(?:she|he|they|xe|ze)\/(?:her|him|them|hers|his|theirs|xem|zir)s?(?: (?:pronouns|for me|here))*(?: please| pls)?(?:$|[,.!])|(?:(?:my )?(?:allergies|dietary restrictions):|my name(?: is|'s)|(?:my|our) (?:[a-zà-ž-]+ ){1,2}(?:is|are) (?:called|named)|my (?:last name|surname|birthday|pronouns|address|native language|mother tongue|job|daughter|son|wife|husband|partner|dog|cat|major|hobby|hobbies|profession|occupation|employer|hometown|religion|diet|ethnicity|nationality) (?:is|are)|(?:(?:you can|please|everyone|people|my friends) )?calls? me|i go by|i was (?:born|raised|brought up) (?:in|on)|i grew up in|i come from|(?:i am|i'?m)(?: originally)? from|i speak) \S|(?:i|we)(?: really| much| still| generally| usually| always)? prefer \S|\d\d ?(?:f|m|nb|yo|y\/o)(?:,? (?:[mf]|male|female))?, [^?!]{0,40}?(?:\d'\d|\d ?(?:lbs?|kg|cm|pounds)\b|trying to|from|living)|(?:in|from|near|around) [^,]{3,30}, that's where (?:i|we) (?:live|work|study|grew up)|no (?:kids|children|pets|siblings|dependents|(?:known |food )?allergies|dietary restrictions)(?:(?:,| and| or|, and)? (?:no )?(?:kids|children|pets|siblings|dependents|(?:known |food )?allergies|dietary restrictions|partner|spouse))*(?: (?:yet|btw|either|here))?[.!]*$|(?:i|we)(?:'?ve| have| just| recently)* (?:live|moved|work(?:ed)?(?: as| at| for)) (?:in|to|at|as|for|with|an?|the|near)?\s?\S)`
/** `I'm Jonas`, `I am Ada Weber, 34`: the capitals tell a name from a mood. */
const ownName =
  /^I(?:'m|’m| am) (?!(?:Ok|Okay|Fine|Good|Great|Sorry|Sure|Ready|Done|Back|Here|Happy|Glad|Not)\b)\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?:,? \d{2})?[.!]?$/u

/** Words after "I'm" and "it's" that are no name, whatever stands before. */
const noName =
  '(?:me|us|dad|mom|mum|ok(?:ay)?|fine|good|great|sorry|sure|ready|done|back|here|there|home|happy|glad|not|so|very|just|really|still|also|all|too|in|on|at|the|an?|my|your|new|lost|stuck|late|early|sick|ill|sad|mad|bad|well|hungry|thirsty|sleepy|lazy|crazy|dizzy|lonely|busy|angry|nervous|curious|anxious|drunk|high|dead|alive|awake|asleep|free|poor|rich|broke|old|young|cold|hot|warm|cool|nice|fun|funny|weird|strange|hard|easy|urgent|important|serious|down|up|off|out|over|about|from|like|with|trying|going|gonna|having|looking|working|raining|snowing|sunny|windy|monday|tuesday|wednesday|thursday|friday|saturday|sunday|christmas|easter|halloween|summer|winter|spring|autumn|morning|afternoon|evening|night|noon|midnight|today|tomorrow|tonight|yesterday|now|again|same|true|false|right|wrong|kinda|maybe|probably|almost|never|always|only|pretty|quite|super|totally|afraid|vegan|gay|bi|single|pregnant|deaf|blind|german|french|english|american|british|irish|muslim|jewish|christian|down|clear|weak|numb|sore|blue|dumb|upset|burnt|fat|slim|tall|short|human|normal|female|male|unsure|useless|hopeless|helpless|over|enough|nothing|something|everything|wonderful|beautiful|awful|terrible|horrible|because|time|better|worse|worth|broken|frozen|stolen|forgotten|gone|missing|slow|fast|loud|big|small|huge|tiny|ugly|gross|insane|spam|trash|garbage|crap|chaos|hell|magic|dark|wet|dry|foggy|rainy|stormy|cloudy|complicated|love|life|school|food|dinner|lunch|breakfast|super|it|this|that|what|how|why|when|who|where|[a-zà-ž]+(?:ed|ing|ful|less|ous|ive|able|ible|ish))'
/** A name behind a greeting or before "again": "hey im tom". In lower case it may be a mood elsewhere. */
const nameSaid = regex.iu`^(?:i'?m|i am|it'?s|it is|this is(?= \p{Lu})|my name'?s) (?!${noName}\b)[a-zà-ž]{2,14}`
const afterName = regex.i`^(?:,? (?:here|again|btw|by the way|speaking)(?: again| btw)?[.!]*$|(?:,? (?:btw|by the way))?,? (?:1[2-9]|[2-9]\d)(?:$|[,.!]))`
const greeting = /\b(?:hey|hi|hello)\b/

/** Whether a clause gives the speaker's name where only a name can stand. */
export function givesName({ masked, opening, before }: Said): boolean {
  const length = nameSaid.exec(masked)?.[0].length
  if (length === undefined) return false
  const rest = masked.slice(length)
  return (
    afterName.test(rest) || (/^(?: \p{Lu}\p{Ll}+)?(?:[.!]*$|, )/u.test(rest) && greeting.test(opening) && before < 0)
  )
}

const things =
  'kids?|child|children|sons?|daughters?|twins|siblings?|brothers?|sisters?|grandkids|grandchildren|newborn|baby|toddler|cats?|dogs?|pets?|horses?|rabbits?|parrots?|garden|allotment|aga|railcard|season ticket|cabin|boat|car|motorcycle|motorbike|bike|e-bike|van|truck|house|flat|apartment|piano|guitar|violin|iphone|ipad|macbook|laptop|phd|doctorate|degree|pacemaker|stutter|disability|tattoos?|employees|(?:bad|weak|artificial) (?:knee|back|hip|shoulder|heart)'
/** One word that can only be a medicine, known or not, after "I'm on": no place, device, day or state. */
const medicine = source`(?!(?:board|break|leave|stage|standby|vacations?|holidays?|track|strike|schedule|campus|crutches|autopilot|repeat|pause|point|patrol|probation|parole|mobile|desktop|speaker(?:phone)?|battery|deadlines?|target|course|cloud|[a-zà-ž]+days?|youtube|reddit|facebook|twitter|discord|tiktok|instagram|twitch|netflix|tinder|earth|drugs|chapter|level|season|episode|version|page|step|question|number|line|edge|shift|watch|guard|alert|display|sabbatical|honeymoon|lunch|dinner|everything|something|nothing|there|their|these|those|which|another|other|every|location|assignment|deployment|business|foot|record|purpose|thin|thick|solid|safe|dangerous|equal|good|great|average|medication|windows|linux|macos|android|chrome|firefox|ubuntu|debian|python|slack|teams|stable|master|staging|production|trial|tenterhooks|cloud|planet|death|bottom|loop|phone|laptop|second|third|first|final|world|roll|train|plane|ferry|flight|night|early|late|reserve|release|notice|active|bench|hiatus|furlough|tour|quest|mission|diet|keto|paleo|social|public|private|call|fire|hold|mute|time|edge|about)\b)[a-zà-ž]{5,}(?=[.!,]*$| (?:for|since|and|\d|daily|twice|once|again|now|because|but)\b)`
const traits = source`in remission|cancer[- ]free|having (?:twins|triplets|an? (?:baby|boy|girl))|divorced|married|widowed|engaged|single|retired|pregnant|adopted|bilingual|(?:left|right)[- ]handed|ambidextrous|colou?r[- ]?blind|deaf|disabled|dyslexic|autistic|diabetic|asthmatic|epileptic|celiac|coeliac|(?:gluten|dairy|sugar)[ -]free|sober|(?:near|far|short)-?sighted|gay|lesbian|bi(?:sexual)?|trans(?:gender)?|non-?binary|queer|asexual|agnostic|introverted|extroverted|self-employed|unemployed|self-taught|multilingual|studying for (?:the )?(?:[lmu]?sat|lsat|gmat|gre|mcat|bar|toefl|ielts|cpa|cfa|acca|usmle)|stateless|childless|between jobs|being made redundant|re-?training (?:as|to be) an? [a-zà-ž]+|trying for (?:an?|another|our (?:first|second)) (?:baby|child)|fasting (?:for|during) [a-zà-ž]+|an only child|getting married|expecting (?:an?|our|twins)|based in|new to|fluent in|training for|trying to (?:(?:lose|gain|put on) weight|(?:quit|stop|give up) (?:[a-zà-ž]+ing\b|sugar|alcohol|coffee|caffeine|meat)|(?:eat|drink|sleep|exercise|spend) (?:less|more|better|healthier|healthily)|save (?:money|up)|cut (?:down|back|out)|pay (?:off|down) (?=[^,]*(?:\d|debt|loan|mortgage))|conceive|get (?:pregnant|fit|in shape|into shape))|looking for (?:an?|my first) (?:new |bigger |cheaper |[a-zà-ž]+ )?(?:job|flat|apartment|house|room|place to (?:live|rent)|flatmate|roommate|internship|position|co-?founder)|learning (?:to )?[a-zà-ž]+|(?:restoring|renovating|fostering|homeschooling|raising|bringing up|caring for|looking after) (?:an?|my|our|\d+|two|three) [a-zà-ž]+|saving (?:up )?for an?|studying for (?:my|the|an?) [a-zà-ž]+ exams?|writing an? (?:[a-zà-ž]+ )?(?:novel|book|thesis|memoir)|(?:good|bad|great|terrible|awful|better) (?:at|with) [a-zà-ž]{3,}[.!]*$|(?:afraid|scared|terrified) of (?:flying|driving|heights|water|needles|the dark|public speaking|[a-zà-ž]+s\b)|on (?:(?:an? )?(?:mac|macbook|chromebook|windows|linux|ubuntu|android|pc)(?= \d|[.,!]*$)|an? (?:[a-zà-ž]+[ -]){0,2}diet|blood thinners|(?:[a-zà-ž]+ )?medication|antidepressants|insulin|${medicine}|(?:maternity|paternity|parental) leave|an? (?:[a-zà-ž]+ )?visa)`
/** Those whose death people tell. */
const closest =
  '(?:dog|cat|horse|rabbit|parrot|pet|mother|mom|mum|father|dad|grandmother|grandma|grandfather|grandpa|wife|husband|partner|brother|sister|son|daughter|uncle|aunt|best friend)'
/** Plain facts of a life and nothing else: family, pets, what one is, owns, learns, has studied or wants to become. */
const life = largeRegex.i`^(?:${[
  source`(?:i|we)(?: also| both| still)*(?: have|'?ve| have got|'?ve got| got| own) (?:an?|no|two|three|four|five|six|\d+)(?: [a-zà-ž]+)? (?:${things})\b`,
  `${am}(?: not)? (?:${traits})(?![-a-zà-ž])`,
  source`${me} (?:hate|dislike|don't like) being (?:called \S|late|alone|interrupted|rushed|touched|micromanaged)`,
  source`i${adverbs} (?:wear (?:glasses|contacts|contact lenses|hearing aids?|size \S)|weigh \d|turned \d{2}\b)`,
  source`${am} (?:\d+(?:[.,'’]\d+)?\s?(?:cm|m|feet|foot|ft) tall\b|\d'\d{1,2}(?=$|["”,.]| (?:and|so|but|tall)\b))`,
  source`(?:i|we)(?: just| recently| finally)* sold (?:my|our|the) (?:car|house|flat|apartment|motorcycle|boat|business|company)\b`,
  source`(?:(?:i|we)(?:'ve| have)? )?(?:just |finally |recently |now )*(?:upgraded to|switched to|migrated to|ended up (?:with|buying|getting|adopting)) (?:an? |the )?(?!(?:that|this|it|them|other|next|new|a new (?:tab|window|branch))\b)\S{3}`,
  source`(?:i|we)?(?: )?(?:just )?had (?:an?|our) (?:baby (?:boy|girl)|baby|little (?:boy|girl)|son|daughter|miscarriage|stillbirth|stroke|heart attack)\b(?! when)`,
  source`(?:(?:i|we)(?:'ve| have)? )?(?:got |have )?[$€£]?\d[\d.,]*k?(?: (?:euros?|dollars|bucks|eur|usd))? (?:saved(?: up)?|in (?:my |our )?savings)(?=$|[.,!]| (?:up|for|so|now|already|and|but)\b)`,
  source`(?:i|we) (?:(?:just|recently|have) )*lost (?:my|our) ${closest}(?=$|[.,!]| (?:last|this|to|two|when|\d|an?|in (?!the|an?)[a-zà-ž]+)\b)`,
  "(?:my |our )?(?:wife|husband|son|daughter|dog|cat|partner|girlfriend|boyfriend)'?s name is [a-zà-ž]",
  '(?:my |our )?(?:mum|mom|mother|dad|father|grandma|grandpa|grandmother|grandfather|nan)(?: has)? (?:just )?(?:went|moved|gone) into an? (?:care|nursing|retirement) home',
  '(?:my |our )?(?:mum|mom|mother|dad|father|grandma|grandpa|grandmother|grandfather|nan|son|daughter|brother|sister|mother-in-law|father-in-law)(?: has)?(?: just)? moved in with (?:me|us)',
  "(?:my|our) (?:kitchen|flat|apartment|house|garden|balcony|bathroom)(?:'s| is) (?:really |very |quite )?(?:tiny|small|huge|damp|north-facing|south-facing)(?=$|[,.!]| (?:so|and|but|with)\\b)",
  source`i${adverbs} know (?!(?:it|that|this|you|him|her|them|us|how|what|why|where|when|who|if|all|which|very|full)\b)[a-zà-ž+#.]{1,15} (?:(?:quite|very|pretty|really|fairly) )?(?:well|inside out|fluently)\b`,
  source`i${adverbs} get (?:(?:car|sea|air|travel[- ])sick|migraines|vertigo|nosebleeds|hay ?fever)\b`,
  '(?:my |our |the )?(?:daily )?stand-?ups? (?:is|are) at \\d',
  '(?:i |my |have an? |i have an? )?(?:bad|weak|artificial) (?:left |right )?(?:knee|back|hip|shoulder|heart|ankle)[.!]*$',
  '(?:i|we) (?:studied (?!for|hard|how|it|that|the|this|all|your)[a-zà-ž]{3}|majored in|minored in|graduated (?:from|in|with)|retired (?:in|at|from)|served in)',
  source`(?:i|we)(?: just| recently| finally)* (?:(?:got|was|were) (?:promoted|hired|laid off|fired|engaged|married|divorced|diagnosed)|started an? (?:new )?(?:job|role|position|business|company|degree|phd))\b`,
  source`(?:my|our) ${closest}(?: [a-zà-ž]+)? (?:died|passed away|was put down)\b`,
  source`${me} (?:want|hope|plan|intend) to (?:become an? (?!better|more)[a-zà-ž]|move to [a-zà-ž]{3}|retire|emigrate|get married|have (?:kids|children)|buy an? (?:house|home|flat|apartment|car)\b|start (?:an?|my own|our own) (?:business|company|family)\b)`,
].join('|')})`
/** What one is by trade or in a family, as alternatives of a pattern. */
export const occupations =
  'accountant|actor|actress|analyst|apprentice|architect|artist|atheist|attorney|author|baker|barista|bartender|beekeeper|biologist|blogger|bricklayer|builder|butcher|carpenter|chef|chemist|cleaner|coach|composer|consultant|cook|courier|dancer|dentist|designer|developer|director|doctor|driver|economist|editor|electrician|engineer|entrepreneur|farmer|filmmaker|firefighter|founder|freelancer|gardener|hairdresser|historian|intern|interpreter|introvert|extrovert|joiner|journalist|judge|lawyer|lecturer|librarian|mathematician|mechanic|midwife|musician|nurse|officer|painter|paramedic|parent|pastor|pharmacist|photographer|physician|physicist|physiotherapist|pilot|plumber|potter|priest|producer|professor|programmer|psychologist|receptionist|researcher|sailor|salesperson|scientist|secretary|singer|social worker|soldier|solicitor|statistician|student|surgeon|tailor|teacher|technician|therapist|tester|trainee|trainer|translator|trucker|tutor|veterinarian|vet|veteran|waiter|waitress|welder|writer|[a-zà-ž]+(?:ist|ian|eer|ator|smith|maker|worker|keeper|owner|manager|assistant|contractor|instructor)|mother|mom|mum|father|dad|grandmother|grandfather|widow|widower'
/** What one is, said in passing: "As a left-handed knitter, …". */
export const asOne = largeRegex.i`^as an? (?:[a-zà-ž-]+ ){0,3}(?:${occupations}|citizen|resident|native|immigrant|expat|vegan|vegetarian|muslim|jew|christian|hindu|buddhist|(?:[a-zà-ž-]+-handed|colou?r-?blind|deaf|blind|dyslexic|autistic|diabetic|disabled|single|divorced|retired|pregnant) [a-zà-ž]+)\b[^,]{0,60}$`

/** What one is by nature, and what one wants for life: "I'm a morning person", "I want to learn Japanese". */
const lastingTrait = largeRegex.i`^(?:i'?m|i am|we're|we are)(?: not| definitely| more of| very much| really| also| still)* (?:an? (?:night owl|early (?:bird|riser)|(?!changed|different|better|new|terrible|bad|good|great|nice|happ(?:y|ier)|lucky|simple|busy|real|young|third|kind|mad|crazy|whole|horrible|dead|sane)[a-zà-ž]+ person)|(?:morning|night|dog|cat|coffee|tea|people) (?:person|people))(?:$|[,.!]| (?:and|but|so)\b)`
/** What one is by trade, and how one works: "I'm a Python developer", "I work night shifts". */
const trade = largeRegex.i`^(?:i'?m|i am)(?: also| currently| still| now| only)? (?:an? (?:[a-zà-ž\d+#.-]+ ){0,2}(?:[a-zà-ž]+-)?(?:${occupations})(?:$|[,.;!]| (?:and|at|by|for|from|in|of|on|who|with|lol|haha|btw|now|too|tbh)\b)|(?:studying|majoring in) (?!for|hard|how|it|now|that|the|this|to)[a-zà-ž]{3,})|^i work (?:night|day|early|late|rotating|part-time|full-time|shifts|nights|weekends|from home|remotely)\b`
const ordered = largeRegex.i`^(?:my|our|the) (?:[a-zà-ž]+ )?${doctorsOrder}`
/** What relatives and persons with a name do not eat: "my wife doesn't eat pork", "Leo hates mushrooms". */
const atTable = largeRegex.u`^(?:(?:[Mm]y|[Oo]ur) (?:[\p{L}-]+,? ){1,4}?|(?!(?:(?:No|Any|Every|Some)(?:one|body)?|I|We|You|He|She|It|They|Who|This|That|These|Those|People|One|Most|Many|All|Both|The|But|And|So|Also|Just|Please|God|Jesus|Dracula|Batman|Garfield|Popeye|Trump|Google|Claude|Chatgpt)\b)\p{Lu}\p{Ll}+(?=[ ,])(?<!ans|ims|ists|ews|ats|ogs|ids)(?! (?:do|don't|hate|dislike|avoid)\b)(?:(?:,| and) \p{Lu}\p{Ll}+)* )(?:(?:also|still|really|just|both) )*(?:(?:won't|will not|do(?:es)?(?:n'?t| not)|can'?t|can ?not|never|refuses? to)(?: even)? (?:eats?|drinks?)|(?:(?:won't|do(?:es)?(?:n'?t| not)|can'?t|never|must(?:n't| not)) (?:like|do|have|touch(?:es)?)|hates?|dislikes?|loathes?|avoids?|detests?|(?:can'?t|cannot) stand|(?:eats?|drinks?|likes?|loves?)(?=.* (?:now|again|after all)\b))(?: eating)?(?= (?:[a-zà-ž]+ (?:or |and )?)?(?:pork|nuts|peanuts|meat|beef|chicken|dairy|milk|cheese|fish|shellfish|seafood|gluten|sugar|alcohol|wine|spicy|mushrooms|onions|garlic|eggs|tofu|cilantro|coriander|olives|tomatoes|liver|broccoli|spinach|peas|peppers?|lamb|ham|bacon|prawns|beans|lentils|cabbage|sprouts|carrots|celery|beetroot|avocados?|bananas?|coconut|chocolate|coffee|tea|beer|vegetables|veggies|greens|fruit|rice|curry|sushi|oysters|butter|yogh?urt|cucumbers?)\b))(?:(?<=drinks?)[.!]*$| (?!.*\b(?:anything|much|enough|lunch|breakfast|dinner|there|here|before|after(?! all)|until|yet)\b)(?!now\b)[a-zà-ž]{3})`
const lastingWish =
  /^(?!.*\b(?:if|maybe|perhaps|today|tonight|tomorrow|this week)\b)(?:i|we)(?:(?:'ve always| have always|'d| would)?(?: really| also| both| still| always)* (?:want|wanted|like|love|hope|plan) to learn (?:to )?(?!more|about|how|from|what|why|when|where|which|if|some|something|all|new|a (?:lot|few|bit)|it|that|this|these|those|them|your?)[a-zà-ž]|(?: really| also| both| still| always)* (?:want|hope|plan|dream) (?:to|of) (?!.*\byou\b)[^,;?]{3,60} (?:one|some) ?day\b)/i

/** Words that tie a sentence to the talk or the moment: "I love this", "I have one more question". */
const tied = regex.i`\b(?:it|its|this|that|these|those|here|there|them|him|her|you|your|yours|ones?|same|too|again|first|second|third|next|last|former|latter|above|below|following|others?|another|more|better|instead|when|how|why|what|which|who|about|along|around|back|today|tonight|tomorrow|yesterday|ideas?|questions?|answers?|guess|points?|messages?|errors?|bugs?|issues?|problems?|files?|outputs?|inputs?|results?|steps?|pages?|sections?|lines?|words?|titles?|drafts?|versions?|options?|choices?|approach|suggestions?|examples?|lists?|tables?|tests?|scripts?|commands?|functions?|variables?|values?|arrays?|equations?|texts?|essays?|poems?|story|stories|tasks?|exercises?|links?|images?|pictures?|photos?|feeling|part|way|vibes?|style|design|plan|look|sound|(?:my|the|our) code)\b`
const fond = "(?:love|like|enjoy|adore|hate|dislike|detest|fear|(?:can't|cannot) stand|(?:don't|do not) (?:like|enjoy))"
/** A thing in general, not one at hand: no article, no owner, no measure. */
const thing = source`(?!the\b(?! (?:sea|ocean|mountains|outdoors|beach|desert|cold|heat|rain|snow|winter|summer)\b)|an?\b|to\b|my\b|our\b|his\b|her\b|being\b|having\b|getting\b|doing\b|making\b|seeing\b|knowing\b|working\b|using\b|all\b|any|every|some|no\b|nothing\b|most\b|both\b|lots?\b|so\b|well\b|safe\b|fair\b)`
const likes = regex.i`^(?:${me} ${fond}|${am} (?:into|obsessed with)) (?:to (?!be\b|think|know|see|have|say|believe|keep|imagine|make|get|do\b|use|hear)|${thing})[a-zà-ž][a-zà-ž'’-]+(?: [a-zà-ž'’-]+){0,3}(?:,(?: and| or)? (?!(?:ha(?:ha)+|lol|though|but|so|too|and|or)\b)${thing}[a-zà-ž][a-zà-ž'’-]+(?: [a-zà-ž'’-]+){0,5})*[.!]*$`
const habits = regex.i`^${me} (?:${[
  '(?:swim|snore|garden|meditate|smoke|vape|knit|paint|draw|sing|dance|surf|ski|snowboard|climb|fish|hunt|bake|cook|sew|stutter|freelance|commute|cycle|bike|hike|camp|journal)(?: (?:daily|professionally|competitively|regularly|to work|in an? [a-zà-ž]+))?[.!]*$',
  `(?:play|teach|watch|attend|drink|eat|collect|breed|coach|bank with|(?:don't|do not) (?:use|watch|play|do(?! (?:much|well|it|that|this|so|anything)\\b))|(?:can't|cannot) (?:have|eat|drink|digest|tolerate)) ${thing}[a-zà-ž]{2}`,
  'play the [a-zà-ž]',
  source`do (?:yoga|pilates|pottery|ceramics|karate|judo|ballet|crossfit|crosswords|improv|tai chi|martial arts|gymnastics|weightlifting)\b`,
  '(?:write|read|listen to|paint|draw|sew|build|grow|sell) (?:[a-zà-ž]+ )?[a-zà-ž]{3,}s[.!]*$',
  source`(?:code|program) in \S`,
  source`go to (?:the gym|church|mosque|temple|therapy|college|university|night school)\b`,
  source`(?:go to (?:bed|sleep|work)|get up|wake up) (?:at|around|before|after|by) \S`,
  source`sleep (?:badly|poorly|little|late|lightly)\b`,
].join('|')})`
/** "My boss is Miguel", "Our database is MySQL", "The launch is on May 3", "We're on AWS": the value is a name or a number. */
const named = [
  regex.i`^(?:${mine}(?:is|are|uses|runs(?: on)?|blocks|bans|forbids|requires|starts|begins|ends|supports|speaks|plays|studies)|the (?:[a-zà-ž]+ )?(?:deadline|launch|release|client|customer|budget|wedding|venue|kick-?off|beta|alpha|demo|milestone|go-live|exam|interview|surgery|operation|hearing|viva|defen[cs]e|server|repo|monorepo|repository|codebase|project|backend|back end|frontend|front end|api|app|site|website|pipeline|stack|cluster|panel|dashboard|portal|service|shop|store|database|password|api key|dog's name|cat's name|baby's name|kids|grandkids|grandchildren|twins|boys|girls|dogs?|cats?)(?: date| day)? (?:is|are|lives|runs|(?:(?:got|was|is|has been) )?(?:moved|postponed|pushed back|rescheduled)|uses|deploys)(?: now| set| due| scheduled| planned| on| in| to| for)*|the (?:[a-zà-ž]+ ){1,2}(?:is|are) (?:called|named))(?: (?:an?|in|at|on|near|from|version))? (?=\S)`,
  regex.i`^(?:${am} (?:on|in|using|running|stuck (?:on|with)|(?:migrating|moving|switching) to|an?)|${me} (?:switched|moved|migrated|converted) to) (?=\S)`,
]
const value =
  /^(?:the (?=\d))?(?!(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday) (?:morning|night))(?:\p{Lu}|\d|(?:jan|feb|march|apr|may|june?|july?|aug|sep|oct|nov|dec)\p{L}* \d|\.NET\b|p?npm\b|yarn\b|git\b|zsh\b|bash\b|nginx\b)/u

const longest = 24
const longestGeneral = 9
const supposed =
  /\b(?:if|would|could|might|maybe|perhaps|until (?!\p{Lu}\p{Ll}+ \d{4}|\d{4})|today|tonight|tomorrow|yesterday|this week)\b/iu

/** Whether a clause says, unconditionally, who the speaker is, how they live, their work or what they prefer. */
export function isIntroduction(said: Said): boolean {
  const { masked, words, kind, isRequest } = said
  if (asOne().test(masked)) return true
  if (isRequest || isAsked(said) || words.length > longest) return false
  const isKnown = kind === 'person' || (!said.isStory && !/^(?:my|our)\b/i.test(masked))
  const isPlain = [name, life, lastingTrait, trade, ordered].some((form) => form().test(masked))
  return (
    ((isPlain || (isKnown && atTable().test(masked))) && !supposed.test(masked)) ||
    lastingWish.test(masked) ||
    ownName.test(masked) ||
    givesName(said) ||
    isGeneral(said)
  )
}

/** Whether a clause is the end of a question. */
export function isAsked({ isQuestion, sentence, text }: Said): boolean {
  return isQuestion && sentence.replace(/[\s?!.]+$/, '').endsWith(text)
}

/** Whether a clause is a short sentence about what the speaker likes, does or has by a name. */
function isGeneral(said: Said): boolean {
  const { masked, words, isPhrase } = said
  if (isPhrase || words.length > longestGeneral || tied.test(masked) || supposed.test(masked)) return false
  if (habits.test(masked) || likes.test(masked)) return true
  return named.some((form) => {
    const lead = form.exec(masked)?.[0].length
    return lead !== undefined && value.test(masked.slice(lead))
  })
}

const task = regex.i`\b(?:this|that|these|those)\b(?! (?:week|month|year|morning|evening|summer|winter|spring|autumn|fall|weekend)\b)|\b(?:errors?|bugs?|exceptions?|functions?|regex|arrays?|strings?|variables?|outputs?|inputs?|loops?|csv|json|objects?|lists? of|feeling)\b|\btoo [a-zà-ž]+[.!]*$`
const ofPeople: ReadonlySet<string> = new Set(['identity', 'person', 'health', 'rule', 'preference'])

/** "I'd like to use Zod to check the input, can you show me how?", and what makes it a decision. */
const decided = /\b(?:always|keep to|decided|agreed|from now on|every time)\b/i
const asking = /\b(?:[cw]ould you|can you|please|how (?:do|can))\b/i
const wish = /^(?:i|we)(?:'d| would) (?:also )?like to use (?!(?:my|our|the) )[^.;]* to [a-z]/i

/** Whether what is said to an assistant is about the task at hand: "I need this in JSON", "My code throws an error". */
export function isAtHand({ masked, words, kind, isTalk, sentence, asksElsewhere }: Said): boolean {
  if (isTalk) return false
  if (wish.test(masked) && !decided.test(sentence) && (asksElsewhere || asking.test(sentence))) return true
  return words.length <= longestGeneral && !ofPeople.has(kind) && task.test(masked)
}
