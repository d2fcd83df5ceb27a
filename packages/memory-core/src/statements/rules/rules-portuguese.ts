import { type RulePack, requestsOnly } from './rule-table.ts'

/** What Portuguese is read by, beside the forms of statements about the speaker. */
export const portugueseRules: RulePack = {
  ...requestsOnly,
  language: 'portuguese',
  opening:
    /^(?:[^\p{L}\p{N}¤"'$€£]+|(?:olá|oi|bom dia|boa (?:tarde|noite)|ok|bem|bom|ah|e|mas|também|obrigad[oa]|sim|aliás|infelizmente|então|importante|atenção|a propósito)[\s,.:;!…–—-]+)/iu,
  leftOut: [
    /^(?:por que|porque|como|quem|quando|onde|qual|você pode|podes|poderia|traduz\p{L}*|resum\p{L}*|corrig\p{L}*)(?!\p{L})/iu,
    /^(?:eu )?(?:acho|penso|creio) que(?!\p{L})/iu,
  ],
  before: [/(?:^|[,;] ?)se(?!\p{L})|(?<!\p{L})(?:suponha|imagine|disse|diz|dizem|segundo|acha|acredita)(?!\p{L})/iu],
  request: /^(?:(?:você|tu) )?(?:pode|podes|poderia|podia) /iu,
  remember:
    /^(?:por favor,? )?(?:(?:lembr[ae](?:-se|-te)?|se lembre|não (?:se |te )?esque(?:ça|ças|ce)|anot[ae](?: aí)?|tenha em (?:mente|conta)|tem em (?:mente|conta)|guard[ae]|memoriz[ae]|saiba|fi(?:que|ca) sabendo|(?:(?:você|tu) )?(?:pode|podes|poderia|podia) (?:se |te )?(?:lembrar|anotar|guardar|memorizar)(?:-te|-se)?)(?: bem)?(?: (?:de )?que |\s*:\s*|\s+(?=(?:[oa] )?(?:meu|minha|nossa?|senha|código|wi-?fi) [^.:]{0,50}(?:\d|:)))|para sua informação\s*[,:]\s*)/iu,
  notRemembered: /^(?:\S+$|como|quando|onde|o que)/iu,
  rememberBefore:
    /^(?:por favor,? )?(?:lembre(?:-se)? disso|lembra(?:-te)? disso|anot[ae] isso|guard[ae] isso)[^\p{L}\p{N}]*$/iu,
}
