import { once } from 'node:events'
import type { MemoryOptions } from '@daybook/memory-core'
import type { Home } from './open-place.ts'
import type { Io } from './run-daybook.ts'

/** Serves the inspector's page on this machine, and prints its address, until it is stopped. */
export async function inspectMemory(
  home: Home,
  behaviour: Omit<MemoryOptions, 'directory' | 'storage'>,
  { port }: { port?: number },
  { stderr }: Io,
): Promise<void> {
  const { startInspector } = await import('@daybook/inspector')
  const place =
    home.directory === undefined
      ? { memory: await home.open({ ...behaviour, capture: { auto: false } }), title: home.name }
      : { directory: home.directory, ...(behaviour.profile && { options: { profile: behaviour.profile } }) }
  const running = await startInspector({ ...place, ...(port !== undefined && { port }) })
  stderr.write(`open ${running.url}\nThe address lets its reader in: keep it to yourself. Ctrl+C ends it.\n`)
  try {
    await once(process, 'SIGINT')
  } finally {
    await running.close()
  }
}
