import { type ClaimForm, type ClaimRow, form, ownRow, claimRow as row } from './claim.ts'
import { type EndedClaim, ended, from, habit, have, purpose, subject, thing } from './claim-row-parts.ts'
import { newsRows } from './claim-rows-news.ts'
import { peopleRows } from './claim-rows-people.ts'
import { forgettingRows } from './claims-to-forget.ts'

const moved =
  '(?:moved|pushed|slipped|put off|postponed|rescheduled|rebooked|shifted|delayed|brought forward|changed|switched|set|updated|increased|raised|upped|reduced|lowered|cut|decreased|extended|renamed|migrated|upgraded|bumped|rewritten|converted|got|gotten|brought)'
const went = '(?:went|gone|grew|grown|dropped|rose|risen|fell|fallen|climbed|jumped|improved|up|down)'
const time =
  '(?:(?:on|at|by|around|every|each) )?(?:the )?(?:\\d|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\\.? \\d).*'
/** A device that people have one of, by its name and model. */
const device =
  '(?:iphone|ipad|macbook|pixel|galaxy|oneplus|apple watch|airpods|kindle|playstation|ps|xbox|thinkpad|surface|garmin|fitbit|quest)(?: (?:air|pro|mini|note|tab|watch|series))*[ -]?[a-z]?\\d{1,4}'

/** The claims of having a thing, which all end when it is sold. */
const owning: readonly EndedClaim[] = [
  { subject: 'me', attribute: 'car' },
  { subject: 'my car', attribute: 'is' },
  ...['own', 'have', 'drive', 'ride'].map((verb) => ({ ...habit(verb), subject: 'me' })),
]

/** What ends when the thing is bought or found. */
const searching = ['save', 'look', 'shop'].flatMap((verb) =>
  ['me', 'us'].map((one) => ({ ...habit(verb), subject: one })),
)
/** What a person is: not a feeling, a place or an activity of the moment. */
const quality =
  '(?!(?:so|very|sure|glad|happy|sad|sorry|afraid|excited|ready|able|off|here|there|fine|ok|okay|good|great|tired|proud|lucky|done|back|in|up|on|at|with|from|about|like|just|even|[a-zà-ž]{2,20}ing)\\b)(?<v>(?:an? )?\\S+(?: \\S+){0,4})'

const renewed: ClaimForm = { ...form.changed, goesOn: true }
/** The tool that a thing of ours uses, one at a time. Another one replaces it if the statement marks a change. */
const tool: ClaimForm = { attribute: 'use', cardinality: 'marked', goesOn: true }
const count: ClaimForm = { attribute: 'count', cardinality: 'one-of-kind', mark: 'weak' }
/** Activities that end when something is given up. */
const doing = 'drink eat smoke play watch learn study take on follow do wear need work teach volunteer'
  .split(' ')
  .map(habit)
/** What ends when it is cancelled, and when it is finished. */
const booked = ['have', 'subscribe', 'pay', 'plan', 'book', 'rent', 'attend', 'on'].map(habit)
const underWay = ['read', 'watch', 'study', 'attend', 'write', 'take', 'on', 'do', 'learn', 'train'].map(habit)
/** What ends when two people part. */
const companions: readonly EndedClaim[] = [
  habit('date'),
  { attribute: 'be' },
  ...['girlfriend', 'boyfriend', 'partner', 'wife', 'husband'].flatMap((one) =>
    ['name', 'is'].map((attribute) => ({ subject: `my ${one}`, attribute })),
  ),
]

