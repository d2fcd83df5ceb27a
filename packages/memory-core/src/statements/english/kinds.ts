import type { CanMatch } from '../../text/pattern-filter.ts'
import { regex, source } from '../../text/regex.ts'
import { kindRows, type StatementKind } from '../statement.ts'

const relatives =
  'wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|friends?|best friend|sister(?:[- ]in[- ]law)?|brother(?:[- ]in[- ]law)?|siblings?|twin|mother(?:[- ]in[- ]law)?|mom|mum|father(?:[- ]in[- ]law)?|dad|parents?|grandmother|grandfather|grandma|grandpa|grandparents|grandson|granddaughter|grandkids|son|daughter|kids?|child(?:ren)?|baby|toddler|aunt|uncle|nephew|niece|cousins?|boss|manager|supervisor|colleagues?|coworkers?|co-founder|intern|assistant|mentor|advisor|adviser|coach|therapist|doctor|dentist|landlord|landlady|neighbou?rs?|roommates?|flatmates?|housemates?|teacher|tutor|lawyer|attorney|accountant|trainer|instructor|family|in-laws|ex(?:-wife|-husband)?|stepson|stepdaughter|stepfather|stepmother|stepdad|stepmum|stepmom|goddaughter|godson|youngest|eldest|oldest|firstborn|middle one|little one|other half|hubby|bestie|granny|nan'
const pets = 'cats?|dogs?|puppy|kitten|rabbits?|hamster|turtles?|parrot|horse|greyhound|pets?'

/** A clause about a person close to the speaker: "my sister works …", "Dawn is my closest friend". */
const relation = regex.i`(?:^|, |\bis (?:also )?)(?:my|our)\s(?:[a-zà-ž-]{1,14}\s){0,2}?(?:${relatives})(?!['’]s? )\b`
/** A person or a pet of the speaker with a name or an age: "my close friend Dawn". */
export const namedRelation = regex.u`\b(?:[Mm]y|[Oo]ur)\s(?:[\p{L}-]{1,14}\s){0,3}?(?:${relatives}|${pets})(?:'s name is|,? (?:called|named)|,)?\s(?:\p{Lu}\p{Ll}+|(?:is|who's|who is|aged?) \d|\d)`
/** The same in the other order: "Karen, my boss". */
export const nameAndRelation = regex.u`\p{Lu}\p{Ll}+, (?:my|our) (?:[\p{L}\d-]{1,14} ){0,3}(?:${relatives}|${pets})\b(?!['’])`
const family = regex.i`\b(?:my|our)\s(?:[a-zà-ž-]{1,14}\s){0,2}?(?:${pets})\b`

/** What a doctor ordered: "The physio says I shouldn't lift more than 10 kg". No visit. */
export const doctorsOrder = source`(?:doctor|doc|gp|physio|physiotherapist|dentist|cardiologist|neurologist|oncologist|nutritionist|dietitian|dietician|midwife|surgeon|specialist|orthopedist) (?:says?|said|told me|advised(?: me)?|recommended|ordered(?: me)?|wants me|warned me)(?: that)? (?:no|nothing|only|less|i (?:should(?:n't| not)?|must(?:n't| not)?|have to|need to|can(?:'t|not)|may not)|not to|to) (?!be\b|come|call|wait|see|book|make|schedule|get|go)[a-zà-ž]+`
/** Conditions by their form, "tendonitis", and others that few sentences name. */
export const conditions =
  '(?!(?:diagnos|hypnos|osmos|symbios|mitos|meios|metamorphos|prognos|neuros)is|empathy|sympathy|telepathy|academia|bohemia|nostalgia)[a-zà-ž]{3,}(?:itis|osis|algia|opathy|ectomy|aemia|emia|plegi[ac])|torn (?:meniscus|acl|ligament|rotator cuff|hamstring|achilles)|tremors?|stammers?|stutters?|c-section|postpartum|sense of (?:smell|taste)'
