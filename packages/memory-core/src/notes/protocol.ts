/**
 * What the system prompt says about the notes: when to read and write them, the types, and the index as it is now.
 * About 230 tokens and the index.
 */
export function protocolText(index: string): string {
  return `MEMORY PROTOCOL:
1. ALWAYS look at the memory index below when a session starts.
2. Before you work on a task, read the memory files that belong to it (memory_read).
3. When significant work is done, save what you learned (memory_write).
4. Keep the memory in order: update a file that exists (memory_update) rather than writing a second one.
5. Delete memory files that no longer hold (memory_delete).

MEMORY TYPES:
- user: who the user is (role, preferences, knowledge level)
- feedback: corrections and confirmed approaches (what to do, what not to do)
- project: ongoing work, decisions, deadlines
- reference: pointers to external resources

Current memory index:
${index.trimEnd()}
`
}
