import { spanishRules } from '../rules/rules-spanish.ts'
import { ailment, diet, type Forms, formRows, medicine, tongues } from './forms.ts'

const r = String.raw
const kin =
  '(?:ex)?(?:mujer|esposa|marido|esposo|parej[ao]|novi[oa]|hij[oa]s?|bebé|madre|mamá|padre|papá|padres|herman[oa]s?|abuel[oa]s?|niet[oa]s?|jef[ea]|perr[oa]s?|gat[oa]s?)'
const mine = r`(?:mi|mis|nuestr[oa]) (?:\S+ )?${kin}`
const someone = r`(?:${mine}(?: \p{L}{3,15})?|\p{L}{3,15})`
const number = r`(?:dos|tres|cuatro|cinco|seis|un|una|\d+)`
/** Things that have one value: "my shoe size is 44". */
const things =
  '(?:número de \\p{L}+|teléfono|móvil|celular|dirección|talla|talla de \\p{L}+|cumpleaños|lengua materna|correo(?: electrónico)?|presupuesto|matrícula|coche|carro|médic[oa]|doctora?|dentista|profesión|objetivo|\\p{L}+ favorit[oa])'
const manner =
  '(?:corto|breve|brevemente|de forma (?:breve|sencilla|detallada)|con (?:más )?detalles?|detalladamente|con ejemplos|con palabras sencillas|sin emojis)'

