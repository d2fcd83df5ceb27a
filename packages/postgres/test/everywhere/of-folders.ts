/** Tests of other packages that are about a folder, or about no storage at all, and cannot be about PostgreSQL. */
export interface OfFolders {
  /** Relative to `packages/`. */
  file: string
  /** A part of their names that only they have; without one, it is all of the file. */
  test?: string
  reason: string
}

const modes = 'rows have no file modes; row level security keeps others out, and test/isolation.test.ts shows it'
const shell = 'no shell command reads rows; copyMemory makes a folder of them'
const directory = 'there is no directory that could be unusable; test/memories.test.ts has the options and the format'
const erasing =
  'it is about a folder that is renamed away under other processes; with a storage option they are not refused'
const sqlite = 'it opens or damages the SQLite databases of a folder'
const disk = 'it takes the disk of a folder away, fills it or breaks it; test/faults.test.ts does it to a server'
const bytes = 'it damages bytes of files; those of rows are the server’s, with its checksums'
const inRam = 'its memories are in RAM, and it looks at the time they take'
const copied =
  'it opens copies of a folder as it was before and after; what a cut connection loses is in test/faults.test.ts'
const git = 'git has the files of a folder; nobody merges rows'
const log = 'PostgreSQL has one write-ahead log for all memories, which its owner keeps; receipts say so'

