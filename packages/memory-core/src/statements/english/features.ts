import { regex } from '../../text/regex.ts'
import { statementKinds } from '../statement.ts'
import { conditions, namedRelation, stances } from './kinds.ts'
import { months } from './last-day.ts'
import type { Said } from './said-parts.ts'

/** One property of a clause that its worth depends on. */
interface Feature {
  name: string
  /** Its value, mostly 0 or 1. */
  of(said: Said): number
  /** The pattern that it tests, if any. */
  pattern?: RegExp
}

type Test = (said: Said) => number | boolean

const capital = /(?<=[\p{Ll},;:] )\p{Lu}[\p{L}\d]+/gu
const anyName = regex.gu`(?<=^|[\p{Ll},;:] )\p{Lu}\p{Ll}+(?= (?:(?:is|has|was|had|will|does|did|can|do)(?:n't)?|wants|needs|gets|starts|comes|goes|lives|works|left|joined|died|moved|turned|approves|signs|checks|owns|reviews|handles|speaks|loves|likes|hates|plays|eats|takes|runs|teaches|and \p{Lu}\p{Ll}+)\b)`
/** Words in which reflections are written, of which statements have one at most: "a vibrant community fosters growth". */
const reflecting = regex.gi`\b(?:experiences?|journey|sense of|connect(?:s|ed|ing|ions?)?|communit(?:y|ies)|creativ(?:e|ity)|growth|understanding|appreciat(?:e|es|ed|ing|ion)|perspectives?|inspir[a-z]+|emotion(?:s|al|ally)?|meaningful|profound(?:ly)?|essence|insights?|moments?|memor(?:ies|able)|stories|vibrant|rich|captivat[a-z]+|transport(?:s|ed|ing)|resonat[a-z]+|foster(?:s|ed|ing)?|enrich[a-z]*|embrac[a-z]+|explor[a-z]+|discover(?:s|ed|ing|y)?|reflect[a-z]*|express(?:es|ed|ing|ion)?|authentic[a-z]*|fulfil[a-z]*|joy(?:ful)?|excitement|thrill[a-z]*|unique(?:ness|ly)?|deep(?:er|ly)|deepen[a-z]*|nuanced?|atmosphere|empower[a-z]*|transform[a-z]*|shap(?:e|es|ed|ing)|blend[a-z]*|weav[a-z]+|soul|heritage|spark(?:s|ed|ing)?|curiosity|bonds?|passion|narratives?|invaluable|immers[a-z]+|genuin[a-z]+|reali[sz](?:e|ed|ing|ation)|energy|beauty|allow(?:s|ed|ing)? me|help(?:s|ed)? me|makes? me feel|cherish[a-z]*|evok[a-z]+|wonder(?:ful)?)\b`
const specific = regex.u`\d|¤|(?<=[\p{Ll},;:'] )\p{Lu}\p{L}|\b(?:my|our) (?:\p{L}+ )?(?:wife|husband|partner|mother|father|mom|dad|son|daughter|sister|brother|kids?|friend|boss)\b`
/** Characters from which a message to an assistant is long. */
const longTask = 100

/** Whether a clause has a word of the first person. */
export const isOfSpeaker: (said: Pick<Said, 'has'>) => boolean = words(
  "i i'm i've i'll i'd im my mine me we we're we've we'll our ours myself",
)

function lengthOf({ words: { length } }: Said): number {
  return Math.log1p(length) / 2
}

export const calendarDate = regex.i`\b(?:${months.join('|')})\s+\d|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${months.join('|')})\b`
export const deed =
  /\b(?:i|we) (?:just |recently |finally |also |already )?(?!need\b)(?:[a-zà-ž]{2,20}ed|went|had|got|met|saw|made|took|gave|won|held|found|came|ran)\b/i