const healthWords = source`al+erg(?:y|ies|ic)(?! to (?:nothing|bullshit|nonsense|mondays|mornings|small talk)\b(?!,? except\b| (?:but|and|or|other|apart|besides)\b))|intoleran(?:t|ce)|diabet(?:es|ic)|asth?ma|glaucoma|gout|hernia|vertigo|osteoporosis|scoliosis|endometriosis|reflux|sleep apno?ea|stent|pacemaker|arrhythmia|fibrillation|palpitations|aneurysm|embolism|seizures?|angina|slipped disc|stress (?:reaction|fracture)|hairline fracture|fractures?|meniscus|concussion|tumou?r|(?:broke|broken|tore|torn|sprained|fractured|dislocated) (?:my|his|her) (?:[a-zà-ž]+ )?(?:leg|arm|wrist|ankle|foot|hip|ribs?|collarbone|shoulder|knee|finger|toe|nose|acl|ligament|elbow|hand|back)|[a-zà-ž]{3,}(?:pril|sartan|statin|olol|prazole|dipine|oxetine|traline|zumab|limumab|lizumab|parin|farin|formin|gliptin|zepam|cillin|mycin|thyroxine)|epilep(?:sy|tic)|cancer|celiac|coeliac|migraines?|arthritis|adhd|autis(?:m|tic)|dyslexi[ac]|depression|bipolar|insomnia|trouble sleeping|alzheimer's|parkinson's|dementia|crohn's|lupus|psoriasis|eczema|fibromyalgia|sclerosis|tinnitus|ptsd|ocd|pcos|ibs|hiv|anxiety disorder|anemia|hypertension|blood pressure|cholesterol|thyroid|pregnan(?:t|cy)|medications?|medicine for|prescri(?:bed|ption)|insulin|inhaler|nebuli[sz]er|inhalation|chemo(?:therapy)?|surgery(?! (?:opens|closes|shuts|is (?:open|closed|busy)|hours|reception|staff)\b)|operation on|diagnosed|hearing aids?|hard of hearing|deaf|(?:am|is|are|was|were|'[ms]|'re|been|being|went|gone|go|goes|going|born|turned|partially|legally|registered|nearly|almost|half|totally|completely|and|or) blind(?! (?:to|tests?|tast|dates?|drunk|about)\b)|(?:an?|my|our|his|her) blind (?!(?:tests?|tast(?:e|ing)|dates?|spots?|reviews?|trials?|box(?:es)?|auctions?|bids?|stud(?:y|ies)|faith|trust|run|playthrough|guess|rage|corner|alley|eye|hiring|side)\b)[a-zà-ž]+|blind (?:in (?:one|my|his|her|both)|since|from birth)|(?:in|an?|the|my|itchy|skin|heat|nappy|diaper) rash(?:es)?(?! (?:decision|move|choice|thing|person|driver|of)\b)|motion sick(?:ness)?|seasick|claustrophobi[ac]|phobia|wheelchair(?! (?:lift|rugby|basketball|tennis|race)s?\b)|colou?r[- ]?blind|shin splints|back pain|knee (?:pain|injury)|sinus|congestion|injur(?:y|ies|ed)|disorder|syndrome|sprain(?:ed)?|pills|tablets|\d+ ?m[gl]|physiotherap(?:y|ist)|therapist|therapy|rehab|(?:is|am|i'm|are|we're|been|go|went|gone|turned|became|strictly|mostly|still)(?: an?)?(?: pure| strict| lifelong)? (?:vegan|vegetarian|veggie|pure veg|plant[- ]based)s?(?=$|[,.;!)]| (?:and|but|since|for|who|now|because|in|household|diet)\b)|(?:am|i'm|we're) (?:gf|df)(?=$|[,.;!)]| (?:and|but|since)\b)|eats? (?:fully |mostly )?plant[- ]based|(?:don't|doesn't|do not|can't|cannot) do (?:dairy|gluten|lactose|eggs|shellfish|nuts|wheat)|(?:dairy|gluten|lactose|eggs|shellfish|nuts|wheat) (?:is|are) a no|pescatarian|degeneration|nodules?|polyps?|cataracts?|(?:knee|hip|shoulder|valve) replacement|palsy|shingles|fibroids|gallstones|kidney stones?|pneumonia|gluten|lactose|(?:nut|dairy|egg|sugar|soy|grain|wheat)[- ]free|(?:cut|give up|avoid) (?:out )?(?:all |any )?(?:dairy|gluten|sugar|salt|nuts|alcohol|caffeine|eggs|soy|wheat)|(?:dodgy|bad|weak|bum|gammy|trick|sore) (?:right |left |lower )?(?:ankles?|knees?|backs?|hips?|shoulders?|wrists?|elbows?|neck|heart|ears?|eyes?)|kosher|halal|sober|anaphyla(?:xis|ctic)|epipen|(?:in|gets?|got|getting|gives? (?:me|him|her)|gave (?:me|him|her)|have|has|had|with|causes?|chronic|itchy) hives|hives (?:from|after|when|all over)|ulcers?|transplant|a1c|creatinine|h(?:a)?emoglobin|tsh|warfarin|apixaban|eliquis|xarelto|plavix|coumadin|ozempic|wegovy|mounjaro|trulicity|jardiance|humira|enbrel|lexapro|zoloft|prozac|wellbutrin|adderall|ritalin|concerta|vyvanse|lipitor|synthroid|levothyroxine|prednisone|methotrexate|lamictal|gabapentin|tamoxifen|lithium|accutane|(?:can't|cannot|can not|mustn't|must not|not allowed to) (?:take|have) (?:[a-zà-ž]+ )?(?:vaccines?|ibuprofen|aspirin|nsaids?|paracetamol|acetaminophen|antibiotics|grapefruit|caffeine|alcohol|salt|sugar|dairy|(?:[a-zà-ž]+)?nuts|cashews|almonds|pistachios|pecans|sesame|soy|wheat|milk|kiwis?|strawberries|eggs|fish|shellfish|shrimps?|prawns|[a-zà-ž]+(?:illin|profen))|heart (?:condition|attack)|stroke|lifting|must not (?:eat|lift|drink|drive)|can't eat|cannot eat|(?:wrecks?|upsets?|kills|destroys?|turns) my (?:stomach|gut|guts|tummy|sinuses)|(?:lost|losing) my (?:sense of )?(?:smell|taste|hearing|sight|eyesight|voice)|(?:am|is|are|i'm) (?:strictly )?(?:forbidden|off limits for|not allowed) (?:from )?(?:grapefruit|coffee|alcohol|caffeine|salt|sugar|dairy|nuts|eggs|shellfish|running|lifting|driving)`
/** Illnesses in the names of charities: "I'm running for Asthma UK". */
const noCharity = source`(?! (?:uk|society|foundation|charity|research|trust|awareness|fundraiser|association)\b)`

