import { largeRegex, regex, source } from '../../text/regex.ts'

const opener = source`^[#*\s]*(?:(?:here(?:'?s| is| are)|this is|and|ok(?:ay)?|so|now|also|please|pls|(?:can|could) you|help me|check|read|answer|look at|(?:reply|respond) to|what do you think (?:of|about)|thoughts on|feedback on|opinions? on|is this|how(?:'?s| is)|from|the|an?|this|that|another|new|rate|edit|review|critique|improve|grade|my|his|her|their|our)[ ,]+){0,6}?`
const sent = source`(?:e-?mails?|mails?|messages?|texts?|sms|letters?|answers?|repl(?:y|ies)|responses?|memo|complaints?|enquir(?:y|ies)|inquir(?:y|ies)|reviews?|comments?|tickets?|feedback|testimonials?)`
const document = source`(?:docs?|documentation|manual|handbook|pdfs?|specs?|specification|guide|readme|wiki|faq|contract|policy|brochure|leaflet|website|site|page|book|textbook)`
const own = source`(?!(?:me|us|myself|yesterday|today|last)\b|(?:my|our|the|a) (?:[a-z]+ )?(?:doctor|gp|consultant|specialist|physio|clinic|hospital|dietitian|midwife|vet)\b)`
/** Names the author of the words behind its colon: "mail from Moira: …", "Ann's answer: …", "from their docs: …". */
export const quoting: RegExp = largeRegex.i`${opener}(?:(?:[a-zà-ž-]+ ){0,2}?(?:${sent}|slack) (?:from|by) ${own}[^.!?:]{1,40}|(?!(?:today|tomorrow|yesterday|it|that|what|let|here|there|who|doctor|gp|vet)['’]s)(?:[a-zà-ž-]+['’]s|his|her|their) (?:[a-zà-ž-]+ ){0,2}?${sent}(?: (?:to|about|on|in|from) [^.!?:]{1,40})?):(?!\s*(?:\S+@|\+?\d))(?=\s|$)|\bfrom (?:the|their|its|his|her|an?|this|that|[a-zà-ž-]+['’]s) (?:[\w'’-]+ ){0,3}?${document}\b[^.!?:]{0,30}:(?=\s|$)|\b(?:got|received|copied) (?:this|it|these) (?:from|off) ${own}[^.!?:]{1,40}:(?=\s|$)`
/** A whole line above the words of another: "the spec:", "CONTRIBUTING.md:", "PR description:", "customer mail below". */
const above = largeRegex.i`^[#*\s]*(?:requirements from ${own}[\w'’ -]{2,40}:|(?:the|their|his|her|its|this|that) (?:[\w-]+ ){0,2}?(?:${sent}|docs?|documentation|manual|specs?|specification|contract):|[\w./-]+\.(?:md|txt|pdf|rst|adoc|docx?):|(?:pr|mr|pull request|merge request|commit|ticket|product|job) (?:description|message|text|body|report):|(?!.*\b(?:my|our)\b)(?:[\w'’]+ ){0,4}(?:e-?mail|mail|message|text|letter|complaint|enquiry|ticket|review)(?: is)? below[.:]?)$`
/** A whole line above what is to be answered: "what do I reply to this?" */
const toAnswer = regex.i`^(?:[\w'’]+,? ){0,6}?(?:(?:reply|respond|write back|say) to (?:this|that)|answer this(?= (?:one|e?-?mail|message|ticket|review|customer|client|comment|lady|guy)))(?: [\w'’]+){0,3}[?.:]?$`
const about = /\b(?:(?<!think )about|where|when|why|who|plan|notes|rules|facts|details)\b/i
const work = source`(?:para(?:graph)?s?|(?:first|last|opening|next|front) page|page \d+|(?<!(?:new|next) )chapters?|scenes?|monologue|verse|chorus|stanza|prologue|epilogue|excerpts?|passage|dialogue|opening|sample|lyrics|testimonials?|essay|(?:character|protagonist|narrator|hero|heroine|villain)['’]s [a-z]+)`
/** A whole line above fiction or a sample: "Opening para:", "rate my monologue:", "Scene draft, what do you think?" */
const aboveWork = largeRegex.i`${opener}(?:[\w'’-]+ ){0,3}?${work}(?: (?:\d{1,3}|[ivx]{1,4}|one|two|three|four|five|six|draft|exercise|to (?:grade|mark|check)))?(?: (?:from|of|for|by) [^.!?:,]{1,40})?(?:,? (?:(?:what do you think|thoughts|any good|good|ok(?:ay)?|so far)|(?:is|does) it [^.!?:]{1,20}))?\s*[:?]?[*\s]*$`
const longest = 100

/** Whether a line introduces the words of another, up to an empty line, or a text that is no statement, to the end. */
export function introducedBy(line: string, isAlone: boolean): 'words' | 'text' | undefined {
  const lead = line.trim()
  if (lead.length > longest) return undefined
  const isHead = isAlone || lead.endsWith(':')
  if (isHead && !about.test(lead) && aboveWork.test(lead)) return 'text'
  if (isAlone && toAnswer.test(lead)) return 'text'
  return (lead.endsWith(':') && quoting.test(lead)) || (isHead && above.test(lead)) ? 'words' : undefined
}
