import { largeRegex, regex, source } from '../../text/regex.ts'

const openTag = /^\s*<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>\s*$/i
const closeTag = /^\s*<\/([a-z][\w-]{0,40})\s*>\s*$/i

/**
 * Empties the lines from an opening tag alone on a line to the last line that closes it: pasted pages, and our own
 * context block if a host put it into the user's message. Empty lines keep paragraphs apart.
 */
export function withoutTagged(lines: readonly string[]): string[] {
  if (!lines.some((line) => line.includes('</'))) return [...lines]
  const closed = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const name = closeTag.exec(line)?.[1]
    if (name !== undefined) closed.set(name.toLowerCase(), at)
  }
  let until = -1
  return lines.map((line, at) => {
    if (at <= until) return ''
    until = closed.get(openTag.exec(line)?.[1]?.toLowerCase() ?? '') ?? -1
    return until > at ? '' : line
  })
}

/** Characters above which a message is probably not all typed, so that its middle may be pasted. */
const longMessage = 800
/** Maximum characters of a first or last paragraph of a long message that counts as the user's own. */
const ownParagraph = 400

const mailHeader = /^(?:from|to|cc|bcc|subject|sent|date|reply-to|von|an|betreff|gesendet|de|para|asunto):\s+\S/i
const mailMark = /^(?:subject|betreff|asunto):\s+\S|^(?:from|to|von|an|de|para):\s.{0,80}@/i
export const greeting = /^(?:dear|hi|hello|hey|hallo|liebe[rs]?|sehr geehrte[rs]?|hola|estimad[oa]s?)\s[^.!?:]{1,60},$/i
const farewell = regex.i`^(?:(?:best|kind|warm|many)\s)?(?:regards|wishes|best|sincerely|yours|cheers|thanks|thank you|love|(?:viele|liebe|beste|freundliche) grüße|saludos)\b.{0,20}$`
export const heading = /^\s{0,3}#{1,6}\s/
/** `4.2 The Tenant must …`, `Section 3. …`, `§ 5`. */
const numberedClause =
  /^\s*(?:§\s?\d|(?:[Ss]ection|SECTION|[Aa]rticle|[Cc]lause|[Aa]rtikel|[Aa]bschnitt|[Aa]rtículo)\s\d|\d{1,3}(?:\.\d{1,3}){1,3}[.):]?\s|\d{2,3} (?:I|In|It|Mrs?|Ms|As|On|By|This|That|There|However|The)\s)/

const stamp = source`(?:(?:[\d./-]{4,10}|today|yesterday|[a-zà-ž]{3,9}\.? \d{1,2}|\d{1,2}\.? [a-zà-ž]{3,9})(?: \d{4})?,? (?:at )?)?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?`
const name = source`(?!(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?|breakfast|lunch|dinner|supper|snack|gym|work|school|bed|meds|meeting|standup|note|update|i|my|we|our|at|by)\b)[@~+]?[a-zà-ž][\w.'à-ž-]*(?: [\w.'()à-ž-]+){0,2}`
/** `[02:20] kofi: hi`, `12/10/26, 21:04 - Mum: hi`, `09:12 <ann> hi`, `Ann (00:12): hi`. */
const chatLine = largeRegex.i`^\s*(?:[-*•] )?(?:\[${stamp}\]\s*(?:${name}:|<)|${stamp}(?: [-–—])?\s+(?:from )?(?:${name}\s?:|<)|${name} [[(]${stamp}[\])]:)\s?\S`
/** The line above a message: `Ann Lee 9:12 AM`, `[09:12] Ann`, `Ann — Today at 9:12 AM`. */
const chatHeader = largeRegex.i`^\s*(?:${name}(?:,| [-–—•·|])?\s+[[(]?${stamp}[\])]?|[[(]?${stamp}[\])]?\s+${name})\s*$`

/** Words that show that a text is the speaker's own: "I", "my team", "for you". */
const ownWords = regex.i`\b(?:I|I'm|I'd|I've|I'll)\b|\b(?:my|mine|me|we|we're|our|ours|us|you|your|ich|mein\w{0,2}|mir|mich|wir|uns|unser\w{0,2}|yo|mis?|nosotr[oa]s|nuestr[oa]s?)\b|[我私僕俺]`
/** {@link ownWords} without "you", which a pasted prompt has in every line. */
export const firstPerson: RegExp = regex`\b(?:I|I'm|I'd|I've|I'll)\b|\b(?:[Mm]y|[Mm]ine|me|[Ww]e|[Ww]e're|[Oo]ur|ours|us|[Ii]ch|[Mm]ein[a-z]{0,2}|mir|mich|[Ww]ir|uns|[Uu]nser[a-z]{0,2}|[Yy]o|[Mm]is?|[Nn]osotr[oa]s|[Nn]uestr[oa]s?)\b|[我私僕俺]`

/**
 * Empties or cuts off pasted lines that can be recognised: mails with headers, letters below other words, chats,
 * documents with headings, numbered clauses, text between two tags. Linear.
 */
export function withoutPasted(lines: readonly string[]): string[] {
  let rest = withoutLongQuotes(withoutTagged(lines))
  const mail = mailStart(rest)
  if (mail >= 0) rest = rest.slice(0, mail)
  rest = withoutChat(withoutLetter(rest))
  const headings = rest.filter((line) => heading.test(line))
  if (headings.length > 1 && !headings.some((line) => ownWords.test(line)))
    rest.splice(rest.findIndex((line) => heading.test(line)))
  const clauses = rest.filter((line) => numberedClause.test(line)).length
  return clauses > 1 ? rest.map((line) => (numberedClause.test(line) ? '' : line)) : rest
}

