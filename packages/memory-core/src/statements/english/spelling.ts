import { createPatternFilter } from '../../text/pattern-filter.ts'
import { lazy } from '../../text/plain-text.ts'
import { regex, source } from '../../text/regex.ts'
import { rewritesTo } from '../claims/claim.ts'
import { anyBeing } from '../claims/claim-forms.ts'
import { occupations } from './introductions.ts'

const being = source`(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:[\p{Ll}-]+ ){0,2}?(?:${anyBeing}|boy|girl|kids|children|parents)(?:[- ]in[- ]law)?(?: \p{Lu}\p{Ll}+)?`
/** A name, of which only the first word of a sentence may be none. */
export const givenName: string = source`(?!(?:She|They?|The|You|Our|His|Her|Its|Are|Let|Yes|Not?|Now|Then|Also|And|But|When|Where|What|Who|Why|How|That|This|Here|There|Today|Tonight|Tomorrow|Once|Since|Because|Before|After|While|Until|Unless|Maybe|Perhaps|Often|Well|Okay|Yeah|Wow|Plus|Still|Even|Though|Although|However|Otherwise|Instead|Later|Soon|First|Next|Last|Does|Did|Is|Was|Has|Had|Can|Could|Will|Would|Should|May|Than|Guess|Thought|Hope|Wish|God|Every|\p{L}+(?:ly|day|wards?|times?|ever|way))\b)\p{Lu}\p{Ll}{2,}`
const start = '(?<=^|[.,;:!] |\\b(?:[Aa]nd|[Bb]ut|so|because|that|when|if) )'
const verb = source`(?:is|are|was|were|has|have|had|does|do|did|can|cannot|don't|doesn't|can't|isn't|works?|lives?|likes?|loves?|hates?|eats?|drinks?|takes?|speaks?|wants?|needs?|goes|plays?|studies|passed|started|moved)\b`
const age = source`(?:have|has) (\d{1,3}) years?(?: old)?(?=[.,;!]|$| now\b| (?:and|but) (?:I|we|my|he|she|live|lives|work|works|am|is|have|has)\b)`
const trade = source`(?:[\p{Ll}-]+ )?(?:${occupations}|planner|driver|operator|lead|leader|manager|supervisor|assistant)\b(?! of\b|['’]s)`

/**
 * Habits said in a roundabout way ("I tend to avoid", "as someone who avoids"), and what people write who learn English,
 * by what they mean: "my wife she is", "I have 36 years", "the birthday of my son", "allergic on nuts", "I am nurse",
 * "not more", "I have not car", "I want that you answer", "moved in Cork".
 */
const slips = rewritesTo({
  '$1 ': regex.gu`${start}(${being}|${givenName})(?:,? he |,? she |,? they )(?=${verb})`,
  '$1 am $2 years old': regex.gu`\b(I) ${age}`,
  '$1 is $2 years old': regex.gu`${start}([Hh]e|[Ss]he|${being}|${givenName}) ${age}`,
  "$2's $1": regex.gu`\b[Tt]he (name|birthday|doctor|teacher|school|boss|phone|number|address|job|salary|car|company|landlord|medicine|allergy|anniversary) of (${being}|${givenName})(?= (?:is|are|was)\b)`,
  '$1 an ': /\b(has|have|had) (?=allergy\b)/g,
  '$1 to ':
    /\b(allergic|(?<=\ban )allergy) (?:on|of|at|for|from|against) (?!course|birth|childhood|years?\b|the (?:time|left|right|moment|weekend)|most|my\b|our\b|his\b|her\b|least|all\b|example|sure|now\b|work\b|school|home|night|\d)(?=\p{L})/gu,
  '$1 as ': regex.gu`\b(work(?:s|ing|ed)?) like (?=${trade})`,
  '$1$2 a ': regex.gu`\b(I am|I'm|${being} is|[Hh]e is|[Ss]he is|work(?:s|ed|ing)? as)( (?:now|also|still))? (?=${trade})(?!(?:an?|the|my|our|not|no|one|very|so|both|his|her|their|your|some|[\p{Ll}-]+ing|with|like|in|at|from|on|for|sick|seeing|head)\b)`,
  '$1 no longer ': regex.gu`\b(am|is|are|I'm|[Hh]e's|[Ss]he's|we're) not more (?=(?:my|our|his|her|an?|in|at|on|with|vegan|vegetarian|pregnant|married|single|students?|employed|${occupations}|[\p{Ll}]+ing)\b)`,
  '$1no more ': /(^|[.,;] |\b(?:and|but) )not more (?=\p{Ll}{4,}(?:[.,;!]|$))/gu,
  '$1 $2 $3 any more': regex.gu`\b(do not|don't|does not|doesn't) (go|live|work|do|play|come|eat|drink|smoke|take|study|use) more ((?:in|at|to|for|with|on|as|by) [^,.;!]+|(?<=(?:do|play|take) more )\p{L}+(?=[.,;!]|$))`,
  '$1 do not have ':
    /\b(I|[Ww]e|[Tt]hey) have not (?=(?:an? )?(?:car|kids|child(?:ren)?|pets?|dog|cat|job|allerg(?:y|ies)|insurance|visa|garden|driving|licen[cs]e|siblings|brothers?|sisters?)\b(?!-))/g,
  '$1 usually ': regex.g`\b(I|[Ww]e) (?:tend|try) to (?=(?:(?:always|only|mostly|usually) )?(?:avoid|prefer|enjoy|favou?r|choose|pick|buy|wear|eat|drink|stick|steer|stay away|go for|rely on)\b)`,
  'I $1$2': /^[Aa]s someone who ((?:always|only|mostly|usually|generally|typically|strictly) )?([a-z]{3,}(?<!i))s\b/g,
  '$1 you to ': /\b(I (?:want|need|prefer|would like)) that you (?=\p{Ll}{3})/gu,
  '$1 to': regex.gu`\b(moved) in(?! (?:With|Together|\p{L}+day|January|February|March|April|May|June|July|August|September|October|November|December)\b)(?= \p{Lu}\p{Ll}{2,})`,
})

const filter = lazy(() => createPatternFilter(slips.map(([slip]) => slip)))

/** What a text means that may have such slips. A statement is judged and compared by it, and kept as it was typed. */
export function meant(text: string): string {
  const { can } = filter()(text)
  return slips.reduce((whole, [slip, right]) => (can(slip) ? whole.replace(slip, right) : whole), text)
}

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
