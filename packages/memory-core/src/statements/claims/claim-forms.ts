import { lazy } from '../../text/plain-text.ts'
import { regex } from '../../text/regex.ts'
import type { ClaimRow } from './claim.ts'

/** What a row claims. */
export type ClaimForm = Omit<ClaimRow, 'pattern'>

/** Makes a row of a pattern. */
type RowTag = (pattern: TemplateStringsArray, ...parts: readonly string[]) => ClaimRow

/** A tag for the patterns that claim the same, each compiled at its first use; `own`: about the speaker. */
export function claiming(claims: ClaimForm, end = ''): RowTag & { own: RowTag; claims: ClaimForm } {
  const tagFor =
    (given: ClaimForm): RowTag =>
    (pattern, ...parts) => {
      const compiled = lazy(() => regex.u`^${String.raw(pattern, ...parts)}${end}$`)
      return {
        ...given,
        get pattern() {
          return compiled()
        },
      }
    }
  return Object.assign(tagFor(claims), { own: tagFor({ subject: 'me', ...claims }), claims })
}

/** Forms of several rows and languages. `value` is that of a form that says it in fixed words; "" ends any. */
export const form = {
  home: claiming({ attribute: 'home', cardinality: 'one-if-alike' }),
  leftHome: claiming({ attribute: 'home', cardinality: 'one', stance: 'ended' }),
  moved: claiming({ attribute: 'home', cardinality: 'one', mark: 'clear' }),
  calledHome: claiming({ subject: 'me', attribute: 'home', cardinality: 'one', mark: 'clear', isKnownPlace: true }),
  employer: claiming({ attribute: 'employer', cardinality: 'one' }),
  leftEmployer: claiming({ attribute: 'employer', cardinality: 'one', stance: 'ended' }),
  hired: claiming({ attribute: 'employer', cardinality: 'one', mark: 'clear' }),
  name: claiming({ attribute: 'name', cardinality: 'one' }),
  age: claiming({ attribute: 'age', cardinality: 'one' }),
  newAge: claiming({ attribute: 'age', cardinality: 'one', mark: 'clear' }),
  weight: claiming({ subject: 'me', attribute: 'weight', cardinality: 'one', mark: 'weak' }),
  dose: claiming({ attribute: 'dose', cardinality: 'one', goesOn: true }),
  use: claiming({ attribute: 'use', cardinality: 'one-of-kind' }),
  switched: claiming({ attribute: 'use', cardinality: 'one-of-kind', mark: 'clear' }),
  chosen: claiming({ attribute: 'use', cardinality: 'one-of-kind', mark: 'weak' }),
  prefer: claiming({ attribute: 'prefer', cardinality: 'one-of-kind', mark: 'weak' }),
  changed: claiming({ cardinality: 'one', mark: 'clear' }),
  counted: claiming({ cardinality: 'one-of-kind', mark: 'weak' }),
  over: claiming({ cardinality: 'many', stance: 'ended' }),
  does: claiming({ cardinality: 'many' }),
  doesNot: claiming({ cardinality: 'many', stance: 'denied' }),
  is: claiming({ cardinality: 'clearly-marked' }),
  isNot: claiming({ cardinality: 'clearly-marked', stance: 'denied' }),
  diet: claiming({ subject: 'me', attribute: 'diet', cardinality: 'one' }),
  dietIsOver: claiming({ subject: 'me', attribute: 'diet', cardinality: 'one', stance: 'ended', value: '' }),
  allergy: claiming({ subject: 'me', attribute: 'allergy', cardinality: 'many' }),
  allergyIsOver: claiming({ subject: 'me', attribute: 'allergy', cardinality: 'many', stance: 'ended' }),
  maritalStatus: claiming({ attribute: 'marital status', cardinality: 'one' }),
  jobIsOver: claiming({ subject: 'me', attribute: 'employer', cardinality: 'one', stance: 'ended', value: '' }),
  order: claiming({ subject: 'me', attribute: 'order to use', cardinality: 'many', mark: 'clear' }),
  address: claiming({ subject: 'me', attribute: 'form of address', cardinality: 'one' }),
  language: claiming({ subject: 'me', attribute: 'language of answers', cardinality: 'one' }),
  short: claiming({ subject: 'me', attribute: 'length of answers', cardinality: 'one', value: 'short' }),
  long: claiming({ subject: 'me', attribute: 'length of answers', cardinality: 'one', value: 'long' }),
  formal: claiming({ subject: 'me', attribute: 'formality', cardinality: 'one', value: 'formal' }),
  familiar: claiming({ subject: 'me', attribute: 'formality', cardinality: 'one', value: 'familiar' }),
  emojis: claiming({ subject: 'me', attribute: 'emojis', cardinality: 'one', value: 'yes' }),
  noEmojis: claiming({ subject: 'me', attribute: 'emojis', cardinality: 'one', value: 'no' }),
} as const

