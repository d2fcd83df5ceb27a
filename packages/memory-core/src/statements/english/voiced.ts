/*
 * What people leave out when they type: "I" and "my", and apostrophes. A clause is scored as if they stood there, and
 * kept as it was typed.
 */

const past =
  'started|switched|got|had|found|quit|moved|bought|sold|passed|failed|joined|finished|gave up|dropped|changed|went|decided|broke|tore|sprained|hired|upgraded|raised|became|lost|won|adopted|booked|learned|learnt|grew up|studied|worked|lived|retired|graduated|ran|did my|saw (?:my|a|the|an)?|signed (?:up|the|a)|diagnosed'
const present =
  "want|love|like|hate|prefer|live|work|own|speak|play|teach|study|run|(?:can't|cannot|don't) (?=eat|drink|drive|smoke|own|speak|like|hear|see|swim)|never (?=eat|drink|use|had|drive|fly|smoke|take)"
const doing =
  'doing|living|working|learning|studying|training|moving|saving|raising|expecting|renting|renovating|retiring|getting (?:married|divorced)|taking (?=\\p{L}+ (?:\\d|for|every|once|twice))'
const state =
  'on (?:parental|maternity|paternity|sick|medical) leave|in (?:year|grade) \\d|from (?=\\p{Lu})|allergic|lactose|coeliac|celiac|pregnant|vegan|vegetarian|diabetic|married|divorced|single|retired|left-handed|dyslexic|autistic'
/** A clause without its subject: "started sertraline", "doing maths at A level", "on parental leave". */
const dropped: readonly (readonly [clause: RegExp, subject: string])[] = [
  [
    new RegExp(
      `^(?:just |finally |recently |already |also )?(?:${past})\\b(?! (?:it|that|this|them|an? (?:error|bug|question)|to (?:know|say|see)|fun|you)\\b)`,
      'iu',
    ),
    'I ',
  ],
  [
    new RegExp(
      `^(?:also |just |really )?(?:${present})(?: |$)(?!(?:it|that|this|them|you|your|how|when|what|me|not|the (?:idea|sound|way))\\b)`,
      'iu',
    ),
    'I ',
  ],
  [
    new RegExp(
      `^(?:currently |now |still |also )?(?:${doing})\\b(?! (?:it|that|this|so)\\b)(?!.*\\b(?:is|are|was|gives|makes|sounds|looks|feels|takes|seems|can|would)\\b)`,
      'iu',
    ),
    "I'm ",
  ],
  [new RegExp(`^(?:currently |now |still |also )?(?:${state})\\b`, 'iu'), "I'm "],
]
/** What is the speaker's when no owner is said: "company is Loopline", "wife is vegetarian". */
const own =
  /^(?:company|runway|team|boss|manager|supervisor|landlord|landlady|budget|rent|salary|stack|backend|frontend|database|wife|husband|girlfriend|boyfriend|gf|bf|partner|mum|mom|dad|mother|father|sister|brother|son|daughter|dog|cat|kids|flat|apartment|school|birthday|timezone|phone|laptop|coach|doctor|doc|gp|physio|therapist|neurologist|cardiologist|editor|advisor|supplier|thesis|surname|name)(?='s | (?:is|are|has|have|was|lives?|works?|moved|turned|died|left|started|got|says?|said|told|wants|upped|raised|put|prescribed|hates?|loves?|likes?|ends|starts|begins|runs|speaks|plays)\b)/i
/** Contractions without their apostrophes. */
const bare: readonly (readonly [RegExp, string])[] = [
  [/\b(i)m\b/gi, "$1'm"],
  [/\b(i)ve\b/gi, "$1've"],
  [/\b(do|does|did|ca|wo|is|are|was|were|has|have|had|could|would|should)nt\b/gi, "$1n't"],
  [/\b(she|he|that|there|what|who)s\b/gi, "$1's"],
  [/^(it)s(?= (?:\d|an?|the|my|not|so|been|called)\b)/gi, "$1's"],
]

/** A clause with the words and signs that were left out. */
export function voiced(masked: string): string {
  let whole = masked
  for (const [found, written] of bare) whole = whole.replace(found, written)
  const subject = own.test(whole) ? 'My ' : dropped.find(([clause]) => clause.test(whole))?.[1]
  return subject === undefined ? whole : `${subject}${whole.charAt(0).toLowerCase()}${whole.slice(1)}`
}
