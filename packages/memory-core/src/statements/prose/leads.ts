import { largeRegex, regex, source } from '../../text/regex.ts'
import { relatives } from '../persons.ts'

const opener = source`^[#*\s]*(?:(?:here(?:'?s| is| are)|this is|and|ok(?:ay)?|so|now|also|please|pls|(?:can|could) you|help me|check|read(?! (?:page|chapter)s?\b)|answer|look at|(?:reply|respond) to|what do you think (?:of|about)|thoughts on|feedback on|opinions? on|is this|how(?:'?s| is)|from|the|an?|this|that|another|new|rate|edit|review|critique|improve|grade|proofread|polish|shorten|correct|translate|my|his|her|their|our)[ ,]+)`
const sent = source`(?:e-?mails?|mails?|messages?|texts?|sms|letters?|answers?|repl(?:y|ies)|responses?|memo|complaints?|enquir(?:y|ies)|inquir(?:y|ies)|reviews?|comments?|tickets?|feedback|testimonials?)`
const document = source`(?:docs?|documentation|manual|handbook|pdfs?|specs?|specification|guide|readme|wiki|faq|contract|policy|brochure|leaflet|website|site|page|book|textbook)`
const doctor = source`(?:doctor|gp|consultant|specialist|physio|clinic|hospital|dietitian|midwife|vet)`
/** Where no doctor speaks as "I", a doctor's letter is about the user. */
const ofOneself = source`(?![^]*\b(?:this|the above) (?:lady|gentleman|patient|man|woman)\b)`
const own = source`(?!(?:me|us|myself|yesterday|today|last)\b|(?:my|our|the|a) (?:[a-z]+ )?${doctor}\b${ofOneself}|(?:my|our) (?:(?:own|old) )?(?:notes|diary|journal|files?|notebook)\b)`
/** Names the author of the words behind its colon: "mail from Moira: …", "Ann's answer: …", "from their docs: …". */
export const quoting: () => RegExp = largeRegex.i`${opener}{0,6}?(?:(?:[a-zà-ž-]+ ){0,2}?(?:${sent}|slack) (?:from|by) ${own}[^.!?:]{1,40}|(?!(?:today|tomorrow|yesterday|it|that|what|let|here|there|who|${doctor}(?=['’]s)${ofOneself})['’]s)(?:[a-zà-ž-]+['’]s|his|her|their|customer|client|tenant|guest) (?:[a-zà-ž-]+ ){0,2}?${sent}(?: (?:to|about|on|in|from) [^.!?:]{1,40})?):(?!\s*(?:\S+@|\+?\d))(?=\s|$)|\bfrom (?:the|their|its|his|her|an?|this|that|[a-zà-ž-]+['’]s) (?:[\w'’-]+ ){0,3}?${document}\b[^.!?:]{0,30}:(?=\s|$)|\b(?:got|received|copied) (?:this|it|these) (?:from|off) ${own}[^.!?:]{1,40}(?::| [-–—])(?=\s|$)`
/** A whole line above the words of another: "the spec:", "CONTRIBUTING.md:", "PR description:", "customer mail below". */
const above = largeRegex.i`^[#*\s]*(?:requirements from ${own}[\w'’ -]{2,40}:|(?:the|their|his|her|its|this|that) (?:[\w-]+ ){0,2}?(?:${sent}|docs?|documentation|manual|specs?|specification|contract):|(?!(?:claude|agents?|gemini|rules?|conventions?|preferences?|memory)\.md)[\w./-]+\.(?:md|txt|pdf|rst|adoc|docx?):|(?:pr|mr|pull request|merge request|commit|ticket|product|job) (?:description|message|text|body|report):|(?!.*\b(?:my|our)\b)(?:[\w'’]+ ){0,4}(?:e-?mail|mail|message|text|letter|complaint|enquiry|ticket|review)(?: is)? below[.:]?)$`
/** A contract that the user sums up below it. */
const ownContract = /\bcontract: \W*i (?!hereby|agree|accept|undertake)/i
/** A whole line above what is to be answered: "what do I reply to this?" */
const toAnswer = regex.i`^(?:[\w'’]+,? ){0,6}?(?:(?:reply|respond|write back|say) to (?:this|that)|answer this(?= (?:one|e?-?mail|message|ticket|review|customer|client|comment|lady|guy)))(?: [\w'’]+){0,3}[?.:]?$`
/** A line right above the labels of an advertisement: "Should I apply for this job?" */
const aboveOffer =
  /\b(?:(?:apply|go) for|take|accept|(?:reply|respond) to|think (?:of|about)) this (?:[a-z]+ )?(?:job|role|position|offer|ad|advert|posting|flat|apartment|house|course)\b[^.!?:]{0,30}[?:]$/i
