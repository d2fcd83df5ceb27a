import { matchesOf, regex, source } from '../../text/regex.ts'
import { afterOpening, type Clause } from '../prose/prose.ts'
import { type CaptureLanguage, ruled } from '../rules/rule-table.ts'
import type { Statement, StatementKind } from '../statement.ts'
import { chinese } from './chinese.ts'
import { dutch } from './dutch.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { type ForeignLanguage, withoutAccents } from './language.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

/** The languages besides English, in the order in which they are tried. */
export const foreignLanguages = [german, spanish, chinese, japanese, french, italian, portuguese, dutch] as const

const longest = 300
/** What is asked for beside a statement, which is no part of it: ", hazme un presupuesto". */
const task = source`(?:haz|hazme|dame|escr[ií]be|escríbeme|prepárame|mach|schreib|gib|erstell|fais|écris|donne|prépare|fai|fammi|scrivi|scrivimi|dammi|preparami|faz|faça|escreva|prepara|prepare|maak|schrijf|geef|帮我|幫我|请帮|请给|请推|给我(?:写|推|做))(?![a-zà-ž])`
const isTask = regex.i`^${task}`
/** When an order does not hold, which makes no guess of it. */
const exception = source`(?:salvo|excepto|a menos que|a no ser que|au(?:ß|ss)er|es sei denn|sauf|à moins|tranne|eccetto|a meno che|exceto|a não ser|tenzij|behalve)(?![a-zà-ž])`
const exceptional = regex.i`,? ${exception}.*$`
/** The same of what is at hand, which makes the order one for now: "salvo este mensaje". */
const butThis = regex.i`${exception} (?:para |für |in |pour |per )?(?:est[ea]|diese[rsmn]?|ce|cet|cette|quest[oa]|dit|deze) `
/** The joint before a second statement about the speaker. */
const joint = regex.gu`(?:, (?:que|che|denn)|,? (?:porque|parce que|car|perché|want)) (?=(?:soy|tengo|je|j'|sono|ho|sou|tenho|ik|ich|mein|meine|mi|ma|mon|mi[oa]|(?:la|il) mi[oa]|(?:[oa] )?(?:meu|minha)|mijn|\p{Lu}\p{Ll}+) )|,? (?=(?:${exception}|(?:porque|ya que|weil|parce que|car|perché|omdat|want) ))|, (?=(?:que|che|denn) )|, (?=(?:mi|mein|meine|unsere?|ma|mon|notre|mi[oa]|(?:la|il) mi[oa]|(?:[oa] )?(?:meu|minha)|mijn|onze|wir|on|nous|somos|tenemos|cobr(?:o|amos)|abrimos|cerramos|siamo|abbiamo|temos|we|wij) )|, (?=${task})|,? (?:und|aber|sondern) (?=(?:ich (?!sind |[a-zà-ž]{2,}en )|wir |wohne|lebe|arbeite|bin|habe?|nehme?|studiere|vertrage))|,? (?:y|pero) (?=(?:cobro|cobramos|abrimos|cerramos|vivo|trabajo|soy|tengo|tomo|no puedo|estudio|empiezo) )|,? (?:et|mais) (?=(?:j'|je ))|,? (?:e|ma|mas) (?=(?:vivo|lavoro|sono|ho|moro|trabalho|sou|tenho|prendo|tomo|faço) )|,? (?:en|maar) (?=(?:ik )?(?:woon|werk|ben|heb|slik|mag|studeer|doe) )|[，,](?:但是?|而且)?(?=我|${task})|, (?=(?:bin|wohne|arbeite|studiere|soy|tengo|vivo|estudio|trabajo|sono|ho|abito|studio|sou|tenho|moro|trabalho|ben|woon|studeer|je|j'|ich|ik) ?)`
const danger =
  /allerg|alérg|alerg|unverträg|vertr[aä]g[a-zà-ž]* (?:\S+ )?kein|intoll?[eé]ran|diab[eéè]t|asthm|asma|astma|[eé]pil[eé]|zöliak|cel[ií]ac|cœliaque|coelia|glut[eié]n|insulin|过敏|過敏|糖尿|哮喘|麸质|アレルギー|喘息|不耐症/i
