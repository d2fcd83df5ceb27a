import fs from 'node:fs'
import { dirname } from 'node:path'
import { placeOf } from './paths.ts'
import { replaceText } from './replace-text.ts'

/** Beside the store: says that there is one, because an empty or missing database looks like a new one. */
const markPath = 'state/store.json'
const mark = `${JSON.stringify({ daybook: 1 })}\n`

/** Whether there was a store in this file, and is no byte of it. */
export function isStoreLost(file: string): boolean {
  return (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0 && fs.existsSync(markOf(file))
}

/** Notes that there is a store. Costs one look, and the first time one file. */
export async function rememberStore(root: string, file: string): Promise<void> {
  if (fs.existsSync(markOf(file))) return
  await replaceText(root, placeOf(root, markPath), mark, () => undefined)
}

/** Lets the next store begin anew. */
export function forgetStore(file: string): void {
  fs.rmSync(markOf(file), { force: true })
}

/** The path of that mark. */
export function markOf(file: string): string {
  return `${dirname(file)}/store.json`
}
