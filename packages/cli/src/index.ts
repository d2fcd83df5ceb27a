export { type Io, runDaybook } from './run-daybook.ts'
