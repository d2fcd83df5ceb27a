import { type ClaimForm, type ClaimRow, form, claimRow as row } from './claim.ts'
import { verbStem } from './claim-of-row.ts'
import { orderRows } from './claim-rows-orders.ts'
import { anyBeing } from './named-claims.ts'

const subject = "(?<s>i|we|(?:my|our|the|his|her|their|\\p{L}+'s) [\\p{L}\\d' -]{1,50}?|\\p{L}[\\p{L}\\d-]{1,30})"
const thing = "(?<a>(?:my|our|the) [\\p{L}\\d' -]{1,60}?)"
const have = '(?:(?:have|has|had) )?'
const moved =
  '(?:moved|pushed|slipped|put off|postponed|rescheduled|rebooked|shifted|delayed|brought forward|changed|switched|set|updated|increased|raised|reduced|lowered|cut|decreased|extended|renamed|migrated|upgraded|bumped|rewritten|converted|got|gotten|brought)'
const went = '(?:went|gone|grew|grown|dropped|rose|risen|fell|fallen|climbed|jumped|improved|up|down)'
const from = '(?: from (?<o>.+?))?'
/** The purpose of something, which is not a duration. */
const purpose =
  '(?: (?:as|for) (?!(?:\\d|about|over|almost|nearly|years|ages|good|ever|a (?:while|year|month|long))\\b)(?<f>[^,]{2,60}))?'
const time =
  '(?:(?:on|at|by|around|every|each) )?(?:the )?(?:\\d|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\\.? \\d).*'
const role =
  '(?:developer|engineer|designer|manager|analyst|nurse|teacher|doctor|consultant|scientist|architect|director|lead|accountant|lawyer|researcher|professor|assistant|intern|administrator|writer|editor|chef|technician|specialist|coordinator|officer|supervisor|barista|cashier|mechanic|electrician|producer|recruiter|programmer|pharmacist|librarian|translator|paralegal|receptionist)'

/** Up to four words that can be a name. */
const name =
  "(?<v>(?!(?:back|later|when|whenever|if|crazy|old|stupid|lazy|picky|weird|now|at|on|in|by|for|from|a|an|the|as|or|and|please|out|this|over|up|soon|asap|maybe|with|not|what|spelled|spelt)\\b)\\p{L}[\\p{L}.'-]*(?: (?!(?:but|and|with|when|if|or|by|because|so|that|you|please|any ?more|now)\\b)\\p{L}[\\p{L}.'-]*){0,3})(?:,? (?:but|and|with|by the way|please)\\b.*)?"
/** A place. Few names begin with an article. People also "move to" languages, tools, chapters and jobs. */
const place =
  '(?<v>(?!(?:an?|my|our|his|her|their|this|that|these|those|one|two|three|\\d+|some|constant|peace|harmony|fear|poverty|style|hope|interesting|here|there|next|another|step|phase|part-time|full-time|remote|management|production|staging|frontend|backend|bed|sleep|tears|together|typescript|javascript|python|rust|golang|go|java|kotlin|swift|scala|ruby|php|elixir|c\\+\\+|c#|git|docker|kubernetes|esm|v\\d+|version)\\b|the (?!(?:netherlands|usa?|u\\.s\\.|uk|u\\.k\\.|states|united|czech|philippines|bahamas|maldives|gambia|emirates|bronx|hague|bay area|algarve|cotswolds|midwest|north of|south of|east of|west of)\\b)).+)'

/** A device that people have one of, by its name and model. */
const device =
  '(?:iphone|ipad|macbook|pixel|galaxy|oneplus|apple watch|airpods|kindle|playstation|ps|xbox|thinkpad|surface|garmin|fitbit|quest)(?: (?:air|pro|mini|note|tab|watch|series))*[ -]?[a-z]?\\d{1,4}'

/** The claims of having a thing, which all end when it is sold. */
const owning: readonly Pick<ClaimRow, 'attribute' | 'subject'>[] = [
  { subject: 'me', attribute: 'car' },
  { subject: 'my car', attribute: 'is' },
  ...['own', 'have', 'drive', 'ride'].map((verb) => ({ subject: 'me', attribute: `do ${verbStem(verb)}` })),
]

