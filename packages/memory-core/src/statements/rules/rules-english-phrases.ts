/** The places where an order may begin: the start, after a comma or colon, or after one of these words. */
export const clause: string =
  '(?:^|[,:.)]\\s+|\\b(?:and|but|so|please|pls|plz|just|also|then|to|should|(?:can|could|will|would) you(?: please)?|you can|btw|from now on|going forward)[\\s,]+)'

/** Lookahead for a verb's base form: an order or habit, not `always wondered`, `never works`, `always the same`. */
export const verb: string =
  '(?!(?:a|an|the|this|that|there|it|in|on|at|so|too|as|of|mind|again|once|happy|glad|here|been|had|has|was|were|did|done|went|gone|got|seen|saw|heard|knew|known|thought|felt|found|told|said|made|met|took|taken|gave|came|wrote|ran|good|bad|wrong|right|true|really|even|quite|gonna|going|late|too|enough|you|i|we|he|she|they|if|when|have|will|would|can|could|should|say never)\\b)(?!(?!(?:need|feed|embed|proceed|exceed)\\b)\\w{2,30}ed\\b)(?!\\w{0,30}[^su\\W]s\\b)(?!(?!(?:bring|ping|string|sing)\\b)\\w{2,30}ing\\b)(?=[\\p{L}¤])'

/** Words after "no" or "actually" that begin an order for the moment, or talk, and no correction. */
export const talk: string =
  "(?:thanks?|thank|thx|ty|gracias|danke|merci|grazie|obrigad[oa]|problem|worries|need|idea|way|sorry|not|never(?:mind)?|nvm|wait|please|pls|let'?s|go|just|leave|nothing|you|still|same|try|stop|undo|revert|delete|remove|put|show|give|change|keep|continue|run|look|read|tell|write|make|do|don'?t|add|fix|start|move|send|explain|translate|forget|scratch|ignore|skip|cancel|no|nope|nah|yes|yeah|but|if|why|what|how|when|where|who|which|can|could|would|should|is|are|does|did|and|or|of|really|seriously|lol|haha|hold|hang|honestly|maybe|perhaps|i'll|i'd|ill|good|great|nice|cool|fine|ok|okay|pretty|quite|one (?!of)|other|longer|matter|doubt|kidding|offense|rush|hurry|that'?s (?:ok|okay|fine|all|it|not|good|wrong|enough|great|alright|what|why|right|correct|true|weird|better|perfect|amazing|awesome|actually|a (?:good|great|nice))|it'?s (?:ok|okay|fine|good|all|not|still|alright|nothing|just|cool|great|working|better|really|pretty|too|a bit)|(?:that|this|it) (?:is|was) (?:ok|okay|fine|good|not|still|alright|great|nice|all)|(?:that|this|it) (?:do|did|still|work|look|sound|seem|isn|wasn|would|won|can|could|help|make|fail|crash|broke)\\w*|i'?m (?:good|fine|ok|okay|sure|done|not|just|asking|saying|talking|afraid|sorry|happy|curious|confused|wondering)|i am (?:good|fine|ok|sure|done|not|just)|i (?:don'?t|do|did|didn'?t|haven'?t|can'?t|won'?t|think|guess|just|already|was|thought|know|really|wouldn'?t|would|want you|need you|need to|tried|see|got|found|figured|solved|have (?:a|an|no|another|one|to|not)|wonder|agree|understand))\\b"

/** Words that limit a statement to the moment. */
export const transient: RegExp =
  /\b(?:today|tonight|tomorrow|yesterday|right now|this (?:time|once|morning|afternoon|evening|week|weekend)|for now|just once|at the moment|lately|(?:for|in|on|to) this (?:one |single |particular |specific )?(?:question|answer|reply|response|message|request|task|snippet|example|exercise|function|prompt|one))\b/i

/** References that only this conversation explains: `the second one`, `line 40`, `option B`. */
export const pointing: RegExp =
  /\b(?:first|second|third|last|latter|former|other) (?:one|file|option|version)\b|\bline \d|\boption [a-d\d]\b/i

/** A bug report: something should be so and is not. */
export const failing: RegExp = /\b(?:must|should)\b.{1,200}\bbut (?:it|they|sometimes|i get|i see|now)\b/i

/** An order about "that", which only the previous message explains. */
export const again: RegExp =
  /\b(?:never|always) (?:ever )?(?:do|say|try|use|write|mention) (?:that|this|it|so)(?: again| ever again)?[\s?!.]*$/i
