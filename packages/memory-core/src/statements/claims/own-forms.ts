import { type ClaimForm, type ClaimRow, claimRow } from './claim.ts'

type OwnForm = ClaimForm & { subject: string }
type OwnValue = OwnForm & { value: string }

const own = (attribute: string, cardinality: ClaimForm['cardinality'] = 'one'): OwnForm => {
  return { subject: 'me', attribute, cardinality }
}
const over = (form: OwnForm): OwnForm => ({ ...form, stance: 'ended' })

/** Claims about the speaker, and orders about answers, that German and Spanish have in common. */
export const ownForm: Readonly<
  Record<'diet' | 'dietGivenUp' | 'allergy' | 'allergyIsOver' | 'maritalStatus' | 'address' | 'language', OwnForm>
> = {
  diet: own('diet'),
  dietGivenUp: over(own('diet')),
  allergy: own('allergy', 'many'),
  allergyIsOver: over(own('allergy', 'many')),
  maritalStatus: own('marital status'),
  address: own('form of address'),
  language: own('language of answers'),
}

/** Those whose form gives the value; "" ends any. */
export const ownValue: Readonly<
  Record<'dietIsOver' | 'jobIsOver' | 'short' | 'long' | 'formal' | 'familiar' | 'emojis' | 'noEmojis', OwnValue>
> = {
  dietIsOver: { ...over(own('diet')), value: '' },
  jobIsOver: { ...over(own('employer')), value: '' },
  short: { ...own('length of answers'), value: 'short' },
  long: { ...own('length of answers'), value: 'long' },
  formal: { ...own('formality'), value: 'formal' },
  familiar: { ...own('formality'), value: 'familiar' },
  emojis: { ...own('emojis'), value: 'yes' },
  noEmojis: { ...own('emojis'), value: 'no' },
}

/** A row whose form gives the value. */
export function fixedRow(pattern: string, given: ClaimForm & { value: string }): ClaimRow {
  return claimRow(`${pattern}(?<v>)`, given)
}