/** Activities that end when something is given up. */
const doing = [
  'drink',
  'eat',
  'smoke',
  'play',
  'watch',
  'learn',
  'study',
  'take',
  'on',
  'follow',
  'do',
  'wear',
  'need',
].map(habit)
/** What ends when it is cancelled, and when it is finished. */
const booked = ['have', 'subscribe', 'pay', 'plan', 'book', 'rent', 'attend', 'on'].map(habit)
const underWay = ['read', 'watch', 'study', 'attend', 'write', 'take', 'on', 'do', 'learn', 'train'].map(habit)
/** What ends when the thing is bought or found. */
const searching = ['save', 'look', 'shop'].flatMap((verb) =>
  ['me', 'us'].map((one) => ({ ...habit(verb), subject: one })),
)
/** What ends when two people part. */
const companions: readonly Claimed[] = [
  habit('date'),
  { attribute: 'be' },
  ...['girlfriend', 'boyfriend', 'partner', 'wife', 'husband'].flatMap((one) =>
    ['name', 'is'].map((attribute) => ({ subject: `my ${one}`, attribute })),
  ),
]

type Claimed = Pick<ClaimRow, 'attribute' | 'subject' | 'value'>

function habit(verb: string): Claimed {
  return { attribute: `do ${verbStem(verb)}` }
}

/** Rows of one pattern, each of which ends another claim. */
function ended(pattern: string, claims: readonly Claimed[]): ClaimRow[] {
  return claims.map((of) => row(`${pattern}(?:, .+)?`, { ...form.over, ...of, goesOn: true }))
}

const status = '(?<v>single|engaged|married|divorced|separated|widowed)(?: (?:to|since|from|for) .+)?'

/** A person or an animal as a subject. */
const being = `(?<s>i|(?:my|our|his|her|their|\\p{L}+'s) (?:[\\p{L}-]+ ){0,2}?(?:${anyBeing}|wife|husband|boss|parents?)(?: \\p{L}+)?|\\p{L}[\\p{L}-]{1,30})`

/** What a person is: not a feeling, a place or an activity of the moment. */
const quality =
  '(?!(?:so|very|sure|glad|happy|sad|sorry|afraid|excited|ready|able|off|here|there|fine|ok|okay|good|great|tired|proud|lucky|done|back|in|up|on|at|with|from|about|like|just|even|\\p{L}{2,20}ing)\\b)(?<v>(?:an? )?\\S+(?: \\S+){0,4})'

const moving = { subject: 'me', attribute: 'moving to' }
const home: ClaimForm = { ...form.moved, goesOn: true }
const job: ClaimForm = { attribute: 'job', cardinality: 'marked' }
const maritalStatus: ClaimForm = { attribute: 'marital status', cardinality: 'one' }
const renewed: ClaimForm = { ...form.changed, goesOn: true }
/** The tool that a thing of ours uses, one at a time. Another one replaces it if the statement marks a change. */
const tool: ClaimForm = { attribute: 'use', cardinality: 'marked', goesOn: true }
const count: ClaimForm = { attribute: 'count', cardinality: 'one-of-kind', mark: 'weak' }

