import type { CanMatch } from '../../text/pattern-filter.ts'
import { largeRegex, matchesOf, regex, source } from '../../text/regex.ts'
import { medicineEndings, medicines } from '../claims/claim-forms.ts'
import { kindRows, type StatementKind } from '../statement.ts'

/** Persons close to one. */
export const relatives =
  'wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|friends?|best friend|sister(?:[- ]in[- ]law)?|brother(?:[- ]in[- ]law)?|siblings?|twin|mother(?:[- ]in[- ]law)?|mom|mum|father(?:[- ]in[- ]law)?|dad|parents?|grandmother|grandfather|grandma|grandpa|grandparents|grandson|granddaughter|grandkids|son|daughter|kids?|child(?:ren)?|baby|toddler|aunt|uncle|nephew|niece|cousins?|boss|manager|supervisor|colleagues?|coworkers?|co-founder|intern|assistant|mentor|advisor|adviser|coach|therapist|doctor|dentist|landlord|landlady|neighbou?rs?|roommates?|flatmates?|housemates?|teacher|tutor|lawyer|attorney|accountant|trainer|instructor|family|in-laws|ex(?:-wife|-husband)?|stepson|stepdaughter|stepfather|stepmother|stepdad|stepmum|stepmom|goddaughter|godson|youngest|eldest|oldest|firstborn|middle one|little one|other half|hubby|bestie|granny|nan'
export const female: RegExp =
  /\b(?:wife|girlfriend|mum|mom|mama|mother|sister|daughter|aunt|niece|grandma|granny|nan|grandmother|granddaughter|landlady|step(?:mother|mum|mom|daughter)|goddaughter|woman|girl|lady|she|her)\b/i
export const male: RegExp =
  /\b(?:husband|hubby|boyfriend|dad|papa|father|brother|son|uncle|nephew|grandpa|grandad|grandfather|grandson|step(?:father|dad|son)|godson|man|guy|boy|he|his)\b/i
export const pets = 'cats?|dogs?|puppy|kitten|rabbits?|hamster|turtles?|parrot|horse|greyhound|pets?'

/** A clause about a person close to the speaker: "my sister works …", "Dawn is my closest friend". */
const relation = regex.i`(?:^|, |\bis (?:also )?)(?:my|our)\s(?:[a-zà-ž-]{1,14}\s){0,2}?(?:${relatives})(?!['’]s? (?!(?:called|named|name|birthday|been|gone|got|told|turned|turning)\b))\b`
/** A person or a pet of the speaker with a name or an age: "my close friend Dawn". */
export const namedRelation = regex.u`\b(?:[Mm]y|[Oo]ur)\s(?:[\p{L}-]{1,14}\s){0,3}?(?:${relatives}|${pets})(?:'s name is|,? (?:called|named)|,)?\s(?:\p{Lu}\p{Ll}+|(?:is|who's|who is|aged?) \d|\d)`
/** The same in the other order: "Karen, my boss". */
export const nameAndRelation = regex.u`\p{Lu}\p{Ll}+, (?:my|our) (?:[\p{L}\d-]{1,14} ){0,3}(?:${relatives}|${pets})\b(?!['’])`
const family = regex.i`\b(?:my|our)\s(?:[a-zà-ž-]{1,14}\s){0,2}?(?:${pets})\b`

/** What a doctor ordered: "The physio says I shouldn't lift more than 10 kg". No visit. */
export const doctorsOrder = source`(?:doctor|doc|gp|physio|physiotherapist|dentist|cardiologist|neurologist|oncologist|nutritionist|dietitian|dietician|midwife|surgeon|specialist|orthopedist) (?:says?|said|told me|advised(?: me)?|recommended|ordered(?: me)?|wants me|warned me)(?: that)? (?:no|nothing|only|less|i (?:should(?:n't| not)?|must(?:n't| not)?|have to|need to|can(?:'t|not)|may not)|i(?:'m| am)(?: not)? to|(?:never|not) to|to) (?!be\b|come|call|wait|see|book|make|schedule|get|go)[a-zà-ž]+`
/** Conditions by their form, "tendonitis", and others that few sentences name. */
export const conditions =
  '(?!(?:chlor|diagnos|hypnos|osmos|symbios|mitos|meios|metamorphos|prognos|neuros)is|empathy|sympathy|telepathy|academia|bohemia|nostalgia)[a-zà-ž]{3,30}(?:itis|osis|algia|opathy|ectomy|aemia|emia|plegi[ac])|torn (?:meniscus|acl|ligament|rotator cuff|hamstring|achilles)|tremors?|stammers?|(?<!(?:audio|video|sound) )stutters?|c-section|postpartum|sense of (?:smell|taste)'
