import { mainClause } from './main-clause.ts'
import { type RulePack, rulesOf } from './rule-table.ts'

const talk =
  '(?:danke|nein|nicht|nie|das (?:passt|stimmt|ist (?:ok|okay|gut|alles|nicht|schon|es)|geht|reicht|war|hilft)|es (?:geht|ist (?:ok|okay|gut|nicht))|kein\\w*|alles|ist|schon|bitte|warte|lass|lieber|ich (?:glaube|denke|weiß|weiss|meine nicht|bin (?:nicht|mir)|habe?|hab|brauche|will|möchte|wollte|finde|kann)|mach\\w*|geh|gut|ganz|recht|ziemlich|egal|vergiss|doch|aber|wenn|warum|was|wie|wo|wer|wann|kannst|könntest|noch|immer noch|tut|passt|stimmt|super|toll|schön)(?![\\p{L}])'
const transient = /(?<!\p{L})(?:heute|morgen früh|gerade|jetzt|diesmal|gleich)(?!\p{L})/iu

/** German rules, in the order of the English ones. */
export const germanRules: RulePack = {
  language: 'german',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend)|ok|okay|also|ach|ah|oh|hm+|na ja|naja|und|aber|übrigens|uebrigens|außerdem|zudem|leider|ja|gut|danke|super|entschuldigung|sorry|moment|wichtig|achtung|wie gesagt)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:warum|wieso|weshalb|wie|wer|was|wann|wo|welche\w*|ist|sind|kann|kannst|soll|sollte|muss|müssen|darf|hast|hat|bist)(?!\p{L})/iu,
    /^(?:übersetze?|zusammenfass\w*|fasse|korrigiere?)(?!\p{L})[^:]{0,80}:/iu,
    /^(?:zum beispiel|z\. ?b\.|immer wieder|wie immer)/iu,
  ],
  before: [
    /(?<!\p{L})(?:wenn|falls|ob|angenommen|stell dir vor)(?!\p{L})/iu,
    /(?<!\p{L})(?:sagt|sagte|sagen|meint|meinte|behauptet|schreibt|schrieb|glaubt|denkt|laut)(?!\p{L})/iu,
  ],
  request:
    /^(?:kannst|könntest|würdest) du (?:bitte )?(?:immer|nie)(?!\p{L})|^(?:bitte )?(?:(?:kannst|könntest|würdest|magst) du dir|(?:können|könnten|würden) sie sich) /iu,
  remember:
    /^(?:(?:bitte|und) )?(?:(?:merke? dir|merken sie sich|notiere?(?: dir)?|notieren sie(?: sich)?|speich(?:ere?|ern sie)|behalte?(?:n sie)?(?: bitte)? im (?:hinterkopf|kopf|gedächtnis)|erinnere? dich(?: bitte)?(?: daran)?|denke?(?:n sie)? (?:bitte )?(?:dran|daran)|vergiss (?:bitte )?nicht|vergessen sie (?:bitte )?nicht|(?:kannst|könntest|würdest|magst) du dir (?:bitte )?merken|(?:können|könnten|würden) sie sich (?:bitte )?merken|das solltest du (?:dir merken|wissen)|merken)(?: (?:bitte|mal|gut|auch|doch))*(?:,? dass\s+|\s*:\s*|\s+(?=(?:den|das|die|meine?n?|unsere?n?) [^.:]{0,50}(?:\d|:)))|merke? dir,\s*|(?:(?:nur )?zur info(?:rmation)?|nur damit du (?:es|'s) weißt)\s*[,:]\s*)/iu,
  notRemembered: /^(?:\S+$|wie|wann|wo|was|warum)/iu,
  rememberBefore: /^(?:bitte )?merk(?:e)? dir (?:das|dies)(?: bitte)?[^\p{L}\p{N}]*$/iu,
  main: mainClause,
  rejection: /^(?:nein|nee|falsch|(?:das|es) (?:ist falsch|stimmt nicht|ist nicht richtig))[\s.,!]*$/iu,
  standsAlone:
    /^(?:ich|wir|er|sie|es|der|die|das|mein\w*|unser\w*)(?!\p{L})|(?<!\p{L})(?:ist|sind|hat|heißt|heisst)(?!\p{L})/iu,
  rules: rulesOf({
    constraints: {
      'dont-ever': {
        patterns: /(?<!\p{L})(?:unter keinen umständen|auf gar keinen fall)(?!\p{L}).{0,300}\p{L}/iu,
        unless: /(?<!\p{L})(?:hätte|wäre|ich|habe)(?!\p{L})/iu,
      },
      must: {
        patterns:
          /(?<!\p{L})(?:muss|müssen|dürfen nicht|darf nicht|dürfen nie|darf nie)\s+(?:\S+\s+){0,20}?\p{L}+(?:en|ern|eln|in|sein)[.!]*$/iu,
        unless: [
          transient,
          /(?<!\p{L})(?:das|es|er|man|da|ich) muss(?!\p{L})|(?<!\p{L})muss (?:ich|das|es|man|wohl|ja)(?!\p{L})|(?<!\p{L})haben[.!]*$/iu,
          /(?<!\p{L})(?:fehler|irrtum|missverständnis) sein/iu,
        ],
      },
      forbidden: {
        patterns:
          /(?<!\p{L})(?:ist|sind)(?: \S+){0,5} (?:verboten|untersagt|nicht erlaubt|pflicht|verpflichtend)(?!\p{L})/iu,
        unless:
          /^(?:das|es) (?:ist|wäre)(?!\p{L})|(?<!\p{L})(?:nicht|nichts) (?:ist )?(?:verboten|untersagt|pflicht)(?!\p{L})/iu,
      },
    },
    corrections: {
      wrong: {
        lead: /^(?:nein, )?(?:falsch|(?:das|es) (?:ist falsch|stimmt nicht|ist nicht richtig))\s*[,.:;!–—-]+\s*/iu,
        after: `(?!${talk})\\p{L}`,
      },
      meant: { patterns: /^ich meinte\s+(?!(?:das|es|ja|nur|nicht)(?!\p{L}))[\p{L}\p{N}]/iu },
      'not-but': {
        patterns:
          /(?<!\p{L})nicht (?!(?:nur|bloß|allein|so|wirklich|immer)(?!\p{L}))[^,;]{1,80}, sondern (?!auch(?!\p{L}))\S/iu,
      },
      no: {
        lead: /^(?:nein|nee)\s*[,.:;!–—-]+\s*/iu,
        after: `(?!${talk})[\\p{L}\\p{N}¤]`,
      },
      actually: {
        patterns: new RegExp(`^(?:eigentlich|tatsächlich)\\s+(?!${talk})\\p{L}+\\s+\\S`, 'iu'),
      },
    },
    orders: {
      never: {
        patterns: [
          /^(?:bitte )?(?:(?:be)?nutze?|verwende?|schreibe?|antworte?|mach\w*|sag\w*|füge?|lösche?|gib)(?: \S+){0,6} (?:nie|niemals)(?!\p{L})/iu,
          /^(?:bitte )?(?:nie|niemals)\s+(?:\S+\s+){1,15}?\p{L}+(?:en|ern|eln)(?: bitte)?[.!]*$/iu,
        ],
        unless: transient,
      },
      always: {
        patterns: [
          /^(?:bitte )?(?:(?:be)?nutze?|verwende?|schreibe?|antworte?|mach\w*|sag\w*|füge?|gib|frag\w*)(?: \S+){0,6} immer(?!\p{L}| (?:weiter|noch|mehr))/iu,
          /^(?:bitte )?immer\s+(?!(?:dies\w*|noch|wieder|mehr|das|wenn)(?!\p{L}))(?:\S+\s+){1,15}?\p{L}+(?:en|ern|eln)(?: bitte)?[.!]*$/iu,
          /^(?:bitte )?(?:ab jetzt|von nun an|in zukunft|künftig)\s+\p{L}/iu,
        ],
      },
    },
    wishes: {
      prefer: {
        patterns: [
          /(?<!\p{L})(?:ich|wir) (?:bevorzuge|bevorzugen|ziehe)\s+(?!(?:das|es|dies\w*|beides|um|aus)(?!\p{L}))\S/iu,
          /^mir (?:ist|sind) (?:\S+ ){1,8}lieber(?!\p{L})/iu,
        ],
        unless: transient,
      },
      like: {
        patterns: [
          /(?<!\p{L})(?:ich|wir) (?:mag|mögen|liebe|lieben|hasse|hassen)\s+(?!(?:das|es|dich|sie|ihn|dies\w*|dein\w*|wie|den|die|der)(?!\p{L}))\S/iu,
          /^mein\w* lieblings\p{L}+ (?:ist|sind)\s/iu,
        ],
        unless: transient,
      },
    },
  }),
}
