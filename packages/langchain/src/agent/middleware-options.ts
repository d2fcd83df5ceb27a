import {
  checkOptions,
  type Fields,
  type OfferedTools,
  refuseUserOfMany,
  text,
  toolFields,
  type WaitingOptions,
  waitingFields,
} from '@daybook/memory-core/adapters'
import { type IdentifyOptions, identifyFields } from '../scope/identify.ts'

/**
 * How an agent remembers. With `openMemories` each run names its user; with one memory and the option `user`, runs that
 * name another user pass through untouched, and without it those that name any.
 */
export interface MemoryMiddlewareOptions extends OfferedTools, WaitingOptions, IdentifyOptions {
  /** The conversation of runs that name none. @default none: such a run passes through untouched */
  session?: string
  /** Tell the model what is remembered, and store nothing; the agent gets no tool that writes. @default false */
  readOnly?: boolean
  /** The middleware's name: two of one agent need two names. @default 'DaybookMemory' */
  name?: string
}

const fields: Fields = {
  ...toolFields,
  ...waitingFields,
  ...identifyFields,
  session: text('a session key'),
  name: text('a name'),
}

/** @throws MemoryError `bad-option` for invalid options */
export function checkMiddlewareOptions(options: MemoryMiddlewareOptions): void {
  checkOptions(options, 'memoryMiddleware', fields)
  refuseUserOfMany(options, 'memoryMiddleware', 'run names its user, context: { user, session }')
}
