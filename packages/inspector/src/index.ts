export { createInspector, type Inspector, type InspectorOptions } from './create-inspector.ts'
export { type RunningInspector, type StartInspectorOptions, startInspector } from './start-inspector.ts'
