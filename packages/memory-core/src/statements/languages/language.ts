import { lazy } from '../../text/plain-text.ts'
import { patternOf, source } from '../../text/regex.ts'
import type { RulePack } from '../rules/rule-table.ts'
import { type KindRows, kindRows, type StatementKind } from '../statement.ts'

/** A language besides English: rules, and forms of plain statements about the speaker and their people. */
export interface ForeignLanguage extends RulePack {
  /** Words without which no form can match. */
  needs: RegExp
  /** Ways to say it → the order and the spelling of the forms: "seit 2020 wohne ich" → "ich wohne". */
  rewrites: readonly (readonly [RegExp, string])[]
  /** A verb and "I" in the order behind an opening word, as groups: "übrigens bin ich". */
  inverted?: RegExp
  /** A sentence that greets and gives a name, which may be in lower case: "hola soy marta". */
  greeted?: RegExp
  /** The last day of a plan. */
  lastDay?: (said: string, at: string | undefined) => string | undefined
  forms: () => KindRows
}

/** Sources of the patterns that tell the kind of a statement; any of them may match. */
type FormTable = Readonly<Partial<Record<StatementKind, string | readonly string[]>>>

/**
 * Returns forms, which match texts without accents: those of the first table in either case, then the second's. They are
 * compiled at the first use, because few memories have more than one language.
 */
export function formRows(table: FormTable, cased: FormTable = {}): () => KindRows {
  const rows = (forms: FormTable, flags: string): KindRows =>
    kindRows(forms).map(([kind, sources]) => [kind, patternOf(withoutAccents([sources].flat().join('|')), flags)])
  return lazy(() => [...rows(table, 'iu'), ...rows(cased, 'u')])
}

/** Writes plain letters in place of those with an accent, at the same length, as many people type. */
export function withoutAccents(text: string): string {
  return text.replaceAll(/[À-ſ]/g, (letter) => letter.normalize('NFD')[0] ?? letter)
}

/** Beginnings of words for illnesses in German, Spanish, French, Italian, Portuguese and Dutch. */
export const ailment: string = String.raw`(?:\p{L}*(?:allerg|alerg|unverträg|intoler|intoller)|diab[eè]t|suikerziekte|h?[eé]rni[ae]|bandscheiben|asthm|asma|astma|epilep|epiless|zöliak|celia[ck]|coelia[ck]|cœliaque|migrän|migrain|emicrani|enxaqueca|[hy]?ipertens|hypertens|bluthochdruck|hoge bloeddruk|pressão alta|tensión alta|rheuma|reuma|arthr|artrit|artros|parkinson|alzheimer|demen[tzc]|adh[sd]|tdah|autis|depress|depresi|schilddrüs|tiroid|thyro[iï]d|insulin|schwanger|embarazad|enceinte|incinta|grávid|zwanger|heuschnupfen|hooikoorts|farbenblind|daltô?n|kleurenblind|schwerhörig|malentendant|slechthorend|rollstuhl|silla de ruedas|fauteuil roulant|rolstoel|\p{L}*infar[ck]?t|schlaganfall|ictus|beroerte|krebs(?!suppe)|cancer|kanker|tumor|la[ck]tos\p{L}*intol|rückenprobleme|chronisch|cr[oó]nic|chronique|schrittmacher|marcapasos|pacemaker)`

/** Beginnings of words for what people eat and do not eat. */
export const diet: string =
  '(?:gluten|glutin|glúten|la[ck]tos|lattosio|veg[ae]n|vegetari|végétari|végane|halal|koscher|kosher)'

/** Medicines by the beginnings of their names, and words for them. */
export const medicine: string = String.raw`(?:sintrom|marcumar|marevan|coumadin|préviscan|eliquis|xarelto|warfarin|a[cs]enoc|aspirin|metformin|insulin|l-?th?yrox|levoth?[iy]rox|lévothyrox|levotirox|eutirox|euthyrox|ritalin|medikinet|concerta|ibupro|omepra|pantopra|ramipril|bisopro|simvasta|atorvasta|sertralin|citalopram|fluoxetin|prozac|lithium|litio|[ck]orti[sz]on|antidepress|antibioti[ck](?:a|um)|\p{L}*verdünner|bloedverdunner|anti[ck]oag|betablo[ck]|medi[ck]a|medicijn|médica|medicin[ae]|pastill|tablette|comprim|\d+ ?(?:mg|µg|mcg|ml)(?!\p{L}))`

/** A person by name, after one of the words for "has" or "is" an illness in danger: no pronoun, noun or illness. */
export const namedWith = (has: string, is: string): string =>
  source`^(?!.* (?:en|dans|nel|nella|no|na|in) (?:\p{L}{1,4} )?(?:novela|cuento|pelicula|serie|roman|film|romanzo|racconto|romance|conto|filme|verhaal|boek)(?!\p{L}))(?!(?:El|Ella|Ello|Este|Esto|Usted|Quien|Alguien|Todo|Il|Elle|On|Cela|Qui|Quel|Tout|Lui|Lei|Chi|Questo|Tutto|Ele|Ela|Isso|Quem|Voce|Tudo|Hij|Zij|Het|Dit|Dat|Wie|Wat|Men|Paciente|Paziente|Patient|Cliente|Client|Klant)(?!\p{L})|\p{L}*(?:${ailment}))\p{Lu}\p{Ll}{2,} (?:(?:${has}) ?(?:(?:una? |une |un'|l'|de l'|een |severe )(?:\p{L}+ )?)?${ailment}|(?:${is}) (?:al+erg|diab|celi|coeli|cœli|asm|asth|astm|epil|intol+[eé]ran))`

/** Languages that people say they speak, by the beginnings of their names. */
export const tongues: string =
  '(?:español|inglés|francés|alemán|italian|portugu|catal|galleg|euskera|polaco|ruso|chino|árabe|japon|turc|coreano|français|anglais|allemand|espagnol|portugais|arabe|russ|chinois|polonais|ingles|frances|tedesc|spagnol|portoghes|arab|cinese|giappon|inglês|francês|alemão|espanhol|chinês|nederlands|engels|duits|frans|spaans|fries|turks|pools)'
