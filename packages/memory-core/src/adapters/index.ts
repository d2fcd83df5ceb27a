export { didYouMean } from '../did-you-mean.ts'
export { type AfterQuiet, type AfterQuietOptions, createAfterQuiet } from '../storage/after-quiet.ts'
export { createQueues, type Patience, type Queues, unlessAborted, within } from '../waiting.ts'
export {
  anyMemory,
  anything,
  callable,
  checkOptions,
  type Field,
  type Fields,
  flag,
  isObject,
  oneMemory,
  text,
  toolChoice,
  waitingTime,
  wholeNumber,
} from './check-options.ts'
export { memoryOpener } from './memory-opener.ts'
export { createOncePerTurn, type OncePerTurn, type TurnCall } from './once-per-turn.ts'
export { createReporter } from './reporter.ts'
export { shown } from './shown.ts'
