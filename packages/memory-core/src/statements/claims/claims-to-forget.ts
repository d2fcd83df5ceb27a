import { regex, source } from '../../text/regex.ts'
import {
  clearing,
  liking,
  mistaken,
  namingRequest,
  ofMine,
  ownMemory,
  requestLead,
  unsaid,
} from '../requests-to-forget.ts'
import type { ClaimRow, Rewrites } from './claim.ts'
import { ending, habit } from './claim-row-parts.ts'

/* What a request to forget something ends: "forget that …", which is a retraction, or "forget my …". */

const asked = (pattern: string): RegExp => regex.gu`^${requestLead}${pattern}`

/** Rewrites of requests, applied before all others. */
export const forgettingRewrites: Rewrites = [
  // For one meal: "forget my diet, it's pizza night".
  [asked('forget (?=my (?:diet|eating habits), (?!please|pls))'), 'skip '],
  [
    asked(`(?:forget|disregard)(?: about)? (?:my|our|the|any) ${liking} (.+?)(?: from ${ownMemory})?(?=[.!]*$)`),
    'forget that i prefer $1',
  ],
  [asked(`(?:forget|disregard) the (?:fact|details?) (?:that|about|of) (?=(?:i|me|my|our|i'm)\\b)`), 'forget that '],
  [asked(`${clearing} from ${ownMemory} (?:that |the fact that )?(?=(?:i|i'm|my|we|our)\\b)`), 'forget that '],
  [asked(`${namingRequest}.*`), 'forget my $<what>'],
  [asked(`(?:delete|remove|erase|wipe|drop) (?=that |the fact that )(.+?) from ${ownMemory}.*`), 'forget $1'],
  [asked('delete (?=(?:that|the fact that) )'), 'forget '],
  [
    asked(
      source`(?:forget|disregard|ignore)(?: about)? (?:(?:that|the fact(?: that)?) (?=(?:my|our) )|(?:(?:that|the fact(?: that)?) )?(?:i (?:said|told you|mentioned) (?:that )?)?(?=(?:i|im|ive|i'\p{L}+|we|we'\p{L}+) ))`,
    ),
    'forget that ',
  ],
  [asked(unsaid), 'forget my '],
  [
    asked(
      source`forget (?:that|the fact that) (?=(?!(?:it|this|that|there|you|one|everyone|i|we|my|our|he|she|they)\b)\p{L}+ (?:is|has|was|had|got|went)\b)`,
    ),
    'forget my ',
  ],
  [asked(`forget(?: about)? (?:the |my |any )(.{3,60}?)(?: (?:thing|stuff|bit|part))?${mistaken}`), 'forget my $1'],
  [asked(`forget(?: about)? (${ofMine})(?: please| pls| now| any ?more| again)*(?=[.!]*$)`), 'forget $1'],
  [
    /^forget my (?:\p{L}+ )?(\p{L}+) (?:allergy|intolerance)(?: \p{L}+)?(?=[.!]*$)/gu,
    'forget that i have a $1 allergy',
  ],
  [/^(?:scratch|strike) that\W+(?=(?:i|we))/gu, ''],
  [/^(i|we)(?: am|m|'m| are|'re) not moving(?: any ?more| any longer| after all)?(?=[.!]*$)/gu, '$1 are not moving'],
]

/** What is known of a person or a thing of the speaker. */
const known = ['is', 'name', 'home', 'age', 'employer', 'job', 'birthday'].map((attribute) => ({
  attribute,
  value: '',
}))
const ofMe = (...attributes: string[]) => attributes.map((attribute) => ({ subject: 'me', attribute, value: '' }))
const diets = ['vegan', 'vegetarian', 'pescatarian', 'pescetarian']

const noDiet = ending([...ofMe('diet'), ...diets.map((value) => ({ subject: 'me', attribute: 'be', value }))])

/** The forms of requests in English. */
export const forgettingRows: readonly ClaimRow[] = [
  ending(ofMe('job', 'employer'))`forget my (?:job|work|employer|career|profession)`,
  ending(ofMe('home'))`forget my (?:(?:home|postal|street) )?address`,
  noDiet`forget my (?:diet|eating habits)`,
  ending(ofMe('birthday'))`forget my birthday`,
  ending(known)`forget (?<s>my [^,]+)`,
  ending(['take', 'have', 'use', 'play'].map((verb) => ({ ...habit(verb), subject: 'me' })))`forget my (?<v>[^,]+)`,
  ending(ofMe('moving to'))`(?:i|we) are not moving`,
]
