import type { ClaimLanguage, ClaimRow } from './claim.ts'
import { verbStem } from './subject.ts'

const subject = "(?<s>i|we|(?:my|our|the|his|her|their|\\p{L}+'s) [\\p{L}\\d' -]{1,50}?|\\p{L}[\\p{L}\\d-]{1,30})"
const thing = "(?<a>(?:my|our|the) [\\p{L}\\d' -]{1,60}?)"
const changed =
  '(?:moved|pushed(?: back)?|postponed|rescheduled|shifted|delayed|brought forward|changed|switched|set|updated|increased|raised|reduced|lowered|cut|decreased|extended|renamed|migrated|upgraded|rewritten|converted)'
const change =
  '(?:change|switch|move|update|increase|raise|reduce|lower|extend|push|postpone|reschedule|set|upgrade|rename)(?:d|ped)?'

/** Up to four words that can be a name. */
const name =
  "(?<v>(?!(?:back|later|when|whenever|if|crazy|old|stupid|lazy|picky|weird|now|at|on|in|by|for|from|a|an|the|as|or|and|please|out|this|over|up|soon|asap|maybe|with|not|what|spelled|spelt)\\b)\\p{L}[\\p{L}.'-]*(?: (?!(?:but|and|with|when|if|or|by|because|so|that|you|please)\\b)\\p{L}[\\p{L}.'-]*){0,3})(?:,? (?:but|and|with|by the way|please)\\b.*)?"

/** Names of places begin with no article, but for a few; and one moves to languages, tools, chapters and jobs, too. */
const place =
  '(?<v>(?!(?:an?|my|our|his|her|their|this|that|these|those|one|two|three|\\d+|some|constant|peace|harmony|fear|poverty|style|hope|interesting|here|there|next|another|step|phase|part-time|full-time|remote|management|production|staging|frontend|backend|bed|sleep|tears|together|typescript|javascript|python|rust|golang|go|java|kotlin|swift|scala|ruby|php|elixir|c\\+\\+|c#|node|deno|bun|npm|pnpm|yarn|react|vue|angular|svelte|linux|windows|macos|ubuntu|debian|vim|neovim|emacs|vs ?code|git|github|gitlab|docker|kubernetes|aws|azure|gcp|postgres|postgresql|mysql|sqlite|mongodb|jest|vitest|webpack|vite|slack|teams|jira|linear|notion|esm|v\\d+|version)\\b|the (?!(?:netherlands|usa?|u\\.s\\.|uk|u\\.k\\.|states|united|czech|philippines|bahamas|maldives|gambia|emirates|bronx|hague|bay area|algarve|cotswolds|midwest|north of|south of|east of|west of)\\b)).+)'

/** What is gone when it is sold, whichever way it was said that one has it. */
const owning: readonly Pick<ClaimRow, 'attribute' | 'subject'>[] = [
  { attribute: 'car' },
  { attribute: 'is', subject: 'my car' },
  ...['own', 'have', 'drive', 'ride'].map((verb) => ({ attribute: `do ${verbStem(verb)}` })),
]

const status = '(?<v>single|engaged|married|divorced|separated|widowed)(?: (?:to|since|from|for) .+)?'
const numbers = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function row(pattern: string, rest: Omit<ClaimRow, 'pattern'>): ClaimRow {
  return { pattern: new RegExp(`^${pattern}$`, 'u'), ...rest }
}

