import { regex } from '../../text/regex.ts'

/** The name of a month, whole or short. */
export const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** The words for 2 to 12. */
export const numbers = 'two three four five six seven eight nine ten eleven twelve'.split(' ')

/** What makes one thing of its kind, so that "now" replaces it: "our main supplier". */
export const foremost = 'main|biggest|largest|lead|top|primary|current'

/** Roles that one person has at a time for the speaker, as alternatives of a pattern. */
export const ofRole =
  'boss|manager|supervisor|cto|ceo|cfo|coo|lead|doctor|gp|vet|dentist|therapist|physio|midwife|accountant|hairdresser|lawyer|landlord|teacher|coach|tutor|carer|nanny|childminder|babysitter|cleaner|supplier|supervising partner|assistant|maid of honor|best man'

const weekdays =
  '(?:mon|tues?|wednes|thurs?|fri|satur|sun)days?|mon|tues?|wed|thu|thurs?|fri|sat|sun|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?'

/** Types of values, tried in this order. Values of different types answer different questions. */
const types: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['address', /\S@\S|^https?:/],
  ['time', /^(?:at )?(?:\d{1,2}(?::\d{2}| ?[ap]\.?m\b)|noon|midnight|\d{1,2} ?o'?clock|\d{1,2} uhr)/],
  [
    'day',
    regex.u`\b(?:${weekdays})\b|\b${month} \d{1,2}(?:st|nd|rd|th)?\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?${month}\b|\b\d{4}-\d{2}-\d{2}\b|^(?:in )?(?:(?:early|mid|late|mid-)[ -]?)?${month}(?: \d{4})?$|^\d{1,2}(?:st|nd|rd|th)$|^\d{1,2}[./]\d{1,2}[./]`,
  ],
  ['place', /^(?:in|at|on the .*floor|on the .*\dth|on the .*\d(?:st|nd|rd))(?: |$)/],
  ['number', /^(?:[#+$€£v]|version )?\d/],
]

/** The type of a value; "" for words. */
export function typeOf(value: string): string {
  return types.find(([, pattern]) => pattern.test(value))?.[0] ?? ''
}

const framing = /^["'“”‘’«»„(]+|["'“”‘’«»„).,;:!?…]+$/gu
const determiner =
  /^(?:a|an|the|my|our|called|named|ein|eine|einen|einem|der|die|das|den|dem|im|am|el|la|los|las|un|una)(?= )/u
const preposition = /^(?:at|on|to|as|for|für|am|um|auf|im|los|las|el|al|para|a)(?= )/u

const severalDays = regex.u`^((?:${weekdays}))s$`

/** The form in which values in lower case are compared: without quotes, articles, prepositions and outer signs. */
export function normalValue(text: string): string {
  let value = text
    .trim()
    .replaceAll(framing, '')
    .replaceAll(/[,;]*\s+/g, ' ')
    .trim()
  for (let shorter = ''; shorter !== value; ) {
    shorter = value
    value = value.replace(determiner, '').replace(preposition, '').trim().replaceAll(framing, '')
  }
  return value.replace(severalDays, '$1').replace(/^(\w+day)s$/, '$1')
}

/** Maximum additional words of the more exact of two values, unless it begins like the other. */
const mostMore = 3

/** Whether two values are the same, or one is a more exact form of the other (`Berlin`, `Berlin in Germany`). */
export function isSameValue(a: string, b: string): boolean {
  if (a === b || a === '' || b === '') return a === b
  if (leadingNumber(a) !== leadingNumber(b)) return false
  if (a.startsWith(`${b} `) || b.startsWith(`${a} `)) return true
  const more = Math.abs(a.split(' ').length - b.split(' ').length)
  return more <= mostMore && (` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `))
}

/** The number at the beginning of a value; "" without one. `5 of 10 lessons` are not the 10 lessons. */
function leadingNumber(value: string): string {
  return /^[$€£]?(\d[\d.,]*)/.exec(value)?.[1] ?? ''
}

/** Where software is hosted, as alternatives of a pattern. */
export const clouds =
  'aws|azure|gcp|google cloud|hetzner|digitalocean|heroku|fly.io|render|vercel|netlify|railway|cloudflare|cloudflare pages|linode'

/** Kinds of things of which people have or use one at a time, each with its names. */
const kinds: Readonly<Record<string, string>> = {
  'package manager': 'npm|pnpm|yarn|bun|poetry|pip|pipenv|conda|uv',
  'build tool': 'webpack|vite|rollup|esbuild|parcel|turbopack|rspack|maven|gradle|bazel|make|cmake',
  'test runner': 'jest|vitest|mocha|ava|jasmine|karma|pytest|unittest|junit|testng',
  'end-to-end tests': 'cypress|playwright|selenium|puppeteer|testcafe',
  'continuous integration':
    'jenkins|github actions|gitlab ci|circleci|travis|travis ci|buildkite|teamcity|drone|azure pipelines',
  'frontend framework': 'react|angular|vue|svelte|solid|preact|ember|solidjs|qwik',
  'meta framework': 'next.js|nextjs|nuxt|remix|sveltekit|astro|gatsby',
  'web framework': 'express|fastify|hono|koa|nestjs|django|flask|fastapi|rails|laravel|spring boot',
  styling: 'tailwind|tailwind css|bootstrap|plain css|sass|styled-components|css modules|bulma',
  database:
    'mysql|postgres|postgresql|sqlite|mariadb|oracle|mongodb|mongo|sql server|cockroachdb|duckdb|postgis|dynamodb|firestore',
  cache: 'redis|valkey|memcached|dragonfly|keydb',
  queue: 'rabbitmq|kafka|nats|sqs|amazon sqs|activemq|pulsar|google pub/sub',
  'search engine': 'elasticsearch|opensearch|meilisearch|typesense|algolia|solr',
  logs: 'loki|splunk|datadog|graylog|logstash',
  orm: 'prisma|drizzle|typeorm|sequelize|knex|kysely|sqlalchemy|hibernate',
  infrastructure: 'terraform|pulumi|cloudformation|ansible|opentofu|aws cdk',
  cloud: clouds,
  payments: 'stripe|adyen|paypal|braintree|mollie|paddle|square',
  'mail service': 'mailgun|postmark|sendgrid|amazon ses|ses|mailchimp|resend|brevo',
  api: 'rest|graphql|grpc|trpc|soap',
  linter: 'eslint|biome|tslint|oxlint|standard|pylint|ruff|flake8',
  editor:
    'vs code|vscode|visual studio code|zed|vim|neovim|emacs|helix|sublime text|intellij|webstorm|cursor|nano|atom',
  browser: 'chrome|firefox|safari|edge|brave|arc|opera|vivaldi',
  notes: 'notion|obsidian|evernote|onenote|apple notes|logseq|bear|roam',
  chat: 'slack|teams|microsoft teams|discord|mattermost|zulip',
  hosting: 'github|gitlab|bitbucket|gitea',
  tracker: 'jira|linear|asana|trello|github issues|youtrack',
  diet: 'vegetarian|vegan|pescatarian|omnivore|carnivore|meat|vegetarier|vegetarierin|veganer|vegetariano|vegetariana|vegano|vegana',
  'marital status':
    'single|engaged|married|divorced|widowed|verheiratet|geschieden|ledig|verlobt|casado|casada|soltero|soltera|divorciado|divorciada',
  indentation: 'tabs|spaces|tab|space|leerzeichen|tabuladores|espacios',
  'colour scheme':
    'dark mode|light mode|dark theme|light theme|dunklen modus|hellen modus|dunkelmodus|modo oscuro|modo claro|tema oscuro|tema claro',
  runtime: 'node|node.js|nodejs|deno|bun runtime',
  'operating system': 'ubuntu|debian|fedora|centos|alpine|windows|macos|arch|nixos|red hat|linux',
  phone: 'iphone|pixel|galaxy|galaxy s|galaxy a|oneplus|fairphone|xiaomi|redmi',
  laptop: 'macbook|macbook air|macbook pro|thinkpad|surface|surface laptop|chromebook',
  units: 'metric|imperial|metric units|imperial units|celsius|fahrenheit',
}

const kindByName: ReadonlyMap<string, string> = new Map(
  Object.entries(kinds).flatMap(([kind, names]) => names.split('|').map((name) => [name, kind] as const)),
)

const amount = regex.u`^[$€£]?\d[\d.,]*(?: ?[km])?(?: (?:out )?of (?:the |my |our |all )?\d[\d.,]*)? (?<counted>(?!${month}\b)[a-zà-ž].*)$`
const soFar = /(?<=^to) \d.*|(?:,? (?:so far|in total|altogether|overall|by now|already|to date|this year|now))+$/u

/**
 * The kind of a thing: the noun that is counted (`12 books`), else the kind of its name (with or without a version),
 * else the name before a version, else the last of several words; "" if unknown.
 */
export function claimKindOf(value: string): string {
  const counted = amount.exec(value)?.groups?.['counted']?.replace(soFar, '')
  if (counted !== undefined) return `#${counted.replaceAll(/s\b/g, '')}`
  const known = toolKindOf(value)
  if (known !== '') return known
  const name = nameIn(value)
  // The number of an item in a series is not a version.
  if (name !== value && name !== '' && !/\b(?:number|no|nr|item|option|part)$/.test(name)) return `=${name}`
  const words = value.split(' ')
  const last = words.at(-1) ?? ''
  return words.length > 1 && words.length < 4 && /^[a-zà-ž]{4,}$/u.test(last) ? `-${last}` : ''
}

/** Whether a value begins with the name of a known tool, with or without a version. */
export function isNamed(value: string): boolean {
  const words = value.split(' ', 3)
  return words.some((_, last) => kindByName.has(nameIn(words.slice(0, last + 1).join(' '))))
}

/** The kind of a tool that a value names: `editor`; "" for anything else. */
export function toolKindOf(value: string): string {
  return kindByName.get(value) ?? kindByName.get(nameIn(value)) ?? ''
}

/** `vs code with vim keys` → `vs code`, `node 22` → `node`. */
function nameIn(value: string): string {
  return value
    .replace(/ (?:with|for|on) .*$/, '')
    .replace(/[ -]?v?\d[\w.]*$/, '')
    .trim()
}

/** Whether both values are amounts of different things, such as square metres and rooms. */
export function isOfOtherUnit(a: string, b: string): boolean {
  const [one, other] = [claimKindOf(a), claimKindOf(b)]
  return one.startsWith('#') && other.startsWith('#') && !one.startsWith(other) && !other.startsWith(one)
}

const titled = /^(?:mr|mrs|ms|mx|miss|dr|prof)\.? [a-zà-ž]/

/** Whether two values are of one kind. `7` after `5 of 10 lessons` is of the same kind. */
export function isOfKind(older: string, newer: string): boolean {
  if (titled.test(newer) && titled.test(older)) return true
  const kind = claimKindOf(newer)
  if (kind !== '') return kind === claimKindOf(older)
  return /^\d+$/.test(newer) && /^\d+ (?:out )?of \d/.test(older)
}

/** Large or often mentioned towns in lower case, by their English name and by their own where it differs. */
const towns =
  'amsterdam ankara antwerp athens atlanta auckland austin baltimore bangalore bangkok barcelona basel beijing beirut belfast belgrade bergen berlin bern bilbao birmingham bogota bogotá bologna bonn bordeaux boston bratislava bremen brisbane bristol brussels bucharest budapest cairo calgary canberra casablanca chengdu chennai chicago cleveland cologne copenhagen dallas damascus delhi denver detroit dhaka dortmund dresden dubai dublin düsseldorf edinburgh essen florence frankfurt freiburg geneva genoa ghent glasgow gothenburg granada graz hamburg hannover hanoi havana heidelberg helsinki houston hyderabad innsbruck istanbul jakarta jerusalem johannesburg karachi karlsruhe kiel kinshasa kolkata krakow köln kyiv kyoto lagos leeds leipzig lille lima linz lisbon lisboa liverpool ljubljana london lucerne luxembourg lviv lyon madrid mainz malaga málaga manchester manila mannheim marseille melbourne memphis miami milan minneapolis montevideo montreal montréal moscow mumbai munich münchen münster nairobi nantes naples nashville nice nuremberg nürnberg oakland odessa orlando osaka oslo ottawa oxford palermo paris perth philadelphia phoenix pisa porto portland potsdam prague praha quito riga rome rotterdam salzburg santiago sarajevo seattle seoul sevilla seville shanghai shenzhen singapore sofia stockholm strasbourg stuttgart sydney taipei tallinn tampere tokyo toronto toulouse trieste tunis turin utrecht valencia vancouver venice vienna vilnius warsaw washington wien wroclaw zagreb zurich zürich'
const longTowns =
  'new york|new york city|los angeles|san francisco|san diego|san jose|las vegas|salt lake city|kansas city|new orleans|st. louis|st. gallen|mexico city|buenos aires|rio de janeiro|são paulo|sao paulo|cape town|tel aviv|abu dhabi|hong kong|kuala lumpur|ho chi minh city|new delhi|the hague|den haag|frankfurt am main|saint petersburg|st. petersburg'
const countries =
  'argentina australia austria belgium brazil bulgaria canada chile china colombia croatia cyprus czechia denmark ecuador egypt england estonia ethiopia finland france germany ghana greece hungary iceland india indonesia iran iraq ireland israel italy japan kenya latvia lebanon lithuania malaysia malta mexico morocco nepal netherlands nigeria norway pakistan panama peru philippines poland portugal romania russia scotland serbia slovakia slovenia spain sweden switzerland taiwan tanzania thailand tunisia turkey uganda uk ukraine uruguay usa us venezuela vietnam wales deutschland österreich schweiz spanien frankreich italien españa alemania francia suiza'
const longCountries = 'south africa|south korea|new zealand|united states|united kingdom|czech republic|saudi arabia'

const placeKinds: ReadonlyMap<string, 'town' | 'country'> = new Map([
  ...[...towns.split(' '), ...longTowns.split('|')].map((name) => [name, 'town'] as const),
  ...[...countries.split(' '), ...longCountries.split('|')].map((name) => [name, 'country'] as const),
])
const longestPlace = 4

/**
 * Whether a value begins with the name of a town or of a country; "" for other places, such as a village or a district.
 * A town and the country around it can both be true.
 */
export function placeKindOf(value: string): 'town' | 'country' | '' {
  const words = value.split(' ', longestPlace)
  for (let count = words.length; count > 0; count--) {
    const kind = placeKinds.get(words.slice(0, count).join(' '))
    if (kind) return kind
  }
  return ''
}
