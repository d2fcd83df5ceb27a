import { useEffect, useState } from 'preact/hooks'
import icon from '../icon.svg'
import { ConversationsView } from './conversations-view.tsx'
import { type About, ask, Looking } from './data.ts'
import { HealthView } from './health-view.tsx'
import { useKeys } from './keys.ts'
import { KnownView } from './known-view.tsx'
import { go, linkTo, useRoute, type View, views } from './route.ts'
import { TimelineView } from './timeline-view.tsx'
import { ToldView } from './told-view.tsx'

const names: Readonly<Record<View, string>> = {
  known: 'Known now',
  conversations: 'Conversations',
  told: 'Told to the model',
  timeline: 'Timeline',
  health: 'Health',
}
const pauseMs = 3_000

/** Counts the changes of a memory, for as long as the page is open. */
function useNews(user: string | undefined, isReady: boolean): number {
  const [news, setNews] = useState(0)
  useEffect(() => {
    if (!isReady) return
    let known: string | undefined
    let isOpen = true
    const follow = async (): Promise<void> => {
      while (isOpen) {
        try {
          const { version } = await ask<{ version: string }>('news', { user, known })
          if (isOpen && known !== undefined && version !== known) setNews((count) => count + 1)
          known = version
        } catch {
          // The server was stopped, or is being started again.
          await new Promise((resume) => setTimeout(resume, pauseMs))
        }
      }
    }
    void follow()
    return () => {
      isOpen = false
    }
  }, [user, isReady])
  return news
}

export function App({ about }: { about: About }) {
  const route = useRoute()
  const [user, setUser] = useState(about.users?.[0])
  const isReady = about.users === undefined || user !== undefined
  const news = useNews(user, isReady)
  useKeys(Object.fromEntries(views.map((view, at) => [String(at + 1), () => go({ view })])))
  useEffect(() => {
    document.title = `${names[route.view]} · ${about.title}`
  }, [route.view])
  return (
    <Looking.Provider value={{ user, news }}>
      <nav>
        <p class="brand">
          <img src={icon} alt="" width={22} height={22} /> Daybook
        </p>
        <p class="whose">{about.title}</p>
        {about.users !== undefined && (
          <select aria-label="User" value={user} onChange={(event) => setUser(event.currentTarget.value)}>
            {about.users.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
        {views.map((view, at) => (
          <a key={view} href={linkTo({ view })} aria-current={route.view === view ? 'page' : undefined}>
            {names[view]} <kbd>{at + 1}</kbd>
          </a>
        ))}
        <p class="muted end">Nothing leaves this machine.</p>
      </nav>
      <main key={user}>
        {!isReady && <p class="empty">No user has a memory here yet.</p>}
        {isReady && route.view === 'known' && <KnownView open={route.open} />}
        {isReady && route.view === 'conversations' && <ConversationsView open={route.open} at={route.at} />}
        {isReady && route.view === 'told' && <ToldView open={route.open} />}
        {isReady && route.view === 'timeline' && <TimelineView />}
        {isReady && route.view === 'health' && <HealthView />}
      </main>
    </Looking.Provider>
  )
}
