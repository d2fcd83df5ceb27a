import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Runs files one after another in this process, so that they share what they import: each in an empty folder of its
// own below the current one, after a line of output with the first argument, and after `beforeBlock` of the module that
// the second one names, if any.
const [mark, prepared = '', ...files] = process.argv.slice(2)
const { beforeBlock } = prepared === '' ? {} : await import(prepared)
const parent = process.cwd()
for (const [place, file] of files.entries()) {
  const folder = join(parent, String(place))
  await mkdir(folder)
  process.chdir(folder)
  console.log(mark)
  await beforeBlock?.()
  await import(pathToFileURL(file).href)
}
