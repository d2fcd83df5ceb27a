import { source } from '../../text/regex.ts'
import type { ClaimRow } from './claim.ts'
import { claiming, form, ofPartners } from './claim-forms.ts'
import { ending, from, habit, have, judged, purpose, subject, thing } from './claim-row-parts.ts'
import { newsRows } from './claim-rows-news.ts'
import { peopleRows } from './claim-rows-people.ts'
import { month } from './claim-value.ts'
import { forgettingRows } from './claims-to-forget.ts'

const moved =
  '(?:moved|pushed|slipped|put (?:off|back|forward)|postponed|rescheduled|rebooked|shifted|delayed|brought forward|changed|switched|set|updated|increased|raised|upped|reduced|lowered|cut|decreased|extended|renamed|migrated|upgraded|bumped|rewritten|converted|got|gotten|brought)'
const went = '(?:went|gone|grew|grown|dropped|rose|risen|fell|fallen|climbed|jumped|improved|up|down)'
const time = source`(?:(?:on|at|by|around|every|each) )?(?:the )?(?:\d|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.? \d).*`
/** A device that people have one of, by its name and model. */
const device = source`(?:iphone|ipad|macbook|pixel|galaxy|oneplus|apple watch|airpods|kindle|playstation|ps|xbox|thinkpad|surface|garmin|fitbit|quest)(?: (?:air|pro|mini|note|tab|watch|series))*[ -]?[a-z]?\d{1,4}`

/** The claims of having a thing, which all end when it is sold. */
const sells = ending([
  { subject: 'me', attribute: 'car' },
  { subject: 'my car', attribute: 'is' },
  ...['own', 'have', 'drive', 'ride'].map((verb) => ({ ...habit(verb), subject: 'me' })),
])

/** What ends when the thing is bought or found. */
const finds = ending(
  ['save', 'look', 'shop'].flatMap((verb) => ['me', 'us'].map((one) => ({ ...habit(verb), subject: one }))),
)
/** What a person is: not a feeling, a place or an activity of the moment. */
const quality = source`(?!(?:so|very|sure|glad|happy|sad|sorry|afraid|excited|ready|able|off|here|there|fine|ok|okay|good|great|tired|proud|lucky|done|back|in|up|on|at|with|from|about|like|just|even|[a-zà-ž]{2,20}ing)\b)(?<v>(?:an? )?\S+(?: \S+){0,4})`

const renewed = claiming({ ...form.changed.claims, goesOn: true })
/** The tool that a thing of ours uses, one at a time. Another one replaces it if the statement marks a change. */
const tool = claiming({ attribute: 'use', cardinality: 'marked', goesOn: true })
const count = claiming({ attribute: 'count', cardinality: 'one-of-kind', mark: 'weak' })
/** Activities that end when something is given up. */
const stops = ending(
  'drink eat smoke play watch learn study take on follow do wear need work teach volunteer'.split(' ').map(habit),
)
/** What ends when it is cancelled, and when it is finished. */
const cancels = ending(['have', 'subscribe', 'pay', 'plan', 'book', 'rent', 'attend', 'on'].map(habit))
const finishes = ending(['read', 'watch', 'study', 'attend', 'write', 'take', 'on', 'do', 'learn', 'train'].map(habit))
/** What ends when two people part. */
const partsFrom = ending([
  habit('date'),
  { attribute: 'be' },
  ...['girlfriend', 'boyfriend', 'partner', 'wife', 'husband'].flatMap((one) =>
    ['name', 'is'].map((attribute) => ({ subject: `my ${one}`, attribute })),
  ),
])

