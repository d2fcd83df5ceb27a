import { commands, runForModel, toolSources } from '@daybook/memory-core/tools'
import type { Served } from './memory-server.ts'

/** The prompt with which people ask what is known about them. */
export function registerPrompt({ server, open, report }: Served): void {
  const context = commands.find(({ name }) => name === 'memory_context')
  if (!context) return
  const question = 'What do you know about me?'
  server.registerPrompt(
    'what_do_you_know_about_me',
    { title: question, description: context.purpose },
    async ({ mcpReq: { signal } }) => {
      const told = await runForModel(context, toolSources(await open(), report), { query: question }, { signal })
      const text = `${'error' in told ? told.error : told.text}\n\n${question}`
      return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
    },
  )
}
