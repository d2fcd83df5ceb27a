/** What people shorten in a chat, in lower case. */
const short: Readonly<Record<string, string>> = { abt: 'about', bc: 'because', rly: 'really', u: 'you', w: 'with' }
const bare: readonly (readonly [RegExp, string])[] = [
  [/\b(i)(m|ve)\b/gi, "$1'$2"],
  [/\b(do|does|did|ca|wo|is|are|was|were|has|have|had|could|would|should)nt\b/gi, "$1n't"],
  [/\b(she|he|that|there|what|who)s\b/gi, "$1's"],
  [/^(it)s(?= (?:\d|an?|the|my|not|so|been|called)\b)/gi, "$1's"],
  [/\bcan not\b/gi, 'cannot'],
  [/\bpl[sz]\b/g, 'please'],
  [/\bwanna\b/g, 'want to'],
  [/\bur (?=\S)/g, 'your '],
  [/(?<=\b(?:an|per|\d) h)r(?=s?\b)/g, 'our'],
]

/** A clause with its words and apostrophes as they are written, not as people type them in a chat. */
export function spelledOut(clause: string): string {
  let whole = clause.replace(/(?<=^|[\s,(])(?:abt|bc|rly|u|w)(?=$|[\s,.!?)])/g, (word) => short[word] ?? word)
  for (const [found, written] of bare) whole = whole.replace(found, written)
  return whole
}
