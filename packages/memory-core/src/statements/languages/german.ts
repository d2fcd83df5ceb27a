import { regex, source } from '../../text/regex.ts'
import { rulesOf } from '../rules/rule-table.ts'
import { ailment, diet, type ForeignLanguage, formRows, medicine } from './language.ts'

const self = '(?:ich|wir)'
const kin =
  '(?:ex-?|schwieger|stief|groß|halb|paten)?(?:frau|mann|partner(?:in)?|freund(?:in)?|tochter|sohn|kind(?:er)?|baby|mutter|mama|vater|papa|eltern|schwester|bruder|oma|opa|enkel(?:in)?|onkel|tante|cousine?|neffe|nichte|schwager|schwägerin|verlobter?|zwillinge|mitbewohner(?:in)?|vorgesetzter?|chef(?:in)?|hund|hündin|katze|kater|pferd)'
const family =
  '(?:kind(?:er)?|töchter|tochter|söhne|sohn|schwestern?|brüder|bruder|enkel(?:kinder)?|zwillinge|hunde?|katzen?|kater|pferde?|haustiere?|dackel|labrador|hamster|kaninchen)'
const mine = source`(?:mein|meine|unser|unsere) (?:\S+ )?${kin}`
/** A person or an animal by its relation or its name. */
const someone = source`(?:${mine}(?: \p{L}{3,15})?|\p{L}{3,15})`
const verbs =
  'bin|habe?|wohne?|lebe|arbeite|esse|trinke|rauche|nehme?|vertrage|heiße|heisse|spreche|lerne|studiere|leide|fahre|spiele'
/** Things that have one value: "my shoe size is 44". */
const things = source`(?:\p{L}*nummer|\p{L}*adresse|anschrift|schuhgröße|größe|konfektionsgröße|blutgruppe|\p{L}*budget|auto|geburtstag|muttersprache|e-?mail|\p{L}*[aä]rzt(?:in)?|lieblings\p{L}+|\p{L}*termin|kennzeichen|beruf|hobby)`
/** Trades as people type them, without a capital, by the ends of their names. */
const trade =
  '(?:lehrer|schwester|pfleger|arzt|ärztin|ingenieur|entwickler|informatiker|student|koch|köchin|fahrer|verkäufer|erzieher|mechaniker|elektriker|techniker|berater|anwalt|anwält|bäcker|tischler|schreiner|maler|friseur|hebamme|azubi|schüler|rentner|beamt(?:er|e)|polizist|sekretär|buchhalter|designer|architekt|journalist|musiker|künstler|landwirt|apotheker|therapeut|programmierer|hausfrau|hausmann|bauer|richter|professor|wissenschaftler|forscher|psycholog(?:e)?|kaufmann|kauffrau|handwerker|gärtner|kellner|metzger|schauspieler|übersetzer|autor|fotograf|steuerberater|sozialarbeiter|assistent|leiter|pilot|soldat|förster|trainer)'
const manner =
  '(?:nicht so (?:lang|ausführlich)|kurz|kürzer|knapp|länger|ausführlich|ausführlicher|höflich|förmlich|mit beispielen|ohne emojis|in stichpunkten|in ganzen sätzen)'
const tongue = source`(?:auf|in) (?:deutsch|englisch|französisch|spanisch|italienisch|türkisch|einfacher sprache|einfachen worten|kurzen sätzen)`

const talk = source`(?:danke|nein|nicht|nie|das (?:passt|stimmt|ist (?:ok|okay|gut|alles|nicht|schon|es)|geht|reicht|war|hilft)|es (?:geht|ist (?:ok|okay|gut|nicht))|kein\w*|alles|ist|schon|bitte|warte|lass|lieber|ich (?:glaube|denke|weiß|weiss|meine nicht|bin (?:nicht|mir)|habe?|hab|brauche|will|möchte|wollte|finde|kann)|mach\w*|geh|gut|ganz|recht|ziemlich|egal|vergiss|doch|aber|wenn|warum|was|wie|wo|wer|wann|kannst|könntest|noch|immer noch|tut|passt|stimmt|super|toll|schön)(?![\p{L}])`
const transient = /(?<![a-zà-ž])(?:heute|morgen früh|gerade|jetzt|diesmal|gleich)(?![a-zà-ž])/i

