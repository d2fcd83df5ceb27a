import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { expectWhole } from './expect-whole.ts'
import { type JobName, keeping } from './jobs.ts'
import { createRandom, isLong, note, workplace } from './run-length.ts'
import { acknowledged, startWorker, untyped } from './worker-process.ts'

/** Reindexing takes the index away under the others, which only one process at a time may do. */
const together = keeping.filter((job) => job !== 'reindex')
const alone: readonly JobName[] = ['append', 'reindex', 'capture']

/**
 * Lets workers run and kills each at a moment of its own: every third while it may still be opening the memory, the others
 * after that, however slow the machine is. Answers what they had acknowledged.
 */
async function round(
  directory: string,
  names: readonly string[],
  random: (below: number) => number,
): Promise<string[]> {
  const chosen = names.length === 1 && random(3) === 0 ? alone : together
  const workers = await Promise.all(
    names.map((name) => {
      const first = random(chosen.length)
      return startWorker({ directory, name, jobs: [...chosen.slice(first), ...chosen.slice(0, first)] })
    }),
  )
  const lives = workers.map(async (worker) => {
    const [isEarly, lifeMs] = [random(3) === 0, random(300)]
    worker.go()
    if (!isEarly) await worker.until(() => worker.isOpen())
    await delay(lifeMs)
    worker.child.kill('SIGKILL')
    const { signal, problems } = await worker.ended
    expect([signal, problems, untyped(worker)]).toEqual(['SIGKILL', '', []])
    return acknowledged(worker)
  })
  return (await Promise.all(lives)).flat()
}

it('fault 1: kill -9 anywhere: every acknowledged write is there once, and nothing is left over', async () => {
  const random = createRandom(20_261_122)
  const wanted = isLong ? 500 : 8
  let [kills, operations] = [0, 0]
  for (let place = 0; kills < wanted; place++) {
    const directory = await workplace()
    const all: string[] = []
    // Several deaths in one directory: each life begins with what the one before has left.
    for (let life = 0; life < 4 && kills < wanted; life++) {
      const writers = [1, 2, 4, 1, 8, 3][(place * 4 + life) % 6] ?? 1
      const names = Array.from({ length: writers }, (_, writer) =>
        `p${place}l${life}w${writer}`.replaceAll(/\d/g, letter),
      )
      all.push(...(await round(directory, names, random)))
      kills += writers
    }
    operations += all.length
    await expectWhole(directory, all)
  }
  note(`fault 1: ${kills} processes killed, ${operations} acknowledged operations found again`)
}, 3_600_000)

/** Names of workers are letters: the words of the messages take no digits there. */
function letter(digit: string): string {
  return 'abcdefghij'.charAt(Number(digit))
}
