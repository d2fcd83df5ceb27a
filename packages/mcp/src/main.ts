#!/usr/bin/env node
import module from 'node:module'

// Caches compiled code in the folder for temporary files: compiling takes a fifth of the time to the first answer.
// Node.js versions without this function are too old; the import below reports which version is needed.
module.enableCompileCache?.()
// Node.js 22 warns that its SQLite is experimental, which hosts would show as an error of the server.
const [warn] = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => warning.message.startsWith('SQLite is') || warn?.(warning))

const { runServer } = await import('./run-server.ts')
// At once, because a host may kill the server, and what is cached would be written at its exit.
module.flushCompileCache?.()
process.exitCode = await runServer()
