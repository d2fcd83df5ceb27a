import { type RulePack, rulesOf } from './rule-table.ts'

const talk =
  '(?:gracias|no|nunca|pasa|hay|es (?:necesario|nada|todo|eso|así)|está bien|esta bien|ya|por favor|espera|déjalo|dejalo|nada|sé|se|creo|pienso|quiero|puedo|tengo|tienes|me|te|todavía|sigue|bien|muy|bastante|perfecto|vale|pero|si|por qué|qué|cómo|cuándo|dónde|quién|puedes|podrías|haz|borra|prueba|intenta|inténtalo|olvídalo|mejor|funciona)(?![\\p{L}])'
const transient = /(?<!\p{L})(?:hoy|ahora|ayer|mañana|esta vez|esta noche)(?!\p{L})/iu

/** Spanish rules, in the order of the English ones. */
export const spanishRules: RulePack = {
  language: 'spanish',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:hola|buen(?:as (?:tardes|noches)|os días)|vale|ok|okay|bueno|bien|ah|oh|eh|y|pero|además|por cierto|al final|oye|mira|perdón|perdona|gracias|sí|importante|ojo|lamentablemente)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^¿/u,
    /^(?:por qué|cómo|qué|cuál|cuándo|dónde|quién|puedes(?! volver a)|podrías|debo|deberíamos)(?!\p{L})/iu,
    /^(?:traduce|resume|corrige)(?!\p{L})[^:]{0,80}:/iu,
    /^(?:por ejemplo|como siempre)/iu,
  ],
  before: [
    /¿/u,
    /(?<!\p{L})(?:si|suponiendo|supongamos|imagina)(?!\p{L})/iu,
    /(?<!\p{L})(?:dice|dijo|dicen|dijeron|cree|creen|según|escribió|opina)(?!\p{L})/iu,
  ],
  request:
    /^(?:puedes|podrías) (?:por favor )?(?:siempre|usar siempre)(?!\p{L})|^¿?(?:me )?(?:puedes|podrías|podés|puede|podría) (?:recordar|acordar|tener|apuntar|anotar|guardar)/iu,
  remember:
    /^¿?(?:por favor,? )?(?:(?:recu[eé]rd[ae](?:me|lo)?|recorda|acu[eé]rd(?:ate|ese)|acordate|(?:que )?no (?:te |se )(?:olvid[eé]s?|te olvide)|no olvid(?:es|e)|ten(?:ga)? (?:en cuenta|presente)|tené en cuenta|ap[uú]nt(?:ate|ame|[ae])|an[oó]t(?:ate|ame|[ae])|tom[ae] nota|gu[aá]rd(?:ate|ame|[ae])|memoriza|(?:me )?(?:puedes|podrías|podés|puede|podría) (?:por favor )?(?:recordar(?:me)?|acordar(?:te|se)|tener en cuenta|apuntar(?:te)?|anotar|guardar))(?:,? por favor)?(?: bien)?(?: (?:de )?que\s+|(?: esto)?\s*:\s*|\s+(?=(?:mi|mis|nuestr[oa]s?|el código|el wi-?fi|la (?:clave|contraseña)) ?[^.:]{0,50}(?:\d|:)))|(?:para que (?:lo )?sepas)\s*[,:]\s*)/iu,
  notRemembered: /^(?:\S+$|cuando|cómo|qué|dónde)/iu,
  rememberBefore: /^(?:por favor,? )?(?:recuerda (?:esto|eso)|recuérdalo)(?: por favor)?[^\p{L}\p{N}]*$/iu,
  rejection: /^(?:no|(?:eso|esto) (?:está mal|no es correcto|es incorrecto)|incorrecto|falso)[\s.,!]*$/iu,
  standsAlone: /^(?:el|la|los|las|mi|nuestr\w+|yo|nosotros|es|son|se|vivo|tengo|uso|usamos|somos|soy|en)(?!\p{L})/iu,
  rules: rulesOf({
    constraints: {
      'dont-ever': {
        patterns: /(?<!\p{L})bajo ninguna circunstancia(?!\p{L}).{0,300}\p{L}|^(?:nunca|jamás) bajo ningún concepto/iu,
      },
      must: {
        patterns: [
          /(?<!\p{L})(?:tod[oa]s|cada|los|las|el|la|nunca|no)(?: \S+){0,8}? (?:deben?|tienen? que)\s+(?!ser(?!\p{L})|haber(?!\p{L})|estar(?!\p{L}))\p{L}+[aei]r(?:se)?\s+\S/iu,
          /(?<!\p{L})es obligatorio\s+\p{L}/iu,
        ],
        unless: transient,
      },
      forbidden: {
        patterns: /(?<!\p{L})(?:está|están|queda) (?:\S+ )?prohibid[oa]s?\s+\p{L}|^no se permiten?\s+\p{L}/iu,
        unless: /(?<!\p{L})no está prohibido/iu,
      },
    },
    corrections: {
      wrong: {
        lead: /^(?:no, )?(?:(?:eso|esto) (?:está mal|no es correcto|es incorrecto)|incorrecto|falso)\s*[,.:;!–—-]+\s*/iu,
        after: `(?!${talk})\\p{L}`,
      },
      meant: {
        patterns: /^(?:me refería a|quise decir|quería decir)\s+(?!(?:que sí|eso|nada)(?!\p{L}))[\p{L}\p{N}]/iu,
      },
      'not-but': {
        patterns:
          /(?<!\p{L})no (?!(?:solo|sólo|solamente|únicamente)(?!\p{L}))[^,;]{1,80},? sino (?!(?:también|además)(?!\p{L}))\S/iu,
      },
      no: {
        lead: /^no\s*[,.:;!–—-]+\s*/iu,
        // "No," is also English, so the words after it have to be Spanish.
        after: `(?!${talk})(?:(?:el|la|los|las|es|son|somos|soy|mi|nuestr[oa]s?|se llama|en|vivo|vivimos|usamos|uso|tenemos|trabajo|trabajamos)(?!\\p{L}))\\s+\\S`,
      },
      actually: {
        lead: /^(?:en realidad|de hecho)[\s,]+/iu,
        after: `(?!${talk})\\p{L}+\\s+\\S`,
      },
    },
    orders: {
      never: {
        patterns: /^(?:por favor,? )?(?:nunca|jamás) (?!(?:me|te|se|lo|la|le)(?!\p{L}))\p{L}+(?:es|as|e|a)\s+\S/iu,
        unless: [
          transient,
          /^(?:por favor,? )?(?:nunca|jamás) (?:es|era|fue|ha|había|he|hay|funciona|pasa|llega|falla)(?!\p{L})/iu,
        ],
      },
      always: {
        patterns: [
          /^(?:por favor,? )?(?:usa|utiliza|escribe|responde|contesta|pon|incluye|pregunta|haz) siempre(?!\p{L})\s+\S/iu,
          /^(?:por favor,? )?siempre (?:usa|utiliza|escribe|responde|contesta|pon|incluye|pregunta)\s+\S/iu,
          /^(?:a partir de ahora|de ahora en adelante),?\s+\p{L}/iu,
        ],
      },
    },
    wishes: {
      prefer: {
        patterns:
          /^(?:yo )?(?:prefiero|preferimos|preferiría)\s+(?!(?:el|la) (?:primer|segund|últim)|(?:es[oae]|est[oae]|ninguno|no decirlo)(?!\p{L}))\S/iu,
        unless: transient,
      },
      like: {
        patterns: [
          /^(?:a mí )?(?:no )?me (?:gustan?|encantan?)\s+(?!(?:es[oae]s?|est[oae]s?|cómo|como|tu|tus|más|mucho)(?!\p{L}))\S+/iu,
          /^odio\s+(?!(?:es[oae]|est[oae])(?!\p{L}))\S/iu,
          /^mi \p{L}+ (?:favorit[oa]|preferid[oa]) es\s/iu,
        ],
        unless: transient,
      },
    },
  }),
}