/** What was done or felt, in the past tense. */
const past = regex.i`\b(?:[a-zà-ž]{2,20}(?<!e)ed|was|were|had|went|got|met|saw|made|took|gave|won|lost|led|held|found|came|ran|left|said|told|felt|kept|sat|stood|drove|rode|rang|sang|swam|swung|spent|sent|caught|brought|bought|thought|taught|fought|fell|flew|grew|knew|threw|drew|blew|ate|drank|began|broke|woke|wore|wrote|chose|froze|spoke|stole|shook|slept|swept|wept|crept|slid|lit|hid|hung|stuck|struck|dug|spun|sank|rang|paid|heard|built|lent|bent|did|didn't|wasn't|weren't|couldn't|dove|crawled|burst)\b`
/** What is so now or at all, which a sentence of the past tense tells beside it, and events of a life. */
const now = regex.i`\b(?:i'm|i am|we're|we are|i've|we've|am|is|are|isn't|aren't|has|have|does|do|don't|doesn't|can|can't|cannot|will|won't|(?:i|we)'ll|(?:i|we)'d (?:like|love|rather|prefer)|always|never|every|each|now|since|my [a-zà-ž]+'s|[a-zà-ž]+'s (?:an?|the|not|been|called|named|in|on|[a-zà-ž]+ed)\b|(?:he|she|it|who)'s)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun|week)days\b|\b(?:years|months) ago\b|\bweekends\b|\bfor (?:[a-zà-ž\d-]+ ){1,2}years\b|\b(?:marry|married|engaged|pregnant|born|(?<!battery |phone |laptop |wi-?fi |signal )died|passed away|promoted|retired|divorced|hired)\b`
/** Whether a clause tells what was done or felt, and nothing that is so. What follows a dash only adds to it. */
export function isDeed(masked: string): boolean {
  const told = masked.replace(/(?<=\S \S+ \S+ ?)[—–;].*$/, '')
  return past.test(told) && !now.test(told)
}

/** The start of a sentence that tells when in a day or a trip something was done; not when in a life. */
const scene = regex.i`^(?!(?:[^,]{0,60} )?(?:years?|months?|divorced?|separat[a-z]+|retire[a-z]*|graduat[a-z]+|married|marriage|wedding|honeymoon|born|birth|baby|pregnan[a-z]+|died|death|passed away|diagnos[a-z]+|surgery|operation|accident|stroke|(?:was|were|finished|left|leaving)(?: still)?(?: (?:at|in))? (?:high |primary |law |med(?:ical)? )?(?:school|college|uni|university)|had (?:the |our |my )?(?:twins|kids|children|first|second|third|son|daughter)|army|military|war|covid|pandemic|lockdown|moved|moving|joined|joining|left|leaving|quit|quitting|promot[a-z]+|(?:was|were) (?:young|little|small|an?|in my|\d|growing|pregnant|living|working|studying)|(?:my|our) (?:last|first|previous|old|ex) )\b)(?:(?:right|just|shortly|soon|not long|immediately|straight|later|earlier|then|and|so) )*(?:(?:this|yesterday|sunday|saturday) (?:morning|afternoon|evening),? )?(?:after|while|when(?! it comes\b)|as(?! (?:for|of|an?|my)\b)|once|before|by the time|during|over|at (?:around |about )?(?:noon|midday|midnight|\d)|around (?:noon|midday|\d)|on (?:my|our|the) (?:way|walk|drive|ride|run|flight|train|trail))\b[^,;]{2,100},\s+(?=\S)`
/** Begins or ends a day: "I started my day with", "I just got back from". */
const dayFrame = regex.i`^(?:i|we) (?:just )?(?:(?:started|kicked off|began|ended|finished|wrapped up|spent) (?:my|our|the) (?:[a-zà-ž]+ ){0,2}(?:day|morning|afternoon|evening|night|weekend)\b|got (?:back|home|off) (?:an?|from|the|my|our)\b|(?:wrapped up|finished) (?:an?|the|my|our) (?:[a-zà-ž-]+ ){0,3}(?:call|breakfast|lunch|dinner|session|meeting|walk|ride|run|workout|chat|shift|day)\b)`

/** Whether a clause tells what was done in the course of a day: "After lunch, I set up the tent". */
function isScene({ masked, opener }: Said): boolean {
  if (dayFrame.test(masked)) return true
  const head = scene.exec(/^(?:as|while|when|once)$/.test(opener) ? `${opener} ${masked}` : masked)?.[0]
  if (head === undefined) return false
  const told = masked.slice(masked.indexOf(',') + 1)
  return isDeed(told) || /^ (?:i|we) (?:[a-z]+ )?(?:set|put|cut|read|hit|let|shut) /i.test(told)
}

/** The kinds that do not affect the worth. */
const unjudged: ReadonlySet<string> = new Set(['rule', 'skill', 'goal', 'other'])

function words(list: string): (said: Pick<Said, 'has'>) => boolean {
  const wanted = list.split(' ')
  return ({ has }) => wanted.some((word) => has.has(word))
}

