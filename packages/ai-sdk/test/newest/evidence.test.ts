import { estimateTokens } from '@daybook/memory-core'
import { generateText } from 'ai'
import { describe, expect, it } from 'vitest'
import { memoryOptions, withMemory } from '../../src/index.ts'
import { scriptedModel, systemTexts, userTexts } from '../scripted-model.ts'
import { temporaryMemory } from '../temporary-memory.ts'

const budget = 3_000

/** Said once each, somewhere among 500 turns, and asked for in other words than they were said in. */
const remembered: readonly (readonly [said: string, question: string, evidence: string])[] = [
  [
    'Our staging database runs PostgreSQL 16 on a machine called heron.',
    'Which machine has the staging database?',
    'heron',
  ],
  ['My daughter Ingrid starts school in August.', 'When does Ingrid start school?', 'August'],
  ['The invoice for the printer was 412 euros.', 'How much was the invoice for the printer?', '412'],
  ['I am allergic to walnuts, so please no recipes with them.', 'What am I allergic to?', 'walnuts'],
  [
    'The deploy failed because the certificate of the load balancer had expired.',
    'Why did the deploy fail?',
    'certificate',
  ],
  ['Let us name the new service Kestrel.', 'What did we name the new service?', 'Kestrel'],
  ['My flight to Lisbon leaves at 6:40 from gate B12.', 'From which gate does my flight to Lisbon leave?', 'B12'],
  ['For the report, Tomas wants charts without a legend.', 'How does Tomas want the charts in the report?', 'legend'],
  [
    'The retry queue keeps jobs for nine days before it drops them.',
    'How long does the retry queue keep jobs?',
    'nine days',
  ],
  ['We agreed to ship the beta on the second of March.', 'When do we ship the beta?', 'second of March'],
  ['The spare key of the office hangs behind the fuse box.', 'Where is the spare key of the office?', 'fuse box'],
  ['Grandmother always put cardamom into her apple cake.', 'What did Grandmother put into her apple cake?', 'cardamom'],
  ['The memory leak came from an event listener in the sidebar.', 'Where did the memory leak come from?', 'sidebar'],
  ['Our contract with Northwind ends in October 2027.', 'When does the contract with Northwind end?', 'October 2027'],
  ['I run ten kilometres every Sunday along the canal.', 'Where do I run on Sundays?', 'canal'],
  [
    'The API limits each client to 120 requests per minute.',
    'How many requests per minute may a client make of the API?',
    '120',
  ],
  ['Yusuf reviews everything that touches billing.', 'Who reviews billing changes?', 'Yusuf'],
  ['The old laptop has a broken hinge, the warranty is over.', 'What is broken on the old laptop?', 'hinge'],
  ['The book club reads Middlemarch this winter.', 'What does the book club read this winter?', 'Middlemarch'],
  [
    'Tests of the parser are skipped on Windows because of line endings.',
    'Why are the parser tests skipped on Windows?',
    'line endings',
  ],
]

const topics = [
  'the garden',
  'the test suite',
  'a holiday',
  'the invoice template',
  'lunch',
  'the sidebar',
  'a contract draft',
]
const verbs = ['talk about', 'look at', 'plan', 'rewrite', 'forget about', 'check', 'compare']

/** A turn in which nothing worth knowing is said; no two are the same. */
const filler = (turn: number) => [
  `Could we ${verbs[turn % 7]} ${topics[(turn * 3 + Math.floor(turn / 7)) % 7]} again, number ${turn}?`,
  `Sure, here is what I would do about ${topics[(turn * 5) % 7]} in round ${turn}: start small and see when it is due.`,
]

describe('500 stored turns', () => {
  it('give a context within its budget that holds the evidence for 20 questions', async () => {
    const memory = await temporaryMemory()
    for (let turn = 0; turn < 500; turn++) {
      const [said] = turn % 25 === 7 ? (remembered[Math.floor(turn / 25)] ?? []) : []
      const [question = '', answer = ''] = filler(turn)
      await memory.addMessages(`chat-${Math.floor(turn / 20)}`, [
        { role: 'user', content: said ?? question },
        { role: 'assistant', content: said ? `Noted, I will keep that in mind.` : answer },
      ])
    }
    await memory.flush()
    const inner = scriptedModel(['Let me see.'])
    const model = withMemory(inner, { memory, timeoutMs: 60_000 })
    const missing: string[] = []
    for (const [place, [, question, evidence]] of remembered.entries()) {
      await generateText({ model, prompt: question, providerOptions: memoryOptions({ session: `question-${place}` }) })
      const prompt = inner.doGenerateCalls.at(-1)?.prompt
      const [asked, ...recalled] = userTexts(prompt)
      const told = [...systemTexts(prompt), ...recalled].join('\n')
      expect(asked).toBe(question)
      expect(estimateTokens(told)).toBeLessThanOrEqual(budget)
      if (!told.includes(evidence)) missing.push(question)
    }
    expect(missing).toEqual([])
  })
})
