/** Whose words a question asks for, and what for. */
export interface AskedOf {
  /** What the assistant said: "what did you recommend?". */
  assistant: boolean
  /** Advice: what its asker prefers, and how things are to be done, concerns the answer. */
  advice: boolean
  /** A summary: both sides count alike. */
  summary: boolean
}

/** Longer questions are not asked; their beginning says what for. */
const searched = 1_000

const verbs =
  'recommend|suggest|say|tell|give|mention|explain|advise|provide|propose|describe|help|list|show|share|outline|write|come up|offer'
const pastVerbs =
  'recommended|suggested|said|told|gave|mentioned|explained|advised|provided|proposed|described|helped|listed|showed|shared|outlined|wrote|came up|offered'
const assistant = new RegExp(
  [
    `\\bdid you (?:\\p{L}+ ){0,2}(?:${verbs})\\b`,
    `\\b(?:you|assistant)(?:'ve| have| had)? (?:\\p{L}+ )?(?:${pastVerbs})\\b`,
    '\\bremind me\\b',
    '\\btrying to (?:recall|remember)\\b',
    '\\b(?:do|can|did|if) you (?:still )?(?:recall|remember)',
    '\\byour (?:\\p{L}+ )?(?:recommendation|suggestion|advice|answer|explanation|response|list|reply|plan)s?\\b',
    '\\b(?:our|previous|last|earlier) (?:previous |last |earlier )?(?:conversation|chat|discussion)s? about\\b',
    '\\b(?:hast|hattest) du\\b.{0,80}\\b(?:empfohlen|vorgeschlagen|gesagt|genannt|erklärt|geraten)\\b',
    "\\b(?:as-tu|avez-vous|tu m'as|vous m'avez)\\b.{0,40}\\b(?:recommandé|suggéré|proposé|dit|conseillé|expliqué)",
    '\\bme (?:recomendaste|sugeriste|dijiste|aconsejaste|explicaste|propusiste)\\b',
  ].join('|'),
  'iu',
)
const advice =
  /\b(?:would|could|can|do|should) (?:you|i|we)\b|\bhow (?:do|should|can|could) i\b|\bwhat (?:are|is) (?:some|the best|a good)\b|\b(?:kannst|könntest|würdest) du\b|\b(?:wie|was|womit) soll(?:te)? ich\b|\b(?:peux-tu|pourrais-tu|devrais-je)\b|\b(?:puedes|podrías|debería)\b/iu
const past = /\b(?:did|have|has|was|were|had|summar|order in which|hast|habe|hatte|war)\b/iu
const summary =
  /\b(?:summar(?:y|i[sz]e)|overview|recap|zusammenfass\p{L}*|überblick|résum\p{L}*|resum\p{L}*|riassun\p{L}*|samenvat\p{L}*)(?!\p{L})/iu

/** Reads a question for whose words it asks. Linear in its first 1,000 characters. */
export function askedOf(question: string): AskedOf {
  const text = question.slice(0, searched).replaceAll('’', "'")
  return {
    assistant: assistant.test(text),
    advice: advice.test(text) && !past.test(text),
    summary: summary.test(text),
  }
}
