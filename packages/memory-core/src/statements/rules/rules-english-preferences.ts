import type { CaptureRule } from './rule-table.ts'
import { again, clause, failing, pointing, transient, verb } from './rules-english-phrases.ts'

const wish = { family: 'preference', type: 'preference', priority: 'medium' } as const
const standing = { family: 'preference', type: 'preference', priority: 'high' } as const

const names =
  '(?!(?:back|later|tomorrow|today|tonight|now|when|whenever|if|at|on|in|by(?! (?:my|the) )|for|from|before|after|again|asap|maybe|crazy|old|stupid|paranoid|lazy|picky|weird|biased|a|an|the|once|anytime|any|all|every|as|or|and|please|out|first|next|this|over|with|up|instead|soon|directly)\\b)'

/** Standing wishes, of high priority, and likings, of medium priority. */
export const englishPreferences: readonly CaptureRule[] = [
  {
    ...standing,
    name: 'call-me',
    patterns: [
      new RegExp(`${clause}(?:(?:don'?t|do not|never) )?call me ${names}[\\p{L}¤]`, 'iu'),
      /(?:^|[,.]\s+|\b(?:please|pls|and|but)\s+)address me as\s+\S/iu,
      /\bmy pronouns are\s+\S/iu,
      /\bi go by (?!(?:train|bus|car|bike|foot|plane|tram|boat|the|what|that|how|feel|gut|a)\b)\p{L}/iu,
    ],
  },
  {
    ...standing,
    name: 'never',
    patterns: [
      new RegExp(`${clause}(?:never|nevr|nver)(?:,? ever)?\\s+${verb}`, 'iu'),
      /^(?:in|for|when|on|with|within|inside)\s[^,]{2,60}\s+never (?:use|write|add|put|run|give|include|start|end|prefix|answer|reply|ask|show|commit|push)\b/iu,
      new RegExp(
        `\\b(?:i|we) never\\s+(?!(?:know|understand|remember|get|say|have|can|could|would|will|mean|meant|learn|learnt|realize|notice|understood|heard|bother|finish|leave|think)\\b)${verb}`,
        'iu',
      ),
    ],
    unless: [failing, transient, again],
  },
  {
    ...standing,
    name: 'always',
    patterns: [
      new RegExp(`${clause}(?:always|alwyas|allways|alwasy)\\s+${verb}`, 'iu'),
      /^(?:in|for|when|on|with|within|inside)\s[^,]{2,60}\s+always (?:use|write|add|put|run|give|include|start|end|prefix|answer|reply|ask|show|check|test)\b/iu,
      new RegExp(
        `\\b(?:i|we) always\\s+(?!(?:forget|get|wonder|end|have|think|feel|lose|seem|fail|see|hear|struggle|mix|confuse|hit|wind|find|come|know|knew|mess|miss|assume|need to|say)\\b)${verb}`,
        'iu',
      ),
    ],
    unless: [failing, transient, again],
  },
  {
    ...standing,
    name: 'instead',
    patterns: [
      new RegExp(`${clause}use\\s+[^,?]{1,80}?\\s+(?:instead of|rather than)\\s+\\S`, 'iu'),
      new RegExp(`${clause}use\\s+[^,?]{1,80}?,\\s+not\\s+\\S`, 'iu'),
      /^(?:from (?:now|here) on|going forward|in (?:the )?future|moving forward),?\s+(?!(?:it|i|i'm|i'll|there|that|this|we'll|was|is|it's|things|everything)\b)\p{L}/iu,
      /^(?:please |pls )?(?:use|write|answer|reply|respond|speak|format|add|put|keep|start|end|sign|send|give|show|make|include|leave|skip|stop|don'?t|ask|explain|talk|name|prefix)\b.{2,300}\b(?:from now on|going forward)\b/iu,
      /\b(?:please|pls|plz)\s+(?:(?:stop|avoid)\s+(?!(?:being|doing)\b)\p{L}+ing\b|(?:don'?t|do not)\s+(?:ever )?(?:use|add|write|say|include|put|repeat|start|end|mention|summari[sz]e|generate|apologi[sz]e|format)\b|avoid\s+(?!(?:that|this|it|me|him|her|them|doing)\b)\p{L})/iu,
      new RegExp(
        `${clause}(?:only )?(?:answer|reply|respond|speak|talk|write|communicate)(?: to me| me| back| everything| only)* in (?:english|german|french|spanish|italian|portuguese|dutch|chinese|mandarin|japanese|korean|russian|polish|swedish|norwegian|danish|finnish|turkish|arabic|hindi|greek|czech|ukrainian|hebrew|romanian|hungarian|catalan)\\b`,
        'iu',
      ),
    ],
    unless: [
      pointing,
      /\b(?:here|for this one)\b/i,
      transient,
      /\b(?:that|this) next time\b|\b(?:attached|following file)\b/i,
    ],
  },
  {
    ...wish,
    name: 'prefer',
    patterns: [
      /\b(?:i|we)(?:'?d| would)?(?: (?:\w{1,12}ly|much|also|just|still|do|always))? (?:prefer|perfer|prefere|preffer)\s+(?!(?:(?:the )?(?:first|second|third|last|latter|former|other|1st|2nd)|that|this|it(?! when| if)|either|neither|both|one|not to (?:say|answer|talk|discuss))\b)[\p{L}\p{N}¤]/iu,
      /\b(?:i|we)(?:'?d| would) rather (?!(?:not|that|die|wait|the)\b)\p{L}/iu,
      /\bmy (?:\p{L}{1,12} )?preference (?:is|would be) (?!(?:that one|the (?:first|second|latter|former))\b)\S/iu,
      /\bmy preferred [\p{L} ]{1,40} (?:is|are) \S/iu,
    ],
    unless: [pointing, /\bprefer something \w+er\b/i, transient],
  },
  {
    ...wish,
    name: 'like',
    patterns: [
      /\b(?:i|we)(?: (?:really|absolutely|also|generally|just|do|personally|totally|truly))?(?: (?:don'?t|do not))?(?: really)? (?:like|love|hate|dislike|enjoy|adore|detest|loathe|can'?t stand|cannot stand|can'?t bear)\s+(?!(?:it(?! when| if)|this|that|these|those|you|you're|your|yours|how|what|the|him|her|them|when|where|which|every|everything|all|one|both|where|to (?:say|bother|ask|admit|be|see|know|tell)|so|he|she|his|their|most|more|a lot|second|first|hearing|seeing)\b)[\p{L}\p{N}¤]/iu,
      /\bmy (?:\p{L}{1,12} )?favou?rite [\p{L} ]{1,40} (?:is|are) (?!(?:the (?:first|second|one)|that|this)\b)\S/iu,
      /(?:\b(?:i'?m|i am|we're|we are)(?: \w{1,12}){0,2}|^not(?: really)?) a (?:\w{1,10} )?fan of (?!(?:it|this|that|these|those|the|how|your)\b)\S/iu,
    ],
    unless: [pointing, transient],
  },
]
