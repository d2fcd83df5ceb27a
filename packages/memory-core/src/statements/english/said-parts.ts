import type { CanMatch } from '../../text/pattern-filter.ts'
import { largeRegex, matchesOf, regex, source } from '../../text/regex.ts'
import { endsInQuestion, openingLength, type ProseLine } from '../prose/prose.ts'
import type { CaptureFamily } from '../rules/rule-table.ts'
import { talk } from '../rules/rules-english.ts'
import type { StatementKind } from '../statement.ts'
import { headed, madeUp, needs, ofWanted, othersNeed } from './heads.ts'
import {
  adverbial,
  caused,
  feelingAbout,
  fronted,
  inText,
  leaningOf,
  remark,
  stillSo,
  supposedBefore,
  supposition,
} from './leaning.ts'
import { toAnnounce, toWrite } from './mentioned.ts'
import { askedLength, askLength, devices, isReasoned, type OrderSpan, orderIn } from './orders.ts'

/** A part of a sentence that states something, or asks for something. */
export interface SaidPart {
  text: string
  /** `text` with straight apostrophes, and `¤` for code, quotations and links; as long, until a subject is put in. */
  masked: string
  /** The word that joins it to the previous part: `since`, `but`. Lower case, empty at the beginning. */
  opener: string
  /** It asks or supposes: "can you help me …", "if I had …". */
  isRequest: boolean
  /** A feeling was cut off: "I'm kinda worried that"; false before "my …", which is true whatever one feels. */
  isMood: boolean
  /** The user asked to remember it; "Remember that" was cut off. */
  isExplicit: boolean
  /** An order for the text that the sentence before asks for. */
  isLocal?: boolean
}

/** A sentence, its opening words and its parts. */
export interface SaidSentence {
  text: string
  /** The words that it opens with, lower case: `by the way`. */
  opening: string
  /** "Actually, no,", "Correction:" was cut off. */
  isCorrection: boolean
  parts: SaidPart[]
  /** The whole of it ends with a question mark. */
  isQuestion: boolean
  isDistant: boolean
  /** Set where its orders are permanent. */
  rule: ProseLine['rule']
  /** What corrects it or makes a secret of it, as it is put behind it: " Don't tell anyone." Else empty. */
  afterthought: string
}

/** A clause of a message, with everything that its score depends on. */
export interface Said extends SaidPart, Pick<SaidSentence, 'afterthought' | 'rule' | 'isCorrection' | 'isQuestion'> {
  /** The words of `masked` in lower case. */
  words: readonly string[]
  has: ReadonlySet<string>
  /** Whether a pattern of the features or the kinds can match. It rules out most patterns without trying them. */
  can: CanMatch
  /** The sentence that it is part of. */
  sentence: string
  /** The opening words of its sentence in lower case: `by the way`. Empty for all but the first clause. */
  opening: string
  /** It is only the phrase "my …" of a longer clause. */
  isPhrase: boolean
  /** The previous sentence was put before it, to explain its pronoun. */
  isJoined: boolean
  /** It has a pronoun that the sentence before does not explain. */
  isUnresolved: boolean
  /** Only what was said before shows what its words mean, and could not be put before it. */
  isHeadless: boolean
  /** The length of its whole message in characters. */
  messageLength: number
  /** The number of clauses of its message that tell what was done. */
  deeds: number
  /** Another sentence of its message asks for something. */
  asksElsewhere: boolean
  kind: StatementKind
  /** Its kind in a wider sense, which includes what it only mentions. */
  topic: StatementKind
  order: OrderSpan | undefined
  /** The family of the rule that matches its sentence. */
  family: CaptureFamily | undefined
  /** The number of its names, numbers and products that the previous message lacks. */
  news: number
  /** The previous message ends with a question. */
  isAnswer: boolean
  /** The length of the previous message in characters; -1 without one. */
  before: number
  /** Its message, or the one before, is about a story or a puzzle. */
  isStory: boolean
  /** Its message begins with a task about a story, and has no "I". */
  isFiction: boolean
  /** It is said in talk between people, and to no assistant. */
  isTalk: boolean
}

