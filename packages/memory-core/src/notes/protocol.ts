/** What the system prompt says about the notes: when to read and write them, and the types. About 230 tokens. */
export const notesProtocol = `MEMORY PROTOCOL:
1. ALWAYS look at the memory index below when a session starts.
2. Before you work on a task, read the memory files that belong to it (memory_read).
3. When significant work is done, save what you learned (memory_write).
4. Keep the memory in order: update a file that exists (memory_update) rather than writing a second one.
5. Delete memory files that no longer hold (memory_delete).

MEMORY TYPES:
- user: who the user is (role, preferences, knowledge level)
- feedback: corrections and confirmed approaches (what to do, what not to do)
- project: ongoing work, decisions, deadlines
- reference: pointers to external resources`

/** The index as it is now, as the protocol speaks of it. */
export function currentIndex(index: string): string {
  return `Current memory index:\n${index.trimEnd()}\n`
}
