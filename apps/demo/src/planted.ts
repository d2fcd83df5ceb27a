import type { Collection, Question, Turn } from './conversation.ts'

/** A fact that a question will ask for, where the user says it. */
export interface PlantedFact {
  /** The id of its question. */
  question: string
  category: string
  /** The words that must stand in the context. */
  answer: string
  /** The turn that says it. */
  turn: string
  /** What is written down of it, on one line. */
  statement: string
}

/** The planted facts that a reply can write down, by the id of the turn that is the reply. */
export type FactsByReply = ReadonlyMap<string, readonly PlantedFact[]>

/** A sentence shorter than this is written down with what stands around it. */
const shortestSentence = 40

/** Finds what each reply of a conversation can write down: what the user has said since the reply before. */
export function factsByReply({ sittings, questions }: Collection): FactsByReply {
  const found = new Map<string, PlantedFact[]>()
  for (const { turns } of sittings) {
    let heard: PlantedFact[] = []
    for (const [place, turn] of turns.entries()) {
      if (turn.role === 'user') heard.push(...factsIn(turn, questions))
      else {
        if (turns[place - 1]?.role === 'user' && heard.length > 0) found.set(turn.id, heard)
        heard = []
      }
    }
  }
  return found
}

/** All that is written down, by the id of its question. */
export function writtenFacts(collection: Collection): ReadonlyMap<string, PlantedFact> {
  const facts = [...factsByReply(collection).values()].flat()
  return new Map(facts.map((fact) => [fact.question, fact]))
}

function factsIn({ id: turn, text }: Turn, questions: readonly Question[]): PlantedFact[] {
  return questions.flatMap(({ id: question, category, answer, gold }) => {
    if (answer === undefined || !gold.includes(turn) || !text.includes(answer)) return []
    return [{ question, category, answer, turn, statement: statementWith(answer, text) }]
  })
}

/** The sentence that holds the words, or the whole turn where that says too little. */
function statementWith(answer: string, text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/).map(onOneLine)
  const sentence = sentences.find((each) => each.includes(answer))
  return sentence !== undefined && sentence.length >= shortestSentence ? sentence : onOneLine(text)
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