/** The end of a line on which a quotation begins, and the beginning of the one on which it ends. */
const quoteOpens = /(?<=^|[\s:(])(?:"[^\s"][^"]*|[“„][^“”„]*)$/u
const quoteCloses = { '"': /^[^"]*[^\s"]"(?=$|[\s.,;:!?)])/u, '“': /^[^“”„]*[”“]/u }
/** Maximum lines of a quotation. */
const quotedLines = 80

/** Puts `¤` in place of quotations of several lines: "She wrote: "Hi,\nI live in Oslo."". Linear in lines times 80. */
function withoutLongQuotes(lines: readonly string[]): string[] {
  const rest = [...lines]
  for (let at = 0; at < rest.length; at++) {
    const line = rest[at] ?? ''
    const opened = /["“„]/.test(line) ? quoteOpens.exec(line) : null
    if (!opened) continue
    const closing = quoteCloses[opened[0].startsWith('"') ? '"' : '“']
    const found = rest.slice(at + 1, at + quotedLines).findIndex((one) => /["“”]/.test(one))
    const end = at + 1 + found
    const closed = found < 0 ? null : closing.exec(rest[end] ?? '')
    if (!closed) continue
    rest[at] = `${line.slice(0, opened.index)}¤`
    rest.fill('¤', at + 1, end)
    rest[end] = `¤${(rest[end] ?? '').slice(closed[0].length)}`
    at = end
  }
  return rest
}

/** A line of a program's output: an error with its code or its place. */
const output =
  /^[ \t]*(?:error|warning|fatal|panic|info|debug|trace)(?:\[[\w.:-]+\])?:\s|^[ \t]*caused by\b|\w(?:error|exception):|\b(?:syntax|compilation|compile|runtime|type|reference|segmentation) (?:error|fault)\b|\bout of bounds\b|\bat \[\d+:\d+\]|\bunexpected (?:token|end of|identifier)\b|\b(?:unrecognized|undefined|unresolved|unknown) (?:name|symbol|reference|import|option|identifier)\b|\b(?:ORA|TS|E)-?\d{4,5}\b|^[ \t]*at [\w.$]+\(|\bexit(?:ed)? (?:code|status) \d/im

/** Empties the lines of a program's output. */
export function withoutOutput(text: string): string {
  if (!output.test(text)) return text
  const lines = text.split('\n')
  return lines.map((line) => (output.test(line) && !ownWords.test(line) ? '' : line)).join('\n')
}

function mailStart(lines: readonly string[]): number {
  const isMail = lines.some((line) => mailMark.test(line)) && lines.filter((line) => mailHeader.test(line)).length > 1
  return isMail ? lines.findIndex((line) => mailHeader.test(line)) : -1
}

/** Empties a letter: a greeting, a farewell and a name. A letter with nothing before its greeting is written to us. */
function withoutLetter(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => greeting.test(line.trim()))
  if (start < 0 || lines.slice(0, start).every((line) => line.trim() === '')) return [...lines]
  const end = lines.findIndex((line, at) => at > start && farewell.test(line.trim()))
  const name = lines[end + 1]?.trim() ?? ''
  if (end < 0 || name === '' || name.length > 60) return [...lines]
  return lines.map((line, at) => (at < start || at > end + 1 ? line : ''))
}

/** Empties a chat from its first message to the empty line after its last; a single message needs a time in brackets. */
function withoutChat(lines: string[]): string[] {
  const heads = (at: number): boolean => chatHeader().test(lines[at] ?? '')
  const marks = [...lines.keys()].filter(
    (at) => chatLine().test(lines[at] ?? '') || (heads(at) && !heads(at + 1) && (lines[at + 1] ?? '').trim() !== ''),
  )
  const [first = -1] = marks
  const last = marks.at(-1) ?? -1
  if (first === last) return lines.map((line, at) => (at === first && line.trimStart().startsWith('[') ? '' : line))
  const end = lines.findIndex((line, at) => at > last && line.trim() === '')
  return lines.map((line, at) => (at < first || (end >= 0 && at >= end) ? line : ''))
}

/**
 * Whether each line is in the middle of a long message and probably pasted: not in a short first or last paragraph, and
 * not introduced by the user ("our conventions:").
 */
export function distantLines(lines: readonly string[]): boolean[] {
  if (lines.reduce((sum, line) => sum + line.trim().length, 0) <= longMessage) return lines.map(() => false)
  const paragraphs = paragraphsOf(lines)
  const isDistant = lines.map(() => true)
  for (const [place, { from, to }] of paragraphs.entries()) {
    const isEdge = place === 0 || place === paragraphs.length - 1
    const isShort = lines.slice(from, to).join('').length <= ownParagraph
    const before = lines[(paragraphs[place - 1]?.to ?? 0) - 1]?.trim() ?? ''
    const isIntroduced = before.endsWith(':') && ownWords.test(before)
    if (isIntroduced || (isEdge && isShort)) isDistant.fill(false, from, to)
    // The introduction may be in the same paragraph.
    const own = lines.slice(from, to).findIndex((line) => line.trim().endsWith(':') && ownWords.test(line))
    if (own >= 0) isDistant.fill(false, from + own, to)
  }
  return isDistant
}

function paragraphsOf(lines: readonly string[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const [at, line] of lines.entries()) {
    const last = found.at(-1)
    if (line.trim() === '') continue
    if (last?.to === at) last.to = at + 1
    else found.push({ from: at, to: at + 1 })
  }
  return found
}
