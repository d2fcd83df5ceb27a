export { type AfterQuiet, type AfterQuietOptions, createAfterQuiet } from '../storage/after-quiet.ts'
export { createQueues, type Patience, type Queues, unlessAborted, within } from '../waiting.ts'
export { createReporter } from './reporter.ts'
export { shown } from './shown.ts'
