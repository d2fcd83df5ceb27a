import { regex, source } from '../../text/regex.ts'
import { ailment, diet, type ForeignLanguage, formRows, medicine, tongues } from './language.ts'

const self = '(?:ik|wij|we)'
const kin =
  '(?:ex-?|schoon|stief|half|groot)?(?:vrouw|man|partner|vriend(?:in)?|dochters?|zoon|zoons|zonen|kind|kinderen|baby|moeder|vader|ouders|zus|zussen|broers?|oma|opa|kleindochter|kleinzoon|oom|tante|neef|neefje|nicht|nichtje|zwager|verloofde|tweeling|huisgenoot|huisgenote|baas|chef|hond|honden|kat|katten|poes)'
const mine = source`(?:mijn|m'n|onze?|ons) (?:\p{L}+e )?${kin}`
const someone = source`(?:${mine}(?: \p{L}{3,15})?|\p{L}{3,15})`
const number = source`(?:twee|drie|vier|vijf|zes|een|\d+)`
/** Things that have one value: "my shoe size is 44". */
const things = source`(?:\p{L}*nummer|adres|e-?mail|schoenmaat|maat|verjaardag|moedertaal|\p{L}*budget|kenteken|auto|\p{L}*arts|tandarts|beroep|doel|lievelings\p{L}+)`
const verbs = 'ben|heb|woon|werk|eet|drink|rook|slik|gebruik|spreek|leer|studeer|rijd'
const manner = "(?:kort|korter|beknopt|uitgebreid|uitgebreider|in detail|met voorbeelden|zonder emoji's|eenvoudig)"

