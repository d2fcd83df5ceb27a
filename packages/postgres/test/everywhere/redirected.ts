import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the tests of everywhere lie, and what they run against. */
export const here: string = import.meta.dirname
export const core: string = join(here, '../../../memory-core/src')

const standIns = new Map([
  [join(core, 'local/storage.ts'), join(here, 'local-storage.ts')],
  [join(core, 'local/user-folders.ts'), join(here, 'user-folders.ts')],
])

/** A backup is a folder, whatever it is made of. */
const ofFolder = join(core, 'local/backup-folder.ts')

/** The file that stands in for another one, wherever it is imported from; undefined for all but a few. */
export function redirected(file: URL | string, importer = ''): string | undefined {
  const path = file instanceof URL ? (file.protocol === 'file:' ? fileURLToPath(file) : '') : file
  return dirname(importer).endsWith(here) || importer.endsWith(ofFolder) ? undefined : standIns.get(path)
}
