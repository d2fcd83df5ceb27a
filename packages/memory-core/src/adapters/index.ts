export {
  type AfterQuiet,
  type AfterQuietOptions,
  createAfterQuiet,
  createQueues,
  type Queues,
  unlessAborted,
  type WaitLimits as Patience,
  within,
} from '../async.ts'
export { isMessageId } from '../message.ts'
export { didYouMean } from '../option-checks.ts'
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
  createOncePerTurn,
  type OncePerTurn,
  type TurnCall,
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
  createReporter,
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
export {
  base64OfBytes,
  bytesOfBase64,
  bytesOfDataUrl,
  type FilePlace,
  placeOfUrl,
  plainContent,
  resultText,
  saidMessages,
  sha256,
} from './message-parts.ts'
export { runTool, type ToolRun } from './run-tool.ts'
