import { type ClaimLanguage, type ClaimRow, form, ownRow, rewritesTo, claimRow as row } from './claim.ts'

const thing = '(?<a>(?:mi|nuestro|nuestra|el|la) [a-zà-ž\\d -]{1,60}?)'
const changed = '(?:movido|cambiado|pospuesto|aplazado|trasladado|adelantado|renombrado|aumentado|reducido)'

/** What is no town: "en un piso", and no employer: "en casa", "en el turno de noche". */
const town =
  '(?!(?:una?|mi|otr[oa]|casa|pareja|familia|el (?:centro|campo|piso|barrio|tercer|segundo|mismo)|la (?:calle|misma|playa|montaña|habitación|planta)|las afueras)(?:\\s|$))(?<v>.+)'
const firm =
  '(?!(?:una?|mi|casa|remoto|ello|eso|esto|equipo|grupo|línea|marketing|ventas|informática|finanzas|hostelería|sanidad|educación|el (?:turno|proyecto|centro|jardín|mismo|campo)|la (?:oficina|misma|calle))(?:\\s|$))(?<v>.+)'
/** What a person, a thing or a name is like, not what it is. */
const quality = '(?:una?|muy|bastante|tan|s[uú]per|demasiado|difícil|fácil)(?:\\s|$)'
const eater = '(?<v>vegan|vegetarian)[oa]'
const answer =
  '(?:por favor,? )?(?:responde|respóndeme|contesta|contéstame|escribe|escríbeme|explícame)(?: siempre| solo| a partir de ahora)*'
const please = '(?:,? por favor)?'

/** What people begin that is no employer. */
const noFirm =
  '(?!(?:el|los|las|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|jueves|viernes|casa|duolingo|terapia|yoga|pilates|crossfit|natación|primero|segundo|serio|\\d\\S*|la (?:uni|universidad|escuela|misma|mañana|tarde|noche))(?:\\s|$))'