const isDone = claiming({ ...form.over.claims, mark: 'clear', goesOn: true })
const teamSize = claiming({ attribute: 'team size', cardinality: 'one' })
const owner = claiming({ attribute: 'owner', cardinality: 'marked', goesOn: true })
const newOwner = claiming({ ...owner.claims, mark: 'clear' })
/** A person who has a task, and the task. */
const holder = source`(?<v>(?!(?:he|she|it|they|you|we|who|that|this|there|which|what|everyone|everybody|nobody|someone|somebody|please|never|always|no)\b)(?:my )?[a-zà-ž.'-]+(?: [a-zà-ž.'-]+){0,2}?)`
const held = source`(?!(?:an?|to|on|in|at|by|up|off|over|with|for|from|your|it|that|this|these|those|them|him|her|me|us|you|what|so|well|one|two|several|some|more|many|his|their|\d+)\b)(?:(?:the|our|my|all|all the) )?(?<s>[a-zà-ž][a-zà-ž\d-]*(?: (?!(?:in|at|on|for|with|from|and|because|since|but)\b)[a-zà-ž\d-]+){0,3})(?: (?:in|at|on|for) (?:our|the|my) [^,]{2,40})?`
const needs = claiming({ attribute: 'needs', cardinality: 'one-of-kind' })
const stage = claiming({ attribute: 'stage', cardinality: 'one' })
const sideJob = claiming({ ...habit('work'), cardinality: 'many' })
const switches = claiming({ ...form.switched.claims, goesOn: true })
const prefersNow = claiming({ ...form.prefer.claims, mark: 'clear' })
const port = claiming({ attribute: 'port', cardinality: 'one' })
const language = claiming({ attribute: 'language', cardinality: 'marked' })
const newLanguage = claiming({ attribute: 'language', cardinality: 'one', mark: 'clear' })
const deployTime = claiming({ attribute: 'deploy when', cardinality: 'marked' })
const isUsed = claiming({ ...form.use.claims, goesOn: true })
const notUsed = claiming({ ...form.use.claims, stance: 'denied' })
const drives = claiming({ attribute: 'car', cardinality: 'marked' })
const sellsCar = ending([
  { subject: 'me', attribute: 'car', value: '' },
  { subject: 'my car', attribute: 'is', value: '' },
])
const ownCar = claiming({ subject: 'me', attribute: 'car', cardinality: 'marked', goesOn: true })
/** Services that come from one company at a time, and goods that come from one, where a change is called one. */
const service = source`(?:(?:my|our|the) )?(?<a>bank|(?:business|joint|current|savings) account|savings|mortgage|pension|broadband|internet|electricity|gas|energy|phone|mobile|(?:[a-zà-ž]+ )?insurance)(?: (?:account|contract|plan|supply|provider|supplier))?`
const supplied = claiming({ subject: 'me', cardinality: 'marked' })
const changesSupply = claiming({ ...supplied.claims, mark: 'clear', goesOn: true })
const changesMajor = ending([{ ...habit('study'), subject: 'me', value: '' }])
const changesTeam = ending(['lead', 'manage', 'run', 'work', 'in', 'on'].map(habit))
const graduates = ending([{ attribute: 'be', value: 'student' }, habit('study')])
const qualifies = ending(
  ['apprentice', 'trainee'].flatMap((value) => ['be', 'job'].map((attribute) => ({ attribute, value }))),
)
const endsPhd = ending([
  { ...habit('do'), value: 'phd' },
  { attribute: 'be', value: 'phd student' },
])
const stepsDown = ending([{ attribute: 'be' }, { attribute: 'job' }])
const isBackAtWork = ending([{ ...habit('on'), value: 'leave' }])
const findsJob = ending([{ attribute: 'be', value: 'unemployed' }])
const breaksUp = ending([
  { ...form.maritalStatus.claims, subject: 'me', value: 'engaged' },
  ...ofPartners('my girlfriend', 'my boyfriend'),
])
const newStatus = claiming({ subject: 'me', ...form.maritalStatus.claims, mark: 'clear' })
const gets = claiming({ ...habit('have'), cardinality: 'many', mark: 'weak', goesOn: true })
const learns = claiming({ attribute: 'can', cardinality: 'many', mark: 'weak' })
const stopsUsing = ending([{ attribute: 'use' }, { attribute: 'order to use', subject: 'me' }])
const reaches = claiming({ ...count.claims, mark: 'clear', goesOn: true })
const hasDevice = claiming({ attribute: 'device', cardinality: 'one-of-kind', mark: 'weak', goesOn: true })
const ownDevice = claiming({ subject: 'me', ...hasDevice.claims })
const when = claiming({ cardinality: 'marked', goesOn: true })
const figure = claiming({ cardinality: 'one-of-kind' })
const isOff = claiming({ ...form.over.claims, mark: 'clear' })
const are = claiming({ attribute: 'is', cardinality: 'marked', goesOn: true })
const grade = claiming({ attribute: 'grade', cardinality: 'one' })
const fears = claiming({ attribute: 'afraid of', cardinality: 'many' })
const takes = claiming({ cardinality: 'many', ends: ['take', 'on'].map(habit) })

