import { largeRegex, regex, source } from '../../text/regex.ts'

const places =
  '(?:repo|repository|project|codebase|code|monorepo|team|workspace|house|home|office|shop|company|kitchen)'
const rules = source`(?:(?:my|our|some|a few|house|ground|team|project|repo|code|coding|style|general|working|company|office|kitchen|family|shop) ){0,3}(?:rules|conventions|guidelines|standards|preferences|ways of working|code style|style guide|working agreements?)`
const texts =
  '(?:commits?|prs?|pull requests?|e?-?mails?|messages?|letters?|files?|tests?|answers?|repl(?:y|ies)|posts?|reports?|changes?|releases?|code|docs?|reviews?|tickets?|summar(?:y|ies)|calendar|meetings|trips|recipes|meals|notes|slides|tweets)'
/** What the rules are for, which is part of each of them. */
const occasion = source`(?:${rules} (?:(?:for|in|of) (?:this|our|my|the) (?:[a-z]+ )?${places}\b|for (?:all|any|every|each|my|our) (?:my |our )?(?:[a-zà-ž-]+ )?${texts}\b)|when(?:ever)? you (?:write|code|commit|answer|reply|respond|draft|review|plan|book|summari[sz]e|explain|format|translate|work|make|create|build|test|send|post|cook|suggest)\b|when(?:ever)? i (?:ask|paste|send|share)\b|(?:for|in|on) (?:all|any|every|each)(?: of)? (?:(?:my|our|your) |(?=(?:[a-zà-ž-]+ )?${texts}\b)))[^:]{0,40}`
/** "House rules:", "Ground rules.", "Conventions for this repo:", "When you write code here:", with its list below or on the same line. */
const heading = largeRegex.iu`^(?:#{1,6} +|\*\*)?(?:(?:ok(?:ay)?|so|also|hi|hey)[,!]? +)?(?:here are |these are )?(?:(?<scope>${occasion})|(?<plain>${rules}(?: for you)?)|from now on|going forward|in general|always)(?: please)?\s*(?::|(?<=${rules}(?: please)?)\.(?=\s|$))(?:\*\*)?\s*(?<inline>\S.*)?$`
/** One text, one person: "when you write the report", "when you reply to him". */
const ofOne = regex.i`\b(?:(?:this|that|the|these|those)(?! (?:[a-z]+ )?${places}\b)|it|him|her|them|his|their)\b|\b(?:my|our) (?:[a-zà-ž-]+ )?(?:report|letter|post|message|e-?mail|review|summary)$`
/** A text to write, a game or others whose rules they are, in the heading or a line beside the list. */
const ofOthers = regex.i`\b(?:write|draft|compose|make|create|design) (?:me |us )?(?:an?|the|this|these|my|our|some) (?:[a-zà-ž-]+ ){0,2}(?:essay|poem|story|haiku|letter|post|article|e?-?mail|speech|text|song|list|sign|poster|ad|rules|guidelines)\b|\b(?:translate|summari[sz]e|proofread|rewrite|rephrase|check|improve|format) (?:this|these|the|them|it|my|our)\b|\b(?:poem|haiku|story|game|quiz|contest|competition|chess|tournament|pretend|role-?play|landlord|airbnb|hotel|essay|assignment)\b`
/** A heading that may also belong to a task of its message, and such a task: "Plan a trip. Preferences: …". */
const bare = /^\W*(?:rules|conventions|guidelines|standards|preferences)(?: for you)?\W*(?:[:.]|$)/i
const task = regex.i`(?:^|[.!?,;] |\b(?:please|pls|you|u|me|to|now) )(?:plan|find|suggest|recommend|book|help|give|make|build|generate|write|draft|create|design|compare|pick|choose|list|explain)\b`
const bullet = /^(?:[-*+•]|\d{1,3}[.)])\s/

export interface ListedRule {
  /** The occasion that is put before the rule: "For every commit". Empty if there is none. */
  lead: string
}

/** Finds the lines of lists of rules, by number. A list goes on to the next empty line. It may be in a pasted text. */
export function ruleLines(lines: readonly string[]): Map<number, ListedRule | 'heading'> {
  const found = new Map<number, ListedRule | 'heading'>()
  const isTask = lines.some((line) => task.test(line.slice(0, 400)))
  let list: (ListedRule & { isBulleted?: boolean }) | undefined
  for (const [at, line] of lines.entries()) {
    const said = line.slice(0, 400).trim()
    const isBulleted = bullet.test(said)
    if (list && said !== '' && (list.isBulleted ?? isBulleted) === isBulleted && !said.endsWith('?')) {
      list.isBulleted = isBulleted
      found.set(at, list)
    } else if (said !== '' || list?.isBulleted !== undefined) {
      const [title = ''] = said.split(/:|\.\s/)
      const isOther = ofOne.test(title) || ofOthers.test(title) || (isTask && bare.test(said))
      const head = isOther ? null : heading().exec(said)
      const { scope = '', plain, inline } = head?.groups ?? {}
      list = head && inline === undefined ? { lead: scope.trim() } : undefined
      if (list || (head && plain !== undefined)) found.set(at, list ? 'heading' : { lead: '' })
      else if (ofOthers.test(said)) return new Map()
    }
  }
  return found
}