/** Plain statements in Spanish. */
export const spanishForms: Forms = {
  ...spanishRules,
  needs:
    /(?<!\p{L})(?:me|mi|mis|soy|somos|tengo|tenemos|tomo|tuve|vivo|vivimos|trabajo|nac[ií]|naci[oó]|no|nunca|nos|nuestr[oa]|toco|estoy|hablo|fumo|mido|padezco|estudio|usamos|utilizamos|cada|todos los|todas las|ll[aá]mame|tut[eé]ame|tr[aá]t[ae]me|sé|sin|respuestas|respond\p{L}*|respóndeme|cont[eé]st\p{L}*|escr[ií]b\p{L}*|habla|h[aá]blame|expl[ií]\p{L}*|puedes|podemos|ya|dejé|deje|he|hemos|volví|vuelvo|conduzco|muri[oó]|falleci[oó]|sepas|cumplí|corté|terminé|tuvimos|ahora|bebo|como|quiero|me caso)(?!\p{L})/iu,
  rewrites: [
    [/^(?:yo|ahora|actualmente|al final|ya|desde [^,]{2,20}?|como) (?=\p{L})/iu, ''],
    [/ (?:ahora|actualmente|ya)(?= )/giu, ''],
    [/^(.{3,20}) me dan? alergia/iu, 'me da alergia $1'],
  ],
  forms: formRows(
    [
      [
        'health',
        r`^(?:soy|somos|tengo|tenemos|tuve|padezco|padecemos|tomo|estoy|sufro|no puedo|me|${mine}(?: \p{L}+)? (?:es|tiene|toma|está)) (?:\S+ ){0,6}?${ailment}`,
        r`^(?:ya no |no )?(?:soy|somos|sigo|llevo|como|comemos|tolero|puedo|podemos|debo|tengo que|${mine}(?: \p{L}+)? es) (?:\S+ ){0,4}?${diet}`,
        r`^(?:(?:tomo|estoy tomando|me inyecto|uso|dejé de tomar|no tomo|ya no tomo)|${mine} toma) (?:\S+ ){0,6}?${medicine}|\d ?mg(?!\p{L})`,
        r`^(?:(?:ya )?no|nunca) (?:puedo comer|podemos comer|puedo tomar|puedo beber|como|tolero) (?!más|nada|ahora|hoy)\p{L}{3,}`,
        r`^(?:le |les )?tengo (?:mucho )?miedo a (?!que|perder)|^(?:ya no )?fumo(?: .{0,40})?[.!]*$|^no fumo|^(?:he dejado|dejé|dejo) de fumar`,
        r`^(?:he vuelto|volví|vuelvo) a (?:comer|fumar|tomar)|^como (?:carne|pescado) (?:otra vez|de nuevo)`,
        r`^(?:ya )?no (?:soy|tengo|estoy) (?:\S+ ){0,2}?${ailment}|^me diagnosticaron`,
      ],
      [
        'identity',
        r`^(?:me llamo (?!la|mucho|a )|mi nombre es (?!muy|difícil)|tengo \d{1,3} años(?! de)|cumplí \d|ayer cumplí|hablo ${tongues}|mi cumpleaños|mi lengua materna|mido \d|peso \d)`,
        r`^(?:soy|somos) (?:zurd|diestr|musulm|católic|judí|jubilad|casad|solter|divorciad|viud)`,
        r`^(?:estoy|estamos|soy) (?:casad|divorciad|separad|prometid|solter|viud|jubilad)`,
        r`^(?:mi|mis|nuestr[oa]) (?:nuev[oa] )?${things}(?: \S+){0,4}? (?:es|son|está) (?!rot|lent|muy|fatal|mal)`,
      ],
      [
        'home',
        r`^(?:vivo|vivimos|${mine}(?: \p{L}+)? y yo vivimos) (?:\S+ ){0,6}?en \S`,
        r`^(?:me he|nos hemos|me|nos) (?:mudado|mudé|mudamos|cambié|cambiado) (?:a|para) (?!otro tema)`,
      ],
      [
        'work',
        r`^(?:ya )?(?:no )?trabajo (?:\S+ )?(?:en|como|para|de|tiempo|media|medio|a tiempo) (?!ello|eso|esto|un burro|una mula)\S`,
        r`^(?:dejé|he dejado|me fui de) (?:mi trabajo|el trabajo|la (?:carrera|empresa|universidad)|\p{L}+ y (?:empiezo|trabajo))|^(?:me despidieron|renuncié|me (?:he )?jubil)|^empiezo (?:a trabajar )?en \p{L}+ en `,
      ],
      [
        'person',
        r`^${mine} (?:\p{L}+ )?(?:se llama|es|tiene|trabaja|vive|estudia|empieza|no|toca|juega)(?!\p{L})`,
        r`^(?:tengo|tenemos) ${number} (?:\p{L}+ )?${kin}(?!\p{L})`,
        r`^(?:\p{L}{2,15} y yo|yo y \p{L}{2,15})? ?(?:nos|me) (?:hemos |he )?(?:separ|divorci|casamos|casé)(?:é|ado|amos|aron)?(?!\p{L})|^(?:corté|he cortado|terminé) con (?!el|la|esto)\p{L}`,
        r`^${someone} (?:ha |había )?(?:murió|muerto|falleció|fallecido)(?!.*\d{4})|^tuvimos que (?:dormir|sacrificar) a `,
        r`^(?:\S+ ){0,4}?(?:ha )?naci(?:ó|do) (?:mi|nuestr[oa]) |^(?:mi|nuestr[oa]) .{0,20}(?:bebé|hij[oa]) (?:ya )?(?:nació|ha nacido)`,
      ],
      [
        'preference',
        r`^(?:ya no|no|nunca) (?:bebo|fumo|conduzco|uso|tomo) (?!más|nada|decisiones)\S`,
        r`^(?:bebo|tomo|como) \p{L}+ (?:otra vez|de nuevo)|^(?:sí )?me gustan? (?!tu|más|eso|esto|esta|mucho|ir|que)\S`,
      ],
      [
        'skill',
        r`^(?:toco (?:el|la|los) |estoy aprendiendo |estoy haciendo un curso |estudio |colecciono )(?!esto|eso)\p{L}{3,}(?: en .{2,20})?(?:, .{3,40})?[.!]*$`,
      ],
      ['routine', r`^\p{L}+o (?:\S+ ){0,3}?(?:cada|todos los|todas las) \p{L}`],
      ['goal', r`^(?:el año que viene )?quiero .{3,50}(?:antes de|el año que viene|este año)|^mi objetivo`],
      ['event', r`^(?:me caso|nos casamos) (?:el|en) `],
      [
        'rule',
        r`^(?:por favor,? )?(?:ll[aá]mame (?!cuando|si|mañana|luego|más|al?(?!\p{L}))\p{L}|tut[eé]ame|tr[aá]t[ae]me de (?:tú|usted)|h[aá]blame de (?:tú|usted)|sé (?:breve|concis[oa]|direct[oa])(?!\p{L}))`,
        r`^(?:por favor,? )?(?:(?:sin|no uses|no use|nunca uses) (?:emojis|jerga)|respuestas (?:cortas|breves|largas))(?:,? por favor)?[.!]*$`,
        r`^(?:por favor,? )?(?:responde|respóndeme|contesta|contéstame|escribe|escríbeme|habla|háblame|explícame|explíqueme|explicame)(?: (?:solo|siempre|las cosas|conmigo|todo))* (?:en (?:español|inglés|francés|alemán|italiano|portugués|catalán)|${manner})(?: y ${manner})?(?:,? por favor)?[.!]*$`,
        r`^(?:puedes (?:volver a )?(?:tutearme|usar emojis|extenderte)|podemos tutearnos)`,
      ],
    ],
    [
      [
        'identity',
        r`^(?:[Ss]oy|[Nn]ací en|[Ss]oy de) \p{Lu}\p{Ll}{2,}(?:[.!]*$|, | pero )|^[Ss]oy de \p{Lu}|^[Nn]ací en \p{Lu}`,
        r`^[Ss]oy (?:una? )?(?!otr|nuestr)\p{Ll}{2,}(?:er[ao]|tr[ao]|ista|ora?|ic[ao]|og[ao]|ante|ad[ao])(?:[.!]*$| en (?:\p{Lu}|un))`,
        r`^[Ss]oy (?:zurd[oa]|daltónic[oa])`,
      ],
      ['work', r`^[Ss]oy \p{Ll}{4,} en \p{Lu}|^(?:[Dd]ejé|[Hh]e dejado) \p{Lu}`],
      [
        'health',
        r`^(?:[Yy]o )?(?:tomo|Tomo|[Ee]stoy tomando) (?:el |la )?(?!Uber|Netflix|Coca|Nutella)\p{Lu}\p{Ll}{4,}[.!]*$`,
      ],
      [
        'project',
        r`^(?:[Ee]n el trabajo )?(?:[Uu]samos|[Uu]tilizamos|usamos) \p{Lu}|^(?:[Hh]emos pasado|[Cc]ambiamos|[Pp]asamos) de \p{Lu}.{1,30} a \p{Lu}`,
      ],
      ['possession', r`^[Tt]engo un[ao]? \p{Lu}\p{L}+ \p{Lu}|^[Nn]uestro coche es un`],
    ],
  ),
}
