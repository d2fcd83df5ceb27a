export { createQueues, type Patience, type Queues, unlessAborted, within } from '../waiting.ts'
export { createOncePerTurn, type OncePerTurn, type TurnCall } from './once-per-turn.ts'
export { createReporter } from './reporter.ts'
export { shown } from './shown.ts'
