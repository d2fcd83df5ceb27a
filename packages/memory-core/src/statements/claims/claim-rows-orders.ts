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

const address: ClaimForm & { subject: string } = { subject: 'me', attribute: 'form of address', cardinality: 'one' }
const language: ClaimForm & { subject: string } = {
  subject: 'me',
  attribute: 'language of answers',
  cardinality: 'one',
}
/** How long answers are to be. */
const lengths = {
  short:
    '(?:be|stay|keep it|make it) (?:more |very |as )?(?:brief|concise|short|succinct|terse|to the point)\\b.*|(?:keep|make) (?:(?:your|the|all|my) )?(?:answers?|replies|reply|responses?|explanations?|it|them|things) (?:more |very )?(?:brief|concise|short|shorter|succinct|terse|to the point)\\b.*|(?:give (?:me )?|i (?:want|prefer|like|need) )?(?:only |just )?(?:short|shorter|brief|concise)(?:,? \\p{L}+)? (?:answers|replies|responses|explanations)\\b.*|(?:answer|reply|respond|explain)(?: \\p{L}+){0,2} (?:briefly|concisely|in (?:one|a|1) (?:line|sentence))\\b.*',
  long: '(?:be|get) (?:more |very )?(?:detailed|thorough|verbose|elaborate|in-depth)\\b.*|(?:keep|make) (?:(?:your|the|all|my) )?(?:answers?|replies|reply|responses?|explanations?|it|them) (?:more |very )?(?:long|longer|detailed|thorough|in-depth)\\b.*|(?:give (?:me )?|i (?:want|prefer|like|need) )?(?:more |very )?(?:long|longer|detailed|thorough|in-depth|full)(?:,? \\p{L}+)? (?:answers|replies|responses|explanations)\\b.*|(?:give me |i (?:want|need) |go into )more detail(?=$|[.,!]| (?:please|in your|from now)\\b).*|(?:answer|reply|respond|explain)(?: \\p{L}+){0,2} (?:in (?:more |full |great |greater )?(?:detail|depth|length)|at length|thoroughly)\\b.*',
}

/** Orders about answers: how the user is addressed, in which language, what is used. `name` is the pattern of a name. */
export function orderRows(name: string): readonly ClaimRow[] {
  return [
    ...Object.entries(lengths).map(([value, pattern]) =>
      row(`(?:, )?(?:(?:please|always|from now on|(?:can|could|would) you),? )*(?:${pattern})`, {
        subject: 'me',
        attribute: 'length of answers',
        value,
        cardinality: 'one',
      }),
    ),
    row(`(?:, )?(?:please )?(?:do not|stop|never) (?:call|calling) me ${name}(?: any ?more)?`, {
      ...address,
      stance: 'ended',
      goesOn: true,
    }),
    row(
      `(?:please )?call me (?!.*(?:\\bbut\\b|, i\\b)|(?:naive|paranoid|sentimental|spoiled|cynical|old-fashioned|biased|silly)\\b)${name}`,
      address,
    ),
    row(
      '(?:please )?(?:use |write in |in )?(?<v>(?:american|british|us|uk|australian|canadian) (?:english|spelling))(?: please| now)*',
      {
        subject: 'me',
        attribute: 'kind of english',
        cardinality: 'one',
      },
    ),
    row(`(?:you (?:can|may) |please |let us )?(?:go|switch|change) back to (?<v>${answerLanguages})`, language),
    row(`(?:, )?(?:please )?(?:always |only )*use ${device}`, order),
    row(
      `(?:, )?(?:please )?(?:(?:never|do not|stop|no longer) (?:use|using)|avoid|skip) (?:any )?${device}(?: please| anymore)*`,
      {
        ...order,
        stance: 'denied',
      },
    ),
    row(`(?:you (?:can|may)|feel free to|it is (?:ok|okay|fine) to) use ${device}(?: again| now)*`, order),
    row(`${device} (?:is|are) (?:fine|ok|okay|allowed|welcome)(?: again| now| too)*`, { ...order, goesOn: true }),
    row(
      `(?:, )?(?:please |you (?:can|may) |feel free to )?(?:always |only )?(?:answer|reply|respond|speak|write|talk)(?: to me| with me| me| back| only| everything)* (?:only )?in (?:plain |simple )?(?<v>${answerLanguages})`,
      language,
    ),
  ]
}