/** The forms of English statements. The first match is taken; a row with `goesOn` lets later rows match, too. */
export const englishRows: readonly ClaimRow[] = [
  // Where things are; things "live" somewhere, too.
  tool`(?<s>(?:my|our|the) [a-zà-ž\d' -]{1,50}?) (?:live|lives|(?:is|are) (?:stored|kept|hosted|built|deployed)) (?:in|on|with) (?<v>.+)`,
  ...forgettingRows,
  ...newsRows,
  ...peopleRows,
  // Who supplies what.
  supplied`(?:i|we) (?<a>bank) (?:with|at) (?<v>.+)`,
  supplied`${service} (?:is|are) with (?<v>.+)`,
  supplied`my (?<a>bank) is ${judged}(?<v>.+)`,
  supplied`(?:i|we) (?:get|buy|order|source) (?!(?:it|them|this|that|these|those)\b)(?:(?:my|our|all|the) )*(?<a>[a-zà-ž -]{3,30}?) from (?!(?:time|now|there|here|him|her|them|you)\b)(?<v>.+)`,
  supplied`(?:my|our|the) (?<a>[a-zà-ž]+(?: [a-zà-ž]+)?) comes? from (?<v>.+)`,
  changesSupply`(?:(?:i|we) )?${have}(?:moved|switched|changed|transferred|gone|went) (?:over )?to (?<v>[^,]+) (?:for|with) ${service}`,
  changesSupply`(?:(?:i|we) )?${have}(?:moved|switched|changed|transferred) ${service}(?: over)? to (?<v>(?!(?:the|an?|my|our)\b).+)`,
  // Changes of a value.
  renewed`(?:(?:the|my|our) )?[a-zà-ž]+ ${have}(?:${moved}|change|switch|move|update|increase|raise|reduce|lower|extend|push|postpone|reschedule|upgrade|rename|put(?=.* (?:back|forward) to (?:the )?(?:\d|[a-z]+day\b|${month} \d))) ${thing}(?: (?:up|down|back|forward|over))?${from} to (?<v>.+)`,
  renewed`${thing} (?:(?:has been|have been|was|were|is|are|got|gets|has|have) )?(?:${moved}|${went})(?: (?:up|down|back|forward|over))?${from} (?:to|until|in) (?<v>.+)`,
  renewed`${thing} ${have}(?:reached|hit|passed) (?<v>\d.*)`,
  isDone`(?:i|we) ${have}(?:passed|failed|submitted|handed in|defended) ${thing}`,
  form.dose`(?<s>i) (?:take|am on) (?<n>[a-zà-ž]{4,}) (?<v>\d.*)`,
  teamSize`(?:so )?(?<s>we) are (?<v>\d+)(?: (?:people|persons|employees|members|devs|developers|engineers|nurses|staff|of us))?(?: (?:at [a-zà-ž]+|(?:in|on) (?:the|our|my) (?:team|company|startup)))?`,
  // Tools and their purposes.
  switches`(?<s>i|we) ${have}(?:(?:am|are) )?(?:moved|migrated|switched|ported|converted|transferred|moving|migrating|switching) (?<f>(?!(?:from|to|into|over|back|in|out|away|on)\b)[a-zà-ž\d' -]{2,50}?)(?: over)?${from} to (?<v>(?!(?:the|my|our|an?|\d+(?:st|nd|rd|th)?)\b).+)`,
  switches`(?<s>i|we) ${have}(?:rewrote|rewritten|rebuilt|redid|redone) (?<f>[a-zà-ž\d' -]{2,50}?)${from} (?:in|with|on) (?<v>.+)`,
  tool`(?<s>i|we) (?:keep|store|host|track|manage|write|deploy) (?<n>(?!(?:an?|no|it|them)\b)[a-zà-ž\d' -]{2,50}?) (?:in|on|with) (?<v>.+)`,
  form.changed`(?:(?:i|we) )?${have}(?:moved|pushed|postponed|rescheduled|shifted|changed|switched) (?<a>[a-zà-ž' -]{3,40}?)(?:(?: back| up)? to (?=(?:the )?(?:\d{1,2}(?::\d\d| ?[ap]m|st|nd|rd|th)|noon|(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*days?)?|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]* \d)\b)|,? (?:and |so )?(?:now )?(?:its|it is|they are|theyre) )(?<v>.+)`,
  // Beside another job, perhaps.
  sideJob`(?<s>i|we) work (?:(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|weekends|nights|evenings|mornings|part[- ]time|and|\+|&),? )+at (?<v>.+)`,
  stops`(?<s>i|we) ${have}(?:switched|moved|changed|went)(?: over| back)? from (?<v>.+?) to .+`,
  switches`${subject} ${have}(?:(?:am|is|are) )?(?:switched|migrated|moved|changed|went|gone|upgraded|updated|switching|migrating|moving)(?: (?:over|back))?${from} to (?:using )?(?<v>.+?)${purpose}(?:, .+)?`,
  prefersNow`${subject} ${have}switched(?: (?:over|back))?${from} to (?<v>[^,]+)(?:, .+)?`,
  form.switched`${subject} ${have}replaced (?<o>.+?) (?:with|by) (?<v>.+?)${purpose}`,
  form.switched`${subject} ${have}upgraded (?:the |our )?(?<n>[a-zà-ž -]{1,40}?) to (?<v>.+)`,
  port`${subject} (?:run|runs|listen|listens) on port (?<v>\d+)`,
  language`${subject} (?:am|is|are) (?:re)?written in (?<v>.+)`,
  newLanguage`${subject} (?:(?:was|were|has been|got) )?(?:rewritten|ported) (?:in|to) (?<v>.+)`,
  deployTime`${subject} (?:deploy|deploys) (?<v>every .+|(?:on|at) ${time})`,
  form.chosen`${subject} choose (?<v>.+?)${purpose}`,
  isUsed`${subject} (?:am|is|are) on (?<v>[a-zà-ž][a-zà-ž.-]*(?: [a-zà-ž]+)? v?\d[\w.]*)(?: (?:on|at|in|with) .+)?`,
  form.use`${subject} (?:use|uses|am using|is using|are using|run|runs|(?:run|runs|deploy|deploys|host(?: everything)?) (?:on|to)|(?:build|deploy|format|lint|test|bundle|monitor)s? with) (?:on )?(?<v>.+?)${purpose}`,
  notUsed`${subject} (?:do not|does not) (?:use|run|run on) (?:on )?(?<v>.+)`,
  drives`${subject} (?:drive|drives) (?!.*\b(?:rental|at work|for work|loaner)\b)(?<v>.+)`,
  sells`(?:i|we) (?:have )?(?:sold|scrapped|gave away|got rid of|traded(?: in)?) (?:my|our|the) (?<v>[^,]+?)(?: in)?(?: (?:for|and) .+)?`,
  sellsCar`(?:i|we) (?:have )?(?:sold|scrapped|got rid of) (?:my|our|the) car`,
  ownCar`my (?:new )?car is (?:an? |the )?(?<v>.+)`,
  finds`(?<s>i|we) (?:have )?(?:bought|got|found) (?:an? |the |our |my )?(?<v>[^,]+)`,
  changesMajor`(?:i|we) (?:have )?(?:changed|switched) (?:my|our) (?:majors?|degree|course of studies|subject) .+`,
  changesTeam`(?<s>i) (?:have )?(?:moved|switched|transferred) to (?:the|another|a different) (?:[a-zà-ž-]+ )?(?<v>team|department)`,
  // Who does what, what it needs, and how far it is.
  owner`${holder} (?:owns|handles|approves|maintains|manages|leads|covers|looks after|takes care of|is (?:responsible for|in charge of|handling|managing|leading)) ${held}`,
  newOwner`${holder} ${have}(?:took|taken|takes|is taking) over ${held}(?: from .+)?`,
  owner`${holder} (?:is )?do(?:es|ing)? (?=(?:the|our|my|all) [a-zà-ž ]*(?:books|bookkeeping|accounts|accounting|taxes|payroll|invoices|invoicing|billing|website|socials?|marketing|cooking|dishes|laundry|cleaning|shopping|ironing|school run|pick-?ups?|drop-?offs?|driving)\b)${held}`,
  needs`(?:(?:my|our|the|all) )?(?<s>[a-zà-ž]+s) (?:need|require) (?:only |just |at least )?(?<v>\d+ [a-zà-ž]+)(?: (?:in|on|at|from|for) .*)?`,
  stage`(?:(?:my|our|the) )?(?<s>[a-zà-ž]{2,10}-\d+|(?:pr|mr|issue|ticket|bug) #?\d+) (?:is|was|got|has been|went) (?:in )?(?<v>(?:review|progress|testing|qa|open|reopened|blocked|waiting|on hold|stuck|ready|done|merged|closed|fixed|resolved|shipped|released|deployed|live|cancell?ed))\b.*`,
  // What is cancelled, finished or left.
  cancels`(?<s>i|we) ${have}(?:cancell?ed|unsubscribed from|called off) (?:my |our |the )?(?<v>[^,]+?)(?: (?:subscription|membership|account|plan))?`,
  finishes`(?<s>i|we) ${have}(?:finished|completed|passed|graduated from|dropped out of) (?:my |our |the )?(?<v>[^,]+)`,
  graduates`(?<s>i|we) (?:have )?(?:graduated(?! from (?:high|middle|primary|elementary))|dropped out(?= of (?:uni|university|college|my (?:degree|course|studies|phd))\b))[^,]*`,
  qualifies`(?<s>i) (?:have )?qualified(?: as .+)?`,
  endsPhd`(?<s>i) (?:have )?(?:started|begun|got|(?:am|are) start(?:ing)?) (?:an?|my|the) postdoc\b.*`,
  stepsDown`(?<s>i|we) ${have}(?:stepped down|resigned|retired) (?:as|from being) (?<v>[^,]+)`,
  isBackAtWork`(?<s>i|we) (?:am|are) back (?:at|to) work(?=$|[.,!]| (?:on [a-zà-ž]+day|since|now|after|next|this|full|part)\b).*`,
  findsJob`(?<s>i|we) ${have}(?:found|got|landed|start|started|(?:am|are) start(?:ing)?) (?:an?|the|my) (?:new )?(?:job|position)(?=$|[.,!]| (?:at|with|as|in|on|offer|tomorrow|next|last|yesterday|today)\b).*`,
  breaksUp`(?:i|we) (?:have )?(?:broke|broken|split) up(?=$|[.,!;]| (?:last|yesterday|today|this|after|in|for good|because|a|two|\d)\b)[^,]*`,
  partsFrom`(?<s>i|we) (?:have )?(?:broke|broken|split) up with (?<v>[a-zà-ž]+)(?![a-zà-ž]| at\b)(?=$|[.,!;]| )[^,]*`,
  newStatus`(?:i am|we are) getting (?<v>divorced|separated)`,
  // What is acquired or learned.
  gets`(?<s>i|we) (?:bought|adopted|acquired|leased|own) (?:an? )?(?<v>.+?)(?: for .+)?`,
  claiming({ attribute: 'can', cardinality: 'many', stance: 'denied' })`(?<s>i|we) can not (?<v>.+)`,
  claiming({ attribute: 'can', cardinality: 'many' })`(?<s>i|we) can (?<v>.+)`,
  learns`(?<s>i|we) (?:have )?(?:learned|learnt) (?:how )?to (?<v>.+)`,
  isUsed`(?<s>i|we) (?:am|are) on (?:the |an? )?(?<v>.+ (?:plan|tier))`,
  // Things given up, and their replacements.
  form.over`${subject} (?:dropped|drop) (?<a>support) for (?<v>.+)`,
  form.switched`${subject} give up (?<o>.+?)(?: in favou?r of| for(?! (?:the|our|my|all|\d+)\b)|(?:[:,;]| and| so| -| –)+ (?:[a-zà-ž]+ ){1,3}?(?:moves? to|moved to|goes to|switch(?:es|ed)? to|is|are|uses?)) (?:now )?(?<v>.+)`,
  stopsUsing`${subject} (?:give up|(?:have )?(?:stopped|quit)) (?:the |my |our )?(?<v>[^,]+?)${purpose}`,
  stops`${subject} (?:give up|(?:have )?(?:stopped|quit|dropped(?= (?:the |my )?[a-zà-ž]+ (?:fasting|diet|course|class|lessons?|plan)\b))) (?!(?:at|by|in|on|off|for|to|from|over|near|with|reading)\b)(?:the |my |our )?(?<v>[^,]+)`,
  // Counts and wishes, of which the newest holds.
  count`${subject} (?:have|has|had)(?: got)? (?<v>\d+ .+)`,
  claiming({ ...count.claims, mark: 'clear' })`${subject} ${have}(?:grown|grew|expanded|shrunk|shrank) to (?<v>\d+ .+)`,
  reaches`${subject} (?:${have}(?:reached|hit|passed|crossed|surpassed|got to)|(?:am|are|is) (?:at|up to|down to)) (?<v>\d.*)`,
  hasDevice`(?<s>i) (?:have|own|use|got|bought|am on|(?:upgraded|switched|swapped|moved)(?: over)? to) (?:an? |the |my )?(?:new )?(?!.*\b(?:for|at work|in a|in the|drawer|testing)\b)(?:samsung |google |apple )?(?<v>${device})\b.*`,
  ownDevice`my (?:phone|mobile|laptop|tablet) is (?:now )?(?:an? |the )?(?:new )?(?:samsung |google |apple )?(?<v>${device})\b.*`,
  form.counted`(?<s>i|we) have (?<a>[a-zà-ž]{2,20}(?: [a-zà-ž']{1,20}){0,3}?) (?<v>\d.*)`,
  claiming({ ...form.prefer.claims, goesOn: true })`(?<s>i|we) prefer (?<v>.+?) (?:over|to) (?<o>.+)`,
  form.prefer`(?<s>i|we) prefer (?<v>.+?)(?: (?:over|to) .+?)?${purpose}`,
  // When and how often a person does something.
  when`(?<s>i|we) (?<a>(?:am|are) (?:on (?:call|duty|support)|remote|in the office|working from home)|(?!(?:am|are|was|were|had|did|will|can)\b)[a-zà-ž]{2,20}(?: [a-zà-ž']{1,20}){0,4}?) (?<v>${time})`,
  // Numbers after a verb: `our server handles 200 requests`.
  figure`(?<s>(?:my|our|the) [a-zà-ž\d' -]{1,50}?) (?<a>(?![a-zà-ž]+ (?:is|are|was)\b)[a-zà-ž]{2,20}s(?: [a-zà-ž]{1,20}){0,2}) (?<v>\d.*)`,
  // What something is. A cancelled thing has no day any more.
  isOff`${thing} (?:am|is|are|was|were|has been|have been|got) (?:cancell?ed|called off)`,
  form.isNot`${thing} (?:am|is|are|will be) not (?<v>.+)`,
  form.is`${thing} (?:takes place|starts|begins) (?<v>${time})`,
  are`(?:(?:my|our|the) )?(?<s>(?:(?!also\b)[a-zà-ž]+ )?[a-zà-ž]{3,20}s) are (?:on )?(?<v>${time}|(?:in )?${month}\b.*)`,
  form.is`${thing} (?:am|is|are)(?: (?:on|at|up to|down to))? (?<v>.+)`,
  grade`${subject} (?:am|is) in (?:the )?(?<v>\d+(?:st|nd|rd|th) (?:grade|year|semester)|(?:grade|year|class) \d+).*`,
  form.does`(?<s>i|we) (?:am|are) (?<a>on|in|into) (?<v>.+)`,
  fears`(?<s>i|we) (?:am|are) (?:afraid|scared|terrified) of (?<v>.+)`,
  claiming({ attribute: 'be', cardinality: 'one-of-kind', stance: 'denied' })`(?<s>i|we) (?:am|are) not ${quality}`,
  claiming({ attribute: 'be', cardinality: 'one-of-kind' })`(?<s>i|we) (?:am|are) ${quality}`,
  claiming({ attribute: 'be', cardinality: 'one-of-kind', goesOn: true })`(?<s>i|we) ea(?:t)? (?<v>meat)`,
  // To take a medicine and to be on it are the same.
  takes`(?<s>i|we) ta(?:k|ke|king) (?<v>.+?)${purpose}`,
  // Activities, which only a retraction ends.
  form.doesNot`(?<s>i|we) do not (?<a>[a-zà-ž]{2,20})(?: (?<v>.+))?`,
  form.does`(?<s>i|we) (?<a>(?!no\b|had|went|got|was|were|did|thought|wanted|think|hope|guess|will|can|could|am|are|broke|sold)[a-zà-ž]{2,20})(?: got)?(?: (?<v>.+))?`,
]
