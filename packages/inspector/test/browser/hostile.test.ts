import { join } from 'node:path'
import { openMemory } from '@daybook/memory-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startInspector } from '../../dist/index.js'
import { openBrowser, openWindow, temporaryDirectory } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const markup = [
  '<img src=x onerror="window.harmed=1">',
  '<script>window.harmed=2</script>',
  '"><svg onload="window.harmed=3">',
  '<a href="javascript:window.harmed=4">tea</a>',
  '{{constructor.constructor("window.harmed=5")()}}',
  '<iframe srcdoc="<script>parent.harmed=6</script>"></iframe>',
  '</textarea><style>body{display:none}</style>',
].join(' ')

it('shows markup and scripts as text, wherever they stand', async () => {
  const directory = join(await temporaryDirectory(), 'memory')
  const memory = await openMemory({ directory, consolidation: { auto: false }, knowledge: {} })
  const session = `x ${markup}`
  await memory.facts.replace(`# ${markup}\n\n- tea ${markup}\n- [${markup.replaceAll(/[[\]]/g, '')}] more tea\n`)
  await memory.addMessages(session, [
    { id: `m ${markup.slice(0, 90)}`, role: 'user', name: markup.slice(0, 60), content: `Which tea? ${markup}` },
    { role: 'assistant', content: markup },
    { role: 'tool', name: markup.slice(0, 60), toolCallId: 'c', content: markup },
  ])
  await memory.sessions.describe(session, { title: markup })
  await memory.knowledge.add('learned_fact', `tea ${markup}`, {
    source: markup.slice(0, 60),
    tags: [markup.slice(0, 60)],
  })
  await memory.notes.write({
    name: markup.slice(0, 60),
    description: markup.slice(0, 60),
    type: 'user',
    content: markup,
  })
  await memory.records.learn({
    text: `tea ${markup}`,
    scope: 'src/**',
    tags: [markup.slice(0, 60)],
    source: { session },
  })
  await memory.records.procedure({ name: markup.slice(0, 60), steps: [markup] })
  await memory.history.append(markup)
  await memory.buildContext({ session })
  await memory.flush()
  await memory.close()
  const { url, close } = await startInspector({ directory })
  onTestFinished(close)
  const page = await (await openWindow(browser)).newPage()
  const troubles: string[] = []
  page.on('dialog', (dialog) => troubles.push(dialog.message()))
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
  page.on('request', (sent) => new URL(sent.url()).hostname !== '127.0.0.1' && troubles.push(sent.url()))
  await page.goto(url)
  await page.getByRole('option').first().waitFor()
  const isUnharmed = async (): Promise<void> => {
    expect(await page.evaluate('window.harmed')).toBeUndefined()
    expect(await page.locator('iframe, main img, main script, svg[onload], a[href^="javascript"]').count()).toBe(0)
    expect(await page.locator('nav').isVisible()).toBe(true)
  }
  for (let at = 0; at < (await page.getByRole('option').count()); at++) {
    await page.getByRole('option').nth(at).click()
    await page.locator('.statement').waitFor()
    await isUnharmed()
  }
  await page.getByRole('button', { name: 'Forget…' }).click()
  await page.getByRole('dialog').getByText('It goes from every file').waitFor()
  await isUnharmed()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('<img')
  await page.locator('mark').first().waitFor()
  await page.getByRole('link', { name: /^Conversations/ }).click()
  await page.getByRole('option').first().click()
  await page.locator('.turn').first().waitFor()
  await isUnharmed()
  await page.getByRole('link', { name: /^Told to the model/ }).click()
  await page.locator('button.line').first().click()
  await isUnharmed()
  for (const view of ['Timeline', 'Health']) {
    await page.getByRole('link', { name: new RegExp(`^${view}`) }).click()
    await page.waitForTimeout(500)
    await isUnharmed()
  }
  expect(troubles).toEqual([])
})

it('keeps the token out of the address and the history, and lets nobody in without it', async () => {
  const directory = join(await temporaryDirectory(), 'memory')
  await (await openMemory({ directory })).close()
  const { url, close } = await startInspector({ directory })
  onTestFinished(close)
  const page = await (await openWindow(browser)).newPage()
  await page.goto(url)
  await page.getByText('Nothing is known yet.').waitFor()
  expect(page.url()).not.toContain('token')
  await page.goBack().catch(() => undefined)
  expect(page.url()).not.toContain('token')
  const stranger = await (await openWindow(browser)).newPage()
  await stranger.goto(url.replace(/#.*/, ''))
  await stranger.getByText('open the address that was printed').waitFor()
  await stranger.goto(`${url.replace(/#.*/, '')}#token=guessed`)
  await stranger.reload()
  await stranger.getByText('the token is not of this run').waitFor()
})
