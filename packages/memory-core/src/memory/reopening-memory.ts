import type { Report } from '../events.ts'
import { loadTools, type Memory, toolFailed } from '../memory.ts'
import type { ResolvedLayers } from '../options.ts'
import { reopeningLayers, type UseMemory, useWith } from './shown-layer.ts'
import { namesOn } from './switches.ts'

/** A memory that is opened for each call, by `use`: its holder does not notice that it was closed in between. */
export function reopeningMemory(use: UseMemory, layers: ResolvedLayers, report: Report): Memory {
  const memory: Memory = {
    addMessages: (session, messages, options) =>
      useWith(use, messages, (open, own) => open.addMessages(session, own, options)),
    buildContext: (request) => use((open) => open.buildContext(request)),
    recall: (query, options) => use((open) => open.recall(query, options)),
    consolidate: (session, options) => use((open) => open.consolidate(session, options)),
    resetSession: (session, options) => use((open) => open.resetSession(session, options)),
    maintain: (options) => use((open) => open.maintain(options)),
    forget: (request) => use((open) => open.forget(request)),
    log: (options) => use((open) => open.log(options)),
    scrub: (options) => use((open) => open.scrub(options)),
    check: (options) => use((open) => open.check(options)),
    backup: (directory, options) => use((open) => open.backup(directory, options)),
    tools: ({ tools = layers.tools } = {}) => loadTools(memory, { tools, onError: toolFailed(report) }),
    flush: () => use((open) => open.flush()),
    close: () => use((open) => open.flush()),
    layers: [...namesOn(layers.on), 'sessions'],
    toolChoice: layers.tools,
    receipts: {
      list: (filter) => use(({ receipts }) => receipts.list(filter)),
      get: (id) => use(({ receipts }) => receipts.get(id)),
    },
    ...reopeningLayers(use, layers),
  }
  return memory
}
