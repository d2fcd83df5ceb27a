import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Runs files one after another in this process, so that they share what they import: each in an empty folder of its
// own below the current one, and with the first argument printed before it.
const [mark, ...files] = process.argv.slice(2)
const parent = process.cwd()
for (const [place, file] of files.entries()) {
  const folder = join(parent, String(place))
  await mkdir(folder)
  process.chdir(folder)
  console.log(mark)
  await import(pathToFileURL(file).href)
}
