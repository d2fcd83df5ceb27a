import { useEffect, useState } from 'preact/hooks'

export const views = ['known', 'conversations', 'told', 'timeline', 'health'] as const
export type View = (typeof views)[number]

/** Where the page is: a view, and what is open in it. */
export interface Route {
  view: View
  open?: string | undefined
  /** A message to bring into sight. */
  at?: string | undefined
}

function read(): Route {
  const [, view = '', open = '', at = ''] = location.hash.split('/')
  return {
    view: views.find((name) => name === view) ?? 'known',
    open: open === '' ? undefined : decoded(open),
    at: at === '' ? undefined : decoded(at),
  }
}

/** An address that a person has bent is none. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

export function linkTo({ view, open, at }: Route): string {
  const parts = [view, open, at].filter((part) => part !== undefined)
  return `#/${parts.map(encodeURIComponent).join('/')}`
}

export function go(route: Route): void {
  location.hash = linkTo(route)
}

export function useRoute(): Route {
  const [route, setRoute] = useState(read)
  useEffect(() => {
    const follow = (): void => setRoute(read())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}
