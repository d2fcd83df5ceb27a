import { regex, source } from '../../text/regex.ts'
import { rulesOf } from '../rules/rule-table.ts'
import { ailment, diet, type ForeignLanguage, formRows, medicine, namedWith, tongues } from './language.ts'

const kin =
  '(?:ex)?(?:mujer|esposa|marido|esposo|parej[ao]|novi[oa]|hij[oa]s?|bebé|madre|mamá|padre|papá|padres|herman[oa]s?|abuel[oa]s?|niet[oa]s?|tí[oa]s?|prim[oa]s?|sobrin[oa]s?|cuñad[oa]s?|sueg?r[oa]s?|yerno|nuera|padrastro|madrastra|hermanastr[oa]|prometid[oa]|gemel[oa]s|melliz[oa]s|ahijad[oa]|compañer[oa] de piso|jef[ea]|perr[oa]s?|gat[oa]s?)'
const mine = source`(?:mi|mis|nuestr[oa]) (?:\S+ )?${kin}`
const someone = source`(?:${mine}(?: \p{L}{3,15})?|\p{L}{3,15})`
const please = '(?:por favor|porfa(?:vor)?|porfis|plis|pls)'
/** Trades as people type them, without a capital or a place. */
const trade =
  '(?:profe(?:sora?)?|maestr[oa]|enfermer[oa]|médic[oa]|abogad[oa]|ingenier[oa]|programadora?|desarrolladora?|cociner[oa]|camarer[oa]|estudiante|diseñadora?|arquitect[oa]|periodista|electricista|fontaner[oa]|conductora?|peluquer[oa]|contable|psicólog[oa]|veterinari[oa]|farmacéutic[oa]|dentista|autónom[oa]|funcionari[oa]|polic[ií]a|bomber[oa]|carpinter[oa]|mecánic[oa]|traductora?|músic[oa]|fotógraf[oa]|auxiliar|administrativ[oa]|dependient[ea]|comercial|amas? de casa)'
const number = source`(?:dos|tres|cuatro|cinco|seis|un|una|\d+)`
/** Things that have one value: "my shoe size is 44". */
const things = source`(?:número de \p{L}+|teléfono|móvil|celular|dirección|talla|talla de \p{L}+|cumpleaños|lengua materna|correo(?: electrónico)?|presupuesto|matrícula|coche|carro|médic[oa]|doctora?|dentista|profesión|objetivo|\p{L}+ favorit[oa])`
const manner =
  '(?:corto|breve|brevemente|de forma (?:breve|sencilla|detallada)|con (?:más )?detalles?|detalladamente|con ejemplos|con palabras sencillas|sin emojis)'

const talk = source`(?:gracias|no|nunca|pasa|hay|es (?:necesario|nada|todo|eso|así)|está bien|esta bien|ya|por favor|espera|déjalo|dejalo|nada|sé|se|creo|pienso|quiero|puedo|tengo|tienes|me|te|todavía|sigue|bien|muy|bastante|perfecto|vale|pero|si|por qué|qué|cómo|cuándo|dónde|quién|puedes|podrías|haz|borra|prueba|intenta|inténtalo|olvídalo|mejor|funciona)(?![\p{L}])`
const transient = /(?<![a-zà-ž])(?:hoy|ahora|ayer|mañana|esta vez|esta noche)(?![a-zà-ž])/i

