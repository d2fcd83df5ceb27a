import type { Memory } from '@daybook/memory-core'
import type { PlantedFact } from './planted.ts'
import type { ProfilePlan } from './profile-plan.ts'

/** A call of a tool, as a model asks for it. */
export interface ToolUse {
  id: string
  name: string
  input: Readonly<Record<string, string>>
}

const longestName = 60

/** What the scripted model does to write a fact down; undefined when the profile has no tool for it. */
export function toolUseFor(fact: PlantedFact, { tool }: ProfilePlan): ToolUse | undefined {
  if (tool === undefined) return undefined
  return { id: `call-${fact.question}`, name: tool, input: tool === 'memory_write' ? noteOf(fact) : recordOf(fact) }
}

/** The file of the note that is made of a fact. */
export function noteFile({ question }: PlantedFact): string {
  return `${question.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}.md`
}

function noteOf(fact: PlantedFact): ToolUse['input'] {
  const { category, statement, answer, turn } = fact
  return {
    filename: noteFile(fact),
    name: `${category}: ${answer}`.slice(0, longestName),
    description: statement,
    type: isPreference(fact) ? 'user' : 'project',
    content: `${statement}\n\nSaid in ${turn}.`,
  }
}

function recordOf(fact: PlantedFact): ToolUse['input'] {
  return { text: fact.statement, type: isPreference(fact) ? 'preference' : 'fact' }
}

function isPreference({ category }: PlantedFact): boolean {
  return category === 'preference'
}

/** Writes a fact into the knowledge base, which no tool of its profile does. */
export async function addKnowledge(memory: Memory, fact: PlantedFact): Promise<void> {
  const category = isPreference(fact) ? 'user_preference' : 'learned_fact'
  await memory.knowledge.add(category, fact.statement, { source: fact.turn })
}

/** The questions whose facts were written down and are not there any more. Archived records are. */
export async function lostFacts(
  memory: Memory,
  facts: Iterable<PlantedFact>,
  { written }: ProfilePlan,
): Promise<string[]> {
  const isKept = await keptBy(memory, written)
  const lost: string[] = []
  for (const fact of facts) if (!(await isKept(fact))) lost.push(fact.question)
  return lost
}

type IsKept = (fact: PlantedFact) => boolean | Promise<boolean>

async function keptBy(memory: Memory, written: ProfilePlan['written']): Promise<IsKept> {
  if (written === 'notes')
    return async (fact) => (await memory.notes.read(noteFile(fact)))?.content.includes(fact.statement) ?? false
  if (written === 'knowledge') {
    const contents = new Set((await memory.knowledge.list()).map(({ content }) => content.toLowerCase()))
    return ({ statement }) => contents.has(statement.toLowerCase())
  }
  if (written === 'records') {
    const records = await memory.records.list({ archived: 'all', limit: 1_000 })
    const texts = new Set(records.map(({ text }) => bareText(text)))
    return ({ statement }) => texts.has(bareText(statement))
  }
  return () => true
}

/** The same statement again reinforces the record that is there, whatever its case and punctuation. */
function bareText(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