/** The forms of English statements. The first match is taken; a row with `goesOn` lets later rows match, too. */
export const englishRows: readonly ClaimRow[] = [
  // Where things are; things "live" somewhere, too.
  row(
    `(?<s>(?:my|our|the) [a-zà-ž\\d' -]{1,50}?) (?:live|lives|(?:is|are) (?:stored|kept|hosted|built|deployed)) (?:in|on|with) (?<v>.+)`,
    tool,
  ),
  ...forgettingRows,
  ...newsRows,
  ...peopleRows,
  // Changes of a value.
  row(
    `(?:(?:the|my|our) )?[a-zà-ž]+ ${have}(?:${moved}|change|switch|move|update|increase|raise|reduce|lower|extend|push|postpone|reschedule|upgrade|rename) ${thing}(?: (?:up|down|back|forward|over))?${from} to (?<v>.+)`,
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
  row('(?<s>i) (?:take|am on) (?<n>[a-zà-ž]{4,}) (?<v>\\d.*)', { attribute: 'dose', cardinality: 'one', goesOn: true }),
  row(
    '(?:so )?(?<s>we) are (?<v>\\d+)(?: (?:people|persons|employees|members|of us))?(?: (?:in|on) (?:the|our|my) (?:team|company|startup))?',
    {
      attribute: 'team size',
      cardinality: 'one',
    },
  ),
  // Tools and their purposes.
  row(
    `(?<s>i|we) ${have}(?:(?:am|are) )?(?:moved|migrated|switched|ported|converted|transferred|moving|migrating|switching) (?<n>(?!(?:from|to|into|over|back|in|out|away|on)\\b)[a-zà-ž\\d' -]{2,50}?)(?: over)?${from} to (?<v>(?!(?:the|my|our|an?|\\d+(?:st|nd|rd|th)?)\\b).+)`,
    { ...tool, mark: 'clear' },
  ),
  row(
    `(?<s>i|we) ${have}(?:rewrote|rewritten|rebuilt|redid|redone) (?<n>[a-zà-ž\\d' -]{2,50}?)${from} (?:in|with|on) (?<v>.+)`,
    { ...tool, mark: 'clear' },
  ),
  row(
    `(?<s>i|we) (?:keep|store|host|track|manage|write|deploy) (?<n>(?!(?:an?|no|it|them)\\b)[a-zà-ž\\d' -]{2,50}?) (?:in|on|with) (?<v>.+)`,
    tool,
  ),
  row(
    `(?:(?:i|we) )?${have}(?:moved|pushed|postponed|rescheduled|shifted|changed|switched) (?<a>[a-zà-ž' -]{3,40}?)(?:(?: back| up)? to (?=(?:the )?(?:\\d{1,2}(?::\\d\\d| ?[ap]m|st|nd|rd|th)|noon|(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*days?)?|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]* \\d)\\b)|,? (?:and |so )?(?:now )?(?:its|it is|they are|theyre) )(?<v>.+)`,
    form.changed,
  ),
  // Beside another job, perhaps.
  row(
    `(?<s>i|we) work (?:(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|weekends|nights|evenings|mornings|part[- ]time|and|\\+|&),? )+at (?<v>.+)`,
    { ...habit('work'), cardinality: 'many' },
  ),
  ended(`(?<s>i|we) ${have}(?:switched|moved|changed|went)(?: over| back)? from (?<v>.+?) to .+`, doing),
  row(
    `${subject} ${have}(?:(?:am|is|are) )?(?:switched|migrated|moved|changed|went|gone|upgraded|updated|switching|migrating|moving)(?: (?:over|back))?${from} to (?:using )?(?<v>.+?)${purpose}(?:, .+)?`,
    { ...form.switched, goesOn: true },
  ),
  row(`${subject} ${have}switched(?: (?:over|back))?${from} to (?<v>[^,]+)(?:, .+)?`, {
    ...form.prefer,
    mark: 'clear',
  }),
  row(`${subject} ${have}replaced (?<o>.+?) (?:with|by) (?<v>.+?)${purpose}`, form.switched),
  row(`${subject} ${have}upgraded (?:the |our )?(?<n>[a-zà-ž -]{1,40}?) to (?<v>.+)`, form.switched),
  row(`${subject} (?:run|runs|listen|listens) on port (?<v>\\d+)`, { attribute: 'port', cardinality: 'one' }),
  row(`${subject} (?:am|is|are) (?:re)?written in (?<v>.+)`, { attribute: 'language', cardinality: 'marked' }),
  row(`${subject} (?:(?:was|were|has been|got) )?(?:rewritten|ported) (?:in|to) (?<v>.+)`, {
    attribute: 'language',
    cardinality: 'one',
    mark: 'clear',
  }),
  row(`${subject} (?:deploy|deploys) (?<v>(?:on|at|every) .+)`, { attribute: 'deploy when', cardinality: 'marked' }),
  row(`${subject} choose (?<v>.+?)${purpose}`, { ...form.use, mark: 'weak' }),
  row(`${subject} (?:am|is|are) on (?<v>[a-zà-ž][a-zà-ž.-]*(?: [a-zà-ž]+)? v?\\d[\\w.]*)(?: (?:on|at|in|with) .+)?`, {
    ...form.use,
    goesOn: true,
  }),
  row(
    `${subject} (?:use|uses|am using|is using|are using|run|runs|run on|runs on|build with|deploy with|deploys with) (?:on )?(?<v>.+?)${purpose}`,
    form.use,
  ),
  row(`${subject} (?:do not|does not) (?:use|run|run on) (?:on )?(?<v>.+)`, { ...form.use, stance: 'denied' }),
  row(`${subject} (?:drive|drives) (?!.*\\b(?:rental|at work|for work|loaner)\\b)(?<v>.+)`, {
    attribute: 'car',
    cardinality: 'marked',
  }),
  ended(
    '(?:i|we) (?:have )?(?:sold|scrapped|gave away|got rid of|traded(?: in)?) (?:my|our|the) (?<v>[^,]+?)(?: in)?(?: (?:for|and) .+)?',
    owning,
  ),
  ended('(?:i|we) (?:have )?(?:sold|scrapped|got rid of) (?:my|our|the) car', [
    { subject: 'me', attribute: 'car', value: '' },
    { subject: 'my car', attribute: 'is', value: '' },
  ]),
  ownRow('my (?:new )?car is (?:an? |the )?(?<v>.+)', { attribute: 'car', cardinality: 'marked', goesOn: true }),
  ended('(?<s>i|we) (?:have )?(?:bought|got|found) (?:an? |the |our |my )?(?<v>[^,]+)', searching),
  ended('(?:i|we) (?:have )?(?:changed|switched) (?:my|our) (?:majors?|degree|course of studies|subject) .+', [
    { ...habit('study'), subject: 'me', value: '' },
  ]),
  ended(
    '(?<s>i) (?:have )?(?:moved|switched|transferred) to (?:the|another|a different) (?:[a-zà-ž-]+ )?(?<v>team|department)',
    ['lead', 'manage', 'run', 'work', 'in', 'on'].map(habit),
  ),
  // What is cancelled, finished or left.
  ended(
    `(?<s>i|we) ${have}(?:cancell?ed|unsubscribed from|called off) (?:my |our |the )?(?<v>[^,]+?)(?: (?:subscription|membership|account|plan))?`,
    booked,
  ),
  ended(
    `(?<s>i|we) ${have}(?:finished|completed|passed|graduated from|dropped out of) (?:my |our |the )?(?<v>[^,]+)`,
    underWay,
  ),
  ended(
    '(?<s>i|we) (?:have )?(?:graduated(?! from (?:high|middle|primary|elementary))|dropped out(?= of (?:uni|university|college|my (?:degree|course|studies|phd))\\b))[^,]*',
    [{ attribute: 'be', value: 'student' }, habit('study')],
  ),
  ended(`(?<s>i|we) ${have}(?:stepped down|resigned|retired) (?:as|from being) (?<v>[^,]+)`, [
    { attribute: 'be' },
    { attribute: 'job' },
  ]),
  ended(
    '(?<s>i|we) (?:am|are) back (?:at|to) work(?=$|[.,!]| (?:on [a-zà-ž]+day|since|now|after|next|this|full|part)\\b).*',
    [{ ...habit('on'), value: 'leave' }],
  ),
  ended(
    `(?<s>i|we) ${have}(?:found|got|landed|start|started|(?:am|are) start(?:ing)?) (?:an?|the|my) (?:new )?(?:job|position)(?=$|[.,!]| (?:at|with|as|in|on|offer|tomorrow|next|last|yesterday|today)\\b).*`,
    [{ attribute: 'be', value: 'unemployed' }],
  ),
  ended(
    '(?:i|we) (?:have )?(?:broke|broken|split) up(?=$|[.,!;]| (?:last|yesterday|today|this|after|in|for good|because|a|two|\\d)\\b)[^,]*',
    [
      { ...form.maritalStatus, subject: 'me', value: 'engaged' },
      ...['girlfriend', 'boyfriend'].flatMap((one) =>
        ['name', 'is'].map((attribute) => ({ subject: `my ${one}`, attribute, value: '' })),
      ),
    ],
  ),
  row('(?<s>i) bank (?:with|at) (?<v>.+)', { attribute: 'bank', cardinality: 'marked' }),
  ended(
    '(?<s>i|we) (?:have )?(?:broke|broken|split) up with (?<v>[a-zà-ž]+)(?![a-zà-ž]| at\\b)(?=$|[.,!;]| )[^,]*',
    companions,
  ),
  ownRow('(?:i am|we are) getting (?<v>divorced|separated)', { ...form.maritalStatus, mark: 'clear' }),
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
    `${subject} give up (?<o>.+?)(?: in favou?r of| for(?! (?:the|our|my|all|\\d+)\\b)|(?:[:,;]| and| so| -| –)+ (?:[a-zà-ž]+ ){1,3}?(?:moves? to|moved to|goes to|switch(?:es|ed)? to|is|are|uses?)) (?:now )?(?<v>.+)`,
    form.switched,
  ),
  ended(`${subject} (?:give up|(?:have )?(?:stopped|quit)) (?:the |my |our )?(?<v>[^,]+?)${purpose}`, [
    { attribute: 'use' },
    { attribute: 'order to use', subject: 'me' },
  ]),
  ended(
    `${subject} (?:give up|(?:have )?(?:stopped|quit|dropped(?= (?:the |my )?[a-zà-ž]+ (?:fasting|diet|course|class|lessons?|plan)\\b))) (?!(?:at|by|in|on|off|for|to|from|over|near|with|reading)\\b)(?:the |my |our )?(?<v>[^,]+)`,
    doing,
  ),
  // Counts and wishes, of which the newest holds.
  row(`${subject} (?:have|has|had)(?: got)? (?<v>\\d+ .+)`, count),
  row(`${subject} ${have}(?:grown|grew|expanded|shrunk|shrank) to (?<v>\\d+ .+)`, { ...count, mark: 'clear' }),
  row(
    `${subject} (?:${have}(?:reached|hit|passed|crossed|surpassed|got to)|(?:am|are|is) (?:at|up to|down to)) (?<v>\\d.*)`,
    { ...count, mark: 'clear', goesOn: true },
  ),
  row(
    `(?<s>i) (?:have|own|use|got|bought|am on|(?:upgraded|switched) to) (?:an? |the |my )?(?:new )?(?!.*\\b(?:for|at work|in a|in the|drawer|testing)\\b)(?<v>${device})\\b.*`,
    { attribute: 'device', cardinality: 'one-of-kind', mark: 'weak', goesOn: true },
  ),
  row(`(?<s>i|we) have (?<a>[a-zà-ž]{2,20}(?: [a-zà-ž']{1,20}){0,3}?) (?<v>\\d.*)`, form.counted),
  row('(?<s>i|we) prefer (?<v>.+?) (?:over|to) (?<o>.+)', { ...form.prefer, goesOn: true }),
  row(`(?<s>i|we) prefer (?<v>.+?)(?: (?:over|to) .+?)?${purpose}`, form.prefer),
  // When and how often a person does something.
  row(
    `(?<s>i|we) (?<a>(?!(?:am|are|was|were|had|did|will|can)\\b)[a-zà-ž]{2,20}(?: [a-zà-ž']{1,20}){0,4}?) (?<v>${time})`,
    { cardinality: 'marked', goesOn: true },
  ),
  // Numbers after a verb: `our server handles 200 requests`.
  row(
    `(?<s>(?:my|our|the) [a-zà-ž\\d' -]{1,50}?) (?<a>(?![a-zà-ž]+ (?:is|are|was)\\b)[a-zà-ž]{2,20}s(?: [a-zà-ž]{1,20}){0,2}) (?<v>\\d.*)`,
    { cardinality: 'one-of-kind' },
  ),
  // What something is. A cancelled thing has no day any more.
  row(`${thing} (?:am|is|are|was|were|has been|have been|got) (?:cancell?ed|called off)`, {
    ...form.over,
    mark: 'clear',
  }),
  row(`${thing} (?:am|is|are|will be) not (?<v>.+)`, form.isNot),
  row(`${thing} (?:takes place|starts|begins) (?<v>${time})`, form.is),
  row(`(?<s>[a-zà-ž]{3,20}s) are (?:on )?(?<v>${time})`, { attribute: 'is', cardinality: 'marked', goesOn: true }),
  row(`${thing} (?:am|is|are)(?: (?:on|at|up to|down to))? (?<v>.+)`, form.is),
  row(
    `${subject} (?:am|is) in (?:the )?(?<v>\\d+(?:st|nd|rd|th) (?:grade|year|semester)|(?:grade|year|class) \\d+).*`,
    { attribute: 'grade', cardinality: 'one' },
  ),
  row('(?<s>i|we) (?:am|are) (?<a>on|in|into) (?<v>.+)', { cardinality: 'many' }),
  row('(?<s>i|we) (?:am|are) (?:afraid|scared|terrified) of (?<v>.+)', { attribute: 'afraid of', cardinality: 'many' }),
  row(`(?<s>i|we) (?:am|are) not ${quality}`, { attribute: 'be', cardinality: 'one-of-kind', stance: 'denied' }),
  row(`(?<s>i|we) (?:am|are) ${quality}`, { attribute: 'be', cardinality: 'one-of-kind' }),
  row('(?<s>i|we) ea(?:t)? (?<v>meat)', { attribute: 'be', cardinality: 'one-of-kind', goesOn: true }),
  // To take a medicine and to be on it are the same.
  row(`(?<s>i|we) ta(?:k|ke|king) (?<v>.+?)${purpose}`, { cardinality: 'many', ends: ['take', 'on'].map(habit) }),
  // Activities, which only a retraction ends.
  row(`(?<s>i|we) do not (?<a>[a-zà-ž]{2,20})(?: (?<v>.+))?`, { cardinality: 'many', stance: 'denied' }),
  row(
    `(?<s>i|we) (?<a>(?!no\\b|had|went|got|was|were|did|thought|wanted|think|hope|guess|will|can|could|am|are|broke|sold)[a-zà-ž]{2,20})(?: got)?(?: (?<v>.+))?`,
    { cardinality: 'many' },
  ),
]
