import { source } from '../../text/regex.ts'

/*
 * Orders to write what is true all the same: "mention that I'm allergic to nuts", "write to my customers that our new
 * bank is BNP Paribas".
 */

/** What is to be said in a text, if it is so with the user and no excuse: "I'm allergic to nuts". */
const said = source`(?=(?:[Ii](?:'m|m| am)? (?!(?:am|was|were|will|would|could|should|did|think|hope|love|need|want|sorry|so|not|just|going|on my|broke|sprained|tore|hurt|injured|fractured|twisted)\b)|we(?:'re| are| have) |[Mm]y \p{L}+ (?:is|has|can't|cannot) )\S)`
const politely = source`(?:(?:[Pp]lease|pls|also|just|then|now|[Mm]ake sure (?:to|you)|[Dd]o(?:n't|nt| not) forget to)[\s,]+){0,3}`
const month = '(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec)[a-z]*'
const day = '(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)day'

/** Those to whom one announces what is new, and where a notice hangs. */
const audience = source`(?:(?:everyone|everybody|HR|hr|(?:(?:all|both) (?:of )?)?(?:the|my|our)|(?:the |my )?\p{Lu}\p{Ll}+'s)(?: (?:new|other|whole|night|day|care|waiting|main|front|shop|nursery|primary|local|old))*(?: (?:clients?|customers?|members?|team|staff|parents|suppliers?|landlord|landlady|neighbou?rs?|school|nursery|(?:baby)?sitter|nanny|carers?|home|nurses?|teachers?|bank|tenants?|guests?|patients?|boss|manager|colleagues|family|choir|club|band|insurer|insurance|accountant|shop|office|room|gym|door|window|salon|caf[eé]|restaurant|studio|sister|brother|mum|mom|dad|mother|father|in-laws|group|council|dentist|doctor|gp|vet|subscribers|followers|students|pupils|volunteers|partners|distributors|agents))?)\b`
const text = source`(?:short |quick |little |polite |formal |friendly )?(?:e-?mails?|mails?|messages?|texts?|letters?|notes?|sign|notice|poster|announcement|newsletter|post|memo|handover note|instructions|reply|something)`
/** An order to announce something, up to what it is. */
const announcing = source`(?:(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) (?:you|u) (?:please )?)?(?:(?:[Ww]rite|[Dd]raft|[Cc]ompose|[Pp]repare|[Mm]ake|[Ss]end|[Dd]o|[Cc]reate)(?: me)?(?: (?:an?|the|another) ${text})? (?:to|for) ${audience}|(?:[Tt]ell|[Ii]nform|[Nn]otify|[Ee]-?mail|[Mm]ail|[Tt]ext|[Mm]essage|[Ll]et) ${audience}(?: know)?)(?: (?:please|today))?(?:(?: (?:saying|to say|telling (?:them|her|him)|explaining|and say|(?:so|that) they know)(?: that)?:? | that |: |(?<=\b(?:know|tell|inform|text|email) ${audience}) |(?<=know) )(?:that )?)`
/** News that lasts: "our new bank is", "from Monday", "closed Wednesdays", "is allergic". No excuse, no wish. */
const news = source`(?!(?:if|whether|how|what|why|when|who|thanks?|sorry|hi|hello|hey|dear|happy|he|she|it|this|that|they|you|your|there|please|never|always|don['’]?t|do not|no|let|nobody|no one|every[a-z]*|(?:i|I|we) (?:want|need|hope|think|wish|love)|[^?!.]*\b(?:should|would|could|might|must|may be|maybe))\b)(?=[^?!]*\b(?:now(?! (?:and|or)\b)|new(?! (?:year|job offer)\b)|no longer|any ?more|instead of|from (?:now on|next|the \d|\d|${day}|${month})|allerg[a-z]+|inhaler|insulin|(?:[a-z]{3,}s?)? (?:takes|needs) [a-z]+(?:arin|in|ol|ine|one|medicine|tablets)|(?:can't|cannot|cant|mustn't) (?:eat|have|drink|hear|see|walk|work)|deaf|diabetic|${day}s|(?:${day} )(?:mornings|afternoons|evenings)|on (?:\d{1,2}(?:st|nd|rd|th)? (?:of )?)${month}|(?:move|moves|moving|leaves?|leaving|joins?|joining|takes? over|called)\b))(?![^?!]*\b(?:today|tonight|right now|tomorrow|at the moment|late for|running late|(?:for|on) (?:this|his|her) (?:morning|evening)|love you|hate|miss you|heart)\b)`

/** A notice with its place, which tells whose hours they are: "Make a sign for | the shop: closed Wednesdays". */
const notice = source`(?:[Mm]ake|[Ww]rite|[Dd]raft|[Cc]reate|[Dd]esign)(?: me)? an? (?:short |little |new )?(?:sign|notice|poster) for (?=(?:the|my|our) (?:shop|caf[eé]|salon|restaurant|office|studio|gym|surgery|practice|clinic|library|bakery|bar|pub|waiting room|front door|door|window): ${news})`

/** An order to announce what is new with the user, before the news. */
export const toAnnounce: string = `${politely}(?:${notice}|${announcing}(?:${said}|${news}))`

/** An order to write what follows, which is true all the same: "mention that | I'm allergic to nuts". */
export const toWrite: string = source`${politely}(?:(?:[Mm]ention|[Aa]dd|[Ss]ay|[Ii]nclude|[Ww]rite|[Ss]tate|[Pp]ut)(?: in)?|(?:[Tt]ell|[Ll]et) (?:him|her|them|everyone|(?:the|my|our) \p{L}+)(?: know)?)(?: please)?,?(?: that)? ${said}`