/** Dutch statements about the speaker, orders and requests to remember. */
export const dutch: ForeignLanguage = {
  language: 'dutch',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:hallo|hoi|goede(?:morgen|middag|navond)|ok|oké|goed|ah|oh|en|maar|ook|bedankt|dank je|ja|trouwens|overigens|helaas|belangrijk|let op)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:waarom|hoe|wie|wat|wanneer|waar|welke?|kun|kan|kunt|vertaal|vat|corrigeer)(?![a-zà-ž])/i,
    /^ik (?:denk|geloof) (?:dat|van)(?![a-zà-ž])/i,
  ],
  before: [
    /(?<![a-zà-ž])(?:als(?! (?:een )?[a-zà-ž]+(?:er|ste?r|kundige|eur|aar|arts|ist)(?![a-zà-ž]))|stel|zegt|zei|zeggen|volgens|denkt|gelooft)(?![a-zà-ž])/i,
  ],
  request: /^(?:kun|kan|kunt|wil|wilt|zou) (?:je|jij|u) /i,
  remember:
    /^(?:(?:alsjeblieft|alstublieft),? )?(?:(?:onthoud?t?|vergeet (?:alsjeblieft |alstublieft )?niet|denk (?:er ?aan|eraan)|noteer|houd? er rekening mee|houd? in gedachten|(?:kun|kan|kunt|wil|wilt|zou) (?:je|jij|u) (?:alsjeblieft |alstublieft )?(?:onthouden|noteren))(?: (?:goed|alsjeblieft|alstublieft|even|ook))*(?:,? dat |\s*:\s*|\s+(?=(?:mijn|ons|onze|de|het) [^.:]{0,50}(?:\d|:)))|ter info(?:rmatie)?\s*[,:]\s*)/i,
  notRemembered: /^(?:\S+$|hoe|wanneer|waar|wat)/i,
  rememberBefore: /^(?:alsjeblieft,? )?onthoud dit[^\p{L}\p{N}]*$/iu,
  verbLast: true,
  needs:
    /(?<![a-zà-ž])(?:ik|wij|we zijn|we hebben|we rekenen|vanaf|heeft|mijn|m'n|onze|antwoord|antwoorden|schrijf|noem|wees|geen|gebruik|praat|leg|ben|heb|tutoyeer|spreek|zeg|je mag|overleden|gestorven)(?![a-zà-ž])|^(?:we|ons) (?:hebben|zijn|rekenen|runnen|zitten|wonen|kind|kat|hond|huis)(?![a-zà-ž])|^.{2,20} en ik /i,
  inverted: regex.i`^(${verbs}) (ik)(?= )`,
  rewrites: [
    [/^vanaf [a-z]+ (reken(?:en)?) (we|wij|ik) /i, '$2 $1 '],
    [/ (?:nu|trouwens|helaas|inmiddels|toch|ook|al)(?= )/gi, ''],
    [regex.i`^(?:(?:nu|helaas|sinds [^,]{2,20}?) )?(${verbs}) ik(?= )`, 'ik $1'],
    [regex.i`^(?=(?:${verbs}) (?!je|jij|u|dit|deze|de juiste))`, 'ik '],
  ],
  forms: formRows({
    health: [
      source`^(?:${self} (?:ben|zijn|heb|hebben|lijd|slik|gebruik|zit|krijg)|${mine}(?: \p{L}+)? (?:is|heeft|slikt)) (?:\S+ ){0,7}?${ailment}`,
      source`^${self} (?:ben|zijn|eet|eten|leef|verdraag) (?:\S+ ){0,3}?${diet}|^${self} (?:mag|kan|moet|moeten) (?:\S+ ){0,3}?${diet}\p{L}* (?:eten|leven)|^${mine}(?: \p{L}+)? is ${diet}`,
      source`^(?:ik slik (?!dat|het|mijn woorden)\p{L}|(?:ik (?:gebruik|neem)|${mine} slikt) (?:\S+ ){0,6}?${medicine})|\d ?mg(?!\p{L})`,
      source`^${self} (?:eet|eten|mag|kan|kunnen|mogen) (?:\S+ ){0,3}?(?:geen|nooit|niet) (?:\S+ ){0,3}?(?:vlees|vis|varken|melk|noten|ei|eieren|suiker|zuivel|eten|drinken|tegen)`,
      source`^${self} eet (?:weer|wel) |^ik kan niet tegen \p{L}|^ik ben bang voor (?!dat|de toets)|^ik rook(?: .{0,40})?[.!]*$|^ik ben gestopt met (?:roken|drinken)|^ik heb (?:veel )?last van `,
    ],
    identity: [
      source`^(?:ik heet|mijn naam is (?!moeilijk)|ik ben \d{1,3}(?: jaar(?! lang)|[.!,]*$|,)|ik kom uit \p{L}|ik ben geboren|mijn verjaardag|mijn moedertaal|ik spreek ${tongues}|ik ben jarig op|ik weeg \d|ik heb (?:schoen)?maat)`,
      source`^ik ben (?:\S+ ){0,3}?(?:linkshandig|rechtshandig|moslim|christen|joods|getrouwd|gescheiden|verloofd|single|vrijgezel|weduw)`,
      source`^(?:mijn|onze?|ons) (?:nieuwe )?${things}(?: \S+){0,3}? (?:is|zijn|heet) (?!kapot|stuk|traag)`,
    ],
    home: [
      source`^(?:${self}|${mine}(?: \p{L}+)? en ik) (?:woon|wonen) (?:\S+ ){0,6}?(?:in|op|bij) `,
      source`^(?:ik ben|we zijn|wij zijn) (?:.{2,40})?verhuisd`,
    ],
    work: [
      source`^ik werk (?:\S+ ){0,3}?(?:bij|als|voor|in|fulltime|parttime)(?!\p{L})(?! (?:de trein|bed))`,
      source`^ik ben (?:een )?\p{L}{3,}(?:eur|euse|iste?|(?<!b)aar|kundige|arts|ente?|leraar|lerares)(?:[.!]*$| (?:in|op|bij) )|^ik ben (?:gepensioneerd|met pensioen|werkloos|weg bij|ontslagen|gestopt met mijn (?:studie|werk|baan))`,
      source`^${self} (?:heb|hebben|run|runnen) (?:een|mijn|ons|onze) (?:kleine? |eigen )?\p{L}*(?:bedrijf|zaak|winkel|praktijk|salon|café|restaurant|bakkerij|bureau|werkplaats|boerderij|kwekerij|boekhandel|apotheek)(?: (?:in|met|aan|op|van) (?!gedachten|zicht)\S|[,.!]|$)(?!.* (?:ge|be|ver|ont)\p{L}+(?:d|t|en)[.!]*$)|^(?:we|wij) (?:zijn (?:nu )?met|hebben) (?:\d+|\p{L}+) (?:medewerkers|werknemers|personeelsleden)`,
      source`^${self} reken(?:en)? (?:\p{L}+ )?\d[\d.,]* ?(?:€|euro)? ?(?:per|voor een|de|het) \p{L}|^(?:we|wij) zijn (?:\p{L}+ )?(?:open|dicht|gesloten) (?:van \d|op \p{L}+dag|tot \d)|^(?:we|wij) zijn weg uit (?:de|het) \p{L}+(?:straat|laan|weg|plein|kade|pand)|^(?:we|wij) zitten op de \p{L}+(?:straat|laan|weg|kade) \d`,
      source`^ik (?:heb ontslag genomen|begin in \p{L}+ bij)`,
    ],
    person: [
      source`^(?:mijn|onze) (?:boekhouder|zakenpartner|compagnon|klant|leverancier|huisbaas|advocaat|leraar|lerares|docent|trainer|collega|huisgenoot|accountant) heet (?!ook|niet|anders)\p{L}`,
      source`^${mine} (?:\p{L}+ )?(?:heet|is|zijn|heeft(?!.* (?:ge|be|ver|ont)\p{L}+(?:d|t|en)[.!]*$)|werkt|woont|wonen|houdt van|gaat|studeert|komt uit|verzamelt|speelt|haat|eet geen|zingt|danst|schildert)(?!\p{L})|^(?:de verjaardag|de naam|het (?:nummer|adres|telefoonnummer)) van ${mine} is \S`,
      source`^(?:ik heb|we hebben|wij hebben) ${number} (?:\p{L}+ )?${kin}(?!\p{L})`,
      source`^(?:\p{L}{2,15} en ik|ik en \p{L}{2,15}|${self}) (?:zijn|ben) (?:\S+ ){0,3}?(?:gescheiden|uit elkaar|getrouwd|verloofd)|^het is uit met \p{L}`,
      source`^${someone} is (?!.*\d{4})(?:\S+ ){0,4}?(?:overleden|gestorven)|^(?:we|wij|ik) (?:hebben|heb|moesten|moest) .{2,20} (?:moeten )?laten inslapen|^(?:onze|mijn) .{0,20}(?:zoon|dochter|baby|kind) is (?:\S+ ){0,3}?geboren`,
    ],
    goal: source`^ik wil (?:voor|volgend jaar|dit jaar|in \p{L}+) .{3,60}$|^volgend jaar wil ik |^mijn doel is`,
    event: source`^(?:ik trouw|we trouwen|wij trouwen) (?:op|in) `,
    rule: [
      source`^(?:antwoord|schrijf) altijd |^vanaf nu \p{L}|^(?:antwoord|schrijf) vanaf nu |^gebruik (?:altijd|nooit) \p{L}`,
      source`^(?:noem me (?!eens|een|drie|twee)\p{L}|wees (?:kort|beknopt)|geen emoji's|(?:korte|lange) antwoorden(?: graag)?|tutoyeer me|zeg maar (?:je|u)(?!\p{L})|spreek me aan met|je mag (?:me )?weer |praat (?:nederlands|engels|frans|duits|spaans) met me|leg (?:dingen|alles) altijd )`,
      source`^(?:antwoord|schrijf|praat)(?: me)?(?: alleen)? (?:in het (?:nederlands|engels|frans|duits|spaans)|${manner})(?: en .{3,30})?(?: alsjeblieft| graag)?[.!]*$`,
    ],
    preference: source`^ik (?:eet|drink|rook|rijd|gebruik) (?:geen|nooit|weer) \S|^ik (?:hou (?:van|niet van)|haat|prefereer) (?!dit|dat|deze|die|je|jouw)\S|^ik (?:eet|drink|rook|slik|ben|speel) (?:niet|geen) (?:\S+ ){0,3}?meer(?!\p{L})`,
    skill: source`^ik (?:leer|studeer|speel) (?!dat|het|met|je|af)\p{L}{4,}(?: in \S+)?[.!]*$|^ik ben \p{L}+ aan het leren`,
    possession: source`^ik rijd (?:in )?een \p{L}`,
    project: source`^(?:op het werk )?(?:gebruiken we|we gebruiken|wij gebruiken) \p{L}{4,}|^we zijn overgestapt van `,
  }),
}
