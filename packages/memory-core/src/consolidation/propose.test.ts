import { describe, expect, it } from 'vitest'
import { factsDefaults } from '../documents/facts-file.ts'
import { historyDefaults } from '../documents/history-entry.ts'
import type { StoredMessage } from '../message.ts'
import { type ScriptedReply, scriptedPrompt } from '../testing/index.ts'
import { estimateTokens } from '../text/count-tokens.ts'
import { consolidationDefaults } from './choose.ts'
import { newLines } from './plan.ts'
import { type Proposal, type ProposalOptions, propose } from './propose.ts'

const at = '2026-03-01T09:30:00.000Z'
const defaults: ProposalOptions = {
  facts: factsDefaults,
  history: historyDefaults,
  consolidation: consolidationDefaults,
  countTokens: estimateTokens,
}
const bullets: ProposalOptions = { ...defaults, consolidation: { ...consolidationDefaults, reply: 'bullets' } }

function message(content: StoredMessage['content'], other: Partial<StoredMessage> = {}): StoredMessage {
  return { id: crypto.randomUUID(), role: 'user', createdAt: at, content, ...other }
}

interface Given {
  replies?: readonly ScriptedReply[]
  messages?: readonly StoredMessage[]
  facts?: string
  options?: ProposalOptions
}

/** Proposes with a scripted model; without replies there is no model. */
async function proposed({ replies, messages = [message('I prefer pnpm.')], facts = '', options = defaults }: Given) {
  const model = replies && scriptedPrompt(replies)
  const proposal = await propose({ messages, facts, at }, model, options, new AbortController().signal)
  return { proposal, requests: model?.requests ?? [] }
}

function reply(history: unknown, facts: unknown): string {
  return JSON.stringify({ history_entry: history, memory_update: facts })
}

function limited(limits: ProposalOptions['facts']['limits']): ProposalOptions {
  return { ...defaults, facts: { ...factsDefaults, limits } }
}

describe('asking for bullets', () => {
  it('G31 asks with the system text, four rules, the conversation, temperature 0.3 and 1,024 tokens', async () => {
    const { requests } = await proposed({ replies: ['No new facts.'], options: bullets })
    expect(requests[0]).toMatchObject({
      system: 'You extract key facts from conversations.',
      temperature: 0.3,
      maxTokens: 1024,
    })
    const prompt = requests[0]?.prompt ?? ''
    expect(prompt).toContain('Only durable facts')
    expect(prompt).toContain('Leave out what is transient')
    expect(prompt).toContain('a bulleted list of short entries')
    expect(prompt).toContain('answer "No new facts."')
    expect(prompt).toMatch(/Conversation:\nUSER: I prefer pnpm\.$/)
  })

  it('G32 asks no model and proposes nothing for no messages', async () => {
    const { proposal, requests } = await proposed({ replies: [], messages: [], options: bullets })
    expect(proposal).toEqual({ facts: undefined, history: [], summary: undefined })
    expect(requests).toEqual([])
  })

  it('G32 asks no model when no message says anything', async () => {
    const silent = [message(''), message('only for the system', { role: 'system' })]
    const { proposal, requests } = await proposed({ replies: [], messages: silent, options: bullets })
    expect(proposal.facts).toBeUndefined()
    expect(requests).toEqual([])
  })

  it('G32 takes an answer without text as no facts', async () => {
    const { proposal } = await proposed({ replies: [''], options: bullets })
    expect(proposal.facts).toBeUndefined()
    expect(proposal.history).toHaveLength(1)
  })

  it('takes control characters out of the list', async () => {
    const { proposal } = await proposed({ replies: ['- Likes\u0000 \u001b[1mtea\r\n\t- green'], options: bullets })
    expect(proposal.facts?.text).toBe('\n### Consolidated 2026-03-01\n- Likes [1mtea\n\t- green\n')
  })

  it('refuses a flood', async () => {
    const flood = proposed({ replies: [`- ${'x'.repeat(10_000_000)}`], options: bullets })
    await expect(flood).rejects.toMatchObject({ code: 'model-failed' })
  })
})

