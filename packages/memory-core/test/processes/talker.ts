import { openMemory } from '../../src/index.ts'
import { learningModel } from './learning-model.ts'

/** A process of its own: `node talker.ts <directory> <log> <name> <messages>`. */
const [directory = '', log = '', name = '', amount = ''] = process.argv.slice(2)
const memory = await openMemory({
  directory,
  model: learningModel(log, name),
  sessions: { window: 8 },
  capture: { auto: false },
})
for (let turn = 0; turn < Number(amount); turn++) {
  const session = turn % 2 === 0 ? 'shared' : name
  await memory.addMessages(session, { id: `${name}-${turn}`, role: 'user', content: `word-${name}-${turn}` })
  if (turn % 25 === 0) await memory.facts.append(`- by hand ${name} ${turn}`)
}
await memory.flush()
await memory.close()
