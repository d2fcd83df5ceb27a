import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startChat } from '../publish/chat.ts'
import { openBrowser, openPage } from './browser.ts'

const root = join(import.meta.dirname, '..', '..')
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

afterAll(() => browser?.close())

it('the chat of templates/chat remembers in a browser, shows what is known, and obeys an edit', async () => {
  // Inside the repository, so that the workspace's packages resolve as they do for a user who has installed them.
  await mkdir(join(root, 'tools', '.samples'), { recursive: true })
  const folder = await mkdtemp(join(root, 'tools', '.samples', 'chat-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(root, 'templates', 'chat'), folder, { recursive: true })
  const chat = await startChat(folder)
  onTestFinished(chat.stop)
  const { page, faults } = await openPage(browser)
  const say = async (text: string): Promise<void> => {
    await page.getByLabel('message').fill(text)
    await page.getByLabel('message').press('Enter')
  }

  await page.goto(chat.url)
  await page.getByLabel('your name').fill('ada')
  await page.getByText('Sign in').click()
  await say('I prefer pnpm over npm.')
  await page.getByText('Noted.').waitFor()
  await page.waitForFunction("document.querySelector('textarea').value.includes('I prefer pnpm over npm')")

  await page.getByText('New chat').click()
  await say('Which package manager do I prefer?')
  await page.getByText('You told me: I prefer pnpm over npm').waitFor()

  const known = page.getByLabel('what is known')
  await known.fill((await known.inputValue()).replace('pnpm over npm', 'yarn over npm'))
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByText('Save').click()
  await saved
  await page.getByText('New chat').click()
  await say('Which package manager do I prefer?')
  await page.getByText('You told me: I prefer yarn over npm').waitFor()
  expect(faults).toEqual([])
})
