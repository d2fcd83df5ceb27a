import { regex, source } from '../../text/regex.ts'
import { type ClaimLanguage, type ClaimRow, rewritesTo } from './claim.ts'
import { claiming, form, ofPartners } from './claim-forms.ts'

const thing = source`(?<a>(?:mi|nuestro|nuestra|el|la) [a-zà-ž\d -]{1,60}?)`
const changed = '(?:movido|cambiado|pospuesto|aplazado|trasladado|adelantado|renombrado|aumentado|reducido)'

/** What is no town: "en un piso", and no employer: "en casa", "en el turno de noche". */
const town = source`(?!(?:una?|mi|otr[oa]|casa|pareja|familia|el (?:centro|campo|piso|barrio|tercer|segundo|mismo)|la (?:calle|misma|playa|montaña|habitación|planta)|las afueras)(?:\s|$))(?<v>.+)`
const firm = source`(?!(?:una?|mi|casa|remoto|ello|eso|esto|equipo|grupo|línea|marketing|ventas|informática|finanzas|hostelería|sanidad|educación|el (?:turno|proyecto|centro|jardín|mismo|campo)|la (?:oficina|misma|calle))(?:\s|$))(?<v>.+)`
/** What a person, a thing or a name is like, not what it is. */
const quality = source`(?:una?|muy|bastante|tan|s[uú]per|demasiado|difícil|fácil)(?:\s|$)`
const eater = '(?<v>vegan|vegetarian)[oa]'
const answer =
  '(?:por favor,? )?(?:responde|respóndeme|contesta|contéstame|escribe|escríbeme|explícame)(?: siempre| solo| a partir de ahora)*'
const please = '(?:,? por favor)?'

/** What people begin that is no employer. */
const noFirm = source`(?!(?:el|los|las|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|jueves|viernes|casa|duolingo|terapia|yoga|pilates|crossfit|natación|primero|segundo|serio|\d\S*|la (?:uni|universidad|escuela|misma|mañana|tarde|noche))(?:\s|$))`

const breaksUp = claiming({ ...form.over.claims, ends: ofPartners('mi novia', 'mi novio') })
const divorced = claiming({ subject: 'me', ...form.maritalStatus.claims, value: 'divorciad' })
const weSwitch = claiming({ ...form.switched.claims, subject: 'us' })
const likes = claiming({ subject: 'me', attribute: 'like', cardinality: 'many' })

