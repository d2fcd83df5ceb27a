import process from 'node:process'
import { startServer } from './server.ts'

/** One server for all test files, unless DAYBOOK_TEST_POSTGRES names another one. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['DAYBOOK_TEST_POSTGRES']) return async () => undefined
  // Nothing is lost by it when PostgreSQL alone is killed: only the machine's own death would show.
  const server = await startServer(['fsync=off'])
  process.env['DAYBOOK_TEST_POSTGRES'] = server.url
  return server.stop
}
