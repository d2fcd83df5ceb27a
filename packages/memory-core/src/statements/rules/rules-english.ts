import type { RulePack } from './rule-table.ts'
import { englishConstraints } from './rules-english-constraints.ts'
import { englishCorrections } from './rules-english-corrections.ts'
import { englishPreferences } from './rules-english-preferences.ts'

/** The rules of English: constraints, then corrections, then preferences. */
export const englishRules: RulePack = {
  language: 'english',
  opening:
    /^(?:[^\p{L}\p{N}¤"'`$€£]+|(?:hey(?: there)?|hi|hello|ok|okay|oh|ah|hm+|um+|uh|well|so|and|but|also|btw|by the way|fyi|yeah|yes|yep|sure|look|listen|sorry|wait|oops|whoops|again|anyways?|honestly|tbh|imo|lol|haha|ps|reminder that|(?:note|reminder|important)(?=\s*[,:!])|one (?:more )?thing|quick (?:note|thing)|thanks|thx|for the record|nice|cool|great|perfect|here's the deal)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:why|how|who|whose|what(?! i me?ant was)|which|when (?:do|does|did|is|are|will|can|should|would)|where (?:do|does|did|is|are|can|should))\b/i,
    /^(?:is|are|was|were|am|does|did|has|have (?:i|you|we|they)|do (?:i|you|we|they|people|the|these|those|any)|should (?:i|we|you|the)|shall|can|could|would|will|may i|might|must (?:i|we|you)|isn'?t|aren'?t|doesn'?t)\b/i,
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
    /(?<!\b(?:i|i've|we|we've)(?: already| just| have)? )\b(?:said|says|say|told|tells|claims?|claimed|thinks|thought|believes|wrote|asks|asked|according to|insists|insisted|heard|suggests|suggested|argues|complains|complained|recommends)\b/i,
    /\b(?:for example|for instance|e\.g\.?|such as|as in|like)[\s,:]*$/i,
    /\b(?:not|never|don't|doesn't|isn't|nobody|no one|not necessarily)\s*$/i,
    /\b(?:don'?t|do not|doesn'?t|didn'?t) (?:think|believe|mean|say|know)\b/i,
  ],
  request:
    /^(?:please )?(?:can|could|would|will) you (?:please )?(?:always|never|remember)\b(?! (?:be (?:sure|certain|confident|right|true)|guarantee|know|tell|trust|expect|assume|see|find)\b)/i,
  remember:
    /^(?:(?:please|pls|plz|also|and|so|(?:can|could|will|would) you)\s+)*(?:remember(?:\s+(?:this|that))?\s*[:,]\s*|remember that\s+|remember to (?=always|never|not)|remember (?=(?:i|i'm|im|my|we|we're|our)\b)|keep in mind(?:\s+that)?\s*[:,]?\s+|make a note(?: that|:)\s+|note to self[:,]\s*|for future reference[:,]?\s+|don'?t forget that\s+)/iu,
  notRemembered:
    /^(?:(?:the |that |this )?(?:time|day|night|movie|guy|one|song|episode|name|number|summer|trip)\b|when|how|what|why|where|who|me\b|i remember|\S+$)/i,
  rememberBefore:
    /^(?:(?:please|pls|so|and|can you|could you)\s+)*(?:remember (?:this|that|it)|keep (?:this|that) in mind)(?: please| pls| for me)?[^\p{L}\p{N}]*$/iu,
  rejection:
    /^(?:(?:no|nope|nah)[\s,.!]*)?(?:no|nope|nah|(?:(?:that|this|it|you)(?:'?s| is|'?re| are) )?(?:wrong|incorrect|not (?:right|correct|true)|false))[\s.,!]*$/iu,
  standsAlone:
    /^(?:i|i'm|im|we|we're|you|he|he's|she|she's|they|they're|it|it's|its|my|our|the|his|her|their|that's|there|this)\b|\b(?:is|are|was|has|have|must|uses?|lives?)\b/i,
  rules: [...englishConstraints, ...englishCorrections, ...englishPreferences],
}
