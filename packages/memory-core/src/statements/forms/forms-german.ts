import { germanRules } from '../rules/rules-german.ts'
import { ailment, diet, type Forms, formRows, medicine } from './forms.ts'

const r = String.raw
const self = '(?:ich|wir)'
const kin =
  '(?:ex-?)?(?:frau|mann|partner(?:in)?|freund(?:in)?|tochter|sohn|kind(?:er)?|baby|mutter|mama|vater|papa|eltern|schwester|bruder|oma|opa|enkel(?:in)?|chef(?:in)?|hund|hündin|katze|kater|pferd)'
const family =
  '(?:kind(?:er)?|töchter|tochter|söhne|sohn|schwestern?|brüder|bruder|enkel(?:kinder)?|zwillinge|hunde?|katzen?|kater|pferde?|haustiere?|dackel|labrador|hamster|kaninchen)'
const mine = r`(?:mein|meine|unser|unsere) (?:\S+ )?${kin}`
/** A person or an animal by its relation or its name. */
const someone = r`(?:${mine}(?: \p{L}{3,15})?|\p{L}{3,15})`
const verbs =
  'bin|habe?|wohne?|lebe|arbeite|esse|trinke|rauche|nehme?|vertrage|heiße|heisse|spreche|lerne|studiere|leide|fahre|spiele'
/** Things that have one value: "my shoe size is 44". */
const things = r`(?:\p{L}*nummer|\p{L}*adresse|anschrift|schuhgröße|größe|konfektionsgröße|blutgruppe|\p{L}*budget|auto|geburtstag|muttersprache|e-?mail|\p{L}*[aä]rzt(?:in)?|lieblings\p{L}+|\p{L}*termin|kennzeichen|beruf|hobby)`
const manner =
  '(?:nicht so (?:lang|ausführlich)|kurz|kürzer|knapp|länger|ausführlich|ausführlicher|höflich|förmlich|mit beispielen|ohne emojis|in stichpunkten|in ganzen sätzen)'
const tongue = r`(?:auf|in) (?:deutsch|englisch|französisch|spanisch|italienisch|türkisch|einfacher sprache|einfachen worten|kurzen sätzen)`

