import { mainClause } from './main-clause.ts'
import { type RulePack, requestsOnly } from './rule-table.ts'

/** What Dutch is read by, beside the forms of statements about the speaker. */
export const dutchRules: RulePack = {
  ...requestsOnly,
  language: 'dutch',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:hallo|hoi|goede(?:morgen|middag|navond)|ok|oké|goed|ah|oh|en|maar|ook|bedankt|dank je|ja|trouwens|overigens|helaas|belangrijk|let op)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:waarom|hoe|wie|wat|wanneer|waar|welke?|kun|kan|kunt|vertaal|vat|corrigeer)(?!\p{L})/iu,
    /^ik (?:denk|geloof) (?:dat|van)(?!\p{L})/iu,
  ],
  before: [
    /(?<!\p{L})(?:als(?! (?:een )?\p{L}+(?:er|ste?r|kundige|eur|aar|arts|ist)(?!\p{L}))|stel|zegt|zei|zeggen|volgens|denkt|gelooft)(?!\p{L})/iu,
  ],
  request: /^(?:kun|kan|kunt|wil|wilt|zou) (?:je|jij|u) /iu,
  remember:
    /^(?:(?:alsjeblieft|alstublieft),? )?(?:(?:onthoud?t?|vergeet (?:alsjeblieft |alstublieft )?niet|denk (?:er ?aan|eraan)|noteer|houd? er rekening mee|houd? in gedachten|(?:kun|kan|kunt|wil|wilt|zou) (?:je|jij|u) (?:alsjeblieft |alstublieft )?(?:onthouden|noteren))(?: (?:goed|alsjeblieft|alstublieft|even|ook))*(?:,? dat |\s*:\s*|\s+(?=(?:mijn|ons|onze|de|het) [^.:]{0,50}(?:\d|:)))|ter info(?:rmatie)?\s*[,:]\s*)/iu,
  notRemembered: /^(?:\S+$|hoe|wanneer|waar|wat)/iu,
  rememberBefore: /^(?:alsjeblieft,? )?onthoud dit[^\p{L}\p{N}]*$/iu,
  main: mainClause,
}
