#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Node.js keeps compiled code in the folder for temporary files: half of a short command's time is compiling.
enableCompileCache()
const { runDaybook } = await import('./run-daybook.ts')
process.exitCode = await runDaybook(process.argv.slice(2), process)