/** Plain statements in German. */
export const germanForms: Forms = {
  ...germanRules,
  needs:
    /(?<!\p{L})(?:ich|wir|mein\p{L}{0,2}|unser\p{L}{0,2}|bitte|mich|mir|dich|du|uns|keine|antworten?|schreib\p{L}*|sprich|siez\p{L}*|duz\p{L}*|bin|hab|habe|nehme?|wohne?|lebe|halte?|erklär\p{L}*|ab jetzt|gestorben|verstorben|eingeschläfert)(?!\p{L})/iu,
  inverted: new RegExp(`^(${verbs}) (ich|wir)(?= )`, 'iu'),
  rewrites: [
    [/ (?:ja|leider|ubrigens|uebrigens|eigentlich|inzwischen|mittlerweile|jetzt|nun|auch|schon)(?= )/giu, ''],
    [
      new RegExp(
        r`^(?:(?:leider|ausserdem|zudem|jetzt|seitdem|am liebsten|seit [^,]{2,25}?|in \p{L}+|gegen \p{L}+) )?(${verbs}) (ich|wir)(?= )`,
        'iu',
      ),
      '$2 $1',
    ],
    [new RegExp(`^(?=(?:${verbs}) )`, 'iu'), 'ich '],
    [/^(?:da|weil) ich ([^,]+) (bin|habe|esse|vertrage),.*$/iu, 'ich $2 $1'],
    [/^((?:ich|wir) (?:hab|nehm|wohn|vertrag))(?= )/iu, '$1e'],
    [/^(\p{L}+) (vertrage|esse|trinke|mag) ich /iu, 'ich $2 $1 '],
  ],
  forms: formRows(
    [
      [
        'health',
        r`^(?:${self} (?:bin|sind|habe|haben|leide|leben?|hatte|reagiere|nehme|spritze|sitze)|(?:bei )?mir wurde|${mine}) (?:\S+ ){0,6}?${ailment}`,
        r`^(?:${self} (?:bin|sind|leben?|ernähren?|esse|essen|vertragen?)|${mine} (?:ist|isst|lebt)) (?:\S+ ){0,6}?${diet}|^${self} (?:muss|müssen|darf|dürfen) (?:\S+ ){0,4}?${diet}\p{L}*(?: \S+){0,2} (?:essen|leben)`,
        r`^ich habe (?:\S+ ){0,3}?\p{L}+schmerzen (?:\S+ ){0,2}?seit |^ich habe seit .{2,20}schmerzen`,
        r`^(?:ich (?:nehme|bekomme|brauche|spritze)|${mine} (?:nimmt|bekommt)) (?:\S+ ){0,6}?\(?${medicine}`,
        r`^${self} (?:vertrage?n?|darf|dürfen|kann|können|muss|esse|essen) (?!heute|das|es|dies)(?:\S+ ){0,4}?(?:keine?n?|nichts?|ohne|nur) (?:\S+ ){0,3}?(?:essen|trinken|vertragen)[.!]*$`,
        r`^(?:ich vertrage|wir vertragen|${mine} verträgt) (?:\S+ ){0,3}?(?:keine?n?|nicht)(?!\p{L})`,
        r`^${self} essen? (?:\S+ ){0,2}?(?:keine?n?|nie|wieder|alles außer) (?:fleisch|fisch|schwein|rind|milch|eier|nüsse|zucker|weizen|tier)`,
        r`^ich erwarte .{0,30}baby|^ich habe (?:\S+ ){0,3}?angst vor (?!dem test|der prüfung)\S`,
        r`^ich (?:rauche|bin (?:nicht)?raucher(?:in)?)(?: (?:nicht mehr|wieder|\S+ (?:schachtel|packung|zigarette).{0,40}|seit .{2,20}))?[.!]*$|^${self} habe (?:mit dem )?rauchen aufgehört`,
        r`^${self} (?:bin|sind|habe|haben|nehme|nehmen) (?:doch )?(?:nicht|keine?n?) (?:\S+ ){0,3}?(?:\p{L}*allergi|${diet}|${medicine})`,
      ],
      [
        'identity',
        r`^(?:ich heiße|ich heisse|mein (?:\p{L}+)?name ist|ich komme aus|ich wiege)(?!\p{L}| schwer)|^ich spreche (?:\S+ )?(?:\p{L}+isch|deutsch)|^ich bin \p{L}{2,12}, \d\d(?!\d)`,
        r`^ich bin (?:gestern |letzte woche )?\d{1,3}(?! (?:minuten|stunden|tage|mal|prozent|kilo|kg|meter|km|jahre(?! alt)))(?!\d)`,
        r`^ich bin (?:in \S+ (?:geboren|aufgewachsen)|(?:der|die) \p{L}{3,15}(?: und|,|[.!]*$)|(?:links|rechts)händer|muslim|christ)`,
        r`^${self} (?:bin|sind) (?:\S+ ){0,5}?(?:verheiratet|geschieden|verlobt|verwitwet|ledig|single)(?!\p{L})`,
        r`^ich habe am .{3,20} geburtstag`,
        r`^(?:mein|meine|unser|unsere) (?:neue[rs]? )?${things}(?: \S+){0,5}? (?:ist|sind|lautet|heißt|heisst|liegt bei|beträgt|wurde) (?!kaputt|weg|vorbei|abgesagt|fertig|schwer|langsam|leer|falsch|voll|mir|egal|super)`,
      ],
      [
        'home',
        r`^(?:${self}|${mine}(?: \p{L}+)? und ich) (?:wohnen?|leben?) (?:\S+ ){0,8}?(?:in|im|auf|bei|am|allein|alleine) \S`,
        r`^(?:ich bin|wir sind) .{2,60}gezogen`,
      ],
      [
        'work',
        r`^ich (?:arbeite|bin) (?:\S+ ){0,5}?(?:von beruf) \S|^ich arbeite (?:\S+ ){0,5}?(?:bei|als|in einer|in einem|an einer (?:schule|grundschule|uni|klinik|hochschule)) (?!dir|erste)\S`,
        r`^ich (?:arbeite (?:\S+ ){0,2}?(?:teilzeit|vollzeit|halbtags|selbstständig)|bin (?:\S+ ){0,2}?(?:rentner|pensioniert|in rente|im ruhestand|arbeitslos|selbstständig))`,
        r`^ich habe (?:\S+ ){0,5}?(?:gekündigt|(?:studium|ausbildung) abgebrochen)|^studium abgebrochen|^ich (?:habe|bin) (?:\S+ ){0,3}?(?:bei|zu) .{2,40}(?:angefangen|gewechselt)`,
      ],
      [
        'person',
        r`^${mine} (?:\p{L}+ )?(?:heißt|heisst|ist|hat|arbeitet|wohnt|mag|wird|studiert|geht|kommt|lebt|spielt|isst|lernt)(?!\p{L})`,
        r`^${self} haben? (?:\S+ ){0,3}?(?:zwei|drei|vier|fünf|sechs|eine?n?|ne|\d+) (?:\S+ )?${family}(?!\p{L})`,
        r`^(?:\p{L}{2,15} und ich|ich und \p{L}{2,15}|${self}) (?:haben?|bin|sind) .{0,40}?(?:(?:uns|mich) (?:.{0,20} )?(?:getrennt|scheiden lassen|verlobt)|geschieden|verheiratet|geheiratet|schluss gemacht)`,
        r`^${someone} (?:ist|wurde|mussten wir) (?!.*\d{4})(?:\S+ ){0,4}?(?:gestorben|verstorben|eingeschläfert|einschläfern)`,
        r`^(?:.{0,20} ist )?(?:unsere?s?|meine?) .{0,20}?(?:kind|tochter|sohn|baby) (?:ist |wurde |kam )?(?:.{0,20} )?(?:da(?!\p{L})|geboren|(?:auf die|zur) welt)`,
      ],
      [
        'routine',
        r`^${self} \p{L}+ (?:\S+ ){0,3}?(?:jede[nrs]?|täglich|wöchentlich|morgens|abends|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs)(?!\p{L})`,
      ],
      [
        'skill',
        r`^${self} (?:spielen?|lernen?|unterrichten?|studieren?|sammeln?|sammle|malen?|singen?|tanzen?) (?!das|es|mit|hier)\p{L}{4,}(?: (?:in|seit|an der) \S+)?(?:, .{3,40})?[.!]*$`,
      ],
      [
        'preference',
        r`^${self} (?:trinken?|essen?|fahren?|fliegen?|nutzen?|verwenden?) (?:\S+ ){0,3}?(?:kein\p{L}*|nie|niemals|nur|immer|wieder)(?!\p{L})`,
        r`^${self} (?:trinken?|essen?|rauchen?|nehmen?|spielen?|mögen?|mag|bin) (?!das|es|dies|dich|sie|ihn|.*(?:sicher|daran|drauf)(?!\p{L}))(?:\S+ ){0,3}?(?:nicht|kein\p{L}*) (?:\S+ ){0,3}?mehr(?!\p{L})`,
        r`^ich mag (?:\p{L}+ )?doch(?: \p{L}+)?[.!]*$|^ich esse (?:am liebsten )?\p{L}{4,}[.!]*$`,
      ],
      [
        'goal',
        r`^${self} (?:will|wollen|möchte|möchten) (?:nächstes jahr|dieses jahr|bis|vor) (?!morgen|gleich|später|dann|zum|hier).{3,60}$|^mein ziel ist`,
      ],
      ['event', r`^(?:ich heirate|wir heiraten) (?:am|im|nächste)`],
      [
        'rule',
        r`^bitte (?:immer|nie|niemals|ab jetzt)(?!\p{L}) \S|^ab jetzt (?:\S+ ){0,3}?auf \p{L}+isch`,
        r`^(?:bitte )?(?:nenne?|rufe?) mich (?:bitte )?(?!an(?!\p{L})|zurück|später|morgen|heute|wenn|gleich)\p{L}`,
        r`^(?:bitte )?(?:(?:duze?n?|sieze?n?)(?: sie)? mich|(?:sprich|sprechen sie) mich (?:bitte )?mit (?:du|sie) an|fasse? dich kurz|halte? (?:bitte )?(?:deine|die) antworten (?:kurz|knapp|einfach))`,
        r`^(?:bitte )?(?:keine|kurze|knappe|ausführliche) (?:emojis|anglizismen|floskeln|antworten|stichpunkte)(?: (?:mehr|bitte|mehr bitte)|, bitte)?[.!,]*(?:$| bitte)`,
        r`^(?:wir (?:können|dürfen)|du (?:kannst|darfst)) (?:\S+ ){0,4}?(?:duzen|siezen|du sagen|emojis (?:be)?nutzen|emojis verwenden|${manner} antworten)[.!]*$`,
        r`^(?:bitte )?(?:antworten?|schreibe?n?|sprich|erkläre?)(?: sie)?(?: (?:mir|mit mir|nur|bitte|immer|ab jetzt|wieder|künftig|sachen|dinge|alles))* (?:${tongue}|${manner})(?:,? (?:und|ohne|mit) .{3,40})?(?: bitte)?[.!]*$`,
      ],
    ],
    [
      [
        'identity',
        r`^[Ii]ch bin (?:eine? )?(?!(?:Team|Fan)(?!\p{L}))\p{Lu}\p{Ll}{3,}(?:[.!]*$| (?:bei|in|aus|an|seit) \S)|^[Ii]ch bin \p{Lu}\p{Ll}{2,15}, \S|^[Ii]ch bin (?:\S+ ){0,3}?bei \p{Lu}`,
      ],
      [
        'health',
        r`^[Ii]ch nehme (?:(?:täglich|morgens|abends|jeden \p{L}+) )?(?!Platz|Urlaub|Option|Variante|Version|Rücksicht|Abschied|Stellung|Kontakt)\p{Lu}\p{Ll}{4,}[.!]*$`,
      ],
      [
        'project',
        r`^[Ww]ir (?:benutzen|nutzen|verwenden|setzen) (?:bei der Arbeit )?(?:auf )?\p{Lu}|^[Uu]nsere? \p{Lu}\p{L}+ (?:heißt|ist|läuft auf) \p{Lu}|^[Ww]ir sind (?:von .{2,40} )?(?:auf|zu) .{2,40}(?:umgestiegen|gewechselt)`,
      ],
      [
        'possession',
        r`^[Ii]ch fahre eine?n? (?:VW|BMW|Audi|Opel|Ford|Golf|Skoda|Tesla|Mercedes|Toyota|Fiat|Renault|Passat|Motorrad|Roller)(?!\p{L})`,
      ],
    ],
  ),
}