/** Spanish statements about the speaker, orders and requests to remember. */
export const spanish: ForeignLanguage = {
  language: 'spanish',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:hola|buen(?:as (?:tardes|noches)|os días)|vale|ok|okay|bueno|bien|ah|oh|eh|y|pero|además|por cierto|al final|oye|mira|perdón|perdona|gracias|sí|importante|ojo|lamentablemente)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^¿/u,
    /^(?:por qué|cómo|qué|cuál|cuándo|dónde|quién|puedes(?! volver a)|podrías|debo|deberíamos)(?![a-zà-ž])/i,
    /^(?:traduce|resume|corrige)(?![a-zà-ž])[^:]{0,80}:/i,
    /^(?:por ejemplo|como siempre)/i,
  ],
  before: [
    /¿/u,
    /(?<![a-zà-ž])(?:si|suponiendo|supongamos|imagina)(?![a-zà-ž])/i,
    /(?<![a-zà-ž])(?:dice|dijo|dicen|dijeron|cree|creen|según|escribió|opina)(?![a-zà-ž])/i,
  ],
  request: regex.i`^(?:puedes|podrías) (?:por favor )?(?:siempre|usar siempre)(?![a-zà-ž])|^¿?(?:me )?(?:puedes|podrías|podés|puede|podría) (?:recordar|acordar|tener|apuntar|anotar|guardar)`,
  remember: regex.i`^¿?(?:por favor,? )?(?:(?:recu[eé]rd[ae](?:me|lo)?|recorda|acu[eé]rd(?:ate|ese)|acordate|(?:que )?no (?:te |se )(?:olvid[eé]s?|te olvide)|no olvid(?:es|e)|ten(?:ga)? (?:en cuenta|presente)|tené en cuenta|ap[uú]nt(?:ate|ame|[ae])|an[oó]t(?:ate|ame|[ae])|tom[ae] nota|gu[aá]rd(?:ate|ame|[ae])|memoriza|(?:me )?(?:puedes|podrías|podés|puede|podría) (?:por favor )?(?:recordar(?:me)?|acordar(?:te|se)|tener en cuenta|apuntar(?:te)?|anotar|guardar))(?:,? por favor)?(?: bien)?(?: (?:de )?que\s+|(?: esto)?\s*:\s*|\s+(?=(?:mi|mis|nuestr[oa]s?|el código|el wi-?fi|la (?:clave|contraseña)) ?[^.:]{0,50}(?:\d|:)))|(?:para que (?:lo )?sepas)\s*[,:]\s*)`,
  notRemembered: /^(?:\S+$|cuando|cómo|qué|dónde)/i,
  rememberBefore: /^(?:por favor,? )?(?:recuerda (?:esto|eso)|recuérdalo)(?: por favor)?[^\p{L}\p{N}]*$/iu,
  rejection: /^(?:no|(?:eso|esto) (?:está mal|no es correcto|es incorrecto)|incorrecto|falso)[\s.,!]*$/i,
  standsAlone: /^(?:el|la|los|las|mi|nuestr\w+|yo|nosotros|es|son|se|vivo|tengo|uso|usamos|somos|soy|en)(?![a-zà-ž])/i,
  rules: rulesOf({
    constraints: {
      'dont-ever':
        /(?<![a-zà-ž])bajo ninguna circunstancia(?![a-zà-ž]).{0,300}[a-zà-ž]|^(?:nunca|jamás) bajo ningún concepto/i,
      must: {
        patterns: [
          /(?<![a-zà-ž])(?:tod[oa]s|cada|los|las|el|la|nunca|no)(?: \S+){0,8}? (?:deben?|tienen? que)\s+(?!ser(?![a-zà-ž])|haber(?![a-zà-ž])|estar(?![a-zà-ž]))[a-zà-ž]+[aei]r(?:se)?\s+\S/i,
          /(?<![a-zà-ž])es obligatorio\s+[a-zà-ž]/i,
        ],
        unless: transient,
      },
      forbidden: {
        patterns: /(?<![a-zà-ž])(?:está|están|queda) (?:\S+ )?prohibid[oa]s?\s+[a-zà-ž]|^no se permiten?\s+[a-zà-ž]/i,
        unless: /(?<![a-zà-ž])no está prohibido/i,
      },
    },
    corrections: {
      wrong: {
        lead: /^(?:no, )?(?:(?:eso|esto) (?:está mal|no es correcto|es incorrecto)|incorrecto|falso)\s*[,.:;!–—-]+\s*/i,
        after: source`(?!${talk})\p{L}`,
      },
      meant: /^(?:me refería a|quise decir|quería decir)\s+(?!(?:que sí|eso|nada)(?![a-zà-ž]))[a-zà-ž\p{N}]/iu,
      'not-but':
        /(?<![a-zà-ž])no (?!(?:solo|sólo|solamente|únicamente)(?![a-zà-ž]))[^,;]{1,80},? sino (?!(?:también|además)(?![a-zà-ž]))\S/i,
      no: {
        lead: /^no\s*[,.:;!–—-]+\s*/i,
        // "No," is also English, so the words after it have to be Spanish.
        after: source`(?!${talk})(?:(?:el|la|los|las|es|son|somos|soy|mi|nuestr[oa]s?|se llama|en|vivo|vivimos|usamos|uso|tenemos|trabajo|trabajamos)(?!\p{L}))\s+\S`,
      },
      actually: { lead: /^(?:en realidad|de hecho)[\s,]+/i, after: source`(?!${talk})\p{L}+\s+\S` },
    },
    orders: {
      never: {
        patterns: /^(?:por favor,? )?(?:nunca|jamás) (?!(?:me|te|se|lo|la|le)(?![a-zà-ž]))[a-zà-ž]+(?:es|as|e|a)\s+\S/i,
        unless: [
          transient,
          /^(?:por favor,? )?(?:nunca|jamás) (?:es|era|fue|ha|había|he|hay|funciona|pasa|llega|falla)(?![a-zà-ž])/i,
        ],
      },
      always: [
        /^(?:por favor,? )?(?:usa|utiliza|escribe|responde|contesta|pon|incluye|pregunta|haz) siempre(?![a-zà-ž])\s+\S/i,
        /^(?:por favor,? )?siempre (?:usa|utiliza|escribe|responde|contesta|pon|incluye|pregunta)\s+\S/i,
        /^(?:a partir de ahora|de ahora en adelante),?\s+[a-zà-ž]/i,
      ],
    },
    wishes: {
      prefer: {
        patterns:
          /^(?:yo )?(?:prefiero|preferimos|preferiría)\s+(?!(?:el|la) (?:primer|segund|últim)|(?:es[oae]|est[oae]|ninguno|no decirlo)(?![a-zà-ž]))\S/i,
        unless: transient,
      },
      like: {
        patterns: [
          /^(?:a mí )?(?:no )?me (?:gustan?|encantan?)\s+(?!(?:es[oae]s?|est[oae]s?|cómo|como|tu|tus|más|mucho)(?![a-zà-ž]))\S+/i,
          /^odio\s+(?!(?:es[oae]|est[oae])(?![a-zà-ž]))\S/i,
          /^mi [a-zà-ž]+ (?:favorit[oa]|preferid[oa]) es\s/i,
        ],
        unless: transient,
      },
    },
  }),
  needs:
    /(?<![a-zà-ž])(?:me|mi|mis|tiene|cobr(?:o|amos)|abrimos|cerramos|llevo|llevamos|dirijo|regento|dejamos|salvo|soy|somos|tengo|tenemos|tomo|tuve|vivo|vivimos|trabajo|nac[ií]|naci[oó]|no|nunca|nos|nuestr[oa]|toco|estoy|hablo|fumo|mido|padezco|estudio|usamos|utilizamos|cada|todos los|todas las|ll[aá]mame|tut[eé]ame|tr[aá]t[ae]me|sé|sin|respuestas|respond[a-zà-ž]*|respóndeme|cont[eé]st[a-zà-ž]*|escr[ií]b[a-zà-ž]*|habla|h[aá]blame|expl[ií][a-zà-ž]*|puedes|podemos|ya|dejé|deje|he|hemos|volví|vuelvo|conduzco|muri[oó]|falleci[oó]|sepas|cumplí|corté|terminé|tuvimos|ahora|bebo|como|quiero|me caso)(?![a-zà-ž])/i,
  rewrites: [
    [/^(?:(?:a partir de|desde|en) [a-z]+,? )?(?:yo |nosotr[oa]s )?(?=cobr(?:o|amos) )/i, ''],
    [/^(?:yo|ahora|actualmente|al final|ya|desde [^,]{2,20}?|como) (?=[a-zà-ž])/i, ''],
    [/ (?:ahora|actualmente|ya)(?= )/gi, ''],
    [/^(.{3,20}) me dan? alergia/i, 'me da alergia $1'],
  ],
  greeted:
    /^(?:(?:hola|buenas(?: tardes| noches)?|buenos días)[\s,!.]+(?:soy|me llamo) (?!un[ao]?\b|yo\b|el\b|la\b|muy\b|de\b|feliz|nuev[oa]|tont[oa]|tím|alt[oa]|baj[oa]|rar[oa]|así|pobre|ric[oa]|vieji?t?[oa]|joven|fan\b)[a-zà-ž]{3,12}(?: (?:de nuevo|otra vez))?|soy [a-zà-ž]{3,12} (?:de nuevo|otra vez))[.!]*$/i,
  forms: formRows(
    {
      health: [
        source`^(?:soy|somos|tengo|tenemos|tuve|padezco|padecemos|tomo|estoy|sufro|no puedo|me|${mine}(?: \p{L}+)? (?:es|tiene|toma|está)) (?:\S+ ){0,6}?${ailment}`,
        source`^(?:ya no |no )?(?:soy|somos|sigo|llevo|como|comemos|tolero|puedo|podemos|debo|tengo que|${mine}(?: \p{L}+)? es) (?:\S+ ){0,4}?${diet}`,
        source`^(?:(?:tomo|estoy tomando|me inyecto|uso|dejé de tomar|no tomo|ya no tomo)|${mine} toma) (?:\S+ ){0,6}?${medicine}|\d ?mg(?: (?:de|del|por|al|cada|diari)|[.!]*$)`,
        source`^(?:(?:ya )?no|nunca) (?:puedo comer|podemos comer|puedo tomar|puedo beber|como|tolero) (?!más|nada|ahora|hoy)\p{L}{3,}`,
        source`^(?:le |les )?tengo (?:mucho )?miedo a (?!que|perder)|^(?:ya no )?fumo(?: .{0,40})?[.!]*$|^no fumo|^(?:he dejado|dejé|dejo) de fumar`,
        source`^(?:he vuelto|volví|vuelvo) a (?:comer|fumar|tomar)|^como (?:carne|pescado) (?:otra vez|de nuevo)`,
        source`^(?:ya )?no (?:soy|tengo|estoy) (?:\S+ ){0,2}?${ailment}|^me diagnosticaron`,
      ],
      identity: [
        source`^(?:me llamo (?!la|mucho|a )|mi nombre es (?!muy|difícil)|tengo \d{1,3} años(?! de)|cumplí \d|ayer cumplí|hablo ${tongues}|mi cumpleaños|mi lengua materna|mido \d|peso \d)`,
        source`^(?:soy|somos) (?:zurd|diestr|musulm|católic|judí|jubilad|casad|solter|divorciad|viud)`,
        source`^(?:estoy|estamos|soy) (?:casad|divorciad|separad|prometid|solter|viud|jubilad)`,
        source`^(?:mi|mis|nuestr[oa]) (?:nuev[oa] )?${things}(?: \S+){0,4}? (?:es|son|está) (?!rot|lent|muy|fatal|mal)`,
      ],
      home: [
        source`^(?:vivo|vivimos|${mine}(?: \p{L}+)? y yo vivimos) (?:\S+ ){0,6}?en \S`,
        source`^(?:me he|nos hemos|me|nos) (?:mudado|mudé|mudamos|cambié|cambiado) (?:a|para) (?!otro tema)`,
      ],
      work: [
        source`^soy (?:una? )?${trade}(?:[.!]*$| (?:de|en|para|del|jubilad[oa]|desde) \S)`,
        source`^(?:ya )?(?:no )?trabajo (?:\S+ )?(?:en|como|para|de|tiempo|media|medio|a tiempo) (?!ello|eso|esto|un burro|una mula)\S`,
        source`^(?:dejé|he dejado|me fui de) (?:mi trabajo|el trabajo|la (?:carrera|empresa|universidad)|\p{L}+ y (?:empiezo|trabajo))|^(?:me despidieron|renuncié|me (?:he )?jubil)|^empiezo (?:a trabajar )?en \p{L}+ en `,
        source`^(?:tengo|tenemos|llevo|llevamos|dirijo|regento) (?:una?|mi|nuestr[oa]) (?:pequeñ[oa] |propi[oa] )?(?:empresa|negocio|tienda|bar|cafetería|restaurante|clínica|agencia|peluquería|panadería|pastelería|librería|floristería|frutería|farmacia|granja|inmobiliaria)(?: (?:de|en|con) (?!la cabeza|mente|ejemplo|campaña|confianza|siempre)|[,.!]|$)|^(?:somos|tenemos|tengo) (?:ya )?(?:\d+|\p{L}+) (?:emplead|trabajador)[oae]`,
        source`^cobr(?:o|amos) (?:\p{L}+ )?\d[\d.,]* ?(?:€|euros?|pesos)? ?(?:l[ao]|el|por|al|a la) \p{L}|^(?:abrimos|cerramos) (?:de \d|de lunes|(?:todos )?los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|fines)|a las \d)|^(?:hemos dejado|dejamos|hemos cambiado de|cambiamos de) (?:el |la )?(?:local|oficina|tienda|nave|despacho)(?!\p{L}| a las? )`,
      ],
      person: [
        source`^(?:mi|nuestr[oa]) (?:gestora?|soci[oa]|client[ea]|proveedora?|caser[oa]|asesora?|abogad[oa]|contable|profesora?|encargad[oa]|entrenadora?) se llama (?!igual|como)\p{L}`,
        source`^${mine} (?:\p{L}+ )?(?:se llaman?|es|son|tienen?|trabaja|viven?|estudia|empieza|no|toca|juega|colecciona|odia|adora|cumple|canta|baila|pinta)(?!\p{L})|^a ${mine} (?:no )?les? (?:gusta|encanta)n? (?!est|es[oa]|la idea|tu )\S|^(?:el (?:cumpleaños|teléfono|móvil|correo|número)|la dirección|el nombre) de ${mine} es \S`,
        source`^(?:tengo|tenemos) ${number} (?:\p{L}+ )?${kin}(?!\p{L})`,
        source`^(?:\p{L}{2,15} y yo|yo y \p{L}{2,15})? ?(?:nos|me) (?:hemos |he )?(?:separ|divorci|casamos|casé)(?:é|ado|amos|aron)?(?!\p{L})|^(?:corté|he cortado|terminé) con (?!el|la|esto)\p{L}`,
        source`^${someone} (?:ha |había )?(?:murió|muerto|falleció|fallecido)(?!.*\d{4})|^tuvimos que (?:dormir|sacrificar) a `,
        source`^(?:\S+ ){0,4}?(?:ha )?naci(?:ó|do) (?:mi|nuestr[oa]) |^(?:mi|nuestr[oa]) .{0,20}(?:bebé|hij[oa]) (?:ya )?(?:nació|ha nacido)`,
      ],
      preference: [
        source`^(?:ya no|no|nunca) (?:bebo|fumo|conduzco|uso|tomo) (?!más|nada|decisiones)\S`,
        source`^(?:bebo|tomo|como) \p{L}+ (?:otra vez|de nuevo)|^(?:sí )?me gustan? (?!tu|más|eso|esto|esta|mucho|ir|que)\S`,
      ],
      skill: source`^(?:toco (?:el|la|los) |estoy aprendiendo |estoy haciendo un curso |estudio |colecciono )(?!esto|eso)\p{L}{3,}(?: en .{2,20})?(?:, .{3,40})?[.!]*$`,
      routine: source`^\p{L}+o (?:\S+ ){0,3}?(?:cada|todos los|todas las) \p{L}`,
      goal: source`^(?:el año que viene )?quiero .{3,50}(?:antes de|el año que viene|este año)|^mi objetivo`,
      event: source`^(?:me caso|nos casamos) (?:el|en) `,
      rule: [
        source`^(?:por favor,? )?(?:ll[aá]mame (?!cuando|si|mañana|luego|más|al?(?!\p{L}))\p{L}|tut[eé]ame|tr[aá]t[ae]me de (?:tú|usted)|h[aá]blame de (?:tú|usted)|sé (?:breve|concis[oa]|direct[oa])(?!\p{L}))`,
        source`^(?:por favor,? )?(?:(?:sin|no uses|no use|nunca uses) (?:emojis|jerga|tablas|listas|tecnicismos|anglicismos|abreviaturas)|respuestas (?:cortas|breves|largas))(?:,? ${please})?[.!]*$`,
        source`^(?:por favor,? )?(?:responde|respóndeme|contesta|contéstame|escribe|escríbeme|habla|háblame|explícame|explíqueme|explicame)(?: (?:solo|siempre|las cosas|conmigo|todo))* (?:en (?:español|inglés|francés|alemán|italiano|portugués|catalán)|${manner})(?: y ${manner})?(?:,? ${please})?[.!]*$`,
        source`^(?:puedes (?:volver a )?(?:tutearme|usar emojis|extenderte)|podemos tutearnos)`,
      ],
    },
    {
      identity: [
        source`^(?:[Ss]oy|[Nn]ací en|[Ss]oy de) \p{Lu}\p{Ll}{2,}(?:[.!]*$|, | pero )|^[Ss]oy de \p{Lu}|^[Nn]ací en \p{Lu}`,
        source`^[Ss]oy (?:una? )?(?!otr|nuestr)\p{Ll}{2,}(?:er[ao]|tr[ao]|ista|ora?|ic[ao]|og[ao]|ante|ad[ao])(?:[.!]*$| en (?:\p{Lu}|un))`,
        source`^[Ss]oy (?:zurd[oa]|daltónic[oa])`,
      ],
      work: source`^[Ss]oy \p{Ll}{4,} en \p{Lu}|^(?:[Dd]ejé|[Hh]e dejado) \p{Lu}`,
      health: source`${namedWith('tiene|padece', 'es')}|^(?:[Yy]o )?(?:tomo|Tomo|[Ee]stoy tomando) (?:el |la )?(?!Uber|Netflix|Coca|Nutella)\p{Lu}\p{Ll}{4,}[.!]*$`,
      project: source`^(?:[Ee]n el trabajo )?(?:[Uu]samos|[Uu]tilizamos|usamos) \p{Lu}|^(?:[Hh]emos pasado|[Cc]ambiamos|[Pp]asamos) de \p{Lu}.{1,30} a \p{Lu}`,
      possession: source`^[Tt]engo un[ao]? \p{Lu}\p{L}+ \p{Lu}|^[Nn]uestro coche es un`,
    },
  ),
}
