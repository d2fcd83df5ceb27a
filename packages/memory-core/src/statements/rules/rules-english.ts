import { regex, source } from '../../text/regex.ts'
import { answerLanguages } from '../english/orders.ts'
import { type RulePack, rulesOf } from './rule-table.ts'

/** The places where an order may begin: the start, after a comma or colon, or after one of these words. */
const clause = source`(?:^|[,:.)]\s+|\b(?:and|but|so|please|pls|plz|just|also|then|to|should|(?:can|could|will|would) you(?: please)?|you can|btw|from now on|going forward)[\s,]+)`

/** Lookahead for a verb's base form: an order or habit, not `always wondered`, `never works`, `always the same`. */
const verb = source`(?!(?:a|an|the|this|that|there|it|in|on|at|so|too|as|of|mind|again|once|happy|glad|here|been|had|has|was|were|did|done|went|gone|got|seen|saw|heard|knew|known|thought|felt|found|told|said|made|met|took|taken|gave|came|wrote|ran|good|bad|wrong|right|true|really|even|quite|gonna|going|late|too|enough|you|i|we|he|she|they|if|when|have|will|would|can|could|should|say never)\b)(?!(?!(?:need|feed|embed|proceed|exceed)\b)\w{2,30}ed\b)(?!\w{0,30}[^su\W]s\b)(?!(?!(?:bring|ping|string|sing)\b)\w{2,30}ing\b)(?=[a-zà-ž¤])`

/** Words after "no" or "actually" that begin an order for the moment, or talk, and no correction. */
export const talk = source`(?:thanks?|thank|thx|ty|gracias|danke|merci|grazie|obrigad[oa]|problem|worries|need|idea|way|sorry|not|never(?:mind)?|nvm|wait|please|pls|let'?s|go|just|leave|nothing|you|still|same|try|stop|undo|revert|delete|remove|put|show|give|change|keep|continue|run|look|read|tell|write|make|do|don'?t|add|fix|start|move|send|explain|translate|forget|scratch|ignore|skip|cancel|no|nope|nah|yes|yeah|but|if|why|what|how|when|where|who|which|can|could|would|should|is|are|does|did|and|or|of|really|seriously|lol|haha|hold|hang|honestly|maybe|perhaps|i'll|i'd|ill|good|great|nice|cool|fine|ok|okay|pretty|quite|one (?!of)|other|longer|matter|doubt|kidding|offense|rush|hurry|that concludes|(?:he|she|it) (?:looks|sounds|seems)|i (?:believe|will not)|that'?s (?:ok|okay|fine|all|everything|it|not|good|wrong|enough|great|alright|what|why|right|correct|true|weird|better|perfect|amazing|awesome|actually|a (?:good|great|nice))|it'?s (?:ok|okay|fine|good|all|not|still|alright|nothing|just|cool|great|working|better|really|pretty|too|a bit)|(?:that|this|it) (?:is|was) (?:ok|okay|fine|good|not|still|alright|great|nice|all)|(?:that|this|it) (?:do|did|still|work|look|sound|seem|isn|wasn|would|won|can|could|help|make|fail|crash|broke)\w*|i'?m (?:good|fine|ok|okay|sure|done|not|just|asking|saying|talking|afraid|sorry|happy|curious|confused|wondering)|i am (?:good|fine|ok|sure|done|not|just)|i (?:don'?t|do|did|didn'?t|haven'?t|can'?t|won'?t|think|guess|just|already|was|thought|know|really|wouldn'?t|would|want you|need you|need to|tried|see|got|found|figured|solved|have (?:a|an|no|another|one|to|not)|wonder|agree|understand))\b`

/** Words that limit a statement to the moment. */
const transient = regex.i`\b(?:today|tonight|tomorrow|yesterday|right now|this (?:time|once|morning|afternoon|evening|week|weekend)|for now|just once|at the moment|lately|(?:for|in|on|to) this (?:one |single |particular |specific )?(?:question|answer|reply|response|message|request|task|snippet|example|exercise|function|prompt|one))\b`

/** References that only this conversation explains: `the second one`, `line 40`, `option B`. */
const pointing = regex.i`\b(?:first|second|third|last|latter|former|other) (?:one|file|option|version)\b|\bline \d|\boption [a-d\d]\b`

