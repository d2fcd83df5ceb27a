import { source } from '../../text/regex.ts'
import { answerLanguages } from '../english/orders.ts'
import type { ClaimRow } from './claim.ts'
import { anyBeing, claiming, form } from './claim-forms.ts'
import { dwelling, ending, forTime, habit, have, place, subject, thing } from './claim-row-parts.ts'

const role =
  '(?:developer|dev|engineer|designer|manager|analyst|nurse|teacher|doctor|consultant|scientist|architect|director|lead|accountant|lawyer|researcher|professor|assistant|intern|administrator|writer|editor|chef|technician|specialist|coordinator|officer|supervisor|barista|cashier|mechanic|electrician|producer|recruiter|programmer|pharmacist|librarian|translator|paralegal|receptionist|driver|cook|waiter|waitress|cleaner|baker|butcher|hairdresser|plumber|carpenter|builder|planner|leader|paramedic|midwife|solicitor|surgeon|physiotherapist|courier|operator|welder|farmer|dentist|secretary|salesperson|carer|caregiver|psychologist|firefighter|bartender|trucker|gardener|tailor|florist|potter|jeweller|beekeeper|vet|paralegal|bookkeeper|translator|social worker|bus driver|postman|photographer|musician|journalist)'

/** Up to four words that can be a name. */
const name = source`(?<v>(?!(?:back|later|when|whenever|if|crazy|old|stupid|lazy|picky|weird|now|at|on|in|by|for|from|a|an|the|as|or|and|please|out|this|over|up|soon|asap|maybe|with|not|what|spelled|spelt)\b)[a-zà-ž][a-zà-ž.'-]*(?: (?!(?:but|and|with|when|if|or|by|because|so|that|you|please|any ?more|now)\b)[a-zà-ž][a-zà-ž.'-]*){0,3})(?:,? (?:but|and|with|by the way|please)\b.*)?`
const status = '(?<v>single|engaged|married|divorced|separated|widowed)(?: (?:to|since|from|for) .+)?'

/** A person or an animal as a subject. */
const being = `(?<s>i|(?:my|our|his|her|their|[a-zà-ž]+'s) (?:[a-zà-ž-]+ ){0,2}?(?:${anyBeing}|wife|husband|boss|parents?)(?: [a-zà-ž]+)?|[a-zà-ž][a-zà-ž-]{1,30})`

/** What else is said of one whose age is given. */
const tail = source`(?: (?:and|but) (?!(?:an? )?(?:half|\d)).+)?`

const moves = claiming({ ...form.moved.claims, goesOn: true })
const job = claiming({ attribute: 'job', cardinality: 'marked' })

/** A move that is planned. */
const moving = { subject: 'me', attribute: 'moving to' }

/** What an answer or code uses or does without. */
const device = source`(?<v>(?!(?:it|this|that|these|those|them|my|your|the)\b)[a-zà-ž-]+(?: (?!(?:please|again|now|anymore|for|in|when|with|to)\b)[a-zà-ž-]+)?)`
/** Answers of another length. */
const asked = '(?:, )?(?:(?:please|always|from now on|(?:can|could|would) you),? )*'
const short = source`(?:be|stay|keep it|make it) (?:more |very |as )?(?:brief|concise|short|succinct|terse|to the point)\b.*|(?:keep|make) (?:(?:your|the|all|my) )?(?:answers?|replies|reply|responses?|explanations?|it|them|things) (?:more |very )?(?:brief|concise|short|shorter|succinct|terse|to the point)\b.*|(?:give (?:me )?|i (?:want|prefer|like|need) )?(?:only |just )?(?:short|shorter|brief|concise)(?:,? [a-zà-ž]+)? (?:answers|replies|responses|explanations)\b.*|(?:answer|reply|respond|explain)(?: [a-zà-ž]+){0,2} (?:briefly|concisely|in (?:one|a|1) (?:line|sentence))\b.*`
const long = source`(?:be|get) (?:more |very )?(?:detailed|thorough|verbose|elaborate|in-depth)\b.*|(?:keep|make) (?:(?:your|the|all|my) )?(?:answers?|replies|reply|responses?|explanations?|it|them) (?:more |very )?(?:long|longer|detailed|thorough|in-depth)\b.*|(?:give (?:me )?|i (?:want|prefer|like|need) )?(?:more |very )?(?:long|longer|detailed|thorough|in-depth|full)(?:,? [a-zà-ž]+)? (?:answers|replies|responses|explanations)\b.*|(?:give me |i (?:want|need) |go into )more detail(?=$|[.,!]| (?:please|in your|from now)\b).*|(?:answer|reply|respond|explain)(?: [a-zà-ž]+){0,2} (?:in (?:more |full |great |greater )?(?:detail|depth|length)|at length|thoroughly)\b.*`

