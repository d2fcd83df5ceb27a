import { type ClaimLanguage, type ClaimRow, form, claimRow as row } from './claim.ts'

const thing = '(?<a>(?:mi|nuestro|nuestra|el|la) [\\p{L}\\d -]{1,60}?)'
const changed = '(?:movido|cambiado|pospuesto|aplazado|trasladado|adelantado|renombrado|aumentado|reducido)'

const rows: readonly ClaimRow[] = [
  row('(?:yo )?ya no vivo en (?<v>.+)', { ...form.leftHome, subject: 'me' }),
  row('(?:(?:yo )?vivo|vivimos) en (?<v>.+)', { ...form.home, subject: 'me' }),
  row('(?:yo )?(?:me mudé|me he mudado|nos mudamos|nos hemos mudado)(?: de (?<o>.+?))? a (?<v>.+)', {
    ...form.moved,
    subject: 'me',
  }),
  row('(?:yo )?ya no trabajo (?:en|para) (?<v>.+)', { ...form.leftEmployer, subject: 'me' }),
  row('(?:yo )?trabajo (?:en|para) (?<v>.+)', { ...form.employer, subject: 'me' }),
  row('(?:yo )?(?:empecé|he empezado|comencé) (?:a trabajar|un (?:nuevo )?trabajo) en (?<v>.+)', {
    ...form.hired,
    subject: 'me',
  }),
  row('(?:yo )?prefiero (?<v>.+)', { ...form.prefer, subject: 'me' }),
  row('he leído (?<v>\\d+ .+)', { subject: 'me', attribute: 'do read', cardinality: 'one-of-kind', mark: 'weak' }),
  row(
    `(?:he|hemos) (?:subido|bajado|aumentado|reducido|movido|cambiado|aplazado) ${thing}(?: (?:del|de) (?<o>.+?))? (?:al|a|para) (?<v>.+)`,
    form.changed,
  ),
  row('(?:me llamo|mi nombre es) (?<v>.+)', { ...form.name, subject: 'me' }),
  row('tengo (?<v>\\d{1,3}) años', { ...form.age, subject: 'me' }),
  row('(?:ya no usamos|(?:dejamos|hemos dejado) de usar) (?<v>.+)', { ...form.unused, subject: 'us' }),
  row('ya no uso (?<v>.+)', { ...form.unused, subject: 'me' }),
  row('usamos (?<v>.+)', { ...form.use, subject: 'us' }),
  row('(?:yo )?uso (?<v>.+)', { ...form.use, subject: 'me' }),
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
  row(`${thing} (?:es|está)(?: (?:el|a las|en|de))? (?<v>.+)`, form.is),
  row('(?:por favor,? )?ll[aá]mame (?<v>\\p{L}[\\p{L}-]*)', {
    subject: 'me',
    attribute: 'form of address',
    cardinality: 'one',
  }),
  row('(?:yo )?(?:ya no|dejé de|he dejado de) (?<a>\\p{L}{2,20})(?: (?<v>.+))?', { ...form.over, subject: 'me' }),
]

/** Spanish statements. */
export const spanish: ClaimLanguage = {
  needs:
    /(?:^|\s)(?:yo|ll[aá]mame|he|prefiero|empecé|comencé|vivo|vivimos|trabajo|uso|usamos|mi|me|nos|nuestro|nuestra|ya|el|la|tengo|cambiamos|hemos|migramos|pasamos|dejé|dejamos|reemplazamos|sustituimos)(?:\s|$)/u,
  leftOut: [
    /[¿?]/u,
    /(?:^|[\s,])(?:si|quizás?|tal vez|quiero|queremos|quisiera|querría|ojalá|podría|podríamos|debería|deberíamos|voy a|vamos a|pienso|planeo|espero|supongamos|imagina|casi|cuando)(?:[\s,]|$)/u,
    /(?:^|[\s,])(?:dice|dijo|dicen|cree|piensa|según|contó|oí|supuestamente)(?:[\s,]|$)/u,
    /(?:^|\s)(?:hoy|mañana|esta semana|este mes|esta vez|hasta|por ahora|de momento|temporalmente|mientras|próxim[oa])(?:\s|$)/u,
    /(?:^|\s)(?:antes|antiguamente|solía|vivía|trabajaba|usaba|usábamos|de niño|de niña|a veces|todavía no|aún no)(?:\s|$)/u,
  ],
  opening:
    /^(?:(?:no|perdón|perdona|en realidad|corrección|quise decir|quería decir|sí|bueno|oye|hola|por cierto|y|pero|recuerda que|recuerda)(?=[\s,.:;!])[\s,.:;!–—-]+(?:que )?)/u,
  correcting: /^(?:no,|no\.|perdón|perdona|en realidad|corrección|quise decir|quería decir)/u,
  contractions: [],
  rewrites: [],
  adding: /(?:^|\s)(?:también|además|otro|otra|asimismo)(?:\s|$)/u,
  changing: /(?:^|\s)(?:ahora|actualmente|nuevo|nueva)(?=[\s,]|$)/u,
  adverbs:
    /(?:^|(?<=\s))(?:ahora|actualmente|recientemente|ayer|finalmente|todavía|siempre|hace [^,.]{1,20}|el mes pasado|la semana pasada|el año pasado)(?=[\s,]|$),?/gu,
  retracting: [/^olvida que (?<rest>.+)$/u, /^ya no es cierto que (?<rest>.+)$/u],
  replacing: [/^(?<rest>.+?),? en (?:lugar|vez) de (?<o>.+)$/u, /^(?<rest>.+?), no (?<o>.+)$/u],
  joint: /(?:,| y| pero|;)+ (?=(?:yo|mi|nuestro|nuestra|ahora) )/gu,
  rows,
}
