import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { redirected } from './redirected.ts'

// Given to the processes that a test starts (`node --import`): their folders are namespaces, too.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const instead = redirected(new URL(found.url), context.parentURL)
    return instead === undefined ? found : { ...found, url: pathToFileURL(instead).href }
  },
})
