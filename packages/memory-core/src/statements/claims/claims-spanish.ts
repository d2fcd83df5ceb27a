import { type ClaimLanguage, type ClaimRow, claimRow as row } from './claim.ts'

const thing = '(?<a>(?:mi|nuestro|nuestra|el|la) [\\p{L}\\d -]{1,60}?)'
const changed = '(?:movido|cambiado|pospuesto|aplazado|trasladado|adelantado|renombrado|aumentado|reducido)'

const rows: readonly ClaimRow[] = [
  row('(?:yo )?ya no vivo en (?<v>.+)', { subject: 'me', attribute: 'home', cardinality: 'one', stance: 'ended' }),
  row('(?:yo )?vivo en (?<v>.+)', { subject: 'me', attribute: 'home', cardinality: 'one-if-alike' }),
  row('vivimos en (?<v>.+)', { subject: 'me', attribute: 'home', cardinality: 'one-if-alike' }),
  row('(?:yo )?(?:me mudé|me he mudado|nos mudamos|nos hemos mudado)(?: de (?<o>.+?))? a (?<v>.+)', {
    subject: 'me',
    attribute: 'home',
    cardinality: 'one',
    mark: 'clear',
  }),
  row('(?:yo )?ya no trabajo (?:en|para) (?<v>.+)', {
    subject: 'me',
    attribute: 'employer',
    cardinality: 'one',
    stance: 'ended',
  }),
  row('(?:yo )?trabajo (?:en|para) (?<v>.+)', { subject: 'me', attribute: 'employer', cardinality: 'one' }),
  row('(?:yo )?(?:empecé|he empezado|comencé) (?:a trabajar|un (?:nuevo )?trabajo) en (?<v>.+)', {
    subject: 'me',
    attribute: 'employer',
    cardinality: 'one',
    mark: 'clear',
  }),
  row('(?:yo )?prefiero (?<v>.+)', { subject: 'me', attribute: 'prefer', cardinality: 'one-of-kind', mark: 'weak' }),
  row('he leído (?<v>\\d+ .+)', { subject: 'me', attribute: 'do read', cardinality: 'one-of-kind', mark: 'weak' }),
  row(
    `(?:he|hemos) (?:subido|bajado|aumentado|reducido|movido|cambiado|aplazado) ${thing}(?: (?:del|de) (?<o>.+?))? (?:al|a|para) (?<v>.+)`,
    {
      cardinality: 'one',
      mark: 'clear',
    },
  ),
  row('me llamo (?<v>.+)', { subject: 'me', attribute: 'name', cardinality: 'one' }),
  row('mi nombre es (?<v>.+)', { subject: 'me', attribute: 'name', cardinality: 'one' }),
  row('tengo (?<v>\\d{1,3}) años', { subject: 'me', attribute: 'age', cardinality: 'one' }),
  row('ya no usamos (?<v>.+)', { subject: 'us', attribute: 'use', cardinality: 'one-of-kind', stance: 'ended' }),
  row('(?:dejamos|hemos dejado) de usar (?<v>.+)', {
    subject: 'us',
    attribute: 'use',
    cardinality: 'one-of-kind',
    stance: 'ended',
  }),
  row('ya no uso (?<v>.+)', { subject: 'me', attribute: 'use', cardinality: 'one-of-kind', stance: 'ended' }),
  row('usamos (?<v>.+)', { subject: 'us', attribute: 'use', cardinality: 'one-of-kind' }),
  row('(?:yo )?uso (?<v>.+)', { subject: 'me', attribute: 'use', cardinality: 'one-of-kind' }),
  row('(?:cambiamos|hemos cambiado|migramos|hemos migrado|pasamos|hemos pasado)(?: de (?<o>.+?))? a (?<v>.+)', {
    subject: 'us',
    attribute: 'use',
    cardinality: 'one-of-kind',
    mark: 'clear',
  }),
  row('(?:reemplazamos|sustituimos|hemos reemplazado|hemos sustituido) (?<o>.+?) por (?<v>.+)', {
    subject: 'us',
    attribute: 'use',
    cardinality: 'one-of-kind',
    mark: 'clear',
  }),
  row(
    `${thing} (?:se ha|se|ha sido|fue|está) ?(?:${changed}|movió|cambió|pospuso|aplazó|trasladó|movida|cambiada|aplazada|pospuesta)(?: (?:del|de) (?<o>.+?))? (?:al|a|para) (?<v>.+)`,
    { cardinality: 'one', mark: 'clear' },
  ),
  row(`${thing} no es (?<v>.+)`, { cardinality: 'clearly-marked', stance: 'denied' }),
  row(`${thing} (?:es|está)(?: (?:el|a las|en|de))? (?<v>.+)`, { cardinality: 'clearly-marked' }),
  row('(?:yo )?(?:ya no|dejé de|he dejado de) (?<a>\\p{L}{2,20})(?: (?<v>.+))?', {
    subject: 'me',
    cardinality: 'many',
    stance: 'ended',
  }),
]

/** Spanish statements. */
export const spanish: ClaimLanguage = {
  needs:
    /(?:^|\s)(?:yo|he|prefiero|empecé|comencé|vivo|vivimos|trabajo|uso|usamos|mi|me|nos|nuestro|nuestra|ya|el|la|tengo|cambiamos|hemos|migramos|pasamos|dejé|dejamos|reemplazamos|sustituimos)(?:\s|$)/u,
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
