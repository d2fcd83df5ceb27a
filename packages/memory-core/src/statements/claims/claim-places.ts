/** Large or often mentioned towns in lower case, by their English name and by their own where it differs. */
const towns =
  'amsterdam ankara antwerp athens atlanta auckland austin baltimore bangalore bangkok barcelona basel beijing beirut belfast belgrade bergen berlin bern bilbao birmingham bogota bogotá bologna bonn bordeaux boston bratislava bremen brisbane bristol brussels bucharest budapest cairo calgary canberra casablanca chengdu chennai chicago cleveland cologne copenhagen dallas damascus delhi denver detroit dhaka dortmund dresden dubai dublin düsseldorf edinburgh essen florence frankfurt freiburg geneva genoa ghent glasgow gothenburg granada graz hamburg hannover hanoi havana heidelberg helsinki houston hyderabad innsbruck istanbul jakarta jerusalem johannesburg karachi karlsruhe kiel kinshasa kolkata krakow köln kyiv kyoto lagos leeds leipzig lille lima linz lisbon lisboa liverpool ljubljana london lucerne luxembourg lviv lyon madrid mainz malaga málaga manchester manila mannheim marseille melbourne memphis miami milan minneapolis montevideo montreal montréal moscow mumbai munich münchen münster nairobi nantes naples nashville nice nuremberg nürnberg oakland odessa orlando osaka oslo ottawa oxford palermo paris perth philadelphia phoenix pisa porto portland potsdam prague praha quito riga rome rotterdam salzburg santiago sarajevo seattle seoul sevilla seville shanghai shenzhen singapore sofia stockholm strasbourg stuttgart sydney taipei tallinn tampere tokyo toronto toulouse trieste tunis turin utrecht valencia vancouver venice vienna vilnius warsaw washington wien wroclaw zagreb zurich zürich'
const longTowns =
  'new york|new york city|los angeles|san francisco|san diego|san jose|las vegas|salt lake city|kansas city|new orleans|st. louis|st. gallen|mexico city|buenos aires|rio de janeiro|são paulo|sao paulo|cape town|tel aviv|abu dhabi|hong kong|kuala lumpur|ho chi minh city|new delhi|the hague|den haag|frankfurt am main|saint petersburg|st. petersburg'
const countries =
  'argentina australia austria belgium brazil bulgaria canada chile china colombia croatia cyprus czechia denmark ecuador egypt england estonia ethiopia finland france germany ghana greece hungary iceland india indonesia iran iraq ireland israel italy japan kenya latvia lebanon lithuania malaysia malta mexico morocco nepal netherlands nigeria norway pakistan panama peru philippines poland portugal romania russia scotland serbia slovakia slovenia spain sweden switzerland taiwan tanzania thailand tunisia turkey uganda uk ukraine uruguay usa us venezuela vietnam wales deutschland österreich schweiz spanien frankreich italien españa alemania francia suiza'
const longCountries = 'south africa|south korea|new zealand|united states|united kingdom|czech republic|saudi arabia'

const kinds: ReadonlyMap<string, 'town' | 'country'> = new Map([
  ...[...towns.split(' '), ...longTowns.split('|')].map((name) => [name, 'town'] as const),
  ...[...countries.split(' '), ...longCountries.split('|')].map((name) => [name, 'country'] as const),
])
const longest = 4

/**
 * Whether a value begins with the name of a town or of a country; "" for other places, such as a village or a district.
 * A town and the country around it can both be true.
 */
export function placeKindOf(value: string): 'town' | 'country' | '' {
  const words = value.split(' ', longest)
  for (let count = words.length; count > 0; count--) {
    const kind = kinds.get(words.slice(0, count).join(' '))
    if (kind) return kind
  }
  return ''
}
