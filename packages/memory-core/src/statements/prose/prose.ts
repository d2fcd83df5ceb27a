import { largeRegex, matchesOf, regex, source } from '../../text/regex.ts'
import { sentenceEnds } from '../../text/sentences.ts'
import { aside, introducedBy, ofPresenting, presenting, quoting } from './leads.ts'
import { distantLines, greeting, heading, withoutPasted } from './pasted.ts'
import { type ListedRule, ruleLines } from './rule-lists.ts'

/** A line of prose. `masked` is `text` at the same length, with `¤` in place of code, quotations and links. */
export interface ProseLine {
  text: string
  masked: string
  /** Whether it is in the middle of a long message, where much is pasted. */
  isDistant: boolean
  /** Set where orders are permanent, as in a list of rules. */
  rule?: ListedRule | undefined
  /** What was said after it and changes it, as it is put behind it: " Sorry, 4 December." */
  afterthought?: string
}

const fence = /^\s{0,3}(```|~~~)/
const indentedCode = /^(?: {4}|\t)(?!\s*(?:[-*+•]|\d{1,3}[.)])\s)/
const bullet = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/
/** Block quotes, tables, diffs and commands. */
const notProse = /^\s*(?:>|\||\$\s|[+-]{3}\s|[+-]\s?(?:\/\/|\/\*|#\s)|@@|<\/?[a-z!?][^>]*>\s*$)/i
/** Lines of logs, stack traces, settings, JSON and program text. */
const machineText =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|\[?(?:INFO|WARN|ERROR|DEBUG|TRACE|FATAL)\b|at \S+ ?\(|File "|npm ERR|[{}[\]()]+[,;]?\s*$|"[^"]*"\s*:|(?:export |set |- )?(?:[A-Z][A-Z\d_]+|[a-z][\w-]*[._][\w.-]+)\s?=\s?\S|(?:const|let|var|import|export|return|function|class|def|public|private|#include)\s.*[;:{(]\s*$)|[;{}]\s*$/
/** A paragraph with this many machine lines, if they are at least half of it, is dropped whole. */
const machineLines = 3

/** A line that introduces another author's text. The lines below it are dropped, up to the next empty line. */
const introduction = regex.i`\b(?:for example|e\.g\.|examples?|(?:message|mail|letter|post) samples?|said|says|(?:they|docs) say|wrote|writes|replied|answered|error|log|logs|output|result|results|email|article|poem|lyrics|readme|transcript|draft|text|review|comment|ticket|texted|messaged|dm(?:'?e)?d|e-?mailed|posted|commented|forwarded|sent (?:me|us|this)|past(?:e|ed|ing)|(?:this|these) (?:messages?|chat|thread|post|note)|(?:messages?|chat|thread|post|note) from|from (?:the|our|my|this) (?:[a-zà-ž'-]+ ){0,3}(?:chat|thread|channel|group|whatsapp|slack|discord))\b[^.!?]{0,60}:\s*$|\b(?:said|says|wrote|sent|texted|messaged|posted|replied|e-?mailed|dm'?e?d)(?: [a-zà-ž]+){0,3} (?:this|the following)\W*$`
/** `the handbook says: always …`: the rest of the line is another author's. */
const attribution = largeRegex.iu`\b(?:wrote|sent|texted|messaged|posted)(?: [a-zà-ž]+){0,3} (?:this|the following)\b[^.!?:]{0,30}:\s|\b(?:texted|messaged|dm'?e?d)(?: me| us| back)?:\s|\bhere(?:'?s| is| are) (?!my (?:bio|profile)\b)(?:[a-zà-ž]+(?:'s)? ){1,4}?(?:bio|profile|ad|advert|posting|post|article|docs?|documentation|lyrics|song|transcript|review|essay)\b[^.!?:]{0,40}:\s|\b(?:the|this|that|their|his|her|its|an?)\s(?:[a-zà-ž\p{N}-]{1,30}\s){0,3}(?:says|said|states?|stated|reads?|wrote|writes|tells (?:me|us)|told (?:me|us)|claims|recommends|suggests|(?:output|result|answer|reply|response|message|error|log)\s(?:is|was))\s?[^.!?:]{0,30}:\s|\b(?:output|result|answer|reply|response) (?:is|was):\s|\b(?:as )?per (?:the|their|this|an?)\s[^.!?:,]{1,40}[:,]\s|\bfound (?:this|it|that)\b[^.!?:]{0,40}:\s|^their\s[^.!?:,]{1,40}:\s`

/** Work on a text, or a text to write: what follows is that text. */
const textWork = [
  /\b(?:translate|rephrase|proofread|rewrite|summari[sz]e|paraphrase|spell-?check)\b/,
  /\b(?:fix|correct|edit|improve|check|polish)\s+(?:(?:this|the following|my|the)\s+)?(?:sentence|text|paragraph|email|poem|story|line|phrase|message|letter|grammar|spelling|typos|wording|punctuation)\b/,
  /(?:^|[.!?,;]\s+|\b(?:(?:can|could|would|will) (?:you|u)|please|pls|plz|and|help me) )(?:(?:shorten|reword|condense|simplify|polish)\b|make (?:this|it|the following) |(?:reply|respond|answer|write back) to (?:this|the following|(?:my|her|his|their|an?|the) (?:[a-zà-ž]+ )?(?:text|message|e-?mail|letter|comment|review|post|tweet|dm))\b|(?:write|compose|make up|tell me|continue|give me) (?:me )?(?:an?|the|my|our|another) (?:[a-zà-ž]+ ){0,3}?(?:story|poem|novel|song|scene|dialogue|monologue|screenplay|rap|haiku|limerick|chapter)\b)/u,
  /\b(?:is|does|are) (?:this|that|it|the following) [^.!?:]{0,60}?\b(?:correct|right|ok|okay|sounds?|natural|mistakes?)\b/,
  /\bwhat(?:'s|s| is) wrong with (?:this|that|the following|my)\b/,
]
  .map(({ source }) => source)
  .join('|')
/** A task, with its text below. */
const task = regex.i`(?:${textWork})[^.!?]{0,80}\??:\s*$`
/** A task without a colon whose text is below it: "can you check this for mistakes?". */
const taskAbove = largeRegex.i`^(?=.*\b(?:this|the following|below)\b)[^.!?]{0,80}?(?:${textWork})[^.!?:]{0,80}[.!?]?$`
/** A task with its text on the same line, or a story to write together. The text goes on to the end of the paragraph. */
const inlineTask = largeRegex.i`(?:${textWork})[^.!?:]{0,80}\??:\s|\b(?:check|correct|fix|improve|proofread) (?:this|the following)\b[^.!?:]{0,60}\?\s|\bis (?:this|the following)(?: sentence| text)?(?: [a-zà-ž]+ly)? correct\?\s|\b(?:story|writing) prompt:\s|\b(?:let'?s|let us) (?:write|make up|start|continue|play) (?:an?|the|our|some) (?:[a-zà-ž]+ ){0,3}?(?:story|scene|role-?play)\b[^.!?:]{0,80}[.!:]\s`
/** Words without which a line with neither a colon nor a question mark is no {@link inlineTask}. */
const lets = /\blet(?:'?s| us) /i
/** The same in the other languages, and a story to write: what follows is its text. */
const foreignTask =
  /(?<![a-zà-ž])(?:übersetz|korrigier|verbesser|umformulier|formulier|fasse? zusammen|trad[uú]c|tradui[st]|tradu[zç]|corr[ií]g|correggi|corrigeer|riassumi|resum[ae]|résume|reformul|vertaal|verbeter|herschrijf|翻译|翻譯|润色|改写|校对)[^.!?:：]{0,80}[:：]|(?:訳して|校正して|添削して|造句|仿写|续写|扩写|改成)[^。:：]{0,20}[:：]|(?:物語|小説|お話|詩)を(?:書い|作っ)[^。:：]{0,20}[。:：]|(?<![a-zà-ž])(?:mach|hazme|haz|fais|fammi|faz|maak|schreib|erzähl|verfass|escribe|cuéntame|écris|raconte|scrivi|racconta|escrev|conta|schrijf|vertel|写|寫|讲|書いて)[^.!?。]{0,40}(?:geschichte|roman|gedicht|kurzgeschichte|cuento|historia|poema|novela|histoire|conte|poème|storia|racconto|poesia|história|conto|verhaal|故事|小说|小說|作文|日记|对话|剧本|台词|例句|物語|小説)[^.!?:,。：]{0,80}[.!:,。：]/i
/** A letter, which `correction` below it asks to correct. */
const letter = /^\s*(?:[Dd]ear|[Hh]ello|[Hh]i|[Hh]ey) \p{Lu}\p{Ll}+\b/u
const correction =
  /\b(?:[Ff]ix|[Cc]orrect|[Cc]heck|[Ii]mprove|[Pp]olish|[Pp]roofread|[Rr]ewrite|[Tt]ranslate)\b(?:\s+(?:the|my|this|its|that|it|text|letter|email|message|grammar|spelling|typos|wording|punctuation|above|please|for|of|in|to|into|and|me|\p{Lu}\p{Ll}+)){1,8}[\s?!.]*$/u

/** Subjects of labels, which speak in no conversation. */
const subjects =
  'news|changes|updates|logs|logging|timeouts|retries|dates|timestamps|imports|comments|indentation|spacing|dependencies|kubernetes|docker|redis|postgres|terraform|typescript|graphql|kafka|projects?|stack|rules?|repo|repository|monorepo|tasks?|setup|teams?|deadlines?|oncall|workflow|process|roadmap|scope|timeline|schedule|launch|release|releases|milestones?|database|backend|frontend|server|servers|framework|hosting|deployment|deploys?|environment|branch|branches|branching|tests?|testing|linting|formatting|naming|commits|codebase|code|conventions?|standards|guidelines|docs|documentation|ci|tooling|hardware|software|laptop|printer|camera|website|site|shop|company|business|product|products|domain|industry|market|audience|niche|pricing|prices?|rates?|currency|billing|invoicing|invoices|payments?|shipping|refunds|returns|opening hours|hours|shifts?|meetings|standup|calls|timezone|city|town|country|address|house|flat|apartment|rooms?|kitchen|bedroom|bathroom|nursery|garden|garage|heating|lights?|lighting|blinds|thermostat|temperature|alarm|wifi|car|kids|children|dog|cat|medication|meds|medicines?|conditions?|likes|dislikes|food|cuisine|meals|breakfast|lunch|dinner|workouts?|training|sleep|school|course|degree|thesis|topic|genre'
/** The speaker of a line of a pasted conversation: `Bob: I prefer tea`. */
const speaker =
  /^\s*(?:user|assistant|agent|ai|bot|system|human|(?:[Tt]ask|TASK|[Ss]tep|STEP|[Ss]trategy|[Cc]hapter|[Ss]cene|[Ss]lide|[Ll]esson|[Mm]odule|[Pp]rompt) ?#?\d{1,2}|\p{Lu}\p{Ll}{1,20}(?: \p{Lu}\p{Ll}{1,20})?|(?<term>\p{Lu}\p{Ll}{2,20})(?:[- ]\p{L}+){0,2}(?=\s?:\s+\k<term>\b))\s?:\s+\S/u
/** What stands behind a label where a thing, a firm or a figure speaks: "Car: I'm a 2015 Golf", "School: Dear parents". */
const inItsName = source`(?:(?:company|business|shop|school|course|website|site|product|car|house|flat|apartment|garden|market|topic|genre|audience|niche)\s?:\s+(?:i(?: am|['’]m)|we(?: are|['’]re) an?|thanks?|dear|hello|hi|welcome)|(?:topic|genre|audience|niche)\s?:.*[.!?] (?:i|my|we))\b`
/** Labels that name a subject, and holders of a role with their names: "Tech Stack: …", "Client: Paola." */
const noSpeaker = largeRegex.iu`^\s*(?:(?!${inItsName})(?:[a-zà-ž]+ )?(?:${subjects})|(?:client|customer|manager|owner|lead|contact|editor|landlord)(?=\s?:\s+(?!(?:yes|no|nope|ok|okay|sure|hi|hello|hey|thanks|please|sorry|well|great|good|fine|i|we|i'm|never|always)\b)(?:(?:mrs?|ms|dr)\.? )?[a-zà-ž'-]+(?: [a-zà-ž'-]+)?(?:[.,;]| ?\(|\s*$))|note|rule|rules|reminder|important|ps|correction|edit|update|also|preference|preferences|fyi|todo|remember|please|required|actually|incorrect|wrong|no|nope|yes|yep|yeah|sure|ok|okay|right|well|oh|ah|sorry|true|background|context|situation|diet|allerg(?:y|ies)|health|home|location|work|job|family|budget|money|name|age|pets|hobbies|tools|stack|goals?|plans?|decision|remember this|one thing|please remember|constraint|policy|style|tone|format|language|bitte(?: merken)?|nota|wichtig|regel|regla|importante|achtung|zur info|zur information|(?:recuerd|acu[eé]rd|apunt|an[oó]t|annot|guard|memori|merk|notier|speicher|reten|retien|mémoris|souvien|rappel|ricord|segna|lembr|onthou|noteer)[a-zà-ž]*(?:-[a-zà-ž]+)?(?: \p{Ll}+)?)\s?:`

/** A line of an answer for an interview, of which one has all four: "**Result:** We kept the client". */
const starred = /^[\W\d]*(Situation|Task|Action|Result)s?\W{0,3}:/

/** Words in a line that are not the user's: inline code, quotations, links. Few lines have even a `beginning`. */
const foreignWords: readonly (readonly [beginning: RegExp, whole: RegExp])[] = [
  [/`/, /`[^`\n]{1,1000}`/g],
  [/:\/\//, /https?:\/\/[^\s¤]{1,1000}/g],
  [/"/, /"[^"\n]{1,600}"/g],
  [/[“„]/, /[“„][^“”„\n]{1,600}[”“]/g],
  [/«/, /«[^«»\n]{1,600}»/g],
  [/[「『]/, /[「『][^「」『』\n]{1,600}[」』]/g],
  [/'/, /(?<![\p{L}\p{N}¤])'(?=\S)(?:[^'\n]|(?<=\p{L})'(?=\p{L})){1,300}'(?![\p{L}\p{N}])/gu],
]

/**
 * The lines of a message that can be the user's own statements: without code, block quotes, tables, logs, pasted
 * conversations and text introduced as another author's. Linear.
 */
export function proseLines(text: string): ProseLine[] {
  if (letter.test(text.slice(0, 100)) && correction.test(text.slice(-200))) return []
  const lines = withoutMachineText(withoutPasted(withoutFences(text.split('\n'))))
  const distant = distantLines(lines)
  const rules = ruleLines(lines)
  const kept: ProseLine[] = []
  const isStar = new Set(lines.map((line) => starred.exec(line)?.[1])).size > 3
  let foreign: 'no' | 'begins' | 'paragraph' | 'rest' | 'text' = 'no'
  // Below another author's text a list of rules may be theirs, too.
  let isMixed = false
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') {
      const goesOn = rules.get(at - 1) === 'heading' || greeting.test(lines[at - 1]?.trim() ?? '')
      if (foreign === 'paragraph') foreign = goesOn ? 'begins' : 'no'
      continue
    }
    if (foreign === 'rest') break
    if (foreign === 'text' && (lines[at - 1]?.trim() !== '' || !aside.test(line))) continue
    if (foreign === 'text') foreign = 'no'
    if (foreign === 'begins') foreign = 'paragraph'
    isMixed ||= foreign !== 'no'
    const rule = isMixed ? undefined : rules.get(at)
    if (foreign === 'paragraph' || rule === 'heading' || isForeign(line, rule !== undefined)) continue
    if (isStar && starred.test(line)) continue
    const isLeading = line.includes(':') || / (?:this|following)\W*$/.test(line)
    const head = line.slice(0, 400)
    const canBeTask = isLeading || head.includes('?') || lets.test(head)
    if (ofPresenting.test(head) && presenting().test(head)) {
      foreign = 'text'
      continue
    }
    const inline = (canBeTask ? inlineTask().exec(head) : null) ?? foreignTask.exec(head)
    const isAbove = kept.length === 0 && at < lines.length - 1 && taskAbove().test(line.trim())
    const introduced = introducedBy(lines, at)
    if (isAbove || (isLeading && task.test(line.slice(-400)))) foreign = 'rest'
    else if (introduced === 'text') foreign = introduced
    else if (inline) foreign = 'paragraph'
    else if (introduced || (isLeading && introduction.test(line.slice(-400)))) foreign = 'begins'
    const said = inline ? line.slice(0, inline.index + inline[0].length) : line
    const own = withoutQuoted(said.replace(heading.test(line) ? heading : bullet, '').trim())
    kept.push({ ...masked(own.includes('`') ? own : plainly(own)), isDistant: distant[at] ?? false, rule })
  }
  return kept
}

/** Markdown's emphasis, always as a pair: `**Work Trip**`. */
const emphasis = /(?<![\p{L}\p{N}*_])(\*{1,3}|__)(?=[^\s*_])([^*\n]{1,200}?)(?<=[^\s*_])\1(?![\p{L}\p{N}*_])/gu
/** What a person does in a play or a chat, between the words: "*sighs*". */
const stage = /^\*(?!\*)(?!always|this|is|was|has|its|yes)\p{Ll}+s(?: [^*\n]{1,80})?\*(?!\*)\s*/u

function plainly(line: string): string {
  return line.includes('*') || line.includes('__') ? line.replace(stage, '').replaceAll(emphasis, '$2') : line
}

/** Few words of another, summed up before the user goes on: "no pets. I have two cats". */
const summedUp =
  /^ (?:(?!(?:[Hh]i|[Hh]ey|[Hh]ello|[Dd]ear|[Tt]hanks?|[Yy]es|[Ss]ure|[Oo]k|[Ss]orry)\b|[^.!?]*\b(?:I|[Ww]e|[Mm]y|[Oo]ur|me|us)\b)\S+ [^.!?]{1,60}[.!?] (?=(?:I|My)\b)|[^.!?]{1,80}[.!?] (?=[Ss]o,? (?:from now on|always|never)\b))/
/** The same of feedback, which the user may tell in the first person: "I talk too fast. I have ADHD." */
const summedUpFeedback = /^ [^.!?]{1,80}[.!?] (?=(?:I|My)\b)/

/** Cuts a line after an {@link attribution}, or up to the words of the user behind those of another. */
function withoutQuoted(line: string): string {
  const head = line.slice(0, 400)
  const attributed = attribution().exec(head)
  const start = attributed ?? (/:| [-–—] /.test(line) ? quoting().exec(head) : null)
  if (!start) return line
  const end = start.index + start[0].length
  const rest = attributed ? '' : line.slice(end)
  const quoted = summedUp.exec(rest) ?? (/\bfeedback\b/i.test(start[0]) ? summedUpFeedback.exec(rest) : null)
  return quoted ? rest.slice(quoted[0].length) : line.slice(0, end)
}

function isForeign(line: string, isListed: boolean): boolean {
  if (notProse.test(line) || indentedCode.test(line)) return true
  return !isListed && speaker.test(line) && !noSpeaker().test(line)
}

/** Drops fenced code. An unclosed fence extends to the end, as in Markdown. */
export function withoutFences(lines: readonly string[]): string[] {
  let open: string | undefined
  return lines.filter((line) => {
    const mark = fence.exec(line)?.[1]
    if (mark === undefined) return open === undefined
    if (open === undefined) open = mark
    else if (open === mark) open = undefined
    return false
  })
}

function withoutMachineText(lines: readonly string[]): string[] {
  const kept: string[] = []
  let paragraph: string[] = []
  for (const line of [...lines, '']) {
    if (line.trim() !== '') {
      paragraph.push(line)
      continue
    }
    const prose = paragraph.filter((one) => !machineText.test(one.slice(0, 400)))
    const machine = paragraph.length - prose.length
    if (machine < machineLines || machine * 2 < paragraph.length) kept.push(...prose)
    kept.push(line)
    paragraph = []
  }
  return kept
}

function masked(text: string): Omit<ProseLine, 'isDistant'> {
  let mask = text.replaceAll('’', "'")
  for (const [beginning, whole] of foreignWords)
    if (beginning.test(mask)) mask = mask.replaceAll(whole, (found) => '¤'.repeat(found.length))
  return { text, masked: mask }
}

/** A part of a sentence that can state something by itself. */
export interface Clause extends ProseLine {
  isQuestion: boolean
  /** The whole sentence that it is part of. */
  sentence: string
}

/** Maximum sentences read of a message. */
const maxSentences = 200
/** Maximum characters of a sentence; a longer one is split, behind a comma if it can be. */
const maxLength = 1_000

/** An order with a question mark: `never do that, ok?` */
const tag =
  /(?:,\s*|(?<!\b(?:is|are|was|were|am|be|looks?|sounds?|feels?|seems?|goes|it's|that's|i'm|im|its|thats|this|that|it|still|also) )\s)(?:ok|okay|alright)\s*\?+[\p{P}\p{S}\s]*$/iu

/** The joint before a new clause within a sentence. */
const joint = regex.gi`;\s+|\s+[-–—]{1,2}\s+|,?\s+(?:btw|by the way|anyways?)\b,?\s+(?=\S)|,\s+(?:and |so |but )?(?=(?:can|could|would|will|should|do|does|did|are|is) (?:you|we|i|it|that|this|there)\b(?! (?:always|never))|(?:what|how) about\b|(?:how|what|why|where) (?:do|does|is|should|can|would|are)\b|any (?:ideas|tips|suggestions|thoughts))`

/** The joint before a question at the end of a sentence in the other languages: "Ich bin Veganer, was kann ich essen?" */
const beforeQuestion =
  /,\s+(?:(?:und|aber|also|y|pero|entonces|et|mais|alors|donc|e|ma|quindi|allora|mas|então|en|maar|dus)\s+)?(?=(?:¿\S+|was|wie|wo|wann|warum|wer|welche[mnrs]?|darf|dürfen|kann|kannst|könn[a-zà-ž]+|soll[a-zà-ž]*|muss|gibt|geht|hast|haben|weißt|hilfst|machst|ist|sind|qué|cómo|cuál|cuándo|dónde|me|puedo|puedes|podrías|debo|qu'est-ce|est-ce|que|quel[a-zà-ž]*|comment|où|quand|pourquoi|tu|peux|puis-je|peut-on|pouvez|c'est|cosa|che|come|quali?|dove|quando|posso|puoi|può|potresti|devo|mi|o|como|onde|qual|quais|pode|podes|wat|hoe|waar|wanneer|welke?|kan|kun|kunt|mag|moet|heb|zijn) \S)|[，、](?=[^，、]{3,}$)/gi

/** The first 200 sentences of a message's prose, in order, each at most 1,000 characters long. Linear. */
export function proseSentences(text: string): ProseLine[] {
  const sentences: ProseLine[] = []
  for (const line of proseLines(text)) {
    sentences.push(...sentencesOf(line))
    if (sentences.length >= maxSentences) break
  }
  return sentences.slice(0, maxSentences)
}

/** A number with a full stop before what it counts in German: "im 5. Monat". */
const ordinal = /\d\. (?:monat|woche|klasse|semester|stock|jahr|lebensjahr|geburtstag)/i

function sentencesOf(line: ProseLine): ProseLine[] {
  const ends = sentenceEnds(line.masked).filter(
    (end) => !ordinal.test(line.masked.slice(Math.max(0, end - 3), end + 12)),
  )
  const stops = [...ends, line.text.length]
  const found = stops.flatMap((stop, index) => pieces(line, stops[index - 1] ?? 0, stop))
  return found.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

function pieces(line: ProseLine, from: number, to: number): ProseLine[] {
  const found: ProseLine[] = []
  let start = from
  while (start < to) {
    const last = Math.min(to, start + maxLength)
    const comma = line.masked.lastIndexOf(', ', last - 1) + 1
    const behind = comma > start + maxLength / 2 ? comma : line.text.lastIndexOf(' ', last)
    const stop = last < to && behind > start ? behind : last
    found.push(partOfLine(line, start, stop))
    start = stop
  }
  return found
}

/** The clauses of sentences, in order. */
export function clausesIn(sentences: readonly ProseLine[]): Clause[] {
  return sentences.flatMap((sentence) => {
    const asks = endsInQuestion(sentence.masked)
    const thoughts = matchesOf(joint, sentence.masked)
    const cuts = thoughts.length > 0 || !asks ? thoughts : matchesOf(beforeQuestion, sentence.masked)
    const starts = [0, ...cuts.map((cut) => cut.index + cut[0].length)]
    const stops = [...cuts.map((cut) => cut.index), sentence.text.length]
    return starts.map((from, index) => ({
      ...partOfLine(sentence, from, stops[index] ?? from),
      isQuestion: asks && index === starts.length - 1,
      sentence: sentence.text,
    }))
  })
}

/** Whether a text ends in a question mark that is not the one of a {@link tag}. */
export function endsInQuestion(text: string): boolean {
  return /[?？][\p{P}\p{S}\s]*$/u.test(text) && !tag.test(text)
}

/** The length of at most `most` opening words of a text; `next` finds that of the first in a rest, 0 without one. */
export function openingLength(text: string, most: number, next: (rest: string) => number): number {
  let start = 0
  for (let count = 0; count < most; count++) {
    const length = next(text.slice(start))
    if (length === 0 || start + length >= text.length) break
    start += length
  }
  return start
}

/** Maximum opening words that are cut off. */
const maxOpenings = 8

/** A clause without its opening words; `opening` matches each of them at the beginning of the rest. */
export function afterOpening(clause: Clause, opening: RegExp): Clause {
  const start = openingLength(clause.masked, maxOpenings, (rest) => opening.exec(rest)?.[0].length ?? 0)
  return { ...clause, text: clause.text.slice(start), masked: clause.masked.slice(start) }
}

/** A part of a line without white space around it. */
function partOfLine(line: ProseLine, from: number, to: number): ProseLine {
  const raw = line.text.slice(from, to)
  const start = from + raw.length - raw.trimStart().length
  const stop = Math.max(start, from + raw.trimEnd().length)
  return { ...line, text: line.text.slice(start, stop), masked: line.masked.slice(start, stop) }
}