/** The forms of English statements. The first match is taken; a row with `goesOn` lets later rows match, too. */
export const englishRows: readonly ClaimRow[] = [
  // Where things are; things "live" somewhere, too.
  row(
    `(?<s>(?:my|our|the) [\\p{L}\\d' -]{1,50}?) (?:live|lives|(?:is|are) (?:stored|kept|hosted|built|deployed)) (?:in|on|with) (?<v>.+)`,
    tool,
  ),
  // Home, work and name of a person.
  row(`${subject} (?:live|lives|reside|resides|am based|is based|are based) (?:in|at|on) ${place}`, form.home),
  row(`${subject} (?:live|lives|am living|is living) (?:at|in|on) (?:number )?(?<v>\\d+ .+)`, form.home),
  row(
    `${subject} (?:rent|rents|(?:am|are|is) renting) (?:an? |the )?(?:\\p{L}+ )?(?:flat|apartment|house|room|studio|place) in ${place}`,
    form.home,
  ),
  row(`${subject} ${have}(?:moved|relocated)(?: over)? from (?<o>.+?) to ${place}`, home),
  row(
    `${subject} ${have}(?:moved|relocated)(?: over)? (?:to|into) (?<v>\\d+\\p{L}? (?:\\p{L}+ ){1,3}?(?:street|st|road|rd|avenue|ave|lane|drive|way|court|square|place|close|terrace|boulevard|crescent)\\b.*)`,
    home,
  ),
  row(`${subject} ${have}(?:moved|relocated)(?: over| back)? (?:to|into) ${place}`, home),
  row(`(?:i|we) (?:am|are) (?:moving|relocating) to ${place}`, { ...moving, cardinality: 'many', goesOn: true }),
  ...ended(`(?:i|we) ${have}(?:moved|relocated)(?: over)? to ${place}`, [moving]),
  row(`${subject} (?:work|works|am working|is working) (?:at|for) (?<v>.+)`, form.employer),
  ...ended(
    `(?<s>i) ${have}(?:got|landed|took|accepted|did not get) (?:the|my|an?) (?:new )?(?<v>(?:job|position|role|place|internship)\\b[^,]*)`,
    ['apply', 'interview', 'look'].map(habit),
  ),
  row(
    `${subject} ${have}(?:started|got|took|accepted|landed|got a new|have a new) (?:a |my |his |her |the )?(?:new )?(?:job|position|role|work|working) (?:at|with|for) (?<v>.+)`,
    form.hired,
  ),
  row(`${subject} (?:have|has)(?: got)? a new (?:job|position|role) (?:at|with) (?<v>.+)`, form.hired),
  row(
    `${subject} ${have}started(?: working)? (?:at|with) (?<v>(?!(?:\\d|an?\\b|the\\b|my|our|this|that|noon|midnight|dawn|home|once|first|zero|scratch|school|university|college|step|page|line|chapter|level|least)).+)`,
    form.hired,
  ),
  row(`${subject} ${have}joined (?<v>.+?) as (?:an? |the |their )?.*`, form.hired),
  ...['employer', 'job'].map((attribute) =>
    row(
      `${subject} (?:${have}(?:left|quit|lost|resigned from) (?:my|his|her) job|(?:(?:am|is|have|has) )?retired(?: (?:now|from|since|last|early)\\b.*)?)`,
      { ...form.hired, attribute, stance: 'ended', goesOn: true },
    ),
  ),
  row(`${subject} ${have}(?:left|quit|resigned from) (?<o>.+?) (?:for|to join|and joined) (?<v>.+)`, form.hired),
  row(
    `${subject} (?:have |has |was |got )?(?:left|quit|resigned from|laid off (?:from|by)|fired (?:from|by)) (?:(?:my|his|her) (?:job|position|role) (?:at|with) )?(?<v>.+)`,
    { ...form.hired, stance: 'ended', goesOn: true },
  ),
  row(`${subject} (?:am|is) (?:an? |the )?(?:[\\p{L}-]{2,20} ){0,3}?${role} (?:at|for|with) (?<v>.+)`, {
    ...form.employer,
    goesOn: true,
  }),
  row(
    `${subject} (?:leads?|manages?|heads?|runs?) (?:an?|the|my|our) [^,]{2,40} (?:team|department|group|unit) at (?<v>[^,]+)(?:,.*)?`,
    { ...form.employer, goesOn: true },
  ),
  row(`${subject} (?:work|works|am working|is working) as (?<v>.+)`, job),
  row(`${subject} (?:am|is) (?:an? |the )?(?<v>(?:[\\p{L}-]{2,20} ){0,3}?${role})`, { ...job, goesOn: true }),
  row(`${subject} (?:became|have become|retrained as) (?:an? )?(?<v>(?:[\\p{L}-]{2,20} ){0,3}?${role})`, {
    ...job,
    mark: 'clear',
  }),
  row(`${subject} (?:have been |has been |was |got )?promoted to (?<v>.+)`, { ...job, mark: 'clear' }),
  row(
    `(?<s>my|our|the|\\p{L}+'s)(?: (?<n>[\\p{L}\\d -]{1,40}?)(?:'s)?)? name is (?:spelled |spelt )?${name}`,
    form.name,
  ),
  row(`${subject} (?:am|is|are) (?:called|named) ${name}`, form.name),
  row(`${subject} (?:am|is|are) not (?:called|named) ${name}`, { ...form.name, stance: 'denied' }),
  ...orderRows(name),
  row(`${subject} ${have}renamed ${thing.replace('<a>', '<n>')} to (?<v>.+)`, { ...form.name, mark: 'clear' }),
  row(`${subject} (?:am|is|are) (?:happily |newly )?${status}`, maritalStatus),
  // Not "got married", which may be long ago and over.
  row(`${subject} (?:got|(?:have|has) gotten) (?<v>divorced|separated|engaged)(?: (?:from|to) .+)?`, maritalStatus),
  row(`${subject} (?:am|is|are) not ${status}`, { ...maritalStatus, stance: 'denied' }),
  ...ended(
    '(?<s>i|we) got married.*',
    ['engaged', 'single'].map((value) => ({ ...maritalStatus, subject: 'me', value })),
  ),
  ...ended('(?<s>i) (?:have|got) (?:got )?an? (?:new )?(?:girlfriend|boyfriend|partner)\\b.*', [
    { ...maritalStatus, subject: 'me', value: 'single' },
  ]),
  ...ended('(?<s>i) can (?:eat|drink|have|tolerate) (?:dairy|milk|lactose|cheese).*', [
    { attribute: 'be', value: 'lactose intolerant' },
  ]),
  // With whom a person lives, and when they work.
  row('(?<s>i) live with (?<v>.+)', { attribute: 'household', cardinality: 'marked', goesOn: true }),
  row('(?<s>i) live (?:alone|by myself|on my own).*', {
    attribute: 'household',
    value: 'alone',
    cardinality: 'marked',
    goesOn: true,
  }),
  ...ended(`(?<s>i) ${have}moved out (?:of|from) (?<v>[^,]+?)(?:'s?)?(?: (?:place|house|flat|apartment|home))?`, [
    { attribute: 'household' },
  ]),
  row('(?<s>my \\p{L}+) (?:has )?moved in with (?<v>(?:us|me)).*', form.moved),
  row(
    '(?<s>i) (?:work|am on|do|(?:switched|moved) to) (?:the )?(?<v>night|day|evening|morning|late|early)(?:s| shifts?)',
    { attribute: 'shift', cardinality: 'one', goesOn: true },
  ),
  // Age and birthday.
  row(`${subject} (?:am|is) (?<v>\\d{1,3}) (?:years(?: old)?|old)`, form.age),
  row(`${being} (?:am|is) (?<v>\\d{1,3})`, form.age),
  row(`${subject} ${have}turned (?<v>\\d{1,3})`, { ...form.age, mark: 'clear' }),
  row(`${subject} (?:was|were|am|is) born in (?<v>\\d{4})`, { attribute: 'birth year', cardinality: 'one' }),
  row(`${subject} (?:was|were|am|is) born on (?<v>.+)`, { attribute: 'birthday', cardinality: 'one' }),
  row(`${subject} (?:was|were|am|is) born in (?<v>.+)`, { attribute: 'birthplace', cardinality: 'one' }),
  // Changes of a value.
  row(
    `(?:i|we|they|(?:the|my|our) \\p{L}+) ${have}(?:${moved}|change|switch|move|update|increase|raise|reduce|lower|extend|push|postpone|reschedule|upgrade|rename) ${thing}(?: (?:up|down|back|forward|over))?${from} to (?<v>.+)`,
    renewed,
  ),
  row(
    `${thing} (?:(?:has been|have been|was|were|is|are|got|gets|has|have) )?(?:${moved}|${went})(?: (?:up|down|back|forward|over))?${from} (?:to|until|in) (?<v>.+)`,
    renewed,
  ),
  row(`${thing} ${have}(?:reached|hit|passed) (?<v>\\d.*)`, renewed),
  row(`(?:i|we) ${have}(?:passed|failed|submitted|handed in|defended) ${thing}`, {
    ...form.over,
    mark: 'clear',
    goesOn: true,
  }),
  row('(?<s>i) (?:take|am on) (?<n>\\p{L}{4,}) (?<v>\\d.*)', { attribute: 'dose', cardinality: 'one', goesOn: true }),
  row('(?:so )?(?<s>we) are (?<v>\\d+)(?: (?:people|persons|employees|members|of us))?', {
    attribute: 'team size',
    cardinality: 'one',
  }),
  // Tools and their purposes.
  row(
    `(?<s>i|we) ${have}(?:(?:am|are) )?(?:moved|migrated|switched|ported|converted|transferred|moving|migrating|switching) (?<n>(?!(?:from|to|into|over|back|in|out|away|on)\\b)[\\p{L}\\d' -]{2,50}?)(?: over)?${from} to (?<v>(?!(?:the|my|our|an?|\\d+(?:st|nd|rd|th)?)\\b).+)`,
    { ...tool, mark: 'clear' },
  ),
  row(
    `(?<s>i|we) ${have}(?:rewrote|rewritten|rebuilt|redid|redone) (?<n>[\\p{L}\\d' -]{2,50}?)${from} (?:in|with|on) (?<v>.+)`,
    { ...tool, mark: 'clear' },
  ),
  row(
    `(?<s>i|we) (?:keep|store|host|track|manage|write|deploy) (?<n>(?!(?:an?|no|it|them)\\b)[\\p{L}\\d' -]{2,50}?) (?:in|on|with) (?<v>.+)`,
    tool,
  ),
  ...ended(`(?<s>i|we) ${have}(?:switched|moved|changed|went)(?: over| back)? from (?<v>.+?) to .+`, doing),
  row(
    `${subject} ${have}(?:(?:am|is|are) )?(?:switched|migrated|moved|changed|went|gone|upgraded|updated|switching|migrating|moving)(?: (?:over|back))?${from} to (?:using )?(?<v>.+?)${purpose}(?:, .+)?`,
    { ...form.switched, goesOn: true },
  ),
  row(`${subject} ${have}switched(?: (?:over|back))?${from} to (?<v>[^,]+)(?:, .+)?`, {
    ...form.prefer,
    mark: 'clear',
  }),
  row(`${subject} ${have}replaced (?<o>.+?) (?:with|by) (?<v>.+?)${purpose}`, form.switched),
  row(`${subject} ${have}upgraded (?:the |our )?(?<n>[\\p{L} -]{1,40}?) to (?<v>.+)`, form.switched),
  row(`${subject} (?:run|runs|listen|listens) on port (?<v>\\d+)`, { attribute: 'port', cardinality: 'one' }),
  row(`${subject} (?:am|is|are) (?:re)?written in (?<v>.+)`, { attribute: 'language', cardinality: 'marked' }),
  row(`${subject} (?:(?:was|were|has been|got) )?(?:rewritten|ported) (?:in|to) (?<v>.+)`, {
    attribute: 'language',
    cardinality: 'one',
    mark: 'clear',
  }),
  row(`${subject} (?:deploy|deploys) (?<v>(?:on|at|every) .+)`, { attribute: 'deploy when', cardinality: 'marked' }),
  row(`${subject} choose (?<v>.+?)${purpose}`, { ...form.use, mark: 'weak' }),
  row(`${subject} (?:am|is|are) on (?<v>\\p{L}[\\p{L}.-]*(?: \\p{L}+)? v?\\d[\\w.]*)(?: (?:on|at|in|with) .+)?`, {
    ...form.use,
    goesOn: true,
  }),
  row(
    `${subject} (?:use|uses|am using|is using|are using|run|runs|run on|runs on|build with|deploy with|deploys with) (?:on )?(?<v>.+?)${purpose}`,
    form.use,
  ),
  row(`${subject} (?:do not|does not) (?:use|run|run on) (?:on )?(?<v>.+)`, { ...form.use, stance: 'denied' }),
  row(`${subject} (?:drive|drives) (?<v>.+)`, { attribute: 'car', cardinality: 'marked' }),
  ...ended(
    '(?:i|we) (?:have )?(?:sold|scrapped|gave away|got rid of|traded(?: in)?) (?:my|our|the) (?<v>[^,]+?)(?: in)?(?: (?:for|and) .+)?',
    owning,
  ),
  ...ended('(?:i|we) (?:have )?(?:sold|scrapped|got rid of) (?:my|our|the) car', [
    { subject: 'me', attribute: 'car', value: '' },
    { subject: 'my car', attribute: 'is', value: '' },
  ]),
  row('my (?:new )?car is (?:an? |the )?(?<v>.+)', {
    subject: 'me',
    attribute: 'car',
    cardinality: 'marked',
    goesOn: true,
  }),
  ...ended('(?<s>i|we) (?:have )?(?:bought|got|found) (?:an? |the |our |my )?(?<v>[^,]+)', searching),
  // What is cancelled, finished or left.
  ...ended(`(?<s>i|we) ${have}(?:cancell?ed|unsubscribed from|called off) (?:my |our |the )?(?<v>[^,]+)`, booked),
  ...ended(
    `(?<s>i|we) ${have}(?:finished|completed|passed|graduated from|dropped out of) (?:my |our |the )?(?<v>[^,]+)`,
    underWay,
  ),
  ...ended('(?<s>i|we) (?:have )?graduated(?! from (?:high|middle|primary|elementary))[^,]*', [
    { attribute: 'be', value: 'student' },
    habit('study'),
  ]),
  ...ended(`(?<s>i|we) ${have}(?:stepped down|resigned|retired) (?:as|from being) (?<v>[^,]+)`, [
    { attribute: 'be' },
    { attribute: 'job' },
  ]),
  ...ended('(?<s>i|we) (?:am|are) back (?:at|to) work.*', [{ ...habit('on'), value: 'leave' }]),
  ...ended(
    `(?<s>i|we) ${have}(?:found|got|landed|start|started|(?:am|are) start(?:ing)?) (?:an?|the|my) (?:new )?(?:job|position)\\b.*`,
    [{ attribute: 'be', value: 'unemployed' }],
  ),
  ...ended(
    '(?:i|we) (?:have )?(?:broke|broken|split) up(?! with)[^,]*',
    ['girlfriend', 'boyfriend'].flatMap((one) =>
      ['name', 'is'].map((attribute) => ({ subject: `my ${one}`, attribute, value: '' })),
    ),
  ),
  row('(?<s>i) bank (?:with|at) (?<v>.+)', { attribute: 'bank', cardinality: 'marked' }),
  ...ended('(?<s>i|we) (?:have )?(?:broke|broken|split) up with (?<v>\\p{L}+)', companions),
  row('(?:i am|we are) getting (?<v>divorced|separated)', { ...maritalStatus, subject: 'me', mark: 'clear' }),
  // What is acquired or learned.
  row('(?<s>i|we) (?:bought|adopted|acquired|leased|own) (?:an? )?(?<v>.+?)(?: for .+)?', {
    ...habit('have'),
    cardinality: 'many',
    mark: 'weak',
    goesOn: true,
  }),
  row('(?<s>i|we) can not (?<v>.+)', { attribute: 'can', cardinality: 'many', stance: 'denied' }),
  row('(?<s>i|we) can (?<v>.+)', { attribute: 'can', cardinality: 'many' }),
  row('(?<s>i|we) (?:have )?(?:learned|learnt) (?:how )?to (?<v>.+)', {
    attribute: 'can',
    cardinality: 'many',
    mark: 'weak',
  }),
  row('(?<s>i|we) (?:am|are) on (?:the |an? )?(?<v>.+ (?:plan|tier))', { ...form.use, goesOn: true }),
  // Things given up, and their replacements.
  row(`${subject} (?:dropped|drop) (?<a>support) for (?<v>.+)`, form.over),
  row(
    `${subject} give up (?<o>.+?)(?: in favou?r of| for(?! (?:the|our|my|all)\\b)|(?:[:,;]| and| so| -| –)+ (?:[\\p{L}]+ ){1,3}?(?:moves? to|moved to|goes to|switch(?:es|ed)? to|is|are|uses?)) (?:now )?(?<v>.+)`,
    form.switched,
  ),
  ...ended(`${subject} (?:give up|(?:have )?(?:stopped|quit)) (?:the |my |our )?(?<v>[^,]+?)${purpose}`, [
    { attribute: 'use' },
    { attribute: 'order to use', subject: 'me' },
  ]),
  ...ended(`${subject} (?:give up|(?:have )?(?:stopped|quit|dropped)) (?:the |my |our )?(?<v>[^,]+)`, doing),
  // Counts and wishes, of which the newest holds.
  row(`${subject} (?:have|has|had)(?: got)? (?<v>\\d+ .+)`, count),
  row(`${subject} ${have}(?:grown|grew|expanded|shrunk|shrank) to (?<v>\\d+ .+)`, { ...count, mark: 'clear' }),
  row(
    `${subject} (?:${have}(?:reached|hit|passed|crossed|surpassed|got to)|(?:am|are|is) (?:at|up to|down to)) (?<v>\\d.*)`,
    { ...count, mark: 'clear', goesOn: true },
  ),
  row(
    `(?<s>i) (?:have|own|use|got|bought|am on|(?:upgraded|switched) to) (?:an? |the |my )?(?:new )?(?<v>${device})\\b.*`,
    { attribute: 'device', cardinality: 'one-of-kind', mark: 'weak', goesOn: true },
  ),
  row('(?<s>i) weigh (?<v>\\d.*)', count),
  row(`(?<s>i|we) have (?<a>\\p{L}{2,20}(?: [\\p{L}']{1,20}){0,3}?) (?<v>\\d.*)`, form.counted),
  row('(?<s>i|we) prefer (?<v>.+?) (?:over|to) (?<o>.+)', { ...form.prefer, goesOn: true }),
  row(`(?<s>i|we) prefer (?<v>.+?)(?: (?:over|to) .+?)?${purpose}`, form.prefer),
  // When and how often a person does something.
  row(
    `(?<s>i|we) (?<a>(?!(?:am|are|was|were|had|did|will|can)\\b)\\p{L}{2,20}(?: [\\p{L}']{1,20}){0,4}?) (?<v>${time})`,
    { cardinality: 'marked', goesOn: true },
  ),
  // Numbers after a verb: `our server handles 200 requests`.
  row(
    `(?<s>(?:my|our|the) [\\p{L}\\d' -]{1,50}?) (?<a>(?!\\p{L}+ (?:is|are|was)\\b)\\p{L}{2,20}s(?: \\p{L}{1,20}){0,2}) (?<v>\\d.*)`,
    {
      cardinality: 'one-of-kind',
    },
  ),
  // What something is. A cancelled thing has no day any more.
  row(`${thing} (?:am|is|are|was|were|has been|have been|got) (?:cancell?ed|called off)`, {
    ...form.over,
    mark: 'clear',
  }),
  row(`${thing} (?:am|is|are|will be) not (?<v>.+)`, form.isNot),
  row(`${thing} (?:takes place|starts|begins) (?<v>${time})`, form.is),
  row(`${thing} (?:am|is|are)(?: (?:on|at|up to|down to))? (?<v>.+)`, form.is),
  row('(?<s>i|we) (?:am|are) (?<a>on|in|into) (?<v>.+)', { cardinality: 'many' }),
  row('(?<s>i|we) (?:am|are) (?:afraid|scared|terrified) of (?<v>.+)', { attribute: 'afraid of', cardinality: 'many' }),
  row(`(?<s>i|we) (?:am|are) not ${quality}`, { attribute: 'be', cardinality: 'one-of-kind', stance: 'denied' }),
  row(`(?<s>i|we) (?:am|are) ${quality}`, { attribute: 'be', cardinality: 'one-of-kind' }),
  row('(?<s>i|we) ea(?:t)? (?<v>meat)', { attribute: 'be', cardinality: 'one-of-kind', goesOn: true }),
  row(`(?<s>i|we) ta(?:k|ke|king) (?<v>.+?)${purpose}`, { ...habit('take'), cardinality: 'many' }),
  // Activities, which only a retraction ends.
  row(`(?<s>i|we) do not (?<a>\\p{L}{2,20})(?: (?<v>.+))?`, { cardinality: 'many', stance: 'denied' }),
  row(
    `(?<s>i|we) (?<a>(?!no\\b|had|went|got|was|were|did|thought|wanted|think|hope|guess|will|can|could|am|are|broke|sold)\\p{L}{2,20})(?: (?<v>.+))?`,
    { cardinality: 'many' },
  ),
]