/** The forms of English statements; the first that fits is taken, and those below it where it says so. */
const rows: readonly ClaimRow[] = [
  // Where one lives and works, what one is called.
  row(`${subject} (?:live|lives|reside|resides|am based|is based|are based) in ${place}`, {
    attribute: 'home',
    cardinality: 'one-if-alike',
  }),
  row(`${subject} (?:(?:have|has) )?(?:moved|relocated)(?: over)? from (?<o>.+?) to ${place}`, {
    attribute: 'home',
    cardinality: 'one',
    mark: 'clear',
    goesOn: true,
  }),
  row(`${subject} (?:(?:have|has) )?(?:moved|relocated)(?: over)? (?:to|into) ${place}`, {
    attribute: 'home',
    cardinality: 'one',
    mark: 'clear',
    goesOn: true,
  }),
  row(`${subject} (?:work|works|am working|is working) (?:at|for) (?<v>.+)`, {
    attribute: 'employer',
    cardinality: 'one',
  }),
  row(
    `${subject} (?:(?:have|has) )?(?:started|got|took|accepted) (?:a |my |his |her )?(?:new )?(?:job|position|role|work|working) (?:at|with|for) (?<v>.+)`,
    { attribute: 'employer', cardinality: 'one', mark: 'clear' },
  ),
  row(
    `${subject} (?:(?:have|has) )?started(?: working)? (?:at|with) (?<v>(?!(?:\\d|an?\\b|the\\b|my|our|this|that|noon|midnight|dawn|home|once|first|zero|scratch|school|university|college|step|page|line|chapter|level|least)).+)`,
    { attribute: 'employer', cardinality: 'one', mark: 'clear' },
  ),
  row(`${subject} (?:work|works|am working|is working) as (?<v>.+)`, { attribute: 'job', cardinality: 'marked' }),
  row(`(?<s>my|our|the|\\p{L}+'s)(?: (?<n>[\\p{L}\\d -]{1,40}?)(?:'s)?)? name is (?:spelled |spelt )?${name}`, {
    attribute: 'name',
    cardinality: 'one',
  }),
  row(`${subject} (?:am|is|are) (?:called|named) ${name}`, { attribute: 'name', cardinality: 'one' }),
  row(`${subject} (?:am|is|are) not (?:called|named) ${name}`, {
    attribute: 'name',
    cardinality: 'one',
    stance: 'denied',
  }),
  row(`(?:please )?call me ${name}`, { subject: 'me', attribute: 'form of address', cardinality: 'one' }),
  row(`${subject} (?:renamed|have renamed|has renamed) ${thing.replace('<a>', '<n>')} to (?<v>.+)`, {
    attribute: 'name',
    cardinality: 'one',
    mark: 'clear',
  }),
  row(`${subject} (?:am|is|are) (?:happily |newly )?${status}`, {
    attribute: 'marital status',
    cardinality: 'one',
  }),
  // Married was one once, too.
  row(`${subject} (?:got|(?:have|has) gotten) (?<v>divorced|separated)(?: from .+)?`, {
    attribute: 'marital status',
    cardinality: 'one',
  }),
  row(`${subject} (?:am|is|are) not ${status}`, {
    attribute: 'marital status',
    cardinality: 'one',
    stance: 'denied',
  }),
  // How old one is, and since when.
  row(`${subject} (?:am|is) (?<v>\\d{1,3})(?: years)?(?: old)?`, { attribute: 'age', cardinality: 'one' }),
  row(`${subject} (?:(?:have|has) )?turned (?<v>\\d{1,3})`, { attribute: 'age', cardinality: 'one', mark: 'clear' }),
  row(`${subject} (?:was|were|am|is) born in (?<v>\\d{4})`, { attribute: 'birth year', cardinality: 'one' }),
  row(`${subject} (?:was|were|am|is) born on (?<v>.+)`, { attribute: 'birthday', cardinality: 'one' }),
  row(`${subject} (?:was|were|am|is) born in (?<v>.+)`, { attribute: 'birthplace', cardinality: 'one' }),
  // What was changed into what.
  row(`(?:i|we|they) (?:(?:have|has|had) )?${change} ${thing} from (?<o>.+?) to (?<v>.+)`, {
    cardinality: 'one',
    mark: 'clear',
    goesOn: true,
  }),
  row(`(?:i|we|they) (?:(?:have|has|had) )?${change} ${thing} to (?<v>.+)`, {
    cardinality: 'one',
    mark: 'clear',
    goesOn: true,
  }),
  row(
    `${thing} (?:(?:has been|have been|was|were|is|are|got|gets|has|have) )?${changed} from (?<o>.+?) (?:to|until|in) (?<v>.+)`,
    { cardinality: 'one', mark: 'clear', goesOn: true },
  ),
  row(`${thing} (?:(?:has been|have been|was|were|is|are|got|gets|has|have) )?${changed} (?:to|until|in) (?<v>.+)`, {
    cardinality: 'one',
    mark: 'clear',
    goesOn: true,
  }),
  // What is used.
  row(`${subject} (?:(?:have|has) )?(?:switched|migrated|moved|changed|went)(?: over)? from (?<o>.+?) to (?<v>.+)`, {
    attribute: 'use',
    cardinality: 'one-of-kind',
    mark: 'clear',
  }),
  row(`${subject} (?:(?:have|has) )?(?:switched|migrated|moved|changed)(?: over)? to (?:using )?(?<v>.+)`, {
    attribute: 'use',
    cardinality: 'one-of-kind',
    mark: 'clear',
  }),
  row(`${subject} (?:(?:have|has) )?replaced (?<o>.+?) (?:with|by) (?<v>.+)`, {
    attribute: 'use',
    cardinality: 'one-of-kind',
    mark: 'clear',
  }),
  row(`${subject} (?:(?:have|has) )?upgraded (?:the |our )?(?<n>[\\p{L} -]{1,40}?) to (?<v>.+)`, {
    attribute: 'use',
    cardinality: 'one-of-kind',
    mark: 'clear',
  }),
  row(`${subject} (?:run|runs|listen|listens) on port (?<v>\\d+)`, { attribute: 'port', cardinality: 'one' }),
  row(`${subject} (?:am|is|are) (?:re)?written in (?<v>.+)`, { attribute: 'language', cardinality: 'marked' }),
  row(`${subject} (?:(?:was|were|has been|got) )?(?:rewritten|ported) (?:in|to) (?<v>.+)`, {
    attribute: 'language',
    cardinality: 'one',
    mark: 'clear',
  }),
  row(`${subject} (?:deploy|deploys) (?<v>(?:on|at|every) .+)`, { attribute: 'deploy when', cardinality: 'marked' }),
  row(
    `${subject} (?:use|uses|am using|is using|are using|run|runs|run on|runs on|build with|deploy with|deploys with) (?:on )?(?<v>.+?)(?: (?:as|for) (?:our|the|my|a|an|everything|all|tests?)\\b.*)?`,
    { attribute: 'use', cardinality: 'one-of-kind' },
  ),
  row(`${subject} (?:do not|does not) (?:use|run|run on) (?:on )?(?<v>.+)`, {
    attribute: 'use',
    cardinality: 'one-of-kind',
    stance: 'denied',
  }),
  row(`${subject} (?:drive|drives) (?<v>.+)`, { attribute: 'car', cardinality: 'marked' }),
  ...owning.map((of) =>
    row('(?:i|we) (?:have )?(?:sold|scrapped|gave away|got rid of) (?:my|our|the) (?<v>.+)', {
      ...(of.subject === undefined ? { subject: 'me' } : {}),
      ...of,
      cardinality: 'many',
      stance: 'ended',
      goesOn: true,
    }),
  ),
  // A count is the newest one; of two wishes about the same, the newer one.
  row(`${subject} (?:have|has|had) (?<v>\\d+ .+)`, { attribute: 'count', cardinality: 'one-of-kind', mark: 'weak' }),
  row('(?<s>i|we) prefer (?<v>.+?)(?: (?:over|to) .+)?', {
    attribute: 'prefer',
    cardinality: 'one-of-kind',
    mark: 'weak',
  }),
  row(`${subject} (?:dropped|drop) (?<a>support) for (?<v>.+)`, { cardinality: 'many', stance: 'ended' }),
  // What something does, in numbers.
  row(`(?<s>(?:my|our|the) [\\p{L}\\d' -]{1,50}?) (?<a>\\p{L}{2,20}s(?: \\p{L}{1,20}){0,2}) (?<v>\\d.*)`, {
    cardinality: 'one-of-kind',
  }),
  // What something is.
  row(`${thing} (?:am|is|are|will be) not (?<v>.+)`, { cardinality: 'clearly-marked', stance: 'denied' }),
  row(`${thing} (?:am|is|are|takes place|starts|begins)(?: (?:on|at))? (?<v>.+)`, { cardinality: 'clearly-marked' }),
  row(
    `(?<s>i|we) (?:am|are) not (?!(?:so|very|sure|glad|happy|sad|sorry|afraid|excited|ready|able|off|here|there|fine|ok|okay|good|great|tired|proud|lucky|done|back|in|up|on|at|with|from|about|like|just|even|\\p{L}{2,20}ing)\\b)(?<v>(?:an? )?\\S+(?: \\S+){0,4})`,
    { attribute: 'be', cardinality: 'one-of-kind', stance: 'denied' },
  ),
  row(
    `(?<s>i|we) (?:am|are) (?!(?:so|very|sure|glad|happy|sad|sorry|afraid|excited|ready|able|off|here|there|fine|ok|okay|good|great|tired|proud|lucky|done|back|in|up|on|at|with|from|about|like|just|even|\\p{L}{2,20}ing)\\b)(?<v>(?:an? )?\\S+(?: \\S+){0,4})`,
    { attribute: 'be', cardinality: 'one-of-kind' },
  ),
  // What one does: only a retraction ends it.
  row(`(?<s>i|we) do not (?<a>\\p{L}{2,20})(?: (?<v>.+))?`, { cardinality: 'many', stance: 'denied' }),
  row(
    `(?<s>i|we) (?<a>(?!no\\b|had|went|got|was|were|did|thought|wanted|think|hope|guess|will|can|could|am|are|broke|sold)\\p{L}{2,20})(?: (?<v>.+))?`,
    { cardinality: 'many' },
  ),
]

