import { type ClaimRow, form, claimRow as row } from './claim.ts'
import { type EndedClaim, ended, habit, have, maritalStatus, purpose, subject } from './claim-row-parts.ts'

/** Activities that end when something is given up. */
export const doing = 'drink eat smoke play watch learn study take on follow do wear need'.split(' ').map(habit)
/** What ends when it is cancelled, and when it is finished. */
const booked = ['have', 'subscribe', 'pay', 'plan', 'book', 'rent', 'attend', 'on'].map(habit)
const underWay = ['read', 'watch', 'study', 'attend', 'write', 'take', 'on', 'do', 'learn', 'train'].map(habit)
/** What ends when two people part. */
const companions: readonly EndedClaim[] = [
  habit('date'),
  { attribute: 'be' },
  ...['girlfriend', 'boyfriend', 'partner', 'wife', 'husband'].flatMap((one) =>
    ['name', 'is'].map((attribute) => ({ subject: `my ${one}`, attribute })),
  ),
]

/** What is cancelled, finished or left. */
export const endingRows: readonly ClaimRow[] = [
  ended(`(?<s>i|we) ${have}(?:cancell?ed|unsubscribed from|called off) (?:my |our |the )?(?<v>[^,]+)`, booked),
  ended(
    `(?<s>i|we) ${have}(?:finished|completed|passed|graduated from|dropped out of) (?:my |our |the )?(?<v>[^,]+)`,
    underWay,
  ),
  ended('(?<s>i|we) (?:have )?graduated(?! from (?:high|middle|primary|elementary))[^,]*', [
    { attribute: 'be', value: 'student' },
    habit('study'),
  ]),
  ended(`(?<s>i|we) ${have}(?:stepped down|resigned|retired) (?:as|from being) (?<v>[^,]+)`, [
    { attribute: 'be' },
    { attribute: 'job' },
  ]),
  ended(
    '(?<s>i|we) (?:am|are) back (?:at|to) work(?=$|[.,!]| (?:on \\p{L}+day|since|now|after|next|this|full|part)\\b).*',
    [{ ...habit('on'), value: 'leave' }],
  ),
  ended(
    `(?<s>i|we) ${have}(?:found|got|landed|start|started|(?:am|are) start(?:ing)?) (?:an?|the|my) (?:new )?(?:job|position)(?=$|[.,!]| (?:at|with|as|in|on|offer|tomorrow|next|last|yesterday|today)\\b).*`,
    [{ attribute: 'be', value: 'unemployed' }],
  ),
  ended(
    '(?:i|we) (?:have )?(?:broke|broken|split) up(?=$|[.,!;]| (?:last|yesterday|today|this|after|in|for good|because|a|two|\\d)\\b)[^,]*',
    ['girlfriend', 'boyfriend'].flatMap((one) =>
      ['name', 'is'].map((attribute) => ({ subject: `my ${one}`, attribute, value: '' })),
    ),
  ),
  row('(?<s>i) bank (?:with|at) (?<v>.+)', { attribute: 'bank', cardinality: 'marked' }),
  ended(
    '(?<s>i|we) (?:have )?(?:broke|broken|split) up with (?<v>\\p{L}+)(?!\\p{L}| at\\b)(?=$|[.,!;]| )[^,]*',
    companions,
  ),
  row('(?:i am|we are) getting (?<v>divorced|separated)', { ...maritalStatus, subject: 'me', mark: 'clear' }),
]

/** Things given up, and their replacements. */
export const givenUpRows: readonly ClaimRow[] = [
  row(`${subject} (?:dropped|drop) (?<a>support) for (?<v>.+)`, form.over),
  row(
    `${subject} give up (?<o>.+?)(?: in favou?r of| for(?! (?:the|our|my|all)\\b)|(?:[:,;]| and| so| -| –)+ (?:[\\p{L}]+ ){1,3}?(?:moves? to|moved to|goes to|switch(?:es|ed)? to|is|are|uses?)) (?:now )?(?<v>.+)`,
    form.switched,
  ),
  ended(`${subject} (?:give up|(?:have )?(?:stopped|quit)) (?:the |my |our )?(?<v>[^,]+?)${purpose}`, [
    { attribute: 'use' },
    { attribute: 'order to use', subject: 'me' },
  ]),
  ended(
    `${subject} (?:give up|(?:have )?(?:stopped|quit|dropped(?= (?:the |my )?\\p{L}+ (?:fasting|diet|course|class|lessons?|plan)\\b))) (?!(?:at|by|in|on|off|for|to|from|over|near|with|reading)\\b)(?:the |my |our )?(?<v>[^,]+)`,
    doing,
  ),
]