const injury = source`(?:broke|broken|tore|torn|sprained|fractured|dislocated) (?:my|his|her) (?:[a-zà-ž]+ )?(?:leg|arm|wrist|ankle|foot|hip|ribs?|collarbone|shoulder|knee|finger|toe|nose|acl|ligament|elbow|hand|back)`
/** A medicine that is taken: "on lithium", which is also in batteries, "my 40 mg of furosemide". */
const taken = source`(?:[a-z]{3,30}(?:${medicineEndings})|${medicines})(?<=\b(?:takes?|taking|took|on|off|my|his|her|of|prescribed(?: (?:me|him|her))?|\d ?m?c?g) (?:the |my )?(?:\d[\d.]* ?(?:m?c?g|ml|units?)? ?(?:of )?)?[a-z]+)(?! (?:batter|ion\b|cells?\b|prices?\b|ads?\b|shares\b|trials?\b|research))`
const healthWords = source`al+erg(?:y|ies|ic)(?! to (?:nothing|bullshit|nonsense|mondays|mornings|small talk)\b(?!,? except\b| (?:but|and|or|other|apart|besides)\b))|intoleran(?:t|ce)|(?:pre-?)?diabet(?:es|ic)|asth?ma(?:tics?)?|glaucoma|gout|hernia|vertigo|osteoporosis|scoliosis|endometriosis|reflux|sleep apno?ea|stent|pacemaker|arrhythmia|fibrillation|palpitations|aneurysm|embolism|seizures?|angina|slipped dis[ck]s?|ha(?:s|ve)(?: got)?(?: ms| als| copd| cfs)(?=[,.;!)]|$| (?:and|so|but|since|for|which)\b)|stress (?:reaction|fracture)|hairline fracture|fractures?|meniscus|concussion|tumou?r|${injury}|[a-zà-ž]{3,30}(?:pril|sartan|statin|olol|prazole|dipine|oxetine|traline|zumab|limumab|lizumab|parin|farin|formin|gliptin|zepam|cillin|mycin|thyroxine|triptan)|${taken}|epilep(?:sy|tic)|h(?:a)?emophilia(?:cs?)?|phenylketonuria|pku|alpha-gal|immuno(?:compromised|suppressed|deficien(?:t|cy))|blood thinners?|anticoagulants?|(?:kidney|liver|renal) (?:disease|failure|trouble|problems)|dialysis|cystic fibrosis|sickle cell|cancer|celiac|coeliac|migraines?|arthritis|adhd|autis(?:m|tic)|dyslexi[ac]|depression|bipolar|insomnia|trouble sleeping|alzheimer's|parkinson's|dementia|crohn's|lupus|psoriasis|eczema|fibromyalgia|sclerosis|tinnitus|ptsd|ocd|pcos|ibs|hiv|anxiety disorder|anemia|hypertension|blood pressure|cholesterol|thyroid|pregnan(?:t|cy)|medications?|medicine for|prescri(?:bed|ption)|insulin|inhaler|nebuli[sz]er|inhalation|chemo(?:therapy)?|surgery(?! (?:opens|closes|shuts|is (?:open|closed|busy)|hours|reception|staff)\b)|operation on|diagnosed(?! (?:an?(?! (?:year|month|week|few|couple|while|decade|long)\b)|the(?! (?:same|year|month|week|day)\b)|how|why)\b)|hearing aids?|hard of hearing|deaf|(?:am|is|are|was|were|'[ms]|'re|been|being|went|gone|go|goes|going|born|turned|partially|legally|registered|nearly|almost|half|totally|completely|and|or) blind(?! (?:to|tests?|tast|dates?|drunk|about)\b)|(?:an?|my|our|his|her) blind (?!(?:tests?|tast(?:e|ing)|dates?|spots?|reviews?|trials?|box(?:es)?|auctions?|bids?|stud(?:y|ies)|faith|trust|run|playthrough|guess|rage|corner|alley|eye|hiring|side)\b)[a-zà-ž]+|blind (?:in (?:one|my|his|her|both)|since|from birth)|(?:in|an?|the|my|itchy|skin|heat|nappy|diaper) rash(?:es)?(?! (?:decision|move|choice|thing|person|driver|of)\b)|motion sick(?:ness)?|(?:sea|car|air|travel[- ])sick(?:ness)?|claustrophobi[ac]|phobia|wheelchair(?! (?:lift|rugby|basketball|tennis|race)s?\b)|colou?r[- ]?blind|shin splints|(?<!\b(?:chronic|constant|permanent) )back pain|knee (?:pain|injury)|sinus|congestion|injur(?:y|ies|ed)|disorder|syndrome|sprain(?:ed)?|(?<=\b(?:tak(?:e|es|ing)|took|my|his|her|their|of|on|two|one|three|\d+|prescribed|sleeping|pressure|iron)(?: [a-zà-ž]+)? )(?:pills|tablets)|\d+ ?(?:mg|ml)|physiotherap(?:y|ist)|therapist|therapy|rehab|(?:is|am|i'm|are|we're|been|go|went|gone|turned|became|strictly|mostly|still)(?: an?)?(?: pure| strict| lifelong)? (?:vegan|vegetarian|veggie|pure veg|plant[- ]based)s?(?=$|[,.;!)]| (?:and|but|since|for|who|now|because|in|household|diet)\b)|(?:am|i'm|we're) (?:gf|df)(?=$|[,.;!)]| (?:and|but|since)\b)|eats? (?:fully |mostly )?plant[- ]based|(?:don't|doesn't|do not|can't|cannot) do (?:dairy|gluten|lactose|eggs|shellfish|nuts|wheat)|(?:dairy|gluten|lactose|eggs|shellfish|nuts|wheat) (?:is|are) a no|pescatarian|degeneration|nodules?|polyps?|cataracts?|(?:knee|hip|shoulder|valve) replacement|palsy|shingles|fibroids|gallstones|kidney stones?|pneumonia|gluten|lactose|(?:nut|dairy|egg|sugar|soy|grain|wheat)[- ]free|(?:cut|give up|avoid) (?:out )?(?:all |any )?(?:dairy|gluten|sugar|salt|nuts|alcohol|caffeine|eggs|soy|wheat)|(?:dodgy|bad|weak|bum|gammy|trick|sore) (?:right |left |lower )?(?:ankles?|knees?|backs?|hips?|shoulders?|wrists?|elbows?|neck|heart|ears?|eyes?)|kosher|halal|sober|anaphyla(?:xis|ctic)|epipens?|(?:in|gets?|got|getting|gives? (?:me|him|her)|gave (?:me|him|her)|have|has|had|with|causes?|chronic|itchy) hives|hives (?:from|after|when|all over)|ulcers?|transplant|(?:hb)?a1c|ferritin|iron (?:tablets?|pills?|supplements?|infusions?|deficiency)|creatinine|h(?:a)?emoglobin|tsh|warfarin|apixaban|eliquis|xarelto|plavix|coumadin|ozempic|wegovy|mounjaro|trulicity|jardiance|humira|enbrel|lexapro|zoloft|prozac|wellbutrin|adderall|ritalin|concerta|vyvanse|lipitor|synthroid|levothyroxine|prednisone|methotrexate|lamictal|gabapentin|tamoxifen|lithium|accutane|(?:can't|cannot|can not|mustn't|must not|not allowed to) (?:take|have) (?:[a-zà-ž]+ )?(?:vaccines?|ibuprofen|aspirin|nsaids?|paracetamol|acetaminophen|antibiotics|grapefruit|caffeine|alcohol|salt|sugar|dairy|(?:[a-zà-ž]+)?nuts|cashews|almonds|pistachios|pecans|sesame|soy|wheat|milk|kiwis?|strawberries|eggs|fish|shellfish|shrimps?|prawns|[a-zà-ž]+(?:illin|profen))|heart (?:condition|attack)|(?<!\b(?:each|every|brush|pen|key|single|final|broad|of the|per) )stroke(?! (?:count|rate|work|length|technique|of (?:genius|luck|midnight))\b)|(?<!\ball the heavy )lifting|must not (?:eat|lift|drink|drive)|(?:can't|cannot|can not) eat|(?:can't|cannot|can not|don't|do not) consume|(?:follow|keep|adhere to|stick to|am on|i'm on)(?:s|ing)? (?:an? )?(?!(?:an?|healthy|healthier|balanced|varied|good|better) )(?:[a-zà-ž-]+,? ){1,3}diet|(?:wrecks?|upsets?|kills|destroys?|turns) my (?:stomach|gut|guts|tummy|sinuses)|(?:lost|losing) my (?:sense of )?(?:smell|taste|hearing|sight|eyesight|voice)|(?:am|is|are|i'm) (?:strictly )?(?:forbidden|off limits for|not allowed) (?:from )?(?:grapefruit|coffee|alcohol|caffeine|salt|sugar|dairy|nuts|eggs|shellfish|running|lifting|driving)`
const drugs = source`[a-z]{3,}(?:illin|cillin|profen|mycin|statins?|pril|olol|triptans?|xacin|prazole)|statins?|triptans?|nsaids|ibuprofen|aspirin|paracetamol|acetaminophen|naproxen|codeine|morphine|tramadol|opi(?:oid|ate)s?|antibiotics|steroids|sulfa(?: drugs)?|iodine|contrast dye|an(?:a)?esthetics?|vaccines?|melatonin|antihistamines|decongestants`
/** What many react to: food, medicine, animals, and what is in the air. */
export const agents = source`(?:gluten|dairy|milk|cheese|cream|yogh?urt|eggs?|(?:pea|wal|hazel|brazil |tree |coco|chest)?nuts?|almonds?|cashews?|pecans|pistachios?|sesame|shellfish|shrimps?|prawns?|crabs?|lobster|mussels|oysters|fish|seafood|soya?|tofu|wheat|rye|barley|oats?|bread|pasta|corn|lactose|fructose|onions?|garlic|mango(?:e?s)?|kiwis?|bananas?|apples?|pears|peach(?:es)?|strawberr(?:y|ies)|pineapples?|avocados?|grapefruit|citrus|tomato(?:es)?|celery|mushrooms?|beans|lentils|chickpeas|(?:red |white )?wine|beer|alcohol|coffee|caffeine|chocolate|sugar|sweeteners?|aspartame|msg|sulphites|sulfites|spicy (?:food|stuff)|(?:red )?meat|pork|beef|latex|nickel|wool|perfumes?|pollen|grass|dust|mould|mold|cats?|dogs?|horses|feathers|(?:(?:bee|wasp|insect|mosquito) )?(?:stings|bites)|bees|wasps|${drugs})`
const whom = source`(?:me|him|her|us|my (?:son|daughter|kid|wife|husband|mum|mom|dad|partner|brother|sister))`
const bodyPart = source`(?:lips?|tongue|throat|mouth|face|eyes|skin|hands|stomach|tummy|gut|guts|belly|bowels?|chest|airways?|heart)`
/** Reactions described without a medical term: "ibuprofen makes me wheeze", "shellfish and me don't mix", "she chokes on thin liquids". */
export const reactions: readonly [string, string] = [
  source`${agents} (?:really |always |just |also |often |usually |still |only )*(?:(?:makes?|made|turns?) (?:${whom}|(?:my|his|her) ${bodyPart}) (?:really |so |very |quite |feel |be |violently |horribly |properly |come |all )*(?:ill|sick|unwell|nauseous|queasy|dizzy|faint|drowsy|wheez[ey]|itch(?:y)?|swell|swollen|vomit|throw up|puke|bloat(?:ed)?|cough|sneeze|choke|tingle|burn|numb|out in|break out|pass out|collapse|gag|cramp|bleed)(?! when i (?:chop|cut|peel|slice))|makes? (?:my|his|her) ${bodyPart} (?:really |so |very )*(?:bad|sore|hurt|ache|cramp|worse)|(?:gives?|gave) ${whom} (?:an? |the |such |really |bad |terrible |awful |horrible |some |stomach |severe |instant )*(?:rash(?:es)?|hives|headaches?|cramps|heartburn|diarrh?oea|the runs|runs|stomach ?aches?|nausea|bloating|gas|blisters|welts|nosebleeds|chest pains?|fits|bleed(?:s|ing)?|ulcers?)|(?:brings?|brought|knock(?:s|ed)?) ${whom} (?:right )?out\b(?! of my shell)|(?:upsets?|hurts?|irritates?|wrecks?|kills|destroys?|bothers?) (?:my|his|her) ${bodyPart}|sets? (?:my|his|her) (?:chest|skin|eyes|nose|sinuses|asthma) off|(?:doesn't|don't|do not|does not|didn't|never) (?:really |ever )?(?:agrees?|sits? (?:well|right)|gets? (?:on|along)) with (?:${whom}|my ${bodyPart})|and (?:me|i|my ${bodyPart}) (?:don't|do not|never) (?:mix|get (?:on|along)|agree)(?! tonight| today)|(?:nearly|almost) killed ${whom}|(?:(?:will|would|could|can|nearly|almost) )?(?:sends?|sent|puts?|lands?) ${whom} (?:in|to) (?:the )?(?:hospital|er|emergency)|(?:is|are) (?:off the table|off[- ]limits|an? no[- ]go|(?:potentially |very )?(?:life[- ]threatening|dangerous|deadly|fatal|poison(?:ous)?)) (?:for|to) ${whom}(?! (?:today|tonight|now|this)\b))`,
  source`(?:can't|cannot|don't|doesn't|do not|does not|couldn't|unable to) (?:really |properly |even )?(?:tolerate|digest|(?<=\bmy ${bodyPart} \S+ (?:really )?)(?:handle|take|cope with)) (?:any |most )?${agents}|(?:(?:react(?:s|ed)?|reacting) (?:very |really |so |quite )?(?:badly|terribly|strongly|severely|violently|horribly)|(?:bad|severe|terrible|awful|serious|nasty|allergic|strong) reactions?) to (?:the |any |most |some )?${agents}|(?<!(?:the|your|an?|this|that) (?:\S+ )?)(?:[a-zà-ž]{1,30}(?<!\b(?:that|this|it|which|he|she|they|you|who|work|stress|exercise|cold)) )makes? my (?:lips?|tongue|throat|mouth|face) (?:swell|itch|tingle|burn|go numb)|chok(?:es?|ing) on (?:thin |all |any |clear |whole )?(?:liquids?|fluids?|water|solids|food|grapes|meat|bread|${agents})|(?:my|his|her) (?:tongue|throat|lips?|airways?) (?:swells?|swelled|closes?|closed)(?: up| shut)?(?=[,.;!]|$| (?:when|if|from|after|as)\b(?! (?:i|he|she) (?:sing|speak|talk|cry|get|got|feel|felt|see|saw|hear|heard|think)\b))|(?:gets?|got) (?:really |so |very |violently )*(?:sick|ill) from ${agents}|hyper-?sensitive to ${agents}|would die if (?:i|he|she|they) (?:ever )?(?:ate|had|touched) (?:an? |any |the )?${agents}|(?:can't|cannot|trouble|difficulty|problems?) swallow(?:ing)?(?! (?:that|this|it|the idea|my pride|his|her)\b)|thickened (?:fluids?|liquids?|drinks?)|dysphagia`,
]
/** What is never to be taken: "I must never have ibuprofen", "I'm to stay off decongestants". */
export const forbidden = source`(?:(?:must(?:n't| not| never)|may not|can(?:'t|not| not| never)|(?:am|'m|is|'s|was) (?:not|never) to|not allowed to|never to) (?:ever )?(?:have|take|be given|use) (?:any |more )?(?:${drugs})|no (?:more )?(?:${drugs}) for (?:me|us|him|her)(?! (?:today|tonight|now))|(?:am|'m|is|'s) never (?:having|taking|touching) (?:${drugs})|(?:must never|never to) (?:ever )?(?:have|take|eat|drink|touch) (?:any )?${agents}|(?:have|has|need|needs|had|must|told|'m|am|is|'s) (?:to )?(?:avoid|stay off|stay away from|keep off|keep away from|steer clear of) (?:all |any )?${agents}(?=[,.;!]|$| (?:because|since|as|for|due|on|or|and|now|completely|altogether|at all)\b))`
/** Illnesses in the names of charities: "I'm running for Asthma UK". */
const noCharity = source`(?! (?:uk|society|foundation|charity|research|trust|awareness|fundraiser|association)\b)`