/** English statements. */
export const english: ClaimLanguage = {
  leftOut: [
    /[?？]["')\s]*$/u,
    /^(?:if|unless|whether|when|should|could|would|can|do|does|did|is|are|was|were|has|have|will|shall|may|what|who|why|where|how|which)\b(?! i (?:meant|mean)\b)/,
    /\b(?:if|unless|might|maybe|perhaps|probably|possibly|would|could|should|wish|hope|hoping|want|wants|wanted|plan|plans|planning|going to|gonna|thinking (?:of|about)|consider(?:ing)?|suppose|supposing|imagine|assume|assuming|pretend|hypothetically|interview|almost|nearly|dream(?:ed|t|s|ing)?|try(?:ing)? to|tempted|offered?|will)\b/,
    /\b(?:said|says|say|told|tells|claims?|claimed|thinks|thought|believes?|believed|heard|according to|asked|asks|wrote|writes|reckons|mentioned|rumou?rs?|apparently|supposedly|joked?)\b/,
    /\b(?:today|tonight|tomorrow|this (?:week|weekend|month|morning|afternoon|evening|time|once|sprint|quarter|summer|winter)|until|till|temporar(?:y|ily)|for (?:now|once|this|a (?:day|week|few|while)|the (?:day|week|weekend|moment|time being))|just (?:this )?once|at the moment|next (?:week|month|year|time|summer)|during|while|visiting|on vacation|on holiday|meanwhile)\b/,
    /\b(?:used to|previously|formerly|originally|at first|before that|back then|back when|in those days|as a (?:kid|child|teenager|student)|when i was|years? before|once upon|in the past|at the time|until recently|from \d{4} to|between \d{4} and)\b/,
    /^in \d{4}\b|\b(?:have|has) not\b|\b(?:haven't|hasn't|hadn't|hardly|not yet|some of|sometimes|occasionally|often|usually|mostly|one of)\b/,
    /\b(?:e\.g\.|for example|for instance)/,
    // A story; and a time that is over.
    /^(?:in|for|as part of) (?:the|my|our|this|that|a|an|his|her) (?:\p{L}+ ){0,2}(?:story|novel|book|tale|game|movie|film|play|sketch|poem|song|scenario|example|exercise|role-?play|campaign|chapter|simulation|fiction|fanfic|joke)\b|\b(?:my|the) (?:character|avatar|protagonist|hero)\b/u,
    /\b(?:came|went|moved|come) back\b(?! to\b)|\b(?:and|but|then) (?:then )?(?:i |we )?(?:came|went|moved|returned)\b|\b(?:moved|married|engaged|divorced)\b.{0,80} in (?:19|20)\d{2}\b/,
  ],
  opening:
    /^(?:(?:actually|no|nope|nah|sorry|oops|whoops|wait|correction|i meant(?: to say)?(?: that)?|i mean|what i meant (?:was|is)(?: that)?|edit|update|rather|ok|okay|hey|hi|hello|well|so|and|but|oh|yes|yeah|yep|btw|by the way|fyi|note|remember|remember that|please remember(?: that)?|heads up|just|scratch that|that's wrong|that is wrong|not quite|good news|i am wrong|my mistake|my bad)\b[\s,.:;!–—-]*)/,
  correcting:
    /^(?:(?:ok|okay|hey|well|so|and|but|oh|yes|wait|sorry|oops)[\s,.:;!–—-]+)*(?:actually|no|nope|nah|sorry|oops|whoops|wait|correction|i meant?|what i meant|edit|update|rather|scratch that|that's wrong|that is wrong|not quite|i am wrong|my mistake|my bad)\b/,
  rewrites: [
    [/\b(i) ?'m\b/g, '$1 am'],
    [/\b(he|she|it|that|there)'s\b(?! \p{L}+ (?:is|are)\b)/gu, '$1 is'],
    [/\b(we|they|you)'re\b/g, '$1 are'],
    [/\b(i|we|they|you)'ve\b/g, '$1 have'],
    [/\bwon't\b/g, 'will not'],
    [/\bcan't\b/g, 'can not'],
    [/\b(is|are|was|were|do|does|did)n'?t\b/g, '$1 not'],
    [/\bfavourite\b/g, 'favorite'],
    [/\bcolour/g, 'color'],
    [
      /^(?:the )?user (?=(?:lives|works|is|has|uses|likes|eats|drinks|smokes|plays|moved|speaks|owns|drives|no longer|does|stopped)\b)/g,
      'i ',
    ],
    [/^(?:the )?user's /g, 'my '],
    ...numbers.map((word, index) => [new RegExp(`\\b(have|has|had) ${word} `, 'g'), `$1 ${index + 2} `] as const),
    [/^i is\b/g, 'i am'],
    [/^i does\b/g, 'i do'],
    [/^i has\b/g, 'i have'],
    [/^we are (?=\p{L})/gu, 'we are '],
  ],
  adding: /\b(?:also|too|as well|additionally|in addition|besides|another|additional|a second|else|more)\b/,
  changing: /(?:^now,? |\b(?:now|nowadays|these days|instead)\b(?! of)|^(?:my|our|the) (?=new )|\bnew (?=\p{L}))/u,
  adverbs:
    /\b(?:currently|just|finally|recently|already|officially|still|always|really|presently|now|nowadays|these days|all|both|actually)\b(?! of)|,? (?:last (?:week|month|year|night|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday)|yesterday|(?:a|an|one|two|three|some|\d+) (?:days?|weeks?|months?|years?) ago|in (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)|since .*|in (?<!\bborn in )\d{4})(?=[.!]?$)/gu,
  retracting: [
    /^(?:please )?(?:forget|disregard|ignore)(?: the fact)? that (?<rest>.+)$/,
    /^(?:it is|it's) (?:not true|no longer true|not the case|no longer the case)(?: any ?more| any longer)? that (?<rest>.+)$/,
    /^that (?<rest>.+) is (?:not true|no longer true|not the case|no longer the case)(?: any ?more| any longer)?$/,
    /^(?<rest>.+?),? (?:is|that is) (?:not true|no longer true)(?: any ?more| any longer)?$/,
  ],
  replacing: [
    /^(?<rest>.+?),? instead of (?<o>.+)$/,
    /^(?<rest>.+?),? rather than (?<o>.+)$/,
    /^(?<rest>.+?), not (?<o>.+)$/,
    /^(?<rest>.+?)(?:,| and|, and) no longer (?<o>.+)$/,
  ],
  joint: /(?:,| and| but|;)+ (?=(?:so |now )?(?:i|we|he|she|it|they|my|our|the) )/g,
  rows,
}