/** An address, which is a home as well. */
const hasAddress = claiming({ ...form.home.claims, subject: 'me', goesOn: true })
const newAddress = claiming({ ...form.moved.claims, subject: 'me', goesOn: true })
const getsJob = ending(['apply', 'interview', 'look'].map(habit))
const leaves = claiming({ ...form.hired.claims, stance: 'ended', goesOn: true })
const leavesJob = ['employer', 'job'].map((attribute) => claiming({ ...leaves.claims, attribute }))
const employedAs = claiming({ ...form.employer.claims, goesOn: true })
/** As a newer one perhaps beside another job. */
const worksAs = claiming({ ...employedAs.claims, cardinality: 'marked' })
const isA = claiming({ ...job.claims, goesOn: true })
const newJob = claiming({ ...job.claims, mark: 'clear' })
const notAddress = claiming({ ...form.address.claims, stance: 'ended', goesOn: true })
const kindOfEnglish = claiming({ subject: 'me', attribute: 'kind of english', cardinality: 'one' })
const noOrder = claiming({ ...form.order.claims, stance: 'denied' })
const allows = claiming({ ...form.order.claims, goesOn: true })
const renames = claiming({ ...form.name.claims, mark: 'clear' })
const marries = ending(['engaged', 'single'].map((value) => ({ ...form.maritalStatus.claims, subject: 'me', value })))
const hasPartner = ending([{ ...form.maritalStatus.claims, subject: 'me', value: 'single' }])
/** Where another person stays, which a move ends. */
const staysAt = claiming({ attribute: 'stay', cardinality: 'many', goesOn: true })
const leavesPlace = ending(['stay', 'home'].map((attribute) => ({ attribute, value: '' })))
const livesAlone = claiming({ attribute: 'household', value: 'alone', cardinality: 'marked', goesOn: true })
const movesOut = ending([{ attribute: 'household' }])
const shift = claiming({ attribute: 'shift', cardinality: 'one', goesOn: true })

