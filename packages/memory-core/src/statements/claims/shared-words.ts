import { stemOf, stopWordsOfEnglish } from '../../text/analysis/word-forms.ts'
import { lazy } from '../../text/plain-text.ts'
import { largeRegex } from '../../text/regex.ts'
import type { Claim } from './claim.ts'
import { claim } from './named-claims.ts'

/*
 * What tells a change of something known, in whatever words: "redis can go up again", "nan went into Willow Court". It
 * is worth keeping beside what it changes, even if nothing says how the one affects the other.
 */

/** Words that say that something is otherwise than before. */
const changes = largeRegex.i`\b(?:any ?more|no (?:more|longer)|these days|from now|(?<!(?:while|ago|by|till|until|just|right|for|and|but),? )now(?! (?:and|that|what|how|why|can|could|please|i'?m|it'?s|i)\b)|(?<!(?:once|think|try|it|this) )again(?! for\b)|instead(?! of [a-z]+ing\b)|back (?:on|in|at|home)(?! (?:track|the day|my feet)\b)|(?:is|are|it's|'s|’s|be) (?:back|ok|okay|fine|allowed|permitted|open|off|over|out|enough|fair game|done|gone|clear|better)|(?:allowed|permitted|cleared|enough)(?= (?:to|from|again|back|as well)\b)|licen[cs]e back|moved|(?:moves|shifts) to|got (?:married|engaged|divorced|promoted|fired|merged)|(?:broke|split) up|gave birth|gone (?!through\b)|went into (?!(?:the |a )?(?:town|work|hospital|labou?r|surgery|detail|business|school|shock|it|city|office|shop|house|room|kitchen)\b)|left(?= (?:on|last|us|the|for)\b|$|[.,!;])|quit(?<!\b(?:not|never|don't|won't) quit)|retired|resigned|laid off|(?:jacked|packed) (?:it )?(?:in|up)|replaced|switched|swapped|changed (?:my|our|the|[a-z]+s\b)|bumped|introduced|(?:has|have|'s|’s|she|he|was|and) passed|cleared|lifted|(?:grown|grew) out of|outgr[eo]wn?|would rather|prefers|taken? over(?! (?:it|the world)\b)|goes to|gave the|given up|gave up|scrap(?:ped)?(?= )|ditched|g[eo]t(?:ten)? rid of|died|dumped|been raised|(?:^|[a-z]+ )finished(?=$|[.,!;]| (?:at|so|the|with)\b)|finished(?= [a-z]+ing\b)(?! (?:reading|writing|watching|playing|re[a-z]+ing)\b)|closed (?:my|our|the)|relocated|came off|been (?:put|taken) \S+|so [a-z]+ can\b|can only)\b`
/** What passes by itself, is wished or tried, or is said of one day. */
const passing = largeRegex.i`\b(?:today|tonight|tomorrow|this (?:week|weekend|morning|afternoon|evening|time)|right now|at the moment|for now|here now|on holiday|down again|(?:is|are|'s|’s) (?:here|at \S+|on (?:the|my|his|her) way) now|run out of|out of|(?:wonder|consider|try|hop|think|plan|look|decid)ing|i'll|i will|let's (?!get rid|drop)|wish|imagine|(?:i|we) (?:went|saw|watched|heard)|want(?:s|ed)? to|going to|gonna|maybe|think|guess|great|glad|sorry)\b`
/** Maximum words of a statement that tells a change; a longer one tells a story. */
const mostWords = 18
const word = /(?<![\p{L}\d'-])\p{L}[\p{L}\d]+/gu
/** Words that are about everything. */
const empty =
  `now again back moved left gone fine okay open allowed instead anymore longer new old one two three day days week
  weeks month months year years time times today morning evening night thing things stuff people lot bit way work works
  working get got getting go goes going went come came make made take took taken give gave given want wants need needs
  like likes love loves know think feel feels use using used try good great nice better best really still always never
  just also even much many every last next first finally recently actually start started help lately since keep kept
  put let says said told tell look looking see seen find found sure able hope happy home life friend friends family
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december please thanks hey yes okay lives live living`.split(/\s+/)
const emptyStems = lazy(() => new Set(empty.map(stemOf)))

/** The stems of the words by which a statement says what it is about; with `isAll`, of those that are about everything, too. Linear. */
export function wordsIn(text: string, isAll = false): string[] {
  const stops = stopWordsOfEnglish()
  const said = text.toLowerCase().replaceAll('’', "'").match(word) ?? []
  return [...new Set(said.filter((one) => !stops.has(one)).map(stemOf))].filter(
    (stem) => isAll || !emptyStems().has(stem),
  )
}

/** The key of a word. */
export function keyOfWord(stem: string): string {
  return `|word|${stem}`
}

/** Whether a statement tells a lasting change of something. */
export function tellsChange(text: string): boolean {
  return (
    !text.includes('?') &&
    text.split(' ', mostWords + 1).length <= mostWords &&
    changes().test(text) &&
    !passing().test(text)
  )
}

/** The words of a statement, for one that tells a change of them to be compared with. */
export function wordClaims(text: string, form: Partial<Claim> = {}): Claim[] {
  return wordsIn(text).map((stem) => claim(keyOfWord(stem), { value: '', ...form }))
}
