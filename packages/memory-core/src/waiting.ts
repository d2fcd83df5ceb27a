export { unlessAborted } from './async.ts'