const maxOpenings = 6
const opening =
  /^(?:[^\p{L}\p{N}\p{Sc}¤"'`]+|(?:he+y+(?: there)?|hi+|hello+|y+o+|ok(?:ay)?|kk?|oh|ah|h+m+|um+|uh|well|welp|so(?: (?:on|forth|far)(?=,| and so))?|and|but|also|plus|btw|by the way|fyi|y(?:ea+h*|as?)|yes|yep|yup|sure|look|listen|sorry|wait|again|anyways?|honestly|tbh|ngl|imo|idk|lo+l+|lmf?ao+|(?:ha)+h?|heh|ps|not (?:yet|really)(?=,)|you know|i mean|you see|however|basically|speaking of [^,]{1,60}(?=,)|(?:oh )?and btw|(?:like )?for example(?=,)|like for example|like i said|as (?:i|we) (?:said|mentioned|told you|talked about|discussed|agreed|spoke about)(?: [a-zà-ž]+){0,3}(?=,)|for instance(?=,)|like(?= (?:i'?m|i'?ve|my [a-zà-ž]+ (?:is|has)) )|(?:like|then|additionally|furthermore|moreover)(?=, (?:i|i'[a-z]+|we|we'[a-z]+|my|our)\b)|in addition(?=,? (?:i|we|my|our)\b)|one (?:more )?thing|quick (?:note|thing|question)|thank(?:s| you)(?: a lot| so much)?(?!(?: again| so much| a lot| very much)* (?:for|to)\b)|thx|for the record|(?:just )?so you know|(?:just )?for (?:context|background|reference)|(?:some|a bit of) (?:context|background)|in case (?:it|that) (?:matters|helps)|(?:first|second|third|fourth|fifth|last)(?:ly)?(?=,)|finally(?=,)|\(?[a-h1-9]\)(?= )|(?:(?:some|a few|one|two|three|four) )?(?:news|things|facts|changes|updates)(?=\s*:)|i should (?:also )?(?:add|mention|say|note)(?: that)?|i meant to (?:say|mention|add|tell you)(?: (?:earlier|before|last (?:time|week)|the other (?:day|week)))?(?=,(?!.*\bnot\b))|i beg your pardon|pardon(?: me)?(?=,)|(?:my|many) apologies|i (?:must|have to|need to) (?:also )?(?:add|mention|say|note|tell you)(?: that\b|(?: one (?:more )?thing| something)?(?=:))|(?:it's )?worth (?:mentioning|noting|saying)(?: that)?|good to know|(?:it )?turns out(?: that)?|would you believe(?: it| that)?,?(?= (?:i|i've|i'm|we|my)\b)|scratch that|good news|oops|whoops|typo|my (?:bad|mistake)|(?:as )?i (?:told you|said|mentioned)(?: (?:earlier|before|last time))?(?: that)?(?= (?:i|i'm|my|we|our)\b)|update|separate thing|new topic|as for (?:me|myself|us)(?=,)|bro|bruh|mate|dude|guys|folks|man|oh my god|my god|omg|gosh|before (?:that|i (?:forget|go))(?=,)|nice|cool|great|perfect|awesome|wow|got it|definitely|absolutely|totally|of course|for sure|hopefully|actually(?= (?:i|i'm|we|my|our)\b)|(?:note|reminder|important)(?=\s*[,:!]))(?=[\s,.:;!…–—]|-(?![a-zà-ž]))[\s,.:;!…–—-]+)/iu
/** Words that open a sentence only before a comma or a subject; not in "Nice weather", "Sure footing". */
const needsComma =
  /^(?:nice|cool|great|perfect|awesome|sure|look|listen|wait|again|well|got it|wow|sorry|hopefully|definitely|absolutely|totally|for sure|of course|one thing|plus|man|guys|folks|mate)\s+(?!(?:i(?:m|ve)?|we|he|she|its?|they|you|my|our|how|what|when|whenever|can|could)\b)[a-zà-ž]/i

const named = source`\p{Lu}\p{Ll}+(?: and (?:[Ii]|\p{Lu}\p{Ll}+))?(?=,? (?:an? |already |just |has |have |had |is |was |will |led |gave |said |told |met |\p{Ll}+ed ))`
const subject = source`(?:(?:[Ii](?:m|ve)?|we|[Mm]y|our|he|she|they|it|there|you|the)(?=[\s'])|${named})`
const me = source`(?:[Ii](?:m|ve)?|we|my|our)(?=[\s'])`
/** The beginnings of a request within a sentence. */
const asking = source`(?:(?:can|could|would|will) (?:you|u|we|[Ii])\b|how (?:can|do|does|should|could|would|might|will|is|are|much|many|long|about|to)\b|what(?:'s| is| are| was| would| should| do| does| can| could| if| about| kind| type| other| \p{L}+ (?:should|can|do|does|would|could|are))\b|should (?:[Ii]|we)\b|(?:do|does|did) (?:you|[Ii]|we|it|this|that|any)\b|(?:which (?:one|ones|of|\p{L}+ (?:can|should|do|does|would|could) (?:[Ii]|we|you|he|she|it|they))|(?:where|when|why|which) (?:do|does|did|can|should|would|could))\b|(?:is|was|are|were) (?:it|this|that|there|these|those|they)\b|any (?:ideas?|tips|suggestions|advice|thoughts|recommendations)\b|[Ii]'m (?:just |also |now )?(?:wondering|curious|not (?:really |quite |entirely )?sure)\b|[Ii] was (?:just |also )?(?:wondering|hoping)\b|[Ii](?:'d| would) (?:really )?(?:like|love) to (?:know|hear|understand)\b|[Ii] (?:just )?(?:want|need) (?:to (?:know|see if|understand|confirm|verify)|help|advice|some (?:help|advice|tips))\b|help me\b|let me know\b|here(?:'s| is| are) (?:what [Ii]|an example|(?:my|some|the) (?:\p{L}+ ){0,2}(?:code|attempt|implementation|function|setup|query|config|draft|script|component|test|schema|snippet|file|app|try|error)\b)|please (?!always|never|don'?t|do not)\p{L})`

/** A request that follows a statement after a comma: "I live in Porto, any good running routes?" */
const askedAfter = source`(?:(?:put|add|include|insert|mention) (?:it|that|this|them)\b[^,;.!?]*[.!?…]*$|(?:any|(?:do|does|did|is|are|was|were|can|could|will|would|should)(?= [^,;.!?]*\?)|(?:[\p{L}-]+ ){0,2}(?:ideas|recs|podcasts|books|recipes|exercises|lunches|dinners|gifts|songs|games|apps|tools|snacks|meals|activities) (?:for|to|about|that|like|on|with)|which (?!is|are|was|were|has|have|had|i|we|they)\p{L}+ (?:is|are|should|do|does|would|can|could|to)|what|how|where (?:do|can|should|would|is|are|to)|ideas?|tips|suggestions|advice|recommendations|thoughts)\b[^,;.!?]*\?|(?:please |pls |so |can u |could u )?(?:help|draft|write|make|give|sign|plan|adjust|redo|show|explain|suggest|recommend|find|tell|fix|update|translate|create|design|calculate|check|list|compare|rewrite)(?=(?: (?:me|us|it|this|that|an?|the|my|our|some|with|\d+)\b[^,;.!?]*)?[.!?…]*$)|(?:so |then |now |please |pls )*(?:(?:explain|remind me|suggest|recommend|summari[sz]e|translate|calculate|proofread|brainstorm|redo)\b|(?:give|write|make|help|show|tell|find|plan|draft|build|create|design|list) (?:me|us|\d+)\b|need (?:\d|some |ideas|tips|help)|(?:give|write|make|plan|draft|build|create|design|need) (?:an?|the|my|our|some) (?:\p{L}+ ){0,4}?(?:checklist|list|plan|layout|template|description|e-?mail|letter|note|post|poster|flyer|schedule|timetable|table|outline|summary|itinerary|tagline|captions?|menu|recipe|speech|message|announcement|function|script)\b)[^;]{0,200}$|which (?!is|are|was|were|has|have|had|i|we|they|can|will)(?:\p{L}+ ){1,3}(?:is|are|should|do|does|would|can|could)\b[^,;.!?]*[?.!]*$)`

/** The joints of a sentence, after which a part begins that can stand by itself. */
const joint = largeRegex.gu`(?!,?\s+since (?:I|we) (?:was|were) (?:\d|an? |very |little|young|small|born|in |at ))(?=[;,:]|\s+(?:[-–—]|when |btw|by the|anyway|and |so |but |or |because|cause |since|that |now that|especially|given|considering|(?:bear|keep)ing in mind|seeing ))(?:${[
  source`;\s+`,
  source`(?:,|,?\s+and)\s+(?:but |as |since |because )?(?=${othersNeed})`,
  source`,\s+(?:and )?(?=(?:from now on|going forward)\b)`,
  source`\s+when (?=(?:[Ii]|we)(?:'ve| have) (?:worked|lived|been|had)\b)`,
  source`\s+[-–—]{1,2}\s+`,
  source`(?<!\d)[,;]\s+(?:and\s+)?(?:\(?[b-h2-9]\)|(?:second|third|fourth|fifth)(?:ly)?,)\s+(?=\p{L})`,
  source`(?<=\b(?:tell|telling) (?:my|our) [^,;.!?]{2,40}) that (?=${me})`,
  source`\s+and that (?=${me})(?<=(?:[Tt]ell|[Ii]nform|[Ww]rite|[Mm]ail|[Mm]essage|[Nn]ote|know) [^;.!?]*)`,
  source`:\s+(?=${me}|never |always |keep (?:all )?(?:your |the )?(?:answers|repl(?:y|ies)|responses) )`,
  source`(?:[,:;]|,?\s+and)\s+(?=${toWrite})`,
  source`,?\s+(?:btw|by the way|anyways?)\b,?\s+(?=\S)(?!\d\d\b)`,
  source`,\s+you know,?\s+(?=(?:and |but |so )?(?:(?:${fronted}|[Aa]s an? [^,]{2,40}),\s+)?${subject})`,
  source`,\s+and\s+(?=${fronted},\s+${subject})`,
  source`,\s+so\s+(?=${subject})(?!(?:[Ii]|we|you|they|it|he|she|the \p{L}+|my \p{L}+) (?:can|could|will|would|don't|won't|don’t|do not)\b)`,
  source`,\s+(?:(?:and|but|or|yet|then|because|since|as|while|although|though|even though|whereas|considering(?: that)?|given(?: that)?|especially(?: since| because| given(?: that)?| considering(?: that)?| as| after| when| now that)?|particularly(?: since| because| given(?: that)?| as)?|which means(?: that)?|now that)\s+)(?=${subject}|my |our |naming )`,
  // Not within "I met Tanya, my oldest friend, at …", and not behind "I live in... no" and "scrap Jest".
  source`(?<!\p{Lu}\p{Ll}{1,20}(?=,\s(?:my|our)\s(?:[\p{L}\d-]+\s){0,3}[\p{L}-]+,))(?<!\b(?:no|nope|nah)|^(?:[Ss]crap|[Dd]itch) (?!th[aeio]|it\b)[\p{L}.]+),\s+(?=(?:[Ii](?:m|ve)?|we|my|our)(?=[\s'])(?! (?:think|guess|mean|believe|hope|suppose)| (?:eyes?|ears?|hearing|back|neck|heart|lungs|kidneys?|liver|knees?|hips?|legs?|feet|hands?|joints|nerves), ))`,
  // Not within "My husband and I want to …".
  source`(?:,\s+|(?<!^(?:[Mm]y |[Oo]ur )?(?:(?:best|old(?:er|est)?|young(?:er|est)|big|little|two|three) )?[\p{L}-]+)\s+)and (?=(?:now )?[Ii](?:'d| would)? (?:just |also |really |still )?(?:want|need|like) to\b|(?:wondering|looking for|curious)\b)`,
  source`\s+(?:but|because|(?<!\b(?:[Tt]he|[Aa]n?|[Tt]his|that|[Mm]y|[Oo]ur|good|main|root|same|common|possible|likely|which|only|no)\s)cause|(?<!\b(?:had|done|known|kept|been) (?:it|them|him|her|here|there|one)\s)since|now that|especially (?:since|because|as))\s+(?=(?:[Ii]|we)(?=[\s'])|my \p{L}+ (?:is|are|has|was|can|can't|doesn't|does)\b)`,
  // Two states that can end apart: "I live in Lisbon and I'm allergic to nuts".
  // What is before is looked at last, because that takes longest.
  source`\s+and\s+(?=(?:[Ii](?:'m| am|m) (?:also )?(?:an? |allergic |vegan|vegetarian|diabetic|c(?:o)?eliac|lactose|gluten|pregnant|married|single|divorced|left-handed|from |\d)|[Ii] (?:have|live|work|study|speak|take|drive|teach) |my (?:\p{L}+ )?(?:wife|husband|partner|girlfriend|boyfriend|son|daughter|kid|kids|mom|mum|mother|dad|father|sister|brother|dog|cat|name|birthday|boss) (?:is|has|are|have|hates|loves|can't|lives|works)\b))(?<=(?:^|[.!?,;] )(?:[Ii](?:'m| am|m)?|[Mm]y (?:\p{L}+ ){1,3}(?:is|are|has|have|can't|likes?|loves?|hates?|works?|lives?)) [^,;.!?]{1,80}\s+and\s+)`,
  source`\s+and\s+(?=(?:renting|living|working|looking|expecting|raising|studying|training|learning|want to|need to)\b)(?<=(?:^|[.!?,;] )(?:[Ii]'?m|[Ii] am|[Ii] weigh) (?:single|married|divorced|engaged|unemployed|retired|vegan|vegetarian|\d[^,;.!?]{0,12})\s+and\s+)`,
  // "I live in Lisbon (and love it) and work at Bosch".
  source`\s+and\s+(?=(?:work (?:at|for|as)|live in) \S)(?<=(?:^|[.!?,;] )(?:[Ii]|we) (?:live|work) [^,;.!?]{1,80}\s+and\s+)`,
  source`(?<!\bwhile),?\s+(?:(?:given|considering|(?:bear|keep)ing in mind)(?: that)?|seeing (?:as|that)|especially (?:given|considering))\s+(?=${me})`,
  source`,\s+(?=${askedAfter})`,
  ofWanted,
  source`\s+so (?=(?:(?:give|write|make|suggest|recommend|help|plan|show|tell|explain) (?:me|us)|no ${devices})\b)`,
  source`(?:(?<!^(?:[Pp]lease |[Aa]nd )?(?:[Ww]hen(?:ever)? (?:you|it|there)|[Ii]f [Ii] ask)[^,]{2,50}),\s+|\s+(?=and |so |but |or ))(?:and |so |but |or |then |and then |but anyway,? )*(?=${asking})`,
].join('|')})`
const asked = largeRegex.iu`^(?!(?:will|can|may) (?:has|had|is|was|goes|lives|works|likes|loves|hates|wants|needs|plays|studies|speaks|eats|takes|says|thinks|comes|starts|turns|moved|got)\b)(?:(?:so|and|but|or|then|also|maybe|ok|now)\s+)*(?:(?:in|for|at|on) (?!(?:my|our) )[^,]{2,30}, (?=(?:how|what|where|which|why|who)\s))?(?:${asking}|had\s+(?:[Ii]|you|we|he|she|they)\b|(?:is|are|was|were|has|have|am|does|did|do|can|could|would|will|should|shall|may|might|must|isn't|aren't|doesn't|don't you|have you|got any)\s+(?:[Ii]|you|we|he|she|they|it|the|my|your|our|a|an|any|some|there|these|those|this|that|anyone|anything|[a-zà-ž]+ (?:really|truly|a|an|the|of|in|that|to|any))\b|(?:what|how|which|why|who|whose)(?:'?s|'re)?\s|got any\s|(?:(?:i )?need (?:an?|some) |an? (?=(?:[a-zà-ž]+ ){0,2}[a-zà-ž]+ (?:to|for|about)\b))(?:[a-zà-ž]+ ){0,2}(?:e-?mail|mail|sign|letter|message|story|poem|post|caption|template|speech|summary|outline|recipe|reply|toast)\b|(?:when|where)(?:'s|'re|\s(?:is|are|do|does|did|can|could|should|will|would|was|were))\s|(?:anything|anyone|something|any)\s)`
const follows = largeRegex.iu`^(?:${askedAfter})`
/** A feeling about what follows. It is cut off before a clause or "my …". */
const mood = largeRegex.u`^(?:[Ii]'m|[Ii] am|[Ii] feel|[Ii]'m feeling|[Ii] felt)\s+(?:(?:just|so|really|very|kinda|kind of|sorta|sort of|a bit|a little|feeling|pretty|quite|still|also|super|getting|like|now) ){0,3}(?:like|that|worried|stressed|concerned|stuck|nervous|anxious|excited|glad|happy|grateful|proud|thrilled|weird|frustrated|confused|overwhelmed|accomplished|relieved|sad|scared|afraid|torn|pleased|unsure|bummed|thankful|struggling(?=\s+(?:with|to\s+keep up with)\b))\b(?:\s+(?:that|about|because|with|on|over|at|by|for|of|(?:to keep|keeping) up with))*,?\s+(?=[Ii](?=[\s'])|we\b|[Mm]y\b|our\b|\p{Lu}\p{Ll}+ (?!\p{Lu})\p{Ll}+ed\b)`
const connector =
  /^(?:(?:and|but|so|or|yet|then|(?:be)?cause|since(?! (?:(?:the|my|our) [a-zà-ž-]+(?: (?:left|died|(?:was|were) born|moved|ended|started|came))? (?:i|we)|(?:i|we) (?:moved|married|retired|started|left|quit|stopped|had|got|broke|lost)\b[^,]{0,30}? (?:i|we)|\d|last|then|yesterday|this|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)[a-z]*)\b)|as(?= (?:i|we|my|our|he|she|they|it|you|the|there)\b)|while|although|though|even though|whereas|considering(?: that)?|given(?: that)?(?! (?:all|everything|the above)\b)|especially(?: since| because| given(?: that)?| considering(?: that)?| as| after| when| now that)?|particularly(?: since| because| given(?: that)?| as)?|which means(?: that)?|now that|btw|by the way|you know|anyways?|also|plus|however)(?=[\s,])[\s,]+)+/i

/** "No, it's …", "Correction: …", "Actually, the demo is …": something said before was wrong. */
const correction = largeRegex.iu`^(?:(?:oh|ah|ha(?:ha)*|oops|whoops|wait|sorry|hm+|well|ok(?:ay)?|hang on)[\s,.!…]+){0,3}(?:(?:no|nope|nah)[\s,.:;!–—-]+(?=(?:do|use|make|run|put|call|write|take|install|name|set) \S+ (?:with|in|on|as|to|at|instead of) \S)|(?:(?:correction|(?:i|we) (?:must|have to|need to|should) correct (?:one thing|myself|something))\s*[:,–-]\s*|actually[\s,.:;!…–—-]+(?:no|sorry|wait)[\s,.]+|(?:no|nope|nah)\s*[,.:;!–—-]+\s*(?:actually[\s,]+)?|(?:no|nope|nah)\s+(?=(?:it's|it is|the|my|our|we|that's)\s)|(?:that's |that is |it's )?(?:wrong|incorrect|not (?:right|correct|true))[\s,.:;!–—-]+|actually[\s,.:;!…–—-]+(?=[^,;]{1,80}?(?:\b(?:is|are|was|were|am|live|lives|work|works|use|uses|moved|called|named)\b|'s |'m |'re ))(?!i'm (?!at\b|in\b|from\b|an?\b|\d|on\b|allergic\b|not\b|called\b)))(?!\s*(?:${talk}|there\b|i(?:'ve| have)(?: already)? [a-zà-ž]+ (?:it|that|this|them)\b))(?=(?:the|my|our|his|her|their|it's|its|it is|it was|that's|we|we're|i|i'm|do|use|make|call|run|put|\p{Lu}[a-zà-ž]+|[^,;]{1,60} (?:is|are|was|were)\b)[\s']))`

/** Where one lives and works, which stands without a feeling about it: "I live in Lisbon | and love it". */
const livesOrWorks = regex.i`^(?:i|we)(?:'ve| have)?(?: [a-zà-ž]+ly| now| just| still)? (?:live|lived|work|worked|moved) `

/**
 * Splits a sentence into parts without the words that join them. Linear, except for the first 1,000 characters.
 * @param isOwn whether what the user wants written of "me" is true of the user
 */
export function saidParts(line: ProseLine, isOwn = true): SaidSentence {
  const corrected = correction().exec(line.masked.slice(0, 160))?.[0].length ?? 0
  const opened = corrected > 0 ? corrected : openingOf(line.masked)
  const said = line.masked.slice(opened)
  const isSupposed = supposition.test(said.slice(0, 40)) && orderIn(said) !== 'standing'
  const before = isSupposed ? supposedBefore.exec(said)?.[0].length : 0
  const start = opened + (before ?? 0)
  const isQuestion = endsInQuestion(line.masked)
  const isCorrection = corrected > 0 && !isQuestion
  const cuts = cutsOf(line.masked, start, isOwn)
  const starts = [start, ...cuts.map(([, to]) => to)]
  const stops = [...cuts.map(([from]) => from), line.masked.length]
  const parts: SaidPart[] = []
  for (const [index, from] of starts.entries()) {
    const joined = index === 0 ? '' : line.masked.slice(stops[index - 1], from)
    const isLast = index === starts.length - 1
    const found = partOf(line, from, stops[index] ?? from, joined, isQuestion && isLast, isOwn)
    const part = found && { ...found, isRequest: found.isRequest && (index > 0 || !isCorrection) }
    if (part && before !== undefined) add(parts, part, line, joined)
  }
  return {
    text: line.text,
    opening: line.masked.slice(0, opened).toLowerCase(),
    isCorrection,
    parts,
    isQuestion,
    isDistant: line.isDistant,
    rule: line.rule,
    afterthought: line.afterthought ?? '',
  }
}

/** The start and the end of each run of words that joins two parts. */
function cutsOf(masked: string, start: number, isOwn: boolean): (readonly [from: number, to: number])[] {
  const cuts: (readonly [number, number])[] = []
  for (const { 0: joined, index: from } of matchesOf(joint(), masked, start)) {
    const head = masked.slice(cuts.at(-1)?.[1] ?? start, from)
    const rest = masked.slice(from + joined.length, from + 120)
    if (!isOwn && (writes.test(rest) || (needs.test(rest) && madeUp.test(masked)))) continue
    if (/^\s+and/.test(joined) && needs.test(rest) && !asked().test(masked.slice(start, start + 80))) continue
    if (isReasoned(masked.slice(cuts.at(-1)?.[1] ?? start, start + 300))) continue
    if (/^\s+cause\s/.test(joined) && !caused.test(`${head.slice(0, 200)}${masked.slice(from, from + 80)}`))
      if (!asked().test(head.slice(0, 200)) && orderIn(head.slice(0, 200)) !== 'local') continue
    const isOnlyComma = /^,\s+$/.test(joined)
    if (isOnlyComma && adverbial.test(head) && !asked().test(masked.slice(from + joined.length, from + 80))) continue
    cuts.push([from, from + joined.length])
  }
  return cuts
}

function openingOf(masked: string): number {
  return openingLength(masked, maxOpenings, (rest) => {
    const head = rest.slice(0, 60)
    return needsComma.test(head) ? 0 : (opening.exec(head)?.[0].length ?? 0)
  })
}

const writes = regex.u`^(?:${toWrite}|${toAnnounce})`
/** The start of what is so, beside a question. */
const stating = largeRegex.u`^(?:(?:, )?(?:[Ii]|[Ww]e|[Mm]y|[Oo]ur)\b|, (?:[Ss]?he|[Tt]hey)\b|, ${othersNeed})`
/** A question in which an order is only spoken of: "Will the format stay when I paste it?", "One leg at a time?" */
const whether = /^(?:will|is|are|was|were|does|did|has) (?!you\b|u\b)|^(?:just )?one \S+ (?:or one \S+ )?at a time\b/i
const reason = /\b(?:since|because|given|considering|especially|particularly|as|now that|in mind)\b/

function partOf(
  line: ProseLine,
  from: number,
  to: number,
  joined: string,
  endsQuestion: boolean,
  isOwn: boolean,
): SaidPart | undefined {
  let start = from
  const lead = connector.exec(line.masked.slice(from, from + 80))?.[0] ?? ''
  if (start + lead.length < to) start += lead.length
  const opener = `${joined}${lead}`
    .toLowerCase()
    .replaceAll(/[^a-z ]+/g, ' ')
    .trim()
  const asks = askLength(line.masked.slice(start, to), endsQuestion)
  start += asks > 0 ? asks : askedLength(line.masked.slice(start, to))
  const told = isOwn ? (writes.exec(line.masked.slice(start, to))?.[0].length ?? 0) : 0
  start += told
  const said = line.masked.slice(start, to)
  const order = orderIn(said)
  const isOrder = (order === 'standing' || order === 'general') && !(endsQuestion && whether.test(said))
  const isRequest =
    !isOrder &&
    asks === 0 &&
    (asked().test(said.slice(0, 80)) ||
      (joined.startsWith(',') && follows().test(line.masked.slice(start))) ||
      (endsQuestion && told === 0 && !stating().test(joined === ', ' ? `, ${said}` : said) && !reason.test(opener)))
  const felt = isRequest ? 0 : (mood().exec(said.slice(0, 120))?.[0].length ?? 0)
  const isPlaced = told > 0 && inText.test(said)
  const comment = isRequest ? -1 : said.search(isPlaced ? inText : livesOrWorks.test(said) ? feelingAbout() : remark())
  const { text, masked } = trimmed(line, start + felt, comment < 0 ? to : start + comment)
  if (!/[\p{L}\p{N}]/u.test(masked)) return undefined
  return {
    text,
    masked,
    opener,
    isRequest,
    isMood: felt > 0 && !stillSo.test(`${said.slice(0, felt)}${masked}`),
    isExplicit: asks > 0,
  }
}

const fewWords = 4
const own = /^(?:(?:i|we|my)\b\S* \S+ |i(?:'m| am|m) \d+$|(?:work (?:at|for|as)|live in) \S)/i
const dependent = /^(?:there|these|those|which|who|him|her)\b/i

/** Adds a part. One that says nothing without the previous part is joined to it. */
function add(parts: SaidPart[], part: SaidPart, line: ProseLine, joined: string): void {
  const last = parts.at(-1)
  if (last && livesOrWorks.test(last.masked) && feelingAbout().test(`${joined}${part.masked}`)) return
  if (last && headed(part, last, false)) last.isRequest = true
  // The purpose of what is asked for: "Could you suggest a route, so we make the most of it?"
  if (last?.isRequest && part.opener === 'so') part.isRequest = true
  const leaning = leaningOf(part.masked)
  const isOwn = leaning !== 'within' && (own.test(part.masked) || needs.test(part.masked))
  const needsLast = leaning || dependent.test(part.masked) || part.masked.split(' ').length < fewWords
  if (!last || last.isRequest || part.isRequest || !needsLast || isOwn) {
    parts.push(part)
    return
  }
  const from = line.text.indexOf(last.text)
  const to = line.text.lastIndexOf(part.text) + part.text.length
  if (from < 0 || to - from > 300 || joined === '') parts.push(part)
  else parts.splice(-1, 1, { ...last, text: line.text.slice(from, to), masked: line.masked.slice(from, to) })
}

/** Words that begin something more, which does not come: "I work in Leith and.", "…, and wow". No name has them small. */
const trailing =
  /(?:,?\s+(?:and|(?<!\b(?:[Aa]ll|[Nn]othing|[Nn]one|[Ll]ast|[Aa]ny[a-z]+|[Ee]very[a-z]+) )but)(?: so|,? (?:unfortunately|sadly|luckily|however))?|,\s+(?:so|you know|(?:and |but |so )?(?:wow|yeah)))[\s,.…!]*$/u

/** The beginning of a clause that goes on in the next part: "…, and since you asked | I want to know". */
const unfinished = regex.i`,? (?:and|but|so) (?:since|if|because|although|given|as of)\b[^,]*(?:, \d{4})?$`

/** Without white space, commas and {@link trailing} words around it, and what is {@link unfinished}. */
function trimmed(line: ProseLine, from: number, to: number): Pick<SaidPart, 'text' | 'masked'> {
  const raw = line.masked.slice(from, to)
  const start = from + (/^[\s,;:–—-]+/u.exec(raw)?.[0].length ?? 0)
  const ended = raw.replace(/(?:, (?:ok|okay|alright))?[\s,;:–—?-]+$/iu, '').replace(trailing, '')
  const said = to < line.masked.trimEnd().length ? ended.replace(unfinished, '') : ended
  const stop = Math.max(start, from + said.length)
  return { text: line.text.slice(start, stop), masked: line.masked.slice(start, stop) }
}
