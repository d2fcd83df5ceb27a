/** Finite verbs without a prefix that parts from them, which end the clause after "that" and stand second in a main clause. */
const german =
  'bin|ist|sind|war|habe?|hat|haben|hatte|heiße[nt]?|heißt|heisse|heisst|wohne?|wohnt|wohnen|lebe|lebt|leben|arbeite|arbeitet|arbeiten|esse|isst|essen|trinke|trinkt|trinken|rauche|raucht|mag|mögen|nehme|nimmt|nehmen|vertrage|verträgt|fahre|fährt|fahren|fliege|fliegt|fliegen|spiele|spielt|spielen|lerne|lernt|lernen|spreche|spricht|sprechen|studiere|studiert|brauche|braucht|brauchen|komme|kommt|kommen|muss|musst|müssen|darf|dürfen|kann|können|soll|sollen|will|wollen|möchte|möchten|werde|wird|werden|leide|leidet|liebe|liebt|hasse|hasst|ernähre|ernährt|lautet|liegt|beträgt'
const dutch =
  'ben|is|zijn|was|heb|heeft|hebben|heet|heten|woon|woont|wonen|werk|werkt|werken|eet|eten|drink|drinkt|rook|rookt|slik|slikt|gebruik|gebruikt|rijd|rijdt|vlieg|vliegt|vliegen|speel|speelt|leer|leert|spreek|spreekt|studeer|studeert|moet|moeten|mag|mogen|kan|kunnen|wil|willen|zal|zullen|kom|komt|hou|houdt|haat'
const subject =
  '(?<s>[iI]ch|[wW]ir|ik|we|wij|(?:mein|meine|unser|unsere|der|die|das|mijn|onze?|de|het) (?:\\p{Ll}{2,}e[nrs]? )?\\p{L}[\\p{L}-]+)'
/** A name after a noun and more words: "my son Max has asthma", where the name belongs to the subject. */
const named = /^\p{Lu}\p{L}+ \S/u
/** In Dutch an infinitive may follow: "dat ik glutenvrij moet eten". */
const patterns = [`(?<verb>${german})`, `(?<verb>${dutch})(?<main> \\p{L}+en)?`].map(
  (verbs) => new RegExp(`^${subject} (?<rest>[^,]{1,200}?) ${verbs}(?<tail>, [^,]{1,80}?)?[.!?]*$`, 'u'),
)

/**
 * Makes a main clause of a German or Dutch clause after "dass" or "dat", whose verb is last: "unser Hund Bello heißt" is
 * "unser Hund heißt Bello". Undefined if it is not that simple.
 */
export function mainClause(clause: string): string | undefined {
  for (const pattern of patterns) {
    const { s, rest, verb, main = '', tail = '' } = pattern.exec(clause.trim())?.groups ?? {}
    if (s === undefined || rest === undefined || verb === undefined) continue
    const isName = /^he(?:i|e)/iu.test(verb)
    if (s.includes(' ') && !isName && named.test(rest)) return undefined
    return `${s} ${verb} ${rest}${main}${tail}`
  }
  return undefined
}
