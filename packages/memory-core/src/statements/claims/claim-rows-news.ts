import { source } from '../../text/regex.ts'
import { answerLanguages, doingIt } from '../english/orders.ts'
import type { ClaimRow } from './claim.ts'
import { type ClaimForm, claiming, form } from './claim-forms.ts'
import { ending, habit } from './claim-row-parts.ts'

/** What an assistant does with its answers. */
const doing =
  'cite|include|give|show|mention|provide|explain|start|begin|end|close|greet|ask|offer|suggest|quote|link|list|summarize|summarise|translate|format|comment|test|check|write|repeat|apologize|apologise|remind'
const what = source`(?:(?:your|any|the|all) )?(?<v>(?!.*\b(?:this|these|that|those|here|it|them|yet|one|today)\b)[^,.;]{3,60}?)`
/** What else is forbidden or allowed. */
const verb = '(?!(?:call|use|be|been|have|had|mind|say|knew|thought)\\b)[a-zà-ž]{3,15}'
/** A standing order to do something in answers. */
const order = claiming({ subject: 'answers', cardinality: 'many', goesOn: true })

/** Where one works; a change says so. */
const workplace: ClaimForm = { attribute: 'workplace', cardinality: 'marked', goesOn: true }

const pregnant = ['wife', 'girlfriend', 'partner', 'fiancée', 'fiancee'].map((one) => ({
  subject: `my ${one}`,
  attribute: 'is',
  value: 'pregnant',
}))

const takes = claiming({ subject: 'me', ...habit('take'), cardinality: 'many' })
/** What the next employer takes the place of. */
const noEmployer = claiming({ ...form.employer.claims, value: 'none', goesOn: true })
const notPregnant = claiming({
  ...form.over.claims,
  mark: 'clear',
  ends: [
    { subject: 'me', attribute: 'be', value: 'pregnant' },
    { subject: 'us', attribute: 'be', value: 'pregnant' },
    ...pregnant,
  ],
})
const digestsMilk = ending([
  ...['lactose intolerant', 'dairy free', 'dairy-free'].map((value) => ({ attribute: 'be', value })),
  ...['dairy', 'milk', 'lactose'].map((one) => ({ attribute: 'be', value: `allergic to ${one}` })),
])
const goneTool = ending(['us', 'me'].map((subject) => ({ subject, attribute: 'use' })))
const notVegan = ending([{ attribute: 'be', value: 'vegan' }])
const notVegetarian = ending(['vegetarian', 'vegan'].map((value) => ({ attribute: 'be', value })))
const atHome = claiming({ subject: 'me', ...workplace, value: 'home' })
const bringsBack = claiming({ ...form.order.claims, goesOn: true })
const noOrder = claiming({ ...order.claims, stance: 'ended' })

/** The forms that only news has, tried before the others. */
export const newsRows: readonly ClaimRow[] = [
  // Not a list: when one of its medicines ends, the others do not.
  takes`(?<v>[a-zà-ž]{4,} \d+ ?(?:mg|mcg) (?:every|\d+ times|once|daily|a day)\b(?!.* and )[^,+]*)`,
  ending(['employer', 'job'].map((attribute) => ({ attribute, value: '' })))`(?<s>i) am unemployed.*`,
  noEmployer`(?<s>i) am unemployed.*`,
  form.calledHome`i call home (?<v>.+)`,
  notPregnant`the pregnancy is over`,
  digestsMilk`(?<s>i) can (?:eat|drink|have|tolerate) (?<v>dairy|milk|lactose|cheese|butter|yoghurt)(?=$|[.,!]| (?:again|now|just fine|fine)\b).*`,
  goneTool`(?!(?:it|that|this|he|she|everything|everyone|my|our|the)\b)(?<v>[a-z][a-z.+#-]{2,20}(?: (?:and )?[a-z]{2,12})?) (?:is|are) (?:history|decommissioned|out)(?: (?:as of|since) [^,]{3,20})?`,
  goneTool`we (?:have )?(?:left|killed|moved off) (?<v>[a-z][a-z.+#-]{2,20})(?: since [^,]{3,20})?`,
  notVegetarian`(?<s>i) eat (?:[a-zà-ž]+ and |[a-zà-ž]+, )?(?:fish|chicken|beef|pork|turkey|lamb|bacon)(?: and [a-zà-ž]+)?(?:,.+)?`,
  notVegan`(?<s>i) eat (?:[a-zà-ž]+ and |[a-zà-ž]+, )?(?:eggs|dairy|cheese|honey)(?: and [a-zà-ž]+)?(?:,.+)?`,
  atHome`i work (?:fully )?(?:from home|remotely)(?!.*\bon [a-zà-ž]+days?).*`,
  claiming({ subject: 'me', ...workplace, value: 'office' })`i commute.*`,
  form.weight`i (?:now )?weigh (?<v>\d.*)`,
  // Orders about answers.
  form.language`(?:please |you (?:can|may) |let us |lets |let's )?(?:(?:go|switch|change|come) (?:back )?|back )(?:in)?to (?:plain |using )?(?<v>${answerLanguages})(?: please| again)*`,
  bringsBack`(?:please )?(?:(?:go|switch|change) back to|bring back) (?:using )?(?:the )?(?<v>(?!(?:it|this|that|my|your|work|sleep|bed|school|normal|step|part|page)\b)[a-zà-ž-]+(?: (?:points|lists?|headings|mode|style|quotes|case))?)(?: please)?`,
  order`(?:please |it is allowed to )?(?:always )?(?<a>${doing}|(?<=^it is allowed to )${verb}) ${what}`,
  noOrder`(?:please )?(?:stop|quit) (?<a>${doingIt}) ${what}(?: any ?more)?`,
  noOrder`(?:please )?never (?<a>${verb}) ${what}`,
  form.changed`never put (?<s>[a-zà-ž]+(?: [a-zà-ž]+)?) (?<a>before|after) (?<v>\d[\d:.]*(?: ?[ap]m)?)(?: please| pls)?`,
]
