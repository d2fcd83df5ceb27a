import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { openMemory } from '../../src/index.ts'
import { program } from '../processes/program.ts'
import { workplace } from './run-length.ts'

const file = program('test/faults/asker')
const times = 5

/** How often the record counts as used, after a process that recalled it has ended in a way. */
async function countAfter(isKilled: boolean): Promise<number[]> {
  const directory = await workplace()
  const child = spawn(process.execPath, [file, directory, String(times)], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  if (isKilled) child.kill('SIGKILL')
  else child.stdin.write('close\n')
  await once(child, 'exit')
  const memory = await openMemory({ directory, maintenance: { auto: false } })
  onTestFinished(() => memory.close())
  return (await memory.records.list()).map(({ reinforcementCount }) => reinforcementCount)
}

it('X17, fault 1: accesses that were not written yet go with a killed process, and nothing else does', async () => {
  expect(await countAfter(true)).toEqual([1])
  expect(await countAfter(false)).toEqual([1 + times])
})