const rows: readonly ClaimRow[] = [
  form.over`(?:por favor,? )?(?:olvida|olvídate de|borra|elimina) (?:(?:lo que (?:te )?(?:dije|he dicho|conté)|todo) sobre )?${thing}(?: de tu memoria)?`,
  form.jobIsOver`(?:yo )?(?:me (?:han )?(?:despidieron|despedido|echaron)(?: del trabajo)?|(?:he perdido|perdí|he dejado|dejé) (?:mi|el) (?:trabajo|empleo)|renuncié(?: a mi trabajo)?|(?:estoy|me he quedado|me quedé) (?:en (?:el )?paro|desemplead[oa]|sin (?:trabajo|empleo)))`,
  form.hired.own`(?:yo )?(?:empecé|he empezado|comencé|entré) en ${noFirm}${firm}`,
  form.hired
    .own`(?:(?:yo )?(?:tengo|conseguí|he conseguido|encontré|he encontrado) )?(?:(?:un|el) )?(?:nuevo )?(?:trabajo|puesto|empleo) en ${firm}`,
  form.hired.own`(?:yo )?me (?:han contratado|contrataron) en (?<v>.+)`,
  form.hired.own`me (?:contrató|ha contratado) ${firm}`,
  form.hired.own`${firm} me (?:contrató|ha contratado)`,
  form.calledHome`(?<v>.+) es (?:mi|nuestra) casa`,
  form.newAge.own`(?:yo )?cumplí (?<v>\d{1,3})(?: años)?`,
  form.weight`(?:yo )?peso (?<v>\d.*)`,
  form.language`(?:volvamos|vuelve|volver|cambia|cambiemos|pasa) al? (?<v>español|inglés|francés|alemán|italiano|portugués|catalán)(?:,? por favor)?`,
  breaksUp`(?:hemos roto|rompimos|lo hemos dejado|mi novi[oa] me (?:dejó|ha dejado)|(?:rompí|he roto|corté|he cortado) con mi novi[oa]|mi novi[oa] y yo (?:hemos roto|rompimos|lo hemos dejado|lo dejamos|nos separamos))`,
  form.name.own`(?:yo )?(?:me llamo|mi nombre es) (?!(?:la|mucho|a|muy|difícil) )(?<v>.+)`,
  form.name`(?<s>(?:mi|nuestr[oa]) [a-zà-ž ]{2,30}?) se llama (?<v>.+)`,
  form.diet`(?:yo )?soy ${eater}(?: .{2,30})?`,
  claiming({ ...form.dietIsOver.claims, goesOn: true })`como (?:carne|de todo)`,
  form.allergy`(?:soy alérgic[oa]|tengo alergia) (?:al?|a l[oa]s?) (?<v>.+)`,
  form.maritalStatus.own`estoy (?<v>casad|divorciad|solter|viud|separad)[oa](?: .{2,30})?`,
  divorced`(?:me he divorciado|me divorcié|nos hemos divorciado|nos divorciamos)`,
  form.leftEmployer.own`(?:he dejado|dejé) (?!de |que )(?<v>[a-zà-ž][a-zà-ž ]{1,30}?)(?: y (?:empiezo|trabajo) .+)?`,
  form.jobIsOver`(?:estoy|soy) jubilad[oa]`,
  form.short`(?:(?:por favor,? )?sé breve|respuestas (?:cortas|breves)|${answer} (?:corto|breve|brevemente|de forma breve))(?: (?:en|y) .+)?${please}`,
  form.long`(?:${answer} (?:con (?:más )?detalles?|detalladamente|de forma detallada)|puedes volver a extenderte(?: .+)?)${please}`,
  form.familiar`(?:por favor,? )?(?:tut[eé]ame|tr[aá]tame de tú|h[aá]blame de tú|puedes (?:volver a )?tutearme|podemos tutearnos)${please}`,
  form.formal`(?:por favor,? )?(?:tr[aá]t[ae]me|h[aá]bl[ae]me) de usted${please}`,
  form.noEmojis`(?:por favor,? )?(?:sin emojis|no uses emojis)${please}`,
  form.emojis`puedes (?:volver a )?(?:usar|poner) emojis${please}`,
  form.language`(?:por favor,? )?(?:responde|respóndeme|contesta|contéstame|escribe|escríbeme|habla|háblame)(?: siempre| solo| conmigo)* en (?<v>español|inglés|francés|alemán|italiano|portugués|catalán)`,
  form.home.own`(?:(?:yo )?vivo|vivimos) en ${town}`,
  form.moved
    .own`(?:yo )?(?:me mudé|me he mudado|nos mudamos|nos hemos mudado|me cambié)(?: de vuelta)?(?: de (?<o>.+?))? (?:a|para) ${town}`,
  form.employer.own`(?:yo )?trabajo (?:en|para) ${firm}`,
  form.hired.own`(?:yo )?(?:empecé|he empezado|comencé) (?:a trabajar|un (?:nuevo )?trabajo) en (?<v>.+)`,
  form.prefer.own`(?:yo )?prefiero (?<v>.+)`,
  claiming({ subject: 'me', attribute: 'do read', cardinality: 'one-of-kind', mark: 'weak' })`he leído (?<v>\d+ .+)`,
  form.changed`(?:he|hemos) (?:subido|bajado|aumentado|reducido|movido|cambiado|aplazado) ${thing}(?: (?:del|de) (?<o>.+?))? (?:al|a|para) (?<v>.+)`,
  form.age.own`tengo (?<v>\d{1,3}) años`,
  claiming({ ...form.use.claims, subject: 'us', stance: 'ended' })`(?:dejamos|hemos dejado) de usar (?<v>.+)`,
  claiming({ ...form.use.claims, subject: 'us' })`usamos (?<v>.+)`,
  form.use.own`(?:yo )?uso (?<v>.+)`,
  weSwitch`(?:cambiamos|hemos cambiado|migramos|hemos migrado|pasamos|hemos pasado)(?: de (?<o>.+?))? a (?<v>.+)`,
  weSwitch`(?:reemplazamos|sustituimos|hemos reemplazado|hemos sustituido) (?<o>.+?) por (?<v>.+)`,
  form.changed`${thing} (?:se ha|se|ha sido|fue|está) ?(?:${changed}|movió|cambió|pospuso|aplazó|trasladó|movida|cambiada|aplazada|pospuesta)(?: (?:del|de) (?<o>.+?))? (?:al|a|para) (?<v>.+)`,
  form.isNot`${thing} no es (?<v>.+)`,
  form.is`${thing} (?:es|está)(?: (?:el|a las|en|de))? (?!${quality})(?<v>.+)`,
  form.address`(?:por favor,? )?ll[aá]mame (?<v>[a-zà-ž][a-zà-ž-]*)`,
  form.doesNot.own`(?:yo )?no (?<a>como|bebo|fumo|tomo) (?<v>.+)`,
  form.does.own`(?:yo )?(?<a>como|bebo|fumo|tomo)(?: (?<v>.+))?`,
  likes`(?:sí )?me gustan? (?<v>.+)`,
  claiming({ ...likes.claims, stance: 'denied' })`(?:no me gustan?|odio) (?<v>.+)`,
]

