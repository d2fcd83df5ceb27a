import { type ClaimForm, type ClaimRow, claimRow } from './claim.ts'

type OwnForm = ClaimForm & { subject: string }

const own = (attribute: string, cardinality: ClaimForm['cardinality'] = 'one'): OwnForm => {
  return { subject: 'me', attribute, cardinality }
}
const over = (form: OwnForm): OwnForm => ({ ...form, stance: 'ended' })

/** Claims about the speaker, and orders about answers, that German and Spanish have in common. */
export const ownForm = {
  diet: own('diet'),
  dietIsOver: { ...over(own('diet')), value: '' },
  dietGivenUp: over(own('diet')),
  allergy: own('allergy', 'many'),
  allergyIsOver: over(own('allergy', 'many')),
  maritalStatus: own('marital status'),
  jobIsOver: { ...over(own('employer')), value: '' },
  short: { ...own('length of answers'), value: 'short' },
  long: { ...own('length of answers'), value: 'long' },
  formal: { ...own('formality'), value: 'formal' },
  familiar: { ...own('formality'), value: 'familiar' },
  emojis: { ...own('emojis'), value: 'yes' },
  noEmojis: { ...own('emojis'), value: 'no' },
  address: own('form of address'),
  language: own('language of answers'),
} as const

/** A row whose form gives the value. */
export function fixedRow(pattern: string, given: ClaimForm & { value: string }): ClaimRow {
  return claimRow(`${pattern}(?<v>)`, given)
}
