import type { CaptureRule } from './rule-table.ts'
import { failing, transient } from './rules-english-phrases.ts'

const constraint = { family: 'constraint', type: 'policy', priority: 'critical' } as const

/** What must be, must not be, is required and is forbidden: policies. */
export const englishConstraints: readonly CaptureRule[] = [
  {
    ...constraint,
    name: 'dont-ever',
    patterns: [
      /(?:^|[,:.]\s+|\b(?:and|but|so|please|pls|also|just)\s+)(?:don'?t|do not)(?: you)? ever\s+\S/iu,
      /^(?:please )?under no circumstances\b/iu,
      /\b(?:don'?t|do not|never|must not|mustn'?t|cannot|can'?t|should not|shouldn'?t|may not)\b.{1,300}\bunder any circumstances\b/iu,
    ],
    unless: [/\bwould\b.{0,80}\bhave\b|\bever change[.! ]*$/i],
  },
  {
    ...constraint,
    name: 'must',
    patterns: [/\bmust(?:n'?t)?\s+[\p{L}¤]/iu],
    unless: [
      failing,
      /^it must(?:n'?t| not)? (?:match|return|print|throw|compile|parse|contain|output|equal|evaluate)\b/i,
      /\beverything must go\b|\bthat'?s what .{1,80} says?\b/i,
      transient,
      /\bmust(?:n'?t)?(?: not| just| all)?(?:'ve| have| of)\s+(?:\w+ed|been|had|gone|done|got|gotten|made|left|lost|taken|seen|written|broken|misread|read|forgotten|fallen|come|become|hit|run|set|put|sent|slept|thought|known|felt|found|told|said|mis\w+)\b/i,
      /\b(?:that|he|she|this|they|those|these|someone|somebody|something|who|what) must be\b/i,
      /\b(?:you|i|we) must be\b(?! (?:able|concise|brief|polite|honest|careful|clear|precise|accurate|specific|neutral|formal|informal|friendly|strict|consistent|notified|informed|asked|told|kind|direct))/i,
      /\bit must be (?:\w+ing|the|a|an|my|your|his|her|our|because|due|some|something|me|that|there)\b/i,
      /\bthere must be (?:a|an|some|something|another|more)\b/i,
      /\bmust be (?:so |really |very |pretty |just )*(?:stale|broken|down|flaky|stuck|missing|offline|overloaded|wrong|nice|joking|kidding|annoying|hard|crazy|asleep|busy|tired|lost|mistaken|gone|dead|outdated|late|early|great|fun|frustrating|exhausting|awful|terrible|true|something|some|raining|a (?:bug|mistake|typo|joke|glitch|coincidence|reason|way)|an (?:error|issue))\b/i,
      /^must be (?:my|the|a|an|some|something|because)\b/i,
      /\b(?:i|we) must (?:say|talk|meet|hurry|discuss|admit|confess|go|leave|run|stop|finish|have|look|sound|seem|apologi\w+|thank)\b/i,
      /\bmust (?:really |all |just )?(?:imagine|seem|sound|look|feel|mean|know|think|love|hate|suck|hurt|i|we)\b/i,
      /\ba (?:real |absolute |total )?must\b|\bmust[- ](?:haves?|see|read)(?:$|[:!.])/i,
    ],
  },
  {
    ...constraint,
    name: 'required',
    patterns: [
      /\b(?:is|are|it'?s)(?: \w{1,20})? (?:required|mandatory|compulsory|obligatory)\b/iu,
      /\b(?:we|i|you)(?:'re| are|'m| am)(?: \w+ly)? (?:required|obliged)(?: by [\p{L} ]{1,30})? to\b/iu,
      /^required(?:\s*:|\s+(?!fields?|parameters?|arguments?|if|by|to|because|and|or|but)\p{L})/iu,
    ],
    unless: [
      /\brequired by (?:the|this|that)\b(?! law)/i,
      /\b(?:not|n'?t|no longer|never|if|as|when|where|what|which|whatever|longer|nothing)(?: \w+){0,2} (?:required|mandatory)\b/i,
      /\b(?:what|which|that|this)(?:'s| is) required|\b(?:in|on) type\b|\bwas undefined\b|\brequired (?:field|argument|parameter|propert)/i,
      /\b(?:argument|parameter|property|field) \S{1,40} is required\b/i,
      transient,
    ],
  },
  {
    ...constraint,
    name: 'forbidden',
    patterns: [
      /\b(?:is|are|it'?s|we're|you're)(?: \w{1,20})? (?:forbidden|prohibited|banned|off[- ]limits)\b/iu,
      /\b(?:is not|are not|isn'?t|aren'?t|it'?s not|we're not|you're not)(?: \w+ly)? (?:allowed|permitted)\b/iu,
      /^no (?!one\b|longer\b|idea\b)[^,]{2,80} (?:allowed|permitted)\b/iu,
    ],
    unless: [
      /\b(?:that|this|it|nothing|access)(?:'s| is|s| isn'?t)(?: \w+ly| not)? (?:forbidden|prohibited|banned|allowed|permitted)\b(?! to\b)/i,
      /\b40[0-9]\b|\b(?:error|response|message|blocked|request|requests|account|why|not forbidden|isn'?t forbidden)\b/i,
    ],
  },
]
