import type { McpServer } from '@modelcontextprotocol/server'
import { memoryUri } from './resources.ts'

/** Reports changes of MEMORY.md by any process to its subscribers. */
export interface Changes {
  onChange(listener: (uri: string) => void): () => void
  /**
   * Sends the client of this server the changes that it has subscribed to; with `isAll`, all from the moment on at which
   * it resolves.
   */
  tell(server: McpServer, isAll: boolean): Promise<void>
  /** Compares now. */
  look(): void
}

interface Watched {
  /** Reads the watched text; undefined if nothing is watched. */
  read: (() => Promise<string>) | undefined
  watchMs: number
  report(error: unknown): void
}

/** Watches while there are subscribers. Does not keep the process alive. */
export function createChanges({ read, watchMs, report }: Watched): Changes {
  const listeners = new Set<(uri: string) => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let known: string | undefined

  async function compare(): Promise<void> {
    if (!read || listeners.size === 0) return
    try {
      const text = await read()
      const isNews = known !== undefined && known !== text
      known = text
      if (isNews) for (const listener of listeners) listener(memoryUri)
    } catch (error) {
      report(error)
    }
  }

  function onChange(listener: (uri: string) => void): () => void {
    listeners.add(listener)
    void compare()
    timer ??= setInterval(() => void compare(), watchMs)
    timer.unref()
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    onChange,
    async tell({ server }, isAll) {
      const subscribed = new Map<string, () => void>()
      const stopAll = (): void => {
        for (const stop of subscribed.values()) stop()
        subscribed.clear()
      }
      const follow = (uri: string): void => {
        if (subscribed.has(uri)) return
        const stop = onChange((changed) => {
          if (changed === uri) server.sendResourceUpdated({ uri }).catch(report)
        })
        subscribed.set(uri, stop)
      }
      server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
        follow(uri)
        // A change after the answer is compared with what was there before it.
        await compare()
        return {}
      })
      server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
        subscribed.get(uri)?.()
        subscribed.delete(uri)
        return {}
      })
      const closed = server.onclose
      server.onclose = () => {
        stopAll()
        closed?.()
      }
      if (!isAll) return
      follow(memoryUri)
      await compare()
    },
    look: () => void compare(),
  }
}