/** A bug report: something should be so and is not. */
const failing = /\b(?:must|should)\b.{1,200}\bbut (?:it|they|sometimes|i get|i see|now)\b/i

/** What became of a run: `the build passes now`. */
const outcome = /\b(?:pass(?:es)?|works?|compiles?|fails?|builds?)(?: now| again| fine)?[.! ]*$/i

/** An order about "that", which only the previous message explains. */
const again = regex.i`\b(?:never|always) (?:ever )?(?:do|say|try|use|write|mention) (?:that|this|it|so)(?: again| ever again)?[\s?!.]*$`

const names = source`(?!(?:back|later|tomorrow|today|tonight|now|when|whenever|if|at|on|in|by(?! (?:my|the) )|for|from|before|after|again|asap|maybe|crazy|old|stupid|paranoid|lazy|picky|weird|biased|a|an|the|once|anytime|any|all|every|as|or|and|please|out|first|next|this|over|with|up|instead|soon|directly)\b)`

/** "Please remember that", about what was said before it. "Remember that?" is none. */
export const rememberThat: string = source`(?=[^?]*$|.*\byou\b)(?:(?:please|pls|plz|so|and|also|just|ok|(?:can|could|will|would) you)[\s,]+)*(?:(?:(?:remember|memori[sz]e|note|save|store|(?:don'?t|do not) forget) (?:this|that|it)|make a note of (?:this|that|it))(?: one| down| too)?|(?:keep|bear) (?:this|that|it) in mind|(?:please|pls) remember)(?:,? (?:please|pls|for me|for (?:next time|later|the future)|ok|okay|thanks|thx))*[^\p{L}\p{N}]*$`