const label = /^\p{Lu}\p{L}+(?: \p{L}+)?:\s/u
/** What the user tells of the thing to answer, in the lines below the question. */
const toldOf =
  /\bmy (?:boss|manager|landlord|landlady|client|teacher|neighbou?r|sister|brother|mother|mum|mom|father|dad|wife|husband|partner|ex|friend) (?:wants?|says?|said|asks?|asked|keeps?|told|texted|wrote|sent)\b/i
const about = /\b(?:(?<!think )about|where|when|why|who|plan|notes|rules|facts|details)\b/i
const work = source`(?:para(?:graph)?s?|(?:first|last|opening|next|front) page|page \d+|(?<!(?:new|next) )chapters?|scenes?|monologue|verse|chorus|stanza|prologue|epilogue|excerpts?|passage|dialogue|opening|(?<=\b(?:writing|text|style) )sample|lyrics|(?:song|essay|blog|novel|book|story) (?:intro|opening)|caption|poem|haiku|limerick|rap|(?:short|bedtime) story|character sheet|slogan|headline|tagline|postcard|tweet|testimonials?|essay|(?:character|protagonist|narrator|hero|heroine|villain)['’]s [a-z]+)`
/** Words that make a sentence of such a line: "Just finished the last page". */
const told = source`(?:i|i['’]?(?:m|ve|d)|we|he|she|they|just|(?:re-?)?read|reading|finish(?:ed|ing)?|lov(?:e[ds]?|ing)|lik(?:ed?|ing)|hate[ds]?|enjoy(?:ed|ing)?|wrote|writing|started|submitted|handed|failed|passed|got|had|learn(?:ed|t)|memori[sz]ed)`
/** What presents such a text without a colon: "my first chapter", "Scene draft", "Chapter 3". */
const presented = regex.i`${opener}|^\s*#|\b(?:draft|think|thoughts)\b`
const numbered = /^(?:Chapter|CHAPTER|Scene|SCENE) /
/** A whole line above fiction or a sample: "Opening para:", "rate my monologue:", "Scene draft, what do you think?" */
const ofWork = source`(?:for (?=(?:my|our|the|an?|this) ))?${opener}{0,6}?(?!(?:great|nice|lovely|beautiful|good|best)\b)(?:(?!${told}\b)[\w'’-]+ ){0,3}?${work}(?: (?:\d{1,3}|[ivx]{1,4}|one|two|three|four|five|six|draft|exercise|to (?:grade|mark|check)))?(?: (?:from|of|for|by) [^.!?:,]{1,40})?`
const aboveWork = largeRegex.i`^${ofWork}(?:,? (?:(?:what do you think|thoughts|any good|good|ok(?:ay)?|so far)|(?:is|does) it [^.!?:]{1,20}))?\s*[:?]?[*\s]*$`
/** Whose words a paper may be. */
const person = source`(?:${relatives}|mates?|tenants?|clients?|customers?|students?|pupils?|strangers?|employees?|patients?|guests?|applicants?|candidates?)`
const another = source`(?:(?:my|our|an?|one of (?:my|our)) (?:[a-zà-ž-]+ ){0,2}?${person}|him|her|them|(?<=cover letter for )(?!(?:my|our|an?|the|this|work|jobs?|uni(?:versity)?|college|school|internships?)\b)(?<name>\p{L}+)(?=[,:](?!.*\b\k<name>\b)))\b`
/** What is written in the first person for others to read. */
const paper = source`(?:cv|resume|cover letter|(?:personal )?statement|application|bio|biography|profile|eulogy)`
const others = source`(?:essay|homework|speech|post|story|blog)`
const wrote = source`(?:wrote|sent|e-?mailed|texted|messaged|posted|forwarded)`
const whose = source`(?:(?!(?:today|tomorrow|yesterday|it|that|what|let|here|there|who|he|she)['’])[a-zà-ž-]+(?<!\b(?:company|team|firm|business|school|shop|studio|agency|project|department))['’]s|${person}s['’]?)`
/** Ends the line above or before a text: ", make it better." Behind an order, the user goes on: "Caption please. I run a bakery." */
const stop = source`(?:,? (?:help|please|pls))*(?:[,.?] (?!(?:i|we|my|our)\b)[^.!?:]{1,50})?(?::| [-–—]|(?<!\b(?:please|pls|need|new|another|fix|love|thanks)\b[^.!?:]{0,60})[.!?](?= i\b))(?=\s)`
/** Words without one of which a line is not {@link presenting}. */
export const ofPresenting: RegExp = regex.i`\b(?:${work}|${paper}|${others}|${wrote}(?=.{0,13}(?:this|[-–—:?])))\b`
/** What makes the rest of a message the words of another or fiction: "my brother's CV:", "Caption -", "Jo wrote me this, is it rude?" */
export const presenting: () => RegExp = largeRegex.iu`^(?:${ofWork}${stop}|${opener}{0,6}?(?:(?:${whose} |(?<=\b(?:his|her|their) ))(?:[a-zà-ž-]+ ){0,2}?(?:${paper}|${others})|(?:[a-zà-ž-]+ )?${paper} for ${another})(?: (?:to|about|on) [^.!?:,]{1,40})?${stop}|${opener}{0,3}?(?:what )?(?:(?:my|our|an?|the|this|one of my) (?:[a-zà-ž'’-]+ ){1,3}?|(?!(?:i|we|you|it|that|this|what|who|just|and|but)\b)[\p{L}-]+ )(?:just )?${wrote}(?: (?:me|us|to me|to us|back))?(?:(?<=what .{3,60})(?= ?[-–—:,?])| this)(?:,[^.!?:]{2,60})?(?::|\?| [-–—])(?=\s))`
/** Words of the user beside a text. */
export const aside: RegExp = /^\W*(?:btw|by the way|ooc)\b/i
const longest = 100

/** Whether a line introduces the words of another, up to an empty line, or no statement, up to an {@link aside}. */
export function introducedBy(lines: readonly string[], at: number): 'words' | 'text' | undefined {
  const [lead = '', below] = lines.slice(at, at + 2).map((line) => line.trim())
  if (lead.length > longest) return undefined
  const [isAlone, hasColon] = [below === '', lead.endsWith(':')]
  const isHead = isAlone || hasColon
  if (
    isHead &&
    !about.test(lead) &&
    aboveWork().test(lead) &&
    (hasColon || presented.test(lead) || numbered.test(lead))
  )
    return 'text'
  if (isAlone && toAnswer.test(lead))
    return lines.slice(at, at + 20).some((line) => toldOf.test(line)) ? undefined : 'text'
  if (!isAlone && ownContract.test(`${lead} ${below}`)) return undefined
  if (label.test(below ?? '') && aboveOffer.test(lead)) return 'words'
  return (hasColon && quoting().test(lead)) || (isHead && above().test(lead)) ? 'words' : undefined
}