/** Words between what is done or made and an illness in it, and nothing of the speaker's own. */
const between = source`(?:(?!(?:because|since|due|despite|but|while|when|my|our|so|though|although|after|until|i|i'm|i've|we|he|she|they|his|her|their|is|are|was|were|from|without|and (?:have|has|had|am|is|can|was|got|type|(?:live|take|need|suffer|struggle|deal|get|use|wear)s?)|with(?<!\b(?:people|patients|men|man|women|woman|kids|child(?:ren)?|adults|students|boys?|girls?|those|seniors|residents|clients) with))\b)[\p{L}\d'’&.-]+ ){0,9}?`
/** People whom one works for, teaches or has at the table, and children of others. */
const strangers = source`patients?|customers?|clients? of mine|an? colleague|attendees|participants|diners|brides?|groom|users(?= with)|(?:one|two|three|some|\d+) (?:pupils?|students?|residents?|employees|guests|wheelchair users?)|next (?:farm|door)['’]s [a-z]+|there['’]?s (?:this|an?) (?:bloke|guy|fella|lad|man|woman|lady|kid|girl|boy)|(?:one|an?|another|two|three|some)(?: other)? (?:boy|girl|kid|child|children|lad)s?(?= (?:in|there|from|at|on|who|can['’]t|is|has|are|have)\b)(?! (?:of mine|of ours))|(?:one|two|some|three|many) of the (?:kids|children|boys|girls|lads|others|men|women|ladies|mums|people|residents)`

