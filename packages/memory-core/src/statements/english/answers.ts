import { matchesOf, regex, source } from '../../text/regex.ts'
import { agents } from './kinds.ts'

/*
 * Short answers to a question of the assistant. Alone they say nothing ("yes, peanuts"), so they are read as the
 * statement that question and answer make together: "I'm allergic to peanuts".
 */

/** Maximum characters of an answer that is read with its question. A longer one says what it means. */
const longestAnswer = 80
/** Maximum characters of a question. */
const longestQuestion = 200

const yes =
  /^(?:(?:yes|yep|yeah|yup|yes i (?:do|am|have)|i (?:do|am|have)|sure|of course|correct|right|exactly)\b[\s,.!:–-]*)+/i
const agreed = /^(?:please|thanks?|thank you|do|always|definitely|absolutely|[\s,.!])*$/i
/** How long a "yes" has been true: "yes, since 2015". */
const duration = /^(?:since|for) [a-zà-ž\d ]{1,40}$/i
/** Answers that state nothing, or a sentence of their own. */
const noAnswer =
  /^(?:(?:i'd )?(?:prefer|rather) not|(?:that's |it's )?(?:private|personal|secret)|n\/a|lots?|many|several|some|few|a few|a lot|plenty|sometimes|occasionally|used to|hardly|barely|rarely|probably|possibly|sorry|please|guess|somewhere|(?:only|just|mostly) (?:in|when|if|on|at)|no|nope|nah|not|none|nothing|never|neither|maybe|perhaps|depends|it depends|idk|dunno|unsure|hm+|what|why|who|how|when|where|which|can|could|would|will|ok|okay|cool|great|good|nice|fine|thanks?|thank|hello|hi|hey|you|that|this|it|both|either|all|any|whatever|same|skip|stop|go|forget|delete|show|tell|give|make|let|i|i'm|im|i've|i'd|my|we|we're|our|there|the (?:first|second|third|last|former|latter))\b|[?\n]/i
const someone = /^(?:someone|anyone|my|the|a|an|in|at|near|from)\b/i

/** A question about others, or one that is only quoted. */
const ofOthers =
  /\b(?:he|she|they|him|her|them|his|their|anyone|anybody|everyone|everybody|guests?|(?<!allerg(?:y|ies) in (?:the|your) )famil(?:y|ies)|child|children's|people|patients?|users?|clients?|customers?|characters?|players?|your (?!allergies|age\b|job\b|profession|occupation|name\b|(?:[a-zà-ž]+ )?budget|birthday|weight|height|diet\b|first|e-?mail|phone|time ?zone|native|blood))\b|["“”„«»]/u

/** A question to a character of a game or a story: "Traveller, where do you live?", "*leans in* Where are you from?" */
const character =
  "(?:(?:brave|young|fair|noble|weary|dear|good|great|mighty|wise|my|oh?) )*(?:travell?er|stranger|adventurer|wanderer|hero|heroine|knight|warrior|wizard|witch|mage|sorcerer|lord|lady|sire?|liege|king|queen|prince|princess|captain|detective|commander|ranger|rogue|elf|dwarf|goblin|pilgrim|villager|peasant|recruit|soldier|sailor|pirate|thief|hunter|mortal|human|apprentice|champion|m'?lady)"
const inCharacter = regex.u`(?:^|, |\b(?:tell me|and|so|now),? )${character},|, ${character}$`
const stage = /(?:^|[\n.!?"”] ?)\*(?!\*)(?:[^*\n]{0,80} )?\p{Ll}{2,20}s\b[^*\n]{0,80}\*(?!\*)/u

type Made = (groups: Readonly<Record<string, string>>, answer: string) => string
interface QuestionForm {
  pattern: RegExp
  /** The statement for an answer that gives a value. */
  value?: Made
  /** The statement for a mere "yes". */
  yes?: Made
  /** What an answer says of a person whom it names first: "my wife, shellfish". */
  ofOne?: string
}

/** Questions about the user; the first that matches counts. Whether the statement is worth keeping is decided as for any other. */
const questions: readonly QuestionForm[] = [
  {
    pattern: /\bany allerg(?:y|ies) in (?:the|your) (?:family|household|house)$/u,
    value: (_, answer) => `In our family we are allergic to ${answer.replace(/^to /i, '')}`,
    ofOne: 'is allergic to',
  },
  {
    pattern:
      /\b(?:any(?: [a-zà-ž]+)? allerg(?:y|ies)|allergic to (?:anything|something|any [a-zà-ž]+)|your allergies)\b/u,
    value: (_, answer) => `I'm allergic to ${answer.replace(/^(?:to|i'm allergic to|an?) /i, '')}`,
    ofOne: 'is allergic to',
  },
  {
    pattern:
      /\bany (?<noun>(?:dietary|food) (?:restrictions?|requirements?|needs|preferences?)|medical conditions?|health conditions?|intolerances?)\b/u,
    value: ({ noun = '' }, answer) => `My ${noun}: ${answer}`,
  },
  {
    pattern: /\b(?:take|taking|on) any (?:[a-zà-ž]+ )?(?:medications?|medicines?|meds|drugs|pills)\b/u,
    value: (_, answer) => `I take ${answer}`,
  },
  {
    pattern:
      /\b(?:where (?:do you live|are you (?:based|located|living))|(?:which|what) (?:city|town|country|part of [a-zà-ž]+) (?:do you live|are you) in)\b/u,
    value: (_, answer) => `I live ${someone.test(answer) ? answer : `in ${answer}`}`,
  },
  { pattern: /\bwhere are you from\b/u, value: (_, answer) => `I'm from ${answer}` },
  {
    pattern: /\bwhere do you work\b/u,
    value: (_, answer) => `I work ${someone.test(answer) ? answer : `at ${answer}`}`,
  },
  {
    pattern: /\bwhat do you do(?: for (?:work|a living))?$|\bwhat(?:'s| is) your (?:job|profession|occupation)\b/u,
    value: (_, answer) => `I work as ${answer}`,
  },
  {
    pattern: /\bwhat (?:should|can|may|do|shall) (?:i|we) call you\b|\bhow (?:should|may|shall) i address you\b/u,
    value: (_, answer) => `Call me ${answer}`,
  },
  {
    pattern: /\bhow old are you\b|\bwhat(?:'s| is) your age\b/u,
    value: (_, answer) => (/^\d{1,3}$/.test(answer) ? `I'm ${answer} years old` : ''),
  },
  {
    pattern: /\bhow many (?<noun>[a-zà-ž]+) do you have\b/u,
    value: ({ noun = '' }, answer) =>
      /^(?:\d+|one|two|three|four|five|six)$/i.test(answer) ? `I have ${answer} ${noun}` : '',
  },
  {
    pattern:
      /\b(?:what|when)(?:'s| is) your (?<noun>name|first name|birthday|email|e-mail address|phone number|time ?zone|(?:[a-zà-ž]+ )?budget(?: for [a-zà-ž ]{1,40})?|weight|height|native language|blood type|diet)$/u,
    value: ({ noun = '' }, answer) => `My ${noun} is ${answer}`,
  },
  {
    pattern: /\b(?:what|which)(?: [a-zà-ž]+){1,3} do you (?<verb>use|prefer|speak|drive|take|play)$/u,
    value: ({ verb = '' }, answer) => `I ${verb} ${answer}`,
  },
  {
    pattern:
      /\b(?:should|shall|can) i (?<order>.{4,120})$|\b(?:would you like|do you want) me to (?<order2>.{4,120})$/u,
    yes: ({ order, order2 = '' }) => {
      const said = order ?? order2
      return /\b(?:always|from now on|in (?:the )?future|going forward)\b/.test(said) ? said : ''
    },
  },
  {
    pattern:
      /\bare you (?:an? )?(?<what>(?:[a-zà-ž]+ ){0,3}?(?:vegetarian|vegan|pescatarian|pregnant|diabetic|celiac|coeliac|married|single|left-handed|lactose intolerant|student|smoker))$/u,
    yes: ({ what = '' }, more) =>
      `I'm ${/(?:student|smoker)$/.test(what) ? 'a ' : ''}${what}${duration.test(more) ? ` ${more}` : ''}`,
  },
  {
    pattern:
      /\bdo you (?<what>(?:have (?:an? |any )?(?:[a-zà-ž]+ )?(?:kids|children|pets|dog|cat|car|garden|partner|job)|eat meat|smoke|drink alcohol|live alone|work from home))$/u,
    yes: ({ what = '' }) => `I ${what.replace(/\bany /, '')}`,
    value: ({ what = '' }, answer) => (what.startsWith('have') ? `I have ${answer}` : ''),
  },
]

/**
 * The statement that a short answer makes with the question before it; undefined if the answer stands for itself, or
 * the message before it asks several things or nothing about the user. English only.
 */
export function answeredStatement(answer: string, before: string): string | undefined {
  const said = answer.trim().replace(/[.!\s]+$/, '')
  if (said === '' || said.length > longestAnswer || before.split('?').length !== 2) return undefined
  const sentences = before.slice(0, before.indexOf('?')).split(/[\n.!:]/)
  const asked = sentences.at(-1)?.trim().toLowerCase().replaceAll('’', "'") ?? ''
  if (inCharacter.test(asked) || stage.test(before)) return undefined
  if (asked.length > longestQuestion || ofOthers.test(asked) || /^["”»']/.test(before.slice(before.indexOf('?') + 1)))
    return undefined
  const form = questions.find(({ pattern }) => pattern.test(asked))
  const groups = form?.pattern.exec(asked)?.groups ?? {}
  const value = said.replace(yes, '').trim()
  const [, one, what] =
    (form?.ofOne && /^(my [a-zà-ž]+)(?:[,:]| is| has)? (?:allergic )?(?:to )?(.+)$/i.exec(value)) || []
  if (one !== undefined && what !== undefined) return `${one} ${form?.ofOne} ${what}`
  const isYes = value !== said && (agreed.test(value) || duration.test(value))
  if (!isYes && (value === '' || noAnswer.test(value))) return undefined
  return (isYes ? form?.yes?.(groups, value) : form?.value?.(groups, value)) || undefined
}

/** What is never to be taken, by a word that points back: "I must never have it", "That gives me hives". */
const pointing = regex.i`\b(?:allergic to|(?:must(?: not|n't| never)|may not|can(?:not|'t|not| not| never)|never(?: to)?) (?:ever )?(?:have|take|eat|drink|touch|use))(?= (?:it|that|this|them|those|these)(?=[,.;!]|$| (?:because|since|as|due|with)\b))|^(?:(?:no|nope|sorry|oh|right)[,.]? )*(?=(?:it|that|this|they|those|these|them) (?:(?:gives?|gave|makes?|made) me|(?:brings?|brought) me out|doesn't agree|don't agree)\b)`
const agent = regex.giu`(?<![\p{L}-])${source`${agents}`}(?![\p{L}-])`
/** What is about a food and is none. */
const ofText = /\b(?:books?|films?|movies?|poems?|story|stories|articles?|songs?|jokes?|essays?|characters?)\b/i
/** A question, or a wish for something to eat or to take. */
const ofTaking =
  /\?\s*$|\b(?:eat|take|have|drink|try|use|cook|bake|make|need|painkillers?|something for|recipes?|meals?|dinner|lunch|breakfast|snacks?)\b/i
const longestReply = 400

/**
 * A danger of which only the talk says what it is, with the one food or medicine that the speaker's last message names,
 * or else the short reply to it: "Is kiwi fine?", "I can't eat that" → "I can't eat kiwi". English only.
 */
export function resolvedDanger(said: string, own: string, reply = ''): string | undefined {
  const found = pointing.exec(said)
  if (found === null || ofText.test(own) || !ofTaking.test(own)) return undefined
  const end = found.index + found[0].length
  const named = [own, reply.slice(0, longestReply)].map(
    (text) => new Set(matchesOf(agent, text).map(([one]) => one.toLowerCase())),
  )
  const [thing, ...others] = named.find(({ size }) => size > 0) ?? []
  if (thing === undefined || others.length > 0) return undefined
  return `${said.slice(0, end)}${said.slice(end).replace(/^( ?)\p{L}+/u, `$1${thing}`)}`
}
