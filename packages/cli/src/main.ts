#!/usr/bin/env node
import module from 'node:module'

// Node.js keeps compiled code in the folder for temporary files: half of a short command's time is compiling.
// A Node.js that is too old cannot: the sentence that says which one is needed comes from what follows.
module.enableCompileCache?.()
// Node.js 22 says with each command that its SQLite is experimental: a person can do nothing about that.
const [warn] = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => warning.message.startsWith('SQLite is') || warn?.(warning))
const { runDaybook } = await import('./run-daybook.ts')
process.exitCode = await runDaybook(process.argv.slice(2), process)
// Everything is closed. Left to itself, Node.js would first finish optimizing code that never runs again: 20 ms of 240.
// An empty write calls back after all the others, which a pipe may not have taken yet.
for (const stream of [process.stdout, process.stderr]) await new Promise((done) => stream.write('', done))
process.exit()
