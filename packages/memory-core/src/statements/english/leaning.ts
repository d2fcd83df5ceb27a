import { largeRegex, regex, source } from '../../text/regex.ts'
import { acquaintance } from '../persons.ts'

/** People, whom "it" cannot mean. */
const person = new RegExp(acquaintance, 'gi')
/** The words that can point back to an earlier sentence. A clause without one is clear. */
const pointer = /\b(?:then|too|its?|hes?|shes?|his|hers?|him|th(?:at|is|ese|ose|ere|em|eirs?|ey(?:re|ve)?)|ones?)\b/i
const beginning =
  /^(?:it(?!'s my [a-zà-ž]+'s )|it's(?! my [a-zà-ž]+'s )|that|that's|this|he|he'?s|she|she'?s|they|they'?re|they'?ve|its(?= (?:\d|an?|the)\b)|(?:these|those)(?= (?:are|were|have|had)\b)|[a-zà-ž]+s too(?= (?:so|because|and|but)\b|,|[.!]*$))\b/i
/**
 * Words that point back: "his son …", "to that", "learned that the hard way", "in there", "my last one". Not "that"
 * before a clause or a noun, nor "her …" where "my wife" follows.
 */
const pointing = regex.i`^(?:(?:his|her|their) [a-zà-ž](?!.*\b(?:my|our)\b)|there (?:i|we|my)\b)|\b(?:to|of|about|for|from|than|by|after|before|with|without|at|on) (?:that|this)(?=$|[.,;!?)]| (?:in|on|at|last|and|but|when|because|than|as|too|yet|now)\b)|\b(?:learn|learned|learnt|know|knew|did|do|said|say|love|loved|like|liked|hate|enjoy|tried|try|made|need|mean|remember|forgot|use|used|saw|decided) (?:that|this)(?=$|[.,;!?]| (?:the (?:hard|other|same)|too|yesterday|last|in \d)\b)|\b(?:love|loved|like|liked|hate|enjoy|prefer|need|use|used|avoid|want) (?:those|these)(?=$|[.,;!?]| (?:on|in|at|for|with|too|yet|now)\b)|\b(?:call|called|named) (?:him|her|it|them)\b(?! ¤)|\b(?:in|from|over|up|down) there\b|\b(?:i|we|he|she|they)(?: (?:shall|will|would)|'ll|'d) then\b|\bthat (?:day|week|night|month|year|evening|morning)[.!]*$|\b(?:was|am|are|were|been|go|went|going|live|work|stay) there[.!]*$|\b(?:my|the|this|that|another|other|new|old|last|first|second|next|same|which|been) ones?\b(?! (?:of|who|that|with|is)\b)`
/** A pronoun that needs a person or a thing to refer to. */
const pronoun =
  /\b(?:him|them|theirs?|his|hers?)\b|\bit\b(?!'s| (?:is|was|takes|took|would|will|has|had|can|comes|easy|easier|hard|harder|possible|difficult|clear|important|that|to)\b)/i
/** A person or a thing that a pronoun can refer to. */
export const noun: RegExp =
  /\b(?:an?|the|my|our|your|some|any|every|each|this|that|these|those|no|two|three|four|\d+) [a-zà-ž]{2}|\b(?!always|sometimes|perhaps|does|goes|says|thinks|knows|loves|hates|likes|wants)[a-zà-ž]{3,}s\b/i
/** A name or a number. A clause with one says something even when its pronoun is not explained. */
const specific =
  /\d|\b(?:call(?:s|ed|ing)? (?:it|me|us|him|her|them)|says?|saying|use|write) ¤|(?<=[\p{Ll},] )\p{Lu}\p{L}|^(?!I\b|We\b|My\b|Our\b|The\b|A\b|And\b|But\b|So\b)\p{Lu}\p{Ll}+ (?:and|is|was|has)\b/u

/** "This is Priya again": its "this" is the speaker, as in "they/them for me". */
const namesSpeaker = /^(?:(?:this is|it's) \p{Lu}\p{Ll}+(?: here| again| btw| speaking)+[.!]*$|\p{Ll}+\/\p{Ll}+\b)/u
/** A feeling about what the clause has said: "… and love it", "… but it sucks". What "it" means is in the clause. */
export const feelingAbout: () => RegExp = largeRegex.i`,? (?:and|but|though|although|even though|yet|so|cause|cuz|because) (?:${[
  "(?:(?:i|we|i'?m|i am|we're|do|am|are|so|very|really|just|kinda|actually|honestly|absolutely|totally|still|already) ){0,4}(?:lov(?:e|ed|ing)|lik(?:e|ed|ing)|hat(?:e|ed|ing)|enjoy(?:ed|ing)?|adore|miss|regret|dislike|can'?t stand|proud of|happy (?:with|about)|sick of|tired of|fed up with|good at|bad at|used to|glad about|grateful for) (?:it|that)",
  'it(?: (?:really|just|kinda|totally|so|also|often))? (?:sucks?|rocks?|shows|hurts|stinks|helps|(?:drives|makes|made|kills) me(?: [a-zà-ž]+)?|feels (?:so |really )?[a-zà-ž]+)',
  "it(?:'?s| is)(?: (?:really|so|very|pretty|just|kinda|quite|too|super))? (?:great|nice|awesome|amazing|cool|lovely|fun|fine|ok(?:ay)?|boring|awful|terrible|horrible|expensive|cold|hot|beautiful|good|bad|hard|tough|stressful|exhausting|rewarding|perfect|the best|the worst)",
].join(
  '|',
)})(?: (?:so much|a lot|here|there|too|tho|though|so far|lol|every day|very much|now|tbh|haha|somehow|to bits))*[.!…]*$`

/** A comment on what was just said: ", which was really nice", "my savings of 4,000 | won't be enough". */
export const remark: () => RegExp = largeRegex.i`(?<=\b(?:my|our) (?:savings|budget|salary|income|pension|deposit|allowance) of \S*\d\S*(?: [a-zà-ž]+)?) (?:won't|might not|may not|will not|isn't|is not|aren't|are not) (?:be )?(?:enough|cover|last)\b|,?\s+(?:like|as) (?:i|you) (?:said|mentioned|suggested|told you|recommended)(?: (?:earlier|before))?[.!]*$|,\s+which(?:(?:'s| is| was| has been| feels| felt)(?:(?: (?:kinda|kind of|really|so|pretty|very|quite|super|a bit|a little|just|still|been))+ [a-zà-ž]+| (?:great|nice|good|fun|cool|amazing|awesome|strange|weird|hard|tough|scary|exciting|frustrating|annoying|helpful|rewarding|stressful|concerning|crucial|important|perfect|why i'm|a (?:huge|big|great|real|concern|relief|shame)))\b| (?:really )?(?:makes|made|has made|has me|got me|leaves|left) (?:me|it|us|things)\b)`

/** A worry about "my …", which is so all the same; not about what may happen to it. */
export const stillSo: RegExp =
  /\b(?:worried|stressed|concerned|nervous|anxious|overwhelmed|scared|afraid|struggling)(?: (?:about|with|on|over|by|that|of|(?:to keep|keeping) up with))* (?:my|our) (?!.*\b(?:(?:wo|is|are|do|does|did|ca)n't|cannot|not|might|may|could|would|will|being)\b)/i

/** Where it is to be written: "I'm allergic to nuts | in the booking note". */
export const inText: RegExp =
  /(?<!\b(?:is|are|am|'m)) (?:to|on|in|into) (?:the|my|our) (?:[a-zà-ž]+ )?(?:notes?|forms?|e-?mail|mail|letter|booking|message|cv|list)[.!]*$/i

/** What can be cut off before "cause": "Need a plan". A statement stays whole, as it may tell what is new. */
export const caused: RegExp =
  /^(?:(?:now|just|also|please) )?need\s|^(?:i'?m|we'?re) (?=.* cause (?:i|we) (?:live|work) .*(?:at|in|for) )/i

/** A short adverbial before a clause: "on Fridays", "after work". */
export const fronted = source`(?:on|in|at|after|before|during|since|for) (?!which|what|that\b)(?:[^\s,]+ ){0,2}[^\s,]+`
/**
 * Adverbials, which a comma before "I" does not make a part: "When I was young, I lived in Prague"; also behind a
 * contrast, which is false without its clause: "I work from home, but on Fridays, I …".
 */
export const adverbial: RegExp = regex.i`^(?:that way|this way|as|when|whenever|after|before|while|during|with|without|in|on|at|by|for|from|last|this|every|each|once|until|like|to|through|despite|although|though|even|now(?! (?:that|quote|invoice|letter|poster|e-?mail|text)\b)|today|yesterday|recently|lately|currently|these|since \d|one|(?!(?:looking|searching|hunting) for )[a-zà-ž]+ing(?! (?:is|are|was)\b))\b|[^\s,],? (?:but|while|whereas|because|though|although) ${fronted}$`

/** Words before something that did not happen. */
export const supposition: RegExp =
  /^(?:if|suppose|supposing|imagine|pretend|assume|assuming|let's say|what if|say)\b(?! (?:hi|hello)\b| that .{2,15}\b(?:allergic|vegan|vegetarian|diabetic|co?eliac|[a-zà-ž]+-intolerant)\b)/i
const outcome = source`\b(?:then|would|will|(?:i|we|he|she|they|it|that)'(?:d|ll)|id|wont|won't)\b`
/** A supposition before a fact, up to its "but". A "but" before its consequence is part of it. */
export const supposedBefore: RegExp = regex.i`^if\b.{3,200}?,? but (?=[^?]*$)(?:(?<=${outcome}.*)|(?!.*${outcome}))`

/** What doctors or employers do to the speaker: "they upped me to 50 of the sertraline". */
const doneToSpeaker = largeRegex.i`^(?:they|she|he)(?:'ve|'re|'s| have| has| are| is)?(?: just| also| now| finally)? (?:(?:stopp(?:ed|ing) [^ ,]+(?: [^ ,]+)? and )?(?:took|tak(?:en|ing)|gave|start(?:ed|ing)?|wean(?:ed|ing)|put|moved|changed|upped|bumped|switched|promoted|transferred|prescribed|hired|diagnosed|laid|demoted|changing|moving|putting|switching|promoting|transferring|change|move|switch) (?:me|us)\b|(?:cut|raised|increased|lowered|reduced|doubled|halved|extended) (?:my|our)\b|(?:says?|said|told (?:me|us))(?: that)? (?:i|we) (?:can(?:'t|not)?|must(?:n't)?|should(?:n't| not)?|have to|had to|may not|am|need to)\b|made me (?:[a-zà-ž]+ ){0,3}(?:lead|manager|head|deputy|supervisor|partner)\b)`
/** A name at the beginning, to which "his" and "her" refer: "Kayla handed in her notice". */
const nameFirst =
  /^(?!(?:My|Our|The|This|That|These|Those|Some|Every|Each|Its|His|Her|Their|When|If|Also|Just|Then|Still|What)\b)\p{Lu}\p{Ll}+(?<!ly|ing) (?!(?:is|was|has)\b)\p{L}{2,}(?:ed|s)\b.*\b(?:his|her|their)\b/u

/** A sentence without its subject, which the sentence before names: "Comes Saturdays for lunch", "rehearsals Mondays". */
export const withoutSubject: RegExp = regex.i`^(?:(?:also |only |now |usually )?(?:starts|begins|comes|works|lives|speaks|charges|costs|runs|takes|teaches|pays|ends|opens|closes|arrives|drives|studies|eats|sleeps)\b(?! (?:is|are|was|were|for (?:me|us)|out|in handy|up|down)\b)|(?:class(?:es)?|rehearsals?|lessons?|practice|training|pick[- ]?up|drop[- ]?off|sessions?)(?: (?:is|are)(?: online| now| always)*,?)? (?:on |at |every )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\d)) ?\S`

/** Who or what has hours and begins: a person, a course, a job. */
const scheduled =
  /(?:\S |^(?!(?:I|My|Our|We|The|It)\b))\p{Lu}\p{L}+|\b(?:lessons?|class(?:es)?|course|choir|band|orchestra|team|club|group|gym|school|nursery|cleaner|nanny|tutor|coach|teacher|carer|caregiver|sitter|physio|therapist|trainer|gardener|daughter|son|mum|mom|dad|sister|brother|wife|husband|partner|friend|nurse|job|post|postdoc|contract|internship|apprenticeship|shift|dog|cat|learning|studying|playing)\b/u

/** Whether a sentence has no subject, and the one before may name it. Items of a list have none either. */
export function lacksSubject(said: string, before = ''): boolean {
  if (!withoutSubject.test(said) || !/[.!…]$/.test(before) || withoutSubject.test(before)) return false
  return scheduled.test(before)
}

/** An order with "that way", "that phrase" depends on the sentence before, which says which. */
export const pointsBack: RegExp = regex.i`\b(?:that [a-zà-ž]+|like (?:that|this)|(?:this|the same) way|(?<=(?:\b(?:never|not|stop)|n't)\b.*)(?:say(?:ing)?|writ(?:e|ing)|us(?:e|ing)|call(?:ing)? (?:it|me|them|him|her|us)|do(?:ing)?(?!.* again)|suggest(?:ing)?|mention(?:ing)?) (?:that|this|it)(?: ever| again| please| pls| to me| haha| lol| ok)*)(?: from now on| always| every time)?[.!]*$`
/** A sentence that makes a standing order of the one before it. */
export const holdsAlways: RegExp =
  /^(?:always|every time|from now on|going forward|in general)(?:,? (?:please|always|from now on))?[.!]*$/i

/** Where a clause depends on an earlier sentence: at its beginning, or in a word within; undefined if it does not. */
export function leaningOf(said: string): 'beginning' | 'within' | undefined {
  if (namesSpeaker.test(said) || doneToSpeaker().test(said) || nameFirst.test(said)) return undefined
  const masked = said.replace(feelingAbout(), '')
  if (!pointer.test(masked)) return /^thats where\b/i.test(masked) ? 'beginning' : undefined
  if (beginning.test(masked)) return 'beginning'
  const points = pointing.exec(masked)
  if (points && !/[,;:](?=\s)| (?:and|but|so) /.test(masked.slice(0, points.index))) return 'within'
  const wants = pronoun.exec(masked)
  if (!wants || specific.test(masked)) return undefined
  const head = masked.slice(0, wants.index)
  const before = /^it$/i.test(wants[0]) ? head.replaceAll(person, '') : head
  return noun.test(before) || /[,;:¤]/.test(before) ? undefined : 'within'
}
