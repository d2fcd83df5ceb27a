/** What the described systems understand of a workspace: their rules of reading, as their documents give them. */

/** An entry of a log. */
export interface ReadEntry {
  time: string
  text: string
}

/** Grip: a line begins with `[YYYY-MM-DD HH:MM:SS UTC]`. Other lines are not understood. */
export function gripHistory(text: string): ReadEntry[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [, time = '', entry = ''] = /^\[(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}) UTC\] (.*)$/.exec(line) ?? []
    if (time === '') throw new Error(`Grip cannot read the time of ${line}`)
    return { time, text: entry }
  })
}

/** Grip: the lines of MEMORY.md that begin with `- [category]`. */
export function gripFacts(text: string, category: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`- [${category}]`))
}

/** An entry of Grip's knowledge base, with every field that its dataclass has. */
export interface GripKnowledge {
  id: string
  category: string
  content: string
  source: string
  tags: string[]
  created_at: number
  accessed_at: number
  access_count: number
}

const gripFields = ['id', 'category', 'content', 'source', 'tags', 'created_at', 'accessed_at', 'access_count']
const gripCategories = ['user_preference', 'project_decision', 'system_behavior', 'learned_fact', 'error_pattern']

/** Grip: `KnowledgeEntry(**fields)` fails on a field that it does not know. */
export function gripKnowledge(text: string): GripKnowledge[] {
  const { entries }: { entries: GripKnowledge[] } = JSON.parse(text)
  for (const entry of entries) {
    const unknown = Object.keys(entry).filter((field) => !gripFields.includes(field))
    if (unknown.length > 0) throw new Error(`KnowledgeEntry has no ${unknown.join(', ')}`)
    if (!gripCategories.includes(entry.category)) throw new Error(`Grip has no category ${entry.category}`)
    if (typeof entry.created_at !== 'number' || typeof entry.accessed_at !== 'number')
      throw new Error('Grip compares times as numbers of seconds')
  }
  return entries
}

/** The index system: `_parse_frontmatter`. */
export function indexNote(text: string): { meta: ReadonlyMap<string, string>; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)/.exec(text)
  if (!match) return { meta: new Map(), body: text }
  const meta = new Map<string, string>()
  for (const line of (match[1] ?? '').trim().split('\n')) {
    const colon = line.indexOf(':')
    if (colon >= 0) meta.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return { meta, body: (match[2] ?? '').trim() }
}

const indexTitles = new Map([
  ['user', 'User'],
  ['feedback', 'Feedback'],
  ['project', 'Project'],
  ['reference', 'Reference'],
  ['other', 'Other'],
])

/** The index system: `_rebuild_index`, of file names and texts. */
export function rebuiltIndex(files: ReadonlyMap<string, string>): string {
  const sections = new Map<string, string[]>()
  for (const name of [...files.keys()].sort()) {
    if (name === 'MEMORY.md') continue
    const { meta } = indexNote(files.get(name) ?? '')
    const stem = name.replace(/\.md$/, '')
    const type = meta.get('type') ?? 'other'
    const line = `- [${meta.get('name') ?? stem}](${name}) - ${meta.get('description') ?? stem}`
    sections.set(type, [...(sections.get(type) ?? []), line])
  }
  const lines = ['# Memory\n']
  for (const [type, title] of indexTitles) {
    const section = sections.get(type)
    if (section) lines.push(`## ${title}`, ...section, '')
  }
  return `${lines.join('\n').trim()}\n`
}

/** Autobot: `grep`, that is lines of HISTORY.md, each with its date. */
export function autobotGrep(text: string, pattern: RegExp): string[] {
  return text.split('\n').filter((line) => pattern.test(line))
}

/** NeoClaw: `## <ISO time>` begins an entry. */
export function neoclawHistory(text: string): ReadEntry[] {
  const [before = '', ...parts] = text.split(/^## (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)$/m)
  if (before.trim() !== '') throw new Error(`NeoClaw has no time for ${before}`)
  const entries: ReadEntry[] = []
  for (let at = 0; at < parts.length; at += 2)
    entries.push({ time: parts[at] ?? '', text: (parts[at + 1] ?? '').trim() })
  return entries
}

/** A session as NeoClaw loads it. */
export interface NeoclawSession {
  key: string
  createdAt: string
  lastConsolidated: number
  messages: { role: string; content: string }[]
}

/** NeoClaw: a metadata line, then a message a line. */
export function neoclawSession(text: string): NeoclawSession {
  const [first = '', ...lines] = text.split('\n').filter((line) => line !== '')
  const { _type, key, createdAt, lastConsolidated } = JSON.parse(first)
  if (_type !== 'metadata' || typeof createdAt !== 'string' || typeof lastConsolidated !== 'number')
    throw new Error(`NeoClaw cannot load ${first}`)
  return { key, createdAt, lastConsolidated, messages: lines.map((line) => chatLine(line)) }
}

/** A line of a session: role and content. */
export function chatLine(line: string): { role: string; content: string } {
  const { role, content } = JSON.parse(line)
  if (typeof role !== 'string' || typeof content !== 'string') throw new Error(`no message: ${line}`)
  return { role, content }
}
