import { render } from 'preact'
import { App } from './app.tsx'
import { type About, ask } from './data.ts'
import { linkTo } from './route.ts'

/** The token in the fragment is given for a cookie, and goes from the address at once: no history keeps it. */
async function enter(): Promise<void> {
  const token = /^#token=(.+)$/.exec(location.hash)?.[1]
  if (token === undefined) return
  history.replaceState(null, '', linkTo({ view: 'known' }))
  await ask('enter', {}, { token })
}

async function open(): Promise<void> {
  const app = document.querySelector('#app')
  if (!app) return
  try {
    await enter()
    const about = await ask<About>('about')
    app.replaceChildren()
    render(<App about={about} />, app)
  } catch (error) {
    app.replaceChildren()
    render(<p class="waiting">{error instanceof Error ? error.message : String(error)}</p>, app)
  }
}

void open()
