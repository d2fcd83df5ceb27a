export {
  type AfterQuiet,
  type AfterQuietOptions,
  createAfterQuiet,
  createQueues,
  type Patience,
  type Queues,
  unlessAborted,
  within,
} from '../async.ts'
export { didYouMean } from '../did-you-mean.ts'
export { isMessageId } from '../message.ts'
export {
  type CallIdentity,
  type CallMemory,
  type CallScope,
  type CallScopeOptions,
  type CallScopes,
  createCallScopes,
  type GivenIdentity,
} from './call-scopes.ts'
export {
  type BeginCallTurn,
  type CallTurn,
  type CallTurnOptions,
  type ContextText,
  createCallTurns,
  type TurnContext,
  type VisibleCall,
} from './call-turns.ts'
export {
  anyField as anything,
  anyMemory,
  callableField as callable,
  checkOptions,
  type Field,
  type Fields,
  flagField as flag,
  isObject,
  oneMemory,
  shownBriefly as shown,
  textField as text,
  toolChoice,
  waitingTime,
  wholeNumberField as wholeNumber,
} from './check-options.ts'
export {
  base64OfBytes,
  bytesOfBase64,
  bytesOfDataUrl,
  type FilePlace,
  placeOfUrl,
  sha256,
} from './file-place.ts'
export {
  type FailureOptions,
  memoryOfUser,
  memoryOpener,
  type OfferedTools,
  type OpenedOwner,
  type OwnedMemory,
  openedOwner,
  ownerFields,
  refuseUserOfMany,
  reportingFields,
  toolFields,
  type WaitingOptions,
  waitingFields,
  waitingMs,
} from './memory-owner.ts'
export { jsonText, plainContent, saidMessages } from './message-parts.ts'
export { createOncePerTurn, type OncePerTurn, type TurnCall } from './once-per-turn.ts'
export { createReporter } from './reporter.ts'
export { runTool, type ToolRun } from './run-tool.ts'