/** A person close to the speaker, whatever is said of them. */
export const acquaintance = regex.i`\b(?:my|our)\s(?:[a-zà-ž-]{1,14}\s){0,2}?(?:${relatives}|team|teammates?|clients?)\b`

/** What a clause is about. */
const rows = kindRows(
  {
    health: regex.i`\b(?:${healthWords}|${conditions}|${doctorsOrder})\b${noCharity}`,
    identity:
      /\b(?:my (?:full |last |first |maiden |middle )?(?:name|surname|birthday|pronouns|age|nationality|native language|mother tongue|religion|background|degree|star sign)\b|surname is|i was born|i grew up|i(?:'m| am) (?:\d{2}(?:\b(?! (?:minutes|percent|%|km|days|weeks|months|pages))|-)|an? \d{2}|originally|an? (?:single|native|trans|gay|lesbian|queer|immigrant|refugee|christian|muslim|jew|hindu|buddhist|widow|retired|graduate|student))|years? old\b|\d{2}-year-old\b|i speak\b|i identify as|i graduated|i(?:'ve| have)(?: got)? an? (?:master|bachelor|phd|doctorate|degree|mba)|i have an? (?:[a-zà-ž]+ )?(?:degree|background)|coming out|my (?:transition|identity|culture|faith|heritage|roots)|trans (?:experience|woman|man)|living in the .{3,30} for)/i,
  },
  {
    identity: /^I(?:'m| am) (?:from \p{Lu}|\p{Lu}\p{Ll}+(?:,|$|\.| and))/u,
    home: /\b(?:i|we)(?:'ve| have|'re| are|'m| am)?(?: [a-zà-ž]+ly| been| just| now)? (?:live|lived|living|moved|moving|rent|renting|based) (?:in|to|at|on|near|with|from|out|an?|the)\b|\b(?:i|we) heat\b|(?:^|\b(?:sold|bought|own|renovat[a-zà-ž]+|redecorat[a-zà-ž]+|share|pay|rent) )(?:my|our|the|an?) (?:[a-zà-ž]+ )?(?:house|flat|apartment|home|garden|kitchen|neighbou?rhood|street|address|landlord|landlady|mortgage|rent|bedroom|balcony)\b/i,
    person: relation,
  },
  {
    person:
      /\b(?:i mentor|i'm married|we're married|got (?:married|engaged|divorced)|we have (?:two|three|four|five|\d) (?:kids|children|sons|daughters)|support system|wedding(?! (?:buffet|menu|cakes?|dress|speech|playlist|invitations?)\b))\b/i,
    possession: family,
    decision:
      /\b(?:i|we|i've|we've)(?: have| finally| also| both| all| just| recently)* (?:decided|agreed|chose|chosen|settled on|declined|negotiated|compromised|adjusted|opted|switched|dropped|ruled out|committed to|finali[sz]ed|gave up|given up|quit|stopped|adopted|signed|prioriti[sz]ed|changed|restructured|cut(?! (?:my|myself|me)\b)|picked)\b|\b(?:my decision (?:is|was|to)|naming \p{Lu}|my priority|(?:i'll|we'll) (?:definitely )?name \p{Lu}|going with|(?:we're|we are|i'm|i am) (?:dropping|moving|switching)|is moving (?:from|to))\b/iu,
    preference:
      /\b(?:(?:i|we)(?:'d| would|'ve been| do| really| also| just| much| generally| usually| still| absolutely| truly| always)* (?:prefer|like|love|loving|enjoy|enjoying|hate|dislike|adore|admire|avoid|can't stand|cannot stand)\b(?! (?:(?:the|both|all) (?:[a-zà-ž]|-)+ (?:approach|idea|plan|sound|way|look|suggestion|concept|one)|to (?:know|see|hear|learn|explore|order|take|make|get|have|go|find|help you)|it\b|that\b|this\b|your|how|the (?:idea|sound|way|look)))|prefer\b|my (?:[a-zà-ž]+ )?favou?rites?\b(?! [^,.]{2,40}? (?:costs?|opens?|closes?|closed|moved|broke)\b)|favou?rite [a-zà-ž]+ (?:is|are|was)\b|passionate about|(?:big |huge )?fan of|my (?:love|passion|interest|taste) (?:for|in|of)|my thing\b|(?:i'm|i am) (?:really |especially |particularly |also )?(?:into|interested in)\b|my escape|matter to me|brings? me|makes? me (?:feel|happy|so)|fuels? my|i'm not a [a-zà-ž]+ person|open to)/i,
    work: /\b(?:i(?:'m| am)(?: [a-zà-ž]+ly)? (?:an?|the (?:only|head|lead|chief|sole)) (?!bit|little|lot|few|fan|huge|big|same|one|person|sort|kind|type|morning|night owl|early (?:bird|riser)|[a-zà-ž]+ person\b|problem|way)[a-zà-ž/ -]{2,40}\b|(?:i|we|i've|we've|i'm|we're)(?: have| been| also| now| currently| just)* (?:(?:work|worked|working|teach|teaching|own|freelanc[a-zà-ž]*|manage|managing) (?:at|as|for|in|with|on|maths?|english|physics|an?|the|my|our|from|part-time|full-time|four|five|\d)|run (?:an?|the|my|our) (?!(?:[a-zà-ž]+ )?(?:marathon|race|mile|5k|10k|lap)))|my (?:[a-zà-ž]+ )?(?:job|career|work|company|business|employer|office|role|profession|startup|shop|studio|store|salary|shift|volunteer work|part-time|boss|resume|promotion|coworkers|workdays)|our (?:company|team|office|shop|business|clients)|freelanc[a-zà-ž]*|remote workdays|workdays per week|volunteer(?:ing|ed)?\b|delegated|career gap|(?:our|the|daily) stand-up|on call\b|work(?:ing)? remotely|at work\b|the office\b|colleagues)/i,
    project:
      /\b(?:(?:i|we|i'm|we're|i've|we've)(?: been| am| are| have| also| currently| only| now)* (?:deploy|deploying|build|building|develop(?:ing|ed)?|implement(?:ing|ed)?|set up|host|hosting|run(?:s|ning)? on|migrat(?:e|ing|ed)) |my (?:[a-zà-ž]+ ){0,2}(?:app|application|website|site|project|repo|repository|code|codebase|api|thesis|paper|essay|novel|book|script|screenplay|store|channel|blog|game|invention|patent|server|database|pipeline)|our (?:[a-zà-ž]+ ){0,2}(?:app|application|website|site|project|repo|codebase|api|backend|frontend|stack|server|database|pipeline|product)|working on|written in|runs? on|deploy(?:s|ed|ment)?\b|staging|hosting|databases?|backend|frontend|codebase|endpoints?|plugins?|pull requests?|csv\b|json\b|sql\b|schema|nightly build|quer(?:y|ies)\b|vector tiles|docker|kubernetes|server\b|unit tests?|test suite|version \d|v\d|\d\.\d+\b(?! ?(?:gb|mb|kg|km|mg|%|miles|stars|million)))/i,
  },
  {
    possession:
      /\b(?:(?:i|we)(?:'ve| have|'m)?(?: got| just| recently| also| finally| already)* (?:own|bought|inherited|got an?|have an?|got my|collect|wearing my|drive|purchased)\b|my (?:new|old|first) [a-zà-ž]+|my (?:car|bike|phone|laptop|computer|camera|guitar|tv|router|printer|subscription|collection|fitbit|boots|lens|truck|boat|van|drum|piano))/i,
    skill:
      /\b(?:(?:i|we)(?:'ve| have|'m| am)?(?: been| also)* (?:learn(?:ing|ed|t)?|stud(?:y|ied|ying)|know how|can (?:play|speak|code|cook)|play(?:ing)?|practi[cs](?:e|ing)|taking .{2,40}(?:lessons|classes|course)|don't have much experience|scored)|beginner|experience (?:with|in)|lessons|certified|fluent)\b/i,
    routine:
      /\b(?:every (?:day|morning|evening|night|week|month|year|other|[a-zà-ž]+day|weekend|august|summer|winter)|each (?:day|week|morning|month)|daily|weekly|monthly|(?:twice|once|three times|\d times) (?:a|per) [a-zà-ž]+|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends|usually|i (?:always|never|often|tend to)|i've (?:always|never)|per (?:day|week|month)|routine|wake up|waking up|i've been [a-zà-ž]+ing)\b/i,
    goal: /\b(?:my (?:[a-zà-ž]+ )?(?:goal|dream|target|aim|plan is)|(?:i|we)(?:'d| would)? (?:want|hope|aim|wish|like) to|(?:i'm|we're|i am|we are)(?: [a-zà-ž]+)? (?:trying|saving|hoping|aiming|looking) to|trying to|save|by (?:year-end|the end of)|goal of)\b/i,
    plan: /\b(?:i'll|we'll|i will|we will|i'm going to|we're going to|i am going to|we are going to|gonna|planning|plan to|thinking of|considering|next (?:week|month|year|summer|[a-zà-ž]+day)|upcoming|scheduled|looking forward)\b/i,
    event:
      /\b(?:i|we|my [a-zà-ž]+)(?:'ve| have)?(?: just| recently| finally| already| also)? (?:[a-zà-ž]{2,20}ed|went|had|got|met|saw|made|took|gave|won|lost|led|ran|held|found|came|left)\b/i,
  },
)
/** What a clause only mentions: "I play with my friends" is scored as one about people. */
const mentions: Readonly<Partial<Record<StatementKind, RegExp>>> = {
  health: regex.i`\b(?:${healthWords}|vegan|vegetarian|(?:on|eats?|keeps?|doing|m|am|is|are) (?:pescatarian|keto|paleo|low[- ]carb|kosher|halal))\b${noCharity}`,
  home: /\b(?:i|we)(?:'ve| have|'re| are|'m| am)?(?: [a-zà-ž]+ly| been| just| now)? (?:live|lived|living|moved|moving|rent|renting|based) (?:in|to|at|on|near|with|from|out|an?|the)\b|\b(?:my|our) (?:new |old )?(?:house|flat|apartment|home|garden|kitchen|neighbou?rhood|street|address|landlord|mortgage|rent|bedroom|balcony)\b|\bwe heat\b/i,
  person: acquaintance,
  project:
    /\b(?:i|we|i'm|we're|i've|we've)(?: been| am| are| have| also| currently| only| now)* us(?:e|ing) |\bmy (?:[a-zà-ž]+ ){0,2}budget/i,
}

export const kindPatterns: readonly RegExp[] = [...rows.map(([, pattern]) => pattern), ...Object.values(mentions)]

/** What stands before the illness of another's family, which is no danger to remember: "My friend is sad, her dad has". */
const ofOthers = regex.i`^my (?:[a-zà-ž-]+ )?(?:friend|colleague|coworker|neighbou?r|boss|client|customer|teacher)\b.*\b(?:his|her|their|whose) (?:${relatives})(?:['’]s)?(?: (?:who )?(?:(?:is|was|are|were|has|had|have|got|takes?)\b[^,]*)?)?$`

/** What a clause is about (`kind`), and what it is about or mentions (`topic`). */
export function kindOf(masked: string, can: CanMatch): { kind: StatementKind; topic: StatementKind } {
  const fits = (one: RegExp | undefined): boolean => one !== undefined && can(one) && one.test(masked)
  const about = rows.find(
    ([kind, pattern]) =>
      fits(pattern) && !(kind === 'health' && ofOthers.test(masked.slice(0, masked.search(pattern)))),
  )
  const wider = rows.find((row) => row === about || fits(mentions[row[0]]))
  return { kind: about?.[0] ?? 'other', topic: wider?.[0] ?? 'other' }
}
