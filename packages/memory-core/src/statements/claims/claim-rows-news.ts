import { answerLanguages, doingIt } from '../english/orders.ts'
import { type ClaimForm, type ClaimRow, form, ownRow, claimRow as row } from './claim.ts'
import { ended, habit } from './claim-row-parts.ts'

/** What an assistant does with its answers. */
const doing =
  'cite|include|give|show|mention|provide|explain|start|begin|end|close|greet|ask|offer|suggest|quote|link|list|summarize|summarise|translate|format|comment|test|check|write|repeat|apologize|apologise|remind'
const what =
  '(?:(?:your|any|the|all) )?(?<v>(?!.*\\b(?:this|these|that|those|here|it|them|yet|one|today)\\b)[^,.;]{3,60}?)'
/** A standing order to do something in answers. */
const order: ClaimForm = { subject: 'answers', cardinality: 'many', goesOn: true }

/** Where one works; a change says so. */
const workplace: ClaimForm = { attribute: 'workplace', cardinality: 'marked', goesOn: true }

const pregnant = ['wife', 'girlfriend', 'partner', 'fiancée', 'fiancee'].map((one) => ({
  subject: `my ${one}`,
  attribute: 'is',
  value: 'pregnant',
}))

/** The forms that only news has, tried before the others. */
export const newsRows: readonly ClaimRow[] = [
  // Not a list: when one of its medicines ends, the others do not.
  ownRow('(?<v>[a-zà-ž]{4,} \\d+ ?(?:mg|mcg) (?:every|\\d+ times|once|daily|a day)\\b(?!.* and )[^,+]*)', {
    ...habit('take'),
    cardinality: 'many',
  }),
  ended('(?<s>i) am unemployed.*', [
    { attribute: 'employer', value: '' },
    { attribute: 'job', value: '' },
  ]),
  row('i call home (?<v>.+)', { ...form.moved, subject: 'me', isKnownPlace: true }),
  row('the pregnancy is over', {
    ...form.over,
    mark: 'clear',
    ends: [
      { subject: 'me', attribute: 'be', value: 'pregnant' },
      { subject: 'us', attribute: 'be', value: 'pregnant' },
      ...pregnant,
    ],
  }),
  ended(
    '(?<s>i) can (?:eat|drink|have|tolerate) (?<v>dairy|milk|lactose|cheese|butter|yoghurt)(?=$|[.,!]| (?:again|now|just fine|fine)\\b).*',
    [
      { attribute: 'be', value: 'lactose intolerant' },
      ...['dairy', 'milk', 'lactose'].map((one) => ({ attribute: 'be', value: `allergic to ${one}` })),
    ],
  ),
  ended('(?<s>i) eat (?:[a-zà-ž]+ and |[a-zà-ž]+, )?(?:eggs|fish|dairy|cheese|honey)(?: and [a-zà-ž]+)?', [
    { attribute: 'be', value: 'vegan' },
  ]),
  ownRow('i work (?:fully )?(?:from home|remotely)(?!.*\\bon [a-zà-ž]+days?).*', { ...workplace, value: 'home' }),
  ownRow('i commute.*', { ...workplace, value: 'office' }),
  ownRow('i (?:now )?weigh (?<v>\\d.*)', { attribute: 'weight', cardinality: 'one', mark: 'weak' }),
  // Orders about answers.
  ended('the (?:short|brief|concise) answers are over', [{ ...form.short, subject: 'me' }]),
  ended('the (?:long|detailed) answers are over', [{ ...form.long, subject: 'me' }]),
  ownRow(
    `(?:please |you (?:can|may) |let us |lets |let's )?(?:(?:go|switch|change|come) (?:back )?|back )(?:in)?to (?:plain |using )?(?<v>${answerLanguages})(?: please| again)*`,
    form.language,
  ),
  ownRow(
    '(?:please )?(?:(?:go|switch|change) back to|bring back) (?:using )?(?:the )?(?<v>(?!(?:it|this|that|my|your|work|sleep|bed|school|normal|step|part|page)\\b)[a-zà-ž-]+(?: (?:points|lists?|headings|mode|style|quotes|case))?)(?: please)?',
    { attribute: 'order to use', cardinality: 'many', mark: 'clear', goesOn: true },
  ),
  row(`(?:please )?(?:always )?(?<a>${doing}) ${what}`, order),
  row(`(?:please )?(?:stop|quit) (?<a>${doingIt}) ${what}(?: any ?more)?`, { ...order, stance: 'ended' }),
  row(`(?:please )?never (?<a>${doing}) ${what}`, { ...order, stance: 'ended' }),
]
