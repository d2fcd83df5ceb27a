import { MemoryError, shown } from '../errors.ts'
import { abortSignal, anything, checkShape, type Shape, texts } from '../option-checks.ts'
import type { ContextRequest } from './context-block.ts'

const hostModes: ReadonlySet<string> = new Set(['nothing', 'window', 'all'])
const requestShape: Shape = {
  session: anything,
  query: anything,
  filePath: anything,
  budget: anything,
  hostSends: anything,
  exclude: texts,
  signal: abortSignal,
}

/** @throws MemoryError `bad-input` */
export function checkedRequest(request: ContextRequest): ContextRequest {
  checkShape(request, requestShape, 'buildContext', 'bad-input')
  const { budget = 0, hostSends = 'nothing', query = '', filePath = '' } = request
  if (!(Number.isFinite(budget) && budget >= 0))
    throw new MemoryError(
      'bad-input',
      `the budget is ${shown(budget)}, expected a number of tokens from 0; give a large one, such as 100000, to leave nothing out`,
    )
  if (!hostModes.has(hostSends))
    throw new MemoryError('bad-input', `hostSends is ${shown(hostSends)}, expected "nothing", "window" or "all"`)
  if (typeof query !== 'string')
    throw new MemoryError('bad-input', `the query is ${shown(query)}, expected a text to recall for`)
  if (typeof filePath !== 'string')
    throw new MemoryError('bad-input', `filePath is ${shown(filePath)}, expected a path such as "src/app.ts"`)
  return request
}
