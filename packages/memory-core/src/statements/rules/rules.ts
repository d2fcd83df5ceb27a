import type { RulePack } from './rule-table.ts'
import { chineseRules } from './rules-chinese.ts'
import { englishRules } from './rules-english.ts'
import { germanRules } from './rules-german.ts'
import { japaneseRules } from './rules-japanese.ts'
import { spanishRules } from './rules-spanish.ts'

/**
 * All rules, in the order in which they are tried on a statement: the languages one after the other, and within each
 * constraints before corrections before preferences, so that the most specific wins.
 */
export const rulePacks: readonly RulePack[] = [englishRules, germanRules, spanishRules, chineseRules, japaneseRules]
