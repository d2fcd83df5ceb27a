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
 * Options of {@link memoryMiddleware}. With `openMemories`, each run names its user. With one memory and the option
 * `user`, runs that name another user pass through unchanged; without that option, runs that name any user do.
 */
export interface MemoryMiddlewareOptions extends OfferedTools, WaitingOptions, IdentifyOptions {
  /** The conversation of runs that name none. @default none: such a run passes through unchanged */
  session?: string
  /** Adds the context, but stores nothing; the agent gets no tools that write. @default false */
  readOnly?: boolean
  /** The name of the middleware; two in one agent need different names. @default 'DaybookMemory' */
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
