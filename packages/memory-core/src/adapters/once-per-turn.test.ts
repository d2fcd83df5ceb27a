import { expect, it } from 'vitest'
import { MemoryError } from '../errors.ts'
import { createOncePerTurn } from './call-turns.ts'

const { signal } = new AbortController()

it('makes a value once for each turn of a conversation', async () => {
  let made = 0
  const once = createOncePerTurn<number>()
  const call = { conversation: 'a', turn: '1', isStep: true, signal, make: async () => ++made }
  expect(await once(call)).toBe(1)
  expect(await once(call)).toBe(1)
  expect(await once({ ...call, turn: undefined })).toBe(1)
  expect(await once({ ...call, conversation: 'b' })).toBe(2)
  expect(await once({ ...call, turn: '2' })).toBe(3)
  expect(await once({ ...call, turn: '2', isStep: false })).toBe(4)
})

it('rejects once, and answers the rest of the turn with nothing', async () => {
  const once = createOncePerTurn<number>()
  const call = { conversation: 'a', turn: '1', isStep: true, signal }
  await expect(once({ ...call, make: () => Promise.reject(new Error('broken')) })).rejects.toThrow('broken')
  expect(await once({ ...call, make: async () => 1 })).toBeUndefined()
  expect(await once({ ...call, turn: '2', make: async () => 2 })).toBe(2)
})

it('tries again after the host aborted the call, but not after its own time was up', async () => {
  const once = createOncePerTurn<number>()
  const call = { conversation: 'a', turn: '1', isStep: true, make: () => Promise.reject(new Error('stopped')) }
  await expect(once({ ...call, signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('stopped')
  expect(await once({ ...call, signal, make: async () => 1 })).toBe(1)
  const late = AbortSignal.abort(new MemoryError('storage-failed', 'too late'))
  await expect(once({ ...call, turn: '2', signal: late })).rejects.toThrow('stopped')
  expect(await once({ ...call, turn: '2', signal, make: async () => 2 })).toBeUndefined()
})

it('forgets the conversation that was longest without a call', async () => {
  const once = createOncePerTurn<number>()
  const ask = (conversation: string, value: number) =>
    once({ conversation, turn: '1', isStep: true, signal, make: async () => value })
  for (let number = 0; number < 1_000; number++) await ask(`${number}`, 0)
  await ask('0', 1)
  await ask('one more', 0)
  expect(await ask('0', 1)).toBe(0)
  expect(await ask('1', 1)).toBe(1)
})