/** The properties of a clause: patterns of its text, and other tests. */
const tests: Readonly<Record<string, RegExp | Test>> = {
  bias: () => true,
  my: words('my mine'),
  we: words("we our ours we're we've we'll"),
  you: words("you your yours you're you've you'll"),
  nobody: (said) => !isOfSpeaker(said),
  // "this pic", "those places", "that same magic": what was said or shown before.
  'points-noun':
    /\b(?:this|these|those) (?!week|month|year|morning|afternoon|evening|summer|winter|spring|autumn|fall|weekend|time|past|last|coming|next|[a-zà-ž]+day|is|are|was|were|have|has|days)[a-zà-ž]+|\b(?:from|to|of|at|on|with|using|for|about|after) that (?!i\b|we\b|he\b|she\b|they\b|it\b|the\b|my\b|day\b|time\b|way\b)[a-zà-ž]+|\b(?:that|the) same\b/i,
  // It reflects more than it says: a third for each such word but the first, at most 1.
  reflects: ({ masked }) => Math.min(3, Math.max(0, (masked.match(reflecting)?.length ?? 0) - 1)) / 3,
  shows:
    /^(?:here(?:'s| is| are)|this is|these are|check out|look at|mine)\b|\b(?:pic|pics|photo|photos|picture|pictures|snap|snaps)\b/i,
  'named-relation': namedRelation,
  // Names and capital words beside a word of the first person, a third each, at most 1.
  names: (said) => (isOfSpeaker(said) ? Math.min(3, said.masked.match(capital)?.length ?? 0) / 3 : 0),
  number: /\d/,
  age: regex.u`\b\d{1,2}[- ]years?[- ]old\b|(?:\b(?:[Ww]ho's|I'm|[Aa]ged?|is|turn(?:ed|s))|\p{Lu}\p{Ll}+(?<!day),) (?:\d\d|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{L}+)?)(?=$|[,.;!)]| (?:and|but|who|now|years|today|this|with|in|on)\b)`,
  // It has a calendar date: an episode or a lasting thing, hardly nothing.
  date: calendarDate,
  rate: regex.i`\b(?:every|each) (?:[a-zà-ž]+ )?(?:day|morning|evening|night|week|month|year|weekend|[a-zà-ž]+day)s?\b|\b(?:daily|weekly|monthly|yearly)\b|\b(?:a|per) (?:day|week|month)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweek(?:day|end)s\b`,
  // It says for how long: "for six years", "since 2011".
  lasting: regex.u`\b(?:[Ff]or|past|last) (?:\p{L}+ )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|\p{L}+(?:teen|ty)|eleven|twelve|a few|several|many|a) (?:\p{L}+ )?(?:months|years?|decades?)\b|\b[Ss]ince (?:\d{4}|(?!I\b|We\b)\p{Lu}|last|I was)|\b[Ff]or years\b|\b(?:years|months) ago\b`,
  condition: regex.i`\b(?:al+erg(?:y|ies|ic)|intoleran(?:t|ce)|(?:pre-?)?diabet(?:es|ic)|asth?ma|glaucoma|gout|hernia|stent|pacemaker|[a-zà-ž]{3,}(?:pril|sartan|statin|olol|prazole|dipine|oxetine|traline|zumab|limumab|lizumab|parin|farin|formin|gliptin|zepam|cillin|mycin|thyroxine)|epilep(?:sy|tic)|coeliac|celiac|migraines?|arthritis|adhd|autis(?:m|tic)|dyslexi[ac]|depression|bipolar|insomnia|trouble sleeping|alzheimer's|parkinson's|dementia|crohn's|lupus|psoriasis|eczema|fibromyalgia|sclerosis|tinnitus|ptsd|ocd|pcos|ibs|hiv|thyroid|insulin|inhaler|hearing aids?|hard of hearing|deaf|blind|motion sick[a-zà-ž]*|seasick|claustrophobi[ac]|phobia|wheelchair|colou?r-?blind|(?<=\b(?:eats?|only|strictly|needs?|keeps?|cooks?) (?:only )?)(?:vegan|vegetarian|gluten-free|kosher|halal)|(?:vegan|vegetarian|gluten-free|kosher|halal)(?! (?:[a-zà-ž-]+ )?(?:quiche|stew|soup|curry|chili|lasagne?|pasta|pizza|burgers?|salad|sandwich|wraps?|options?|snacks?|meals?|dish(?:es)?|dinner|lunch|breakfast|recipes?|food|cook(?:ing|book)|cake|bread|menus?|spread|platter|versions?|restaurants?|places?|caf[eé]|buffet|potluck|routine))|veggie(?=$|[.,!;]| (?:and|but|now|since|because|in|so)\b)|pescatarian|(?:(?:was|were|been|got|get|newly|recently|is|are) |^)diagnosed|diagnosed (?:with|as|me|him|her|in|at)|disabled|pregnant|medication|blood (?:pressure|thinners)|chronic|condition|disease|back pain|\d+ ?mg|${conditions})\b`,
  address: /\b[\w-]+\.(?:org|com|net|io|dev|app|local|internal)\b|\bport \d/i,
  // To an assistant, it has no person, name or number.
  bare: (said) => !said.isTalk && !specific.test(said.masked),
  'i-am': regex.i`\b(?:i'm|i am|we're|we are) (?:an?|the|one of|from|based|married|single|divorced|retired|\d\d|on (?:keto|paleo|a (?:[a-z-]+ )?diet)|doing (?:keto|paleo|intermittent fasting)|keto|kosher|halal|pescatarian|vegan|vegetarian|veggie|allergic)\b(?! (?:bit|little|lot|few|couple|big|huge|same|way|one|sort|type|person|morning|problem|moon))`,
  // What the speaker has and does at all: "I use", "we live", "I never".
  present: regex.i`\b(?:i|we) (?:only |always |usually |mostly |also |often |mainly |never |don't |can't )*(?:use|have|own|work|live|teach|run|speak|play|study|deploy|heat|drive|eat|drink|sleep|take|write|host|rent|manage|lead|grow|sell|build|train|coach|mentor|volunteer|prefer|bake|cook|go|fly|smoke|wear|collect|pay|earn|owe|avoid|stand|commute|camp|swim)\b(?! (?:to|heard|seen|[a-zà-ž]+ed\b|no|some|any|most|a (?:question|few|lot|problem|meeting|great|good|hard)|trouble|been|never|already|always|also|the (?:same|chance|opportunity)|it\b|that\b|this\b|with your|your))`,
  // What the speaker does, in the plain present: "I design websites".
  does: regex.i`^(?:(?:after|before|(?:ever )?since|on|in|at|for) [^,]{2,30} )?(?:i|we) (?:(?:only|always|usually|mostly|also|still|often|mainly|just|(?:really )?(?:don't|do not)|never|both|strongly|greatly|strictly|exclusively|generally|typically|normally|rarely|firmly|deeply|truly|absolutely|genuinely) )*(?!(?:[a-zà-ž]+(?:ed|ing|ly|n't)|only|often|still|usually|think|guess|know|mean|hope|believe|bet|feel|see|understand|agree|wonder|want|need|wish|like|love|get|got|have|had|has|appreciate|promise|remember|recommend|suggest|suppose|swear|say|said|told|can|can't|cannot|could|would|will|won't|should|might|must|may|was|were|am|are|did|do|does|really|just|also|never|always|even|then|both|all|totally|definitely|finally|recently|went|saw|met|took|made|gave|found|came|ran|felt|kept|left|lost|won|thought|bought|heard|knew|began|became|wrote|spent|sent|built|taught|put|set|cut|let|hit|try|look|ask|tell|thank|apologi[sz]e|doubt|figure|realize|admit|mentioned|read|forgot|chose|broke|drove|ate|sold|held|led|grew|caught|brought|spoke|stood|sat|fell|paid|wore|woke|sang|swam|flew|drew|rode|hid|lit|shot|stuck|threw|hear|notice|assume|expect|keep|plan|intend|look)\b)[a-zà-ž]{3,}|^i ?(?:${stances})`,
  // What the speaker does in every case, or in none: "I never fly".
  absolute: regex.i`(?:^|^(?:for|on|in|at|when) [a-zà-ž]+ )(?:i|we) (?:(?:never|always|only|no longer|exclusively|strictly) (?!know|knew|heard|seen|saw|been|thought|had|get|got|forget|wonder|feel(?!.* (?:before|when(?:ever)?|if|around|after|during|in|at|on) )|felt|found|seem|lose|lost|[a-zà-ž]+ed\b)[a-zà-ž]|(?:can't|cannot) (?:stand|eat|drink|drive|swim|bear|tolerate|abide|consume)\b|(?:don't|do not) (?:eat|drink|smoke|drive|fly|own|consume)\b)`,
  likens: regex.i`\b(?:sounds?|looks?|feels?|felt|tastes?|smells?|is|was|am) (?:[a-zà-ž]+ )?like (?:an?|the)\b|\bthat of an?\b`,
  aim: regex.i`\b(?:my|our) (?:[a-zà-ž]+ ){0,2}(?:goal|dream|aim|target|budget|limit)\b|\bsav(?:e|ing) (?:up )?[€$£]?\d|\bi want to [a-zà-ž]+ .{0,60}(?:\bin under\b|\bby \d{4}|\d)`,
  // What is so with the speaker: "my boss is", "our house has".
  'my-is':
    /^(?:my|our)\s(?:[a-zà-ž\p{N}'-]+\s){1,5}?(?:is|are|has|have|runs?|uses?|lives?|works?|teaches|can|can't|cannot|must|costs?|needs?|moved|died|passed(?! (?:me|the|it|him|her|by|on|out|over)\b)|goes|loves?|hates?|studies|plays|expires?|speaks?|drives?|owns?|prefers?|eats|drinks|sleeps|gets|takes|wants)\b/iu,
  'been-doing': regex.i`\b(?:i|we)(?:'ve| have) (?:also |recently |just )?(?:been|always|never|started|recently|switched)\b`,
  did: deed,
  // It tells what was done, as others of its message do: a half for each, at most 1. So does one that says when in a day.
  narrated: (said) => (isScene(said) ? 1 : said.deeds > 1 && isDeed(said.masked) ? Math.min(2, said.deeds - 1) / 2 : 0),
  // It stands among such: "Rain on the windows all night".
  'among-deeds': ({ masked, deeds }) => deeds > 2 && !isDeed(masked),
  // It tells a change of how things are: "no more", "down to 85 kg", "these days".
  change: regex.i`\b(?:any ?more|no (?:more|longer)|these days|instead|again|switched|swapped|replaced|cut out|g[ai]ven? up|ditched|cancell?ed|dropped|quit|stopped|back (?:on|to|in)\b(?! you)|(?:down|up) to \d|done with|since my last|as of|now(?! (?:i need|that|you|what|how|can))|used to|healed|over with|slipped|postponed|rescheduled|brought forward|(?:moved|pushed|shifted|extended|delayed) (?:back )?(?:to|until|by)|since (?:this|today|yesterday|[a-zà-ž]+day)|from (?:[a-zà-ž]+|next [a-zà-ž]+) on(?:wards)?)\b`,
  // How things are done or who does them, without a person to say so: "amounts must be rounded", "Noor approves releases".
  norm: regex.i`\b(?<!\b(?:i|you|we|they|it|he|she|that|this|there|who|what)(?:'(?:ve|ll|d|re|s))? (?:[a-zà-ž]+ )?)(?:must|(?:has|have|needs?|got) to|needs?|should(?:n't)?|may (?:not|only)|(?:is|are) (?:(?:not|never) (?:allowed|permitted)|banned|forbidden|required|mandatory|deprecated|frozen|off[- ]limits|reviewed|approved|signed|checked|named|written|stored|kept|done|called|masked)|approves?|signs?(?: [a-zà-ž]+)? off|reviews|owns|handles|decides|takes? over|goes? (?:through|to|via|in|into|out|straight)|comes? from|lives? (?:in|under|next)|against)\b`,
  // One thing and not another: "pnpm, not npm", "PRs against develop, never main".
  contrast:
    /(?<!\b(?:i|i'm|is|are|was|were|am|do|does|did|have|has|can|could|will|would|if|or|why|it's|that's)),? (?:not|never|instead of) (?!(?:sure|only|really|that|so|too|much|yet|even|to|just|quite|very|bad|all|if|because|now|in|on|at|for|until|before|after)\b)[a-zà-ž\d¤'-]+(?: [a-zà-ž\d¤'-]+){0,2}(?=$|[,.;!)])/i,
  // How something is written: "signals: past tense", "plural tables, snake_case".
  spec: regex.i`^(?:[a-zà-ž-]+ )?(?:style|format|formatting|naming|names?|signals|logging|logs|errors|tests?|commits?|branch(?:es)?|titles?|subjects?|e?-?mails?|letters|reports?|invoices?|quotes|units|dates|prices|language|spelling|tone|fonts?|colou?rs|imports|types|comments|docs|headings|captions|support|deploys|releases|reviews|approvals?|sign-?off|refunds|returns|deadlines?|hours|opening times|footers?|headers?)(?: (?:to|for|in|on) [a-zà-ž\d]+)?: \S|\b(?:snake_case|camelcase|pascalcase|kebab-case|(?:lower|upper|title|sentence)[- ]?case|plural|singular|past tense|present tense|passive|(?:single|double) quotes|semicolons|trailing commas?|oxford comma|line length|utc)\b`,
  vents: /\b(?:u+gh+|a+r+gh+|gr+|omg+|lmao|lo+l|wtf|smh|ffs|sigh|damn|bloody)\b/i,
  // It holds for all of a kind: "each merge needs two reviews", "no one edits prod".
  universal: regex.i`^(?:every|each|any|anything|everything|all|no one|nobody|nothing|no) (?!(?:good|fine|right|ok|okay|is well|works|worries|problem|idea|one knows|thanks|way|clue|luck|time)\b)|\b(?:in|for|on|before|after|with) (?:every|each|any|all)\b(?! [a-zà-ž]+ (?:you|i)\b)|\beverywhere\b`,
  limit: /\b(?:max(?:imum)?|min(?:imum)?|at (?:most|least)|tops|no more than|no less than|up to)\b/i,
  // A day of the calendar for what is still to come or goes on: "the freeze is 12 May".
  dated: ({ masked }) => calendarDate.test(masked) && !deed.test(masked),
  // Names without a word of the first person, a third each: "Meral is in the shop".
  'names-others': (said) => (isOfSpeaker(said) ? 0 : Math.min(3, said.masked.match(anyName)?.length ?? 0) / 3),
  recent:
    /\b(?:yesterday|today|tonight|tomorrow|last (?:week|night|month|[a-zà-ž]+day|weekend)|this (?:week|weekend|morning|month)|next (?:week|month|[a-zà-ž]+day|weekend|year)|recently|lately|the other day|soon|just)\b/i,
  'by-the-way': ({ opening, opener }) =>
    /\b(?:by the way|btw)\b/.test(opening) || /\b(?:by the way|btw)\b/.test(opener),
  reason: ({ opener }) => /\b(?:since|given|considering|especially|because|particularly|now that)\b/.test(opener),
  // What the speaker is busy with at the moment: "I’m trying to", "I’m looking for".
  trying: regex.i`\b(?:i'm|i am|we're|we are) (?:also |just |currently |now |still |really |kinda )?(?:(?:studying|preparing|cramming|revising) for|trying|looking|working|struggling(?! (?:with|to (?:balance|juggle|combine|keep up with)) (?:my|our)\b)|having|stuck|thinking|considering|planning|interested|hoping|reflecting|wondering|questioning|exploring|deciding|debating|leaning|getting|concerned|confused|unsure|keen to|inclined|tempted|eager|jotting|mulling|pondering)\b|^(?:i'm|i am|we're|we are) (?:[a-zà-ž]+ )?(?:feeling|buzzing|winding)\b|\b(?:i was|we were) (?:thinking|considering|leaning)\b`,
  wants: regex.i`\b(?:i|we)(?:'d| would)? (?:really |also |just )?(?:want|love|like|need|wish|hope) to\b|\b(?:i|we)'d (?:love|like)\b`,
  // "I’ll", "I’m going to", "Let’s": mostly a reply to advice.
  will: /\b(?:i'll|i will|we'll|let's|let us|i'm gonna|i'm going to|gonna|i might|i should|we should)\b/i,
  // "make sure", "start by", "look into": an empty answer to advice.
  'makes-sure':
    /\b(?:make sure|makes sense|start (?:by|with)|check (?:it|that|them|out)|look into|keep (?:that|it|you) (?:in mind|posted)|give (?:it|that) a (?:try|shot|go)|right (?:track|call)|doing (?:it|this) (?:right|correctly))\b/i,
  reply: ({ opening }) =>
    /\b(?:thanks?|thx|sure|got it|great|perfect|cool|awesome|nice|wow|yeah|yes|yep|definitely|absolutely|ok|okay|of course|sounds|totally)\b/.test(
      opening,
    ),
  cheer: regex.i`^(?:wow|thanks?|thank you|congrats|congratulations|glad|good (?:luck|to|job)|great|awesome|amazing|cool|nice|love (?:it|that|the|your|how)|sounds|looks|hope|keep|believe|can't wait|so (?:excited|happy|glad|cool|proud)|looking forward|have a|take care|see you|talk|no (?:problem|worries)|you're|you've got|you got|appreciate|bye|haha|lol|welcome|here's)\b|\bsince (?:we|our)(?: last)? (?:talk(?:ed)?|chat(?:ted)?|spoke|met)\b|\b(?:means a lot|it was (?:so |really |super )?(?:great|awesome|amazing|fun)|i appreciate|really appreciate|for your (?:help|support|advice))\b`,
  opinion:
    /\b(?:i (?:(?:always|often|sometimes|still|just|really|also) )*(?:think|guess|reckon|believe|suppose|bet|know|figured?|understand|agree|wonder|hope|feel (?:like|that))|in my opinion|it's (?:important|great|good|nice|hard|interesting|all about|fascinating|so)|makes sense|seems?|sounds?|looks?)\b/i,
  hypothesis:
    /\b(?:if|would|wouldn't|could|maybe|perhaps|might|imagine|imagining|suppose|hypothetically|pretend|hopefully|probably)\b/i,
  // "must be", "must have": a guess at how it is for the other.
  guess: /\b(?:(?<!\b(?:i|we) )must (?:be|have|feel|love|mean)|gotta|has to be|should be)\b/i,
  'order-standing': ({ order }) => order === 'standing' || order === 'general',
  phrase: ({ isPhrase }) => isPhrase,
  // A feeling was cut off before it, or is all that it tells.
  mood: ({ isMood, masked }) =>
    isMood ||
    regex.i`^i(?:'?m| am| feel| (?:always|often|sometimes|still|just|really) feel(?!.* (?:before|when(?:ever)?|if|around|after|during|in|at|on) )|(?:'ve| have) been feeling)(?: [a-zà-ž]+){0,2} (?:lonely|worried|stuck|stressed|excited|glad|happy|nervous|concerned|stoked|pumped|thankful|angry|mad|sad|afraid|scared|proud|lucky|grateful|anxious|confused|curious|unsure|uncertain|overwhelmed|frustrated|relieved|tired|exhausted|upset|annoyed|disappointed|surprised|jealous|bored|sorry|ready|torn|confident|embarrassed|ashamed|inspired)\b(?! about (?:balanc|juggl|combin)ing (?:my|our)\b)`.test(
      masked,
    ),
  joined: ({ isJoined }) => isJoined,
  'asks-elsewhere': ({ asksElsewhere }) => asksElsewhere,
  // A longer message in a talk with an assistant is mostly about the task.
  'long-reply': ({ before, isTalk, messageLength }) => before >= 0 && !isTalk && messageLength >= longTask,
  'short-talk': ({ isTalk }) => isTalk,
  answer: (said) => said.isAnswer && said.isTalk,
  gushes: words(
    'amazing awesome incredible special wonderful beautiful gorgeous stunning fantastic great lovely so truly important inspiring magical fun blast',
  ),
  // In such talk, the length: what is longer says more.
  'talk-length': (said) => (said.isTalk ? lengthOf(said) : 0),
  // Names and numbers that the message before lacks, beside a word of the first person, a third each.
  news: (said) => (isOfSpeaker(said) ? Math.min(3, said.news) / 3 : 0),
  exclaims: ({ text }) => text.endsWith('!'),
  // Its words, on a logarithmic scale: 1 for 6, 2 for 45.
  length: lengthOf,
  short: ({ words: { length } }) => length <= 4,
  code: /[{}<>=;°²³×÷√∩∪≅]|\d ?(?:cm|mm)\b|\w\(|\*\*/,
}

/** The features by which a clause is scored. Their weights are in `worth.ts`; `bench/fit-worth.ts` fits them. */
export const features: readonly Feature[] = [
  ...Object.entries(tests).map(([name, test]) => featureOf(name, test)),
  ...statementKinds
    .filter((kind) => !unjudged.has(kind))
    .map((kind) => featureOf(`kind-${kind}`, ({ topic }) => topic === kind)),
]

function featureOf(name: string, test: RegExp | Test): Feature {
  if (typeof test === 'function') return { name, of: (said) => Number(test(said)) }
  return { name, pattern: test, of: ({ masked, can }) => Number(can(test) && test.test(masked)) }
}
