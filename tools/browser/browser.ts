import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

const places = [
  process.env['DAYBOOK_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Starts Chromium. @throws Error that says how to install it */
export const openBrowser = async (): Promise<Browser> => {
  const executablePath = places.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) {
    throw new Error(
      'no Chromium was found: install one (Debian: apt-get install chromium), or name it in DAYBOOK_CHROMIUM',
    )
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
}

/** The faults of a page: errors in its console, and requests to other machines. */
export interface WatchedPage {
  page: Page
  faults: readonly string[]
}

/** Opens a page in a separate window that can reach only this machine. */
export const openPage = async (browser: Browser): Promise<WatchedPage> => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: 'en-GB' })
  onTestFinished(() => context.close())
  const faults: string[] = []
  await context.route(
    (url) => !['127.0.0.1', 'localhost'].includes(url.hostname),
    (route) => {
      faults.push(`asked for ${route.request().url()}`)
      return route.abort()
    },
  )
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  return { page, faults }
}
