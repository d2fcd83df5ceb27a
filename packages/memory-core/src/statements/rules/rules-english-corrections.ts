import type { CaptureRule } from './rule-table.ts'
import { pointing, talk } from './rules-english-phrases.ts'

const correction = { family: 'correction', type: 'fact', priority: 'high' } as const

/** "That's wrong", "I meant", "not X but Y", "no" and "actually": facts. */
export const englishCorrections: readonly CaptureRule[] = [
  {
    ...correction,
    name: 'wrong',
    unless: [
      pointing,
      /\b(?:the|my|your) (?:correct |right )?(?:answer|result|output|solution|sum|total) (?:is|was|should be)\b/i,
    ],
    lead: /^(?:(?:no|nope|nah)[\s,.!]+)?(?:(?:that|this|it|you)(?:'?s| is|'?re| are) )?(?:wrong|incorrect|not (?:right|correct|true)|false)\s*[,.:;!–—-]+\s*/iu,
    patterns: [
      new RegExp(
        `^(?:(?:no|nope|nah)[\\s,.!]+)?(?:(?:that|this|it|you)(?:'?s| is|'?re| are) )?(?:wrong|incorrect|not (?:right|correct|true)|false)\\s*[,.:;!–—-]+\\s*(?!${talk})[\\p{L}¤]`,
        'iu',
      ),
    ],
  },
  {
    ...correction,
    name: 'meant',
    lead: /^(?:(?:no|nope|nah|oops|whoops)[\s,.!]+)/iu,
    patterns: [/\b(?:i|what i) (?:meant|ment)\s+(?:was\s+)?[\p{L}\p{N}¤$€£]/iu],
    unless: [
      pointing,
      /\bme?ant (?:to|it|that(?: one)?$|what|no|well|nothing|every|for|as|by|when|business|exactly|so|if)\b/i,
      /\b(?:what|exactly|know|knew|never|not|if|is that)\b(?! i me?ant was).{0,40}\bi me?ant\b/i,
    ],
  },
  {
    ...correction,
    name: 'not-but',
    patterns: [
      /\bnot (?!only|just|merely|simply|sure|bad|yet|ideal|perfect|working|great|necessarily|really|much|exactly|always|too|very|so|that|quite|good|fun|easy|here|there|what|how|why|if|a\b|an\b|the (?:best|worst)|saying|asking|many|all|everyone|everything|tall|fast|nice|pretty|terrible|done|ready|finished)([\p{L}\p{N}¤'.-]+(?: [\p{L}\p{N}¤'.-]+){0,5}?),? but (?!(?:i|it|it's|you|he|he'll|he's|she|she's|they|we|we're|i'm|i'll|there|that|this|when|if|not|still|now|then|also|just|at least|maybe|only|since|can|could|how|why|what|please|let's|don't|usually|thanks|worth|ok|close|soon)\b)[\p{L}\p{N}¤]/iu,
      /^(?:it'?s|it is|that'?s|that is|he's|she's|i'm|we're|(?:the|my|our|his|her|their|we|i) [^,]{1,80}?(?: is| are| was|'s)?) [^,]{1,80}, not (?!(?:sure|yet|really|only|just|to|too|so|necessarily|that|because|even|bad|ideal|great|good|nice|gonna|going|much|very|quite|all|always|exactly|a (?:big|problem|bug|fan|deal)|an? issue|perfect|working|my fault|me|what|how|why|when|if|until|fun|easy|helpful|happy|terrible)\b)[\p{L}\p{N}¤'"$€£-]+(?:\s+[\p{L}\p{N}¤'"$€£.-]+){0,6}\s*[.!]*(?:\s*\bbtw)?[^\p{L}\p{N}]*$/iu,
    ],
    unless: [pointing, /\bi (?:like|love|hate|think|guess|hope|wonder)\b/i],
  },
  {
    ...correction,
    name: 'no',
    unless: [pointing, /\b(?:pass(?:es)?|works?|compiles?|fails?|builds?)(?: now| again| fine)?[.! ]*$/i],
    lead: /^(?:no|nope|nah)\b[\s,.:;!–—-]+/iu,
    patterns: [
      new RegExp(
        `^(?:no|nope|nah)(?:\\s*[,.:;!–—-]+\\s*|\\s+(?=(?:i|i'm|it's|its|it is|we|we're|my|our|he|she|they|that's|the)\\b))(?!${talk})[\\p{L}\\p{N}¤]`,
        'iu',
      ),
    ],
  },
  {
    ...correction,
    name: 'actually',
    unless: [pointing, /\b(?:pass(?:es)?|works?|compiles?|fails?|builds?)(?: now| again| fine)?[.! ]*$/i],
    lead: /^actually[\s,.:;!…–—-]+/iu,
    patterns: [
      new RegExp(`^actually[\\s,.:;!…–—-]+(?!${talk})[\\p{L}\\p{N}¤]`, 'iu'),
      /^(?:it|that|this|he|she|they|we|i|(?:the|my|our|his|her|their) [^,]{1,60}?)(?:'s| is| are|'re|'m| am| was| were| has| have)? actually (?!(?:pretty|quite|really|very|good|great|nice|cool|fine|fun|easy|hard|not|no|so|kinda|kind of|correct|right|true|interesting|funny|amazing|smart|helpful|better|worse|faster|slower|working|works|worked|fails?|failed|runs?|do|does|did|don'?t|can|can'?t|could|would|think|thought|like|love|hate|enjoy|have no|enough|been|got|makes?|made|looks?|sounds?|helps?|helped|tried|found|saw|wanted|believe|know|wonder|feel|forgot|impressed|surprised|happy|a (?:good|great|nice|really|pretty|very|bit|lot))\b|\w{2,30}ing\b)[\p{L}\p{N}¤]/iu,
    ],
  },
]
