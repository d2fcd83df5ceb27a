import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startInspector } from '../../dist/index.js'
import { playAda } from './ada.ts'
import { openBrowser, openWindow, temporaryDirectory } from './browser.ts'

const shots = new URL('../../docs/', import.meta.url).pathname
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

it('shows each view, light and dark', async () => {
  const directory = join(await temporaryDirectory(), 'ada')
  await playAda(directory)
  const { url, close } = await startInspector({ directory })
  // A test changes no file under version control, unless it is asked to.
  const folder = process.env['DAYBOOK_SCREENSHOTS'] === 'update' ? shots : await temporaryDirectory()
  await mkdir(folder, { recursive: true })
  for (const scheme of ['light', 'dark'] as const) {
    const window = await openWindow(browser, scheme)
    const page = await window.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const shoot = (name: string) => page.screenshot({ path: join(folder, `${name}-${scheme}.png`) })
    await page.goto(url)
    await page.getByRole('option').first().waitFor()
    await page.getByRole('searchbox').fill('pnpm')
    await page.getByRole('option').first().click()
    await page.locator('blockquote.source').waitFor()
    await shoot('known')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Conversations/ }).click()
    await page.getByRole('option').nth(3).click()
    await page.getByText('Told the model').first().waitFor()
    await shoot('conversations')
    await page.getByRole('link', { name: /^Told to the model/ }).click()
    await page.getByText('exactly what the model saw').waitFor()
    await page.locator('button.line.layer-sessions').first().click()
    await shoot('told')
    await page.getByRole('link', { name: /^Timeline/ }).click()
    await page.getByText('Learnt', { exact: true }).first().waitFor()
    await shoot('timeline')
    await page.getByRole('link', { name: /^Health/ }).click()
    await page.getByText('Checked in').waitFor()
    await shoot('health')
    expect(errors).toEqual([])
  }
  await close()
})
