#!/usr/bin/env node
import module from 'node:module'

// Caches compiled code in the folder for temporary files: compiling takes half the time of a short command. Node.js
// versions without this function are too old; the import below reports which version is needed.
module.enableCompileCache?.()
// Node.js 22 warns in each command that its SQLite is experimental, which does not concern the user.
const [warn] = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => warning.message.startsWith('SQLite is') || warn?.(warning))
const { runDaybook } = await import('./run-daybook.ts')
process.exitCode = await runDaybook(process.argv.slice(2), process)
// Everything is closed. Exits at once, because Node.js would spend 20 of 240 ms optimizing code that never runs again.
// The empty write calls back after all earlier ones, which a pipe may not have accepted yet.
await new Promise((done) => process.stderr.write('', done))
process.exit()
