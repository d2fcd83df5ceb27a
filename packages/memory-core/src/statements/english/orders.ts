import { largeRegex, regex, source } from '../../text/regex.ts'
import { spelledOut } from './spelling.ts'

/** How long an order holds: permanently, in general because of what it is about, or for the reply or task at hand. */
export type OrderSpan = 'standing' | 'general' | 'local'

/** What an order begins with. It is taken off first: repeated before many alternatives it compiles four times as long. */
const head = source`^(?:(?:please|pls|plz|kindly|and|but|so|also|just|only|ok|okay|i(?:'d| would) (?:like|prefer|love|need|want) you to|i (?:want|need|prefer) you to)[\s,]+){0,3}`
const orderVerbs = source`use|compose|inform|notify|keep|answer|reply|respond|write|give|include|format|provide|show|explain|add|avoid|make|send|speak|talk|stop|start|list|highlight|confirm|mention|summari[sz]e|translate|rewrite|rephrase|name(?!.s)|go(?= into (?:more|less)\b)|ask|tell|say|put|leave|skip|check|run|create|generate|describe|draft|set|take|do|be|stay|stick|limit|end|begin|prefix|sign|round|convert|spell|quote|cite|assume|prefer|remind|help|find|go|let me|(?:plan|organi[sz]e|book|cook|pick|choose|schedule|order|buy|teach|get|build|design)(?= (?:me|us) )|(?:throw|lend|hit|walk)(?= (?:me|us) )|gimme|plan(?= (?:my|our) )|book(?= an? (?:table|room|flight|hotel|appointment|taxi|seat)s?\b)|invite(?= (?:my|our) )|focus|note|change(?! (?:of|to know)\b)|fix|correct|remove|delete|move|define|compare|act|pretend|imagine|suppose|continue|try|look|think|call|address|consider|suggest|recommend|adapt|cancel|work out|calculate|solve|shorten|improve|polish|edit|proofread|review|debug|refactor|brainstorm|outline|estimate|comment|quiz|wait|warn|flag|double-check|recap|apologi[sz]e|bring up`
const order = largeRegex.i`^(?:(?:do not|don't|never|always|no longer) )?(?:ever |just )?(?:${orderVerbs})\b(?! (?:you|i|we|they|me and|is|are|was|it's)\b)`
/** What the assistant is asked or told when an order applies. */
const onceSaid = '(?:ask|talk|write|mention|say|request|share|send|paste|post|upload|show you)'
const standing = largeRegex.i`${[
  source`${head}(?:always|never|don't ever|do not ever|from now on|going forward|in general|in (?:the )?future|for all (?:future|my)|under no circumstances|whenever|every time|each time|nothing (?:may|(?:too )?(?!(?:new|special|else|more|much|better|left|wrong)\b)[a-zà-ž]+ for (?:me|us)(?=[.,!]|$))|no one may|no (?!worries|problem|trouble|idea|rush|issues?|need|point)[a-zà-ž]+(?: [a-zà-ž]+)? (?:before|after|during|at all|on (?:any|[a-zà-ž]+days)[a-zà-ž]*|for (?:me|us)))\b`,
  source`\bwhen(?:ever)? i ${onceSaid}\b`,
  source`\b(?:from now on|next time|going forward|in (?:the )?future|in general|at all times|(?:every|all the) time|under any circumstances|as a rule|from here on(?: in| out)?)(?: tho(?:ugh)?| please| pls)?(?:[.!]*$|,)`,
  source`\b(?:from now on|going forward)\?$|^(?:keep|make) (?:it|things|(?:your|the|all) (?:answers?|replies|responses|explanations)) [^,]{4,40} in (?:the )?future\?$|\bmore (?:depth|detail) in (?:the )?future\?$`,
  // "Don't mention it to clients ever", "don't make things up, even in drafts".
  source`^(?:please )?(?:do not|don't|never|no) [^,]{3,60}(?:(?<!\b(?:(?!sugg)[a-zà-ž]+est|worst|most|only|first|if|i|i've|you|hardly)\b.{0,20}) ever(?=[,.!]|$| (?:i'm|i|it'?s|we|my) )|,? even (?:in|if|when|for|on|with) )`,
  source`\b(?:in|with|out of) (?:anything|everything|all (?:the )?[a-zà-ž]+|any [a-zà-ž]+) (?:that )?you (?:write|say|send|make|draft|give)\b`,
  source`\b(?:anything|everything|any [a-zà-ž]+) (?:that )?you (?:write|send|make|draft|give|suggest|show)(?: (?:me|us|for me|for us))? (?:should|must|has to|have to|needs? to)\b`,
  source`(?<!\b(?:where|how|what|which) to [^,.]{0,30})\b(?:before|after|for|in|with|on|at) (?:every|each) (?:commit|push|merge|pr|pull request|release|deploy(?:ment)?|change|file|function|test|class|e-?mail|mail|message|letter|post)\b`,
  ',? never (?:the|an?|any) [a-zà-ž]+[.!]*$',
  source`^(?!(?:write|draft|create|compose|make|generate|tell|give|plan|design)(?: me| us)? (?:an?|the|this|that|another|some|two|\d)\b).{3,}(?:,|;| and| but) (?:always|never) (?:${orderVerbs}|abbreviate|touch|commit|push|merge|edit|deploy)\b`,
  source`\b(?:whenever|any ?time|if|when) (?:i (?:say|ask|mention|forget|ever|start)|there(?:'?s| is| are))\b|\bwhenever (?:you|we) (?!are\b|can\b|want\b|like\b|have\b|get\b|feel\b|wish\b|need\b)[a-zà-ž]`,
  source`\bat the (?:end|start|beginning|top|bottom) of (?:(?:every|each|all) |(?:the|your) (?:answers?|repl(?:y|ies)|responses?|messages?)\b)`,
  source`\bfor all (?:the |my )(?!(?:help|time|work|info|details|support|above|following)\b)[a-zà-ž]+`,
  source`\b(?:that|this) (?:goes|holds|applies) (?:for|to) (?:all|any|every)`,
  source`^(?!(?:please |pls )?(?:fix|correct|check|find|compare|rewrite|summari|translate|delete|ignore)).*\b(?:in|from|of|with|for) your (?:answers|replies|responses|messages|explanations)\b(?! (?:above|below|to (?:the|this|that)))`,
  source`\b(?:start|begin|end|open|close|finish|preface|pad)(?:ing)? (?:(?:every|each) (?:answer|reply|response|message|sentence)|(?:all |all of )?(?:your|the) (?:answers|replies|responses|messages|sentences))\b`,
  source`\bby default\b|\bunless (?:(?:i|we) (?:ask|say|tell|request)|asked|told|requested)\b`,
  source`\b(?:in|of|for|across|to|after) (?:every|each|all(?: of)?(?: your| our| my)?) (?:chats?|conversations?|answers?|repl(?:y|ies)|responses?|sessions?)\b`,
  source`^(?:please )?(?:do not|don't|never|no)\b.* in (?:anything|everything)[.!]*$|^(?:please )?(?:do not|don't|never) (?:mention|use|put|write|show|include|say|name|bring up|give) (?!(?:it|this|that|these|those|them)\b)[^,]{2,40}? (?:anywhere|in (?:any (?!case\b|way\b|event\b)[a-zà-ž]+|writing))\b`,
  source`^(?:please |pls )?(?:do not|don't|never|stop) (?:(?:ask(?:ing)?(?: me)? about|mention(?:ing)?|bring(?:ing)? up|remind(?:ing)? me of|compar(?:e|ing) me (?:with|to)) (?:my|our) |bring(?:ing)? up (?!(?:the|it|this|that|any)\b))(?!.*\b(?:(?:in|to|for|when|if|until) |(?:yet|today|tonight)\b))[^,.!?]{2,40}[.!]*$`,
  source`^(?!(?:i|i'[a-z]+|we|you|he|she|they|it|my|our|the|this|that|there|why|how|what|when|where|who)\b)[^.!:]{3,60}(?:,? always(?=[.!,:]|$)| and always (?:with|in|as) )`,
].join('|')}`
/** What an order not to do something does not begin with: talk, moods and what the speaker leaves out "I" before. */
const refrain = source`(?:^|[,;] (?:and |so |but )?)(?:please |pls |plz |just |also )*(?:do not|don't|never|stop)(?: ever)? (?!(?:know|think|worry|mind|remember|forget|care|bother|believe|understand|have|want|need|like|love|feel|get|see|hear|eat|drink|smoke|drive|own|speak|live|work|go|come|leave|sleep|be|being|do|try|look|let|you|i|even|really|crying|worrying|feeling|thinking|panic|stress|cry|die|rush|hurry|reply|respond|answer)\b)[a-zà-ž]`
/** What an agent makes, as the head of a rule without a verb: "Logs: JSON, UTC", "Kubernetes: no". */
const labelled = source`(?:(?:pr|pull request|commit|branch|release|error|log|code|file|test|snapshot|unit|integration|e2e|variable|column|api|git|docker|component) )?(?:descriptions?|titles?|messages?|names?|naming|logs?|logging|timeouts|retries|tests|testing|indentation|formatting|imports|comments|docs|docstrings|commits|branches|migrations|dependencies|dates|timestamps|errors|secrets|endpoints|releases|reviews|prs|images|notes|spacing|code style): (?!.*\b(?:failed|passed|ahead|behind|see|below|above|is|are|was|were|found|done|working|yet|no (?:changes|errors|failures|output|results|such|idea))\b)(?=.*\b(?:no|never|only|always|just|not|none|without|max|min|at (?:most|least)|under|up to|imperative|present tense|json|utc|iso|yaml|semver|conventional|english|one [a-z]+ per|lower case|[a-z]+-case|(?:camel|pascal)case|\d ?(?:s|ms|min|chars?|characters|lines|spaces))\b)|(?:kubernetes|redis|docker|kafka|graphql|mongo(?:db)?|react|vue|angular|tailwind|orms?|microservices|typescript|mocks?|snapshots?|snapshot tests|prisma|jest|terraform|jquery|lodash|npm|yarn): (?:no|never|nope)\b(?! (?:idea|problem|error|such))`
/** What is not wanted in code, or only one by one: "no force pushes", "one PR per change". */
const unwelcome = source`no (?:force[- ]push(?:es|ing)?|(?:merge|wip) commits?|default exports?|new dependencies|barrel files?|global state|magic numbers|inline styles|console\.?logs?|print statements|wildcard imports|dual writes?|side effects|snapshot tests|direct pushes|commented[- ]out code)(?=[.,;!]|$| (?:and|or|please|in|on|to|without)\b)|one (?:prs?|pull request|commit|branch|migration|change|class|component|function|test|feature|ticket|issue|concept|export) (?:per|for each) [a-z]`
/** The beginning, or a reason. Behind a task an order holds for the task: "Fix the flaky test, don't push changes." */
const atFirst = source`^(?:(?:and|also|so|but|ok|okay|hey|hi|btw|note|important)[,:]? )*(?:(?:(?:the|our|my|we|i|it|it's|this|that|there|they|he|she|no|never|always|do not|don't)\b|(?!\S+ (?:wh|how|if|that))(?:\S+ ){1,3}(?:is|are|isn't|aren't|has|have)\b)[^,;]*[,;] (?:and |so |but )?)?`
const days = '(?:mon|tues|wednes|thurs|fri|satur|sun)days'
/** Orders that hold permanently by the condition, the hour or the thing that they name, whatever their verb. */
const forGood = largeRegex.i`${[
  source`(?:${refrain}[^,]{3,80}?|^(?:please )?no (?:[a-zà-ž-]+ ){0,2}[a-zà-ž]+s) (?:without (?:first )?(?:asking|telling me|checking|confirming|consulting|my |approval|permission|consent|sign-?off|an? (?:review|ticket|test|backup|migration|receipt|second pair)|(?:green )?(?:ci|tests?)\b|review)|unless (?:(?:i|we) (?:ask|say|tell|request|approve|agree|confirm|mention|bring|do\b)|asked|told|requested|approved|it'?s|they'?re|there'?s|(?:really |absolutely )?(?:necessary|needed))\b)`,
  source`${refrain}[a-zà-ž']* [^,]{3,60}, ever[.!]*$|${refrain}[^,]{3,60} (?:on (?:any )?(?:${days}|weekends|holidays)|(?:after|before) (?:\d{1,2}(?::\d\d)?(?: ?[ap]m)?|midnight|noon)|at (?:night|weekends)|outside (?:of )?(?:business|office|working|work|opening) hours|during (?:the )?(?:working|office|quiet|business|school|opening) hours)(?: please| pls)?(?=[.!,]|$)`,
  source`${atFirst}(?:please )?(?:do not|don't|stop) (?:touch|commit|push|deploy|merge|install|delet|drop|renam|promis|quot|email|refund|approv|restart|reboot|upgrad|downgrad|bump|publish|announc|contact)(?:e|ing)? (?:(?:(?:to|the|our|my|any|anything|in|into|on|directly) )*(?:[a-zà-ž-]+ )?(?:folder|directory|branch|main|master|files?|lock-?files?|packages?|prod(?:uction)?|database|schema|migrations|secrets|keys|dependencies)\b|(?<!touch )(?!th)(?:[a-zà-ž-]+ )?[a-zà-ž]{3,}(?<!s)s(?: directly)?[.!]*$)`,
  source`^(?:please |pls |plz )?(?:always )?(?:ask|check with|confirm with|warn)(?: me)?(?: first)? before (?:you )?(?:chang|delet|edit|commit|push|install|mak|run|remov|overwrit|modif|refactor|deploy|touch|rewrit|send|book|buy|renam|merg)[a-zà-ž]*\b(?! (?:this|that|it|these|those)\b)|^(?:please |pls |plz )?(?:always )?(?:show me|tell me|run|test|lint|format|wait for my|get my) [^,]{2,40} before you (?:commit|push|merge|apply|deploy|run|delet|install|send|publish|releas|migrat)[a-zà-ž]*(?: anything| code| changes)?(?: please)?[.!]*$`,
  source`^i (?:really )?(?:like|love|prefer|appreciate|hate|dislike|don't like) (?:it )?when you (?!said|wrote|told|gave|were|did|made)[a-zà-ž]`,
  source`^(?:please )?(?:write|format|print|give|show|put) (?:me )?(?:all |any )?(?:dates|times|numbers|prices|amounts|units|measurements|distances|temperatures) (?:as|in|with|like) (?!.*\b(?:this|that|it|here|the|my|our)\b)`,
  source`^(?:everything|all (?:temperatures|prices|amounts|distances|measurements|units)) in (?:celsius|fahrenheit|metric|imperial|euros?|dollars|pounds|kilos|miles|kilomet(?:re|er)s)\b`,
  source`^(?:i (?:don't|do not) want you to (?:mention|bring up|discuss|talk about) (?:my|our)\b|(?:please )?(?:avoid (?:talking about|mentioning|discussing|bringing up)|(?:do not|don't|never) (?:mention|bring up|discuss|talk about)) [^,.]{2,40} (?:with|to) me\b)(?!.* in (?:the|an?) )`,
  source`^let's (?:always )?(?:speak|talk|chat|write) (?:in )?[a-zà-ž]+ (?:on (?:${days})|from now on|always)`,
  source`^i want you to (?:always )?(?:challenge|correct|question|argue with|disagree with|contradict|be (?:honest|blunt|direct|strict|brief|critical|patient)(?! (?:about|with|in) (?:this|that|the|my)\b))\b(?! (?:this|that|the|it)\b)`,
  source`^(?:please )?(?:always )?(?:push back|tell me|say so|correct me|warn me|stop me|remind me|slow down|cheer me up|be (?:gentle|patient|kind|nice)) when(?:ever)? (?:i'm|i am|you're|you are) (?:wrong|mistaken|not sure|unsure|stuck|stressed|sad|tired)[.!]*$`,
  source`^(?:please )?(?:do not|don't|never|stop) (?:use|using|say|saying|write|writing) the (?:words?|phrases?|terms?) (?!.*\b(?:here|this|that|it|again|in (?:the|my|our|an?))\b)[^,.]{2,40}[.!]*$`,
  source`^(?:please )?stop (?!crying|worrying|being|feeling|thinking)[a-zà-ž]+ing (?!(?:it|this|that)\b)[^,]{3,60} (?:for|in|on|to|after|before|with) (?:every|each)\b`,
  source`^(?:(?:and|also|please),? )*(?:${labelled}|${unwelcome}|(?:keep|leave) [\w.-]*/[\w./-]*(?: (?:because|since|as|alone|untouched)\b|[.!]*$))`,
  source`^(?:please )?(?:keep|leave) (?!(?:it|this|that|these|those|him|her|them|me)\b)[^,]{2,40}? out of (?:(?:my|our|the|any|all|family|work|school) )*(?:anything|everything|newsletters?|e-?mails|letters|invitations|posts|photos|chats|minutes|reports|records|cards|(?:family|work) (?:things|stuff|matters))(?: please)?[.!]*$`,
  // "If I sound down just be practical", "when I'm upset, don't try to fix it".
  source`^(?:(?:and|also|please|so|but),? )*(?:if|when(?:ever)?|any ?time) i(?:'m| am|m| sound| seem| look| get| feel| grow| turn)(?: (?:a bit|a little|really|too|so|being|ever))* (?:down|low|sad|upset|angry|cross|stressed(?: out)?|anxious|rude|grumpy|tired|drunk|frustrated|overwhelmed|panicky|panicking|emotional|moody|crying|venting|ranting|snappy|blunt|maudlin|sentimental|weepy|nervous|lonely|hopeless|negative|defensive|cranky)\b,? (?:(?:just|please|then|always|only|simply) )*(?:be|change|don'?t|do not|never|give|keep|listen|ignore|stay|let|remind|tell|slow|send|offer|skip|talk|make|ask)\b`,
  source`^(?=[^,;]*\b(?:every|each|daily|${days})\b)[^,;]{5,80}[,;]? so (?:please )?(?:never|don'?t|do not) (?:plan|book|schedule|put|suggest|arrange|offer) [^,;]{2,40} then(?: please)?[.!]*$`,
].join('|')}`
/** Others than the two who talk: "my boss", "the people at work". */
const others = source`(?!(?:i|we|you|me|us|it|that|this|there|what|who|lies|jokes|stories)\b)(?:[a-zà-ž']{2,} ){0,3}?[a-zà-ž']{2,}(?: (?:at|in|from) (?:(?:the|my|our) )?[a-zà-ž]+)?`
/** The end of what they do not know; without one, it is something else: "he doesn't know Spanish". */
const unknown = source`(?: (?:it|this|that|yet|either|anything|until [a-zà-ž ]{2,30}|of (?:it|this|that)|about (?:it|this|that|him|her|them|any of (?:it|this))|at (?:work|school|home|church)))*(?=[.,:;!)…]| (?:but|so|and|because)\b|$)`
/** "Don't tell anyone", "my boss must not know": it is about the statement beside it. */
const secret = `(?:(?:please|pls|plz|just|so|and|but|for now|can you|can u),? )*(?:${[
  source`(?:do not|don'?t|never) tell (?:to )?(?!(?:me|us|you|lies|jokes|stories|it|that|this)\b)(?:(?:my|our|the|a|any) )?[a-zà-ž]+(?: (?:else|yet|please|pls|ok|lol|though|tho|about (?:it|this|that)|at (?:work|school|home|church)))*(?=[.,:;!)]| (?:but|so|and)\b|$)`,
  source`(?:do not|don'?t|never) (?:mention|say|show|share|repeat|post|put|write|bring)(?: (?:it|this|that|him|her|them|any(?:thing)? of (?:it|this)|a word|anything))?(?: up| down)?(?: (?:of|about) (?:it|this|that))? (?:(?:to|with) (?!(?:me|us|you)\b)[a-zà-ž]|in(?:to)? (?:any(?:thing)?|e-?mails|writing|public|meetings|front of (?:my|our|others|the (?:kids|children|boss|team|family|guests|clients?|customers?|others)|(?!the\b|an?\b|it\b|each\b|every\b|all\b|any\b)[a-zà-ž]+(?<!s)(?=[.,:;!)]|$)))\b|(?:at work|anywhere|on social media)(?! [a-zà-ž]+,)\b)`,
  `(?:do not|don'?t|never) let (?:(?:it|this|that) (?:slip|get out)|${others} (?:know|find out|see (?:it|this|that)))${unknown}`,
  source`keep (?:(?:all )?(?:it|this|that) )?(?:to yourself|between (?:us|you and me|ourselves)|quiet|(?:a )?secret|private|confidential|under wraps)\b`,
  source`(?:keep|leave) (?:(?:it|this|that) (?:out of|away from)|(?:him|her|them) out of) (?:any(?:thing)?|everything|all|writing|e-?mails|letters|invitations|newsletters?|documents|work|family (?:things|matters|stuff|plans|photos|chats?|news|e-?mails|letters)|(?:the|my|our) (?:boss|manager|kids|children|family|team|colleagues|e-?mails|documents|letters|reports?|minutes|notes|records|cv|resume))\b`,
  source`(?:it|this|that|all of this)(?:'?s| is| stays?| remains?| (?:must|has to|needs to|should|is to) (?:be|stay|remain))(?: (?:still|just|strictly|all|top|meant to be|supposed to be))* (?:(?:between (?:us|you and me)|(?:a )?secret|confidential|not public)\b|(?:private|under wraps|off the record|hush[- ]hush|not (?:yet )?(?:public|official|announced)(?: yet)?|an? surprise|under (?:an? )?(?:strict )?(?:embargo|nda)|embargoed)(?: until [a-zà-ž\d ]{2,20})?(?=[.,;!)]| (?:so|for|and|but)\b|$))|(?:it|this|that) (?:can'?t|must not|mustn'?t) get out\b`,
  source`(?:i|we) (?:don'?t|do not) want (?!(?:you|to|it)\b)(?:[a-zà-ž]+ ){1,3}to (?:know|find out|hear)(?: (?:yet|it|this|about (?:it|this|that)))*(?=[.,:;!)]|$)`,
  `(?:(?:no ?one|no ?body)(?: else)?(?: (?:at|in) (?:the )?[a-zà-ž]+)?|(?:only|just) ${others}) (?:knows?|may know|must know|can know|should know)${unknown}`,
  `(?:i|we)(?:'ve| have| had)?(?: (?:not|never|still not)|n'?t| haven'?t| hadn'?t| didn'?t| did not)(?: (?:yet|even|actually))? (?:told|tell|informed|said (?:it|anything|a word) to|mentioned (?:it|this|that) to) ${others}${unknown}|(?:i|we)(?:'ve| have)? told (?:no ?one|no ?body)(?: else)?${unknown}`,
  `${others} (?:(?:(?:must|should|may|can)(?:n'?t| not| never)|can't|cannot|(?:is|are|am)(?:n'?t| not)(?: (?:supposed|meant|allowed))? to|do(?:es)?(?:n'?t| not)) (?:know|find out|(?:hear|learn|get wind) (?:of|about)|be told|suspect (?:it|anything))|ha(?:s|ve)(?:n'?t| not) been told|ha(?:s|ve) no idea|(?:is|are) still in the dark)${unknown}`,
  source`(?:not a word|mum'?s the word|be discreet|(?:just |strictly )?(?:between (?:us|you and me|ourselves)|confidential(?:ly)?|in confidence|off the record|under embargo|hush[- ]hush))(?=[.,:;!)]| (?:to|about)\b|$)`,
].join('|')})`
export const isSecret: () => RegExp = largeRegex.i`^${secret}`
/** What a lead that names an occasion is followed by, beside an order: "if I ask for a list, could you …". */
const politely = /^(?:(?:please|pls|plz|just|always|then|so) )*(?:(?:would|could|can|will) you (?:please )?)?/i
/** How polite people begin an order about answers. */
export const gratefully: RegExp = regex.i`^(?:(?:and|but|so|also|please),? )*(?:(?:i|we)(?:'d| would| should) (?:really |very much |also )?(?:be (?:very |most |so )?(?:grateful|obliged|happy|glad|thankful)|appreciate it|love it|like it|prefer it)|it (?:would|'d) (?:really |also )?be (?:great|good|nice|lovely|helpful|best|better|ideal|kind)) (?:if|were) you (?:(?:would|could|might)(?: please)? )?|^(?:can|could|may|might) i (?:please |kindly |just )?ask (?:you to|that you) `
/** "Would you mind keeping answers short?", "stopping the emojis". */
const minding =
  /^(?:(?:and|but|so|also|please),? )*(?:would|do) you (?:please )?mind (?:please )?([a-zà-ž]+?)(?:([pt])\2)?ing\b/i
/** The same with the past form of an order behind it: "I'd be grateful if you avoided jargon". */
const politeOrder = regex.i`(?:${gratefully.source})(?:(use|avoid|refrain)e?d\b|(kept)\b)?`
const happens =
  '(?:goes|gets|leaves|opens|closes|costs|starts|begins|ends|runs|comes|takes|works|lives|pays|needs|wants|eats|drinks|sleeps|stays|moves|rises|charges|delivers|arrives|departs|meets|teaches|handles|cooks|cleans|drives|stops|brings|joins|sits|plays|calls|does|makes|gives|keeps|forgets|loses|wins|rains|snows|shows|parks|barks|hosts|visits|helps)'
const happened = source`(?:was|were|will|has|have(?! to)|had|can|does|do|${happens}|go|leave|open|close|cost|start|begin|run|come|live|pay|get|want|eat|sleep|stay|move|moved|got|went|became)\b`
/** How what the assistant writes is to be: "prices have two decimals". No fact: "prices go up", "the code is 4711". */
const written = source`(?:(?:all|any|every|each|your|the|new|public|our(?! (?:prices|dates|numbers|lists|tables)\b)) ){0,3}(?:(?:commit|branch|file|variable|column|function|test|unit|error|log|doc|code|section|subject|release|pull) ){0,2}(?:messages?|e-?mails|comments?|docs|docstrings?|dates?|numbers?|prices|amounts|units|head(?:ing|er)s?|titles?|captions?|footnotes?|paragraphs?|sentences?|sections?|bullets?|functions?|methods?|variables?|constants?|types?|tests?|code|examples?|snippets?|commits?|prs?|requests?|files?|imports?|names?|lists?|tables?|charts?|links?|quotes?|citations?|sources|quer(?:y|ies)|scripts?|reports?|drafts?|summar(?:y|ies)|notes|tone|style|language|spelling|greetings?|indentation|format|layout|lines?|texts?|recipes)(?: (?:in|of|for)(?: \S+){1,2}?)?(?: (?:always|only|all|also|now))? (?:(?:is|are)\b|${happened}) (?!\d|(?:up|down|by|free|in (?:the|my|our))\b|[^,]{0,60}\b(?:at \d|(?:on|by) [a-z]+days?\b|an? (?:hour|day|week|month|year)\b|percent\b))`
/** What is so with a thing or a third person, which is no rule: "the bus leaves at 8 from now on", "Tom wins always". */
const stated = source`(?:always|never) ${happens}\b|(?!(?:no|nothing|only|just|always|never)\b|(?:all |any |your |the )*(?:answers?|repl(?:y|ies)|responses?|explanations?)\b|${written})(?:(?:the|my|our|his|her|their|\S+'s) (?:\S+ ){1,5}?(?:is|are) (?!never|always|not)|\S+ (?:is|are) (?:\d|on |at |free|[a-z]+er\b)|\S+ (?:\S+ ){0,5}?${happened}(?! from (?:now|here) on))`
/** Orders in another form: "Any dates you write should be …", "Use they/them for me". */
const otherForm = largeRegex.i`^(?:please )?(?:nothing (?:that|with|about)|(?:avoid|skip|(?:do not|don't|never) (?:use|suggest|give|write|mention|include|add|say|put|recommend|pick|choose|plan|cook|serve)) (?!(?:it|this|that|these|those|them)\b))(?!.*\b(?:now|here|today|tonight|again)\b)[^,]{2,50}, (?:i|we) (?:(?:just|really|absolutely) )*(?:(?:can'?t|cannot) (?:stand|bear)|hate|loathe|detest) (?:it|that|them|those)[.!]*$|^(?:please |pls |plz )?use (?:they|she|he|xe|ze|it)/(?:them|her|him|xem|zir|its|they|she|he)(?: pronouns)?(?: (?:for|with|about) me)?(?: please| pls)?[.!]*$|^(?!(?:i|im|ive|we|you|he|she|they|it|that|this)\b)(?!${stated})[^,]{3,40} from (?:now|here) on[.!]*$|\b(?:for|in|on) (?:this and )?any (?:other|future) [a-zà-ž]+|\bwhen(?:ever)? i ${onceSaid}\b|^[^,]{2,40} for me should\b|^all (?:of )?my [a-zà-ž]+ (?:start|begin|end|close) with\b|^you (?:can|may|should) (?:tell|give|show|write|explain|correct|use|answer|add|put) (?:me )?always\b|^(?:any|all)(?: of)?(?: the| my)? [a-zà-ž]+ (?:that )?you (?:write|give|send|make|show|draft|create)\b[^,.]{0,30} (?:should|must|needs? to|has to|have to)\b`
/** Prohibitions and duties. */
const duty = /^(?:nothing|no one|nobody|no [a-zà-ž]+) (?:may|must|should)\b|\b(?:must|may not|should not|shouldn't)\b/i
/** A rule behind what it is about, of which "and" tells no more: "prod is read only, never run migrations there". */
const ruleWithin = regex.i`(?:[,;]| and| but| so)(?: and| but| so)? (?:always|never|(?:don't|do not) ever) (?!(?<=\band \S+ )(?:ask|show|send|answer|run|open|keep|add|post)\b)(?:please )?(?!(?:share|show|send|tell|mention) it\b)(?:use|keep|answer|reply|write|include|format|provide|show|add|avoid|send|ask|tell|mention|put|skip|check|run|set|sign|quote|cite|confirm|call|address|change|remove|delete|move|rename|touch|commit|push|merge|edit|deploy|restart|drop|install|page|open|share|e-?mail|ship|book|schedule|post|publish|round|convert|translate|log|copy|invoice|charge|refund|promise|trigger|store|approve|order|pay|plug|lock|feed)\b(?! (?:up|enough|much|again|late)\b)`
/** What it is about; no habit ("I'm shy and never speak") and no saying ("life is short, never stop"). */
const ofThing =
  /^(?!my\b|this\b|that\b|it\b|.*\b(?:i|i'[a-z]+|im|ive|they|they're|he|she|you|who|people|kids|are|were|was|had|life|love|motto|slow|broken|cheap|dead|buggy|spicy)\b)(?:we (?:use|deploy|ship)\b|.*(?:\b(?:is|isn't|has|means|needs?|stays?|goes|lives|please|only)\b|'s ))/i

function isRuleWithin(said: string): boolean {
  const head = said.slice(0, Math.max(0, said.search(ruleWithin)))
  return ofThing.test(head) && !order().test(bare(head))
}

/** Cheer of any kind of talk: "never give up", "always up for something sweet". "Never look back a week" is none. */
export const cheer: string = source`(?:give up\b|(?:give in|quit|surrender|look back|settle for (?:less(?: than you [a-z]+)?|average|mediocr[a-z]+|second best))(?=[.!]*$|[,;])|lose (?:hope|faith|heart)|stop (?:learning|dreaming|believing|smiling|trying|fighting|growing|exploring|creating|playing|loving|laughing|being)\b|doubt yourself|underestimate (?:yourself|your|an?|the (?:power|value|importance|joy))\b|forget (?:how|who|what|that) you|believe (?:in )?your?|trust (?:in )?(?:yourself|your (?:gut|heart|instincts?|intuition))\b|follow your (?:heart|dreams?|gut|passion)|be afraid to (?:try|fail|dream|start|ask for help|be yourself|shine|share|show)|(?:up|down|ready|game|keen|here|there|around) (?:for|to)\b(?! date\b)|(?:eager|willing|excited|grateful|thankful|proud|worth)\b)`
/** An offer, which asks for nothing: "Let me know if there's anything else I can help with". */
const offer = source`(?:please |just |so |and |but |also |do )*(?:let (?:me|us) know|tell me|give me a (?:shout|ring|call)|reach out|ask(?: me)?|hit me up|shout|call me|text me|message me)\b(?!.* before you |.*, always[.!]*$)[^;]{0,60}\b(?:(?:anything|something|any way|whatever|how|what)(?: else| more)?(?: that)? (?:i|we) can\b(?!['’]t)|(?:i|we) can (?:help|do|assist|support|be of)\b|you (?:ever |still |just )?(?:need|want|fancy|feel like|would like|come by|are in town)\b(?! (?:to (?:know|see|check)|more (?:info|context|details)|clarification)\b))`
/** Talk that begins like a standing order: "Never mind", "Always wanted to", "Always a pleasure". */
export const isTalk: () => RegExp = largeRegex.i`^(?:please )?(?:never|always|don't ever|do not ever)\s+(?:${cheer}|mind|ever|again|thought|knew|heard|seen|been|wanted|gonna|had|liked|loved|stop [a-zà-ž]+ing|forget|believe|remember that|stay(?:ing)?|happy|glad|here|nice|good|great|fun|a|an|the|in|on|so|too|easy|hard|know|change|lose|say never|(?:(?:really|quite|even|actually) )?(?:got|went|saw|took|came|made|felt|did|was|were)\b|[a-zà-ž]{2,30}(?:ing|ed))\b|^[^;]{0,80}(?:,|;|!|\b(?:and|but|so|just)) (?:never|always|don't ever) ${cheer}[^,;]{0,40}$|^${offer}`
/** Which answers a rule behind a comma or a colon is for: "in every reply, …", "for all your answers: …". */
const everyAnswer = source`(?:for|in|with) (?:every|each|any|future|all(?: of)?(?: (?:my|your|our|future|new))*) (?:single )?(?:chats?|conversations?|sessions?|answers?|repl(?:y|ies)|responses?)(?=: |, (?!one\b))`
/** "Two rules: …", "Standing instruction: …". The requirements of a task are none. */
const ruleAhead = source`(?:(?:an?|my|one|two|three|some|another|\d) )?(?:(?:standing|general|permanent|ground|house|golden|simple) (?:rules?|instructions?|requests?|preferences?)|(?<=\S )rules?)(?: for (?:you|this chat|(?:all |every |any )?(?:your )?(?:answers?|repl(?:y|ies)|chats?)))?(?=: )`
const fromNowOn = largeRegex.i`^(?:(?:please|pls|and|also|one (?:general |more |last )?thing:?)[\s,]+)*(?:from now on|${everyAnswer}|next time(?! (?:i|we|you|it|there)\b)|going forward|in (?:the )?future|in general|as a rule(?=: )|for all (?:my |your )?future [^,:]{1,40}|${ruleAhead}|when(?:ever)? (?:it'?s|it is|there'?s|there is|there are) (?!(?:ok|okay|possible|done|ready|time|over|too|that|this|finished|my|not)\b)[^,]{2,30}?(?=,? (?:just |please )?(?:don'?t|do not|give|keep|show|explain|start|ask|make|teach|tell|never|always)\b.*\b(?:me|answers?|hints?|steps?)\b)|(?:if|when) i ask (?:you )?for [^,]{2,40}?(?=,| (?:could|can|would|please|always|never|don'?t)\b)|(?:whenever|every time|each time) (?:[^,:]|:(?! )){2,60}|(?:if|when) i (?:ask|say|write|share|send|paste|post|upload) (?:[^,]{2,60}?(?= (?:always|never|(?:just |only |please |pls |don'?t )*(?:keep|leave|give|fix|check|use|reply|answer|tell|correct|rewrite|translate|make|treat|show|explain|ignore|assume)) )|[^,]{2,60})|(?:when(?:ever)?|next time) you (?:give|send|show|share|write|answer|reply|explain|suggest|generate|make|draft|create|review|teach|quiz|correct|help|do)\b(?! (?:it|the|this|that|these|those|my)\b)[^,]{0,40}?(?=,| (?:don't|do not|always|never|please|only|keep|use|would you|could you|can you)\b)|if you(?: ever)? (?:give|show|quote|write|mention|suggest|recommend|include) (?:me )?(?!(?:it|the|this|that|these|those|my)\b)[^,]{1,40}(?=,)|if you(?:'re| are)? (?:not (?:sure|certain)|unsure|uncertain|(?:don't|do not) know)\b[^,]{0,60}|(?:for|in|on|with) (?:[^,]{2,60}(?=,\s*(?:i )?(?:always|never)\b)|[^,]{2,40}s(?= (?:always|never) (?:${orderVerbs})\b)))[\s,:]+`
const localMarks =
  /\b(?:this|that|these|those|here|it|its|them|following|below|above|next (?:one|part|section)|now|today|tonight|again|above|instead|immediately|right away|the (?:first|second|third|last|text|list|story|poem|email|code|paragraph|sentence|title|menu|essay|table|article|draft)|your (?:last|previous)|my (?:essay|text|email|letter|code|draft|introduction|first request))\b/i

/** Languages that people ask to be answered in. */
export const answerLanguages: string =
  'english|german|french|spanish|italian|portuguese|dutch|chinese|mandarin|japanese|korean|russian|polish|swedish|norwegian|danish|finnish|turkish|arabic|hindi|greek|czech|ukrainian|hebrew|romanian|hungarian|catalan'
/** What one can do without in an answer, and at table. */
export const devices: string =
  '(?:emojis?|jargon|bullets?(?: points?| lists?)?|lists|tables|headings|markdown|em[- ]?dash(?:es)?|dashes|hashtags|exclamation (?:marks|points)|filler|small talk|disclaimers|apologies|apologi[sz]ing|encouragement|sympathy|pep talks?|pleasantries|intros|introductions|preambles?|recaps?|asterisks|stars|praise|fluff|chit-?chat|walls? of text|big words|greetings|sign-?offs?|numbered lists|spoilers|(?:follow[- ]?up |rhetorical )?questions|a question|buzzwords|clich[eé]s|idioms|slang|abbreviations|contractions|acronyms|puns|compliments|flattery|nits)'
/** What an assistant does with its answers. */
export const doingIt =
  'citing|including|giving|showing|mentioning|providing|explaining|starting|beginning|ending|closing|greeting|asking|offering|suggesting|quoting|linking|listing|summarizing|summarising|translating|formatting|commenting|testing|checking|writing|repeating|apologizing|apologising|reminding'
const foods =
  '(?:pork|nuts|peanuts|meat|beef|chicken|dairy|milk|cheese|fish|shellfish|seafood|gluten|sugar|alcohol|wine|spicy|mushrooms|onions|garlic|eggs|tofu|cilantro|coriander|olives|tomatoes|liver)'
const ownDevices = largeRegex.gi`\b(?:those|these|them)(?= (?:long |big |little )?${devices}\b)`
/** Orders about every answer: units, language, length, tone, form of address. */
const general = largeRegex.i`^(?:${[
  source`(?:only )?(?:answer|reply|respond|speak|talk|write|communicate)(?: to me| with me| me| back| everything| only)* in (?:${answerLanguages}|plain|simple|full sentences|short|metric|imperial|celsius)\b`,
  source`i(?:'d)? (?:want|prefer|like|need|rather have) (?:all |my |your |short |brief |long |detailed )?(?:answers|replies|responses)(?:[.!]*$| \S)|i(?:'d)? (?:want|need|like|prefer) (?:the |my |your )?(?:answers?|questions|examples|solutions|explanations?|code|units|numbers)\b.*\balways\b|i (?:don't|do not) (?:do|want|need|like|use) (?:any )?${devices}\b|i (?:like|want|prefer|need|take) (?:it|things|my answers|them|feedback|advice) (?:blunt|short|straight|plain|honest|direct|brief|dry|detailed)\b`,
  source`(?:only )?(?:use|stick to) (?:only )?(?:metric|imperial|celsius|fahrenheit|kilomet|miles|si units|british|american|plain|simpler?|easier|shorter|informal|formal|easy|24-hour|iso dates|dark|light)\b|use (?:the |only )?(?:canadian|us|uk|european|australian|indian|si) (?:units|spelling|measurements|english)\b`,
  source`(?:keep|make) (?:your |all |the |all your )?(?:answers?|replies|responses|explanations|messages|sentences|commit messages) \S|keep (?:your |all |the )?(?:paragraphs|lists|emails|summaries|code examples) (?:short|brief|simple|small|concise)\b|(?:(?:the |your |all )?(?:answers?|replies|responses)) (?:short|brief|concise|simple|plain|direct|in (?:bullets|points|plain|simple|one))\b(?: (?:please|pls|plz))?(?=[.!,]|$)`,
  source`(?:be|stay) (?:as )?(?:more |very )?(?:concise|brief|direct|honest|blunt|critical|short|precise)\b(?! (?:(?:about|in) yourself\b|with your(?:self)?\b(?! (?:answers?|repl|responses?|messages|feedback|explanations|comments|reviews?|wording|language|corrections|opinions?|criticism|critique|advice))))`,
  // What changes an order that stands: "don't cite sources anymore", "go back to bullet points".
  source`(?:do not|don't|no need to|you (?:do not|don't) (?:need|have) to) (?!(?:worry|bother|care|mind|think|be|do|go|look|wait|make me wait|cry|try|need|want|know|work|feel)\b)[a-zà-ž].{2,60} any ?(?:more|longer)(?: please| pls)?[.!]*$`,
  source`stop (?:${doingIt}) (?!(?:it|this|that|these|those|them|him|her|here|there|now)\b)\S`,
  `(?:go|switch|change) back to (?:using )?(?:${devices}|prose|plain text|full sentences)(?: please| pls)?[.!]*$`,
  source`(?:do not|don't|never|stop) (?:call|address)(?:ing)? me (?!(?:when|if|at|on|in|by(?! my| first| name)|back|later|now|yet|again|today|tomorrow)\b)\S`,
  source`explain (?:things|stuff|everything|concepts) \S`,
  source`(?:i find )?your (?:answers|replies|responses|explanations|messages) (?:(?:are|get|a bit|a little|much|way|far|all|still|usually|often) )*(?:too|rather|so) (?:long|wordy|verbose|short|brief|terse)\b(?!.* (?:to|that)\b)`,
  source`(?:talk|speak) to me (?:in|like|as) (?!(?:this|that|the|my|private|person|peace|a (?:minute|second|moment|bit|while))\b)\S`,
  source`(?:answer|reply|respond|write) (?:shorter|briefer|simpler|longer|less)\b|(?:answer|reply|respond|write) (?:me )?without (?:any )?(?:emojis?|jargon|bullet points|tables|filler|small talk|disclaimers|abbreviations)\b|(?:answer|reply|respond|write) (?:.{1,40} )?in (?:british|american) english\b`,
  source`(?:be|talk|speak|sound) (?:a (?:bit|little|lot) |way |much )?(?:less|more) (?:formal|casual|informal|friendly|serious|polite|cheerful|enthusiastic|chatty|wordy|relaxed|normal|human|corporate|preachy|robotic|like)\b`,
  source`i(?:'d| would) rather (?:you (?!(?:be|were|had|did|could|would)\b)[a-zà-ž]|be (?:told|contradicted|corrected|challenged|asked|warned)\b)`,
  source`(?:only )?use [^,.]{2,40}, [^,.]{2,40} (?:is|are) (?:banned|forbidden|deprecated|not allowed)\b|(?:only |always )?use (?:[a-zà-ž-]+(?: [a-zà-ž]+)?|the [a-zà-ž-]+ [a-zà-ž]+|¤+),? (?:not|never) (?:(?:the )?[a-zà-ž-]+(?: [a-zà-ž]+)?|¤+)[.!]*$`,
  source`(?:call|address) me (?!(?:when|if|at|on|in|by|back|later|tomorrow|crazy|old|please|now)\b)\S`,
  source`(?:do not|don't|never|stop|avoid|refrain from|no|skip|quit|leave out|cut)(?: (?:use|using|give|giving|write|writing|add|adding|include|including|put|putting|say|saying|ask|asking|end|ending|start|starting|with|me|any|all|more|those|these|them|long|big|huge|giant|massive|the|your|so many|too many|every time))* (?:${devices}|gendered|animal|${foods})\b`,
  "(?:do not|don't|stop) be(?:ing)? (?:so|too|overly) [a-zà-ž]+",
  source`(?:do not |don't |always )?use my (?:first |full |last |real )?name\b`,
  source`(?:do not|don't) (?:just )?(?:give|tell|show) me the (?:full |whole |entire )?(?:answer|solution)s?\b|(?:do not|don't) (?:sugar-?coat|lecture|patroni[sz]e|preach|morali[sz]e|coddle|judge|nag|hedge|ramble|flatter|over-?explain|tell me to|(?:suggest|recommend) [a-zà-ž]|explain (?:every|each|the basics|basics|obvious)|make (?:stuff|things|anything|facts|numbers|details|sources|quotes) up|make up (?:stuff|things|anything|facts|numbers|details|sources|quotes)|invent (?:stuff|things|anything|facts|numbers|details|sources|quotes)|give me (?:platitudes|advice|pep talks|lectures))\b|(?:do not|don't) use any\b`,
  source`(?:sign|signed)(?: off| mails| emails| letters| everything)? (?:as|with) [a-zà-ž]+[.!]*$|sign (?:off )?(?:everything|all (?:of )?my [a-zà-ž]+)\b|(?:sign(?: off)?|say|write|spell)(?: (?:as|with))? (?:[a-zà-ž-]+|¤+),? (?:not|never) (?:[a-zà-ž-]+|¤+)(?=[.!]*$|,)`,
  '(?:tabs|spaces|metric|imperial|celsius|fahrenheit|kilomet[a-zà-ž]+|km|miles|pnpm|npm|yarn|bun|deno|vitest|jest|pytest|terraform|pulumi|ansible|postgres|mysql|sqlite|docker|podman|tailwind|typescript|javascript|prettier|biome|eslint|ruff|poetry|gitlab|jira|linear),? (?:not|instead of|over) [a-zà-ž]+[.!]*$',
  source`(?:go|switch|change) (?:back )?to (?:${answerLanguages})\b`,
  source`(?:give |show |use )?(?:me )?(?:all )?(?:prices|temperatures|distances|weights|dates|times|amounts) (?:in|as) \S|(?:keep|put|write|give|show|do) (?:me )?(?:all |the |my )?(?:stuff|everything|things|numbers|measurements|measures|units|sizes|quantities|recipes|temps|prices|temperatures|distances|weights|amounts) in (?:metric|hectares|acres|mm|cm|litres|liters|imperial|grams?|kilos?|kg|pounds|lbs|ounces|cups|miles|km|kilomet[a-zà-ž]*|feet|met(?:re|er)s|inches|celsius|fahrenheit|euros?|dollars|rupees)\b`,
  source`(?:.{0,40} )?(?:one (?:[a-zà-ž]+ )?at a time|one by one)\b|(?!(?:i|we|he|she|they|you|it|my|our|the)\b(?! (?:want|need|prefer)\b)).{0,40}\b(?:max(?:imum)?|only|just|at most|no more than) (?:two|three|four|\d) (?:[a-zà-ž]+ )?at a time\b`,
  source`(?:(?:keep|write|put|send) )?(?:everything|all (?:e-?mails|letters|messages|texts|notes|cards)) (?:for (?!the\b)|to )[^,]{2,40} in (?:${answerLanguages})(?: please| pls)?[.!]*$`,
  source`(?:write|speak|talk|explain|answer|reply) always\b`,
  source`give me (?:lists|everything|comparisons|results|data|recipes) as \S|(?:give|show|tell) me (?:just |only )?one (?:step|question|task|hint|thing)\b`,
  source`(?:.{0,30} )?let me (?:guess|try|think|answer)(?: it)? before you\b`,
  source`(?:please |pls )?correct (?:me|my (?:english|german|french|spanish|grammar|spelling|mistakes|pronunciation))(?! if)\b`,
  source`(?:give |write |send )?(?:me )?(?:more |very )?(?:detailed|thorough|long|longer|short|shorter|small|smaller|brief|concise) (?:answers|replies|responses|explanations|chunks|messages(?! to))\b`,
  source`(?:only )?(?:(?:british|american|us|uk) (?:english|spelling)|metric|imperial|celsius|fahrenheit)(?: units?)?(?: only)?(?: in (?:anything|everything|all)\b[^,]*?)?(?:,? (?:if you )?please| pls| plz)?(?=[.!,]|$)`,
  source`(?:all |our |your |my )?(?:commit messages?|commits|(?:branch|file|column|variable|test) ?names|pr (?:titles|descriptions)|citations|references|summaries|comments|docstrings|error messages|[a-zà-ž]+ keywords)(?: always)? (?:(?:in|as) )?(?:${answerLanguages}|bullet points|bullets|(?:chicago|apa|mla|harvard|ieee)(?: style| format)?|snake_case|kebab-case|camelcase|pascalcase|(?:lower|upper|title|sentence)[- ]?case|(?:present|past) tense)(?: please| pls)?[.!]*$`,
  source`(?:do not|don't|no|never)(?: (?:do|use|write|give me))? (?:american|british|us|uk|metric|imperial) (?:spellings?|english|units?|measurements?)\b`,
  source`(?:do not|don't|never) (?:ever )?(?:touch|edit|change|modify|rename|regenerate|format|delete|hand-edit|import from) (?:(?:anything|files?|code|stuff|things) (?:in|under|inside|outside|below)\b|(?:(?:the|our|any) )?(?:[\w.-]*/[\w./-]*|(?:generated|vendored?|legacy) [a-zà-ž]))|(?:do not|don't|never) (?:call|describe) us\b|(?:do not|don't|never) (?:tell (?!(?:me|us|you|it|(?:the )?(?:users?|readers?|players?|audience))\b)(?:(?:my|our|the|any) )?[a-zà-ž]+ (?:that |about (?!(?:it|this|that)\b)|i\b|i'|im\b|we\b)|mention (?!(?:it|this|that)\b)[^,]{2,40} to (?!(?:me|us|you|the users?)\b)[a-zà-ž])`,
].join('|')})`
/** "instead" that means instead of another name, and not for one reply: "Call me Alex instead". */
const addressInstead = /(?<=^(?:please )?(?:call|address) me \S.{0,40}) instead(?=[.!]*$)/i
/** A question that is an order in form: "can you be more detailed from now on", "can u not call me mate". */
const askedForGood = regex.iu`^(?:(?:and|but|so|also|actually|ok|okay|please),? )*(?:(?:can|could|would|will) (?:you|u|we)|would you mind)(?: please| pls)? (?=(?!always be sure|never learn)(?:always|never|stop|quit|not)\b|(?!(?:help|be (?:here|there|my))\b|.*\b(?:how|what|why|where|which|ways?|tips|advice)\b).{2,80}\b(?:from now on|going forward|in (?:the )?future|every time|next time)\b|[^;.?]{3,60},? always[.!?]*$|(?:please |pls )?(?:be|talk|speak|sound) (?:a (?:bit|little|lot) |way |much )?(?:less|more) [a-zà-ž]|(?:talk|speak) (?:to|with|w) me\b|(?:use|stick to) (?:simpler|easier|shorter|plain|metric|celsius|british|american)\b|(?:keep|make) your (?:answers|replies|responses|explanations|messages)\b|call me (?!(?:an?|the|my|at|on|in|when|if|back|later|now|again|today|tomorrow|tonight|soon|asap|please|up|out|sometime|first|instead|maybe|pls|crazy|old)\b)[a-zà-ž]+[.!?]*$)(not )?`
/** What is so with the one who orders permanently: "my eyes are bad", "I freeze with scripts". */
const lastingState = source`(?!.*\b(?:today|tonight|now|right now|at the moment|this (?:week|morning|time))\b)(?:my (?:eyes?|eyesight|sight|vision|hearing|memory|screen reader|attention span|dyslexia|adhd)\b|i(?:'m| am|m) (?:dyslexic|colou?r-?blind|blind|deaf|autistic|visually impaired|partially sighted|hard of hearing)\b|i(?:'ve| have)(?: got)? (?:adhd|dyslexia|autism|low vision|(?:bad|poor) (?:eyes|eyesight|hearing|memory))\b|i (?:always |only |mostly )?(?:print|run|read|cook|do|keep|write) (?:it all|them all|everything|all (?:of )?(?:it|them|my [a-zà-ž]+))\b|i print (?:it|them|these)\b|i (?:freeze|panic|get (?:lost|confused|overwhelmed)|lose (?:track|my place|the thread)|can'?t (?:follow|read|see|hear|keep up))\b|(?:that|it)'?s private\b|(?:my |mobile )?(?:data|internet|airtime) (?:here )?is (?:very |so |too )?(?:expensive|limited|slow|costly)\b|i pay (?:for (?:my )?data|per (?:mb|megabyte))\b|my (?:screen|phone) is (?:very |so )?(?:small|tiny|old)\b)`
/** A wish about every answer with such a reason, and not for one thing: "give me a recipe, my eyes are bad". */
const reasoned = largeRegex.i`^(?!(?:${orderVerbs})(?: me| us)? (?:an?|the|some|my|this|that|it|how|what|why)\b)(?:(?=${orderVerbs}\b|(?:do not|don't|never) (?:${orderVerbs})\b)|(?:no|only|max|big(?:ger)?|larger?|short(?:er)?|plain|simpler?) )([^,]{3,60}?)(?:,| (?:because|cause|cuz|as|since))(?: (?:because|cause|cuz|as|since))? (?=[a-zà-ž])${lastingState}`
/** Reasons that make an order hold for more than one reply: "its paracetamol here", "they know me like that". */
const lastingReason = regex.i`, (?:(?:it'?s|they'?re|that'?s|we'?re|we are) (?!already\b|not\b|too\b|so\b)[^,]{2,40} (?:here|over here|in (?:my|our) (?:country|family|house|company|team|office))(?=[,.!]|$)|(?:they|people|everyone|everybody|clients|he|she) (?:all |only |both )?(?:knows?|calls?|hates?) (?:me|us|it|him|her|them) ?(?:as|by|like|under|[a-zà-ž]+[.!]*$))`
const longest = 120
/** Words that limit an order to one reply, whatever else it says. */
const once = regex.i`\b(?:for|in|on|to) this (?:one |single |particular |specific )?(?:question|answer|reply|response|message|request|task|snippet|example|exercise|function|prompt|one)\b|\b(?:this time|just once|for now)\b|, (?!i\b|we\b|they\b)[a-zà-ž ]{2,20} (?:prefers|wants|likes|asked for|needs) (?:that|it)[.!]*$`

/** Orders about the form of an answer, for one reply or many: "Answer in one line", "Keep it short", "Use TypeScript". */
const form = largeRegex.i`^(?:${[
  source`(?:answer|reply|respond|speak|talk|write|explain|summari[sz]e|describe|say|give|put|show|list|return|present|make|keep|tell|do)\b.{0,60}? (?:(?:in|as|with|using) (?:(?:just|only|at most|no more than|under|about|around|an?|one|two|three|four|five|ten|\d+|few|single|short|brief|simple|plain|easy|full|complete|numbered) ){0,3}(?:lines?|sentences?|words?|paragraphs?|bullets?|points|steps|tables?|lists?|json|markdown|yaml|html|text|terms|language|summary|${answerLanguages})\b|step by step|like i(?:'m| am) |without [a-zà-ž])`,
  source`(?:keep|make) (?:it|this|that|them|things|everything|(?:your|the) [a-zà-ž]+(?: [a-zà-ž]+)?) (?:as )?(?:(?:more|very|really|nice and|super) )?(?:short|brief|simpler?|concise|small|casual|formal|informal|professional|friendly|polite|light|plain|clear|detailed|long|technical|to the point)(?:er)?\b`,
  source`use (?!(?:it|this|that|these|those|them|the (?:following|above)|my|your)\b)\S`,
  source`(?:be|stay) (?:(?:as|more|very|a bit) )*(?:concise|brief|direct|honest|blunt|critical|short|precise|specific|formal|casual|friendly|polite|clear|detailed|thorough)\b`,
  source`(?:do not|don't|avoid|skip|leave out) (?!(?:worry|stop|forget|give up|mind|bother|go|leave|hesitate|do|be|delay|wait|make me|tell me to|take (?:too|so|ages|long)|you|it|this|that|now|yet)\b)[a-zà-ž]`,
  source`(?:include|format|cite|round|highlight|limit|prefer|stick to|(?:begin|start|end) with) (?!(?:it|this|that|these|those|them|my)\b)\S`,
  '.{3,60} first[.!]*$',
].join('|')})`

const opening = largeRegex.i`${head}`

function bare(clause: string): string {
  return clause.replace(opening(), '')
}

/** Whether an order is about the form of an answer or a text. One for a task ("continue", "fix the bug") never is. */
export function isAboutForm(clause: string): boolean {
  return form().test(bare(clause)) && orderIn(clause) !== undefined
}

/** What is not at hand in an order about form: "your answers", "it" in "keep it short". One word in one way only. */
const anything = source`(?: (?:(?:to |with )?(?:me|us)|back|always|only|just|please|everything|all|(?:of|your|the)(?= (?:all|of|your|the|answers?|repl(?:y|ies)|responses?|explanations?|messages)\b)|things|stuff|concepts|(?<=(?:explain|keep|say) )it|answers?|repl(?:y|ies)|responses?|explanations?|messages|code|comments|changes|dates|numbers|prices|results|recipes|lists|examples|hints|options|sources)\b)*`
/** An order with an object of its own, or "that", which is a task in whatever form: "explain tides in two sentences". */
const ofTask = largeRegex.i`^(?:(?:answer|reply|respond|speak|talk|write|explain|summari[sz]e|describe|say|give|put|show|list|return|present|make|keep|tell|translate|do(?! not\b))\b(?!${anything}(?: (?:in|as|with|using|without|like|step|at|first|more|very|really|nice|super|short(?:er)?|brief(?:er)?|simpl(?:e|er|y)|concise|small|casual|(?:in)?formal|professional|friendly|polite|light|plain|clear|detailed|long(?:er)?|technical|to the point)\b|[.!,]|$))|.*\b(?:(?:this|these|those|that(?! (?:i|we|you|is|are|can|have|need|work)\b))(?! time\b)|(?<!^(?:explain|keep|say) )it|them|(?:my|our|his|her|their) (?!names?\b|code\b)|the (?:first|second|third|last|next|following|above))\b)`

/** Whether an order is a wish for every answer once it is repeated in another session. */
export function isForAnyAnswer(clause: string): boolean {
  return !ofTask().test(bare(clause)) && isAboutForm(clause)
}

/** What holds for every answer behind a lead such as "from now on", though it is no order in form. */
const afterLead = regex.i`^(?:(?:i )?(?:always|never)|i want you to|you\b|no (?!problem|idea|one)|(?:only|one) (?!of|can)|(?!.* (?:i|we|he|she|they|it|is|are|was|will|has|have|am|can)\b)(?:(?:all|everything|just|only|strictly|in|with) )*(?:all (?!(?:my|our|the|i|we|is|of)\b)[a-zà-ž]|(?:[a-zà-ž-]+ ){1,2}(?:commits?|indentation|spelling|quotes|prs|branches|commit messages|headings|notation)[.!]*$|(?:lower|upper|title)[- ]?case|(?:short|brief|plain|simple|long)(?:r|er)?(?= (?:answers|replies|responses|sentences|messages|texts?|words|english|and|please|pls|only)\b|[,.!]*$)|metric|imperial|celsius|british|american|bullets?|markdown|full sentences|(?:english|german|french|spanish|italian|portuguese|dutch)(?: only| please| pls)*[.!]*$))`
const standingForm = largeRegex.i`^(?!${stated})(?:(?:please )?(?:always|never|no)\s+[a-zà-ž]|[^,.!:]{3,40}(?:,? always(?=[.!,:]|$)| and always (?:with|in|as) ))`

/** Whether an order has a reason that lasts, which belongs to it: "large print please, my eyes are bad". */
export function isReasoned(clause: string): boolean {
  const wish = reasoned().exec(bare(clause))?.[1]
  return wish !== undefined && !localMarks.test(wish)
}

/** How long the order in a clause holds; undefined if the clause is not an order. */
export function orderIn(typed: string): OrderSpan | undefined {
  const clause = spelledOut(typed)
    .replace(politeOrder, (_, use = '', keep = '') => use + (keep && 'keep'))
    .replace(/(?<=\bmind (?:please )?)(?:us|writ|giv|mak|includ|cit)(?=ing\b)/i, '$&e')
    .replace(minding, '$1$2')
    .replace(askedForGood, (_, not?: string) => (not ? "don't " : ''))
  if (isTalk().test(clause)) return undefined
  if (once.test(clause)) return order().test(bare(clause)) ? 'local' : undefined
  const lead = fromNowOn().exec(clause)?.[0].length ?? 0
  const masked = clause.slice(lead)
  if (lead > 0)
    return order().test(bare(masked.replace(politely, ''))) || afterLead.test(masked) ? 'standing' : undefined
  const isPut = (): boolean => order().test(bare(masked)) || standingForm().test(masked) || duty.test(masked)
  if ((standing().test(masked) && isPut()) || isRuleWithin(masked)) return 'standing'
  if (forGood().test(masked) && !localMarks.test(masked.split(/ (?:without|unless|before|because|since) /)[0] ?? ''))
    return 'standing'
  if (otherForm().test(masked)) return /^(?:i|we|my)\b/i.test(masked) ? undefined : 'standing'
  // "No fish please, can't stand it": the reason may point back.
  const [head = ''] = masked
    .replace(ownDevices(), '')
    .replace(/ from now(?: on)?\b/i, '')
    .replace(addressInstead, '')
    .split(
      /,(?! not)| without | (?:because|cause|cuz) | (?=it'?s (?:giving|so|too|getting|kinda|really|easier|hard|annoying|weird)\b)/,
    )
  const isOrder = order().test(bare(masked))
  const isGeneral = general().test(bare(masked)) || (isOrder && lastingReason.test(masked)) || isReasoned(masked)
  if (masked.length <= longest && isGeneral && !localMarks.test(head)) return 'general'
  return isOrder ? 'local' : undefined
}

/** The length of "can you" before an order that holds for more than a reply; 0 before others, and before "not". */
export function askedLength(said: string): number {
  const asked = askedForGood.exec(said)
  return !asked || asked[1] !== undefined || (orderIn(said) ?? 'local') === 'local' ? 0 : asked[0].length
}

/** A request to remember what follows. */
const remember = regex.i`^(?:(?:and|but|so|also|just|please|pls|can you|could you|will you|would you|i want you to)[\s,]+){0,3}(?:remember|memori[sz]e|keep in mind|bear in mind|note|don'?t forget|dnt forget|do not forget|(?:remind me|(?:don'?t|do not|never) let me forget)(?= (?:that )?(?:i|i'm|my|we|our|never|not)\b)|make a note|take note|for future reference|for the record|for your information|fyi|note to self|(?:remember|memori[sz]e|save|store|note) (?:this|that)(?=:))(?: please| for (?:later|next time|the future))?(?:(?:\s+that|\s*:)\s+(?!(?:it's|it is|you|you're|your|[a-zà-ž]+ing)\b)(?=[a-zà-ž])|,?\s+(?=(?!(?:to|when|what|how|who|where|why|if|you|your|this|that|it|it's)\b)[a-zà-ž]))`
/** Statements that "Remember" introduces even without "that": "the door code is 4711", "Max hates thunder". */
const toRemember =
  /^(?:(?=.*\b(?:is|are|was|were|has|have|likes?|hates?|loves?|lives?|works?|closes|opens|starts|ends|prefers?|needs|wants|can't|cannot|won't|doesn't|eats|drinks)\b)(?=.*(?:\d|(?<!^)\b(?!I\b)\p{Lu}|^\p{Lu}\p{Ll}+(?:'s)? )))/u
/** Beginnings of statements that "Remember" introduces whatever else they say. */
const surelyToRemember = /^(?:i|i'm|im|i've|ive|my|we|we're|our|never|always|no)\b/i
/** Questions with "Remember" that are requests all the same: "Remember I'm vegan?", "Remember the code, please?" */
const stillAsks = /^(?:i|we|my|our)\b|\b(?:please|(?:will|would|could|can) you)\W*$/i

/** The length of the request with which a clause begins, to remember the rest of it; 0 without one. */
export function askLength(said: string, endsQuestion: boolean): number {
  const ask = remember.exec(said.slice(0, 120))?.[0]
  if (ask === undefined) return 0
  const what = said.slice(ask.length)
  if (endsQuestion && /^remember\b/i.test(ask) && !stillAsks.test(what)) return 0
  // "Just remember that …" is mostly advice.
  const isPlain = (/(?:that|:)\s+$/i.test(ask) && !/\bjust\b/i.test(ask)) || surelyToRemember.test(what)
  return isPlain || toRemember.test(what.slice(0, 200)) ? ask.length : 0
}
