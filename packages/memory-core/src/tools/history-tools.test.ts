import { describe, expect, it } from 'vitest'
import { createHistory } from '../documents/history.ts'
import { createHistoryFile } from '../documents/history-file.ts'
import { historyDefaults } from '../documents/history-options.ts'
import { inMemoryStorage } from '../in-memory/storage.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { memorySearchHistory } from './history-tools.ts'
import { bindTool, bindTools } from './tool-definition.ts'

function open() {
  const storage = inMemoryStorage()
  const setting = { storage, clock: fixedClock('2026-03-25T12:00:00Z'), report: () => undefined }
  const file = createHistoryFile(setting, historyDefaults)
  const history = createHistory(setting, file, (fn) => storage.lock(['documents'], fn), historyDefaults)
  return { history, tool: bindTool(memorySearchHistory, { history }) }
}

describe('memory_search_history', () => {
  it('finds entries, each on a line', async () => {
    const { history, tool } = open()
    await history.append('Moved the database\nto PostgreSQL')
    await history.append('Chose a dark theme')
    const answer = await tool.execute({ query: 'PostgreSQL database' })
    expect(answer).toMatch(/^- .*Moved the database to PostgreSQL$/)
    expect(answer).not.toContain('\n')
  })

  it('shows as many as asked for, ten when not', async () => {
    const { history, tool } = open()
    for (let at = 0; at < 15; at++) await history.append(`Tea number ${at}`)
    expect((await tool.execute({ query: 'tea' })).split('\n')).toHaveLength(10)
    expect((await tool.execute({ query: 'tea', limit: 2 })).split('\n')).toHaveLength(2)
  })

  it('says when nothing fits, and what is wrong with the arguments', async () => {
    const { tool } = open()
    expect(await tool.execute({ query: 'nothing\nlike it' })).toBe('(nothing in the history fits "nothing like it")')
    expect(await tool.execute({ query: '' })).toMatch(/^Error: "query" is ""/)
    expect(await tool.execute({ query: 'x', limit: 0 })).toMatch(/^Error: "limit" is 0/)
  })

  it('is not offered when there is no history', () => {
    expect(bindTools([memorySearchHistory], {})).toEqual([])
    expect(memorySearchHistory.writes).toBe(false)
  })
})