const anyStranger = regex.i`\b(?:${strangers})\b`
/** Matches the words around a medical word, which "¦" marks, if it is about one of them. */
const ofStrangers = regex.iu`^(?:(?!\b(?:i|my|our|me|we)\b(?! (?:${strangers})))[\p{L}\d'’-]+ ){0,9}?(?:${strangers})\b(?:(?!\b(?:i|we|me|my|our)\b(?! (?:class|ward|group|school|course|clinic|department|practice|club)\b))[^.¦])*¦(?!.*\bso (?:no|i|we|my|our)\b)`

/**
 * Matches the words around a medical word, which "¦" marks, if it is not about the user or who is close to them: the
 * assistant or another speaker ("your migraine"), a job, a book, a dish, a friend's family. After "my" or "because" it is.
 */
const elsewhere = largeRegex.iu`${[
  source`\byour (?:(?!(?:i|my|our)\b)[\p{L}'’-]+ ){0,3}¦|^(?:if |when )?you(?:['’]re| are|['’]ve| have| had| get) (?:[\p{L}'’-]+ ){0,2}¦(?!.*\b(?:me|my|i)\b)|^(?:\S+ )?(?:(?:it|that|this) )?must (?:suck|(?:be|feel|have been) (?:so |really |very |pretty )*(?:hard|tough|rough|difficult|awful|horrible|terrible|exhausting|scary|annoying|frustrating|painful|sad|weird))\b(?:(?!\b(?:i|my|me)\b)[^¦])*¦|^(?:i['’]m |i am |so |oh |really |very )*(?:sorry|glad|happy|sad|relieved) (?:to (?:hear|see|read)|for you)\b(?:(?!\b(?:i|my|me)\b)[^¦])*¦`,
  source`\b(?:work(?:s|ed|ing)?|job|position|role|shifts?|internship|placement|apprenticeship|interview|nurse|doctor|teacher|receptionist|manager|cleaner|volunteer(?:s|ed|ing)?|researcher|technician|consultant|pharmacist|carer|caregiver) (?:(?:part-time|full-time|now|mostly|mainly|there) )*(?!in an? ¦|(?:at|in|for|on|as) ¦rehab)(?:as|at|for|in|of) ${between}¦|\bwork(?:s|ed|ing)? with (?:${between}(?:people|patients|men|man|women|woman|kids|child(?:ren)?|adults|students|boys?|girls?|those|seniors|residents|clients) ${between}¦|¦\S+ (?:\p{L}+ )?(?:people|patients|kids|children|adults|students|clients|seniors)\b)|\b(?:is|am|['’]m|['’]s|as|are|was|were) an? (?:[\p{L}-]+ ){0,2}¦(?:(?:physio)?therapist\b|(?!\p{L}+ic\b|deaf\b|blind\b|\p{L}+able\b)\p{L}+ (?:nurse|researcher|specialist|doctor|consultant|advocate|coach|educator|scientist|counsell?or|advis[eo]r)\b)`,
  source`\b(?:sell(?:s|ing)?|build(?:s|ing)?|built(?! up)|develop(?:s|ing)|design(?:s|ed|ing)?|writ(?:e|es|ing|ten)|wrote|research(?:es|ing|ed)?|teach(?:es|ing)?|taught|read(?:ing)? (?:about|up|an?|the)|watch(?:ed|ing)?|fundrais(?:es?|ing)|raising money|donated?) ${between}¦|\b(?:thesis|dissertation|book|novel|paper|essay|podcast|film|movie|documentary|article|blog|project|research|presentation|lecture|course|workshop)(?: (?:is|was|will be))? (?:on|about) ${between}¦|(?<!\b(?:my|his|her) (?:\S+ )?)¦\S+(?: \p{L}+)? (?:polic(?:y|ies)|awareness|charit(?:y|ies)|clinics|fundraisers?|researchers?|management|programs?)\b`,
  source`^(?:(?:i|we)(?:['’]m|['’]re| am| are) )?(?:planning|booking) (?:(?!\b(?:my|our|for (?:i|he|she))\b)[^¦])*¦wheelchair[- ](?:friendly|accessible)|\b(?:baked|baking|cooked|made|making|tried|found|served|posted|shared|whipped up|recipes? (?:for|of)) (?:(?!(?:my|i)\b)[\p{L}'’-]+ ){0,4}¦(?:gluten|lactose|\p{L}+[- ]free)(?:[- ]free)? (?!(?:for|because|since|diet|food|meals?|everything)\b)\p{L}(?!.*\b(?:for|because|since|as|cause)\b.{0,20}\b(?:my|our|me|i|i['’]m|he|she|her|him)\b)|^(?:my|our|the|these|this|those) (?:[\p{L}'’-]+ ){0,2}(?:cakes?|bread|loaf|recipes?|cookies?|biscuits?|pies?|soups?|pancakes?|dish(?:es)?|desserts?|brownies?|muffins?|cupcakes?|pizzas?|ice cream|treats?|snacks?|waffles|scones|tarts?|smoothies?|curry|version) (?:is|are|was|were) (?:\p{L}+ ){0,3}¦(?:gluten|lactose|\p{L}+[- ]free)`,
  source`^(?:(?:so|right|well|um|ok(?:ay)?) )*(?:there['’]?s (?:this|an?)|i(?:['’]ve| was| just| had| been|['’]m)* (?:read(?:ing)?|watch(?:ed|ing)|saw|seen|had) (?:this|an?|the)|in (?:the|this|an?)|on my) (?:[a-z]+ )?(?:films?|movies?|books?|novels?|audiobooks?|shows?|series|programmes?|soap|podcasts?)\b(?:(?!\b(?:my|our|i['’]m|i am|i have)\b(?<!^on my))[^¦])*¦`,
  source`\b(?:they|there|it|that|place|restaurants?|bakery|caf[eé]|hotel|airline|country|city|staff|kitchen|people)(?:['’](?:s|re)| is| are| was| were) (?:so |really |very |super |quite )*(?:amazing|great|good|brilliant|fantastic|careful|relaxed|safe|useless|clueless|bad|terrible|hopeless) (?:with|about|for|on) (?:(?!my\b|our\b|his\b|her\b)[\p{L}'’-]+ ){0,2}¦`,
  ofStrangers.source,
  source`\b(?:there(?:['’]s| are) (?:\d|two|three|four|five|six|seven|eight|ten|twelve)\S* of us|(?:dinner|lunch|brunch|supper|meal|menu|buffet|barbecue|bbq|party) for (?:\d+|four|five|six|seven|eight|nine|ten|twelve)\b)(?:(?!\b(?:i|my|our|me)\b)[^¦])*¦`,
  source`^my (?:[a-zà-ž-]+ )?(?:friend|colleague|coworker|neighbou?r|boss|client|customer|teacher)\b.*\b(?:his|her|their|whose) (?:${relatives})(?:['’]s)?(?: (?:who )?(?:(?:is|was|are|were|has|had|have|got|takes?)\b[^,]*)?)?¦`,
].join('|')}`

/** Illnesses that a negation, an end or a dream takes back; not one before another noun: "I have no asthma inhaler". */
const negatedIllness = source`(?:\b(?:no longer|not|never|(?<!(?:n't|not|never) .{0,60})without an?|used to (?:be|have|get|suffer from)|(?:gr[eo]wn? out of|outgr[eo]wn?|cured of)(?: my| his| her| the)?|dream(?:t|ed)(?: that)? (?:i|he|she)|no)|\b(?:is|was|are|were|do|does|did|has|have|had|ai)n't)(?: (?:was|be|get|have|has|had|been|suffer from|that|an?|any|really|actually|known|food))*(?: allergic(?: reactions?)?|(?: (?!(?:just|only|but|my|his|her|our|their|the|so|such|as|much|enough)\b)[a-zà-ž]+)?? (?:al+erg(?:y|ies)|asth?ma|diabet(?:es|ic)|intoleran(?:t|ce)|co?eliac|epilep(?:sy|tic)))\b(?=[^a-zà-ž '’-]|$| (?:to|and|or|nor|now|yet|so|since|for|any ?more|any longer|at all|either|though|thankfully|luckily|whatsoever|that (?:i|we)|of any|as an?|in (?:my|our|the) family)\b)(?!.{0,80}\b(?:but|except|only|just|apart|besides|other than)\b)(?: to(?: [a-zà-ž]+)?)?`
/**
 * The parts of a text about health that tell no lasting illness and no danger: an injury, a diet, a good result, and
 * what is over, negated or dreamt.
 */
const passing: () => RegExp = largeRegex.gi`(?<!(?:brain|spinal|cord|head|nerve) )\binjur(?:y|ies|ed)\b|\bsprain(?:ed)?\b|\b${injury}\b(?<! back)|\b(?:stress |hairline )?fractures?\b|\b(?:concussion|shin splints|back pain|knee (?:pain|injury)|sinus|congestion|pneumonia|shingles|rehab|physiotherap(?:y|ist)|therapist)\b|(?<!\b(?:heart|valve|cardiac|bypass|brain|spinal|spine|back) )\bsurgery\b(?! (?:on|to|for|in) (?:my|his|her|the) (?:[a-zà-ž]+ )?(?:heart|brain|spine|back)\b)|\b(?:sugar|salt)[- ]free\b|\bprescription (?:food|pick-?ups?|refills?)\b|\bgluten (?:slip|mishap|accident)\b|\b(?:cholesterol|blood pressure|a1c|h(?:a)?emoglobin|tsh|creatinine)(?=.{0,30}\b(?:normal|fine|perfect|great)\b)|\b(?:[a-zà-ž]{1,30} )?(?:allergy|diabetes|asthma|co?eliac|cancer) tests?\b(?=.{0,30}\b(?:negative|clear|normal)\b)|\bhad an? (?:[a-zà-ž]+ )?(?:asthma attack|allergic reaction|migraine)\b(?! to\b|.*\b(?:${agents}|carry|carries|inhaler|epipen)\b)|\b(?:got|became|was|were) (?:[a-zà-ž]+ )?allergic(?! to\b)|${negatedIllness}`

/** How an allergy that is not named is today: "my allergies are acting up", "even with my allergy meds". */
const unnamed = regex.gi`\b(?:(?:my|the|these|those|seasonal) allergies (?:(?:are|is|were|was|have|had|has|been|finally|really|just|still|already|almost|surprisingly|starting to|beginning to) )*(?:act(?:ing|ed)? up|flar|hit|kick|linger|hang|eas(?:e|ing)|settl|calm|quiet|under control|better|worse|bother|creat|(?:did(?:n't| not) )?g[eo]t(?:ting)? )|(?:with|despite|from|between|settled?|calm(?:ed)?|eased?|tweaking|managing|battling|fighting|first) (?:my|the|these|those|seasonal) allergies\b(?! to\b)|(?<!\b(?:take|takes|taking|need|needs|on|have|has) )(?:my|the|usual|seasonal|daily) allergy (?:meds?|medications?|regimen|pills|season|symptoms))`
const agent = largeRegex.i`\b${agents}\b`

/** A text about health without the parts that tell no lasting illness and no danger. */
export function withoutPassing(text: string): string {
  return (agent().test(text) ? text : text.replaceAll(unnamed, ' ')).replaceAll(passing(), ' ')
}

/** Words for what stays, whatever it came from. */
const lasting = /\b(?:chronic|permanent(?:ly)?|still|always|for life|cane|crutches|wheelchair|walker|walking frame)\b/i

function isHealth(text: string): boolean {
  return reacting.test(text) || ailing.test(text)
}

/** Whether a text about health tells no lasting illness, allergy, medicine or danger. One in another language does. */
export function isPassingHealth(text: string): boolean {
  return isHealth(text) && !lasting.test(text) && !isHealth(withoutPassing(text))
}

/** The beginning of the first word for an illness or its treatment in a text about health: `allerg`, `sinus`. */
export function conditionIn(text: string): string {
  const found = reacting.exec(text) ?? ailing.exec(text)
  return (found?.[0] ?? '').toLowerCase().slice(0, 6)
}

/** A person close to the speaker, whatever is said of them. */
export const acquaintance = regex.i`\b(?:my|our)\s(?:[a-zà-ž-]{1,14}\s){0,2}?(?:${relatives}|team|teammates?|clients?)\b`

/** Two patterns, because only a clause with a food or medicine and an effect needs a trial of the first. */
const reacting = regex.i`\b(?:${reactions[0]})\b`
const ailing = regex.i`\b(?:${healthWords}|${reactions[1]}|${forbidden}|${conditions}|${doctorsOrder})\b${noCharity}`
/** What one is for or against: "I have a strong aversion to birds", "I'm not interested in". */
export const stances = source`have (?:(?:an? )?(?:[a-zà-ž]+ ){0,2}(?:aversion|dislike|distaste|disdain|hatred|preference|fondness|soft spot|fear|objection|stance|bias)|no interest) (?:to|for|of|towards?|against|in|on)(?! (?:you|this|that|it|the (?:idea|approach|plan))\b)|(?:'m|am) (?:really |just |also |strongly |firmly )*(?:not (?:(?:really|at all|an?|big|huge) )*(?:into|interested in|fan of|comfortable (?:with|in))|opposed to|uncomfortable with)`

/** What a clause is about. */
const rows = kindRows(
  { health: reacting },
  {
    health: ailing,
    identity: regex.i`\b(?:my (?:full |last |first |maiden |middle )?(?:name|surname|birthday|pronouns|age|nationality|native language|mother tongue|religion|background|degree|star sign)\b|surname is|i was born|i grew up|i(?:'ll| will) be (?:\d{2}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?) (?:on the [a-z\d]+ of|on \d|in (?:jan|feb|mar|apr|may|june|july|aug|sep|oct|nov|dec)[a-z]*\b)|i(?:'m| am) (?:\d{2}(?:\b(?! (?:minutes|percent|%|km|days|weeks|months|pages))|-)|an? \d{2}|originally|an? (?:girl|boy|woman|man|guy|lady|mother|father|mum|mom|dad|grandmother|grandfather|grandma|grandpa|parent|widower|introvert|extrovert|perfectionist|dreamer|optimist|pessimist|single|native|trans|gay|lesbian|queer|immigrant|refugee|christian|muslim|jew|hindu|buddhist|widow|retired|graduate|student))|years? old\b|\d{2}-year-old\b|i speak\b|i identify as|i graduated|i(?:'ve| have)(?: got)? an? (?:master|bachelor|phd|doctorate|degree|mba)|i have an? (?:[a-zà-ž]+ )?(?:degree|background)|coming out|my (?:transition|identity|culture|faith|heritage|roots)|trans (?:experience|woman|man)|living in the .{3,30} for)`,
  },
  {
    person:
      /^(?!(?:It|That|This|What|There|Here|Let|Today|Tomorrow|Who|Where|How)'s )\p{Lu}\p{Ll}+(?:'s (?:birthday|Muslim|Jewish|Hindu|Buddhist|Christian|Catholic|pregnant|told me|married|divorced|retired)\b| (?:passed away|died|told me)\b)/u,
  },
  {
    identity: /^I(?:'m| am) (?:from \p{Lu}|\p{Lu}\p{Ll}+(?:,|$|\.| and))/u,
    home: regex.i`\b(?:i|we)(?:'ve| have|'re| are|'m| am)?(?: [a-zà-ž]+ly| been| just| now)? (?:live|lived|living|moved|moving|rent|renting|based) (?:in|to|at|on|near|with|from|out|an?|the)\b|\b(?:i|we) heat\b|(?:^|\b(?:sold|bought|own|renovat[a-zà-ž]+|redecorat[a-zà-ž]+|share|pay|rent) )(?:my|our|the|an?) (?:[a-zà-ž]+ )?(?:house|flat|apartment|home|garden|kitchen|neighbou?rhood|street|address|landlord|landlady|mortgage|rent|bedroom|balcony)\b`,
    person: relation,
    plan: regex.i`^(?:i|we)(?:'ve| have)(?: got)? (?:an? |my |the |another )?(?:[a-z]+ )?(?:appointments?|exams?|driving test|check-?up)\b|^(?:my|our) (?:[a-z]+ )?exams? (?:is|are)\b`,
  },
  {
    person: regex.i`\b(?:i mentor|(?:i'm|i am|started) seeing (?:someone|an? )|i'm married|we're married|got (?:married|engaged|divorced)|we have (?:two|three|four|five|\d) (?:kids|children|sons|daughters)|support system|wedding(?! (?:buffet|menu|cakes?|dress|speech|playlist|invitations?)\b))\b`,
    possession: family,
    decision:
      /\b(?:i|we|i've|we've)(?: have| finally| also| both| all| just| recently)* (?:(?:decided|agreed|opted)(?! to (?:just |both |all |finally |at least |quickly )*(?:stroll|wander|walk(?! to (?:work|school)\b)|head|stop (?:by|in|at|for|off)(?! \d)|swing|grab|stretch|unwind|relax|rest|sit|linger|order|call it a|stay put|go (?:out|home|ahead|inside|outside|for a (?:walk|run|ride|drive|swim))|take (?:a|our|my|it|the|things) (?:[a-zà-ž]+ )?(?:walk|stroll|nap|detour|easy|slow|seat|camera|moment|ride)|keep (?:it|things) (?:easy|simple|light|short|gentle|quiet|uncomplicated|low)|experiment|whip|bake|cook|brew|make (?:some|the most|do|dinner|lunch|soup)|treat|push (?:on|through)|turn (?:in|back|around)|pop|sneak|wait(?! (?:until|till)\b)|tackle|tidy)\b)|chose|chosen|settled on|declined|negotiated|compromised|adjusted|switched|dropped(?! (?:by|off|in|down)\b)|ruled out|committed to|finali[sz]ed|(?:gave|given) up(?! (?:around|after|at|my seat|for (?:the|to)|halfway|on (?:it|that|the (?:idea|day|search|call|queue))\b)|\W*(?:$|—))|quit|stopped(?! (?:by|at|for(?! good\b)|off|in(?! (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d))|to|here|there|short|halfway|outside)\b)|adopted|signed|prioriti[sz]ed|changed|restructured|cut(?! (?:my|myself|me)\b)|picked(?! (?:(?:me|him|her|them|it|us) )?up\b))\b|\b(?:my decision (?:is|was|to)|naming \p{Lu}|my priority|(?:i'll|we'll) (?:definitely )?name \p{Lu}|going with|(?:we're|we are|i'm|i am) (?:dropping|moving|switching)|is moving (?:from|to))\b/iu,
    preference: regex.i`\b(?:(?:i|we)(?:'d| would|'ve been| do| don't| do not| never| also| just| much| still| always| [a-zà-ž]{3,12}ly)* (?:prefer|like|love|loving|enjoy|enjoying|hate|dislike|despise|detest|loathe|adore|admire|avoid|(?:can't|cannot) (?:stand|bear|tolerate|abide)|steer clear of|(?:stay|keep) away from|refuse to (?!(?:believe|accept|admit|let|give up|be|apologi[sz]e|answer)\b))\b(?! (?:(?:the|both|all) (?:[a-zà-ž]|-)+ (?:approach|idea|plan|sound|way|look|suggestion|concept|one)|to (?:know|see|hear|learn|explore|order|take|make|get|have|go|find|help you)|it\b|that\b|this\b|your|how|the (?:idea|sound|way|look)))|prefer\b|my (?:[a-zà-ž]+ )?favou?rites?\b(?! [^,.]{2,40}? (?:costs?|opens?|closes?|closed|moved|broke)\b)|favou?rite [a-zà-ž]+ (?:is|are|was)\b|passionate about|(?:i |i(?='m))(?:${stances})|(?:big |huge )?fan of|my (?:love|passion|interest|taste) (?:for|in|of)|my thing\b|(?:i'm|i am) (?:really |especially |particularly |also )?(?:into|interested in)\b|my escape|matter to me|brings? me|makes? me (?:feel|happy|so)|fuels? my|i'm not a [a-zà-ž]+ person|open to)`,
    work: regex.i`\b(?:i(?:'m| am)(?: [a-zà-ž]+ly)? (?:an?|the (?:only|head|lead|chief|sole)) (?!bit|little|lot|few|fan|huge|big|same|one|person|sort|kind|type|morning|night owl|early (?:bird|riser)|[a-zà-ž]+ person\b|problem|way)[a-zà-ž/ -]{2,40}\b|(?:i|we|i've|we've|i'm|we're)(?: have| been| also| now| currently| just)* (?:(?:work|worked|working|teach|teaching|own|freelanc[a-zà-ž]*|manage|managing) (?:at|as|for|in|with|on|maths?|english|physics|an?|the|my|our|from|part-time|full-time|four|five|\d)|run (?:an?|the|my|our) (?!(?:[a-zà-ž]+ )?(?:marathon|race|mile|5k|10k|lap)))|my (?:[a-zà-ž]+ )?(?:job|career|work|company|business|employer|office|role|profession|startup|shop|studio|store|salary|shift|volunteer work|part-time|boss|resume|promotion|coworkers|workdays)|our (?:company|team|office|shop|business|clients)|freelanc[a-zà-ž]*|remote workdays|workdays per week|volunteer(?:ing|ed)?\b|delegated|career gap|(?:our|the|daily) stand-up|on call\b|work(?:ing)? remotely|at work\b|the office\b|colleagues)`,
    project: regex.i`\b(?:(?:i|we|i'm|we're|i've|we've)(?: been| am| are| have| also| currently| only| now)* (?:deploy|deploying|build|building|develop(?:ing|ed)?|implement(?:ing|ed)?|set up|host|hosting|run(?:s|ning)? on|migrat(?:e|ing|ed)) |my (?:[a-zà-ž]+ ){0,2}(?:app|application|website|site|project|repo|repository|code|codebase|api|thesis|paper|essay|novel|book|script|screenplay|store|channel|blog|game|invention|patent|server|database|pipeline)|our (?:[a-zà-ž]+ ){0,2}(?:app|application|website|site|project|repo|codebase|api|backend|frontend|stack|server|database|pipeline|product)|working on|written in|runs? on|deploy(?:s|ed|ment)?\b|staging|hosting|databases?|backend|frontend|codebase|endpoints?|plugins?|pull requests?|csv\b|json\b|sql\b|schema|nightly build|quer(?:y|ies)\b|vector tiles|docker|kubernetes|server\b|unit tests?|test suite|version \d|v\d|\d{1,3}\.\d+\b(?! ?(?:(?:gb|mb|kg|km|k?m|mg|cm|h|hours?|[ap]m|miles|stars|million)\b|%))(?<=\b[a-z]{2,} v?\d+\.\d+)(?<!\b(?:at|till|until|from|to|by|before|after|around|about|am|is|are|was|of|than|and|or|times|size|[a-z]+day|[a-z]{3,} \d{1,2}) v?\d+\.\d+))`,
  },
  {
    possession:
      /\b(?:(?:i|we)(?:'ve| have|'m)?(?: got| just| recently| also| finally| already)* (?:own|bought|inherited|got an?|have an?|got my|collect|wearing my|drive|purchased)\b|my (?:new|old|first) [a-zà-ž]+|my (?:car|bike|phone|laptop|computer|camera|guitar|tv|router|printer|subscription|collection|fitbit|boots|lens|truck|boat|van|drum|piano))/i,
    skill:
      /\b(?:(?:i|we)(?:'ve| have|'m| am)?(?: been| also)* (?:learn(?:ing|ed|t)?|stud(?:y|ied|ying)|know how|can (?:play|speak|code|cook)|play(?:ing)?|practi[cs](?:e|ing)|taking .{2,40}(?:lessons|classes|course)|don't have much experience|scored)|beginner|experience (?:with|in)|lessons|certified|fluent)\b/i,
    routine: regex.i`\b(?:every (?:day|morning|evening|night|week|month|year|other|[a-zà-ž]+day|weekend|august|summer|winter)|each (?:day|week|morning|month)|daily|weekly|monthly|(?:twice|once|three times|\d times) (?:a|per) [a-zà-ž]+|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends|usually|i (?:always|never|often|tend to)|i've (?:always|never)|per (?:day|week|month)|routine|wake up|waking up|i've been [a-zà-ž]+ing)\b`,
    goal: regex.i`\b(?:my (?:[a-zà-ž]+ )?(?:goal|dream|target|aim|plan is)|(?:i|we)(?:'d| would)? (?:want|hope|aim|wish|like) to|(?:i'm|we're|i am|we are)(?: [a-zà-ž]+)? (?:trying|saving|hoping|aiming|looking) to|trying to|save|by (?:year-end|the end of)|goal of)\b`,
    plan: /\b(?:i'll|we'll|i will|we will|i'm going to|we're going to|i am going to|we are going to|gonna|planning|plan to|thinking of|considering|next (?:week|month|year|summer|[a-zà-ž]+day)|upcoming|scheduled|looking forward)\b/i,
    event: regex.i`\b(?:i|we|my [a-zà-ž]+)(?:'ve| have)?(?: just| recently| finally| already| also)? (?:[a-zà-ž]{2,20}ed|went|had|got|met|saw|made|took|gave|won|lost|led|ran|held|found|came|left)\b`,
  },
)
/** What a clause only mentions: "I play with my friends" is scored as one about people. */
const mentions: Readonly<Partial<Record<StatementKind, RegExp>>> = {
  health: regex.i`\b(?:${healthWords}|vegan|vegetarian|(?:on|eats?|keeps?|doing|m|am|is|are) (?:pescatarian|keto|paleo|low[- ]carb|kosher|halal))\b${noCharity}`,
  home: regex.i`\b(?:i|we)(?:'ve| have|'re| are|'m| am)?(?: [a-zà-ž]+ly| been| just| now)? (?:live|lived|living|moved|moving|rent|renting|based) (?:in|to|at|on|near|with|from|out|an?|the)\b|\b(?:my|our) (?:new |old )?(?:house|flat|apartment|home|garden|kitchen|neighbou?rhood|street|address|landlord|mortgage|rent|bedroom|balcony)\b|\bwe heat\b`,
  person: acquaintance,
  project:
    /\b(?:i|we|i'm|we're|i've|we've)(?: been| am| are| have| also| currently| only| now)* us(?:e|ing) |\bmy (?:[a-zà-ž]+ ){0,2}budget/i,
}

/** A person by the name, and more of the same: "Tom's on nights, he's a nurse", "Our Poppy's 6", "Ted's died". */
const ofNamed = regex.u`^(?:(?:[Oo]ur|[Mm]y|[Pp]oor) )?(?!(?:It|That|This|What|There|Here|He|She|We|They|You|If|When|Since|Then|Now|Also|Wow|Aww?|Yea|Yeah|Yes|No|Not|Maybe|Let|Well|One|As|In|For|At|[Mm]y|[Oo]ur|The|An?)\b)\p{Lu}\p{Ll}+(?<!ly|day)(?:'s (?:\d{1,2}\b|died|passed)|(?:'s|,)? (?=\p{Ll})[^.]*[,;] (?:and |but |so )?(?:he|she)(?:'s)? )`
export const kindPatterns: readonly RegExp[] = [...rows.map(([, pattern]) => pattern), ...Object.values(mentions)]

const healthEach = regex.gi`${reacting.source}|${ailing.source}`

/** The words around each medical word of a clause; reads its first 1,000 characters. */
function aroundHealth(masked: string): string[] {
  return matchesOf(healthEach, masked.slice(0, 1_000)).map(
    ({ index }) => `${masked.slice(Math.max(0, index - 200), index)}¦${masked.slice(index, index + 90)}`,
  )
}

/** Whether a medical word of a clause is said of the health of a person close. */
function isOfPerson(masked: string): boolean {
  const found = aroundHealth(masked)
  return found.length === 0 || found.some((one) => !elsewhere().test(one))
}

/** Whether a clause tells the health of a patient, a pupil, a guest, or of another one far from the speaker. */
export function isHealthOfStranger(masked: string): boolean {
  return anyStranger.test(masked) && aroundHealth(masked).some((one) => ofStrangers.test(one))
}

/** What a clause is about (`kind`), and what it is about or mentions (`topic`). */
export function kindOf(masked: string, can: CanMatch): { kind: StatementKind; topic: StatementKind } {
  const fits = (kind: StatementKind, one?: RegExp): boolean => {
    return one !== undefined && can(one) && one.test(masked) && (kind !== 'health' || isOfPerson(masked))
  }
  const about = rows.find(([kind, pattern]) => fits(kind, pattern))
  const wider = rows.find((row) => row === about || fits(row[0], mentions[row[0]]))
  return { kind: about?.[0] ?? (ofNamed.test(masked) ? 'person' : 'other'), topic: wider?.[0] ?? 'other' }
}
