import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openPage } from './browser.ts'

const built = join(import.meta.dirname, '..', '..', 'docs', '.vitepress', 'dist')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** Serves what `npm run docs:build` has built, as a host of static files does. */
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname))
  const file = [path, `${path}.html`, join(path, 'index.html')]
    .map((each) => join(built, each))
    .find((each) => extname(each) !== '' && existsSync(each))
  if (file === undefined) response.writeHead(404).end()
  else {
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
    createReadStream(file).pipe(response)
  }
})
let browser: Browser
let url = ''

beforeAll(async () => {
  if (!existsSync(join(built, 'index.html'))) throw new Error('the documentation is not built: npm run docs:build')
  browser = await openBrowser()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  server.close()
})

describe('the documentation in a browser', () => {
  it('begins with what it is, and leads to the first five minutes', async () => {
    const { page, faults } = await openPage(browser)
    await page.goto(url)
    await page.getByText('Memory for AI agents, in files that you can read').first().waitFor()
    // A link that is clicked before the page is mounted changes the route, and another page than the one served is mounted.
    await page.waitForFunction("document.querySelector('#app')?.__vue_app__ !== undefined")
    await page.getByRole('link', { name: 'Start in five minutes' }).click()
    await page.getByRole('link', { name: 'Vercel AI SDK' }).first().click()
    await page.getByRole('heading', { name: 'With the Vercel AI SDK' }).waitFor()
    expect(faults).toEqual([])
  })

  it('finds a page by its words', async () => {
    const { page, faults } = await openPage(browser)
    await page.goto(`${url}/concepts`)
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click()
    await page.getByPlaceholder('Search').fill('receipt forgetting')
    await page.locator('.VPLocalSearchBox .result').first().waitFor()
    await page.locator('.VPLocalSearchBox .result').filter({ hasText: 'Forgetting' }).first().click()
    await page.waitForURL(/forget/i)
    expect(faults).toEqual([])
  })

  it('has every page that its sidebar names, and the picture of the concepts', async () => {
    const { page, faults } = await openPage(browser)
    await page.goto(`${url}/concepts`)
    const links = await page.locator('.VPSidebar a').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
    expect(links.length).toBeGreaterThan(25)
    for (const link of links) expect([link, (await page.request.get(url + link)).status()]).toEqual([link, 200])
    const width = await page.evaluate("document.querySelector('main img').naturalWidth")
    expect(width).toBeGreaterThan(0)
    expect(faults).toEqual([])
  })

  it('is there for models, too', async () => {
    const { page } = await openPage(browser)
    const text = await (await page.request.get(`${url}/llms.txt`)).text()
    expect(text).toContain('Concepts on one page')
    expect((await page.request.get(`${url}/api/memory-core/`)).status()).toBe(200)
  })
})