const rows: readonly ClaimRow[] = [
  row(
    `(?:por favor,? )?(?:olvida|olvídate de|borra|elimina) (?:(?:lo que (?:te )?(?:dije|he dicho|conté)|todo) sobre )?${thing}(?: de tu memoria)?`,
    form.over,
  ),
  ownRow(
    '(?:yo )?(?:me (?:han )?(?:despidieron|despedido|echaron)(?: del trabajo)?|(?:he perdido|perdí|he dejado|dejé) (?:mi|el) (?:trabajo|empleo)|renuncié(?: a mi trabajo)?|(?:estoy|me he quedado|me quedé) (?:en (?:el )?paro|desemplead[oa]|sin (?:trabajo|empleo)))',
    form.jobIsOver,
  ),
  ownRow(`(?:yo )?(?:empecé|he empezado|comencé|entré) en ${noFirm}${firm}`, form.hired),
  ownRow(
    `(?:(?:yo )?(?:tengo|conseguí|he conseguido|encontré|he encontrado) )?(?:(?:un|el) )?(?:nuevo )?(?:trabajo|puesto|empleo) en ${firm}`,
    form.hired,
  ),
  ownRow('(?:yo )?me (?:han contratado|contrataron) en (?<v>.+)', form.hired),
  ownRow(`me (?:contrató|ha contratado) ${firm}`, form.hired),
  ownRow(`${firm} me (?:contrató|ha contratado)`, form.hired),
  ownRow('(?<v>.+) es (?:mi|nuestra) casa', { ...form.moved, isKnownPlace: true }),
  ownRow('(?:yo )?cumplí (?<v>\\d{1,3})(?: años)?', { ...form.age, mark: 'clear' }),
  ownRow('(?:yo )?peso (?<v>\\d.*)', { attribute: 'weight', cardinality: 'one', mark: 'weak' }),
  ownRow(
    '(?:volvamos|vuelve|volver|cambia|cambiemos|pasa) al? (?<v>español|inglés|francés|alemán|italiano|portugués|catalán)(?:,? por favor)?',
    form.language,
  ),
  row(
    '(?:hemos roto|rompimos|lo hemos dejado|mi novi[oa] me (?:dejó|ha dejado)|(?:rompí|he roto|corté|he cortado) con mi novi[oa]|mi novi[oa] y yo (?:hemos roto|rompimos|lo hemos dejado|lo dejamos|nos separamos))',
    {
      ...form.over,
      ends: ['novia', 'novio'].flatMap((one) =>
        ['name', 'is'].map((attribute) => ({ subject: `mi ${one}`, attribute, value: '' })),
      ),
    },
  ),
  ownRow('(?:yo )?(?:me llamo|mi nombre es) (?!(?:la|mucho|a|muy|difícil) )(?<v>.+)', form.name),
  row('(?<s>(?:mi|nuestr[oa]) [a-zà-ž ]{2,30}?) se llama (?<v>.+)', form.name),
  ownRow(`(?:yo )?soy ${eater}(?: .{2,30})?`, form.diet),
  ownRow(`ya no soy ${eater}`, form.dietGivenUp),
  ownRow('como (?:carne|de todo)', { ...form.dietIsOver, goesOn: true }),
  ownRow('soy alérgic[oa] (?:al?|a l[oa]s?) (?<v>.+)', form.allergy),
  ownRow('tengo alergia (?:al?|a l[oa]s?) (?<v>.+)', form.allergy),
  ownRow('ya no (?:soy alérgic[oa]|tengo alergia) (?:al?|a l[oa]s?) (?<v>.+)', form.allergyIsOver),
  ownRow('estoy (?<v>casad|divorciad|solter|viud|separad)[oa](?: .{2,30})?', form.maritalStatus),
  ownRow('(?:me he divorciado|me divorcié|nos hemos divorciado|nos divorciamos)', {
    ...form.maritalStatus,
    value: 'divorciad',
  }),
  ownRow(
    '(?:he dejado|dejé) (?!de |que )(?<v>[a-zà-ž][a-zà-ž ]{1,30}?)(?: y (?:empiezo|trabajo) .+)?',
    form.leftEmployer,
  ),
  ownRow('(?:estoy|soy) jubilad[oa]', form.jobIsOver),
  ownRow(
    `(?:(?:por favor,? )?sé breve|respuestas (?:cortas|breves)|${answer} (?:corto|breve|brevemente|de forma breve))(?: (?:en|y) .+)?${please}`,
    form.short,
  ),
  ownRow(
    `(?:${answer} (?:con (?:más )?detalles?|detalladamente|de forma detallada)|puedes volver a extenderte(?: .+)?)${please}`,
    form.long,
  ),
  ownRow(
    `(?:por favor,? )?(?:tut[eé]ame|tr[aá]tame de tú|h[aá]blame de tú|puedes (?:volver a )?tutearme|podemos tutearnos)${please}`,
    form.familiar,
  ),
  ownRow(`(?:por favor,? )?(?:tr[aá]t[ae]me|h[aá]bl[ae]me) de usted${please}`, form.formal),
  ownRow(`(?:por favor,? )?(?:sin emojis|no uses emojis)${please}`, form.noEmojis),
  ownRow(`puedes (?:volver a )?(?:usar|poner) emojis${please}`, form.emojis),
  ownRow(
    '(?:por favor,? )?(?:responde|respóndeme|contesta|contéstame|escribe|escríbeme|habla|háblame)(?: siempre| solo| conmigo)* en (?<v>español|inglés|francés|alemán|italiano|portugués|catalán)',
    form.language,
  ),
  ownRow('(?:yo )?ya no vivo en (?<v>.+)', form.leftHome),
  ownRow(`(?:(?:yo )?vivo|vivimos) en ${town}`, form.home),
  ownRow(
    `(?:yo )?(?:me mudé|me he mudado|nos mudamos|nos hemos mudado|me cambié)(?: de vuelta)?(?: de (?<o>.+?))? (?:a|para) ${town}`,
    form.moved,
  ),
  ownRow('(?:yo )?ya no trabajo (?:en|para) (?<v>.+)', form.leftEmployer),
  ownRow(`(?:yo )?trabajo (?:en|para) ${firm}`, form.employer),
  ownRow('(?:yo )?(?:empecé|he empezado|comencé) (?:a trabajar|un (?:nuevo )?trabajo) en (?<v>.+)', form.hired),
  ownRow('(?:yo )?prefiero (?<v>.+)', form.prefer),
  ownRow('he leído (?<v>\\d+ .+)', { attribute: 'do read', cardinality: 'one-of-kind', mark: 'weak' }),
  row(
    `(?:he|hemos) (?:subido|bajado|aumentado|reducido|movido|cambiado|aplazado) ${thing}(?: (?:del|de) (?<o>.+?))? (?:al|a|para) (?<v>.+)`,
    form.changed,
  ),
  ownRow('tengo (?<v>\\d{1,3}) años', form.age),
  row('(?:ya no usamos|(?:dejamos|hemos dejado) de usar) (?<v>.+)', { ...form.unused, subject: 'us' }),
  ownRow('ya no uso (?<v>.+)', form.unused),
  row('usamos (?<v>.+)', { ...form.use, subject: 'us' }),
  ownRow('(?:yo )?uso (?<v>.+)', form.use),
  row('(?:cambiamos|hemos cambiado|migramos|hemos migrado|pasamos|hemos pasado)(?: de (?<o>.+?))? a (?<v>.+)', {
    ...form.switched,
    subject: 'us',
  }),
  row('(?:reemplazamos|sustituimos|hemos reemplazado|hemos sustituido) (?<o>.+?) por (?<v>.+)', {
    ...form.switched,
    subject: 'us',
  }),
  row(
    `${thing} (?:se ha|se|ha sido|fue|está) ?(?:${changed}|movió|cambió|pospuso|aplazó|trasladó|movida|cambiada|aplazada|pospuesta)(?: (?:del|de) (?<o>.+?))? (?:al|a|para) (?<v>.+)`,
    form.changed,
  ),
  row(`${thing} no es (?<v>.+)`, form.isNot),
  row(`${thing} (?:es|está)(?: (?:el|a las|en|de))? (?!${quality})(?<v>.+)`, form.is),
  ownRow('(?:por favor,? )?ll[aá]mame (?<v>[a-zà-ž][a-zà-ž-]*)', form.address),
  ownRow('(?:yo )?(?:ya no|dejé de|he dejado de) (?<a>[a-zà-ž]{2,20})(?: (?<v>.+))?', form.over),
  ownRow('(?:yo )?no (?<a>como|bebo|fumo|tomo) (?<v>.+)', { cardinality: 'many', stance: 'denied' }),
  ownRow('(?:yo )?(?<a>como|bebo|fumo|tomo)(?: (?<v>.+))?', { cardinality: 'many' }),
  ownRow('(?:sí )?me gustan? (?<v>.+)', { attribute: 'like', cardinality: 'many' }),
  ownRow('no me gustan? (?<v>.+)', { attribute: 'like', cardinality: 'many', stance: 'denied' }),
  ownRow('odio (?<v>.+)', { attribute: 'like', cardinality: 'many', stance: 'denied' }),
]

