import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from './exit-codes.ts'
import type { Io } from './run-daybook.ts'

/** Opens a text as MEMORY.md in `$VISUAL` or `$EDITOR`, and returns it as saved. @throws UsageError if that fails */
export async function editText(text: string, { env }: Io): Promise<string> {
  const editor = env['VISUAL'] || env['EDITOR']
  if (!editor)
    throw new UsageError(
      'EDITOR is not set: choose an editor, as in EDITOR=nano daybook edit, or give both texts: daybook edit "<line>" "<text>"',
    )
  const folder = await mkdtemp(join(tmpdir(), 'daybook-'))
  const file = join(folder, 'MEMORY.md')
  try {
    await writeFile(file, text, { mode: 0o600 })
    // Through a shell, so that EDITOR may have arguments: "code --wait".
    const child = spawn(`${editor} ${JSON.stringify(file)}`, { stdio: 'inherit', shell: true })
    const [code]: unknown[] = await once(child, 'close')
    if (code !== 0) throw new UsageError(`${editor} ended with exit code ${String(code)}: nothing was changed`, 1)
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