const transient =
  /(?<![a-zà-ž])(?:heute|gerade(?! \p{Lu}\p{Ll}+isch)|diesmal|hoy|ahora mismo|esta (?:noche|semana|vez)|diese woche|im moment|aujourd'hui|ce soir|cette (?:fois|semaine)|oggi|stasera|stavolta|questa (?:volta|settimana)|hoje|esta semana|desta vez|vandaag|vanavond|deze (?:keer|week))(?![a-zà-ž])|今天|今日|这次|這次|今回|(?:premi[eè]re|deuxi[eè]me|seconde|prima|seconda|primeira|segunda|eerste|tweede|erste|zweite) (?:vers|opç|opz|opt|propos|idée|bozza|variante)|(?:móvil|movil|telefono|téléphone|telefone|telefoon|handy) .{0,12}(?:cargando|scaric|décharg|carregando|leeg|leer)|[一二三]番目の案|^(?=.*(?<![a-zà-ž])(?:abrimos|cerramos|fechamos|ouvr[a-zà-ž]+|ouverts?|ferm[a-zà-ž]+|aperti|chiusi|geöffnet|geschlossen|open|dicht|gesloten)(?![a-zà-ž]))(?=.*(?<![a-zà-ž])(?:morgen|dieses wochenende|dit weekend|demain|ce week-?end|domani|questo (?:weekend|fine settimana)|(?<!la )mañana|est[ea] (?:fin de semana|finde)|amanhã|n?este fim de semana)(?![a-zà-ž]))/iu
/** Why it is said, which is no condition: "… falls das mal wichtig wird", "… por si acaso". */
const inCase = regex.i`,? (?:falls|wenn) (?:das|es|dir das|du das) [^,.]{0,30}?(?:wichtig|relevant|nötig|interessant|hilft|brauchst|interessiert|weiterhilft|rolle spielt)(?: (?:wird|ist|sein sollte|werden sollte|wäre))?[.!]*$|,? (?:nur )?por si (?:acaso|(?:te |le |os )?(?:sirve|importa|ayuda|interesa)|es (?:importante|útil|relevante|necesario))(?: [a-zà-ž]+){0,2}[.!]*$`
/** No real condition: "allergic to Mondays". */
const joke = regex.i`(?:gegen|contra|all?[ao]?|au|aux?|aos?|voor|[àa] la|alla) (?:dumme|pluie|lluvia|pioggia|chuva|montag|lunes|lundi|lunedì|segunda|maandag|trabajo|trabalho|travail|lavoro|arbeit|alles(?![a-zà-ž]))`

/** Without a small "i", which is the article of Italian plurals. */
const englishWord =
  /(?<![a-zà-ž])(?:I|[Ii]'(?:m|ve|d|ll)|(?:[Mm]y|[Tt]he|[Aa]nd|[Yy]ou|[Yy]our|[Ff]rom|[Ww]ith|[Tt]his|[Tt]hat|[Hh]ave|[Aa]re|[Cc]all|[Aa]lways|[Nn]ever|[Ff]or|[Hh]er|[Hh]is|[Bb]ut|[Nn]ot|[Ww]hat|[Hh]ow))(?![a-zà-ž])/g

/** Whether a clause is English beyond doubt: "Please call me Alex from now on" has words of other languages, too. */
function isEnglish(masked: string): boolean {
  return (masked.match(englishWord)?.length ?? 0) >= 2
}

/** Reads the clauses' statements about the speaker, said `at` a time, in all languages but English. Linear. */
export function ofOneself(clauses: readonly Clause[], wanted: readonly CaptureLanguage[], at?: string): Statement[] {
  return clauses.flatMap((clause) => {
    if (clause.isQuestion || clause.isDistant || isEnglish(clause.masked)) return []
    const readings = foreignLanguages
      .filter(({ language, needs }) => wanted.includes(language) && needs.test(clause.masked))
      .map((language) => statedIn(clause, language, at))
    // Related languages share words; the one that understands most is meant.
    return readings.reduce((best, one) => (one.length > best.length ? one : best), [])
  })
}

/** The kind of a statement in one language, if it has one of its forms. */
export function kindIn(text: string, name: CaptureLanguage): StatementKind | undefined {
  const language = foreignLanguages.find((one) => one.language === name)
  return language && kindOf(text.replaceAll('’', "'"), language)
}

function statedIn(clause: Clause, language: ForeignLanguage, at: string | undefined): Statement[] {
  const { opening, leftOut, before, inverted } = language
  const { text, masked: whole, sentence } = afterOpening(clause, opening)
  const masked = whole.replace(inCase, '')
  const held = masked.replace(exceptional, '')
  if (butThis.test(masked) || [...leftOut, ...before].some((one) => one.test(held))) return []
  const isOpened = whole.length < clause.masked.length
  if (language.greeted?.test(clause.masked)) return [statementOf(text, sentence, 'identity')]
  return partsOf(masked, language).map(({ from, to, kind }) => {
    const own = text.slice(from, to)
    const until = kind === 'plan' ? language.lastDay?.(own, at) : undefined
    const said = inverted && isOpened && from === 0 ? own.replace(inverted, '$2 $1') : own
    return { ...statementOf(said, sentence, kind), ...(until === undefined ? {} : { until }) }
  })
}

interface Part {
  from: number
  to: number
  kind: StatementKind
}

/** The parts with a kind. One without, such as a reason or a plan, belongs to the part before it. */
function partsOf(said: string, language: ForeignLanguage): Part[] {
  const joints = matchesOf(joint, said)
  const starts = [0, ...joints.map(({ index, 0: { length } }) => index + length)]
  const found: Part[] = []
  for (const [at, from] of starts.entries()) {
    const to = joints[at]?.index ?? said.length
    const part = said.slice(from, to)
    const passes = transient.test(part)
    const kind = passes || joke.test(part) ? undefined : kindOf(part, language)
    const last = found.at(-1)
    if (kind !== undefined) found.push({ from, to, kind })
    else if (last && !passes && !isTask.test(part)) last.to = to
  }
  return found
}

/** The kind by the words as they are said, else by those in the order and spelling of the forms. */
function kindOf(said: string, { rewrites, forms }: ForeignLanguage): StatementKind | undefined {
  const kindOfForm = (text: string) => forms().find(([, pattern]) => pattern.test(text))?.[0]
  const plain = withoutAccents(said)
  return kindOfForm(plain) ?? kindOfForm(rewrites.reduce((all, [from, to]) => all.replace(from, to), plain))
}

function statementOf(said: string, sentence: string, kind: StatementKind): Statement {
  const text = said.slice(0, longest).toWellFormed()
  const isBinding = kind === 'rule' || (kind === 'health' && danger.test(text))
  return { text, sentence, kind, ...ruled, ...(isBinding ? { isBinding } : {}) }
}