/** What is known of partners, which ends when two part. */
export function ofPartners(...partners: readonly string[]): Required<ClaimRow>['ends'] {
  return partners.flatMap((subject) => ['name', 'is'].map((attribute) => ({ subject, attribute, value: '' })))
}

/** Words for people and animals by what ends with them: when one leaves, dies, or when two part. */
export const beings: Readonly<Record<string, string>> = {
  work: 'boss|manager|supervisor|gp|vet|landlord|lead|colleague|coworker|teammate|intern|co-founder|cofounder|assistant|apprentice',
  home: 'roommate|flatmate|housemate|lodger|tenant',
  partner: 'girlfriend|boyfriend|partner|wife|husband|fianc[eé]e?',
  pet: 'dog|cat|pet|puppy|kitten|horse|rabbit|hamster|bird|parrot|greyhound|turtle|guinea pig|retriever|labrador|lab|poodle|beagle|terrier|collie|shepherd|husky|bulldog|dachshund|siamese|tabby|spaniel|corgi|pug|chihuahua',
  family:
    'son|daughter|child|kid|baby|twin|brother|sister|cousin|aunt|uncle|niece|nephew|mum|mom|mother|dad|father|grandson|granddaughter|grandma|grandpa|friend|neighbou?r|doctor|dentist|therapist|teacher|coach',
}
/** The words for people and animals close to the speaker, as alternatives of a pattern. */
export const anyBeing: string = Object.values(beings).join('|')

/** Endings of names of medicines, as alternatives of a pattern. */
export const medicineEndings =
  'pril|sartan|statin|olol|[ao]zole|oxetine|traline|opram|triptyline|formin|azepam|zolam|umab|imab|zumab|thyroxine|triptan|cillin|mycin|floxacin|gliptin|gliflozin|glutide|gabalin|apentin|dipine|apine|azepine|tidine|lukast|parin|xaban|gatran|dogrel|sugrel|grelor|zosin|losin|steride|pamide|clazide|lactone|fenac|profen|cycline|prine|trexate|solone|nisone|terol|tamol|semide|thiazide|faxine|mibe'

/** Names without such an ending. */
export const medicines =
  'insulin|losartan|hrt|warfarin|aspirin|codeine|morphine|tramadol|lithium|digoxin|naproxen|tylenol|advil|nurofen|prozac|zoloft|lexapro|ozempic|wegovy|mounjaro|lipitor|xanax|adderall|ritalin|concerta|vyvanse|clonidine|sulfasalazine|mesalazine|melatonin|accutane|lamotrigine|valproate|topiramate|tamoxifen|allopurinol|colchicine|methadone|ventolin|humira|hydroxychloroquine|memantine|donepezil|rivastigmine|galantamine|eliquis|xarelto|lantus|levemir|novorapid|humalog|tresiba|toujeo|fiasp|sinemet|madopar|levodopa'