/** Spanish statements. */
export const spanishClaims: ClaimLanguage = {
  needs: regex.u`(?:^|\s)(?:yo|acabo|acabamos|perdí|despidieron|contrataron|rompimos|cumplí|cumplo|peso|trabajamos|volvamos|vuelve|cambia|nuevo|renuncié|ll[aá]mame|tut[eé]ame|tr[aá]t[ae]me|h[aá]bl[ae]me|responde|respóndeme|contesta|contéstame|escribe|respuestas|sin|puedes|podemos|sé|soy|estoy|no|como|bebo|fumo|tomo|odio|he|vuelvo|volví|prefiero|empecé|comencé|vivo|vivimos|trabajo|uso|usamos|mi|me|nos|nuestro|nuestra|ya|el|la|tengo|cambiamos|hemos|migramos|pasamos|dejé|dejamos|reemplazamos|sustituimos)(?:[\s.,!:]|$)`,
  leftOut: [
    /¿/u,
    regex.u`(?:^|[\s,])(?:si|quizás?|tal vez|quiero|queremos|quisiera|querría|ojalá|podría|podríamos|debería|deberíamos|voy a|vamos a|pienso|planeo|espero|supongamos|imagina|casi|cuando)(?:[\s,]|$)`,
    /(?:^|[\s,])(?:dice|dijo|dicen|cree|piensa|según|contó|oí|supuestamente)(?:[\s,]|$)/u,
    /(?:^|\s)(?:hoy|mañana|esta semana|este mes|esta vez|hasta|por ahora|de momento|temporalmente|mientras|próxim[oa])(?:\s|$)/u,
    /(?:^|\s)(?:antes|antiguamente|solía|vivía|trabajaba|usaba|usábamos|de niño|de niña|a veces|todavía no|aún no)(?:\s|$)/u,
  ],
  opening:
    /^(?:(?:no(?=[,.:;!])|perdón|perdona|en realidad|corrección|quise decir|quería decir|sí|bueno|oye|hola|por cierto|y|pero|recuerda que|recuerda)(?=[\s,.:;!])[\s,.:;!–—-]+(?:que )?)/u,
  correcting: /^(?:no,|no\.|perdón|perdona|en realidad|corrección|quise decir|quería decir)/u,
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
    /^(?:yo )?ya no (?:es cierto que )?(?<rest>.+)$/u,
  ],
  replacing: [/^(?<rest>.+?),? en (?:lugar|vez) de (?<o>.+)$/u, /^(?<rest>.+?), no (?<o>.+)$/u],
  joint: /(?:,| y| pero|;)+ (?=(?:yo|mi|nuestro|nuestra|ahora) )/gu,
  rows,
}
