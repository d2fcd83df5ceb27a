const ownWords = new Set(
  // English, German, French, Spanish, Portuguese, Italian, Dutch, Russian.
  (
    'i me my mine myself we us our ours i’m i’ve i’d i’ll we’re we’ve we’ll ' +
    'ich mich mir mein meine meinen meinem meiner meins wir uns unser unsere ' +
    'je j moi mon ma mes nous notre nos ' +
    'yo mí mi mis mío mía me nosotros nuestro nuestra ' +
    'eu meu minha meus minhas nós nosso nossa ' +
    'io mio mia miei mie noi nostro nostra ' +
    'ik mij mijn wij ons onze ' +
    'я меня мне мной мой моя моё мои мы нас нам наш наша'
  ).split(' '),
)
const ownSigns = /[我咱私僕俺]|나는|내가|저는|제가/
const word = /\p{L}+(?:['’]\p{L}+)?/gu
const question = /[?？؟]["'”’»」』)\]]*\s*$/u
/** Maximum characters scanned at the beginning; for a question, at the end. */
const searched = 2_000
const ending = 40

/**
 * Whether a text is about its speaker: it has "I", "my" or "we" in one of ten languages. Linear; reads the first 2,000
 * characters.
 */
export function isPersonal(text: string): boolean {
  const start = text.slice(0, searched)
  if (ownSigns.test(start)) return true
  for (const [found] of start.toLowerCase().matchAll(word)) {
    const said = found.replace("'", '’')
    if (ownWords.has(said) || said.startsWith('j’')) return true
  }
  return false
}

/** Whether a text ends in a question. */
export function isQuestion(text: string): boolean {
  return question.test(text.slice(-ending))
}

const preference =
  /\b(?:i|we)(?:['’]d| would)? (?:\p{L}+ )?prefer\b|\bmy preference\b|\bziehe?n? .{1,80} vor\b|\b(?:bevorzuge|lieber)\b|\bje préfère\b|\bprefiero\b|\bprefiro\b|\bpreferisco\b|\bliever\b|предпочитаю/iu
const order =
  /(?:^|[.!?] )(?:please |bitte |por favor |per favore )?(?:always|never|whenever|from now on|in future|make sure|immer|niemals|nie|ab jetzt|toujours|jamais|désormais|siempre|nunca|sempre|mai|altijd|nooit|всегда|никогда)(?!\p{L})/iu

/**
 * Whether a text gives an instruction ("Always …", "From now on …") or a preference ("I prefer …"), in eight languages.
 * Linear; reads the first 2,000 characters.
 */
export function wishOf(text: string): 'order' | 'preference' | undefined {
  const start = text.slice(0, searched)
  if (order.test(start)) return 'order'
  return preference.test(start) ? 'preference' : undefined
}
