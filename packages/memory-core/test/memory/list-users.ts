import { openMemories } from '../../src/index.ts'

/** Prints the users of a folder and what was reported, as JSON: `node list-users.ts <directory> [uid]`. */
const [directory = '', uid] = process.argv.slice(2)
// Root may look everywhere.
if (uid !== undefined) process.setuid?.(Number(uid))
const events: string[] = []
const memories = openMemories({
  directory,
  onEvent: ({ type, path, message }) => events.push(`${type} ${path}: ${message}`),
})
const users = await memories.users()
await memories.close()
process.stdout.write(JSON.stringify({ users, events }))