/** German statements about the speaker, orders and requests to remember. */
export const german: ForeignLanguage = {
  language: 'german',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)|ok|okay|also|ach|ah|oh|hm+|na ja|naja|und|aber|übrigens|uebrigens|außerdem|zudem|leider|ja|gut|danke|super|entschuldigung|sorry|moment|wichtig|achtung|wie gesagt)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:warum|wieso|weshalb|wie|wer|was|wann|wo|welche\w*|ist|sind|kann|kannst|soll|sollte|muss|müssen|darf|hast|hat|bist)(?![a-zà-ž])/i,
    /^(?:übersetze?|zusammenfass\w*|fasse|korrigiere?)(?![a-zà-ž])[^:]{0,80}:/i,
    /^(?:zum beispiel|z\. ?b\.|immer wieder|wie immer)/i,
  ],
  before: [
    /(?<![a-zà-ž])(?:wenn|falls|ob|angenommen|stell dir vor)(?![a-zà-ž])/i,
    /(?<![a-zà-ž])(?:sagt|sagte|sagen|meint|meinte|behauptet|schreibt|schrieb|glaubt|denkt|laut)(?![a-zà-ž])/i,
  ],
  request:
    /^(?:kannst|könntest|würdest) du (?:bitte )?(?:immer|nie)(?![a-zà-ž])|^(?:bitte )?(?:(?:kannst|könntest|würdest|magst) du dir|(?:können|könnten|würden) sie sich) /i,
  remember: regex.i`^(?:(?:bitte|und) )?(?:(?:merke? dir|merken sie sich|notiere?(?: dir)?|notieren sie(?: sich)?|speich(?:ere?|ern sie)|behalte?(?:n sie)?(?: bitte)? im (?:hinterkopf|kopf|gedächtnis)|erinnere? dich(?: bitte)?(?: daran)?|denke?(?:n sie)? (?:bitte )?(?:dran|daran)|vergiss (?:bitte )?nicht|vergessen sie (?:bitte )?nicht|(?:kannst|könntest|würdest|magst) du dir (?:bitte )?merken|(?:können|könnten|würden) sie sich (?:bitte )?merken|das solltest du (?:dir merken|wissen)|merken)(?: (?:bitte|mal|gut|auch|doch))*(?:,? dass\s+|\s*:\s*|\s+(?=(?:den|das|die|meine?n?|unsere?n?) [^.:]{0,50}(?:\d|:)))|merke? dir,\s*|(?:(?:nur )?zur info(?:rmation)?|nur damit du (?:es|'s) weißt)\s*[,:]\s*)`,
  notRemembered: /^(?:\S+$|wie|wann|wo|was|warum)/i,
  rememberBefore: /^(?:bitte )?merk(?:e)? dir (?:das|dies)(?: bitte)?[^\p{L}\p{N}]*$/iu,
  verbLast: true,
  rejection: /^(?:nein|nee|falsch|(?:das|es) (?:ist falsch|stimmt nicht|ist nicht richtig))[\s.,!]*$/i,
  standsAlone:
    /^(?:ich|wir|er|sie|es|der|die|das|mein\w*|unser\w*)(?![a-zà-ž])|(?<![a-zà-ž])(?:ist|sind|hat|heißt|heisst)(?![a-zà-ž])/i,
  rules: rulesOf({
    constraints: {
      'dont-ever': {
        patterns: /(?<![a-zà-ž])(?:unter keinen umständen|auf gar keinen fall)(?![a-zà-ž]).{0,300}[a-zà-ž]/i,
        unless: /(?<![a-zà-ž])(?:hätte|wäre|ich|habe)(?![a-zà-ž])/i,
      },
      must: {
        patterns:
          /(?<![a-zà-ž])(?:muss|müssen|dürfen nicht|darf nicht|dürfen nie|darf nie)\s+(?:\S+\s+){0,20}?[a-zà-ž]+(?:en|ern|eln|in|sein)[.!]*$/i,
        unless: [
          transient,
          /(?<![a-zà-ž])(?:das|es|er|man|da|ich) muss(?![a-zà-ž])|(?<![a-zà-ž])muss (?:ich|das|es|man|wohl|ja)(?![a-zà-ž])|(?<![a-zà-ž])haben[.!]*$/i,
          /(?<![a-zà-ž])(?:fehler|irrtum|missverständnis) sein/i,
        ],
      },
      forbidden: {
        patterns:
          /(?<![a-zà-ž])(?:ist|sind)(?: \S+){0,5} (?:verboten|untersagt|nicht erlaubt|pflicht|verpflichtend)(?![a-zà-ž])/i,
        unless:
          /^(?:das|es) (?:ist|wäre)(?![a-zà-ž])|(?<![a-zà-ž])(?:nicht|nichts) (?:ist )?(?:verboten|untersagt|pflicht)(?![a-zà-ž])/i,
      },
    },
    corrections: {
      wrong: {
        lead: /^(?:nein, )?(?:falsch|(?:das|es) (?:ist falsch|stimmt nicht|ist nicht richtig))\s*[,.:;!–—-]+\s*/i,
        after: source`(?!${talk})\p{L}`,
      },
      meant: /^ich meinte\s+(?!(?:das|es|ja|nur|nicht)(?![a-zà-ž]))[a-zà-ž\p{N}]/iu,
      'not-but':
        /(?<![a-zà-ž])nicht (?!(?:nur|bloß|allein|so|wirklich|immer)(?![a-zà-ž]))[^,;]{1,80}, sondern (?!auch(?![a-zà-ž]))\S/i,
      no: { lead: /^(?:nein|nee)\s*[,.:;!–—-]+\s*/i, after: source`(?!${talk})[\p{L}\p{N}¤]` },
      actually: regex.iu`^(?:eigentlich|tatsächlich)\s+(?!${talk})\p{L}+\s+\S`,
    },
    orders: {
      never: {
        patterns: [
          /^(?:bitte )?(?:(?:be)?nutze?|verwende?|schreibe?|antworte?|mach\w*|sag\w*|füge?|lösche?|gib)(?: \S+){0,6} (?:nie|niemals)(?![a-zà-ž])/i,
          /^(?:bitte )?(?:nie|niemals)\s+(?:\S+\s+){1,15}?[a-zà-ž]+(?:en|ern|eln)(?: bitte)?[.!]*$/i,
        ],
        unless: transient,
      },
      always: [
        /^(?:bitte )?(?:(?:be)?nutze?|verwende?|schreibe?|antworte?|mach\w*|sag\w*|füge?|gib|frag\w*)(?: \S+){0,6} immer(?![a-zà-ž]| (?:weiter|noch|mehr))/i,
        /^(?:bitte )?immer\s+(?!(?:dies\w*|noch|wieder|mehr|das|wenn)(?![a-zà-ž]))(?:\S+\s+){1,15}?[a-zà-ž]+(?:en|ern|eln)(?: bitte)?[.!]*$/i,
        /^(?:bitte )?(?:ab jetzt|von nun an|in zukunft|künftig)\s+[a-zà-ž]/i,
      ],
    },
    wishes: {
      prefer: {
        patterns: [
          /(?<![a-zà-ž])(?:ich|wir) (?:bevorzuge|bevorzugen|ziehe)\s+(?!(?:das|es|dies\w*|beides|um|aus)(?![a-zà-ž]))\S/i,
          /^mir (?:ist|sind) (?:\S+ ){1,8}lieber(?![a-zà-ž])/i,
        ],
        unless: transient,
      },
      like: {
        patterns: [
          /(?<![a-zà-ž])(?:ich|wir) (?:mag|mögen|liebe|lieben|hasse|hassen)\s+(?!(?:das|es|dich|sie|ihn|dies\w*|dein\w*|wie|den|die|der)(?![a-zà-ž]))\S/i,
          /^mein\w* lieblings[a-zà-ž]+ (?:ist|sind)\s/i,
        ],
        unless: transient,
      },
    },
  }),
  needs:
    /(?<![a-zà-ž])(?:ich|wir|mein[a-zà-ž]{0,2}|unser[a-zà-ž]{0,2}|bitte|mich|mir|dich|du|uns|keine|antworten?|schreib[a-zà-ž]*|sprich|siez[a-zà-ž]*|duz[a-zà-ž]*|bin|hab|habe|nehme?|wohne?|lebe|arbeite|studiere|heiße|heisse|halte?|erklär[a-zà-ž]*|ab jetzt|gestorben|verstorben|eingeschläfert)(?![a-zà-ž])/i,
  inverted: regex.i`^(${verbs}|nehmen|verlangen|berechnen) (ich|wir)(?= )`,
  rewrites: [
    [/ \(\d{1,2}(?: ?(?:j|jahre?|monate?))?\)(?= )/gi, ''],
    [/(?<= im) (?:\d\d?|[a-zà-ž]+ten)\.? monat(?= )/gi, ''],
    [/ (?:ja|leider|ubrigens|uebrigens|eigentlich|inzwischen|mittlerweile|jetzt|nun|auch|schon)(?= )/gi, ''],
    [
      regex.i`^(?:(?:leider|ausserdem|zudem|jetzt|seitdem|am liebsten|seit [^,]{2,25}?|in [a-zà-ž]+|gegen [a-zà-ž]+|ab [a-zà-ž]+) )?(${verbs}|nehmen|verlangen|berechnen) (ich|wir)(?= )`,
      '$2 $1',
    ],
    [regex.i`^(?=(?:${verbs}) )`, 'ich '],
    [
      regex.i`^(?:da|weil) (ich|${mine}(?=.* (?:allerg|asthm|diab))) ([^,]+) (${verbs}|ist|hat)(?:,.*|\W*)$`,
      '$1 $3 $2',
    ],
    [/^((?:ich|wir) (?:hab|nehm|wohn|vertrag))(?= )/i, '$1e'],
    [/^([a-zà-ž]+) (vertrage|esse|trinke|mag) ich /i, 'ich $2 $1 '],
  ],
  greeted:
    /^(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend))[\s,!.]+(?:ich bin(?:'s)?|hier ist) (?:(?:der|die) )?(?!(?:ein[a-zà-ž]*|müde|neu[a-zà-ž]*|krank|traurig|da|hier|froh|sauer|wach|fertig|wieder|zurück|noch|sehr|so|bereit|allein|dabei|raus|spät|am|im|in|auf|aus|zu|nicht|kein[a-zà-ž]*|ein|verwirrt|gestresst|genervt|ratlos|unsicher|nervös|glücklich|single|schwanger|hungrig|dumm|pleite|gespannt|verliebt|online|gerade|mir|was|[a-zà-ž]+(?:ig|lich|los|isch|bar|haft|sam|end|t))(?![a-zà-ž]))[a-zà-ž]{3,12}(?: wieder)?[.!]*$/i,
  forms: formRows(
    {
      health: [
        source`^(?:${self} (?:bin|sind|habe|haben|leide|leben?|hatte|reagiere|nehme|spritze|sitze)|(?:bei )?mir wurde|${mine}) (?:\S+ ){0,6}?${ailment}`,
        source`^(?:${self} (?:bin|sind|leben?|ernähren?|esse|essen|vertragen?)|${mine} (?:ist|isst|lebt)) (?:\S+ ){0,6}?${diet}|^${self} (?:muss|müssen|darf|dürfen) (?:\S+ ){0,4}?${diet}\p{L}*(?: \S+){0,2} (?:essen|leben)`,
        source`^ich habe (?:\S+ ){0,3}?\p{L}+schmerzen (?:\S+ ){0,2}?seit |^ich habe seit .{2,20}schmerzen`,
        source`^(?:ich (?:nehme|bekomme|brauche|spritze)|${mine} (?:nimmt|bekommt)) (?:\S+ ){0,6}?\(?${medicine}`,
        source`^${self} (?:vertrage?n?|darf|dürfen|kann|können|muss|esse|essen) (?!heute|das|es|dies)(?:\S+ ){0,4}?(?:keine?n?|nichts?|ohne|nur) (?:\S+ ){0,3}?(?:essen|trinken|vertragen)[.!]*$`,
        source`^(?:ich vertrage|wir vertragen|${mine} verträgt) (?:\S+ ){0,3}?(?:keine?n?|nicht)(?!\p{L})`,
        source`^${self} essen? (?:\S+ ){0,2}?(?:keine?n?|nie|wieder|alles außer) (?:fleisch|fisch|schwein|rind|milch|eier|nüsse|zucker|weizen|tier)`,
        source`^ich erwarte .{0,30}baby|^ich habe (?:\S+ ){0,3}?angst vor (?!dem test|der prüfung)\S`,
        source`^ich (?:rauche|bin (?:nicht)?raucher(?:in)?)(?: (?:nicht mehr|wieder|\S+ (?:schachtel|packung|zigarette).{0,40}|seit .{2,20}))?[.!]*$|^${self} habe (?:mit dem )?rauchen aufgehört`,
        source`^${self} (?:bin|sind|habe|haben|nehme|nehmen) (?:doch )?(?:nicht|keine?n?) (?:\S+ ){0,3}?(?:\p{L}*allergi|${diet}|${medicine})`,
      ],
      identity: [
        source`^(?:ich heiße|ich heisse|mein (?:\p{L}+)?name ist|ich komme aus|ich wiege)(?!\p{L}| schwer)|^ich spreche (?:\S+ )?(?:\p{L}+isch|deutsch)|^ich bin \p{L}{2,12}, \d\d(?!\d)`,
        source`^ich bin (?:gestern |letzte woche )?\d{1,3}(?! (?:minuten|stunden|tage|mal|prozent|kilo|kg|meter|km|jahre(?! alt)))(?!\d)`,
        source`^ich bin (?:in \S+ (?:geboren|aufgewachsen)|(?:der|die) \p{L}{3,15}(?: und|,|[.!]*$)|(?:links|rechts)händer|muslim|christ)`,
        source`^${self} (?:bin|sind) (?:\S+ ){0,5}?(?:verheiratet|geschieden|verlobt|verwitwet|ledig|single)(?!\p{L})`,
        source`^ich habe am .{3,20} geburtstag`,
        source`^(?:mein|meine|unser|unsere) (?:neue[rs]? )?${things}(?: \S+){0,5}? (?:ist|sind|lautet|heißt|heisst|liegt bei|beträgt|wurde) (?!kaputt|weg|vorbei|abgesagt|fertig|schwer|langsam|leer|falsch|voll|mir|egal|super)`,
      ],
      home: [
        source`^(?:${self}|${mine}(?: \p{L}+)? und ich) (?:wohnen?|leben?) (?:\S+ ){0,8}?(?:in|im|auf|bei|am|allein|alleine) \S`,
        source`^(?:ich bin|wir sind) .{2,60}gezogen`,
      ],
      work: [
        source`^ich (?:arbeite|bin) (?:\S+ ){0,5}?(?:von beruf) \S|^ich arbeite (?:\S+ ){0,5}?(?:bei|als|in einer|in einem|an einer (?:schule|grundschule|uni|klinik|hochschule)) (?!dir|erste)\S`,
        source`^ich bin (?:(?:eine?|gelernte[r]?|ausgebildete[r]?|selbstständige[r]?|angehende[r]?|auch) )*\p{L}*${trade}(?:in)?(?:[.!]*$| (?:bei|in|an|am|im|aus|von|für|seit|und|auf|mit) \S)`,
        source`^ich (?:arbeite (?:\S+ ){0,2}?(?:teilzeit|vollzeit|halbtags|selbstständig)|bin (?:\S+ ){0,2}?(?:rentner|pensioniert|in rente|im ruhestand|arbeitslos|selbstständig))`,
        source`^ich habe (?:\S+ ){0,5}?(?:gekündigt|(?:studium|ausbildung) abgebrochen)|^studium abgebrochen|^ich (?:habe|bin) (?:\S+ ){0,3}?(?:bei|zu) .{2,40}(?:angefangen|gewechselt)`,
        source`^${self} (?:haben?|führen?|betreiben?) (?:eine?n?|unsere?n?|meine?n?) (?:kleine[ns]? |eigene[ns]? )?\p{L}*(?:firma|unternehmen|betrieb|laden|geschäft|praxis|kanzlei|salon|café|restaurant|bäckerei|agentur|werkstatt|bauernhof|gärtnerei|buchhandlung|apotheke)(?: (?:in|für|mit|bei|am|auf) \S|[,.!]|$)(?!.* (?:\p{L}{0,4}ge|be|ver|ent)\p{L}+(?:t|en)[.!]*$)|^wir (?:sind|haben|beschäftigen) (?:\d+|\p{L}+) (?:mitarbeiter|angestellte|beschäftigte)`,
        source`^${self} (?:nehmen?|verlangen?|berechnen?) (?!.* mit(?:[.!]*$| (?:auf|in|ins|nach|zum|zur) ))(?:\p{L}+ )?\d[\d.,]* ?(?:€|euro)? ?(?:die|pro|je|in der) \p{L}|^wir haben (?:immer )?(?:von \d|\p{L}+tags).{0,40}(?:geöffnet|offen|geschlossen|auf|zu)[.!]*$|^wir haben (?:das|den|die|unsere?n?) (?:büro|laden|lager|geschäft|werkstatt|praxis) .{0,40}(?:aufgegeben|verlegt)`,
      ],
      person: [
        source`^(?:mein|meine|unser|unsere) (?:steuerberater|geschäftspartner|kund|lieferant|vermieter|anwalt|anwält|lehrer|trainer|ansprechpartner|kolleg|buchhalter)(?:e|in)? (?:heißt|heisst|wohnt in|kommt aus|arbeitet (?=als |bei |im )) ?(?!doch|auch|anders|nicht|so(?!\p{L})|wie(?!\p{L}))\p{L}`,
        source`^${mine} (?:\p{L}+ )?(?:heißt|heisst|ist|sind|hat(?!.* (?:\p{L}{0,4}ge|be|ver|ent)\p{L}+(?:t|en)[.!]*$)|arbeitet|wohnt|wohnen|leben|mag|liebt|hasst|wird|studiert|geht|kommt (?:aus|in die|ins)|lebt|spielt|isst|trinkt (?:nur|kein)|lernt|sammelt|reitet|malt|singt|tanzt)(?!\p{L})|^(?:der (?:\p{L}+)?(?:geburtstag|name|beruf)|die \p{L}*(?:nummer|adresse)) (?:von )?mein(?:e[rsm])? ${kin}s? (?:ist|lautet) \S`,
        source`^${self} haben? (?:\S+ ){0,3}?(?:zwei|drei|vier|fünf|sechs|eine?n?|ne|\d+) (?:\S+ )?${family}(?!\p{L})`,
        source`^(?:\p{L}{2,15} und ich|ich und \p{L}{2,15}|${self}) (?:haben?|bin|sind) .{0,40}?(?:(?:uns|mich) (?:.{0,20} )?(?:getrennt|scheiden lassen|verlobt)|geschieden|verheiratet|geheiratet|schluss gemacht)`,
        source`^${someone} (?:ist|wurde|mussten wir) (?!.*\d{4})(?:\S+ ){0,4}?(?:gestorben|verstorben|eingeschläfert|einschläfern)`,
        source`^(?:.{0,20} ist )?(?:unsere?s?|meine?) .{0,20}?(?:kind|tochter|sohn|baby) (?:ist |wurde |kam )?(?:.{0,20} )?(?:da(?!\p{L})|geboren|(?:auf die|zur) welt)`,
      ],
      routine: source`^${self} \p{L}+ (?:\S+ ){0,3}?(?:jede[nrs]?|täglich|wöchentlich|morgens|abends|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs)(?!\p{L})`,
      skill: source`^${self} (?:spielen?|lernen?|unterrichten?|studieren?|sammeln?|sammle|malen?|singen?|tanzen?) (?!das|es|mit|hier)\p{L}{4,}(?: (?:in|seit|an der) \S+)?(?:, .{3,40})?[.!]*$`,
      preference: [
        source`^${self} (?:trinken?|essen?|fahren?|fliegen?|nutzen?|verwenden?) (?:\S+ ){0,3}?(?:kein\p{L}*|nie|niemals|nur|immer|wieder)(?!\p{L})`,
        source`^${self} (?:trinken?|essen?|rauchen?|nehmen?|spielen?|mögen?|mag|bin) (?!das|es|dies|dich|sie|ihn|.*(?:sicher|daran|drauf)(?!\p{L}))(?:\S+ ){0,3}?(?:nicht|kein\p{L}*) (?:\S+ ){0,3}?mehr(?!\p{L})`,
        source`^ich mag (?:\p{L}+ )?doch(?: \p{L}+)?[.!]*$|^ich esse (?:am liebsten )?\p{L}{4,}[.!]*$`,
      ],
      goal: source`^${self} (?:will|wollen|möchte|möchten) (?:nächstes jahr|dieses jahr|bis|vor) (?!morgen|gleich|später|dann|zum|hier).{3,60}$|^mein ziel ist`,
      event: source`^(?:ich heirate|wir heiraten) (?:am|im|nächste)`,
      rule: [
        source`^bitte (?:immer|nie|niemals|ab jetzt)(?!\p{L}) \S|^ab jetzt (?:\S+ ){0,3}?auf \p{L}+isch`,
        source`^(?:bitte )?(?:nenne?|rufe?) mich (?:bitte )?(?!an(?!\p{L})|zurück|später|morgen|heute|wenn|gleich)\p{L}`,
        source`^(?:bitte )?(?:(?:duze?n?|sieze?n?)(?: sie)? mich|(?:sprich|sprechen sie) mich (?:bitte )?mit (?:du|sie) an|fasse? dich kurz|halte? (?:bitte )?(?:deine|die) antworten (?:kurz|knapp|einfach))`,
        source`^(?:bitte )?(?:keine|kurze|knappe|ausführliche) (?:emojis|smileys|anglizismen|floskeln|antworten|stichpunkte|tabellen|listen|aufzählungen|überschriften|fußnoten|gedankenstriche|ausrufezeichen|hashtags|fachbegriffe|fremdwörter|abkürzungen|einleitungen|rückfragen|entschuldigungen|schachtelsätze)(?: (?:mehr|bitte|mehr bitte)|, bitte)?[.!,]*(?:$| bitte)`,
        source`^(?:wir (?:können|dürfen)|du (?:kannst|darfst)) (?:\S+ ){0,4}?(?:duzen|siezen|du sagen|emojis (?:be)?nutzen|emojis verwenden|${manner} antworten)[.!]*$`,
        source`^(?:bitte )?(?:antworten?|schreibe?n?|sprich|erkläre?)(?: sie)?(?: (?:mir|mit mir|nur|bitte|immer|ab jetzt|wieder|künftig|sachen|dinge|alles))* (?:${tongue}|${manner})(?:,? (?:und|ohne|mit) .{3,40})?(?: bitte)?[.!]*$`,
      ],
    },
    {
      identity: source`^[Ii]ch bin (?:eine? )?(?!(?:Team|Fan)(?!\p{L}))\p{Lu}\p{Ll}{3,}(?:[.!]*$| (?:bei|in|aus|an|seit) \S)|^[Ii]ch bin \p{Lu}\p{Ll}{2,15}, \S|^[Ii]ch bin (?:\S+ ){0,3}?bei \p{Lu}`,
      health: source`^[Ii]ch nehme (?:(?:täglich|morgens|abends|jeden \p{L}+) )?(?!Platz|Urlaub|Option|Variante|Version|Rücksicht|Abschied|Stellung|Kontakt)\p{Lu}\p{Ll}{4,}[.!]*$`,
      project: source`^[Ww]ir (?:benutzen|nutzen|verwenden|setzen) (?:bei der Arbeit )?(?:auf )?\p{Lu}|^[Uu]nsere? \p{Lu}\p{L}+ (?:heißt|ist|läuft auf) \p{Lu}|^[Ww]ir sind (?:von .{2,40} )?(?:auf|zu) .{2,40}(?:umgestiegen|gewechselt)`,
      possession: source`^[Ii]ch fahre eine?n? (?:VW|BMW|Audi|Opel|Ford|Golf|Skoda|Tesla|Mercedes|Toyota|Fiat|Renault|Passat|Motorrad|Roller)(?!\p{L})`,
    },
  ),
}