describe('asking for JSON', () => {
  it('N08 makes a history entry and facts out of messages and the present memory, with any prompt function', async () => {
    const { proposal } = await proposed({ replies: [reply('They talked.', '- a\n- b')], facts: '- a\n' })
    expect(proposal).toMatchObject({
      facts: { mode: 'replace', text: '- a\n- b\n' },
      history: [{ at, text: 'They talked.' }],
    })
  })

  it('N08 does without one of the two fields', async () => {
    const onlyFacts = await proposed({ replies: ['{"memory_update": "- b"}'], facts: '' })
    expect(onlyFacts.proposal.facts).toEqual({ mode: 'replace', text: '- b\n' })
    const onlyHistory = await proposed({ replies: ['{"history_entry": "They talked."}'], facts: '- a' })
    expect(onlyHistory.proposal.facts).toBeUndefined()
    expect(onlyHistory.proposal.history[0]?.text).toBe('They talked.')
  })

  it('N11 hands over the present memory and the conversation under their headings', async () => {
    const { requests } = await proposed({ replies: [reply('x', '')], facts: '- a fact' })
    expect(requests[0]?.prompt).toContain('## Current Long-term Memory\n- a fact\n')
    expect(requests[0]?.prompt).toMatch(/## Conversation to Process\n\[2026-03-01 09:30\] USER: I prefer pnpm\.$/)
  })

  it('N11 says (empty) when there is no memory yet', async () => {
    const { requests } = await proposed({ replies: [reply('x', '')], facts: '\n' })
    expect(requests[0]?.prompt).toContain('## Current Long-term Memory\n(empty)\n')
  })

  it('N11 asks for a paragraph that begins with its time', async () => {
    const { requests } = await proposed({ replies: [reply('x', '')] })
    expect(requests[0]?.prompt).toMatch(/"history_entry": a paragraph .*\[YYYY-MM-DD HH:MM\]/)
  })

  it("N12 tells the model each entry's time, role, tools and content", async () => {
    const messages = [
      message("I'll look.", {
        role: 'assistant',
        toolCalls: [
          { id: '1', name: 'exec', input: {} },
          { id: '2', name: 'read_file', input: {} },
        ],
      }),
    ]
    const { requests } = await proposed({ replies: [reply('x', '')], messages })
    expect(requests[0]?.prompt).toMatch(/\n\[2026-03-01 09:30\] ASSISTANT \[tools: exec, read_file\]: I'll look\.$/)
  })

  it('shows the model the beginning of a very long text', async () => {
    const messages = [message('x'.repeat(1_000_000)), message('And then?')]
    const { requests } = await proposed({ replies: [reply('x', '')], messages })
    expect(requests[0]?.prompt.length).toBeLessThan(10_000)
    expect(requests[0]?.prompt).toMatch(/x \[…\]\n\[2026-03-01 09:30\] USER: And then\?$/)
  })

  it('N04 measures the memory in UTF-8 bytes', async () => {
    const facts = 'é'.repeat(150)
    const { requests } = await proposed({ replies: [reply('x', '')], facts, options: limited({ bytes: 299 }) })
    expect(requests[0]?.prompt).toContain('fewer than 299 bytes')
  })

  it('N04 does not ask for compression below the limit', async () => {
    const { requests } = await proposed({ replies: [reply('x', '')], facts: '- short' })
    expect(requests[0]?.prompt).not.toContain('Compress')
  })

  it.each([
    ['bytes', { bytes: 300 }, `- ${'a'.repeat(300)}`],
    ['lines', { bytes: 8192, lines: 3 }, '- a\n- b\n- c\n- d'],
    ['tokens', { bytes: 8192, tokens: 10 }, '- '.concat('some words '.repeat(20))],
  ])('X15 asks for compression above the limit of %s', async (_, limits, facts) => {
    const { requests } = await proposed({ replies: [reply('x', '')], facts, options: limited(limits) })
    expect(requests[0]?.prompt).toContain('Compress "memory_update"')
  })

  it('X15 refuses a rewrite that drops most facts, and uses none of its lines', async () => {
    const facts = '- Ada prefers pnpm\n- Berlin hosts the server\n- Carla owns the budget\n'
    const { proposal } = await proposed({ replies: [reply('x', '- Dora joined')], facts })
    expect(proposal.refused).toContain('keeps 0 % of the facts')
    expect(proposal.facts).toBeUndefined()
    expect(proposal.history[0]?.text).toBe('x')
  })

  it('X7 appends the new lines only when facts are appended to', async () => {
    const options = { ...defaults, facts: { ...factsDefaults, mode: 'append' } } as const
    const { proposal } = await proposed({ replies: [reply('x', '# Facts\n- a\n- b')], facts: '- a\n', options })
    expect(proposal.facts).toEqual({ mode: 'append', text: '\n### Consolidated 2026-03-01\n- b\n' })
  })

  it('takes control characters out of both fields', async () => {
    const { proposal } = await proposed({
      replies: [reply('Talked\u0000.\u0007', '- Likes\u0000 tea\r\n\t- green\u009b')],
    })
    expect(proposal.history[0]?.text).toBe('Talked.')
    expect(proposal.facts?.text).toBe('- Likes tea\n\t- green\n')
  })

  it('changes nothing when the model returns a memory with other line breaks unchanged', async () => {
    const { proposal } = await proposed({ replies: [reply('x', '- a\r\n- b')], facts: '- a\r\n- b\r\n' })
    expect(proposal.facts).toBeUndefined()
  })

  it.each([
    ['nothing', ''],
    ['a lone {}', '{}'],
    ['a refusal', "I'm sorry, but I can't help with that."],
    ['a list', '[1, 2]'],
    ['ten megabytes', `{"history_entry": "${'x'.repeat(10_000_000)}"}`],
    ['an answer cut in the summary', '{"history_entry": "[2026-03-01 09:30] They talked about the'],
    ['an answer cut in the facts', '{"history_entry": "They talked.", "memory_update": "# Facts\\n- Ada prefers'],
    ['other types', '{"history_entry": 3, "memory_update": {"a": 1}}'],
  ])('throws model-failed for %s', async (_, text) => {
    await expect(proposed({ replies: [text], facts: '- a' })).rejects.toMatchObject({ code: 'model-failed' })
  })

  it('throws model-failed for its own question', async () => {
    const echo = proposed({ replies: [(request) => request.prompt], facts: '- a {"b": 1}' })
    await expect(echo).rejects.toMatchObject({ code: 'model-failed' })
  })
})

describe('what goes into the history', () => {
  const messages = [
    message('What is pnpm?', { createdAt: '2026-02-28T10:00:00.000Z' }),
    message('A package manager.', { role: 'assistant', createdAt: '2026-02-28T10:01:00.000Z' }),
    message('{"ok": true}', { role: 'tool', createdAt: '2026-02-28T10:02:00.000Z' }),
  ]
  const turns = [
    { at: '2026-02-28T10:00:00.000Z', text: 'User: What is pnpm?' },
    { at: '2026-02-28T10:01:00.000Z', text: 'Agent: A package manager.' },
  ]
  const summary = { at, text: 'They talked.' }

  async function entries(content: 'summary' | 'turns' | 'both'): Promise<Proposal['history']> {
    const options = { ...defaults, history: { ...historyDefaults, content } }
    return (await proposed({ replies: [reply('They talked.', '')], messages, options })).proposal.history
  }

  it('X5 logs the summary', async () => {
    expect(await entries('summary')).toEqual([summary])
  })

  it('X5 logs the turns with their own times', async () => {
    expect(await entries('turns')).toEqual(turns)
  })

  it('X5 logs both', async () => {
    expect(await entries('both')).toEqual([...turns, summary])
  })

  it('X14 writes the summary by rule when that is asked for', async () => {
    const options = { ...defaults, history: { ...historyDefaults, summarizer: 'rule' } } as const
    const { proposal } = await proposed({ replies: [reply('They talked.', '')], messages, options })
    expect(proposal.history[0]?.text).toBe('Consolidated 3 messages. Topics: What is pnpm?')
  })
})

it('writes the summary by rule when the model floods it', async () => {
  const { proposal } = await proposed({ replies: [reply('x'.repeat(900_000), '- a')] })
  expect(proposal.history[0]?.text).toBe('- I prefer pnpm')
  expect(proposal.facts?.text).toBe('- a\n')
})

describe('without a model', () => {
  it('quotes what the user said, word for word, with its date, and in the history only what stands nowhere else', async () => {
    const picnic = 'Last Friday we had a picnic at the river with Ines'
    const facts = '## Mine\n\n1. I am allergic to peanuts\n'
    const said = ['I prefer pnpm over npm.', `${picnic}.`, 'I am allergic to peanuts.']
    const { proposal } = await proposed({ facts, messages: said.map((text) => message(text)) })
    expect(proposal.facts).toEqual({
      mode: 'append',
      text: '\n### Consolidated 2026-03-01\n- [user_preference] "I prefer pnpm over npm." (2026-03-01)\n',
    })
    expect(proposal.history[0]?.text).toBe(`- ${picnic}`)
    expect((await proposed({ messages: [message('I prefer pnpm over npm.')] })).proposal.history).toEqual([])
  })

  it('moves its oldest quotes into the history entry when MEMORY.md grows too large', async () => {
    const facts = `# By hand\n- Ada\n\n### Consolidated 2026-01-01\n- [user_info] "${'old '.repeat(70)}" (2026-01-01)\n`
    const { proposal } = await proposed({ facts, options: limited({ bytes: 256 }) })
    expect(proposal.facts?.mode).toBe('replace')
    expect(proposal.facts?.text).toContain('# By hand\n- Ada\n')
    expect(proposal.facts?.text).not.toContain('old old')
    expect(proposal.facts?.text).toContain('I prefer pnpm.')
    expect(proposal.history[0]?.text).toContain('Moved here from MEMORY.md:\n- [user_info] "old old')
  })

  it('keeps a long MEMORY.md that a person wrote as it is, and puts the new quotes into the history', async () => {
    const facts = `# By hand\r\n- likes green tea\n- likes green tea\n- ${'a long line '.repeat(40)}`
    const { proposal } = await proposed({ facts, options: limited({ bytes: 256 }) })
    expect(proposal.facts).toBeUndefined()
    expect(proposal.history[0]?.text).toContain(
      'Moved here from MEMORY.md:\n- [user_preference] "I prefer pnpm." (2026-03-01)',
    )
  })

  it('proposes no facts when it can take nothing out of a large MEMORY.md', async () => {
    const facts = `# By hand\n- ${'a long line '.repeat(40)}\n`
    const { proposal } = await proposed({ facts, messages: [message('Hello.')], options: limited({ bytes: 256 }) })
    expect(proposal.facts).toBeUndefined()
  })
})

it('takes neither headings nor known lines for new', () => {
  expect(newLines('- a\n  - b', '# Title\n- a\n- b\n\n- c')).toEqual(['- c'])
})