/** Forms of statements about a person (home, work, name, family, age), and orders about answers. */
export const peopleRows: readonly ClaimRow[] = [
  // Home, work and name of a person.
  form.home`${subject} (?:live|lives|reside|resides|am based|is based|are based) (?:in|at|on) ${place}`,
  form.home`${subject} (?:live|lives|am living|is living) (?:at|in|on) (?:number )?(?<v>\d+ .+)`,
  form.home`${subject} (?:rent|rents|(?:am|are|is) renting) (?!.* for ${forTime})(?:(?:an? |the )?(?:(?!holiday|weekend|summer|second)[a-zà-ž]+ )?${dwelling} )?in ${place}`,
  moves`${subject} ${have}(?:moved|relocated)(?: over)? from (?<o>.+?) to ${place}`,
  moves`${subject} ${have}(?:moved|relocated)(?: over)? (?:to|into) (?<v>\d+[a-zà-ž]? (?:[a-zà-ž]+ ){1,3}?(?:street|st|road|rd|avenue|ave|lane|drive|way|court|square|place|close|terrace|boulevard|crescent)\b.*)`,
  moves`${subject} ${have}(?:moved|relocated)(?: over| back)? (?:to|into) ${place}`,
  newAddress`(?:my|our) new address is (?!\S*@)(?=[^,]*(?:\d|\b(?:street|st|road|rd|avenue|ave|lane|drive|way|court|square|place|close|terrace|boulevard|crescent|gardens)\b))(?<v>.+)`,
  hasAddress`(?:my|our) address is (?!\S*@)(?<v>.+)`,
  claiming({ ...moving, cardinality: 'many', goesOn: true })`(?:i|we) (?:am|are) (?:moving|relocating) to ${place}`,
  ending([moving])`(?:i|we) ${have}(?:moved|relocated)(?: over)? to ${place}`,
  form.employer`${subject} (?:work|works|am working|is working) (?:at|for) (?<v>(?!(?:an?|the|my) (?:[a-zà-ž-]+ )?(?:desk|computer|laptop|screen|table|counter|pace)\b).+)`,
  getsJob`(?<s>i) ${have}(?:got|landed|took|accepted|did not get) (?:the|my|an?) (?:new )?(?<v>(?:job|position|role|place|internship)\b[^,]*)`,
  form.hired`${subject} ${have}(?:started|got|took|accepted|landed|got a new|(?:have|has) a new) (?:a |my |his |her |the )?(?:new )?(?:job|position|role) (?:as .{3,40}? )?(?:at|with) (?<v>.+)`,
  form.hired`${subject} ${have}(?:started working|started) at (?<v>(?!(?:home|duolingo|(?:[a-zà-ž]+ )?(?:fitness|gym)|\d|an?\b|the\b|my|our|this|that|noon|midnight|dawn|home|once|first|zero|scratch|school|university|college|step|page|line|chapter|level|least)).+)`,
  form.hired`${subject} ${have}joined (?<v>.+?) as (?:an? |the |their )?(?!(?:[a-zà-ž]+ )?(?:member|mod|moderator|volunteer|guest|fan|player|subscriber)\b).*`,
  ...leavesJob.map(
    (leaves) =>
      leaves`${subject} (?:${have}(?:left|quit|lost|resigned from) (?:my|his|her) job|(?:(?:am|is|have|has) )?retired(?: (?:now|since|last|early|from (?:work|teaching|nursing|my job|the (?:army|police|navy)))\b.*)?)`,
  ),
  form.hired`${subject} ${have}(?:left|quit|resigned from) (?<o>.+?) (?:for|to join|and joined) (?!(?:an?|the|my|lunch|dinner|home|work|good|now|today|christmas|vacation|holidays?)\b)(?<v>.+)`,
  leaves`${subject} (?:have |has |was |got )?(?:left|quit|resigned from|laid off (?:from|by)|fired (?:from|by)) (?:(?:my|his|her) (?:job|position|role) (?:at|with) )?(?<v>.+)`,
  employedAs`${subject} (?:am|is) (?:an? |the )?(?:[a-zà-ž-]{2,20} ){0,3}?${role} (?:at|for|with) (?<v>.+)`,
  employedAs`${subject} (?:leads?|manages?|heads?|runs?) (?:an?|the|my|our) [^,]{2,40} (?:team|department|group|unit) at (?<v>[^,]+)(?:,.*)?`,
  worksAs`${subject} (?:work|works|am working|is working) as (?!.*\b(?:weekends?|on the side|part[- ]time|for my)\b)[^,]{3,50}? (?:at|for|with) (?<v>.+)`,
  job`${subject} (?:work|works|am working|is working) as (?!.*\b(?:weekends?|on the side|part[- ]time|for my)\b)(?<v>.+)`,
  isA`${subject} (?:am|is) (?:an? |the )?(?!better|worse|good|great|bad|terrible)(?<v>(?:[a-zà-ž-]{2,20} ){0,3}?${role}(?: (?:at|for|in|with) .+)?)`,
  newJob`${subject} (?:became|have become|retrained as) (?:an? )?(?<v>(?:[a-zà-ž-]{2,20} ){0,3}?${role})`,
  newJob`${subject} (?:have been |has been |was |got )?(?:promoted|bumped up|bumped) to (?<v>(?:[a-zà-ž-]{2,20} ){0,3}?(?:${role}|partner|head|vp|chief|sergeant|foreman)\b.*)`,
  form.name`(?<s>my|our|the|[a-zà-ž]+'s)(?: (?<n>[a-zà-ž\d -]{1,40}?)(?:'s)?)? name is (?:spelled |spelt )?${name}`,
  form.name`${subject} (?:am|is|are) (?:called|named) ${name}`,
  claiming({ ...form.name.claims, stance: 'denied' })`${subject} (?:am|is|are) not (?:called|named) ${name}`,
  // Orders about answers: how the user is addressed, in which language, what is used.
  form.short`${asked}(?:${short})`,
  form.long`${asked}(?:${long})`,
  notAddress`(?:, )?(?:please )?(?:do not|stop|never) (?:call|calling) me ${name}(?: any ?more)?`,
  form.address`(?:(?:please )?call me|i go by(?! (?:bus|train|car|bike|foot|plane|tram|boat|ferry|the|my|an?|it|that|this)\b)) (?!.*(?:\bbut\b|, i\b)|(?:naive|paranoid|sentimental|spoiled|cynical|old-fashioned|biased|silly)\b)${name}`,
  kindOfEnglish`(?:please )?(?:use |write in |in )?(?<v>(?:american|british|us|uk|australian|canadian) (?:english|spelling))(?: please| now)*`,
  form.order`(?:, )?(?:please )?(?:always |only )*use ${device}`,
  noOrder`(?:, )?(?:please )?(?:(?:never|do not|stop|no longer) (?:use|using)|avoid|skip) (?:any )?${device}(?: please| anymore)*`,
  form.order`(?:you (?:can|may)|feel free to|it is (?:ok|okay|fine) to) use ${device}(?: again| now)*`,
  allows`${device} (?:is|are) (?:fine|ok|okay|allowed|welcome)(?: again| now| too)*`,
  form.language`(?:, )?(?:please |you (?:can|may) |feel free to )?(?:always |only )?(?:answer|reply|respond|speak|write|talk)(?: to me| with me| me| back| only| everything)* (?:only )?in (?:plain |simple )?(?<v>${answerLanguages})(?: please| pls)?`,
  // Names, family and abilities.
  renames`${subject} ${have}renamed ${thing.replace('<a>', '<n>')} to (?<v>.+)`,
  form.maritalStatus`${subject} (?:am|is|are) (?:happily |newly )?${status}`,
  // Not "got married", which may be long ago and over.
  form.maritalStatus`${subject} (?:got|(?:have|has) gotten) (?<v>divorced|separated|engaged)(?: (?:from|to) .+)?`,
  marries`(?<s>i|we) got married.*`,
  hasPartner`(?<s>i) (?:have|got) (?:got )?an? (?:new )?(?:girlfriend|boyfriend|partner)(?=$| ?[.,!]| (?:now|named|called|and|since|again)\b).*`,
  // With whom a person lives, and when they work.
  claiming({ attribute: 'household', cardinality: 'marked', goesOn: true })`(?<s>i) live with (?<v>.+)`,
  livesAlone`(?<s>i) live (?:alone|by myself|on my own).*`,
  movesOut`(?<s>i) ${have}moved out (?:of|from) (?<v>[^,]+?)(?:'s?)?(?: (?:place|house|flat|apartment|home))?`,
  staysAt`(?<s>my [a-zà-ž]+) (?:lives?|is living|stays|is staying) (?<v>with [^,]+|alone|on (?:his|her|their) own|by (?:him|her)self)`,
  staysAt`(?<s>my [a-zà-ž]+) is (?<v>in (?:[a-zà-ž]+ )?(?:hospital|care|a home))`,
  leavesPlace`(?<s>my [a-zà-ž]+) (?:${have}(?:went|gone|moved) into|is now in) (?!(?:the|my|our|his|her|their|this)\b)(?:an? )?(?:[a-zà-ž]+ )?(?:care|home|hospice|(?:sheltered|supported) (?:housing|flat|accommodation)|[a-zà-ž]+ (?:house|lodge|manor|hall|grange)|(?!labou?r|tennis|squash|high|food)[a-zà-ž]+ court)\b[^,]*`,
  leavesPlace`(?<s>my [a-zà-ž]+) (?:(?:is )?(?:out of (?:hospital|the home|care)|back home)|(?:has )?moved in with (?:us|me))`,
  form.moved`(?<s>my [a-zà-ž]+) (?:has )?moved in with (?<v>(?:us|me)).*`,
  shift`(?<s>i) (?:work|am on|do|(?:switched|moved) to) (?:the )?(?<v>night|day|evening|morning|late|early)(?:s| shifts?)`,
  // Age and birthday.
  form.age`${subject} (?:am|is) (?<v>\d{1,3}) (?:years(?: old)?|old)${tail}`,
  form.age`${being} (?:am|is) (?<v>\d{1,3})${tail}`,
  form.newAge`${subject} ${have}turned (?<v>\d{1,3})`,
  claiming({ attribute: 'birth year', cardinality: 'one' })`${subject} (?:was|were|am|is) born in (?<v>\d{4})`,
  claiming({ attribute: 'birthday', cardinality: 'one' })`${subject} (?:was|were|am|is) born on (?<v>.+)`,
  claiming({ attribute: 'birthplace', cardinality: 'one' })`${subject} (?:was|were|am|is) born in (?<v>.+)`,
]
