import { createPatternFilter } from '../../text/pattern-filter.ts'
import { regex, source } from '../../text/regex.ts'
import { anyBeing } from '../claims/claim-forms.ts'
import { occupations } from './introductions.ts'

const being = source`(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:[\p{Ll}-]+ ){0,2}?(?:${anyBeing}|boy|girl|kids|children|parents)(?:[- ]in[- ]law)?(?: \p{Lu}\p{Ll}+)?`
/** A name, of which only the first word of a sentence may be none. */
const name = source`(?!(?:Yes|Not?|Now|Then|Also|So|And|But|Or|If|As|When|Where|What|Who|Why|How|That|This|Here|There|Today|Tonight|Tomorrow|Once|Since|Because|Before|After|While|Until|Unless|Maybe|Perhaps|Often|Well|Oh|Ok|Okay|Yeah|Wow|Plus|Still|Even|Though|Although|However|Otherwise|Instead|Later|Soon|First|Next|Last|Does|Did|Is|Was|Has|Had|Can|Could|Will|Would|Should|May|Than|Guess|Thought|Hope|Wish|God|Every|\p{L}+(?:ly|day|wards?|times?|ever|way))\b)\p{Lu}\p{Ll}{2,}`
const start = '(?<=^|[.,;:!] |\\b(?:[Aa]nd|[Bb]ut|so|because|that|when|if) )'
const verb = source`(?:is|are|was|were|has|have|had|does|do|did|can|cannot|don't|doesn't|can't|isn't|works?|lives?|likes?|loves?|hates?|eats?|drinks?|takes?|speaks?|wants?|needs?|goes|plays?|studies|passed|started|moved)\b`
const age = source`(?:have|has) (\d{1,3}) years?(?: old)?(?=[.,;!]|$| now\b| (?:and|but) (?:I|we|my|he|she|live|lives|work|works|am|is|have|has)\b)`
const month = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'

/**
 * What people write who learn English, and what is meant, in this order. A statement is judged and compared as it is
 * meant, and kept as it was typed.
 */
const slips: readonly (readonly [RegExp, string])[] = [
  // "My wife she is a nurse", "Theo he hates carrots".
  [regex.gu`${start}(${being}|${name})(?:,? he |,? she |,? they )(?=${verb})`, '$1 '],
  [regex.gu`\b(I) ${age}`, '$1 am $2 years old'],
  [regex.gu`${start}([Hh]e|[Ss]he|${being}|${name}) ${age}`, '$1 is $2 years old'],
  // "The birthday of my daughter is 3 October".
  [
    regex.gu`\b[Tt]he (name|birthday|doctor|teacher|school|boss|phone|number|address|job|salary|car|company|landlord|medicine|allergy|anniversary) of (${being}|${name})(?= (?:is|are|was)\b)`,
    "$2's $1",
  ],
  // "Allergic on nuts", "she has allergy of eggs".
  [/\b(has|have|had) (?=allergy\b)/g, '$1 an '],
  [
    /\b(allergic|an allergy) (?:on|of|at|for|from|against) (?!course|birth|childhood|years?\b|the (?:time|left|right|moment|weekend)|my\b|our\b|his\b|her\b|least|all\b|example|sure|now\b|work\b|school|home|night|\d)(?=\p{L})/gu,
    '$1 to ',
  ],
  // "I am nurse", "my wife is primary teacher".
  [
    regex.gu`\b(I am|I'm|${being} is|[Hh]e is|[Ss]he is|works? like|work(?:s|ed|ing)? as)( (?:now|also|still))? (?=(?:[\p{Ll}-]+ )?(?:${occupations}|planner|driver|operator|welder)\b(?! of\b|['’]s))(?!(?:an?|the|my|our|not|no|one|very|so|both|his|her|their|your|some|[\p{Ll}-]+ing|with|like|in|at|from|on|for|sick|seeing|head)\b)`,
    '$1$2 a ',
  ],
  [/\b(work(?:s|ing|ed)?) like (?=an? )/g, '$1 as '],
  // "Declan is not more my boss", "not more losartan", "I don't live more in Rathmines".
  [
    regex.gu`\b(am|is|are|I'm|[Hh]e's|[Ss]he's|we're) not more (?=(?:my|our|his|her|an?|in|at|on|with|vegan|vegetarian|pregnant|married|single|students?|employed|${occupations}|[\p{Ll}]+ing)\b)`,
    '$1 no longer ',
  ],
  [/(^|[.,;] |\b(?:and|but) )not more (?=\p{Ll}{4,}(?:[.,;!]|$))/gu, '$1no more '],
  [
    regex.gu`\b(do not|don't|does not|doesn't) (go|live|work|do|play|come|eat|drink|smoke|take|study|use) more ((?:in|at|to|for|with|on|as|by) [^,.;!]+|(?<=(?:do|play|take) more )\p{L}+(?=[.,;!]|$))`,
    '$1 $2 $3 any more',
  ],
  // "I have not car".
  [
    /\b(I|[Ww]e|[Tt]hey) have not (?=(?:an? )?(?:car|kids|child(?:ren)?|pets?|dog|cat|job|allerg(?:y|ies)|insurance|visa|garden|driving|licen[cs]e|siblings|brothers?|sisters?)\b)/g,
    '$1 do not have ',
  ],
  // "2100 by month".
  [
    /(?<=\d\S*(?: (?:€|£|euros?|pounds?|dollars|times|hours?))?) by (?=(?:hour|day|week|month|year)\b(?![- ]end))/g,
    ' a ',
  ],
  [/\b(got|found|started) new (?=job\b)/g, '$1 a new '],
  // "We moved in Cork".
  [regex.gu`\b(moved) in (?!${month}\b|\p{L}+day\b|With\b)(?=\p{Lu}\p{Ll}{2,})`, '$1 to '],
]

let filter: ReturnType<typeof createPatternFilter> | undefined

/** A text in plain English, without the slips of those who learn it. */
export function meant(text: string): string {
  filter ??= createPatternFilter(slips.map(([slip]) => slip))
  const { can } = filter(text)
  return slips.reduce((whole, [slip, right]) => (can(slip) ? whole.replace(slip, right) : whole), text)
}
