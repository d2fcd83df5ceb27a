#!/usr/bin/env node
import module from 'node:module'

// Node.js keeps compiled code in the folder for temporary files: half of a short command's time is compiling.
// A Node.js that is too old cannot: the sentence that says which one is needed comes from what follows.
module.enableCompileCache?.()
const { runDaybook } = await import('./run-daybook.ts')
process.exitCode = await runDaybook(process.argv.slice(2), process)