/** Spanish statements. */
export const spanishClaims: ClaimLanguage = {
  needs:
    /(?:^|\s)(?:yo|acabo|acabamos|perdí|despidieron|contrataron|rompimos|cumplí|cumplo|peso|trabajamos|volvamos|vuelve|cambia|nuevo|renuncié|ll[aá]mame|tut[eé]ame|tr[aá]t[ae]me|h[aá]bl[ae]me|responde|respóndeme|contesta|contéstame|escribe|respuestas|sin|puedes|podemos|sé|soy|estoy|no|como|bebo|fumo|tomo|odio|he|vuelvo|volví|prefiero|empecé|comencé|vivo|vivimos|trabajo|uso|usamos|mi|me|nos|nuestro|nuestra|ya|el|la|tengo|cambiamos|hemos|migramos|pasamos|dejé|dejamos|reemplazamos|sustituimos)(?:[\s.,!:]|$)/u,
  leftOut: [
    /¿/u,
    /(?:^|[\s,])(?:si|quizás?|tal vez|quiero|queremos|quisiera|querría|ojalá|podría|podríamos|debería|deberíamos|voy a|vamos a|pienso|planeo|espero|supongamos|imagina|casi|cuando)(?:[\s,]|$)/u,
    /(?:^|[\s,])(?:dice|dijo|dicen|cree|piensa|según|contó|oí|supuestamente)(?:[\s,]|$)/u,
    /(?:^|\s)(?:hoy|mañana|esta semana|este mes|esta vez|hasta|por ahora|de momento|temporalmente|mientras|próxim[oa])(?:\s|$)/u,
    /(?:^|\s)(?:antes|antiguamente|solía|vivía|trabajaba|usaba|usábamos|de niño|de niña|a veces|todavía no|aún no)(?:\s|$)/u,
  ],
  opening:
    /^(?:(?:no(?=[,.:;!])|perdón|perdona|en realidad|corrección|quise decir|quería decir|sí|bueno|oye|hola|por cierto|y|pero|recuerda que|recuerda)(?=[\s,.:;!])[\s,.:;!–—-]+(?:que )?)/u,
  correcting: /^(?:no,|no\.|perdón|perdona|en realidad|corrección|quise decir|quería decir)/u,
  contractions: [],
  rewrites: rewritesTo({
    'me mudé': /^(?:me acabo de mudar|acabo de mudarme)(?= )/gu,
    'nos mudamos': /^(?:nos acabamos de mudar|acabamos de mudarnos)(?= )/gu,
    'ya no soy alérgico a las $1$2$3':
      /^(?:ya puedo (?:volver a )?comer (?:las |los )?(.{3,30}?)(?: otra vez| de nuevo)?|puedo (?:volver a comer (?:las |los )?(.{3,30}?)|comer (?:las |los )?(.{3,30}?) (?:otra vez|de nuevo)))(?=[.!]*$)/gu,
    'ahora $1': /^(?:he vuelto|volví|vuelvo) a (comer|beber|fumar|tomar)(?= )/gu,
    $1: /^((?:yo )?(?:empecé|comencé|entré|he empezado) en .{2,40}?) el (?:lunes|martes|miércoles|jueves|viernes)(?: pasado)?(?=[.!]*$)/gu,
    'empecé en $1':
      /^(?:(?:hoy |ayer )?(?:fue|es|ha sido) )?(?:mi )?primer día de trabajo en (.{2,40}?)(?: hoy| ayer)?(?=[.!]*$)/gu,
    'ya no $1': /^(?:he dejado|dejé) de (comer|beber|fumar|tomar)/gu,
    '$1 $2o': /^(ahora|ya no) (com|beb|fum|tom)(?:er|ar)/gu,
    fumo: /^soy fumador(?:a)?/gu,
    '': / (?:cada|todas las) (?:mañanas?|noches?|días?)/gu,
    'tomo ': /\btomo \d+ ?mg de /gu,
    'ahora tengo ': /^ya tengo /gu,
    jefe: /\bjefa\b/gu,
  }),
  adding: /(?:^|\s)(?:también|además|otro|otra|asimismo)(?:\s|$)/u,
  changing: /(?:^|\s)(?:ahora|actualmente|nuevo|nueva|a partir de ahora)(?=[\s,]|$)/u,
  adverbs:
    /(?:^|(?<=\s))(?:a partir de ahora|ahora|actualmente|otra vez|de nuevo|cada (?:mañana|día|noche)|sí(?= me)|recientemente|ayer|finalmente|todavía|siempre|hace [^,.]{1,20}|el mes pasado|la semana pasada|el año pasado)(?=[\s,]|$),?/gu,
  retracting: [
    /^(?:olvida|(?:borra|elimina)(?=.+ de tu memoria)) que (?<rest>.+?)(?: de tu memoria)?$/u,
    /^ya no es cierto que (?<rest>.+)$/u,
  ],
  replacing: [/^(?<rest>.+?),? en (?:lugar|vez) de (?<o>.+)$/u, /^(?<rest>.+?), no (?<o>.+)$/u],
  joint: /(?:,| y| pero|;)+ (?=(?:yo|mi|nuestro|nuestra|ahora) )/gu,
  rows,
}