/** {@link OfFolders}, each with its reason. */
export const ofFolders: readonly OfFolders[] = [
  { file: 'memory-core/src/documents/documents.test.ts', test: 'B14 gives memory/ mode 0700', reason: modes },
  {
    file: 'memory-core/src/documents/documents.test.ts',
    test: 'N03 replaces MEMORY.md by renaming a finished file over it',
    reason: 'a row is replaced in a transaction, not by a rename',
  },
  { file: 'memory-core/src/documents/documents.test.ts', test: 'B15 is found by grep', reason: shell },
  { file: 'memory-core/src/documents/documents.test.ts', test: 'B15 lets cat show MEMORY.md', reason: shell },
  {
    file: 'memory-core/src/notes/notes.test.ts',
    test: 'passes over files with names that it cannot use',
    reason: 'PostgreSQL refuses such names when they are written: nobody can drop one in',
  },
  {
    file: 'memory-core/src/responses/responses.test.ts',
    test: 'G45 lie in the state folder',
    reason: 'it looks for store.db; that responses outlive a reopening is shown by the items of the conformance suite',
  },
  { file: 'memory-core/test/memory/bad-input.test.ts', test: 'a directory that cannot be used', reason: directory },
  {
    file: 'memory-core/test/processes/erase.test.ts',
    test: 'an erased user does not come back by a late write',
    reason: erasing,
  },
  {
    file: 'memory-core/test/processes/erase.test.ts',
    test: 'a user who was erased elsewhere begins anew',
    reason: erasing,
  },
  {
    file: 'memory-core/test/processes/erase.test.ts',
    test: 'a handle that was evicted does not make the memory again',
    reason: erasing,
  },
  {
    file: 'memory-core/test/processes/erase.test.ts',
    test: 'what an erasure left that was cut short',
    reason: erasing,
  },
  {
    file: 'memory-core/test/memory/permissions.test.ts',
    test: 'after each kind of operation under umask',
    reason: modes,
  },
  {
    file: 'memory-core/test/memory/bad-input.test.ts',
    test: 'written inside the directory only',
    reason: 'it lists the directory above; that no namespace is left is shown by test/isolation.test.ts',
  },
  {
    file: 'memory-core/test/memory/memories.test.ts',
    test: 'name all users that may be read',
    reason: modes,
  },
  {
    file: 'memory-core/test/memory/memories.test.ts',
    test: 'know their users by their ids, however odd',
    reason: 'it lists the folders of the users',
  },
  {
    file: 'memory-core/test/memory/memories.test.ts',
    test: 'leaves no byte of what was said',
    reason: 'it reads every byte of a folder; test/memories.test.ts erases rows',
  },
  {
    file: 'memory-core/test/memory/memories.test.ts',
    test: 'can be asked for by a process that never opened the memory',
    reason: 'it looks for the folder of the user; test/memories.test.ts erases rows',
  },
  {
    file: 'memory-core/test/forgetting/forget-ids.test.ts',
    test: 'leaves of a record nothing but its id among the removals',
    reason: sqlite,
  },
  {
    file: 'memory-core/test/faults/backup.test.ts',
    reason:
      'a backup is a folder, and the file has one of a storage that is none; test/memories.test.ts has one of PostgreSQL',
  },
  { file: 'memory-core/test/faults/corruption-bytes.test.ts', reason: bytes },
  { file: 'memory-core/test/faults/corruption-check.test.ts', reason: bytes },
  { file: 'memory-core/test/faults/failing-disk.test.ts', reason: disk },
  { file: 'memory-core/test/faults/full-disk.test.ts', reason: disk },
  {
    file: 'memory-core/test/faults/clock.test.ts',
    test: 'a leap of the machine',
    reason: 'leases go by the clock of the server, which no test of a client can turn',
  },
  {
    file: 'memory-core/test/faults/exits.test.ts',
    test: 'what a dead writer left half-written',
    reason: 'a transaction that did not end leaves nothing',
  },
  {
    file: 'memory-core/test/faults/kill-at-call.test.ts',
    test: 'killed at any system call',
    reason: 'it goes through the system calls that write a folder; test/faults.test.ts cuts transactions',
  },
  { file: 'memory-core/test/faults/hostile-calls.test.ts', test: 'fault 20: answers or throws', reason: inRam },
  { file: 'memory-core/test/faults/hostile-calls.test.ts', test: 'fault 20: no call takes long', reason: inRam },
  { file: 'memory-core/test/faults/damaged-files.test.ts', reason: bytes },
  {
    file: 'memory-core/test/faults/derived.test.ts',
    reason: 'it deletes databases that follow from journals; rows follow from nothing',
  },
  {
    file: 'memory-core/test/faults/hostile-memories.test.ts',
    test: 'keeps users and agents of whatever name in its folder',
    reason: 'it lists the directory above; that no namespace is left is shown by test/isolation.test.ts',
  },
  {
    file: 'memory-core/test/faults/leases.test.ts',
    test: 'a process that was suspended in the middle of a write',
    reason: 'it expects one lock for all names, as a folder has; in PostgreSQL, who wants another name does not wait',
  },
  { file: 'memory-core/test/faults/lost-folders.test.ts', reason: disk },
  { file: 'memory-core/test/faults/modes.test.ts', reason: modes },
  {
    file: 'memory-core/test/faults/syncs.test.ts',
    reason: 'it goes through the system calls that sync the files of a folder; the server syncs its own log',
  },
  {
    file: 'memory-core/test/faults/read-only.test.ts',
    reason: 'a folder that nobody may write to; a role without rights is in test/isolation.test.ts',
  },
  {
    file: 'memory-core/test/forgetting/everything.test.ts',
    test: 'a text is forgotten in every byte',
    reason: sqlite,
  },
  {
    file: 'memory-core/test/forgetting/everything.test.ts',
    test: 'what was set aside is named where',
    reason: sqlite,
  },
  {
    file: 'memory-core/test/forgetting/everything.test.ts',
    test: 'secrets are scrubbed from all of it',
    reason: sqlite,
  },
  {
    file: 'memory-core/test/forgetting/everything.test.ts',
    test: 'a user is erased with all of it',
    reason: sqlite,
  },
  {
    file: 'memory-core/test/forgetting/purge.test.ts',
    test: 'a log that another process reads from',
    reason: log,
  },
  {
    file: 'memory-core/test/forgetting/purge.test.ts',
    test: 'a damaged database that was set aside',
    reason: sqlite,
  },
  {
    file: 'memory-core/test/forgetting/out-of-reach.test.ts',
    test: 'S7 names the git history',
    reason: 'it lays a git history and files of other programs beside the memory: among rows there are none',
  },
  {
    file: 'memory-core/test/memory/left-behind.test.ts',
    test: 'stands in no log after a flush',
    reason: log,
  },
  { file: 'memory-core/test/seeds/autobot.test.ts', test: 'B14 keeps memory/ at 0700', reason: modes },
  { file: 'memory-core/test/seeds/cognitive.test.ts', test: 'C01 keeps events, facts', reason: sqlite },
  { file: 'memory-core/test/seeds/decisions.test.ts', test: 'X9 keeps knowledge in its own file', reason: sqlite },
  { file: 'memory-core/test/seeds/decisions.test.ts', test: 'X27 keeps every folder at 0700', reason: modes },
  {
    file: 'memory-core/test/seeds/neoclaw.test.ts',
    test: 'X30 removes all of it',
    reason: 'it reads every byte of a folder; test/memories.test.ts erases rows',
  },
  {
    file: 'memory-core/test/seeds/workspaces.test.ts',
    test: 'keeps its database as it is beside ours',
    reason: sqlite,
  },
  { file: 'mastra/test/crashes.test.ts', test: 'after a crash of the', reason: copied },
  {
    file: 'mastra/test/crashes.test.ts',
    test: 'by whoever opens the memory after the process was killed',
    reason: copied,
  },
  {
    file: 'memory-core/test/memory/upgrade.test.ts',
    reason: 'it has a folder of the format before; test/memories.test.ts has the format of rows',
  },
  { file: 'memory-core/test/git/guide.test.ts', reason: git },
  { file: 'memory-core/test/git/merge.test.ts', reason: git },
  { file: 'memory-core/test/git/sessions.test.ts', reason: git },
  { file: 'ai-sdk/test/failures.test.ts', test: 'because a file stands where its directory was', reason: directory },
]
