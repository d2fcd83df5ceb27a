import { answerLanguages } from '../english/orders.ts'
import { type ClaimForm, type ClaimRow, claimRow as row } from './claim.ts'

/** What an answer or code uses or does without. */
const device =
  '(?<v>(?!(?:it|this|that|these|those|them|my|your|the)\\b)[\\p{L}-]+(?: (?!(?:please|again|now|anymore|for|in|when|with|to)\\b)[\\p{L}-]+)?)'
/** Of two orders to use a thing or to do without it, the later one holds. */
const order: ClaimForm & { subject: string } = {
  subject: 'me',
  attribute: 'order to use',
  cardinality: 'many',
  mark: 'clear',
}

/** Orders about answers: how the user is addressed, in which language, what is used. `name` is the pattern of a name. */
export function orderRows(name: string): readonly ClaimRow[] {
  return [
    row(`(?:please )?call me ${name}`, { subject: 'me', attribute: 'form of address', cardinality: 'one' }),
    row(`(?:, )?(?:please )?(?:always |only )*use ${device}`, order),
    row(`(?:, )?(?:please )?(?:never|do not|stop|no longer) (?:use|using) (?:any )?${device}(?: please| anymore)*`, {
      ...order,
      stance: 'denied',
    }),
    row(`(?:you (?:can|may)|feel free to|it is (?:ok|okay|fine) to) use ${device}(?: again| now)*`, order),
    row(`${device} (?:is|are) (?:fine|ok|okay|allowed|welcome)(?: again| now)*`, { ...order, goesOn: true }),
    row(
      `(?:, )?(?:please )?(?:always |only )?(?:answer|reply|respond|speak|write|talk)(?: to me| with me| me| back| only| everything)* (?:only )?in (?:plain |simple )?(?<v>${answerLanguages})`,
      { subject: 'me', attribute: 'language of answers', cardinality: 'one' },
    ),
  ]
}
