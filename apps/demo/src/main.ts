import { type Arguments, parseArguments, UsageError, usage } from './arguments.ts'
import { run } from './run.ts'

/** The demo: `npm run demo`. Answers the exit code. */
async function main(args: readonly string[]): Promise<number> {
  try {
    const given: Arguments = parseArguments(args)
    if (!given.help) return await run(given)
    console.log(usage)
    return 0
  } catch (error) {
    console.error(error instanceof UsageError || error instanceof Error ? error.message : error)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exitCode = await main(process.argv.slice(2))
