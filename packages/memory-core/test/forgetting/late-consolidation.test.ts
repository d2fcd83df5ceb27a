import { describe, expect, it } from 'vitest'
import { localStorage } from '../../src/local/storage.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { reply, talk, workspace } from '../consolidation/workspace.ts'
import { filesWith } from './bytes.ts'
import { type Halt, halt, options, word } from './halted-storage.ts'

const mark = '.daybook/consolidation/forgotten.json'
const facts = 'memory/MEMORY.md'
const kept = '- Likes tea\n- Has a dog\n- Rows on Sundays\n- Lives in Oslo\n'

/** A storage whose process stands still before it takes the lock of the documents once more, after it wrote a file. */
function haltedAfter(storage: Storage, path: string, { pass }: Halt): Storage {
  let isWritten = false
  return {
    ...storage,
    files: {
      ...storage.files,
      async write(written, text, given) {
        const stat = await storage.files.write(written, text, given)
        isWritten ||= written === path
        return stat
      },
    },
    async lock(names, fn, given) {
      if (isWritten && names.includes('documents')) await pass()
      return storage.lock(names, fn, given)
    },
  }
}

describe('S4 a consolidation whose model has seen what goes meanwhile', () => {
  it('does not restore a line that a person removes, in its last round either', async () => {
    const place = await workspace()
    const model = async (): Promise<string> => {
      await memory.facts.replace(kept)
      return reply('They talked.', `${kept}- Likes ${word}\n- Has a new bike\n`)
    }
    const memory = await place.open({ ...options, consolidation: { auto: false, redo: 0 }, model })
    await memory.facts.replace(`${kept}- Likes ${word}\n`)
    await memory.addMessages('chat', talk(3))
    await memory.consolidate('chat')
    const text = await memory.facts.read()
    expect(text).toContain('- Has a new bike')
    expect(text).not.toContain(word)
  })

  it('S4 does not bring back what is forgotten between the two marks of forgetting', async () => {
    const place = await workspace()
    const [removing, marking, asked] = [halt(), halt(), halt()]
    const model = async (): Promise<string> => {
      await asked.pass()
      return reply('They talked.', `${kept}- Likes ${word}\n- Has a new bike\n`)
    }
    const here = await place.open({ ...options, consolidation: { auto: false, redo: 0 }, model })
    await here.facts.replace(`${kept}- Likes ${word}\n`)
    await here.addMessages('chat', talk(3))
    await here.flush()
    const local = await localStorage({ directory: place.directory })
    const storage = haltedAfter(haltedAfter(local, mark, removing), facts, marking)
    const there = await place.open({ ...options, storage })
    const forgotten = there.forget({ text: word })
    await removing.reached
    const consolidated = here.consolidate('chat')
    await asked.reached
    removing.open()
    await marking.reached
    asked.open()
    await consolidated
    marking.open()
    await forgotten
    expect(await here.facts.read()).toContain('- Has a new bike')
    expect(await here.facts.read()).not.toContain(word)
    await here.flush()
    expect(await filesWith(place.directory, [word])).toEqual([])
  })
})
