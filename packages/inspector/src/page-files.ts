import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

interface PageFile {
  body: Uint8Array<ArrayBuffer>
  type: string
}

let known: ReadonlyMap<string, PageFile> | undefined

/** The files of the page by name, all read at once: no path of a request ever reaches the disk. */
function files(): ReadonlyMap<string, PageFile> {
  if (known) return known
  const folder = fileURLToPath(new URL('./page/', import.meta.url))
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
  known = new Map(
    names.map((name) => {
      const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
      return [name, { body: Uint8Array.from(readFileSync(join(folder, name))), type }]
    }),
  )
  return known
}

/** A file of the page; 404 for any other name. */
export function pageFile(name: string): Response {
  const file = files().get(name)
  if (!file) return new Response('there is no such file', { status: 404 })
  const caching = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  return new Response(file.body, { headers: { 'content-type': file.type, 'cache-control': caching } })
}