/** English rules: constraints, then corrections, then preferences. */
export const englishRules: RulePack = {
  language: 'english',
  opening:
    /^(?:[^\p{L}\p{N}¤"'`$€£]+|(?:hey(?: there)?|hi|hello|ok|okay|oh|ah|hm+|um+|uh|well|so|and|but|also|btw|by the way|fyi|yeah|yes|yep|sure|look|listen|sorry|wait|oops|whoops|again|anyways?|honestly|tbh|imo|lol|haha|ps|reminder that|(?:note|reminder|important)(?=\s*[,:!])|one (?:more )?thing|quick (?:note|thing)|thanks|thx|for the record|nice|cool|great|perfect|here's the deal)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:why|how|who|whose|what(?! i me?ant was)|which|when (?:do|does|did|is|are|will|can|should|would)|where (?:do|does|did|is|are|can|should))\b/i,
    regex.i`^(?:is|are|was|were|am|does|did|has|have (?:i|you|we|they)|do (?:i|you|we|they|people|the|these|those|any)|should (?:i|we|you|the)|shall|can|could|would|will|may i|might|must (?:i|we|you)|isn'?t|aren'?t|doesn'?t)\b`,
    /^(?:please )?(?:translate|rephrase|proofread|rewrite|summari[sz]e|paraphrase|spell-?check)\b[^:]{0,80}:/i,
    /^\w{0,40}(?:error|exception|warning|fatal)\b[\w\s]{0,20}:/i,
    /^\w{0,40}(?:Error|Exception)\b/,
    /\berror(?: \w{1,4}\d{1,6})?\s?:\s/i,
    /^(?:eslint|tslint|biome|tsc|pylint|ruff|clippy|rubocop|stylelint|prettier|sonar\w{0,10}|compiler|linter)\s?:/i,
    /^(?:please )?(?:fix|correct|write|edit|improve|check|explain|analy[sz]e)\s+(?:this|the following|a|my|the)\s+(?:sentence|text|paragraph|email|poem|story|line|phrase|message|letter|word)\b[^:]{0,80}:/i,
  ],
  before: [
    /\b(?:if|whether|unless|in case|as if|as though)\b[^,:]*$/i,
    /\b(?:suppose|supposing|imagine|assume|assuming|pretend|let's say|hypothetically)\b/i,
    regex.i`(?<!\b(?:i|i've|we|we've)(?: already| just| have)? )\b(?:said|says|say|told|tells|claims?|claimed|thinks|thought|believes|wrote|asks|asked|according to|insists|insisted|heard|suggests|suggested|argues|complains|complained|recommends)\b`,
    /\b(?:for example|for instance|e\.g\.?|such as|as in|like)[\s,:]*$/i,
    /\b(?:not|never|don't|doesn't|isn't|nobody|no one|not necessarily)\s*$/i,
    regex.i`\b(?:don'?t|do not|doesn'?t|didn'?t) (?:think|believe|mean|say|know)\b`,
  ],
  request: regex.i`^(?:please )?(?:can|could|would|will) you (?:please )?(?:always|never|remember)\b(?! (?:be (?:sure|certain|confident|right|true)|guarantee|know|tell|trust|expect|assume|see|find)\b)`,
  remember:
    /^(?:(?:please|pls|plz|also|and|so|(?:can|could|will|would) you)\s+)*(?:remember(?:\s+(?:this|that))?\s*[:,]\s*|remember that\s+|remember to (?=always|never|not)|remember (?=(?:i|i'm|im|my|we|we're|our)\b)|keep in mind(?:\s+that)?\s*[:,]?\s+|make a note(?: that|:)\s+|note to self[:,]\s*|for future reference[:,]?\s+|don'?t forget that\s+)/i,
  notRemembered: regex.i`^(?:(?:the |that |this )?(?:time|day|night|movie|guy|one|song|episode|name|number|summer|trip)\b|when|how|what|why|where|who|me\b|i remember|\S+$)`,
  rememberBefore: regex.iu`^${rememberThat}`,
  rejection: regex.i`^(?:(?:no|nope|nah)[\s,.!]*)?(?:no|nope|nah|(?:(?:that|this|it|you)(?:'?s| is|'?re| are) )?(?:wrong|incorrect|not (?:right|correct|true)|false))[\s.,!]*$`,
  standsAlone: regex.i`^(?:i|i'm|im|we|we're|you|he|he's|she|she's|they|they're|it|it's|its|my|our|the|his|her|their|that's|there|this)\b|\b(?:is|are|was|has|have|must|uses?|lives?)\b`,
  rules: rulesOf({
    constraints: {
      'dont-ever': {
        patterns: [
          /(?:^|[,:.]\s+|\b(?:and|but|so|please|pls|also|just)\s+)(?:don'?t|do not)(?: you)? ever\s+\S/i,
          /^(?:please )?under no circumstances\b/i,
          /\b(?:don'?t|do not|never|must not|mustn'?t|cannot|can'?t|should not|shouldn'?t|may not)\b.{1,300}\bunder any circumstances\b/i,
        ],
        unless: /\bwould\b.{0,80}\bhave\b|\bever change[.! ]*$/i,
      },
      must: {
        patterns: /\bmust(?:n'?t)?\s+[a-zà-ž¤]/i,
        unless: [
          failing,
          regex.i`^it must(?:n'?t| not)? (?:match|return|print|throw|compile|parse|contain|output|equal|evaluate)\b`,
          /\beverything must go\b|\bthat'?s what .{1,80} says?\b/i,
          transient,
          regex.i`\bmust(?:n'?t)?(?: not| just| all)?(?:'ve| have| of)\s+(?:\w+ed|been|had|gone|done|got|gotten|made|left|lost|taken|seen|written|broken|misread|read|forgotten|fallen|come|become|hit|run|set|put|sent|slept|thought|known|felt|found|told|said|mis\w+)\b`,
          /\b(?:that|he|she|this|they|those|these|someone|somebody|something|who|what) must be\b/i,
          /\b(?:you|i|we) must be\b(?! (?:able|concise|brief|polite|honest|careful|clear|precise|accurate|specific|neutral|formal|informal|friendly|strict|consistent|notified|informed|asked|told|kind|direct))/i,
          /\bit must be (?:\w+ing|the|a|an|my|your|his|her|our|because|due|some|something|me|that|there)\b/i,
          /\bthere must be (?:a|an|some|something|another|more)\b/i,
          regex.i`\bmust be (?:so |really |very |pretty |just )*(?:stale|broken|down|flaky|stuck|missing|offline|overloaded|wrong|nice|joking|kidding|annoying|hard|crazy|asleep|busy|tired|lost|mistaken|gone|dead|outdated|late|early|great|fun|frustrating|exhausting|awful|terrible|true|something|some|raining|a (?:bug|mistake|typo|joke|glitch|coincidence|reason|way)|an (?:error|issue))\b`,
          /^must be (?:my|the|a|an|some|something|because)\b/i,
          regex.i`\b(?:i|we) must (?:say|talk|meet|hurry|discuss|admit|confess|go|leave|run|stop|finish|have|look|sound|seem|apologi\w+|thank)\b`,
          regex.i`\bmust (?:really |all |just )?(?:imagine|seem|sound|look|feel|mean|know|think|love|hate|suck|hurt|i|we)\b`,
          /\ba (?:real |absolute |total )?must\b|\bmust[- ](?:haves?|see|read)(?:$|[:!.])/i,
        ],
      },
      required: {
        patterns: [
          regex.i`\b(?:is|are|it'?s)(?: \w{1,20})? (?:required|mandatory|compulsory|obligatory)\b`,
          regex.i`\b(?:we|i|you)(?:'re| are|'m| am)(?: \w+ly)? (?:required|obliged)(?: by [a-zà-ž ]{1,30})? to\b`,
          /^required(?:\s*:|\s+(?!fields?|parameters?|arguments?|if|by|to|because|and|or|but)[a-zà-ž])/i,
        ],
        unless: [
          /\brequired by (?:the|this|that)\b(?! law)/i,
          /\b(?:not|n'?t|no|never|if|as|when|where|what|which|whatever|further|nothing)(?: \w+){0,2} (?:required|mandatory)\b/i,
          /\b(?:what|which|that|this)(?:'s| is) required|\b(?:in|on) type\b|\bwas undefined\b|\brequired (?:field|argument|parameter|propert)/i,
          /\b(?:argument|parameter|property|field) \S{1,40} is required\b/i,
          transient,
        ],
      },
      forbidden: {
        patterns: [
          regex.i`\b(?:is|are|it'?s|we're|you're)(?: \w{1,20})? (?:forbidden|prohibited|banned|off[- ]limits)\b`,
          /\b(?:is not|are not|isn'?t|aren'?t|it'?s not|we're not|you're not)(?: \w+ly)? (?:allowed|permitted)\b/i,
          /^no (?!one\b|longer\b|idea\b)[^,]{2,80} (?:allowed|permitted)\b/i,
        ],
        unless: [
          /\b(?:that|this|it|nothing|access)(?:'s| is|s| isn'?t)(?: \w+ly| not)? (?:forbidden|prohibited|banned|allowed|permitted)\b(?! to\b)/i,
          /\b40[0-9]\b|\b(?:error|response|message|blocked|request|requests|account|why|not forbidden|isn'?t forbidden)\b/i,
        ],
      },
    },
    corrections: {
      wrong: {
        unless: [
          pointing,
          /\b(?:the|my|your) (?:correct |right )?(?:answer|result|output|solution|sum|total) (?:is|was|should be)\b/i,
        ],
        lead: /^(?:(?:no|nope|nah)[\s,.!]+)?(?:(?:that|this|it|you)(?:'?s| is|'?re| are) )?(?:wrong|incorrect|not (?:right|correct|true)|false)\s*[,.:;!–—-]+\s*/i,
        after: `(?!${talk})[a-zà-ž¤]`,
      },
      meant: {
        lead: /^(?:(?:no|nope|nah|oops|whoops)[\s,.!]+)/i,
        patterns: /\b(?:i|what i) (?:meant|ment)\s+(?:was\s+)?[a-zà-ž\p{N}¤$€£]/iu,
        unless: [
          pointing,
          /\bme?ant (?:to|it|that(?: one)?$|what|no|well|nothing|every|for|as|by|when|business|exactly|so|if)\b/i,
          /\b(?:what|exactly|know|knew|never|not|if|is that)\b(?! i me?ant was).{0,40}\bi me?ant\b/i,
        ],
      },
      'not-but': {
        patterns: [
          /\bnot (?!only|just|merely|simply|sure|bad|yet|ideal|perfect|working|great|necessarily|really|much|exactly|always|too|very|so|that|quite|good|fun|easy|here|there|what|how|why|if|a\b|an\b|the (?:best|worst)|saying|asking|many|all|everyone|everything|tall|fast|nice|pretty|terrible|done|ready|finished)([a-zà-ž\p{N}¤'.-]+(?: [a-zà-ž\p{N}¤'.-]+){0,5}?),? but (?!(?:i|it|it's|you|he|he'll|he's|she|she's|they|we|we're|i'm|i'll|there|that|this|when|if|not|still|now|then|also|just|at least|maybe|only|since|can|could|how|why|what|please|let's|don't|usually|thanks|worth|ok|close|soon)\b)[a-zà-ž\p{N}¤]/iu,
          /^(?!(?:i|we)(?: [a-zà-ž]+ly| just| only)? (?:expect|require|demand)(?:ed)?\b|my (?:[a-zà-ž]+ )?(?:instruction|request|directive)s?\b)(?:it'?s|it is|that'?s|that is|he's|she's|i'm|we're|(?:the|my|our|his|her|their|we|i) [^,]{1,80}?(?: is| are| was|'s)?) [^,]{1,80}, not (?!(?:sure|yet|really|only|just|to|too|so|necessarily|merely|simply|another|more|you|us|with|in another|wait|that|because|even|bad|ideal|great|good|nice|gonna|going|much|very|quite|all|always|exactly|a (?:big|problem|bug|fan|deal)|an? issue|perfect|working|my fault|me|what|how|why|when|if|until|fun|easy|helpful|happy|terrible)\b)[a-zà-ž\p{N}¤'"$€£-]+(?:\s+[a-zà-ž\p{N}¤'"$€£.-]+){0,6}\s*[.!]*(?:\s*\bbtw)?[^\p{L}\p{N}]*$/iu,
        ],
        unless: [pointing, /\bi (?:like|love|hate|think|guess|hope|wonder)\b/i],
      },
      no: {
        unless: [pointing, outcome],
        lead: /^(?:no|nope|nah)\b[\s,.:;!–—-]+/i,
        patterns: regex.iu`^(?:no|nope|nah)(?:\s*[,.:;!–—-]+\s*|\s+(?=(?:i|i'm|it's|its|it is|we|we're|my|our|he|she|they|that's|the)\b))(?!${talk})[a-zà-ž\p{N}¤]`,
      },
      actually: {
        unless: [pointing, outcome],
        lead: /^actually[\s,.:;!…–—-]+/i,
        after: source`(?!${talk})[a-zà-ž\p{N}¤]`,
        patterns:
          /^(?:it|that|this|he|she|they|we|i|(?:the|my|our|his|her|their) [^,]{1,60}?)(?:'s| is| are|'re|'m| am| was| were| has| have)? actually (?!(?:pretty|quite|really|very|good|great|nice|cool|fine|fun|easy|hard|not|no|so|kinda|kind of|correct|right|true|interesting|funny|amazing|smart|helpful|better|worse|faster|slower|working|works|worked|fails?|failed|runs?|do|does|did|don'?t|can|can'?t|could|would|think|thought|like|love|hate|enjoy|have no|enough|been|got|makes?|made|looks?|sounds?|helps?|helped|tried|found|saw|wanted|believe|know|wonder|feel|forgot|impressed|surprised|happy|a (?:good|great|nice|really|pretty|very|bit|lot))\b|\w{2,30}ing\b)[a-zà-ž\p{N}¤]/iu,
      },
    },
    orders: {
      'call-me': [
        regex.i`${clause}(?:(?:don'?t|do not|never) )?call me ${names}[a-zà-ž¤]`,
        /(?:^|[,.]\s+|\b(?:please|pls|and|but)\s+)address me as\s+\S/i,
        /\bmy pronouns are\s+\S/i,
        /\bi go by (?!(?:train|bus|car|bike|foot|plane|tram|boat|the|what|that|how|feel|gut|a)\b)[a-zà-ž]/i,
      ],
      never: {
        patterns: [
          regex.i`${clause}(?:never|nevr|nver)(?:,? ever)?\s+${verb}`,
          /^(?:in|for|when|on|with|within|inside)\s[^,]{2,60}\s+never (?:use|write|add|put|run|give|include|start|end|prefix|answer|reply|ask|show|commit|push)\b/i,
          regex.i`\b(?:i|we) never\s+(?!(?:know|understand|remember|get|say|have|can|could|would|will|mean|meant|learn|learnt|realize|notice|understood|heard|bother|finish|leave|think)\b)${verb}`,
        ],
        unless: [failing, transient, again],
      },
      always: {
        patterns: [
          regex.i`${clause}(?:always|alwyas|allways|alwasy)\s+${verb}`,
          /^(?:in|for|when|on|with|within|inside)\s[^,]{2,60}\s+always (?:use|write|add|put|run|give|include|start|end|prefix|answer|reply|ask|show|check|test)\b/i,
          regex.i`\b(?:i|we) always\s+(?!(?:forget|get|wonder|end|have|think|feel|lose|seem|fail|see|hear|struggle|mix|confuse|hit|wind|find|come|know|knew|mess|miss|assume|need to|say)\b)${verb}`,
        ],
        unless: [failing, transient, again],
      },
      instead: {
        patterns: [
          regex.i`${clause}use\s+[^,?]{1,80}?\s+(?:instead of|rather than)\s+\S`,
          regex.i`${clause}use\s+[^,?]{1,80}?,\s+not\s+\S`,
          /^(?:from (?:now|here) on|going forward|in (?:the )?future|moving forward),?\s+(?!(?:it|i|i'm|i'll|there|that|this|we'll|was|is|it's|things|everything)\b)[a-zà-ž]/i,
          /^(?:please |pls )?(?:use|write|answer|reply|respond|speak|format|add|put|keep|start|end|sign|send|give|show|make|include|leave|skip|stop|don'?t|ask|explain|talk|name|prefix)\b.{2,300}\b(?:from now on|going forward)\b/i,
          /\b(?:please|pls|plz)\s+(?:(?:stop|avoid)\s+(?!(?:being|doing)\b)[a-zà-ž]+ing\b|(?:don'?t|do not)\s+(?:ever )?(?:use|add|write|say|include|put|repeat|start|end|mention|summari[sz]e|generate|apologi[sz]e|format)\b|avoid\s+(?!(?:that|this|it|me|him|her|them|doing)\b)[a-zà-ž])/i,
          regex.i`${clause}(?:only )?(?:answer|reply|respond|speak|talk|write|communicate)(?: to me| me| back| everything| only)* in (?:${answerLanguages})\b`,
        ],
        unless: [
          pointing,
          /\b(?:here|for this one)\b/i,
          transient,
          /\b(?:that|this) next time\b|\b(?:attached|following file)\b/i,
        ],
      },
    },
    wishes: {
      prefer: {
        patterns: [
          /\b(?:i|we)(?:'?d| would)?(?: (?:\w{1,12}ly|much|also|just|still|do|always))? (?:prefer|perfer|prefere|preffer)\s+(?!(?:(?:the )?(?:first|second|third|last|latter|former|other|1st|2nd)|that|this|it(?! when| if)|either|neither|both|one|not to (?:say|answer|talk|discuss))\b)[a-zà-ž\p{N}¤]/iu,
          /\b(?:i|we)(?:'?d| would) rather (?!(?:not|that|die|wait|the)\b)[a-zà-ž]/i,
          /\bmy (?:[a-zà-ž]{1,12} )?preference (?:is|would be) (?!(?:that one|the (?:first|second|latter|former))\b)\S/i,
          /\bmy preferred [a-zà-ž ]{1,40} (?:is|are) \S/i,
        ],
        unless: [pointing, /\bprefer something \w+er\b/i, transient],
      },
      like: {
        patterns: [
          /\b(?:i|we)(?: (?:really|absolutely|also|generally|just|do|personally|totally|truly))?(?: (?:don'?t|do not))?(?: really)? (?:like|love|hate|dislike|enjoy|adore|detest|loathe|can'?t stand|cannot stand|can'?t bear)\s+(?!(?:it(?! when| if)|this|that|these|those|you|you're|your|yours|how|what|the|him|her|them|when|where|which|every|everything|all|one|both|where|to (?:say|bother|ask|admit|be|see|know|tell)|so|he|she|his|their|most|more|a lot|second|first|hearing|seeing)\b)[a-zà-ž\p{N}¤]/iu,
          /\bmy (?:[a-zà-ž]{1,12} )?favou?rite [a-zà-ž ]{1,40} (?:is|are) (?!(?:the (?:first|second|one)|that|this)\b)\S/i,
          /(?:\b(?:i'?m|i am|we're|we are)(?: \w{1,12}){0,2}|^not(?: really)?) a (?:\w{1,10} )?fan of (?!(?:it|this|that|these|those|the|how|your)\b)\S/i,
        ],
        unless: [pointing, transient],
      },
    },
  }),
}
